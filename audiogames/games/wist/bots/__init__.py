"""The bots of Wist.

- `easy`, `normal`, `strong`: one module a player.
- `hand_evaluation`: what a hand may take and what a bid is worth; `opponents`: what the others hold
  and want.  Normal bids and plays by these two.
- `belief`: determinizations of the hidden cards, sampled by `likelihood`, the evidence of bids and
  played cards.
- `rollout_policy`, `open_policy`: how players go on in the trials of strong.
- `endgame`: the search of the last tricks.
"""

from __future__ import annotations

from typing import Final

from audiogames.core.character import EVEN, Character, trait
from audiogames.core.contract import Move
from audiogames.core.review import ReviewSpec
from audiogames.core.spec import BotSpec
from audiogames.games.wist import reasons
from audiogames.games.wist.bots import judging, luck
from audiogames.games.wist.bots.easy import EasyBot
from audiogames.games.wist.bots.normal import NormalBot
from audiogames.games.wist.bots.strong import StrongBot
from audiogames.games.wist.model import Options, WistView
from audiogames.search.levelling import MixedBot


def _mixed(who: Character = EVEN) -> MixedBot:
    """Half of the decisions as normal makes them, the others as easy does."""
    return MixedBot((EasyBot(who), NormalBot(who)), 1 / 2)


BOTS: Final = BotSpec[Options, Move, WistView](
    levels={"easy": EasyBot, "fair": _mixed, "normal": NormalBot, "strong": StrongBot},
    default="normal",
    ladder=("easy", "normal", "strong"),
    characters=("easy", "fair", "normal", "strong"),
    traits=lambda _options, _level, who: trait(who, "daring"),
    review=ReviewSpec.of(judging, reasons, luck=luck.LUCK),
)

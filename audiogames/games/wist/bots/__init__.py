"""The bots of Wist.

- `easy`, `normal`, `strong`: one module per bot.
- `hand_evaluation`: the tricks a hand may take and the value of a bid; `opponents`: the cards and
  aims of the other players.  The normal bot bids and plays by these two.
- `belief`: determinizations of the hidden cards, sampled by `likelihood`, the evidence of bids and
  played cards.
- `rollout_policy`, `open_policy`: how players act in the strong bot's rollouts.
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
    """Build a bot that makes half of its decisions as the normal bot, the rest as the easy one."""
    return MixedBot((EasyBot(who), NormalBot(who)), 1 / 2)


BOTS: Final = BotSpec[Options, Move, WistView](
    levels={"easy": EasyBot, "fair": _mixed, "normal": NormalBot, "strong": StrongBot},
    default="normal",
    ratings={"easy": 12.3, "normal": 25.0, "strong": 29.6},
    ladder=("easy", "normal", "strong"),
    characters=("easy", "fair", "normal", "strong"),
    traits=lambda _options, _level, who: trait(who, "daring"),
    review=ReviewSpec.of(judging, reasons, before_recap=reasons.before_recap, luck=luck.LUCK),
)

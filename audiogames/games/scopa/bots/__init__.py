"""The bots of Scopa, from the weakest, and the evaluation of moves for a review."""

from __future__ import annotations

from typing import Final

from audiogames.core.contract import Move
from audiogames.core.review import ReviewSpec
from audiogames.core.spec import BotSpec
from audiogames.games.scopa import reasons
from audiogames.games.scopa.bots import judging
from audiogames.games.scopa.bots.learning import LEVELS, plays_as
from audiogames.games.scopa.bots.luck import LUCK
from audiogames.games.scopa.bots.normal import NormalBot
from audiogames.games.scopa.bots.strong import StrongBot
from audiogames.games.scopa.model import Options, ScopaView

BOTS: Final = BotSpec[Options, Move, ScopaView](
    levels={**LEVELS, "normal": NormalBot, "strong": StrongBot},
    default="normal",
    ratings={"easy": 23.0, "normal": 25.0, "strong": 32.0},
    ladder=("easy", "normal", "strong"),
    plays_as=plays_as,
    review=ReviewSpec.of(
        judging, reasons, luck=LUCK, situation=reasons.situation, more=reasons.more
    ),
)

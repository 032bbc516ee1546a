"""The bots of Briscola, from the weakest; each one receives only its seat's view."""

from __future__ import annotations

from typing import Final

from audiogames.core.contract import Move
from audiogames.core.review import ReviewSpec
from audiogames.core.spec import BotSpec
from audiogames.games.briscola import reasons
from audiogames.games.briscola.bots import judging
from audiogames.games.briscola.bots.easy import EasyBot
from audiogames.games.briscola.bots.luck import LUCK
from audiogames.games.briscola.bots.normal import NormalBot
from audiogames.games.briscola.bots.signs import remarks, traits
from audiogames.games.briscola.bots.strong import StrongBot
from audiogames.games.briscola.model import BriscolaView, Options

BOTS: Final = BotSpec[Options, Move, BriscolaView](
    levels={"easy": EasyBot, "normal": NormalBot, "strong": StrongBot},
    default="normal",
    ratings={"easy": 19.2, "normal": 25.0, "strong": 29.7},
    remarks=remarks,
    traits=traits,
    review=ReviewSpec.of(
        judging, reasons, luck=LUCK, situation=reasons.situation, more=reasons.more
    ),
)

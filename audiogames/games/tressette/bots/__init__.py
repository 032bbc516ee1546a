"""The bots of Tressette, from the weakest, and the evaluation of moves for a review."""

from __future__ import annotations

from functools import partial
from typing import Final

from audiogames.core.contract import Move
from audiogames.core.review import ReviewSpec
from audiogames.core.spec import BotSpec
from audiogames.games.tressette import reasons
from audiogames.games.tressette.bots import judging
from audiogames.games.tressette.bots.declaring import remarks, traits
from audiogames.games.tressette.bots.easy import EasyBot
from audiogames.games.tressette.bots.normal import NormalBot
from audiogames.games.tressette.bots.strong import StrongBot
from audiogames.games.tressette.model import Options, TressetteView
from audiogames.search.levelling import MixedBot

BOTS: Final = BotSpec[Options, Move, TressetteView](
    levels={
        "easy": EasyBot,
        "modest": partial(MixedBot, (EasyBot(), NormalBot()), 1 / 3),
        "fair": partial(MixedBot, (EasyBot(), NormalBot()), 2 / 3),
        "normal": NormalBot,
        "strong": StrongBot,
    },
    default="normal",
    ratings={"easy": 11.1, "normal": 25.0, "strong": 32.8},
    ladder=("easy", "normal", "strong"),
    remarks=remarks,
    traits=traits,
    review=ReviewSpec.of(judging, reasons, luck=judging.LUCK),
)

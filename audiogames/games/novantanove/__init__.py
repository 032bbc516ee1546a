"""Novantanove: bring the total to 33, 66 or 99 and never beyond."""

from functools import partial

from audiogames.core.board import BoardSpec
from audiogames.core.review import ReviewSpec
from audiogames.core.spec import BotSpec, ClockSpec, DaySpec, GameSpec, HandSpec, ListSpec
from audiogames.games.novantanove import board, controls, model, reasons, speech
from audiogames.games.novantanove.bots import judging, luck
from audiogames.games.novantanove.bots.easy import EasyBot
from audiogames.games.novantanove.bots.normal import NormalBot
from audiogames.games.novantanove.bots.strong import StrongBot
from audiogames.games.novantanove.lesson import LESSON
from audiogames.games.novantanove.rules import (
    NovantanoveRules,
    clock_move,
    open_window,
    unsound_fields,
)
from audiogames.search.levelling import MixedBot

GAME = GameSpec(
    id="novantanove",
    seats=tuple(range(2, 14)),
    usual_seats=3,
    options=model.Options,
    rules=NovantanoveRules(),
    events=model.EVENTS,
    describe=speech.describe,
    queries=controls.QUERIES,
    commands=controls.COMMANDS,
    explain=speech.explain,
    prompt=speech.prompt,
    recap=speech.recap,
    is_out=speech.is_out,
    summary=speech.summary,
    deal=speech.deal,
    undone=speech.undone,
    hand=HandSpec(ways=speech.ways),
    lists=ListSpec(speech.choice, speech.choice_title, way=speech.way),
    bots=BotSpec(
        levels={
            "easy": EasyBot,
            "modest": partial(MixedBot, (EasyBot(), NormalBot()), 1 / 3),
            "fair": partial(MixedBot, (EasyBot(), NormalBot()), 2 / 3),
            "normal": NormalBot,
            "strong": StrongBot,
        },
        default="normal",
        ratings={"easy": 16.1, "normal": 25.0, "strong": 32.7},
        ladder=("easy", "normal", "strong"),
        review=ReviewSpec.of(
            judging,
            reasons,
            before_recap=reasons.before_recap,
            luck=luck.LUCK,
            is_sound=judging.is_sound,
        ),
    ),
    clock=ClockSpec(window=open_window, timeout=clock_move),
    unsound=unsound_fields,
    public=(
        "to_act",
        "dealer",
        "hand_sizes",
        "total",
        "tokens",
        "alive",
        "direction",
        "stock",
        "round",
        "drawer",
        "starter",
        "resumes",
        "last",
        "timeouts",
        "options",
        "history",
        "reshuffled",
    ),
    place=10,
    outlook=controls.outlook,
    board=BoardSpec(board.board_of),
    day=DaySpec(lambda view: view.tokens, deals=3),
    lesson=LESSON,
)

"""Invido: three cards, two players, and a stake that either may raise."""

from functools import partial

from audiogames.core.board import BoardSpec
from audiogames.core.character import EVEN, Character, trait
from audiogames.core.review import ReviewSpec
from audiogames.core.spec import (
    BotSpec,
    ClockSpec,
    DaySpec,
    GameSpec,
    HandSpec,
    ListSpec,
    TypingSpec,
)
from audiogames.games.invido import answers, board, controls, model, reasons, speech
from audiogames.games.invido.bots import judging
from audiogames.games.invido.bots.easy import EasyBot
from audiogames.games.invido.bots.merciless import MercilessBot
from audiogames.games.invido.bots.normal import NormalBot
from audiogames.games.invido.bots.strong import ObligingBot, SociableBot, StrongBot, plays_as
from audiogames.games.invido.lesson import LESSON
from audiogames.games.invido.rules import InvidoRules, timed_turn, unsound_fields
from audiogames.search.levelling import MixedBot


def _mixed(place: float, who: Character = EVEN) -> MixedBot:
    """Build a bot that decides as normal with probability `place`, otherwise as easy."""
    return MixedBot((EasyBot(who), NormalBot(who)), place)


_HUMAN = ("easy", "modest", "fair", "normal")
"""The levels whose bots have a character.  The others play a solved strategy."""

GAME = GameSpec(
    id="invido",
    seats=(2,),
    usual_seats=2,
    options=model.Options,
    rules=InvidoRules(),
    events=model.EVENTS,
    describe=speech.describe,
    queries=controls.QUERIES,
    commands=controls.COMMANDS,
    explain=speech.explain,
    prompt=speech.prompt,
    recap=speech.recap,
    summary=speech.summary,
    deal=answers.deal,
    undone=answers.undone,
    hand=HandSpec(ways=speech.ways),
    lists=ListSpec(speech.choice, speech.choice_title, way=speech.way),
    bots=BotSpec(
        levels={
            "easy": EasyBot,
            "modest": partial(_mixed, 1 / 3),
            "fair": partial(_mixed, 2 / 3),
            "normal": NormalBot,
            "sociable": SociableBot,
            "obliging": ObligingBot,
            "strong": StrongBot,
            "merciless": MercilessBot,
        },
        default="normal",
        ratings={"easy": 5.7, "normal": 25.0, "merciless": 29.5},
        ladder=("easy", "normal", "merciless"),
        characters=_HUMAN,
        traits=lambda _options, level, who: trait(who, "daring") if level in _HUMAN else (),
        plays_as=plays_as,
        review=ReviewSpec.of(judging, reasons, is_sound=judging.is_sound, luck=judging.LUCK),
    ),
    clock=ClockSpec(timed_turn=timed_turn),
    typing=TypingSpec(controls.typed),
    unsound=unsound_fields,
    public=(
        "to_act",
        "dealer",
        "hand_sizes",
        "score",
        "goal",
        "value",
        "asked",
        "monte_asked",
        "last_raiser",
        "tricks",
        "on_table",
        "leader",
        "player",
        "asker",
        "monte_asker",
        "montes",
        "played",
        "deal",
        "short",
        "raised_at",
        "calls",
        "last_deal",
        "manners",
        "options",
    ),
    place=20,
    turn=speech.turn,
    answers=speech.keys_to_answer,
    standing=speech.standing,
    outlook=controls.outlook,
    board=BoardSpec(board.board_of, board.said),
    day=DaySpec(lambda view: view.score, deals=5),
    lesson=LESSON,
)

"""Sette e mezzo: draw towards seven and a half, and never beyond, against the bank."""

from audiogames.core.board import BoardSpec
from audiogames.core.contract import Move
from audiogames.core.spec import BotSpec, GameSpec, HandSpec, ListSpec
from audiogames_settemezzo import model, speech
from audiogames_settemezzo.bot import EasyBot, NormalBot
from audiogames_settemezzo.rules import RULES, SetteMezzoState

GAME: GameSpec[model.Options, SetteMezzoState, Move, model.SetteMezzoView] = GameSpec(
    id="settemezzo",
    seats=model.SEATS,
    usual_seats=4,
    options=model.Options,
    rules=RULES,
    events=tuple(speech.EVENTS),
    describe=speech.describe,
    queries=speech.QUERIES,
    commands=speech.COMMANDS,
    prompt=speech.prompt,
    explain=lambda _move, _view: (),
    recap=speech.recap,
    summary=speech.summary,
    turn=speech.turn,
    hand=HandSpec(ways=lambda _card, _view: (), facts=speech.facts),
    lists=ListSpec(choice=speech.choice, listing=speech.listing),
    undone=speech.undone,
    unsound=RULES.unsound,
    board=BoardSpec(speech.board_of, speech.said),
    bots=BotSpec({"easy": EasyBot, "normal": NormalBot}, default="normal"),
    public=(
        *("to_act", "dealer", "hand_sizes", "deal", "options", "spread", "staked", "standings"),
        *("score", "gains", "stock"),
    ),
)

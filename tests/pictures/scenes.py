"""Six scenes of each game as frames to draw, reached by playing the program.

A match is dealt and played from a seed, so the scenes are the same each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, Final

from audiogames.app.keys.names import key_words
from audiogames.app.settings import Settings
from audiogames.core.contract import Move, Turn
from audiogames.core.events import drop
from audiogames.core.log import Entry, Log, initial_state
from audiogames.core.registry import Spec, game, own_ids
from audiogames.present.frame import Frame
from audiogames.search.arena import bot, levels
from audiogames.table.clock import TimeSettings
from audiogames.table.protocol import BotRequest
from audiogames.table.seats import Player
from audiogames.table.setup import Setup, new_log, places
from tests.kit.pilot import MemoryStorage, Pilot

KINDS: Final = ("begin", "own", "others", "list", "call", "result")
"""The deal, the turn of the player, that of another, a list over the table, a call or the last
trick, and the end of the match."""

SEED: Final = 4
LIMIT: Final = 60
"""Seconds of a turn, so that there is a clock."""

MOST_STEPS: Final = 4000
MOST_AROUND: Final = 6
"""The greatest number of players in a game for more."""

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "briscola": {"signals": True},
    "tressette": {"declarations": "manual"},
}
"""Options without which no list opens over the table."""

LAST_MOVES: Final = 12
"""The number of moves before the end of a match from which it is looked at."""


@cache
def scenes(id_: str, lang: str = "it") -> dict[str, Frame]:
    """Return the frames of a game's six scenes, by kind of scene."""
    first: dict[str, Frame] = {}
    else_: dict[str, Frame] = {}
    for frame in moments(begun_match(game(id_), lang)):
        for kind, is_it in WANTED.items():
            if is_it(frame):
                first.setdefault(kind, frame)
        for kind, is_it in ELSE.items():
            if is_it(frame):
                else_.setdefault(kind, frame)
        if len(first) == len(WANTED):
            break
    *_, last = moments(nearly_over(game(id_), lang))
    found = {**else_, **first, "result": last}
    return {kind: found[kind] for kind in KINDS}


def every_scene(lang: str = "it") -> Iterator[tuple[str, Frame]]:
    """Yield the name (such as "wist own") and the frame of every scene of all games."""
    for id_ in own_ids():
        for kind in KINDS:
            yield f"{id_} {kind}", scenes(id_, lang)[kind]


# Conditions of the scenes


def _is_own(frame: Frame) -> bool:
    """Return True if it is the player's turn, after others have played cards."""
    table = frame.table
    return (
        table is not None
        and table.seats[0].acts
        and any(card.focused for card in frame.cards)
        and len(frame.cards) > 1
        and bool(table.laid)
        and not table.is_last
        and not frame.rows
    )


def _is_others(frame: Frame) -> bool:
    """Return True if it is another player's turn, and the listener has played."""
    table = frame.table
    if table is None or table.is_last or frame.rows:
        return False
    laid = any(one.seat == table.seats[0].number for one in table.laid)
    return laid and any(seat.acts for seat in table.seats[1:])


def _is_call(frame: Frame) -> bool:
    table = frame.table
    return table is not None and any(seat.says for seat in table.seats[1:]) and not frame.rows


WANTED: Final[dict[str, Callable[[Frame], bool]]] = {
    "begin": lambda frame: bool(frame.cards) and not frame.rows,
    "own": _is_own,
    "others": _is_others,
    "list": lambda frame: len(frame.rows) > 1 and frame.table is not None,
    "call": _is_call,
}

ELSE: Final[dict[str, Callable[[Frame], bool]]] = {
    "list": lambda frame: bool(frame.rows),
    "call": lambda frame: frame.table is not None and frame.table.result is not None,
}
"""The same for games in which no list opens over the table, or nobody announces anything."""


# Matches up to a scene


def easy_mind(wanted: BotRequest) -> Move:
    """Return the move of the weakest bot, whatever level was requested."""
    return _choice(game(wanted.game), wanted.view, wanted.seed)


def _choice(spec: Spec, view: Any, seed: int) -> Move:
    chosen = bot(spec, levels(spec)[0]).choose(view, Random(seed), 1, lambda: False)
    assert isinstance(chosen, Move)
    return chosen


def table_of(spec: Spec, pilot: Pilot) -> Setup:
    """Return the setup of a table with one person and bots."""
    options = spec.options(**OPTIONS.get(spec.id, {}))
    people = (Player(pilot.storage.settings.nickname),)
    seats = max((seats for seats in spec.seats if seats <= MOST_AROUND), default=spec.usual_seats)
    seats = spec.usual_seats if len(spec.seats) == 2 else seats
    return Setup(spec, options, people, LIMIT, levels(spec)[0], seed=SEED).filled(seats)


def pilot_of(lang: str, **settings: Any) -> Pilot:
    """Return a pilot whose player is Eva and whose bots are the weakest."""
    given = Settings(language=lang, nickname="Eva", auto_draw=True, welcomed=True, **settings)
    return Pilot(MemoryStorage(given), lang=lang, mind=easy_mind)


def begun_match(spec: Spec, lang: str) -> Pilot:
    """Start a match; return the pilot, which controls the program, after the first deal."""
    pilot = pilot_of(lang)
    pilot.app.matches.begin(table_of(spec, pilot), pilot.now)
    pilot.drain()
    pilot.wait(1)
    return pilot


@cache
def key_name(key: str, lang: str = "it") -> str:
    """Return the name of a key as buttons show it."""
    return pilot_of(lang).app.text(key_words((key,)))


def moments(pilot: Pilot) -> Iterator[Frame]:
    session = pilot.app.session
    assert session is not None
    for _ in range(MOST_STEPS):
        yield pilot.app.frame()
        if session.over:
            return
        if session.waits_for_me:
            pilot.wait(2)
            pilot.press("space")
        elif session.my_turn:
            pilot.wait(1)
            yield pilot.app.frame()
            yield from _looked_at(pilot)
            yield from _move(pilot)
        else:
            deadline = pilot.app.deadline
            pilot.wait(0.5 if deadline is None else max(0.05, deadline - pilot.now))


def _looked_at(pilot: Pilot) -> Iterator[Frame]:
    """Yield frames with the next card focused, and with each list of the game open."""
    session = pilot.app.session
    assert session is not None
    if pilot.app.frame().rows:
        return
    pilot.press("down")
    yield pilot.app.frame()
    for key in (*(opener.keys[0] for opener in session.spec.lists.openers), "applications"):
        pilot.press(key)
        if pilot.app.frame().rows:
            pilot.press("down")
            yield pilot.app.frame()
            pilot.press("escape")


def _move(pilot: Pilot) -> Iterator[Frame]:
    """Make the bot's choice for the player, if possible by clicks; yield frames with open lists."""
    session, app = pilot.app.session, pilot.app
    assert session is not None
    move = _choice(session.spec, session.view, session.decisions)
    card, hand = getattr(move, "card", None), list(session.view.hand)
    if card is not None and not pilot.app.frame().rows:
        shown = app.screen.hand.cards  # type: ignore[attr-defined]
        click(pilot, f"card {shown.index(card)}")
    rows = getattr(app.screen, "moves", ())
    if move in rows:
        yield app.frame()
        click(pilot, f"row {list(rows).index(move)}")
    elif hand == list(session.view.hand) and session.my_turn:
        pilot.perform(app._answered(lambda: session.submit(move, pilot.now)))


def click(pilot: Pilot, target: str) -> None:
    """Click the box with this name."""
    pilot.now += pilot.apart
    pilot.perform(pilot.app.click(target, pilot.now))


def nearly_over(spec: Spec, lang: str, moves: int = LAST_MOVES) -> Pilot:
    """Return a pilot who has resumed a match that is only a few moves from its end."""
    pilot = pilot_of(lang)
    log = _whole_match(spec, pilot)
    del log.entries[-moves:]
    book = pilot.storage.begin(log.header)
    for entry in log.entries:
        book.append(entry)
    book.close(finished=False)
    pilot.app.matches.resume(log.header.started, pilot.now)
    pilot.drain()
    return pilot


def _whole_match(spec: Spec, pilot: Pilot) -> Log:
    """Return the log of a whole match, played by the weakest bots."""
    setup, lot = table_of(spec, pilot), Random(SEED)
    seated = places(spec, setup.players)
    log = new_log(spec, setup.options, seated, TimeSettings(), pilot.storage.stamp())
    state = initial_state(log)
    while state.to_act is not Turn.OVER:
        seat = None if isinstance(state.to_act, Turn) else state.to_act
        move = (
            spec.rules.chance(state, lot)
            if seat is None
            else _choice(spec, state.view(seat), lot.randrange(10**6))
        )
        number = len(log.entries) + 1
        log.entries.append(Entry(number, float(number), seat, str(move)))
        state.apply(seat, move, drop)
    return log

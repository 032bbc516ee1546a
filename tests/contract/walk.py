"""Random matches ("walks") of any game, for the contract tests.

A walk is planned by whole numbers, each of which picks one of the moves that are possible then:
any legal move of any seat, in turn or not, or the clock's.  So hypothesis can shrink a failing
walk to few and small numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from audiogames.cards.card import Card
from audiogames.core.contract import Move, Refused, State, Turn, admit
from audiogames.core.events import Event, Seat
from audiogames.core.log import Entry, Log
from audiogames.core.options import Choice, Number, OptionError, Range, range_of, read_options
from audiogames.core.registry import Spec
from audiogames.core.text import Notation
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import Player
from audiogames.table.setup import new_log

MANY = 10
"""The number of values that are tried of a longer range."""

Anyone = Seat | None
AnyState = State[Any, Any]


@dataclass(frozen=True)
class Plan:
    """The plan of a walk: seats, options, and numbers that choose the moves.

    The numbers are used again from the first until `length` moves are made.
    """

    seats: int
    options: dict[str, Any]
    numbers: tuple[int, ...]
    length: int


def samples_of(allowed: Range) -> Sequence[Any]:
    """Return values of an option to try: all of them, or a selection if there are many."""
    match allowed:
        case Number():
            values = range(allowed.low, allowed.high + 1)
            return values if len(values) <= MANY else [*values[: MANY - 1], values[-1]]
        case Choice():
            return allowed.values
    return (False, True)


def option_sets(spec: Spec) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for options of a game, in which each option may be given or omitted."""
    known = {
        option.name: st.sampled_from(samples_of(range_of(option)))
        for option in fields(spec.options)
    }
    return st.fixed_dictionaries({}, optional=known)


@st.composite
def plans(draw: st.DrawFn, spec: Spec, length: int = 120) -> Plan:
    """Generate the plan of a random match: options, a number of seats they allow, and moves."""
    seats = draw(st.sampled_from(spec.seats))
    options = draw(option_sets(spec).filter(lambda given: can_start(spec, given, seats)))
    numbers = tuple(draw(st.lists(st.integers(0, 999), min_size=1, max_size=40)))
    return Plan(seats, options, numbers, draw(st.integers(0, length)))


def plan_of(spec: Spec, seed: int, length: int) -> Plan:
    """Return the plan of a random walk, for tests that do not need shrinking."""
    rng = Random(seed)
    numbers = tuple(rng.randrange(1000) for _ in range(length))
    options = {
        option.name: rng.choice(samples_of(range_of(option))) for option in fields(spec.options)
    }
    seats = rng.choice([seats for seats in spec.seats if can_start(spec, options, seats)])
    return Plan(seats, options, numbers, length)


def can_start(spec: Spec, options: dict[str, Any], seats: int) -> bool:
    """Return True if a match with these options and this many seats can start."""
    try:
        spec.rules.start(read_options(spec.options, options), seats)
    except OptionError:
        return False
    return True


@dataclass(frozen=True)
class Step:
    """A move of a walk, with its events and the state after it."""

    seat: Anyone
    move: Move
    events: tuple[Event, ...]
    state: AnyState


class Walk:
    """A match whose moves a plan chooses: iterating makes the moves, `log` collects them."""

    def __init__(self, spec: Spec, plan: Plan) -> None:
        self.spec = spec
        self.plan = plan
        options = read_options(spec.options, plan.options)
        self.state: AnyState = spec.rules.start(options, plan.seats)
        players = [Player(f"Player {seat}") for seat in range(plan.seats)]
        self.log: Log = new_log(spec, options, players, TimeSettings())

    def __iter__(self) -> Iterator[Step]:
        for place in range(self.plan.length):
            if self.state.to_act is Turn.OVER:
                return
            number = self.plan.numbers[place % len(self.plan.numbers)] + place
            yield self._make(*pick(self.spec, self.state, number))

    def _make(self, seat: Anyone, move: Move) -> Step:
        admit(self.spec.rules, self.state, seat, move)
        events: list[Event] = []
        self.state.apply(seat, move, events.append)
        self.log.entries.append(Entry(len(self.log.entries) + 1, 0.0, seat, str(move)))
        return Step(seat, move, tuple(events), self.state)

    def to_end(self) -> Walk:
        """Make all moves of this walk, and return it."""
        for _ in self:
            pass
        return self

    def states(self) -> Iterator[AnyState]:
        """Make all moves; yield the first state and the state after each move."""
        yield self.state
        for step in self:
            yield step.state


def pick(spec: Spec, state: AnyState, number: int) -> tuple[Anyone, Move]:
    """Return a possible move and who makes it; `number` chooses among the moves.

    If a seat may draw a card, every odd number chooses the draw.
    """
    if state.to_act is Turn.CHANCE:
        return None, spec.rules.chance(state, Random(number))
    window = spec.clock.window(state)
    if window is not None and number % 2:
        return window.seat, window.move
    moves = possible(spec, state)
    return moves[number % len(moves)]


def possible(spec: Spec, state: AnyState) -> list[tuple[Anyone, Move]]:
    """Return every move that a seat or the clock may make now, as pairs of seat and move."""
    seats = seats_of(state)
    moves: list[tuple[Anyone, Move]] = [
        (seat, move) for seat in seats for move in (*state.legal_moves(seat), *state.unlisted(seat))
    ]
    clocks = spec.clock.timeout(state)
    return moves if clocks is None else [*moves, (None, clocks)]


def seats_of(state: AnyState) -> list[Seat]:
    """Return the seats of a match."""
    return [Seat(seat) for seat in range(len(state.view(None).hand_sizes))]


def listeners(state: AnyState) -> list[Anyone]:
    """Return every seat, and None for a spectator."""
    return [*seats_of(state), None]


def is_admitted(spec: Spec, state: AnyState, seat: Anyone, move: Move) -> bool:
    """Return True if this move is allowed; check that a refused move has a reason."""
    reason = reason_against(spec, state, seat, move)
    assert reason is None or (reason.id and reason.message.id)
    return reason is None


def reason_against(spec: Spec, state: AnyState, seat: Anyone, move: Move) -> Refused | None:
    """Return the refusal of this move, or None if it is allowed."""
    try:
        admit(spec.rules, state, seat, move)
    except Refused as refused:
        return refused
    return None


def cards_in(value: object) -> Iterator[Card]:
    """Yield every card inside a view, an event or a move."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Sequence | frozenset) and not isinstance(value, str):
        for item in value:
            yield from cards_in(item)
    elif is_dataclass(value) or isinstance(value, Notation):
        for name in _attributes(type(value)):
            yield from cards_in(getattr(value, name))


@cache
def _attributes(kind: type) -> tuple[str, ...]:
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else []
    for base in kind.__mro__:
        slots = getattr(base, "__slots__", ())
        names += (slots,) if isinstance(slots, str) else slots
    return tuple(dict.fromkeys(names))

"""The course of a match: its moves, numbered by the decisions that they make.

There is one way to number: a table that is played at, one that goes on from a log, and a match
that is told again count alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from audiogames.core.events import Emit, Event, Seat, drop
from audiogames.core.game import Move, State, Turn, Window
from audiogames.core.log import Entry, Log, begun, read_move, replay
from audiogames.core.registry import Spec, game
from audiogames.table.clock import read_time
from audiogames.table.events import ClockMoved
from audiogames.table.seats import read_players

CLOCK: Final = "clock"
"""By whom a move is where the player's time was up."""


@dataclass(frozen=True)
class Made:
    """A move of a log that was made: what it brought, and who had been asked before it."""

    entry: Entry
    asked: Seat | Turn
    aside: bool
    """Whether it used an open window, as a draw does."""
    events: tuple[Event, ...]

    def is_of(self, seat: Seat) -> bool:
        """Whether it is a move of this seat that it may want back: its own, or the clock's."""
        by_clock = self.entry.by == CLOCK and self.asked == seat
        return not self.aside and (by_clock or self.entry.seat == seat)

    def ends_turn(self, seat: Seat | None) -> bool:
        """Whether this seat was asked, and it or the clock for it moved."""
        by_itself = self.entry.seat == seat and seat is not None
        return self.asked == seat and (by_itself or self.entry.by == CLOCK)


def since_move(seat: Seat | None, course: Iterable[Made]) -> list[Event]:
    """What this seat heard after its last move; what the clock did for it is no move of its own."""
    heard: list[Event] = []
    for made in course:
        if made.ends_turn(seat):
            heard.clear()
            if made.entry.by != CLOCK:
                continue
        heard += [event for event in made.events if event.heard_by(seat)]
    return heard


def checked(log: Log) -> State[Any, Any]:
    """The state that a log leads to.  Raises `LogError` where anything in it cannot be used."""
    read_players(log.header)
    read_time(log.header.time)
    return replay(log)


class Course:
    """A match being played: its state, and the number of the decision that it waits for."""

    def __init__(self, spec: Spec, state: State[Any, Any]) -> None:
        self.spec = spec
        self.state = state
        self.seq = 0
        self._asked: Seat | None = None
        """Who was asked last: a shuffle in between makes nobody's move stale."""

    def make(self, seat: Seat | None, move: Move, by: str | None, emit: Emit = drop) -> bool:
        """Make a legal move; whether it makes a decision, so that older answers are stale."""
        answers = seat is not None and not self.is_aside(seat, move)
        before = self._question()
        self.state.apply(seat, move, emit)
        decides = by == CLOCK or (answers and self._question() != before)
        self.seq += decides
        return decides

    def ask(self) -> None:
        """Nobody's moves are done: whoever is to act now is asked, anew if it was another."""
        seat = self.state.to_act
        if isinstance(seat, int) and seat != self._asked:
            self._asked = seat
            self.seq += 1

    @classmethod
    def of(cls, log: Log) -> Course:
        """The match of a log before its first move.  Raises `LogError`."""
        return cls(game(log.header.game), begun(log))

    def is_aside(self, seat: Seat | None, move: Move) -> bool:
        """Whether the move uses an open window: a draw answers no decision."""
        return seat is not None and self.spec.window(self.state) == Window(seat, move)

    def follow(self, entries: Iterable[Entry]) -> Iterator[Made]:
        """Make these moves of a log, each checked by the rules.  Raises `LogError`."""
        for entry in entries:
            yield self._made(entry)
            self.ask()

    def play(self, log: Log) -> Course:
        """Make all moves of a log that count.  Raises `LogError`."""
        for _ in self.follow(log.moves()):
            pass
        return self

    def _made(self, entry: Entry) -> Made:
        seat, move = read_move(self.spec, self.state, entry)
        asked, aside = self.state.to_act, self.is_aside(seat, move)
        events: list[Event] = []
        if entry.by == CLOCK and seat is not None:
            events.append(ClockMoved(seat))
        self.make(seat, move, entry.by, events.append)
        return Made(entry, asked, aside, tuple(events))

    def _question(self) -> tuple[Seat | Turn, Sequence[Move]]:
        """Who is asked, and what may be answered: a move out of turn may change it."""
        seat = self.state.to_act
        return seat, tuple(self.state.legal_moves(seat)) if isinstance(seat, int) else ()


def last_move(log: Log, seat: Seat) -> int | None:
    """The number of the entry by which this seat, or the clock for it, moved last."""
    made = Course.of(log).follow(log.moves())
    return max((one.entry.seq for one in made if one.is_of(seat)), default=None)

"""How far a match has come: its moves, numbered by the decisions that they make.

There is one way to number: a table that is played at, one that goes on from a log, and a match
that is told again count alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from audiogames.core.contract import Move, State, Turn, Window
from audiogames.core.events import Emit, Event, Seat, drop
from audiogames.core.log import Entry, Log, begun, read_move, replay, undone
from audiogames.core.registry import Spec, game
from audiogames.table.clock import ClockMoved, read_time
from audiogames.table.protocol import TakenBack
from audiogames.table.seats import HUMAN, read_players

CLOCK: Final = "clock"
"""By whom a move is where the player's time was up."""

STAND_IN: Final = "stand-in"
"""By whom a move is that a bot made for a person who was not there."""


@dataclass(frozen=True)
class PlayedMove:
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


def since_move(seat: Seat | None, moves: Iterable[PlayedMove]) -> list[Event]:
    """What this seat heard after its last move; what the clock did for it is no move of its own."""
    heard: list[Event] = []
    for made in moves:
        _hear(seat, made, heard)
    return heard


def _hear(seat: Seat | None, made: PlayedMove, heard: list[Event]) -> None:
    if made.ends_turn(seat):
        heard.clear()
        if made.entry.by != CLOCK:
            return
    heard += [event for event in made.events if event.heard_by(seat)]


def checked(log: Log) -> State[Any, Any]:
    """The state that a log leads to.  Raises `LogError` where anything in it cannot be used."""
    read_players(log.header)
    read_time(log.header.time)
    return replay(log)


class MatchProgress:
    """A match being played: its state, and the number of the decision that it waits for."""

    def __init__(self, spec: Spec, state: State[Any, Any]) -> None:
        self.spec = spec
        self.state = state
        self.seq = 0
        self.to_act: Seat | Turn
        """Who has to move."""
        self.window: Window | None
        """The move that may be made out of turn."""
        self._question: tuple[Seat | Turn, Sequence[Move]]
        """Who is asked, and what may be answered: a move out of turn may change it."""
        self._asked: Seat | None = None
        """Who was asked last: a shuffle in between makes nobody's move stale."""
        self._note_position()

    def make(self, seat: Seat | None, move: Move, by: str | None, emit: Emit = drop) -> bool:
        """Make a legal move; whether it makes a decision, so that older answers are stale."""
        answers = seat is not None and not self.is_aside(seat, move)
        before = self._question
        self.state.apply(seat, move, emit)
        self._note_position()
        decides = by == CLOCK or (answers and self._question != before)
        self.seq += decides
        return decides

    def ask(self) -> None:
        """The moves of nobody are done: the player to act is asked, anew if it was another."""
        if isinstance(self.to_act, int) and self.to_act != self._asked:
            self._asked = self.to_act
            self.seq += 1

    @classmethod
    def of(cls, log: Log) -> MatchProgress:
        """The match of a log before its first move.  Raises `LogError`."""
        return cls(game(log.header.game), begun(log))

    def is_aside(self, seat: Seat | None, move: Move) -> bool:
        """Whether the move uses an open window: a draw answers no decision."""
        window = self.window
        return window is not None and (window.seat, window.move) == (seat, move)

    def follow(self, entries: Iterable[Entry]) -> Iterator[PlayedMove]:
        """Make these moves of a log, each checked by the rules.  Raises `LogError`."""
        for entry in entries:
            yield self._made(entry)
            self.ask()

    def copy(self) -> MatchProgress:
        """The same, which goes its own way from here on."""
        made = MatchProgress(self.spec, self.state.copy())
        made.seq, made._asked = self.seq, self._asked
        return made

    def play(self, log: Log) -> MatchProgress:
        """Make all moves of a log that count.  Raises `LogError`."""
        for _ in self.follow(log.moves()):
            pass
        return self

    def _made(self, entry: Entry) -> PlayedMove:
        seat, move = read_move(self.spec, self.state, entry)
        asked, aside = self.to_act, self.is_aside(seat, move)
        events: list[Event] = []
        if entry.by == CLOCK and seat is not None:
            events.append(ClockMoved(seat))
        self.make(seat, move, entry.by, events.append)
        return PlayedMove(entry, asked, aside, tuple(events))

    def _note_position(self) -> None:
        """What the position asks, which only a move changes: a table wants it many times."""
        self.to_act = seat = self.state.to_act
        self.window = self.spec.clock.window(self.state)
        moves = tuple(self.state.legal_moves(seat)) if isinstance(seat, int) else ()
        self._question = seat, moves


class HeardSince:
    """What each seat heard after its last move, of a log that grows.

    Its moves are made once for all seats together, and later only those that are new: when a table
    has been taken over, everybody at it asks.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._begin()

    def _begin(self) -> None:
        self._progress = MatchProgress.of(self._log)
        self._followed = 0
        self._heard: dict[Seat, list[Event]] = {
            Seat(seat): [] for seat in range(len(self._log.header.players))
        }

    def by(self, seat: Seat) -> list[Event]:
        """The events that this seat heard."""
        self._follow()
        return [*self._heard[seat]]

    def progress(self) -> MatchProgress:
        """The match as it stands, to be played on.  Raises `LogError`."""
        self._follow()
        return self._progress.copy()

    def _follow(self) -> None:
        if any(undone(entry) is not None for entry in self._log.entries[self._followed :]):
            self._begin()
        new = Log(self._log.header, self._log.entries[self._followed :])
        for made in self._progress.follow(new.moves()):
            for listener, heard in self._heard.items():
                _hear(listener, made, heard)
        self._followed = len(self._log.entries)


class MatchRecord:
    """The log of a match while it is written; `copy_to` gets each entry as it is made."""

    def __init__(self, log: Log) -> None:
        self.copy_to: Callable[[Entry], None] = lambda _entry: None
        self.deals = sum(entry.deals for entry in log.entries)
        self.took_back = any(undone(entry) is not None for entry in log.entries)
        """Whether anything was ever taken back: then alone the log must be looked through."""
        self._log = log
        self._started_at = 0.0

    def begin(self, now: float) -> None:
        """The match begins, or goes on where the log ends."""
        played = self._log.entries[-1].at if self._log.entries else 0.0
        self._started_at = now - played

    def shift(self, seconds: float) -> None:
        """A pause of so many seconds is over; the log does not count them."""
        self._started_at += seconds

    def entry(self, seat: Seat | None, move: str, now: float, by: str | None = None) -> Entry:
        """The next entry, which is not written yet."""
        at = round(now - self._started_at, 3)
        return Entry(len(self._log.entries) + 1, at, seat, move, by)

    def add(self, entry: Entry) -> None:
        """Write it."""
        self._log.entries.append(entry)
        self.deals += entry.deals
        self.took_back |= undone(entry) is not None
        self.copy_to(entry)

    def began_as_person(self, seat: Seat | None) -> bool:
        """Whether a person had this seat when the match began."""
        return seat is not None and self._log.header.players[seat].get("kind") == HUMAN


def last_moves(log: Log, seat: Seat) -> Sequence[PlayedMove]:
    """Return what this seat, or the clock for it, moved last, and all that followed."""
    made = list(MatchProgress.of(log).follow(log.moves()))
    last = max((place for place, one in enumerate(made) if one.is_of(seat)), default=len(made))
    return made[last:]


def taken_back(moves: Sequence[PlayedMove], seat: Seat) -> TakenBack:
    """Return what this seat is told of the moves that it takes back."""
    heard = (event for one in moves for event in one.events if event.heard_by(seat))
    first = moves[0].entry
    return TakenBack(None if first.seat is None else first.move, tuple(heard))


def progress_with(log: Log, entry: Entry) -> MatchProgress:
    """The match as it would be with one entry more, before anything is written."""
    longer = Log(log.header, [*log.entries, entry])
    return MatchProgress.of(longer).play(longer)


def has_seen_since(spec: Spec, seat: Seat, before: State[Any, Any], now: State[Any, Any]) -> bool:
    """Whether the seat has looked at its hand since a decision that is made without seeing it."""
    hidden = spec.hand.hidden
    return hidden(before.view(seat)) is not None and hidden(now.view(seat)) is None


def dealt_before(spec: Spec, state: State[Any, Any], log: Log) -> Move | None:
    """What was dealt here before a move was taken back, if it can be dealt again."""
    known = log.dealt_before(state.expects or "")
    if known is None:
        return None
    move: Move = spec.rules.read(known)
    return move if spec.rules.allows_chance(state, move) else None

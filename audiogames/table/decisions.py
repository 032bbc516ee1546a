"""The progress of a match, replays of its log for undo and resuming, and the writing of the log.

Decisions are numbered in the same way at a table in play, in a match resumed from its log, and in a
replay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from audiogames.core.contract import Move, State, Turn, Window
from audiogames.core.events import Emit, Event, Seat, drop
from audiogames.core.log import Entry, Log, initial_state, read_move, replay, undone
from audiogames.core.registry import Spec, game
from audiogames.table.clock import ClockMoved, read_time
from audiogames.table.protocol import TakenBack
from audiogames.table.seats import HUMAN, read_players

CLOCK: Final = "clock"
"""The value of `Entry.by` if the player's time was up."""

STAND_IN: Final = "stand-in"
"""The value of `Entry.by` if a bot moved for an absent person."""


@dataclass(frozen=True)
class PlayedMove:
    """A logged move, and the events that it caused.

    `asked` is the seat that had to act before the move, or a `Turn` such as the dealer's.
    """

    entry: Entry
    asked: Seat | Turn
    aside: bool
    """Whether the move was an optional one out of turn, such as a draw."""
    events: tuple[Event, ...]

    def is_of(self, seat: Seat) -> bool:
        """Return whether this seat can undo the move: only if the seat or its clock made it."""
        by_clock = self.entry.by == CLOCK and self.asked == seat
        return not self.aside and (by_clock or self.entry.seat == seat)

    def ends_turn(self, seat: Seat | None) -> bool:
        """Return whether this move ended a turn of this seat.

        A turn ends when the seat had to move, and the seat itself or the clock has made a move.
        """
        by_itself = self.entry.seat == seat and seat is not None
        return self.asked == seat and (by_itself or self.entry.by == CLOCK)


def since_move(seat: Seat | None, moves: Iterable[PlayedMove]) -> list[Event]:
    """Return the events that this seat received after its last move.

    A move that the clock made for the seat is one of these events.
    """
    heard: list[Event] = []
    for made in moves:
        _collect_events(seat, made, heard)
    return heard


def _collect_events(seat: Seat | None, made: PlayedMove, heard: list[Event]) -> None:
    """Add to `heard` the events of a move that a seat receives.

    If the move ends a turn of the seat, clear `heard` first, and add events only if the clock
    made the move.
    """
    if made.ends_turn(seat):
        heard.clear()
        if made.entry.by != CLOCK:
            return
    heard += [event for event in made.events if event.heard_by(seat)]


def validated_state(log: Log) -> State[Any, Any]:
    """Return the state after all moves of a log.

    Raises `LogError` if any part of the log is invalid.
    """
    read_players(log.header)
    read_time(log.header.time)
    return replay(log)


class MatchProgress:
    """The state of a match in progress, and the number of its pending decision."""

    def __init__(self, spec: Spec, state: State[Any, Any]) -> None:
        self.spec = spec
        self.state = state
        self.seq = 0
        self.overruns: Counter[Seat] = Counter()
        """How many turns of each seat the clock has ended in this match."""
        self.to_act: Seat | Turn
        """The seat that has to move."""
        self.window: Window | None
        """The move that may be made out of turn."""
        self._question: tuple[Seat | Turn, Sequence[Move]]
        """The seat that is asked, and its legal moves, which a move out of turn may change."""
        self._asked: Seat | None = None
        """The seat asked last; after a shuffle the same question keeps its number."""
        self._note_position()

    def make(self, seat: Seat | None, move: Move, by: str | None, emit: Emit = drop) -> bool:
        """Make a legal move; return whether it has decided the pending question.

        The next decision then has a new number, and answers with an earlier number are refused.
        """
        answers = seat is not None and not self.is_aside(seat, move)
        before, asked = self._question, self.to_act
        self.state.apply(seat, move, emit)
        self._note_position()
        if by == CLOCK and isinstance(asked, int):
            self.overruns[asked] += 1
        decides = by == CLOCK or (answers and self._question != before)
        self.seq += decides
        return decides

    def ask(self) -> None:
        """Give the pending decision a new number if the seat to act has changed.

        Called after the moves of the dealer and the clock.
        """
        if isinstance(self.to_act, int) and self.to_act != self._asked:
            self._asked = self.to_act
            self.seq += 1

    @classmethod
    def of(cls, log: Log) -> MatchProgress:
        """Return the progress of a match at its start, before the first move in this log.

        Raises `LogError`.
        """
        return cls(game(log.header.game), initial_state(log))

    def is_aside(self, seat: Seat | None, move: Move) -> bool:
        """Return whether a move is an optional one out of turn, such as a draw."""
        window = self.window
        return window is not None and (window.seat, window.move) == (seat, move)

    def follow(self, entries: Iterable[Entry]) -> Iterator[PlayedMove]:
        """Check each of these logged moves by the rules, make it, and yield it with its events.

        Raises `LogError`.
        """
        for entry in entries:
            yield self._made(entry)
            self.ask()

    def copy(self) -> MatchProgress:
        """Return an independent copy."""
        made = MatchProgress(self.spec, self.state.copy())
        made.seq, made._asked = self.seq, self._asked
        made.overruns = self.overruns.copy()
        return made

    def play(self, log: Log) -> MatchProgress:
        """Make all moves of a log that were not undone.  Raises `LogError`."""
        for _ in self.follow(log.moves()):
            pass
        return self

    def _made(self, entry: Entry) -> PlayedMove:
        """Make a move of a log, and return it with the events that it caused."""
        seat, move = read_move(self.spec, self.state, entry)
        asked, aside = self.to_act, self.is_aside(seat, move)
        events: list[Event] = []
        if entry.by == CLOCK and seat is not None:
            events.append(ClockMoved(seat))
        self.make(seat, move, entry.by, events.append)
        return PlayedMove(entry, asked, aside, tuple(events))

    def _note_position(self) -> None:
        """After a move, store the seat to act, its legal moves, and the open move out of turn.

        They are stored because tables query them often, and only moves change them.
        """
        self.to_act = seat = self.state.to_act
        self.window = self.spec.clock.window(self.state)
        moves = tuple(self.state.legal_moves(seat)) if isinstance(seat, int) else ()
        self._question = seat, moves


class HeardSince:
    """The events that each seat has received since its last move, according to a growing log.

    The log is replayed once for all seats, and later calls replay only the new moves.  This saves
    work when another server process takes over the table and all its clients ask for these events.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._begin()

    def _begin(self) -> None:
        """Start again at the beginning of the match, with no events received by any seat."""
        self._progress = MatchProgress.of(self._log)
        self._followed = 0
        self._heard: dict[Seat, list[Event]] = {
            Seat(seat): [] for seat in range(len(self._log.header.players))
        }

    def by(self, seat: Seat) -> list[Event]:
        """Return the events that this seat has received since its last move."""
        self._follow()
        return [*self._heard[seat]]

    def progress(self) -> MatchProgress:
        """Return a copy of the match's progress after all moves of the log.  Raises `LogError`."""
        self._follow()
        return self._progress.copy()

    def _follow(self) -> None:
        """Replay the new moves of the log; after an undo, replay the whole log."""
        if any(undone(entry) is not None for entry in self._log.entries[self._followed :]):
            self._begin()
        new = Log(self._log.header, self._log.entries[self._followed :])
        for made in self._progress.follow(new.moves()):
            for listener, heard in self._heard.items():
                _collect_events(listener, made, heard)
        self._followed = len(self._log.entries)


class MatchRecord:
    """Writes the log of a match in progress; `copy_to` receives each entry as it is added."""

    def __init__(self, log: Log) -> None:
        self.copy_to: Callable[[Entry], None] = lambda _entry: None
        self.deals = sum(entry.deals for entry in log.entries)
        self.took_back = any(undone(entry) is not None for entry in log.entries)
        """Whether the log has an undo; without one it need not be searched for undone deals."""
        self._log = log
        self._started_at = 0.0

    def begin(self, now: float) -> None:
        """Start the clock of the log; for a resumed match, continue from the last entry's time."""
        played = self._log.entries[-1].at if self._log.entries else 0.0
        self._started_at = now - played

    def shift(self, seconds: float) -> None:
        """Leave a pause of this many seconds out of the logged times."""
        self._started_at += seconds

    def entry(self, seat: Seat | None, move: str, now: float, by: str | None = None) -> Entry:
        """Build the next entry, without adding it to the log."""
        at = round(now - self._started_at, 3)
        return Entry(len(self._log.entries) + 1, at, seat, move, by)

    def write(self, seat: Seat | None, move: str, now: float, by: str | None = None) -> None:
        """Append a move to the log."""
        self.add(self.entry(seat, move, now, by))

    def add(self, entry: Entry) -> None:
        """Append an entry to the log."""
        self._log.entries.append(entry)
        self.deals += entry.deals
        self.copy_to(entry)

    def add_undo(self, entry: Entry) -> None:
        """Append an undo."""
        self.took_back = True
        self.add(entry)

    def began_as_person(self, seat: Seat | None) -> bool:
        """Return whether this seat belonged to a person when the match began."""
        return seat is not None and self._log.header.players[seat].get("kind") == HUMAN


def last_moves(log: Log, seat: Seat) -> Sequence[PlayedMove]:
    """Return the last move by this seat or its clock, and all later moves."""
    made = list(MatchProgress.of(log).follow(log.moves()))
    last = max((place for place, one in enumerate(made) if one.is_of(seat)), default=len(made))
    return made[last:]


def taken_back(moves: Sequence[PlayedMove], seat: Seat) -> TakenBack:
    """Return the result of an undo by this seat, given the undone moves, oldest first."""
    heard = (event for one in moves for event in one.events if event.heard_by(seat))
    first = moves[0].entry
    return TakenBack(None if first.seat is None else first.move, tuple(heard))


def progress_with(log: Log, entry: Entry) -> MatchProgress:
    """Return the progress of a match as if its log had this entry added, such as an undo."""
    longer = Log(log.header, [*log.entries, entry])
    return MatchProgress.of(longer).play(longer)


def has_seen_since(spec: Spec, seat: Seat, before: State[Any, Any], now: State[Any, Any]) -> bool:
    """Return whether a seat may look at its hand in the state `now` but could not in `before`."""
    hidden = spec.hand.hidden
    return hidden(before.view(seat)) is not None and hidden(now.view(seat)) is None


def dealt_before(spec: Spec, state: State[Any, Any], log: Log) -> Move | None:
    """Return the dealer's undone move to repeat now; None without one or if it is illegal."""
    known = log.dealt_before(state.expects or "")
    if known is None:
        return None
    move: Move = spec.rules.read(known)
    return move if spec.rules.allows_chance(state, move) else None

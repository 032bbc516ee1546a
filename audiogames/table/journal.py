"""The journal of a seat in a server's match: its decisions, and what it knew at each of them.

The log of such a match belongs to the server and holds everyone's cards.  A client reviews a
journal instead: for each of its own moves the view that it had, and the events since its previous
move.  Views are stored as bytes to save memory, because one server may hold many sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Final, overload

import msgspec
from msgspec import Meta

from audiogames.core.contract import Impossible, Move, Refused, View, Window, admit
from audiogames.core.events import Event, Seat
from audiogames.core.log import Header, LogError, read_log
from audiogames.core.registry import game
from audiogames.core.text import plain
from audiogames.table.codec import FormError, read_event, read_view, written
from audiogames.table.foreign import MoveText, SeatNumber
from audiogames.table.seats import LONGEST_NAME, read_players

_MALFORMED: Final = (
    msgspec.MsgspecError, FormError, Refused, Impossible, ValueError, LookupError, RecursionError,
)  # fmt: skip
"""The exceptions raised by untrusted lines: rules and codec may fail on an impossible view."""

MOST_HEARD: Final = 2000
"""The most events between two decisions of a seat."""


@dataclass(frozen=True)
class OwnDecision:
    """A decision of the player: its number among their decisions, the view, and the move made."""

    entry: int
    view: View
    move: Move
    opens: bool
    """Whether it was the player's first decision of a deal."""


@dataclass(frozen=True)
class _Kept:
    """A decision of a journal in memory; its view is encoded as bytes."""

    view: bytes
    move: Move
    opens: bool
    heard: tuple[Event, ...]


@dataclass(frozen=True)
class _Line:
    """A decision of a journal as a line of its file."""

    view: dict[str, Any]
    move: MoveText
    opens: bool
    heard: Annotated[list[dict[str, Any]], Meta(max_length=MOST_HEARD)]


class _SeatField(msgspec.Struct, frozen=True):
    """The seat: the only field parsed from a journal's first line, which summarises the match."""

    seat: SeatNumber


class _Decisions(Sequence[OwnDecision]):
    """The decisions of a journal as a sequence.

    A view is parsed when its decision is accessed, because parsing all at once would block a
    server.
    """

    def __init__(self, kept: Sequence[_Kept], view: Callable[[_Kept], View]) -> None:
        self._kept = kept
        self._view = view

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, place: int) -> OwnDecision: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[OwnDecision]: ...
    def __getitem__(self, place: int | slice) -> OwnDecision | Sequence[OwnDecision]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        one = self._kept[place]
        number = place % len(self._kept) + 1
        return OwnDecision(number, self._view(one), one.move, one.opens)


class Journal:
    """What one seat received and decided in a match; `header` identifies the match."""

    def __init__(self, header: Header, seat: Seat) -> None:
        self.header = header
        self.seat = seat
        self._kept: list[_Kept] = []
        self._heard: list[Event] = []
        """The events since the seat's last decision."""
        self._opens = True

    def record(self, events: Iterable[Event], *, dealt: bool) -> None:
        """Record events that the seat has received; `dealt` means that one of them was a deal."""
        self._heard += events
        self._opens |= dealt

    def decide(self, view: View, move: Move) -> None:
        """Record the move that this seat made at this view.

        Forced moves, and optional ones such as a draw, are not recorded: they are not decisions.
        """
        spec = game(self.header.game)
        window = spec.clock.window(spec.rules.redeal(view, Random(0)))
        if len(view.legal) > 1 and window != Window(self.seat, move):
            written = msgspec.json.encode(plain(view))
            self._kept.append(_Kept(written, move, self._opens, tuple(self._heard)))
            self._opens = False
        self._heard.clear()

    def decisions(self) -> Sequence[OwnDecision]:
        """Return the decisions, numbered from 1.  Each view is parsed on access."""
        return _Decisions(self._kept, self._view)

    def before(self, number: int) -> tuple[View, tuple[Event, ...]]:
        """Return the view at a decision, and the events since the previous decision."""
        one = self._kept[number - 1]
        return self._view(one), one.heard

    def _view(self, one: _Kept) -> View:
        """Parse the view of a recorded decision."""
        spec, seats = game(self.header.game), len(self.header.players)
        return read_view(spec, msgspec.json.decode(one.view), seats)

    # In a file

    def lines(self) -> Iterator[str]:
        """Yield a line of the file for each decision; it has only facts that the seat knew."""
        for one in self._kept:
            heard = [written(event) for event in one.heard]
            kept = _Line(msgspec.json.decode(one.view), str(one.move), one.opens, heard)
            yield msgspec.json.encode(kept).decode() + "\n"

    def read(self, lines: Iterable[str]) -> None:
        """Parse the decisions of an untrusted file and add them.  Raises `LogError`."""
        for number, text in enumerate(lines, 3):
            try:
                self._kept.append(self._read(text))
            except _MALFORMED:
                raise LogError("log-damaged", line=number) from None

    def _read(self, text: str) -> _Kept:
        """Parse one decision and check that it is possible by the rules.

        Raises any of `_MALFORMED`.
        """
        spec, seats = game(self.header.game), len(self.header.players)
        line = msgspec.json.decode(text, type=_Line)
        view, move = read_view(spec, line.view, seats), spec.rules.read(line.move)
        if view.seat != self.seat or [*spec.unsound(view)]:
            raise FormError("Expected a view of this seat - at `$.view`")
        admit(spec.rules, spec.rules.redeal(view, Random(0)), self.seat, move)
        heard = tuple(read_event(spec, event, seats) for event in line.heard)
        return _Kept(msgspec.json.encode(line.view), move, line.opens, heard)


def parse_journal(text: str) -> Journal:
    """Parse an untrusted journal.  Raises `LogError`.

    Every line is checked, which takes half a second for a long journal.
    """
    # Not splitlines: a name may hold another character that splitlines takes for a line break
    first, _, rest = text.partition("\n")
    header, _, rest = rest.partition("\n")
    journal = parse_journal_head(first, header)
    journal.read(rest.split("\n")[:-1])
    return journal


def parse_journal_head(first: str, header: str) -> Journal:
    """Parse the first two lines into a journal without decisions.  Raises `LogError`."""
    found = read_log(header + "\n").header
    players = read_players(found)
    if any(len(one.name) > LONGEST_NAME for one in players):
        raise LogError("log-damaged", line=1)
    try:
        seat = msgspec.json.decode(first, type=_SeatField).seat
    except (msgspec.MsgspecError, RecursionError):
        raise LogError("log-damaged", line=1) from None
    if seat not in range(len(players)):
        raise LogError("log-damaged", line=1)
    return Journal(found, Seat(seat))

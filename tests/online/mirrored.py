"""Replays a match beside the server, to know what each seat may have been sent.

The server's messages are compared with it, as `tests/online/scan_wire.py` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from audiogames.core.contract import Refused
from audiogames.core.events import Event, Seat
from audiogames.core.log import Log, initial_state, read_move
from audiogames.core.registry import Spec, game
from audiogames.core.text import Plain, plain

CARDS: Final = {
    "french": re.compile(r"(?<![A-Za-z0-9])[A2-9TJQK][cdhs](?![A-Za-z0-9])"),
    "italian": re.compile(r"(?<![A-Za-z0-9])[1-7FCR][cdsb](?![A-Za-z0-9])"),
}
"""The notation of a card in each pack, alone or as part of a move."""


@dataclass
class KnownCards:
    """The permitted knowledge of a deal: cards shown to all, and the cards of each seat."""

    shown: set[str] = field(default_factory=set)
    held: dict[Seat, set[str]] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    """Words of events that were announced to everybody."""
    whispered: dict[Seat, set[str]] = field(default_factory=dict)
    """Words of events that were announced to one seat alone."""

    def by(self, seat: int | None) -> set[str]:
        """Return the cards that may be sent to a seat, or to a spectator."""
        return self.shown if seat is None else self.shown | self.held.get(Seat(seat), set())


class MirroredMatch:
    """A match that is replayed from its log by the rules alone, without the server."""

    def __init__(self, spec: Spec, log: Log) -> None:
        self._spec = spec
        self.log = log
        """The log of the process that has the table now; its earlier entries are the same."""
        self._state = initial_state(log)
        self._played = 0
        self.deals: list[KnownCards] = [KnownCards()]

    def follow(self) -> None:
        """Replay the new entries of the log."""
        for entry in self.log.entries[self._played :]:
            self._played += 1
            if entry.move.startswith("deal "):
                self.deals.append(KnownCards())
            seat, move = read_move(self._spec, self._state, entry)
            events: list[Event] = []
            self._look()
            self._state.apply(seat, move, events.append)
            self._listen(events)
            self._look()

    def _listen(self, events: Iterable[Event]) -> None:
        known = self.deals[-1]
        for event in events:
            told = plain(event)
            cards = cards_of(self._spec, told)
            if event.to is None:
                known.shown |= cards
                known.said |= set(words_in(told))
            else:
                known.whispered.setdefault(event.to, set()).update({*words_in(told)} - cards)

    def _look(self) -> None:
        known = self.deals[-1]
        for number in range(len(self.log.header.players)):
            seat = Seat(number)
            view = self._state.view(seat)
            open_hands = [self._state.view(one).hand for one in self._spec.hand.shown(view)]
            for hand in (view.hand, *open_hands):
                known.held.setdefault(seat, set()).update(map(str, hand))

    def may_hear(self, seat: int | None, deals: int) -> set[str]:
        """Return the cards that messages of a deal may contain for this seat.

        The first of these messages may report the end of the previous deal, so the cards of that
        deal are included.
        """
        known = self.deals[max(0, deals - 1) : deals + 1]
        return set().union(*(one.by(seat) for one in known))

    def ever_heard(self, seat: int | None) -> set[str]:
        """Return all cards that a seat may know, over all deals so far.

        After a long absence its client may receive messages about any of these deals.
        """
        return set().union(*(one.by(seat) for one in self.deals))

    def kept_from(self, seat: int | None, deals: int, first: int | None = None) -> set[str]:
        """Return the texts of the events in these deals that were sent only to other seats."""
        kept, may = set[str](), set[str]()
        for known in self.deals[max(0, deals - 1) if first is None else first : deals + 1]:
            may |= known.said
            for one, words in known.whispered.items():
                (may if one == seat else kept).update(words)
        return kept - may


@cache
def cards_as_written(id_: str) -> re.Pattern[str]:
    """Return a regular expression for a card as this game writes it, French or Italian."""
    try:
        game(id_).rules.read("deal Fc")
    except Refused:
        return CARDS["french"]
    return CARDS["italian"]


def cards_of(spec: Spec, values: Plain) -> set[str]:
    """Return all cards that occur in plain values."""
    return set(cards_as_written(spec.id).findall(repr(values)))


def words_in(value: object) -> Iterator[str]:
    """Yield all words in plain values, except field names and legal moves."""
    if isinstance(value, str):
        yield from value.split()
    elif isinstance(value, list):
        for item in value:
            yield from words_in(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from () if name == "legal" else words_in(item)

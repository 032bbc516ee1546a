"""Finds messages of a server that reveal a hidden card, from the stored rows alone.

The onlooker has only the rows that the server stores.  From them each match is replayed, with the
cards that each seat has held and that were shown to all, and every other card is searched for in
the bytes that are sent.  A message about a move whose row is not stored yet is reported too,
because the onlooker does not know that move.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final

from audiogames.cards.card import Card
from audiogames.cards.dealing import Deal
from audiogames.core.events import Event, Seat
from audiogames.core.log import Entry, Header, Log, initial_state, read_move
from audiogames.core.registry import Spec, game
from audiogames.core.text import Notation
from audiogames.net import wire
from audiogames.net.server.store import BeginMatch, EndMatch, EnterMove, Row

CARDS: Final = {
    "french": re.compile(rb"(?<![A-Za-z0-9])([A2-9TJQK][cdhs])(?![A-Za-z0-9])"),
    "italian": re.compile(rb"(?<![A-Za-z0-9])([1-7FCR][cdsb])(?![A-Za-z0-9])"),
}

Listener = Seat | None


class Leak(AssertionError):
    """Raised when a message reveals a card that its recipient may not know."""


@dataclass
class Deals:
    """The cards that one listener may know in each deal, and before the first deal."""

    known: list[set[bytes]] = field(default_factory=lambda: [set()])

    def upto(self, deal: int) -> set[bytes]:
        """Return the cards that messages of this deal may contain.

        The first message may still end the previous deal, so its cards are included."""
        return set().union(*self.known[max(0, deal - 1) : deal + 1])

    def ever(self) -> set[bytes]:
        """Return all cards that the listener may know, from the deals up to now."""
        return set().union(*self.known)


class Match:
    """A match replayed from its stored rows, and the cards that each listener may know."""

    def __init__(self, header: Header) -> None:
        self.spec: Spec = game(header.game)
        self.state = initial_state(Log(header))
        self.entries = 0
        seats: list[Listener] = [Seat(n) for n in range(len(header.players))]
        self.deals: dict[Listener, Deals] = {seat: Deals() for seat in [*seats, None]}
        self.pattern = CARDS["french"]

    def enter(self, entry: Entry) -> None:
        """Replay a stored move."""
        self.entries += 1
        seat, move = read_move(self.spec, self.state, entry)
        if isinstance(move, Deal):
            self.pattern = CARDS[move.cards[0].pack]
            for deals in self.deals.values():
                deals.known.append(set())
        told: list[Event] = []
        self.state.apply(seat, move, told.append)
        shown = {card for event in told if event.to is None for card in cards_in(event)}
        for listener, deals in self.deals.items():
            hand = self.state.view(listener).hand
            deals.known[-1].update(str(card).encode() for card in (*hand, *shown))


class Onlooker:
    """Replays matches from the rows that a server stores, to find hidden cards that it sends."""

    def __init__(self) -> None:
        self.matches: dict[int, Match] = {}
        self.scanned = 0
        """The number of updates that were examined."""
        self.cards = 0
        """The number of cards found in them, all permitted."""
        self._past: dict[int, list[Match]] = {}

    def row(self, row: Row) -> None:
        """Replay a row that the server has stored."""
        match row:
            case BeginMatch(table, header):
                self.matches[table] = Match(Header(**json.loads(header)))
                self._past.setdefault(table, []).append(self.matches[table])
            case EnterMove(table, _, line):
                self.matches[table].enter(Entry(**json.loads(line)))
            case EndMatch(table):
                self.matches.pop(table, None)

    def told(self, update: wire.MatchUpdate, data: bytes, *, late: bool = False) -> None:
        """Raise `Leak` if these bytes contain a card that the update's seat may not know.

        `late` is true for a message that was kept until the player returned.
        """
        seat = None if update.seat is None else Seat(update.seat)
        past = self._past.get(update.table, ())
        if not past:
            raise Leak(f"table {update.table} has no match")
        known = _ever(past, seat) if late else past[-1].deals[seat].upto(update.deals)
        found = set(past[-1].pattern.findall(data))
        self.scanned += 1
        self.cards += len(found)
        if not found <= known:
            unknown = ", ".join(sorted(card.decode() for card in found - known))
            raise Leak(f"{unknown} told to seat {seat} in {data.decode()}")


def _ever(matches: Sequence[Match], seat: Listener) -> set[bytes]:
    return set().union(*(one.deals[seat].ever() for one in matches if seat in one.deals))


def cards_in(value: Any) -> Iterator[Card]:
    """Yield every card in an event, at any depth."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, list | tuple | frozenset):
        for item in value:
            yield from cards_in(item)
    elif is_dataclass(value):
        for one in fields(value):
            yield from cards_in(getattr(value, one.name))
    elif isinstance(value, Notation):
        for kind in type(value).__mro__:
            slots = getattr(kind, "__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                yield from cards_in(getattr(value, name))

"""The data types of Briscola: options, moves, events and the view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.cards import tricks
from audiogames.cards.card import ITALIAN, Card, HandOrder
from audiogames.cards.course import Course
from audiogames.cards.signs import GivenSign, Sign
from audiogames.cards.tricks import TrickView
from audiogames.core.contract import BareMove
from audiogames.core.events import Event, Seat
from audiogames.core.options import choice, number, switch
from audiogames.games.briscola.plays import PLAYS, POINTS, POWER, RANKS, Play

__all__ = ("PLAYS", "POINTS", "POWER", "RANKS", "Play")  # names defined in `plays`

SUITS: Final = "cdsb"
IN_HAND: Final = HandOrder(POWER)
HAND: Final = 3

WITHOUT_A_TWO: Final = tuple(card for card in ITALIAN if str(card) != "2d")
PACKS: Final = {2: ITALIAN, 3: WITHOUT_A_TWO, 4: ITALIAN}
"""The pack for each number of players."""


@dataclass(frozen=True)
class Options:
    """The options of a table of Briscola."""

    deals: int = number(2, 1, 3)
    signals: bool = switch()
    show_hands: bool = switch(True)
    exchange: bool = switch()
    count: str = choice("own", "none", "all")


def best_of(trick: Sequence[tuple[Seat, Card]], briscola: str | None) -> tuple[Seat, Card]:
    """Return the seat that is winning a trick, and its card."""
    return tricks.best_of(trick, POWER, briscola)


SIGNS: Final = tuple(map(Sign, ("asso", "tre", "re", "cavallo", "fante", "carico", "niente")))
"""Signs for the five top trumps, for an ace or three of another suit, and for nothing."""


EXCHANGE: Final = BareMove("exchange")
"""Exchange the seven of trumps for the turned-up card."""


@dataclass(frozen=True, kw_only=True)
class BriscolaView(TrickView):
    """A view of Briscola: what one seat, or a spectator, knows.

    `briscola` is the trump suit, `turned` the turned-up card until it is drawn, `stock` the number
    of cards above it.  `history` has the cards played in this deal, `known` the cards that a seat
    took in public and has not played yet.  `signs` are the signs of this deal that this seat knows;
    `signed` are the seats that gave one in this trick.  `points` (None where hidden from this
    seat), `wins` and the fields of `sheet`, the finished deals, are in side order.
    """

    deal: int
    partner_hand: tuple[Card, ...]
    briscola: str | None
    turned: Card | None
    stock: int
    history: Course
    known: Course
    signs: tuple[GivenSign, ...]
    signed: tuple[Seat, ...]
    points: tuple[int | None, ...]
    wins: tuple[int, ...]
    sheet: tuple[DealScored, ...]
    options: Options


@dataclass(frozen=True)
class Dealt(Event):
    """A deal begins; `first` leads, `turned` sets the trump suit."""

    deal: int
    dealer: Seat
    first: Seat
    turned: Card
    wins: tuple[int, ...]


@dataclass(frozen=True)
class Exchanged(Event):
    """A seat exchanged the seven for the turned-up card."""

    seat: Seat
    gave: Card
    got: Card


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card was played to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class TrickTaken(Event):
    """A trick is over; `trick` counts from 1."""

    seat: Seat
    trick: int


@dataclass(frozen=True)
class HandShown(Event):
    """The partner's hand was shown, before the last three tricks."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class DealScored(Event):
    """A deal is over; tuples are in side order, and a drawn deal has no winners."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    wins: tuple[int, ...]


@dataclass(frozen=True)
class MatchEnded(Event):
    """A side has won as many deals as the match requires."""

    winners: tuple[Seat, ...]
    wins: tuple[int, ...]

"""The data types of Wist: options, rounds, moves, events and the view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Final

from audiogames.cards import tricks
from audiogames.cards.card import FRENCH, Card
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.tricks import TrickView
from audiogames.core.contract import Move
from audiogames.core.events import Event, Seat
from audiogames.core.options import choice, switch
from audiogames.games.wist.plays import (
    BIDS,
    BIDS_UP_TO,
    FULL_HAND,
    PLAYS,
    POWER,
    RANKS,
    SUITS,
    Bid,
    Play,
    bid_of,
    bids_but,
    play_of,
)

__all__ = (  # names defined in `plays`
    "BIDS", "BIDS_UP_TO", "FULL_HAND", "PLAYS", "POWER", "RANKS", "SUITS", "Bid", "Play",
    "bid_of", "bids_but", "play_of",
)  # fmt: skip


def place_in_hand(card: Card) -> tuple[int, int]:
    """Return the sort key of a card: suits in round order, each from the highest card."""
    return SUITS.index(card.suit), -POWER[card]


LEFT_OUT: Final = frozenset({"2c", "2s"})
"""The cards omitted with five players, whose pack has 50 cards."""

PACKS: Final = {
    4: FRENCH,
    5: tuple(card for card in FRENCH if str(card) not in LEFT_OUT),
}
"""The pack for each number of players."""

CAGLIARI_SEATS: Final = 4
CAGLIARI_HANDS: Final = (*range(FULL_HAND, 0, -1), *range(2, FULL_HAND + 1))
"""The number of cards in each of the 25 hands."""


@dataclass(frozen=True)
class Options:
    """The options of a table."""

    form: str = choice("eight", "cagliari")
    clockwise: bool = switch()
    free_cut: bool = switch()
    dark_tickets: bool = switch()
    cagliari_points: str = choice("made", "always")
    fallen_cards: bool = switch()


@dataclass(frozen=True)
class Round:
    """A round of the plan (turno or, in the Cagliari variant, mano): how it is bid and played.

    `cards` is the size of a hand.  In a `dark` round players bid before they see their hands, in a
    `secret` one they write bids on tickets, in a `bound` one there are no bids and everybody aims
    at zero.  If `turned`, a card turned up after the deal sets the trump suit.
    """

    name: str
    cards: int
    trump: str | None = None
    dark: bool = False
    secret: bool = False
    bound: bool = False
    turned: bool = False


@cache
def plan(options: Options, seats: int) -> tuple[Round, ...]:
    """Return the rounds of a match, in order."""
    if options.form == "cagliari":
        return tuple(Round(str(n), n, turned=n < FULL_HAND) for n in CAGLIARI_HANDS)
    cards = len(PACKS[seats]) // seats
    return (
        Round("cuori", cards, "h"),
        Round("quadri", cards, "d"),
        Round("fiori", cards, "c"),
        Round("picche", cards, "s"),
        Round("libera", cards),
        Round("buio", cards, dark=True, secret=options.dark_tickets),
        Round("biglietti", cards, secret=True),
        Round("wist", cards, bound=True),
    )


class Phase(Enum):
    """The phases of a match; each names the action that the match waits for."""

    SEATING = auto()
    """Seats are being drawn, in the Cagliari variant."""
    DRAWING = auto()
    """Cards are being drawn for the first dealer."""
    DEALING = auto()
    BIDDING = auto()
    PLAYING = auto()
    OVER = auto()


def best_of(trick: Sequence[tuple[Seat, Card]], trump: str | None) -> tuple[Seat, Card]:
    """Return the seat that is winning a trick, and its card."""
    return tricks.best_of(trick, POWER, trump)


def forbidden(cards: int, others: Sequence[int]) -> int | None:
    """Return the number that the last bidder may not bid, or None if every bid is allowed.

    The forbidden bid would make all bids together equal the number of tricks.
    """
    left = cards - sum(others)
    return left if left >= 0 else None


@dataclass(frozen=True)
class DrawDealer(Move):
    """The draw for the first deal, a card for each seat: `draw-dealer Kc 7h 2s Ad`.

    The highest card deals; after a tie all draw again.
    """

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(("draw-dealer", *map(str, self.cards)))

    def highest(self) -> list[Seat]:
        """Return the seats with the highest card; if there are several, all must draw again."""
        best = max(POWER[card] for card in self.cards)
        return [Seat(seat) for seat, card in enumerate(self.cards) if POWER[card] == best]


@dataclass(frozen=True)
class DrawSeats(Move):
    """The draw of the seating, clockwise: `seats 2 0 3 1`."""

    order: tuple[Seat, ...]

    def __str__(self) -> str:
        return " ".join(("seats", *map(str, self.order)))


@dataclass(frozen=True)
class Scored:
    """A finished round, with one number per seat in each field."""

    name: str
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class WistView(TrickView):
    """A view of Wist: what one seat, or a spectator, knows.

    `round` counts from 1; `round_name` is the name of the turno, in the Cagliari variant the number
    of cards.  `bids` holds the bids known to this seat, `written` says which seats have bid.
    `hidden` means that hands may not be seen yet, `bidding` that bids are still being made.
    `history` has the cards played in this round, `sheet` the finished rounds, `order` the seating,
    clockwise.  The seat `first` bids and leads first.
    """

    round: int
    rounds: int
    round_name: str | None
    cards: int
    trump: str | None
    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    scores: tuple[int, ...]
    forbidden: int | None
    leader: Seat | None
    bidding: bool
    secret: bool
    hidden: bool
    bound: bool
    written: tuple[bool, ...]
    turned: Card | None
    first: Seat | None
    order: tuple[Seat, ...]
    history: tuple[tuple[Seat, Card], ...]
    sheet: tuple[Scored, ...]
    options: Options


@dataclass(frozen=True)
class SeatsDrawn(Event):
    """The seating was drawn, clockwise."""

    order: tuple[Seat, ...]


@dataclass(frozen=True)
class DealerCardsDrawn(Event):
    """The card that each seat drew for the first deal, in seat order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class DrawTied(Event):
    """The highest card was drawn by several seats: all seats draw again."""


@dataclass(frozen=True)
class Dealt(Event):
    """A round begins: the dealer has shuffled, `cutter` has cut, `first` got the first card."""

    round: int
    name: str
    cards: int
    trump: str | None
    dealer: Seat
    cutter: Seat
    first: Seat


@dataclass(frozen=True)
class TrumpTurned(Event):
    """The card that sets the trump suit of a Cagliari hand."""

    card: Card


@dataclass(frozen=True)
class BidMade(Event):
    """A bid was announced, or the seat's own bid was written on a ticket."""

    seat: Seat
    bid: int


@dataclass(frozen=True)
class BidWritten(Event):
    """A seat has written its secret bid on its ticket."""

    seat: Seat


@dataclass(frozen=True)
class HandsLifted(Event):
    """After the last bid of the round Buio all seats look at their cards."""


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card was played; `cuts` if it trumps another suit."""

    seat: Seat
    card: Card
    cuts: bool


@dataclass(frozen=True)
class TrickTaken(Event):
    """A trick (scesa) is over; `taken` is its taker's number of tricks so far."""

    seat: Seat
    taken: int


@dataclass(frozen=True)
class BidsRevealed(Event):
    """The tickets (secret bids) are opened: bids in seat order."""

    bids: tuple[int, ...]


@dataclass(frozen=True)
class RoundScored(Event):
    """The result of a round, with one number per seat in each field."""

    round: int
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class MatchEnded(Event):
    """The last round is over; equal totals share the win."""

    winners: tuple[Seat, ...]
    totals: tuple[int, ...]


EVENTS: Final[tuple[type[Event], ...]] = (
    SeatsDrawn, DealerCardsDrawn, DrawTied, DealerChosen, Dealt, TrumpTurned, HandDealt, BidMade,
    BidWritten, HandsLifted, CardPlayed, TrickTaken, BidsRevealed, RoundScored, MatchEnded,
)  # fmt: skip

"""Base classes for trick-taking games: the move of playing a card, and the state during a deal.

The *course* of a deal is all cards played so far, in order, each with its player.  `tricks` holds
the other code that trick-taking games share.  The speed of bots' searches depends on these base
classes, so they also run compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final, Generic, Self, TypeVar

from audiogames.cards.card import SUITS, Card
from audiogames.cards.dealt import DealtState
from audiogames.core.events import Seat
from audiogames.core.native import mypyc_attr
from audiogames.core.state import Move
from audiogames.core.views import View

Course = tuple[tuple[Seat, Card], ...]
"""Cards with their players, in order of play: a trick, or a whole deal."""

NO_SUIT: Final = -1
"""The number of no suit: there is no trump, or no card on the table yet."""


def suit_number(letter: str | None, suits: str) -> int:
    """Return the place of a suit in this order of suits; `NO_SUIT` for None."""
    return NO_SUIT if letter is None else suits.index(letter)


def suit_letter(number: int, suits: str) -> str | None:
    """Return the suit at this place in this order of suits; None for `NO_SUIT`."""
    return None if number == NO_SUIT else suits[number]


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickPlay(Move):
    """The move of playing a card, with the card's suit and power precomputed.

    `suit` is the number of the suit, its place in the order of a hand, because lists are indexed
    faster than dictionaries; its letter is `card.suit`.  There is one object for each move.
    """

    __slots__ = ("card", "power", "suit")

    def __init__(self, card: Card, power: int, suits: str = "") -> None:
        """Create the move; `suits` is the order of suits in a hand, if not the pack's."""
        self.card = card
        self.power = power
        self.suit = (suits or SUITS[card.pack]).index(card.suit)

    def __str__(self) -> str:
        return str(self.card)

    def __repr__(self) -> str:
        return f"<play {self}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
class CardPlay(TrickPlay):
    """A move that plays a card, in a game where each card can be played in only one way.

    `points` is what the card is worth.
    """

    __slots__ = ("points",)
    known: ClassVar[dict[Card, Self]]

    def __init__(self, card: Card, power: int, points: int = 0) -> None:
        super().__init__(card, power)
        self.points = points

    @classmethod
    def of_pack(cls, power: Mapping[Card, int], points: Mapping[str, int]) -> dict[Card, Self]:
        """Create the moves for all cards, given each card's power and each rank's points."""
        plays = ((card, cls(card, high, points.get(card.rank, 0))) for card, high in power.items())
        cls.known = dict(plays)
        return cls.known

    @classmethod
    def of(cls, card: Card) -> Self:
        """Return the existing move that plays this card; unpickling uses it too."""
        return cls.known[card]

    def __reduce__(self) -> tuple[object, tuple[Card]]:
        return self.of, (self.card,)


P = TypeVar("P", bound=TrickPlay)
V_co = TypeVar("V_co", bound=View, covariant=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickState(DealtState[V_co], Generic[P, V_co]):
    """The state of a trick-taking game: all hands, and the cards played in the deal.

    Bots copy and play states hundreds of times for one decision.  So the best card of the trick
    is stored and updated after each card, which is faster than a search.
    """

    __slots__ = ("best", "closer", "hands", "leaders", "led", "taker", "trail")
    _lists: ClassVar[tuple[str, ...]] = ("leaders", "trail")
    _nested: ClassVar[tuple[str, ...]] = ("hands",)

    hands: list[list[P]]
    """For each seat, its cards, suit by suit.  They are also its legal moves if it may play any."""

    def clear_course(self) -> None:
        """Reset the cards played and the current trick, for the start of a deal."""
        self.trail: list[P] = []
        """The cards of the deal, in order of play."""
        self.leaders: list[Seat] = []
        """Who led each trick."""
        self.led: int = NO_SUIT
        """The number of the suit led to this trick."""
        self.best: P | None = None
        """The card that is winning the trick."""
        self.taker = self.closer = Seat(0)
        """The seat of that card, and the seat that plays last to the trick."""

    def lead(self, seat: Seat, closer: Seat) -> None:
        """Begin a trick: this seat leads it, and `closer` plays last."""
        self.leaders.append(seat)
        self.closer = closer
        self.to_act = seat

    def held(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that a seat holds."""
        return tuple([play.card for play in self.hands[seat]])

    def hand_sizes(self) -> tuple[int, ...]:
        """Return how many cards each seat holds."""
        return tuple([len(hand) for hand in self.hands])

    def history(self) -> Course:
        """Return all cards played in this deal, with their players."""
        return course(self.leaders, self.after, [play.card for play in self.trail])

    def lay_course(self, history: Course, leader: Seat | None, plays: Mapping[Card, P]) -> None:
        """Restore the cards of a deal from a view, with the leader of the next trick, if any.

        The caller restores the rest of the current trick: its last seat to play and its best card.
        """
        self.trail = [plays[card] for _, card in history]
        self.leaders = [seat for seat, _ in history[:: self.seats]]
        if leader is not None:
            self.leaders.append(leader)

    def lay_trick(self, trick: Course, taker: Seat, best: P) -> None:
        """Restore the state of an unfinished trick: the suit led, the best card and its seat.

        Call `lay_course` first, which restores the cards of the trick.
        """
        self.led = self.trail[-len(trick)].suit
        self.taker, self.best = taker, best


@mypyc_attr(allow_interpreted_subclasses=True)
class FollowState(TrickState[P, V_co], Generic[P, V_co]):
    """The state of a game in which the suit led must be followed.

    This is checked before every card, so hands are also kept by suit.
    """

    __slots__ = ("suits",)

    suits: list[list[list[P]]]
    """For each seat, its cards of each suit; they are the legal moves of a seat that follows."""

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = super().copy()
        twin.suits = [[held[:] for held in suits] for suits in self.suits]
        return twin


def course(leaders: Sequence[Seat], after: Callable[[Seat], Seat], cards: Iterable[Card]) -> Course:
    """Pair the cards of a deal, in order of play, with the seats that played them.

    `leaders` are the seats that led the tricks.  `after` returns the seat that plays next; called
    repeatedly, it must come back to the leader.
    """
    played = list(cards)
    seats: list[Seat] = []
    rounds: dict[Seat, list[Seat]] = {}  # views need this: one round per leader
    for leader in leaders:
        if leader not in rounds:
            rounds[leader] = _seats_of_trick(leader, after, len(played))
        seats += rounds[leader]
        if len(seats) >= len(played):  # an untrusted table may contain part of a round
            break
    return tuple(zip(seats, played, strict=False))


def _seats_of_trick(leader: Seat, after: Callable[[Seat], Seat], most: int) -> list[Seat]:
    """Return the seats of a trick in order of play, but no more than `most`.

    The limit ends the loop if `after` never returns to the leader.
    """
    seats = [leader]
    while len(seats) < most and (turn := after(seats[-1])) != leader:
        seats.append(turn)
    return seats

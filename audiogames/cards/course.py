"""The course of a deal in a game of tricks: cards as moves, hands, and the trick on the table.

What else games of tricks share is in `tricks`.  These are the base classes of what searches: they
run pure or compiled.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, Self, TypeVar

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.core.native import mypyc_attr
from audiogames.core.state import Move, SlottedState
from audiogames.core.views import Turn, View

Course = tuple[tuple[Seat, Card], ...]
"""Cards in order of play with who played each: a trick, or a whole deal."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickPlay(Move):
    """A card as a move, with its suit and its power at hand for the rules.  Interned."""

    __slots__ = ("card", "power", "suit")

    def __init__(self, card: Card, power: int) -> None:
        self.card = card
        self.power = power
        self.suit = card.suit

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
    """A card that is played in one way only, with what it counts; made once for each card."""

    __slots__ = ("points",)
    known: ClassVar[dict[Card, Self]]

    def __init__(self, card: Card, power: int, points: int = 0) -> None:
        super().__init__(card, power)
        self.points = points

    @classmethod
    def of_pack(cls, power: Mapping[Card, int], points: Mapping[str, int]) -> dict[Card, Self]:
        """The plays of all cards, by their power and by what a rank counts."""
        plays = ((card, cls(card, high, points.get(card.rank, 0))) for card, high in power.items())
        cls.known = dict(plays)
        return cls.known

    @classmethod
    def of(cls, card: Card) -> Self:
        """The one play of a card, also where it is unpickled."""
        return cls.known[card]

    def __reduce__(self) -> tuple[object, tuple[Card]]:
        return self.of, (self.card,)


P = TypeVar("P", bound=TrickPlay)
V_co = TypeVar("V_co", bound=View, covariant=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickState(SlottedState[Move, V_co], Generic[P, V_co]):
    """Hands, and the course of the tricks of a deal.

    Bots play to copies hundreds of times for one decision.  So hands are kept by suit, since what
    follows suit is asked before every card, and the best card of the trick is carried along
    instead of being looked for.
    """

    __slots__ = ("best", "closer", "leaders", "led", "suits", "taker", "to_act", "trail")
    _lists: ClassVar[tuple[str, ...]] = ("leaders", "trail")

    to_act: Seat | Turn
    suits: list[dict[str, list[P]]]
    """The hands: of each seat, its cards of each suit, the suits in the order of a sorted hand."""

    def clear_course(self) -> None:
        """Nothing has been played."""
        self.trail: list[P] = []
        """The cards of the deal, in order of play."""
        self.leaders: list[Seat] = []
        """Who led each trick."""
        self.led: str | None = None
        """The suit led to this trick; None before its first card."""
        self.best: P | None = None
        """The card that takes the trick so far."""
        self.taker = self.closer = Seat(0)
        """Whose that card is, and who plays last to the trick."""

    @abstractmethod
    def after(self, seat: Seat) -> Seat:
        """Who plays after a seat."""
        ...

    def lead(self, seat: Seat, closer: Seat) -> None:
        """Let this seat lead the next trick."""
        self.leaders.append(seat)
        self.closer = closer
        self.to_act = seat

    def hand(self, seat: Seat) -> tuple[P, ...]:
        """The cards of a seat as moves."""
        one, two, three, four = self.suits[seat].values()
        return (*one, *two, *three, *four)

    def held(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a seat."""
        return tuple(play.card for play in self.hand(seat))

    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(sum(map(len, suits.values())) for suits in self.suits)

    def history(self) -> Course:
        """The course of the deal so far."""
        return course(self.leaders, self.after, [play.card for play in self.trail])

    def lay_course(self, history: Course, leader: Seat | None, plays: Mapping[Card, P]) -> None:
        """Put back the course of a deal as a view has it, with who leads the next trick, if any.

        Who closes and who takes the trick on the table is the game's to say.
        """
        self.trail = [plays[card] for _, card in history]
        self.leaders = [seat for seat, _ in history[:: len(self.suits)]]
        if leader is not None:
            self.leaders.append(leader)

    def lay_trick(self, trick: Course, taker: Seat, best: P) -> None:
        """Put back a trick that has begun, with its best card."""
        self.led = trick[0][1].suit
        self.taker, self.best = taker, best

    def copy(self) -> Self:
        """An independent copy."""
        twin = super().copy()
        twin.suits = [{suit: held[:] for suit, held in suits.items()} for suits in self.suits]
        return twin


def course(leaders: Sequence[Seat], after: Callable[[Seat], Seat], cards: Iterable[Card]) -> Course:
    """Cards in order of play with who played each.

    `leaders` began the tricks, `after` is who plays after a seat, round to the leader again.
    """
    played = list(cards)
    seats: list[Seat] = []
    rounds: dict[Seat, list[Seat]] = {}  # every view is made with this: no round is walked twice
    for leader in leaders:
        if leader not in rounds:
            rounds[leader] = _round_from(leader, after, len(played))
        seats += rounds[leader]
        if len(seats) >= len(played):  # a table from elsewhere may go round in part only
            break
    return tuple(zip(seats, played, strict=False))


def _round_from(leader: Seat, after: Callable[[Seat], Seat], most: int) -> list[Seat]:
    """The seats in order of play, never more than `most`, whatever `after` says."""
    seats = [leader]
    while len(seats) < most and (turn := after(seats[-1])) != leader:
        seats.append(turn)
    return seats

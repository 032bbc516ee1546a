"""The base class of states of games that are played in several deals: dealer, deals, sides, end.

The speed of bots' searches depends on this class, so it can also run compiled.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from audiogames.cards.card import Card
from audiogames.cards.dealing import Deal, Dealer, DealerChosen
from audiogames.cards.sides import sides
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.native import mypyc_attr
from audiogames.core.state import Move, SlottedState
from audiogames.core.views import Result, Turn, View

TO_THE_RIGHT: Final = {n: tuple(Seat((seat - 1) % n) for seat in range(n)) for n in range(2, 9)}
"""For each number of seats, the next seat after each, counter-clockwise."""

V_co = TypeVar("V_co", bound=View, covariant=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class DealtState(SlottedState[Move, V_co], Generic[V_co]):
    """The state of a game in which the first dealer is drawn and then deals are played.

    Play is counter-clockwise, with the sides of `audiogames/cards/sides.py`, and ends when a side
    has won the match.
    """

    __slots__ = ("deal", "dealer", "following", "options", "score", "seats", "to_act")
    _lists: ClassVar[tuple[str, ...]] = ("score",)
    why: ClassVar[str]
    """Why a match ends, as an id."""
    ended: ClassVar[type[Any]]
    """The event that announces the end, built from the winners and the score."""

    to_act: Seat | Turn
    following: tuple[Seat, ...]
    """The next seat after each."""
    score: list[int]
    """The score of each side."""

    def __init__(self, options: Any, seats: int) -> None:
        """Set up a match in which nothing has happened yet: the first dealer must be drawn."""
        self.options: Any = options
        self.seats: int = seats
        self.following = TO_THE_RIGHT[seats]
        self.deal: int = 0
        self.dealer: Seat | None = None
        self.to_act = Turn.CHANCE
        self.score = [0] * len(self.partners(seats))

    @staticmethod
    def partners(seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats of each side (`GameSpec.partners`); games without pairs override it."""
        return sides(seats)

    @classmethod
    def as_seen(cls, view: Any) -> Self:
        """Build a state without cards from the view fields that games of several deals share."""
        state = cls(view.options, len(view.hand_sizes))
        state.deal, state.dealer, state.to_act = view.deal, view.dealer, view.to_act
        return state

    @abstractmethod
    def deal_cards(self, cards: tuple[Card, ...], dealer: Seat, emit: Emit) -> None:
        """Deal these cards: the whole pack, in the order of the dealer's move."""
        ...

    @property
    def expects(self) -> str | None:
        """The first word of the dealer's next move; None if it is not the dealer's turn."""
        if self.to_act is not Turn.CHANCE:
            return None
        return "dealer" if self.dealer is None else "deal"

    def seen(self, seat: Seat | None) -> dict[str, Any]:
        """Return the view fields that all these games share, for a seat or a spectator."""
        return {
            "seat": seat,
            "legal": () if seat is None else tuple(self.legal_moves(seat)),
            "to_act": self.to_act,
            "dealer": self.dealer,
            "deal": self.deal,
            "options": self.options,
        }

    def make_dealers_move(self, move: Move, emit: Emit) -> None:
        """Apply the dealer's move: the draw of the first dealer, or a deal."""
        if isinstance(move, Dealer):
            self.dealer = move.seat
            emit(DealerChosen(move.seat))
            return
        assert isinstance(move, Deal)
        assert self.dealer is not None
        self.deal_cards(move.cards, self.dealer, emit)

    def pass_deal(self, emit: Emit, *, over: bool) -> None:
        """Let the next seat deal, or end the match if `over`."""
        assert self.dealer is not None
        self.dealer = self.following[self.dealer]
        self.to_act = Turn.OVER if over else Turn.CHANCE
        if over and emit is not drop:
            kind: Any = type(self)
            emit(kind.ended(self.winners(), tuple(self.score)))

    def after(self, seat: Seat) -> Seat:
        """Return the next seat to play."""
        return self.following[seat]

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats of the side with the highest score.

        If several sides have the same highest score, return the seats of all of them.
        """
        most, each = max(self.score), self.partners(self.seats)
        return tuple(
            [seat for side, seats in enumerate(each) if self.score[side] == most for seat in seats]
        )

    def result(self) -> Result | None:
        """Return the result of the match; None while the match is in progress."""
        if self.to_act is not Turn.OVER:
            return None
        kind: Any = type(self)
        return Result(self.winners(), tuple(self.score), kind.why)

"""What the rules of games of cards say alike: the dealer's part, and whose turn it is.

In most games somebody is drawn by lot to deal first (`dealer 2`), and each deal is the whole pack
in an order drawn by lot (`deal 7d Fb ...`).  A game derives its rules from `DealtRules`, its state
from `DealtState`, and adds what is its own: how it starts, its seats' moves, and why one is not
allowed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar

from audiogames.cards.card import Card
from audiogames.cards.checks import MANY, Look, unsound
from audiogames.cards.course import TrickPlay
from audiogames.cards.dealing import (
    Deal,
    Dealer,
    DealerChosen,
    read_cards,
    read_seat,
    same_cards,
    shuffled,
)
from audiogames.cards.sides import sides
from audiogames.core.contract import Impossible, Move, Opts_contra, Refused, Result, Rules, Turn
from audiogames.core.cues import Name, msg
from audiogames.core.events import Emit, Seat
from audiogames.core.options import OptionError, are_allowed

TO_THE_RIGHT: Final = {n: tuple(Seat((seat - 1) % n) for seat in range(n)) for n in range(2, 9)}
"""By the number of seats, who plays after each: counter-clockwise."""


class DealtState:
    """A state that waits for `dealer` once, and for a `deal` whenever it is the dealer's turn.

    It is played to the right, by the sides of `audiogames/cards/sides.py`, until one of them is
    ahead in the end.  A game names these fields among its slots.
    """

    if not TYPE_CHECKING:  # where they are checked, the slots of a base are all that there are
        __slots__ = ()
    why: ClassVar[str]
    """Why a match ends, as an id."""
    ended: ClassVar[type[Any]]
    """The event that tells of it, made of the winners and the score."""
    deal: int
    dealer: Seat | None
    options: Any
    right: tuple[Seat, ...]
    score: list[int]
    seats: int
    to_act: Seat | Turn

    def __init__(self, options: Any, seats: int) -> None:
        """Nothing has happened yet: the dealer is to be drawn by lot."""
        self.options, self.seats, self.right = options, seats, TO_THE_RIGHT[seats]
        self.deal, self.dealer, self.to_act = 0, None, Turn.CHANCE
        self.score = [0] * len(self.partners(seats))

    @staticmethod
    def partners(seats: int) -> tuple[tuple[Seat, ...], ...]:
        """The sides (`GameSpec.partners`): `staticmethod(each_alone)` where there are no pairs."""
        return sides(seats)

    @classmethod
    def as_seen(cls, view: Any) -> Self:
        """The table of a view, as far as it is alike in all these games, with nothing dealt."""
        state = cls(view.options, len(view.hand_sizes))
        state.deal, state.dealer, state.to_act = view.deal, view.dealer, view.to_act
        return state

    @abstractmethod
    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Everything that this seat may do now."""
        ...

    @abstractmethod
    def deal_cards(self, cards: tuple[Card, ...], dealer: Seat, emit: Emit) -> None:
        """Give out the pack, in the order of the dealer's move."""
        ...

    @property
    def expects(self) -> str | None:
        """The dealer's next verb."""
        if self.to_act is not Turn.CHANCE:
            return None
        return "dealer" if self.dealer is None else "deal"

    def seen(self, seat: Seat | None) -> dict[str, Any]:
        """Those fields of a view that are alike in all these games."""
        names = ("to_act", "dealer", "deal", "options")
        legal = () if seat is None else tuple(self.legal_moves(seat))
        return {"seat": seat, "legal": legal, **{name: getattr(self, name) for name in names}}

    def make_dealers_move(self, move: Move, emit: Emit) -> None:
        """Who deals first, or a deal."""
        if isinstance(move, Dealer):
            self.dealer = move.seat
            emit(DealerChosen(move.seat))
            return
        assert isinstance(move, Deal)
        assert self.dealer is not None
        self.deal_cards(move.cards, self.dealer, emit)

    def pass_deal(self, emit: Emit, *, over: bool) -> None:
        """The neighbour on the right deals next, if the match goes on."""
        assert self.dealer is not None
        self.dealer = self.right[self.dealer]
        self.to_act = Turn.OVER if over else Turn.CHANCE
        if over:
            emit(self.ended(self.ahead(), tuple(self.score)))

    def after(self, seat: Seat) -> Seat:
        """The seat that plays after this one: the neighbour on the right."""
        return self.right[seat]

    def ahead(self) -> tuple[Seat, ...]:
        """The side with the highest score; of several the first."""
        return self.partners(self.seats)[self.score.index(max(self.score))]

    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        is_over = self.to_act is Turn.OVER
        return Result(self.ahead(), tuple(self.score), self.why) if is_over else None


S = TypeVar("S", bound=Any)  # a `State` that is a `DealtState`: Python has no such type
V = TypeVar("V", bound=Any)  # a `View` with the fields `deal` and `options`


class DealtRules(Rules[Opts_contra, S, Move, V], Generic[Opts_contra, S, V]):
    """The dealer's moves, the text forms of all moves, and the reasons that any game refuses by."""

    packs: ClassVar[Mapping[int, tuple[Card, ...]]]
    """The pack for each number of players."""
    state: ClassVar[type[Any]]
    """Made of options and a number of seats."""
    moves: ClassVar[Mapping[str, Move]] = {}
    """All moves of seats by their text forms, where they can be listed."""
    any_time: ClassVar[tuple[type[Move], ...]] = ()
    """Moves that a seat may make out of its turn."""

    def start(self, options: Opts_contra, seats: int) -> S:
        """Before the first dealer is known.  Raises `OptionError` for options of other tables."""
        return self.state(options, seats)  # type: ignore[no-any-return]

    def read_own(self, text: str) -> Move:
        """A seat's move with this text form.  Raises `Refused("malformed")`."""
        if text not in self.moves:
            raise Refused("malformed")
        return self.moves[text]

    def looks(self, view: V) -> Iterator[Look]:
        """What a view from elsewhere must be before it is dealt again; each look trusts the last.

        What stands in it as it is, and comes out of no deal, is looked at here too.
        """
        del view
        return iter(())

    @abstractmethod
    def why_not(self, view: V, move: Move) -> Refused:
        """The game's own reason, where the seat may move, and holds the card."""
        ...

    def chance(self, state: S, rng: Random) -> Move:
        """Choose a dealer, or shuffle the pack."""
        if state.expects == "dealer":
            return Dealer(Seat(rng.randrange(state.seats)))
        return Deal(shuffled(self.packs[state.seats], rng))

    def allows_chance(self, state: S, move: Move) -> bool:
        """The dealer's move that is expected, with the right cards."""
        match move:
            case Dealer():
                return bool(state.expects == "dealer" and move.seat < state.seats)
            case Deal():
                is_whole = same_cards(move.cards, self.packs[state.seats])
                return bool(state.expects == "deal" and is_whole)
        return False

    def read(self, text: str) -> Move:
        """The move with this text form, of which each has one, so that logs read as written."""
        verb, *rest = text.split(" ")
        match verb:
            case "dealer":
                return Dealer(read_seat(rest))
            case "deal":
                return Deal(read_cards(rest, next(iter(self.packs.values()))[0].pack))
        return self.read_own(text)

    def refusal(self, view: V, move: Move) -> Refused:
        """Why not: the reasons in the order in which a player would ask."""
        if view.seat is None:
            return Refused("not-the-dealers-move")
        if isinstance(move, Deal | Dealer):
            return Refused("not-your-move")
        if isinstance(view.to_act, Turn):
            return Refused("being-dealt")
        if view.to_act != view.seat and not isinstance(move, self.any_time):
            return Refused("not-your-turn", msg("refused-not-your-turn", seat=Name(view.to_act)))
        if isinstance(move, TrickPlay) and move.card not in view.hand:
            return Refused("card-not-held", msg("refused-card-not-held", card=move.card))
        return self.why_not(view, move)

    def unsound(self, view: V) -> Sequence[str]:
        """Fields of a view from elsewhere that no position gives (`GameSpec.unsound`).

        First what could not be dealt again, then what would come out otherwise.
        """
        if not self._can_be_played(view):
            return ("options",)
        if wrong := next(unsound(chain(_common_looks(view), self.looks(view))), None):
            return (wrong,)
        try:
            again = self.redeal(view, Random(0)).view(view.seat)
        except Impossible:
            return ("hand",)
        names = (one.name for one in fields(view))
        return [name for name in names if getattr(again, name) != getattr(view, name)]

    def _can_be_played(self, view: V) -> bool:
        """Whether there is a table with these options and seats."""
        seats = len(view.hand_sizes)
        if not are_allowed(view.options) or seats not in self.packs:
            return False
        try:
            self.start(view.options, seats)
        except OptionError:
            return False
        return True


def _common_looks(view: Any) -> Iterator[Look]:
    """Numbers, the dealer once there is a deal, and as many cards as are held."""
    waits_for_first = view.to_act is Turn.CHANCE and not view.deal
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    yield "deal", view.deal in range(MANY)
    yield "dealer", view.dealer is not None or waits_for_first
    yield "hand", len(view.hand) == own

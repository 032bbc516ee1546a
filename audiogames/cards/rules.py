"""What the rules of games of cards say alike: the dealer's part, and whose turn it is.

In most games somebody is drawn by lot to deal first (`dealer 2`), and each deal is the whole pack
in an order drawn by lot (`deal 7d Fb ...`).  A game derives its rules from `DealtRules`, its state
from `DealtState`, and adds what is its own: how it starts, its seats' moves, and why one is not
allowed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from audiogames.cards.card import Card
from audiogames.cards.dealing import Deal, Dealer, read_cards, read_seat, same_cards, shuffled
from audiogames.cards.tricks import TrickPlay
from audiogames.core.contract import Move, Opts_contra, Refused, Rules, Turn, View
from audiogames.core.cues import Name, msg
from audiogames.core.events import Seat


class DealtState:
    """A state that waits for `dealer` once, and for a `deal` whenever it is the dealer's turn."""

    __slots__ = ()
    dealer: Seat | None
    seats: int
    to_act: Seat | Turn

    @property
    def expects(self) -> str | None:
        """The dealer's next verb."""
        if self.to_act is not Turn.CHANCE:
            return None
        return "dealer" if self.dealer is None else "deal"


S = TypeVar("S", bound=Any)  # a `State` that is a `DealtState`: Python has no such type
V = TypeVar("V", bound=View)


class DealtRules(Rules[Opts_contra, S, Move, V], Generic[Opts_contra, S, V]):
    """The dealer's moves, the text forms of all moves, and the reasons that any game refuses by."""

    packs: ClassVar[Mapping[int, tuple[Card, ...]]]
    """The pack for each number of players."""
    any_time: ClassVar[tuple[type[Move], ...]] = ()
    """Moves that a seat may make out of its turn."""

    @abstractmethod
    def read_own(self, text: str) -> Move:
        """A seat's move with this text form.  Raises `Refused("malformed")`."""
        ...

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

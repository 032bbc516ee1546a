"""The contract between a game and everything that plays, tells, saves, searches or tests it.

It is the state machine and what goes in and out of it; what a game gives to keys and lists is in
`controls`, and all of it together is a `GameSpec` (`spec`).
The state machine is mutable, small and private to its owner (a `Table`, a bot's own samples);
what leaves it is frozen: moves, events, views, results.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, ClassVar, Protocol, Self, TypeVar

from audiogames.core.cues import Msg
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.text import Notation


class Turn(Enum):
    """What the game waits for when it is no seat's decision."""

    CHANCE = "chance"
    OVER = "over"


class Move(Notation):
    """A verb: what a seat, the dealer or the clock does.  Frozen; `str()` is its text form."""

    __slots__ = ()


@dataclass(frozen=True)
class BareMove(Move):
    """A move that is nothing but its text form: `exchange`."""

    text: str

    def __str__(self) -> str:
        return self.text


class Refused(Exception):
    """A move that the rules do not allow, with the reason as a message for the player.

    `id` is the short English id that the engine protocol answers.
    """

    def __init__(self, id_: str, message: Msg | None = None) -> None:
        super().__init__(id_)
        self.id = id_
        self.message = message or Msg(f"refused-{id_}")


class Impossible(Exception):
    """A view that no position of the game gives: it came from elsewhere, and is wrong.

    `redeal` raises it where it finds no deal; a broken assertion, in contrast, is a fault of ours.
    """


@dataclass(frozen=True)
class Result:
    """How a match ended: the winning seats, the points of each side, and why (an id)."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    why: str


@dataclass(frozen=True, kw_only=True)
class View:
    """What one seat knows, built by adding; a spectator's `seat` is None.

    Lists a seat are in seat order.  `hand` is empty where it is hidden.
    """

    seat: Seat | None
    to_act: Seat | Turn
    legal: tuple[Any, ...]
    dealer: Seat | None
    hand: tuple[Any, ...]
    hand_sizes: tuple[int, ...]


Opts = TypeVar("Opts")
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State[Any, Any]")
Opts_contra = TypeVar("Opts_contra", contravariant=True)
M_co = TypeVar("M_co", bound=Move, covariant=True)
V_co = TypeVar("V_co", bound=View, covariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class State(Protocol[M, V_co]):
    """A position of a game.  `apply` trusts its caller: `admit` checks what comes in."""

    @property
    def to_act(self) -> Seat | Turn:
        """Whose decision the game waits for."""
        ...

    @property
    def expects(self) -> str | None:
        """At chance, the word that the dealer's move begins with; otherwise None."""
        ...

    def is_awaited(self, seat: Seat) -> bool:
        """Whether the game waits for a decision of this seat.

        At a simultaneous node, as game theory calls it, several seats decide without knowing of one
        another, as when everybody stakes: each of them is awaited until it has moved, in any order,
        and `to_act` is the first of those who have not.
        """
        return seat == self.to_act

    @abstractmethod
    def legal_moves(self, seat: Seat) -> Sequence[M]:
        """Everything that this seat may do now; also a seat that is not `to_act` may have some."""
        ...

    def allows(self, seat: Seat, move: M) -> bool:
        """Whether this seat may make this move now."""
        return move in self.legal_moves(seat)

    def unlisted(self, seat: Seat) -> Sequence[M]:
        """Moves that are allowed too, where `legal_moves` leaves some out to stay short.

        Where there is no end of them, some.
        """
        del seat
        return ()

    @abstractmethod
    def apply(self, seat: Seat | None, move: M, emit: Emit = drop) -> None:
        """Make a legal move; None is the dealer and the clock."""
        ...

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy."""
        ...

    @abstractmethod
    def view(self, seat: Seat | None) -> V_co:
        """What this seat, or a spectator, knows."""
        ...

    @abstractmethod
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        ...


class SlottedState(State[M, V_co]):
    """A state that is copied and compared by its slots.

    Bots copy states hundreds of times for one decision, so no value is asked what it is: a state
    names its slots that hold lists, and those that hold lists of lists.  All else is shared.
    """

    __slots__ = ()
    _lists: ClassVar[tuple[str, ...]] = ()
    _nested: ClassVar[tuple[str, ...]] = ()
    _shared: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, lists: Sequence[str] = (), nested: Sequence[str] = ()) -> None:
        super().__init_subclass__()
        cls._lists += tuple(lists)
        cls._nested += tuple(nested)
        slots = {name for kind in cls.__mro__ for name in vars(kind).get("__slots__", ())}
        cls._shared = tuple(sorted(slots.difference(cls._lists, cls._nested)))

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        for name in self._shared:
            setattr(twin, name, getattr(self, name))
        for name in self._lists:
            setattr(twin, name, getattr(self, name)[:])
        for name in self._nested:
            setattr(twin, name, [inner[:] for inner in getattr(self, name)])
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and all(
            getattr(self, name) == getattr(other, name)
            for name in self._shared + self._lists + self._nested
        )

    __hash__ = None  # type: ignore[assignment] # mutable


class Rules(Protocol[Opts_contra, S, M, V_contra]):
    """The rules of one game, as functions of its state."""

    version: int
    """Raised by one when old logs would replay differently."""

    @abstractmethod
    def start(self, options: Opts_contra, seats: int) -> S:
        """Return the state before the dealer's first move.

        Raises `OptionError` if the options need more cards than there are.
        """
        ...

    @abstractmethod
    def chance(self, state: S, rng: Random) -> M:
        """Return the dealer's move that the state expects."""
        ...

    @abstractmethod
    def redeal(self, view: V_contra, rng: Random) -> S:
        """Return a random state consistent with the view.  Raises `Impossible` if there is none."""
        ...

    @abstractmethod
    def read(self, text: str) -> M:
        """Parse the text form of a move.  Raises `Refused("malformed")`."""
        ...

    @abstractmethod
    def refusal(self, view: V_contra, move: M) -> Refused:
        """Return why the rules forbid this move to the seat of the view.

        A view whose seat is None asks for the dealer.
        """
        ...

    @abstractmethod
    def allows_chance(self, state: S, move: M) -> bool:
        """Return whether the dealer or the clock may make this move now."""
        ...


class Bot(Protocol[V_contra, M_co]):
    """A computer player.  It sees a view, never a state."""

    @abstractmethod
    def choose(self, view: V_contra, rng: Random, budget: int, stop: Callable[[], bool]) -> M_co:
        """Return one of `view.legal`.

        `budget` counts rollouts rather than seconds, so that tests repeat.
        """
        ...


@dataclass(frozen=True)
class Window:
    """An optional move, such as a draw, open to a seat until the next player moves."""

    seat: Seat
    move: Move


def admit(
    rules: Rules[Any, Any, Any, Any], state: State[Any, Any], seat: Seat | None, move: Move
) -> None:
    """Check a move from outside: from a player, a file, the network or the engine protocol.

    Return if the move is allowed now; otherwise raise `Refused` with the reason.
    """
    if state.to_act is Turn.OVER:
        raise Refused("match-over")
    if seat is None:
        if not rules.allows_chance(state, move):
            raise rules.refusal(state.view(seat), move)
    elif not state.allows(seat, move):
        raise rules.refusal(state.view(seat), move)

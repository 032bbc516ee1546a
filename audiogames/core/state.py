"""Base classes of moves and states.  They can be compiled, because bots' searches need speed.

`contract` documents the state machine; other modules import these names from there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from audiogames.core.events import Emit, Seat, drop
from audiogames.core.native import mypyc_attr
from audiogames.core.text import Notation
from audiogames.core.views import Result, Turn, View


@mypyc_attr(allow_interpreted_subclasses=True)
class Move(Notation):
    """A move of a seat, the dealer or the clock.  Frozen; `str()` is its text form."""

    __slots__ = ()


M = TypeVar("M", bound=Move)
V_co = TypeVar("V_co", bound=View, covariant=True)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[M, V_co]):
    """A position of a game.  `apply` trusts its caller to check moves, for example with `admit`."""

    __slots__ = ()

    @property
    @abstractmethod
    def to_act(self) -> Seat | Turn:
        """The seat to decide; else a `Turn`: the dealer's move (`CHANCE`) or the end (`OVER`)."""
        ...

    @property
    @abstractmethod
    def expects(self) -> str | None:
        """The first word of the dealer's next move, such as "deal".

        None if it is not the dealer's turn.
        """
        ...

    def is_awaited(self, seat: Seat) -> bool:
        """Return whether the game waits for a decision of this seat.

        In a simultaneous decision several seats choose without knowing each other's choices, for
        example their stakes.  They move in any order; the game waits for each until it has moved,
        and `to_act` is the first seat that has not.
        """
        return seat == self.to_act

    @abstractmethod
    def legal_moves(self, seat: Seat) -> Sequence[M]:
        """Return all legal moves of this seat; a seat other than `to_act` may have some too.

        The sequence may be a list of the state itself, which `apply` changes: copy it to keep it.
        """
        ...

    def allows(self, seat: Seat, move: M) -> bool:
        """Return whether this seat may make this move now."""
        return move in self.legal_moves(seat)

    def unlisted(self, seat: Seat) -> Sequence[M]:
        """Return the legal moves that `legal_moves` omits because they are too many to list.

        If there are too many even for this list, return a sample.
        """
        del seat
        return ()

    @abstractmethod
    def apply(self, seat: Seat | None, move: M, emit: Emit = drop) -> None:
        """Make a legal move; a seat of None is the dealer or the clock."""
        ...

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy."""
        ...

    @abstractmethod
    def view(self, seat: Seat | None) -> V_co:
        """Return the view of this seat, or of spectators if it is None."""
        ...

    @abstractmethod
    def result(self) -> Result | None:
        """Return how the match ended, or None while it goes on."""
        ...


@mypyc_attr(allow_interpreted_subclasses=True)
class SlottedState(State[M, V_co]):
    """A state that is copied and compared by its slots.

    Bots copy states hundreds of times for one decision, so copying does not check types.  Instead a
    state names the slots that hold lists, and the slots that hold lists of lists; copies share all
    other values.
    """

    __slots__ = ()
    _lists: ClassVar[tuple[str, ...]] = ()
    """The slots that hold lists, in addition to those of base classes."""
    _nested: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> Self:
        """Return an independent copy."""
        kind = type(self)
        shared, lists, nested = _slots(kind)
        twin: Self = kind.__new__(kind)
        for name in shared:
            setattr(twin, name, getattr(self, name))
        for name in lists:
            setattr(twin, name, getattr(self, name)[:])
        for name in nested:
            setattr(twin, name, [inner[:] for inner in getattr(self, name)])
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and all(
            getattr(self, name) == getattr(other, name) for name in chain(*_slots(type(self)))
        )

    __hash__ = None  # type: ignore[assignment] # mutable


_Slots = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""The slots of a class of states: those that copies share, lists, and lists of lists."""
_SLOTS: Final[dict[type[object], _Slots]] = {}


def _slots(kind: type[object]) -> _Slots:
    if kind not in _SLOTS:
        _SLOTS[kind] = _slots_of(kind)
    return _SLOTS[kind]


def _slots_of(kind: type[object]) -> _Slots:
    own = [vars(base) for base in kind.__mro__]
    # mypyc keeps the slots of a compiled class under the second name.
    slots = {name for one in own for name in _named(one, "__slots__", "__mypyc_attrs__")}
    lists = sorted({name for one in own for name in _named(one, "_lists")})
    nested = sorted({name for one in own for name in _named(one, "_nested")})
    return tuple(sorted(slots.difference(lists, nested))), tuple(lists), tuple(nested)


def _named(own: Mapping[str, Any], *names: str) -> list[str]:
    found = [slot for name in names for slot in own.get(name, ())]
    return [slot for slot in found if slot != "__dict__"]

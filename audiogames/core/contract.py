"""The contract between a game and the code that plays, announces, saves, searches or tests it.

The contract is a state machine with inputs (moves) and outputs (events and views).  The keys and
lists that a game adds are defined in `controls`; a `GameSpec` (`spec`) combines everything.  The
state machine is mutable, small and private to its owner, such as a `Table` or a bot's search.  All
values that it passes on are frozen: moves, events, views, results.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar

from audiogames.core.cues import Msg
from audiogames.core.events import Seat
from audiogames.core.state import Move, SlottedState, State
from audiogames.core.views import Result, Turn, View

__all__ = (
    "BareMove",
    "Bot",
    "Impossible",
    "M",
    "M_co",
    "Move",
    "Opts",
    "Opts_contra",
    "Refused",
    "Result",
    "Rules",
    "S",
    "SlottedState",
    "State",
    "Turn",
    "V",
    "V_contra",
    "View",
    "Window",
    "admit",
)  # fmt: skip


@dataclass(frozen=True)
class BareMove(Move):
    """A move without arguments, such as `exchange`, given by its text form."""

    text: str

    def __str__(self) -> str:
        return self.text


class Refused(Exception):
    """Raised for a move that is not allowed, with the reason as a message for the player.

    `id` is the short English id that the engine protocol answers.
    """

    def __init__(self, id_: str, message: Msg | None = None) -> None:
        super().__init__(id_)
        self.id = id_
        self.message = message or Msg(f"refused-{id_}")


class Impossible(Exception):
    """Raised for a view that no position of the game can produce, so its data are wrong.

    `redeal` raises this if no deal fits the view.
    """


Opts = TypeVar("Opts")
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)
S = TypeVar("S", bound=State[Any, Any])
Opts_contra = TypeVar("Opts_contra", contravariant=True)
M_co = TypeVar("M_co", bound=Move, covariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class Rules(Protocol[Opts_contra, S, M, V_contra]):
    """The rules of one game, as functions of its state."""

    version: int
    """To be raised by one if logs of the previous version would replay differently."""

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

        If the seat of the view is None, the move is the dealer's.
        """
        ...

    @abstractmethod
    def allows_chance(self, state: S, move: M) -> bool:
        """Return whether the dealer or the clock may make this move now."""
        ...


class Bot(Protocol[V_contra, M_co]):
    """A computer player.  It sees a view, never a state."""

    lacks_files: bool = False
    """Whether it plays worse because files of its game are missing."""

    @abstractmethod
    def choose(self, view: V_contra, rng: Random, budget: int, stop: Callable[[], bool]) -> M_co:
        """Return one of `view.legal`.

        `budget` limits the number of rollouts instead of the time, so that tests are repeatable.
        """
        ...


@dataclass(frozen=True)
class Window:
    """An optional move, such as a draw, that one seat may make until the next player moves."""

    seat: Seat
    move: Move


def admit(
    rules: Rules[Any, Any, Any, Any], state: State[Any, Any], seat: Seat | None, move: Move
) -> None:
    """Check a move that comes from a player, a file, the network or the engine protocol.

    Raises `Refused` with the reason if the move is not allowed now.
    """
    if seat is not None and state.allows(seat, move):  # after the end, no move is allowed
        return
    if state.to_act is Turn.OVER:
        raise Refused("match-over")
    if seat is not None or not rules.allows_chance(state, move):
        raise rules.refusal(state.view(seat), move)

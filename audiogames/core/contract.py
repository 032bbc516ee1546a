"""The contract between a game and everything that plays, tells, saves, searches or tests it.

It is the state machine and what goes in and out of it; what a game gives to keys and lists is in
`controls`, and all of it together is a `GameSpec` (`spec`).
The state machine is mutable, small and private to its owner (a `Table`, a bot's own samples);
what leaves it is frozen: moves, events, views, results.
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


Opts = TypeVar("Opts")
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)
S = TypeVar("S", bound=State[Any, Any])
Opts_contra = TypeVar("Opts_contra", contravariant=True)
M_co = TypeVar("M_co", bound=Move, covariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class Rules(Protocol[Opts_contra, S, M, V_contra]):
    """The rules of one game as functions of its state."""

    version: int
    """Raised when old logs would replay differently."""

    @abstractmethod
    def start(self, options: Opts_contra, seats: int) -> S:
        """The state before the first dealer's move.  Raises `OptionError` for too few cards."""
        ...

    @abstractmethod
    def chance(self, state: S, rng: Random) -> M:
        """The dealer's move that the state expects."""
        ...

    @abstractmethod
    def redeal(self, view: V_contra, rng: Random) -> S:
        """Some state that this seat cannot rule out.  Raises `Impossible` where there is none."""
        ...

    @abstractmethod
    def read(self, text: str) -> M:
        """The move with this text form.  Raises `Refused("malformed")`."""
        ...

    @abstractmethod
    def refusal(self, view: V_contra, move: M) -> Refused:
        """Why this move, which is not legal for the seat of the view, is not.

        The view of no seat is the dealer's.
        """
        ...

    @abstractmethod
    def allows_chance(self, state: S, move: M) -> bool:
        """Whether the dealer or the clock may make this move now."""
        ...


class Bot(Protocol[V_contra, M_co]):
    """A player made of code.  It sees a view, never a state."""

    @abstractmethod
    def choose(self, view: V_contra, rng: Random, budget: int, stop: Callable[[], bool]) -> M_co:
        """One of `view.legal`.  `budget` is a count of playouts, so that tests repeat."""
        ...


@dataclass(frozen=True)
class Window:
    """A move that a seat may still make until the next player moves, as a draw."""

    seat: Seat
    move: Move


def admit(
    rules: Rules[Any, Any, Any, Any], state: State[Any, Any], seat: Seat | None, move: Move
) -> None:
    """The one door for moves from outside: players, files, the network, the engine protocol.

    Return if the move is allowed now; otherwise raise `Refused` with the reason.
    """
    if state.to_act is Turn.OVER:
        raise Refused("match-over")
    if seat is None:
        if not rules.allows_chance(state, move):
            raise rules.refusal(state.view(seat), move)
    elif not state.allows(seat, move):
        raise rules.refusal(state.view(seat), move)

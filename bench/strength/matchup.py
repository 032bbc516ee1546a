"""What the programs of strength must know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from audiogames.core.contract import Bot, State, Turn
from audiogames.core.events import Emit, Seat
from audiogames.core.registry import Spec
from audiogames.search.arena import Deal
from audiogames.search.duplicate import Contest
from audiogames.search.simulate import SeededDealer

Anything = State[Any, Any]


@dataclass(frozen=True)
class Form:
    """A way of playing: the options of the table and how many sit at it."""

    options: Any
    seats: int


@dataclass(frozen=True)
class Foresight:
    """How a player that sees all cards looks ahead: as far as the horizon, by playing it out.

    `stretch` is the same for all states up to the horizon; `worth` says how well one seat stands.
    """

    stretch: Callable[[Any], object]
    worth: Callable[[Any, Seat], float]
    bot: Callable[[], Bot[Any, Any]]
    """Who plays on, for everybody."""
    looks: int = 1
    """How often a move is played out: more than once where that bot uses lots."""
    outlook: Callable[[Any, Seat], float] | None = None
    """Says at once how well a seat stands after a move, where that is better than playing on.

    It may use up the state.
    """


@dataclass(frozen=True)
class Matchup:
    """How strength is measured in one game.

    `kinds` names the kinds of deals that a form has, as the rounds of Wist.  They take turns, and a
    deal of the contest is given the number of its kind.
    """

    spec: Spec
    unit: str
    """What one observation is: a round, a deal, a match."""
    forms: Mapping[str, Form]
    contest: Callable[[Form, int, Emit], Contest]
    foresight: Foresight
    wins: bool = False
    """Whether its points are the winner's part of a match."""
    kinds: Callable[[Form], tuple[str, ...]] = field(default=lambda _form: ("all",))
    bots: Mapping[str, Callable[[], Bot[Any, Any]]] = field(default_factory=dict)
    """Bots that exist only here."""


def seeded(spec: Spec) -> Callable[[str], Deal]:
    """The dealer of a contest: the nth deal is the same whatever was played before it."""
    return lambda lot: SeededDealer(spec, lot)


def ended(state: Anything) -> bool:
    """Whether the match is over."""
    return state.to_act is Turn.OVER

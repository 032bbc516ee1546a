"""Dataclasses that describe how the strength of a game's bots is measured."""

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
    """A variant of a game to be measured: its options and number of players."""

    options: Any
    seats: int


@dataclass(frozen=True)
class Foresight:
    """How a player that sees all cards looks ahead: how far it plays on, and how it evaluates.

    It plays on until the value of `stretch` changes; then `worth` evaluates one seat's
    position.
    """

    stretch: Callable[[Any], object]
    worth: Callable[[Any, Seat], float]
    bot: Callable[[], Bot[Any, Any]]
    """The bot that plays on for every seat."""
    looks: int = 1
    """How often a move is played out: several times if the bot is random."""
    outlook: Callable[[Any, Seat], float] | None = None
    """Evaluates a seat's position after a move directly, if that is better than playing on.

    It may modify the state.
    """


@dataclass(frozen=True)
class Matchup:
    """How the strength of a game's bots is measured.

    A form is a variant of the game with a number of seats.  `kinds` names the kinds of deals in
    a form, such as the rounds of Wist.  Deals of all kinds are played in turn; each kind has
    its own contest, which `contest` creates by the kind's number.
    """

    spec: Spec
    unit: str
    """The unit of one observation: a round, a deal, a match."""
    forms: Mapping[str, Form]
    contest: Callable[[Form, int, Emit], Contest]
    foresight: Foresight
    wins: bool = False
    """Whether its points are the winner's share of a match."""
    kinds: Callable[[Form], tuple[str, ...]] = field(default=lambda _form: ("all",))
    bots: Mapping[str, Callable[[], Bot[Any, Any]]] = field(default_factory=dict)
    """Bots that exist only for measurements."""


def seeded(spec: Spec) -> Callable[[str], Deal]:
    """Return a factory of seeded dealers, whose nth deal does not depend on earlier play."""
    return lambda lot: SeededDealer(spec, lot)


def ended(state: Anything) -> bool:
    """Return True if the match is over."""
    return state.to_act is Turn.OVER

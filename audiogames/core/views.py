"""The types for a seat's view of a state, for the turn, and for the match's result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from audiogames.core.events import Seat


class Turn(Enum):
    """The values of `to_act` if no seat must move.

    Then a chance move is due, or the match is over.
    """

    CHANCE = "chance"
    OVER = "over"


@dataclass(frozen=True)
class Result:
    """The result of a match: winning seats, each side's points, and a reason (an id)."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    why: str


@dataclass(frozen=True, kw_only=True)
class View:
    """What one seat knows, and nothing else; a spectator's `seat` is None.

    Lists per seat are in seat order.  `hand` is empty if it is hidden.
    """

    seat: Seat | None
    to_act: Seat | Turn
    legal: tuple[Any, ...]
    dealer: Seat | None
    hand: tuple[Any, ...]
    hand_sizes: tuple[int, ...]

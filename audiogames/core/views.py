"""What a state reveals: whose turn it is, the view of each seat, and the match's result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from audiogames.core.events import Seat


class Turn(Enum):
    """What the game waits for while no seat has to decide."""

    CHANCE = "chance"
    OVER = "over"


@dataclass(frozen=True)
class Result:
    """How a match ended: the winning seats, the points of each side, and why (an id)."""

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

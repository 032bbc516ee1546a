"""Events: facts in the rulebook's words, addressed to everyone or to one seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, numbered clockwise from 0."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened.  `to` is the only seat that receives it; None means everybody."""

    to: Seat | None = None

    def heard_by(self, seat: Seat | None) -> bool:
        """Return whether this seat receives the event; spectators (None) receive public ones."""
        return self.to is None or self.to == seat


Emit = Callable[[Event], None]


def drop(_event: Event) -> None:
    """Discard an event; pass this as `emit` in rollouts, so that no events are even built."""

"""Events: facts in the rulebook's words, told to everyone or to one seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, numbered clockwise from 0."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened.  `to` is the only seat that hears it; None means everybody."""

    to: Seat | None = None

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether this seat hears the event; a spectator (None) hears what everybody hears."""
        return self.to is None or self.to == seat


Emit = Callable[[Event], None]


def drop(_event: Event) -> None:
    """The sink of playouts: nobody listens, so `apply` does not even make the events."""

"""Events: facts about a match, in terms of the rules, sent to all listeners or to one seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, numbered clockwise from 0."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened in a match.  If `to` is a seat, only that seat receives it."""

    to: Seat | None = None

    def heard_by(self, seat: Seat | None) -> bool:
        """Return whether this seat receives the event; spectators (None) receive public ones."""
        return self.to is None or self.to == seat


Emit = Callable[[Event], None]


def drop(_event: Event) -> None:
    """Discard an event; pass this as `emit` in rollouts, so that no events are even built."""

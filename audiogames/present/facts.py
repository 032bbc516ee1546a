"""Undelivered facts: those that have been sent to the voice but may still be cut short.

A fact is an event of a match.  It is *delivered*, which means that it has reached the listener and
binds them, if no other announcement cuts it short within half a second.  A fact that is cut short
earlier is repeated at the start of the announcement that cut it, and counts as delivered then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.core.cues import Cue, Priority, Say
from audiogames.core.events import Event
from audiogames.present.composing import Rendered
from audiogames.present.outputs import Announcement

DELIVERED_AFTER: Final = 0.5
"""Seconds after which a fact counts as delivered if it was not cut short."""


@dataclass(frozen=True)
class Facts:
    """An update to announce: the events that happened, and the question that follows them."""

    happened: tuple[Cue, ...]
    asked: tuple[Cue, ...] = ()
    binds: bool = True
    """Whether the listener's decisions depend on the update; they do not depend on another's draw.
    """
    events: tuple[Event, ...] = ()
    """The events that it announces."""
    rendered: Rendered | None = None
    """Its texts rendered in advance, used unless the settings have changed since."""


@dataclass(frozen=True)
class Fact:
    """An update as it was announced.

    `happened` are messages that remain true after the next update; `asked` are questions, which
    the next update may make obsolete.
    """

    announcement: Announcement
    happened: tuple[Say, ...]
    asked: tuple[Say, ...]
    binds: bool
    events: tuple[Event, ...] = ()

    @property
    def is_answer(self) -> bool:
        """Whether the listener's own key press caused the event."""
        return self.announcement.priority >= Priority.REPLY


class Handover:
    """The undelivered facts: those queued for the answer to a key, and those being spoken."""

    def __init__(self) -> None:
        self._first: list[Fact] = []
        """The facts that begin the answer to the current key."""
        self._fresh: list[tuple[Fact, float]] = []
        """The facts sent to the voice recently, and when each will be delivered."""

    def queue_for_answer(self, facts: Iterable[Fact]) -> None:
        """Queue facts to be announced at the beginning of the answer to the current key."""
        self._first += facts

    def mark_spoken(self, facts: Iterable[Fact], now: float) -> None:
        """Record that these facts are being spoken.

        Facts without spoken words count as delivered at once.
        """
        delivered_at = now + DELIVERED_AFTER
        self._fresh += [(fact, delivered_at) for fact in facts if fact.announcement.spoken]

    def is_open(self, now: float, *, only_waiting: bool = False) -> bool:
        """Return whether a fact that the player must hear before moving is undelivered.

        `only_waiting` ignores facts that are being spoken.
        """
        if not (self._first or self._fresh):
            return False
        facts = self._first if only_waiting else self.begins_with(now)
        return any(fact.announcement.spoken and fact.binds for fact in facts)

    @property
    def open_until(self) -> float:
        """The time at which all facts being spoken are delivered, if they are not interrupted."""
        return max((delivered_at for _, delivered_at in self._fresh), default=0.0)

    def take(self, now: float, *, cuts: bool) -> tuple[Sequence[Fact], Sequence[Fact]]:
        """Return two lists of facts for the next utterance; all of them count as delivered.

        If `cuts` is true, the first list has the facts that the utterance interrupts and repeats;
        otherwise it is empty.  The second has the queued facts, which are announced before the
        answer to a key.
        """
        first, self._first = self._first, []
        if not cuts:
            return [], first
        cut = [fact for fact, delivered_at in self._fresh if now < delivered_at]
        self._fresh.clear()
        return cut, first

    def begins_with(self, now: float) -> Sequence[Fact]:
        """Return the facts that would be announced before the answer to a key pressed now.

        They are the facts that this answer would interrupt, and the facts queued for the next
        answer.
        """
        cut = [fact for fact, delivered_at in self._fresh if now < delivered_at]
        return [*cut, *self._first]

    def silence(self) -> None:
        """Count the facts being spoken as delivered.

        Facts that are queued for the answer to the next key stay undelivered.
        """
        self._fresh.clear()

    def forget(self) -> None:
        """Drop all facts, because no listener is left."""
        self._first.clear()
        self._fresh.clear()

"""Facts on their way to the ear: what has been handed to the voice and may still be cut.

A fact is what happened in a match.  It counts as told when nothing of ours has cut it for a moment;
one that was cut earlier is said again before whatever cut it, and counts as told then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from audiogames.core.cues import Cue, Msg, Priority, Say
from audiogames.core.events import Event
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Announcement

TOLD_AFTER: Final = 0.5
"""A fact that was not cut for so many seconds counts as told."""


@dataclass(frozen=True)
class Rendered:
    """Sentences and braille texts of messages, by the identity of the message.

    Each message is kept beside its text, so that no other has its identity meanwhile.
    """

    localizer: Localizer
    levels: Mapping[Any, str]
    """How much was to be told of each kind of facts (`Announcer.levels`)."""
    sentences: dict[int, tuple[Msg, str]] = field(default_factory=dict)
    braille: dict[int, tuple[Msg, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Facts:
    """One update, as it is told: what has happened, and what is asked after that."""

    happened: tuple[Cue, ...]
    asked: tuple[Cue, ...] = ()
    binds: bool = True
    """Whether what the listener may decide depends on it: on a draw of another it does not."""
    events: tuple[Event, ...] = ()
    """The events that it tells."""
    rendered: Rendered | None = None
    """What was rendered of it before; it is used unless the settings have changed since."""


@dataclass(frozen=True)
class Fact:
    """One update that is said: `happened` still holds after the next one, `asked` does not."""

    announcement: Announcement
    happened: tuple[Say, ...]
    asked: tuple[Say, ...]
    binds: bool
    events: tuple[Event, ...] = ()

    @property
    def is_answer(self) -> bool:
        """Whether the listener's own key brought it about."""
        return self.announcement.priority >= Priority.REPLY


class Handover:
    """The facts that do not count as told yet."""

    def __init__(self) -> None:
        self._first: list[Fact] = []
        """What the answer to the key that is being pressed begins with."""
        self._fresh: list[tuple[Fact, float]] = []
        """What was handed over a moment ago, and since when each counts as told."""

    def before_the_answer(self, facts: Iterable[Fact]) -> None:
        """These are said at the beginning of the next utterance."""
        self._first += facts

    def handed(self, facts: Iterable[Fact], now: float) -> None:
        """These are being spoken from now on; what is not spoken counts as told at once."""
        told_at = now + TOLD_AFTER
        self._fresh += [(fact, told_at) for fact in facts if fact.announcement.spoken]

    def is_open(self, now: float, *, only_waiting: bool = False) -> bool:
        """Whether something that binds does not count as told.

        `only_waiting` leaves out what is being spoken.
        """
        if not (self._first or self._fresh):
            return False
        facts = self._first if only_waiting else self.begins_with(now)
        return any(fact.announcement.spoken and fact.binds for fact in facts)

    @property
    def open_until(self) -> float:
        """When all that was handed over counts as told, if nothing cuts it."""
        return max((told_at for _, told_at in self._fresh), default=0.0)

    def take(self, now: float, *, cuts: bool) -> tuple[Sequence[Fact], Sequence[Fact]]:
        """What the next utterance must begin with: what it would cut, and what waits for it.

        `cuts` tells whether that utterance cuts what is being spoken.  What is said a second time
        counts as told by that.
        """
        first, self._first = self._first, []
        if not cuts:
            return [], first
        cut = [fact for fact, told_at in self._fresh if now < told_at]
        self._fresh.clear()
        return cut, first

    def begins_with(self, now: float) -> Sequence[Fact]:
        """Return the facts that the answer to a key would begin with, if it came now."""
        cut = [fact for fact, told_at in self._fresh if now < told_at]
        return [*cut, *self._first]

    def silence(self) -> None:
        """What was being spoken counts as told; what the answer is to begin with is yet to come."""
        self._fresh.clear()

    def forget(self) -> None:
        """Everything counts as told: nobody is there to hear it."""
        self._first.clear()
        self._fresh.clear()

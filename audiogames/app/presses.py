"""What was pressed before, where it matters: the command key, and the same key again."""

from __future__ import annotations

from typing import Final

from audiogames.app.keymap import AFTER, LAYER

LAYER_SECONDS: Final = 3.0
"""So long the command key waits for the next one."""

REPEAT_SECONDS: Final = 0.5
"""The same key again within so many seconds was perhaps not meant."""

HELD: Final = "ctrl"
"""A modifier that comes alone before the key that it is held for."""

CONTROL: Final = 2
"""Pressed so often, the command key is always Control."""


class Presses:
    """Remembers keys; the time is given with each."""

    def __init__(self) -> None:
        self.depth = 0
        """How often the command key was pressed, while it waits."""
        self._until = 0.0
        self._last = ""
        self._last_at = float("-inf")
        self._done = ""
        self.twice = False
        """Whether the same was asked for twice in a row, by whatever keys."""

    @property
    def deadline(self) -> float | None:
        """When the command key lets go."""
        return self._until if self.depth else None

    def wait(self, depth: int, now: float) -> None:
        """The command key was pressed so often: wait for another key."""
        self.depth, self._until = (0 if depth > CONTROL else depth), now + LAYER_SECONDS

    def lets_go(self, now: float) -> bool:
        """Whether the command key has waited long enough; it does not wait any more then."""
        if not self.depth or now < self._until:
            return False
        self.depth = 0
        return True

    def named(self, key: str, now: float) -> str:
        """The key with the command key before it, if that waits: "layer r"."""
        if key == HELD:
            return key
        self.lets_go(now)
        depth, self.depth = self.depth, 0
        return AFTER * depth + key

    def note(self, binding: str) -> None:
        """A key is going to do this; the command key is only on the way to something."""
        if binding != LAYER:
            self.twice, self._done = binding == self._done, binding

    def is_again(self, key: str, now: float) -> bool:
        """Whether this is the same key once more, too soon after the one that counted."""
        if key == HELD:
            return False
        again = key == self._last and now - self._last_at < REPEAT_SECONDS
        if not again:
            self._last, self._last_at = key, now
        return again

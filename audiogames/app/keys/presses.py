"""What a key does on the screen on top, and what was pressed before it, where that matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import AFTER, LAYER

if TYPE_CHECKING:
    from audiogames.app.app import App
    from audiogames.app.keys.everywhere import Globals
    from audiogames.app.screens.base import Action

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


class KeyDispatch:
    """Finds what a key does on the screen on top, and does it; some key always answers."""

    def __init__(self, app: App, presses: Presses, everywhere: Globals) -> None:
        self._app = app
        self._presses = presses
        self._everywhere = everywhere

    def press(self, key: str) -> None:
        """A key was pressed."""
        screen, everywhere = self._app.screen, self._everywhere
        if screen.catch(key):
            return
        key = self._presses.named(key, self._app.now)
        if everywhere.describes(key):
            return
        found = self._app.keymap.meaning(key, screen.layers)
        self._presses.note("" if found is None else found.binding.id)
        if found is not None:
            self._action(found.binding.id)(found.key)
        elif not (everywhere.tells_way(key) or screen.letter(self._letter(key))):
            everywhere.nothing()

    def run(self, binding: str, key: str) -> None:
        """Run a binding of the screen, as its key does."""
        self._action(binding)(key)

    def _letter(self, key: str) -> str:
        """A letter that is an arrow by itself looks for items after the command key."""
        plain = key.removeprefix(AFTER)
        is_free = self._app.keymap.find(plain, self._app.screen.layers) is None
        return key if is_free else plain

    def _action(self, id_: str) -> Action:
        return self._app.screen.actions().get(id_) or self._everywhere.actions()[id_]

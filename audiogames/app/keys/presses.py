"""What a key does on the screen on top, and what was pressed before it, where that matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import AFTER, LAYER
from audiogames.app.keys.names import Origin, apart

if TYPE_CHECKING:
    from audiogames.app.context import Context
    from audiogames.app.keys.everywhere import Globals
    from audiogames.app.keys.keymap import Meaning

LAYER_SECONDS: Final = 3.0
"""So long the command key waits for the next one."""

MOVING: Final = frozenset({"up", "down", "left", "right", "pageup", "pagedown"})
"""What acts again and again while its key is held, whatever key a player has for it."""

ERASING: Final = frozenset({"backspace", "delete"})
"""The same in a text field only: elsewhere these go back and reset."""

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
        self._held: tuple[str, Meaning | None] = ("", None)
        """The key that was pressed last, and what it did."""
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
        if self.depth:
            self.lets_go(now)
        depth, self.depth = self.depth, 0
        return AFTER * depth + key

    def note(self, found: Meaning | None) -> None:
        """A key is going to do this; the command key is only on the way to something."""
        binding = "" if found is None else found.binding.id
        if binding != LAYER:
            self.twice, self._done = binding == self._done, binding

    def hold(self, key: str, found: Meaning | None = None) -> None:
        """Remember what the press of a key did, in case the key stays down."""
        self._held = (key, found)

    def still_does(self, key: str, found: Meaning) -> bool:
        """Return whether the key was pressed last, and to do the same."""
        held, did = self._held
        return held == key and did is not None and did.binding == found.binding

    def is_bounce(self, key: str, now: float, within: float) -> bool:
        """Return whether the key counted less than `within` seconds ago."""
        if key == HELD:
            return False
        again = key == self._last and now - self._last_at < within
        if not again:
            self._last, self._last_at = key, now
        return again


class KeyDispatch:
    """Finds what a key does on the screen on top, and does it; some key always answers."""

    def __init__(self, context: Context, presses: Presses, everywhere: Globals) -> None:
        self._context = context
        self._presses = presses
        self._everywhere = everywhere
        self._global = everywhere.actions()

    def repeats(self, key: str) -> bool:
        """Return whether a key that is held down acts once more.

        It does where it moves or erases, and only as long as it does what its press did: a screen
        that opens meanwhile gets nothing from it.
        """
        found = self._context.keymap.meaning(key, self._context.screen.layers)
        if found is None or not self._presses.still_does(key, found):
            return False
        _, plain = apart(found.key)
        return plain in MOVING or (plain in ERASING and self._context.wants_text)

    def press(self, key: str, origin: Origin = Origin.WRITTEN) -> None:
        """A key was pressed."""
        screen, everywhere = self._context.screen, self._everywhere
        self._presses.hold(key)
        if screen.catch(key):
            return
        named = self._presses.named(key, self._context.now)
        if everywhere.describes(named, origin):
            return
        found = self._context.keymap.meaning(named, screen.layers)
        self._presses.hold(key, found)
        self._presses.note(found)
        if found is not None:
            self.run(found.binding.id, found.key)
        elif not (everywhere.tells_way(named) or screen.letter(self._letter(named))):
            everywhere.nothing()

    def run(self, binding: str, key: str) -> None:
        """Run a binding of the screen, as its key does."""
        act = self._context.screen.by_binding.get(binding) or self._global[binding]
        act(key)

    def _letter(self, key: str) -> str:
        """A letter that is an arrow by itself looks for items after the command key."""
        plain = key.removeprefix(AFTER)
        is_free = self._context.keymap.find(plain, self._context.screen.layers) is None
        return key if is_free else plain

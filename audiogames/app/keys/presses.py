"""Dispatches a pressed key to the top screen; earlier presses may change its effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import AFTER, LAYER
from audiogames.app.keys.names import Origin, apart

if TYPE_CHECKING:
    from audiogames.app.context import Context
    from audiogames.app.keys.everywhere import Globals
    from audiogames.app.keys.keymap import Meaning
    from audiogames.app.screens.base import Screen

LAYER_SECONDS: Final = 3.0
"""How long the command key waits for the next key."""

MOVING: Final = frozenset({"up", "down", "left", "right", "pageup", "pagedown"})
"""Standard keys whose commands act repeatedly while the player's key is held down."""

ERASING: Final = frozenset({"backspace", "delete"})
"""Keys that act repeatedly while held in text fields only; elsewhere they go back or reset."""

HELD: Final = "ctrl"
"""A modifier that arrives alone before the key that it modifies."""

CONTROL: Final = 2
"""At this number of presses the command key means Control in any layer."""


class Presses:
    """The last key presses, to detect the command key, double presses, held keys and bounces."""

    def __init__(self) -> None:
        self.depth = 0
        """How often the command key was pressed, while it waits."""
        self._until = 0.0
        self._last = ""
        self._last_at = float("-inf")
        self._done = ""
        self._held: tuple[str, Meaning | None] = ("", None)
        """The key pressed last, and its meaning."""
        self.twice = False
        """Whether the same binding was run twice in a row, even by different keys."""

    @property
    def deadline(self) -> float | None:
        """When the wait for the key after the command key ends; None while no key is awaited."""
        return self._until if self.depth else None

    def wait(self, depth: int, now: float) -> None:
        """Start to wait for the key after the command key, which was pressed `depth` times."""
        self.depth, self._until = (0 if depth > CONTROL else depth), now + LAYER_SECONDS

    def lets_go(self, now: float) -> bool:
        """Stop waiting for the key after the command key if time is up; return whether it is."""
        if not self.depth or now < self._until:
            return False
        self.depth = 0
        return True

    def named(self, key: str, now: float) -> str:
        """Return the name of a pressed key; after the command key, a prefix, one like "layer r"."""
        if key == HELD:
            return key
        if self.depth:
            self.lets_go(now)
        depth, self.depth = self.depth, 0
        return AFTER * depth + key

    def note(self, found: Meaning | None) -> None:
        """Record the binding of a pressed key, except the command key, to detect double presses."""
        binding = "" if found is None else found.binding.id
        if binding != LAYER:
            self.twice, self._done = binding == self._done, binding

    def hold(self, key: str, found: Meaning | None = None) -> None:
        """Record the meaning of the key just pressed, in case it is held down."""
        self._held = (key, found)

    def still_does(self, key: str, found: Meaning) -> bool:
        """Whether this key was the last one pressed, and still runs the same binding."""
        held, did = self._held
        return held == key and did is not None and did.binding == found.binding

    def is_bounce(self, key: str, now: float, within: float) -> bool:
        """Whether a key was pressed again in less than `within` seconds, as if it bounced."""
        if key == HELD:
            return False
        again = key == self._last and now - self._last_at < within
        if not again:
            self._last, self._last_at = key, now
        return again


class KeyDispatch:
    """Finds the action of a key on the top screen and runs it; every key gets an answer."""

    def __init__(self, context: Context, presses: Presses, everywhere: Globals) -> None:
        self._context = context
        self._presses = presses
        self._everywhere = everywhere
        self._global = everywhere.actions()

    def repeats(self, key: str) -> bool:
        """Return whether a key that is held down acts repeatedly.

        Only keys that move the focus or erase text do, and only while they have the same binding as
        at the press: a screen that opens meanwhile receives no repeats.
        """
        found = self._context.keymap.meaning(key, self._context.screen.layers)
        if found is None or not self._presses.still_does(key, found):
            return False
        _, plain = apart(found.key)
        return plain in MOVING or (plain in ERASING and self._context.wants_text)

    def press(self, key: str, origin: Origin = Origin.WRITTEN) -> None:
        """Handle a key press."""
        screen, everywhere = self._context.screen, self._everywhere
        self._presses.hold(key)
        if screen.catch(key):
            return
        named = self._presses.named(key, self._context.now)
        if everywhere.is_describing:
            everywhere.describe_key(named, origin)
            return
        found = self._context.keymap.meaning(named, screen.layers)
        self._presses.hold(key, found)
        self._presses.note(found)
        if found is not None:
            self._run(screen, found.binding.id, found.key)
        elif not (everywhere.tells_way(named) or screen.letter(self._letter(named))):
            everywhere.nothing()

    def run(self, binding: str, key: str) -> None:
        """Run a binding of the current screen as if this key had been pressed."""
        self._run(self._context.screen, binding, key)

    def _run(self, screen: Screen, binding: str, key: str) -> None:
        act = screen.by_binding.get(binding) or self._global[binding]
        act(key)

    def _letter(self, key: str) -> str:
        """Return the letter by which the screen should search its items.

        A command key pressed before a letter is ignored if the letter alone is already a command.
        """
        plain = key.removeprefix(AFTER)
        is_free = self._context.keymap.find(plain, self._context.screen.layers) is None
        return key if is_free else plain

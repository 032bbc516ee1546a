"""The player's own keys: changes, presets for one hand, and letters typed after the command key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from audiogames.app.keys.bindings import AFTER, GLOBAL, Binding

Way = tuple[str, ...]
"""Keys with the same effect."""

TABLE: Final = "game"
"""The layer of every game; "game:<id>" is a game's own."""

CHARACTERS_IN: Final = frozenset({"lobby", "seats", "reader", "sheet"})
"""Layers in which characters are commands, besides those of the table."""

TEXT: Final = frozenset({"typing", "chatting"})
"""Layers of text fields, in which letters are text."""


@dataclass(frozen=True)
class Preset:
    """A preset of keys for playing with one hand.

    In each pair of `instead` the first key gets the command of the second; the first key's own
    command then needs the command key.  In each pair of `beside` the first key gets the command of
    the second too, at a table and in the global layer, unless it already has a command there.
    """

    instead: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)


PRESETS: Final[Mapping[str, Preset]] = {
    "standard": Preset(),
    "left": Preset(instead={"w": "up", "a": "left", "s": "down", "d": "right", "q": "enter"}),
    "right": Preset(
        beside={
            "y": "t",
            "shift+y": "shift+t",
            "u": "s",
            "shift+u": "shift+s",
            "j": "c",
            # Right of L, on Italian and Spanish keyboards and on others.
            "ò": "x",
            "ñ": "x",
            ";": "x",
            "à": "e",
            "'": "e",
            # Right of the full stop, on Italian keyboards and on others.
            "-": "layer",
            "/": "layer",
        }
    ),
}


@dataclass(frozen=True)
class Habits:
    """The player's settings for keys; `arranged` applies them to bindings."""

    changes: tuple[Binding, ...] = ()
    """Bindings with other keys than the table has."""
    preset: Preset = PRESETS["standard"]
    letters: bool = True
    """Whether characters are commands at a table, or only after the command key."""

    def arranged(self, bindings: Iterable[Binding]) -> list[Binding]:
        """Return the bindings with the player's keys.

        A key that now needs the command key is named "layer c".
        """
        own = changed(bindings, self.changes)
        return [self._instead(self._letters(self._beside(one, own))) for one in own]

    def _beside(self, binding: Binding, all_: Sequence[Binding]) -> Binding:
        """Return the binding with the keys that the preset adds to it (`Preset.beside`)."""
        if not self.preset.beside or not (is_table(binding.layer) or binding.layer == GLOBAL):
            return binding
        taken = {key for one in all_ if one.layer == binding.layer for key in one.keys}
        free = {key: like for key, like in self.preset.beside.items() if key not in taken}
        return _with(binding, lambda way: (*way, *(key for key in free if free[key] in way)))

    def _letters(self, binding: Binding) -> Binding:
        """Return the binding; if letters are switched off, its characters need the command key."""
        if self.letters or not has_characters(binding.layer):
            return binding
        return _with(binding, lambda way: _after_command_key(way, is_character))

    def _instead(self, binding: Binding) -> Binding:
        """Return the binding with the keys that the preset exchanges (`Preset.instead`)."""
        pairs = self.preset.instead
        if not pairs or binding.layer in TEXT:
            return binding
        return _with(
            binding,
            lambda way: (
                *_after_command_key(way, lambda key: key in pairs),
                *(key for key in pairs if pairs[key] in way),
            ),
        )


def changed(bindings: Iterable[Binding], changes: Iterable[Binding]) -> list[Binding]:
    """Return the bindings with the keys that a player has given them."""
    ways = {(one.layer, one.id): one.ways for one in changes}
    return [replace(one, ways=ways.get((one.layer, one.id), one.ways)) for one in bindings]


def is_table(layer: str) -> bool:
    """Whether this is a layer of a table at which a match is played."""
    return layer == TABLE or layer.startswith(f"{TABLE}:")


def has_characters(layer: str) -> bool:
    """Whether letters and digits may be commands in this layer; in lists they find items."""
    return is_table(layer) or layer in CHARACTERS_IN


def is_character(key: str) -> bool:
    """Whether a key types a character; such keys may be pressed by a slip or speech input."""
    plain = key.removeprefix("shift+")
    return len(plain) == 1 or plain in {"comma", "period"}


def _with(binding: Binding, make: Callable[[Way], Way]) -> Binding:
    """Return a binding in which `make` has changed each group of keys with the same effect."""
    return replace(binding, ways=tuple(make(way) for way in binding.ways))


def _after_command_key(way: Way, goes: Callable[[str], bool]) -> Way:
    """Return the keys; those for which `goes` is true are typed after the command key."""
    return tuple(AFTER + key if goes(key) else key for key in way)

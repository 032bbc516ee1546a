"""The keys, as one table: it feeds dispatch, the key list, the describer and the documents.

The layers of a screen are searched in its own order, then "global".  The words of a binding are the
message `do-<id>`.  A game's own keys make the layer "game:<id>".  Where letters look for items,
`without_letters` names what is left of a layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.core.registry import Spec

GLOBAL: Final = "global"
WITHOUT_LETTERS: Final = " without letters"


@dataclass(frozen=True)
class Binding:
    """What keys do in a layer.  Each of the `ways` is another thing; its keys do the same."""

    id: str
    ways: tuple[tuple[str, ...], ...]
    layer: str

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys, in their order."""
        return tuple(key for way in self.ways for key in way)


def _layer(layer: str, *rows: tuple[str, str]) -> tuple[Binding, ...]:
    """Bindings written as rows: keys that do the same stand side by side, ways apart by a bar."""
    return tuple(
        Binding(id_, tuple(tuple(way.split()) for way in keys.split("|")), layer)
        for id_, keys in rows
    )


BINDINGS: Final[tuple[Binding, ...]] = (
    *_layer(
        "list",
        ("move", "up|down"),
        ("edges", "home|end"),
        ("ten-on", "ctrl+up|ctrl+down"),
        ("choose", "enter space"),
        ("back", "escape backspace"),
    ),
    *_layer("value", ("change", "left|right"), ("describe", "applications shift+f10 ctrl+f9")),
    *_layer("answer", ("yes", "s y"), ("no", "n")),
    *_layer("reader", ("heading", "h|shift+h")),
    *_layer(
        "lobby",
        ("start", "enter"),
        ("add-bot", "b"),
        ("remove-bot", "shift+b"),
        ("table-options", "alt+o"),
    ),
    *_layer(
        "typing",
        ("submit", "enter"),
        ("delete", "backspace"),
        ("read", "up down"),
        ("cancel", "escape"),
    ),
    *_layer(
        "sheet",
        ("columns", "left|right"),
        ("rows", "up|down"),
        ("column-edges", "home|end"),
        ("cell-edges", "ctrl+home|ctrl+end"),
        ("read-sheet", "h enter space"),
        ("back", "escape backspace"),
    ),
    *_layer("choice", ("digits", "1|2|3|4|5|6|7|8|9|0"), ("cards", "left|right")),
    *_layer(
        "game",
        ("cards", "up|down"),
        ("suits", "left|right"),
        ("first-last", "home|end"),
        ("nth", "1|2|3|4|5|6|7|8|9|0"),
        ("play", "enter"),
        ("go-on", "space"),
        ("hand", "h"),
        ("turn", "t"),
        ("time-left", "shift+t"),
        ("recap", "e"),
        ("explain", "x"),
        ("suggest", "g"),
        ("open-hands", "ctrl+o"),
        ("take-back", "ctrl+z"),
        ("order", "o"),
        ("more-time", "ctrl+t"),
        ("save", "ctrl+s"),
        ("review", "comma|period"),
        ("review-edges", "shift+comma|shift+period"),
        ("game-menu", "escape backspace f2"),
        ("actions", "applications shift+f10 ctrl+f9"),
    ),
    *_layer(
        GLOBAL,
        ("keys", "f1 applications shift+f10 ctrl+f9"),
        ("rules", "ctrl+f1"),
        ("where", "f5"),
        ("repeat", "ctrl+r"),
        ("older-newer", "pageup|pagedown"),
        ("oldest-newest", "ctrl+pageup shift+pageup|ctrl+pagedown shift+pagedown"),
        ("views", "alt+left|alt+right"),
        ("view-number", "alt+1|alt+2|alt+3|alt+4|alt+5|alt+6|alt+7"),
        ("copy", "ctrl+space ctrl+c"),
        ("verbosity", "f12"),
        ("describer", "f11"),
        ("volume-channel", "f6"),
        ("volume", "f7|f8"),
        ("stop-sounds", "shift+f7"),
        ("automatic-reading", "shift+f8"),
        ("language", "shift+f3"),
        ("settings", "f10"),
        ("hush", "ctrl"),
        ("quit", "alt+f4"),
    ),
)

TERMINAL_CANNOT: Final = frozenset(
    {
        "ctrl+f1",
        "shift+f3",
        "shift+f7",
        "shift+f8",
        "ctrl+f9",
        "shift+f10",
        "applications",
        "ctrl+space",
        "ctrl",
    }
)
"""Chords that many terminals never send."""


def game_layer(spec: Spec) -> str:
    """The layer of a game's own keys."""
    return f"game:{spec.id}"


def game_bindings(spec: Spec) -> tuple[Binding, ...]:
    """A game's own keys, K where calls may be typed, Shift+S where there is a sheet.

    A required command takes Space.
    """
    declared = [(one.id, one.keys) for one in spec.commands]
    declared += [(one.id, one.keys) for one in spec.toggles]
    declared += [(one.id, one.keys) for one in spec.openers]
    declared += [(one.id, one.keys) for one in spec.queries]
    declared += [("type-call", ("k",))] if spec.typed else []
    declared += [("sheet", ("shift+s",))] if spec.sheet else []
    return tuple(Binding(id_, (keys,), game_layer(spec)) for id_, keys in declared)


def without_letters(layer: str) -> str:
    """A layer but for its bare letters, for a screen where these look for items."""
    return f"{layer}{WITHOUT_LETTERS}"


class Keymap:
    """Finds what a key does on a screen."""

    def __init__(self, bindings: Iterable[Binding] = BINDINGS) -> None:
        self._found: dict[tuple[str, str], Binding] = {}
        self._bindings: list[Binding] = []
        self.add(bindings)

    def add(self, bindings: Iterable[Binding]) -> None:
        """Learn more bindings; the same again changes nothing."""
        for binding in bindings:
            if binding not in self._bindings:
                self._bindings.append(binding)
                self._found.update({(binding.layer, key): binding for key in binding.keys})

    def find(self, key: str, layers: Sequence[str]) -> Binding | None:
        """What a key does in these layers, the first that knows it."""
        for layer in (*layers, GLOBAL):
            found = self._found.get((layer.removesuffix(WITHOUT_LETTERS), key))
            if found is not None and not _is_left_out(key, layer):
                return found
        return None

    def of(self, layers: Sequence[str]) -> Iterator[Binding]:
        """All that can be done in these layers, each key once, in the order of the table."""
        taken: set[str] = set()
        for layer in (*layers, GLOBAL):
            name = layer.removesuffix(WITHOUT_LETTERS)
            own = {key for found_layer, key in self._found if found_layer == name}
            left_out = {key for key in own if _is_left_out(key, layer)}
            for binding in self._bindings:
                ways = tuple(_without(way, taken | left_out) for way in binding.ways)
                ways = tuple(way for way in ways if way)
                if binding.layer == name and ways:
                    yield Binding(binding.id, ways, name)
            taken |= own - left_out


def _without(keys: tuple[str, ...], taken: set[str]) -> tuple[str, ...]:
    return tuple(key for key in keys if key not in taken)


def _is_left_out(key: str, layer: str) -> bool:
    return layer.endswith(WITHOUT_LETTERS) and len(key) == 1 and key.isalpha()

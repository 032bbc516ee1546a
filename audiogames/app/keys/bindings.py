"""The table of all keys and their commands; key lists and documents are made from it too.

A binding belongs to a layer: the keys of one kind of screen.  Its words are the message `do-<id>`.
A game's own keys form the layer "game:<id>".  In lists, letters find items; `without_letters` names
a layer without them.  If a key follows the command key, its name begins with "layer", as in "layer
r".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from audiogames.core.registry import Spec

GLOBAL: Final = "global"
GAME: Final = "game:"
"""The prefix of the layer of a game's own keys."""

SPACE: Final = "space"
WITHOUT_LETTERS: Final = " without letters"
LAYER: Final = "layer"
"""The id of the command key, and the name that shells give to the key left of 1."""

HUSH: Final = "hush"
"""The id of the command that silences our own speech; it is the only command without an answer."""

AFTER: Final = f"{LAYER} "
"""The prefix of the name of a key pressed after the command key."""


@dataclass(frozen=True)
class Binding:
    """The keys of a command in one layer, such as those that move the focus.

    Each of the `ways` is a group of keys with the same effect; different ways have different
    effects, such as up and down.  An action receives the standard key of the way, so it does not
    depend on the player's own keys.
    """

    id: str
    ways: tuple[tuple[str, ...], ...]
    layer: str
    standard: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not self.standard:
            object.__setattr__(self, "standard", tuple(way[0] for way in self.ways))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """All keys of the binding, in order."""
        return tuple(key for way in self.ways for key in way)

    def meant(self, key: str) -> str:
        """Return the standard key with the same effect as this key of the binding."""
        return next(
            standard for standard, way in zip(self.standard, self.ways, strict=True) if key in way
        )


def _layer(layer: str, *rows: tuple[str, str]) -> tuple[Binding, ...]:
    """Build the bindings of a layer from pairs of an id and its keys.

    A space separates keys with the same effect, a bar separates keys with different effects.
    """
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
    *_layer(
        "value",
        ("change", "left|right"),
        ("describe", "applications shift+f10 ctrl+f9 shift+d"),
    ),
    *_layer("answer", ("yes", "s y j o"), ("no", "n")),
    *_layer(
        "reader",
        ("heading", "h|shift+h"),
        ("search", "ctrl+f"),
        ("search-on", "ctrl+g|alt+g"),
    ),
    *_layer(
        "lobby",
        ("start", "enter"),
        ("add-bot", "b"),
        ("remove-bot", "shift+b"),
        ("add-person", "p"),
        ("remove-person", "shift+p"),
        ("table-options", "alt+o"),
        ("keep-table", "ctrl+s"),
        ("about-player", "applications shift+f10 ctrl+f9"),
        ("other-bot", "left|right"),
    ),
    *_layer("results", ("share-ending", "alt+r"), ("save-match", "alt+w")),
    *_layer("favourites", ("rename-favourite", "f2"), ("delete-favourite", "delete")),
    *_layer(
        "seats",
        ("start", "enter"),
        ("add-bot", "b"),
        ("remove-bot", "shift+b"),
        ("table-options", "alt+o"),
        ("person", "applications shift+f10 ctrl+f9"),
    ),
    *_layer(
        "tables",
        ("table-rules", "applications shift+f10 ctrl+f9"),
        ("table-standing", "alt+s"),
    ),
    *_layer(
        "server",
        ("chat", "alt+c"),
        ("who-online", "ctrl+u"),
        ("friends", "ctrl+f"),
        ("ping", "alt+p"),
        ("moderation", "alt+j"),
    ),
    *_layer(
        "social",
        ("who-here", "ctrl+w"),
        ("invite", "ctrl+i"),
        ("kick", "ctrl+k"),
        ("ban", "ctrl+b"),
        ("pass-table", "ctrl+shift+x"),
        ("private", "ctrl+h"),
        ("mute-chat", "ctrl+m"),
        ("watch", "f3"),
        ("pause", "shift+p"),
        ("own-digits", "alt+n"),
        ("answer-seat", "alt+a"),
        ("leave-table", "ctrl+q"),
    ),
    *_layer(
        "typing",
        ("submit", "enter"),
        ("delete", "backspace|delete|ctrl+backspace|ctrl+delete"),
        ("caret", "left|right|ctrl+left|ctrl+right|home ctrl+home|end ctrl+end"),
        (
            "select",
            (
                "shift+left|shift+right|ctrl+shift+left|ctrl+shift+right"
                "|shift+home ctrl+shift+home|shift+end ctrl+shift+end"
            ),
        ),
        ("select-all", "ctrl+a"),
        ("cut", "ctrl+x shift+delete"),
        ("copy-text", "ctrl+c ctrl+insert"),
        ("paste", "ctrl+v shift+insert"),
        ("read", "up down ctrl+up ctrl+down"),
        ("cancel", "escape"),
    ),
    *_layer(
        "chatting",
        ("submit", "enter"),
        ("delete", "backspace|delete|ctrl+backspace|ctrl+delete"),
        ("caret", "left|right|ctrl+left|ctrl+right|home ctrl+home|end ctrl+end"),
        (
            "select",
            (
                "shift+left|shift+right|ctrl+shift+left|ctrl+shift+right"
                "|shift+home ctrl+shift+home|shift+end ctrl+shift+end"
            ),
        ),
        ("select-all", "ctrl+a"),
        ("cut", "ctrl+x shift+delete"),
        ("copy-text", "ctrl+c ctrl+insert"),
        ("paste", "ctrl+v shift+insert"),
        ("earlier", "up|down"),
        ("read", "ctrl+up ctrl+down"),
        ("cancel", "escape"),
    ),
    *_layer("curtain", ("lift", "enter"), ("game-menu", "escape")),
    *_layer(
        "sheet",
        ("columns", "left|right"),
        ("rows", "up|down"),
        ("column-edges", "home|end"),
        ("cell-edges", "ctrl+home|ctrl+end"),
        ("read-sheet", "h enter space"),
        ("back", "escape backspace"),
    ),
    *_layer(
        "replay",
        ("moments", "right down|left up"),
        ("deals", "home|end"),
        ("play-on", "space"),
        ("back", "escape backspace"),
    ),
    *_layer(
        "mistakes",
        ("mistake", "right down|left up"),
        ("situation", "space"),
        ("why", "g"),
        ("ways-on", "enter"),
        ("back", "escape backspace"),
    ),
    *_layer(
        "puzzle",
        ("puzzle-on", "space"),
        ("puzzle-hint", "g"),
        ("puzzle-answer", "shift+g"),
        ("back", "escape backspace"),
    ),
    *_layer(
        "choice",
        ("pick", "space"),
        ("digits", "1|2|3|4|5|6|7|8|9|0"),
        ("cards", "left|right"),
    ),
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
        ("second-best", "shift+g"),
        ("look-back", "ctrl+e"),
        ("stop-review", "ctrl+shift+e"),
        ("open-hands", "ctrl+o"),
        ("take-back", "ctrl+z"),
        ("order", "o"),
        ("more-time", "ctrl+t"),
        ("skip", "ctrl+end"),
        ("save", "ctrl+s"),
        ("share-ending", "alt+r"),
        ("save-match", "alt+w"),
        ("pause", "shift+p"),
        ("review", "comma|period"),
        ("review-edges", "shift+comma|shift+period"),
        ("game-menu", "escape backspace f2"),
        ("leave-table", "ctrl+q"),
        ("actions", "applications shift+f10 ctrl+f9"),
    ),
    *_layer(
        "changing",
        ("new-key", "enter space"),
        ("another-key", "alt+enter"),
        ("reset-key", "delete"),
    ),
    *_layer("lesson", ("leave-lesson", "escape backspace")),
    *_layer(
        GLOBAL,
        ("keys", "f1 applications shift+f10 ctrl+f9"),
        ("rules", "ctrl+f1"),
        ("help", "shift+f1"),
        ("where", "f5"),
        ("repeat", "ctrl+r"),
        ("older-newer", "pageup|pagedown"),
        ("oldest-newest", "ctrl+pageup shift+pageup|ctrl+pagedown shift+pagedown"),
        ("views", "alt+left|alt+right"),
        ("view-number", "alt+1|alt+2|alt+3|alt+4|alt+5|alt+6|alt+7"),
        ("copy", "ctrl+space ctrl+c"),
        ("save-history", "ctrl+shift+s"),
        ("verbosity", "f12"),
        ("describer", "f11"),
        ("volume-channel", "f6"),
        ("volume", "f7|f8"),
        ("pace", "shift+f11|shift+f12"),
        ("scale", "ctrl+-|ctrl++ ctrl+= ctrl+shift+="),
        ("fill-screen", "alt+enter"),
        ("blank-screen", "alt+b"),
        ("stop-sounds", "shift+f7"),
        ("automatic-reading", "shift+f8"),
        ("language", "shift+f3"),
        ("functions", "f9"),
        ("settings", "f10"),
        ("suspend", "alt+z ctrl+z"),
        ("places", "tab shift+tab f4"),
        ("to-table", "alt+m"),
        ("to-history", "alt+h"),
        ("layer", "layer"),
        (HUSH, "ctrl"),
        ("quit", "alt+f4"),
    ),
)

TERMINAL_CANNOT: Final = frozenset(
    {
        "ctrl+f1",
        "shift+f1",
        "shift+f3",
        "shift+f7",
        "shift+f8",
        "ctrl+f9",
        "shift+f10",
        "shift+f11",
        "shift+f12",
        "applications",
        "ctrl+space",
        "ctrl+backspace",
        "ctrl+shift+e",
        "ctrl+shift+s",
        "ctrl+shift+x",
        "ctrl+h",
        "ctrl+i",
        "ctrl+m",
        "ctrl+-",
        "ctrl++",
        "ctrl+=",
        "ctrl+shift+=",
        "ctrl",
    }
)
"""Chords that many terminals never send."""

BROWSERS_KEEP: Final = frozenset(
    {
        "tab",
        "shift+tab",
        "f5",
        "f6",
        "f11",
        "f12",
        "alt+left",
        "alt+right",
        *(f"alt+{number}" for number in range(1, 10)),
        "alt+f4",
        *(f"ctrl+{letter}" for letter in "acdfjklnptuvwx"),
        "ctrl+pageup",
        "ctrl+pagedown",
        "shift+insert",
        "ctrl+insert",
        "shift+delete",
        "ctrl+-",
        "ctrl++",
        "ctrl+=",
        "ctrl+shift+=",
    }
)
"""Chords that a browser uses itself, or never passes to a page."""

AFTER_LAYER: Final = {
    **{str(number % 10): f"f{number}" for number in range(1, 11)},
    "a": "ctrl+f9",
    "d": "f11",
    "v": "f12",
    "g": "ctrl+f1",
    "f": "shift+f1",
    "l": "shift+f3",
    "p": "shift+f7",
    "n": "shift+f8",
    "comma": "shift+f11",
    "period": "shift+f12",
    "x": "ctrl+shift+x",
    "left": "alt+left",
    "right": "alt+right",
    **{f"shift+{number}": f"alt+{number}" for number in range(1, 10)},
    "backspace": "tab",
}
"""The chord that a key replaces after the command key, if Control with that key has no command."""


def stands_for(key: str) -> tuple[str, ...]:
    """Return the combinations that the command key followed by this key can replace.

    They are tried in order: Control with the key, then the combination in `AFTER_LAYER`.
    """
    found = AFTER_LAYER.get(key)
    return (f"ctrl+{key}",) if found is None else (f"ctrl+{key}", found)


def game_layer(spec: Spec) -> str:
    """Return the name of the layer with a game's own keys."""
    return f"{GAME}{spec.id}"


def game_bindings(spec: Spec) -> tuple[Binding, ...]:
    """Return the bindings of a game's own keys.

    K is added if calls can be typed, and Shift+S if there is a score sheet.
    """
    declared = [(one.id, _ways(one.keys)) for one in spec.commands]
    declared += [(one.id, (one.keys,)) for one in spec.hand.toggles]
    declared += [(one.id, (one.keys,)) for one in spec.lists.openers]
    declared += [(one.id, (one.keys,)) for one in spec.queries]
    declared += [("type-call", (("k",),))] if spec.typing else []
    declared += [("sheet", (("shift+s",),))] if spec.sheet else []
    return tuple(Binding(id_, ways, game_layer(spec)) for id_, ways in declared)


def _ways(keys: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Split the keys of a command into Space and the other keys.

    Space is separate because it also starts the next deal or match.
    """
    others = tuple(key for key in keys if key != SPACE)
    return ((SPACE,), others) if others and others != keys else (keys,)


def is_one_thing(binding: Binding) -> bool:
    """Whether all keys of a binding have the same effect.

    This is always true of a game's own commands.
    """
    return len(binding.ways) == 1 or binding.layer.startswith(GAME)


def without_letters(layer: str) -> str:
    """Return the name of a layer without its letter keys, for screens where letters find items."""
    return f"{layer}{WITHOUT_LETTERS}"

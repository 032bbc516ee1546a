"""How keys are called in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from audiogames.app.keys.bindings import AFTER, GLOBAL
from audiogames.app.keys.layout import has_characters, is_table
from audiogames.core.cues import Msg, msg

PAIRS: Final = {
    ("up", "down"): "keys-up-down",
    ("left", "right"): "keys-left-right",
    ("home", "end"): "keys-home-end",
    ("pageup", "pagedown"): "keys-page",
    tuple("1234567890"): "keys-digits",
}
"""Keys that go by one name together."""

SIGNS: Final = {
    "-": "minus",
    "/": "slash",
    "*": "asterisk",
    ";": "semicolon",
    "'": "apostrophe",
    "\\": "backslash",
}
"""Keys that many voices would pass over in silence."""

OTHER: Final = "other"
"""The name of every key that has no name of its own: it is answered, and nobody can bind it."""


class Origin(StrEnum):
    """Where the name of a pressed key comes from."""

    WRITTEN = "written"
    """From what is written on the key."""
    PLACE = "place"
    """From its place on the keyboard, since its layout writes no Latin letter there."""
    NUM_LOCK_OFF = "num-lock-off"
    """From what a key of the numeric pad does while Num Lock is off."""


def pressed_words(key: str, origin: Origin) -> Msg:
    """A pressed key in words, with the origin of its name where that may surprise the player."""
    words = _one(key)
    return words if origin is Origin.WRITTEN else msg(f"key-{origin}", key=words)


def key_words(keys: Sequence[str]) -> Msg:
    """One or several keys in words: "freccia su e giù", "control S", "spazio o D"."""
    if not keys:
        return msg("keys-none")
    if tuple(keys) in PAIRS:
        return msg(PAIRS[tuple(keys)])
    words = tuple(_one(key) for key in keys)
    return words[0] if len(words) == 1 else msg("keys-or", first=words[:-1], last=words[-1])


def apart(key: str) -> tuple[tuple[str, ...], str]:
    """What is held down, and the key that is pressed then: "ctrl++" is Control and the plus."""
    held, _, last = key.rpartition("+")
    if not last:  # the key of the plus itself
        held, last = held.removesuffix("+"), "+"
    return tuple(held.split("+")) if held else (), last


def _one(key: str) -> Msg:
    if key.startswith(AFTER):
        return msg("key-after-layer", key=_one(key.removeprefix(AFTER)))
    held, last = apart(key)
    name = _named(last)
    for modifier in reversed(held):
        name = msg(f"key-with-{modifier}", key=name)
    return name


def _named(key: str) -> Msg:
    if key in SIGNS:
        return msg(f"key-{SIGNS[key]}")
    if len(key) == 1 or (key[0] == "f" and key[1:].isdigit()):
        return msg("key-letter", letter=key.upper())
    return msg(f"key-{key}")


MODIFIERS: Final = ("ctrl", "alt", "shift")
NAMED: Final = frozenset(
    {"space", "enter", "escape", "backspace", "tab", "delete", "up", "down", "left", "right"}
    | {"home", "end", "pageup", "pagedown", "applications", "comma", "period", "layer"}
    | {f"f{number}" for number in range(1, 25)}
)

COPY_AND_PASTE: Final = frozenset({"ctrl+insert", "shift+insert"})
"""The only chords with Insert that mean something, since Insert is the key of screen readers."""

FIXED: Final = frozenset(
    {"up", "down", "left", "right", "home", "end", "enter", "space", "escape", "backspace"}
    | {"f1", "f10", "alt+f4"}
)
"""Keys that stay where they are: whatever is changed, one gets about, to the help and out."""

FIXED_AT_TABLE: Final = frozenset("cst")
"""The same at a table: centre, score and turn, which all games for the blind have there."""

RESERVED: Final = ("insert", "capslock", "meta", "ctrl", "shift", OTHER)
"""Keys of screen readers and of the system; why is the message `reserved-<key>`."""

TAKERS: Final = (
    ("JAWS", "alt+pageup alt+pagedown"),
    ("macOS", "ctrl+space ctrl+up ctrl+down f11"),
    ("macOS", "ctrl+f1 ctrl+f2 ctrl+f3 ctrl+f4 ctrl+f5 ctrl+f6 ctrl+f7 ctrl+f8"),
    ("Windows", "f10 alt+space alt+escape alt+tab ctrl+escape"),
)
"""Keys that somebody may act on before the program gets them."""

TOGETHER: Final = (
    {"value", "list"},
    {"answer", "list"},
    {"reader", "list"},
    {"lobby", "list"},
    {"favourites", "list"},
    {"results", "list"},
    {"seats", "list", "server", "social"},
    {"tables", "list", "server"},
    {"changing", "list"},
    {"choice", "game", "list", "server", "social"},
)
"""Layers that are searched on the same screen; games' own stand wherever "game" does."""


def is_key(key: str) -> bool:
    """Whether a keyboard has this key, written as the program writes it: "ctrl+shift+f7"."""
    return _is_name(key, NAMED) or key in COPY_AND_PASTE


def can_be_pressed(key: str) -> bool:
    """Return whether a shell may send this name: a key, or one that is answered and never bound."""
    return key == "ctrl" or _is_name(key, NAMED | {"insert", OTHER})


def _is_name(key: str, names: frozenset[str]) -> bool:
    held, last = apart(key)
    in_order = held == tuple(one for one in MODIFIERS if one in held)
    if "+".join((*held, last)) != key:
        return False
    written = len(last) == 1 and last.isprintable() and last == last.lower() and last not in " |"
    return in_order and (written or last in names)


def reserved(key: str) -> Msg | None:
    """Why nobody may have this key; None where one may."""
    held, last = apart(key)
    if {"ctrl", "alt"} <= set(held):
        return msg("reserved-altgr")
    for one in RESERVED:
        if last.startswith(one) or one == "meta" in held:
            return msg(f"reserved-{one}")
    return None


def takers(key: str) -> tuple[str, ...]:
    """Screen readers and systems that may take this key for themselves."""
    found = (name for name, keys in TAKERS if key in keys.split())
    return tuple(dict.fromkeys(found))


def is_fixed(layer: str, key: str) -> bool:
    """Whether this key stays where the table has it."""
    return key in FIXED or (is_table(layer) and key in FIXED_AT_TABLE)


def may_have(layer: str, key: str) -> bool:
    """Whether a layer may have this key: letters and digits look for items in lists."""
    return has_characters(layer) or not (len(key) == 1 and key.isalnum())


def meet(one: str, other: str) -> bool:
    """Whether two layers are ever searched on the same screen."""
    if GLOBAL in {one, other} or one == other:
        return True
    pair = {"game" if is_table(layer) else layer for layer in (one, other)}
    both_games_own = one.startswith("game:") and other.startswith("game:")
    return not both_games_own and (len(pair) == 1 or any(pair <= some for some in TOGETHER))

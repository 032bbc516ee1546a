"""The names of keys in words, and rules about which keys may be bound."""

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
"""Keys that share one name."""

SIGNS: Final = {
    "-": "minus",
    "/": "slash",
    "*": "asterisk",
    ";": "semicolon",
    "'": "apostrophe",
    "\\": "backslash",
}
"""Keys that many voices skip."""

OTHER: Final = "other"
"""The name of every key without a name of its own; it is answered, but cannot be bound."""


class Origin(StrEnum):
    """The way in which a shell named a key: by label, position, or Num Lock function."""

    WRITTEN = "written"
    """The label of the key."""
    PLACE = "place"
    """The position of the key, because the keyboard layout has no Latin letter there."""
    NUM_LOCK_OFF = "num-lock-off"
    """The function of a key of the numeric pad while Num Lock is off."""


def pressed_words(key: str, origin: Origin) -> Msg:
    """Return a pressed key in words.

    If its name may be unexpected, the words also say how it was found (`origin`).
    """
    words = _one(key)
    return words if origin is Origin.WRITTEN else msg(f"key-{origin}", key=words)


def key_words(keys: Sequence[str]) -> Msg:
    """Return one or several keys in words: "freccia su e giù", "control S", "spazio o D"."""
    if not keys:
        return msg("keys-none")
    if tuple(keys) in PAIRS:
        return msg(PAIRS[tuple(keys)])
    words = tuple(_one(key) for key in keys)
    return words[0] if len(words) == 1 else msg("keys-or", first=words[:-1], last=words[-1])


def apart(key: str) -> tuple[tuple[str, ...], str]:
    """Split a key combination into modifiers and key; "ctrl++" is Control with the plus key."""
    held, _, last = key.rpartition("+")
    if not last:  # the plus key itself
        held, last = held.removesuffix("+"), "+"
    return tuple(held.split("+")) if held else (), last


def _one(key: str) -> Msg:
    """Return one key in words, with its modifiers."""
    if key.startswith(AFTER):
        return msg("key-after-layer", key=_one(key.removeprefix(AFTER)))
    held, last = apart(key)
    name = _named(last)
    for modifier in reversed(held):
        name = msg(f"key-with-{modifier}", key=name)
    return name


def _named(key: str) -> Msg:
    """Return a key without modifiers in words."""
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
"""The only chords with Insert that are commands, since Insert is the key of screen readers."""

FIXED: Final = frozenset(
    {"up", "down", "left", "right", "home", "end", "enter", "space", "escape", "backspace"}
    | {"f1", "f10", "alt+f4"}
)
"""Keys that can never be changed, so that moving, help and leaving always work."""

FIXED_AT_TABLE: Final = frozenset("cst")
"""Keys that also cannot be changed at a table: cards on it, score and turn, as in all card games
for blind players."""

RESERVED: Final = ("insert", "capslock", "meta", "ctrl", "shift", OTHER)
"""Keys of screen readers and of the system; the reason is the message `reserved-<key>`."""

TAKERS: Final = (
    ("JAWS", "alt+pageup alt+pagedown"),
    ("macOS", "ctrl+space ctrl+up ctrl+down f11"),
    ("macOS", "ctrl+f1 ctrl+f2 ctrl+f3 ctrl+f4 ctrl+f5 ctrl+f6 ctrl+f7 ctrl+f8"),
    ("Windows", "f10 alt+space alt+escape alt+tab ctrl+escape"),
)
"""Keys that a screen reader or system may use before the program receives them."""

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
"""Layers active on the same screen; a game's own layer is active wherever "game" is."""


def is_key(key: str) -> bool:
    """Whether this is the name of a key on a keyboard, such as "ctrl+shift+f7"."""
    return _is_name(key, NAMED) or key in COPY_AND_PASTE


def can_be_pressed(key: str) -> bool:
    """Whether a shell may report a key by this name; not all such keys can be bound."""
    return key == "ctrl" or _is_name(key, NAMED | {"insert", OTHER})


def _is_name(key: str, names: frozenset[str]) -> bool:
    """Whether a key combination is written in standard form.

    Its last key must be a printable character or one of `names`.
    """
    held, last = apart(key)
    in_order = held == tuple(one for one in MODIFIERS if one in held)
    if "+".join((*held, last)) != key:
        return False
    written = len(last) == 1 and last.isprintable() and last == last.lower() and last not in " |"
    return in_order and (written or last in names)


def reserved(key: str) -> Msg | None:
    """Return why this key cannot be bound; None if it can."""
    held, last = apart(key)
    if {"ctrl", "alt"} <= set(held):
        return msg("reserved-altgr")
    for one in RESERVED:
        if last.startswith(one) or one == "meta" in held:
            return msg(f"reserved-{one}")
    return None


def takers(key: str) -> tuple[str, ...]:
    """Return the names of screen readers and operating systems that may take this key."""
    found = (name for name, keys in TAKERS if key in keys.split())
    return tuple(dict.fromkeys(found))


def is_fixed(layer: str, key: str) -> bool:
    """Whether this key cannot be changed in this layer."""
    return key in FIXED or (is_table(layer) and key in FIXED_AT_TABLE)


def may_have(layer: str, key: str) -> bool:
    """Whether a key may be bound in this layer; in lists, letters and digits find items instead."""
    return has_characters(layer) or not (len(key) == 1 and key.isalnum())


def meet(one: str, other: str) -> bool:
    """Whether two layers can be active on the same screen."""
    if GLOBAL in {one, other} or one == other:
        return True
    pair = {"game" if is_table(layer) else layer for layer in (one, other)}
    both_games_own = one.startswith("game:") and other.startswith("game:")
    return not both_games_own and (len(pair) == 1 or any(pair <= some for some in TOGETHER))

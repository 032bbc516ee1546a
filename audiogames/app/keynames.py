"""How keys are called in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audiogames.app.keymap import AFTER
from audiogames.core.cues import Msg, msg

PAIRS: Final = {
    ("up", "down"): "keys-up-down",
    ("left", "right"): "keys-left-right",
    ("home", "end"): "keys-home-end",
    ("pageup", "pagedown"): "keys-page",
    tuple("1234567890"): "keys-digits",
}
"""Keys that go by one name together."""

SIGNS: Final = {"-": "minus", "/": "slash", ";": "semicolon", "'": "apostrophe", "\\": "backslash"}
"""Keys that many voices would pass over in silence."""


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

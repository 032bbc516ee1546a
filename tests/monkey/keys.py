"""Translates the program's names of keys for X, a browser and a terminal."""

from __future__ import annotations

from typing import Final

X_NAMES: Final = {
    "enter": "Return", "escape": "Escape", "pageup": "Prior", "pagedown": "Next", "up": "Up",
    "down": "Down", "left": "Left", "right": "Right", "home": "Home", "end": "End",
    "insert": "Insert", "delete": "Delete", "backspace": "BackSpace", "tab": "Tab",
    "applications": "Menu", "layer": "grave", "space": "space", "comma": "comma",
    "period": "period", "ctrl": "Control_L", "=": "equal",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip

PAGE_NAMES: Final = {
    "enter": "Enter", "escape": "Escape", "pageup": "PageUp", "pagedown": "PageDown",
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
    "home": "Home", "end": "End", "insert": "Insert", "delete": "Delete",
    "backspace": "Backspace", "applications": "ContextMenu", "layer": "Backquote",
    "space": "Space", "comma": "Comma", "period": "Period",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip

X_PAD: Final = (*range(79, 92), 63, 104, 106)
"""The numbers that X has for the keys of the numeric pad."""

X_LETTERS: Final = (*range(24, 34), *range(38, 47), *range(52, 59))
"""The numbers that X has for letter keys; they are the same in any layout."""

FINALS: Final = {"up": "A", "down": "B", "right": "C", "left": "D", "home": "H", "end": "F",
                 "f1": "P", "f2": "Q", "f3": "R", "f4": "S"}  # fmt: skip
"""Keys that a terminal sends as ESC [ 1 ; held LETTER."""

NUMBERS: Final = {"insert": 2, "delete": 3, "pageup": 5, "pagedown": 6, "f5": 15, "f6": 17,
                  "f7": 18, "f8": 19, "f9": 20, "f10": 21, "f11": 23, "f12": 24}  # fmt: skip
"""Keys that a terminal sends as ESC [ NUMBER ; held ~."""

CODES: Final = {"enter": 13, "tab": 9, "escape": 27, "backspace": 127, "space": 32,
                "comma": 44, "period": 46}  # fmt: skip
PLAIN: Final = {**{name: chr(code) for name, code in CODES.items()}, "layer": "`"}
HELD: Final = {"shift": 1, "alt": 2, "ctrl": 4}


def x_name(key: str) -> str | None:
    """Return xdotool's name for a key, or None if X does not have the key."""
    *held, plain = key.split("+")
    name = X_NAMES.get(plain)
    if name is None and len(plain) == 1 and plain.isascii() and plain.isalnum():
        name = plain
    return None if name is None else "+".join((*held, name))


def page_name(key: str) -> str | None:
    """Return Playwright's name for a key, or None if a browser does not have the key."""
    held, _, plain = key.rpartition("+")
    if not plain:
        return None
    name = PAGE_NAMES.get(plain)
    if name is None and len(plain) == 1 and plain.isascii() and plain.isalnum():
        name = plain
    names = [{"ctrl": "Control"}.get(one, one.capitalize()) for one in held.split("+") if one]
    return None if name is None else "+".join((*names, name))


def terminal_bytes(key: str) -> bytes | None:
    """Return the bytes that a terminal sends for a key, or None if it cannot send the key."""
    *held, plain = key.split("+")
    if not plain:
        return None
    bits = 1 + sum(HELD[one] for one in held)
    if plain in FINALS:
        return f"\x1b[1;{bits}{FINALS[plain]}".encode()
    if plain in NUMBERS:
        return f"\x1b[{NUMBERS[plain]};{bits}~".encode()
    text = PLAIN.get(plain, plain if len(plain) == 1 else "")
    if not text or (plain, bits) == ("c", 1 + HELD["ctrl"]):  # that key ends the program
        return None
    if bits == 1:
        return text.encode()
    return f"\x1b[{ord(text)};{bits}u".encode()

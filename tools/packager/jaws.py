"""Generates the key map that makes the screen reader JAWS pass keys to the program.

JAWS handles many keys itself, such as the arrows, before a program gets them. In a key map with the
name of the executable, a key with nothing after its equals sign has no action in that program and
is passed on (JAWS's documentation, "Key Map Files"). The map is generated from the table that
dispatches keys, so that it is always complete. It has not been tested with JAWS.
"""

import argparse
from collections.abc import Iterable
from typing import Final

from audiogames.app.keys.bindings import BINDINGS, game_bindings
from audiogames.core.registry import games

NAMES: Final = {
    "up": "UpArrow",
    "down": "DownArrow",
    "left": "LeftArrow",
    "right": "RightArrow",
    "home": "Home",
    "end": "End",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "enter": "Enter",
    "escape": "Escape",
    "backspace": "BackSpace",
    "delete": "Delete",
    "insert": "Insert",
    "space": "Space",
    "tab": "Tab",
    "comma": ",",
    "period": ".",
}
"""JAWS' names of keys whose name is a word."""

MODIFIERS: Final = {"ctrl": "Control", "shift": "Shift", "alt": "Alt"}

LEFT_TO_JAWS: Final = frozenset(
    {"ctrl", "alt+f4", "applications", "layer", "ctrl+-", "ctrl++", "ctrl+=", "ctrl+shift+="}
)
"""Keys that are left to JAWS.

Control alone silences speech, as it should, and Alt+F4 is passed on anyway.  The key map names of
the Applications key and of punctuation are unknown; Shift+F10 and an option replace them.  The
command key is a position with a different character in each layout; JAWS passes characters on.
"""

HEAD: Final = """\
; Audiogames: JAWS leaves these keys to the program.
; This file belongs into the settings folder of JAWS, which is
; %APPDATA%\\Freedom Scientific\\JAWS, then the version, then Settings, then the language.
; Not tried with JAWS by those who wrote it.

[Common Keys]
"""


def key_map() -> str:
    """Return the content of the key map."""
    lines = [f"{jaws_name(key)}=" for key in passed_on()]
    return HEAD.replace("\n", "\r\n") + "".join(f"{line}\r\n" for line in lines)


def passed_on() -> list[str]:
    """Return the keys of the program and its games that JAWS must pass on."""
    bindings = [*BINDINGS, *(one for spec in games() for one in game_bindings(spec))]
    return sorted(_keys(key for binding in bindings for key in binding.keys))


def _keys(keys: Iterable[str]) -> set[str]:
    return set(keys) - LEFT_TO_JAWS


def jaws_name(key: str) -> str:
    """Return the name of a key in JAWS, such as "Control+Shift+UpArrow".  Raises KeyError."""
    *held, last = key.split("+")
    name = last.upper() if len(last) == 1 or _is_function_key(last) else NAMES[last]
    return "+".join([*(MODIFIERS[one] for one in held), name])


def _is_function_key(key: str) -> bool:
    return key[0] == "f" and key[1:].isdecimal()


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    print(key_map(), end="")

"""Translates the key records of the Windows console into keys.

Names and numbers are those of Windows' `KEY_EVENT_RECORD` and of its virtual keys.  A letter's
virtual key depends on its character, a digit's on its position.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from audiogames.app.keys.names import OTHER, Origin
from audiogames.shell.keys import (
    CTRL,
    LAYER,
    QUIT,
    Press,
    chord,
    control_press,
    is_foreign,
    word,
    written_press,
)

RECORD: Final = struct.Struct("<HxxiHHHHI")
"""Kind, down, repeats, virtual key, scan code, character, modifiers."""

KEY_EVENT: Final = 1

_ALT_GR, _LEFT_ALT, _RIGHT_CTRL, _LEFT_CTRL, _SHIFT, _ENHANCED = 1, 2, 4, 8, 16, 256
_ALT, _CTRL = _ALT_GR | _LEFT_ALT, _RIGHT_CTRL | _LEFT_CTRL

_VK_CONTROL, _VK_MENU, _VK_PACKET = 0x11, 0x12, 0xE7
_PLACE_OF_LAYER: Final = 0x29

MOST_REPEATS: Final = 100
"""The greatest repeat count accepted: no keyboard sends more."""

_NAMED: Final = {
    0x08: "backspace",
    0x09: "tab",
    0x0D: "enter",
    0x1B: "escape",
    0x5D: "applications",
    **{0x6F + number: f"f{number}" for number in range(1, 25)},
}
_MOVING: Final = {
    0x0C: OTHER,  # 5 of the numeric pad with Num Lock off
    0x21: "pageup",
    0x22: "pagedown",
    0x23: "end",
    0x24: "home",
    0x25: "left",
    0x26: "up",
    0x27: "right",
    0x28: "down",
    0x2D: "insert",
    0x2E: "delete",
}
"""Keys that the numeric pad has too; there they lack the flag."""

_PAD: Final = {
    **{0x60 + number: str(number) for number in range(10)},
    **dict(zip((0x6A, 0x6B, 0x6D, 0x6E, 0x6F), ("*", "+", "-", "period", "/"), strict=True)),
}
_PLACES: Final = {
    **{code: chr(code) for code in range(0x30, 0x3A)},
    **{code: chr(code).lower() for code in range(0x41, 0x5B)},
    0x20: "space",
    0xBA: ";",
    0xBB: "=",
    0xBC: "comma",
    0xBD: "-",
    0xBE: "period",
    0xBF: "/",
    0xDB: "[",
    0xDC: "\\",
    0xDD: "]",
    0xDE: "'",
}
"""A US keyboard's keys by scan code.  Comma and period are on these keys in every layout."""

_BY_KEY: Final = frozenset({0x20, 0xBC, 0xBE, *range(0x30, 0x3A)})
"""Keys named by themselves, even with Shift, which types another character."""

_NOT_OURS: Final = frozenset(
    {0, 0x10, _VK_CONTROL, _VK_MENU, 0x14, 0x2C, 0x5B, 0x5C, 0x5F, 0x90, 0x91}
    | {*range(0x15, 0x1B), *range(0x1C, 0x20), *range(0xA0, 0xB8), 0xE5}
)
"""Locks and modifiers, sound and browser keys, and keys of input methods."""


@dataclass(frozen=True)
class KeyRecord:
    """A key event of the Windows console (`KEY_EVENT_RECORD`)."""

    is_down: bool
    repeats: int
    key: int
    place: int
    code: int
    held: int

    @property
    def character(self) -> str:
        """The typed character; empty if there is none."""
        return chr(self.code) if self.code >= 0x20 and self.code != 0x7F else ""


def read_record(data: bytes) -> KeyRecord | None:
    """Return the record in these bytes; None if it is not a key event."""
    kind, down, repeats, key, place, code, held = RECORD.unpack(data)
    if kind != KEY_EVENT:
        return None
    return KeyRecord(bool(down), repeats, key, place, code, held)


class RecordKeys:
    """Translates the Windows console's key records into pressed keys.

    A key may need several records.
    """

    def __init__(self) -> None:
        self._half = 0
        """The first half of a surrogate pair, which needs two records."""
        self._has_control = False
        """Whether Control is held: its records repeat."""

    def feed(self, record: KeyRecord) -> list[Press]:
        """Return the keys that this record completes; usually one."""
        if record.key == _VK_CONTROL:
            return self._control(record)
        if not record.is_down:
            return self._alt_number_character(record)
        if 0xD800 <= record.code < 0xE000:
            return self._whole(record.code)
        press = _press(record)
        return [] if press is None else [press] * max(1, min(record.repeats, MOST_REPEATS))

    def _control(self, record: KeyRecord) -> list[Press]:
        """Return Ctrl as a key if it was pressed without Alt or Shift; otherwise nothing."""
        is_new = record.is_down and not self._has_control
        self._has_control = record.is_down
        return [Press(CTRL)] if is_new and not record.held & (_ALT | _SHIFT) else []

    def _alt_number_character(self, record: KeyRecord) -> list[Press]:
        """Return a character typed as a number with Alt; Windows sends it when Alt is released."""
        if record.key != _VK_MENU or not record.code:
            return []
        if 0xD800 <= record.code < 0xE000:
            return self._whole(record.code)
        return [written_press(record.character)] if record.character else []

    def _whole(self, half: int) -> list[Press]:
        """Store the first half of a surrogate pair; at the second, return the whole key."""
        if half < 0xDC00:
            self._half = half
            return []
        first, self._half = self._half, 0
        if not first:
            return []
        return [written_press(chr(0x10000 + ((first - 0xD800) << 10) + half - 0xDC00))]


def _press(record: KeyRecord) -> Press | None:
    """Return the pressed key; None for keys that the program does not use."""
    writes = bool(record.character)
    is_third_level = bool(record.held & _ALT) and bool(record.held & _CTRL)
    if writes and (is_third_level or record.key in {0, _VK_PACKET}):
        return written_press(record.character)  # Alt Gr, or without a key: dictated, or pasted
    if record.code and not writes and record.key not in {*_NAMED, *_PLACES}:
        return control_press(record.code)  # a connection that sends characters has no key codes
    named = _name(record)
    if named is None:
        return None
    name, origin = named
    ctrl, alt = bool(record.held & _CTRL), bool(record.held & _ALT)
    shift = bool(record.held & _SHIFT) and not _is_sign(record, name)
    if (name, ctrl, alt, shift) == ("c", True, False, False):
        return Press(QUIT)
    text = "" if ctrl or alt else record.character
    return Press(chord(name, ctrl=ctrl, alt=alt, shift=shift), text, origin)


def _is_sign(record: KeyRecord, name: str) -> bool:
    """Return whether the key's name is a character that already includes Shift, such as "?"."""
    return record.key not in _BY_KEY and name == record.character and not name.isalpha()


def _name(record: KeyRecord) -> tuple[str, Origin] | None:
    """Return a key's name, and whether it was found by character or position.

    Return None for keys that the program does not use.
    """
    key, character = record.key, record.character
    if record.place == _PLACE_OF_LAYER:
        return LAYER, Origin.WRITTEN
    if key in _MOVING:
        is_pad = not record.held & _ENHANCED
        return _MOVING[key], Origin.NUM_LOCK_OFF if is_pad else Origin.WRITTEN
    if key in _NAMED or key in _PAD:
        return _NAMED.get(key) or _PAD[key], Origin.WRITTEN
    if key in _NOT_OURS:
        return None
    if key in _BY_KEY or not character:
        return _PLACES.get(key, OTHER), Origin.WRITTEN
    small = character.lower() if len(character.lower()) == 1 else character
    if is_foreign(small) and key in _PLACES:
        return _PLACES[key], Origin.PLACE
    return word(small), Origin.WRITTEN

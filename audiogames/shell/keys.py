"""Translates the key events of a window and the bytes of a terminal into key names of the app.

Names are like "a", "ctrl+s", "shift+f7", "pageup" and "layer".  Modifiers are in the order ctrl,
alt, shift.

A letter key has the name of its letter.  In a layout without Latin letters, such as a Russian or a
Greek one, it has the name of the letter at the same position of a US keyboard.  Keys of the numeric
pad are named like the equal keys of the main block; with Num Lock off they are arrows, Home, End
and so on.
"""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from audiogames.app.keys.names import OTHER, Origin
from audiogames.shell.terminal.sequences import ESC, Paste, TerminalInput

QUIT: Final = "quit"
"""The name of Ctrl+C in a terminal: the program ends, the match is saved."""

LAYER: Final = "layer"
CTRL: Final = "ctrl"
"""The name of Control, pressed and released without another key."""

_WORDS: Final = {" ": "space", ",": "comma", ".": "period"}
_TEXTS: Final = {word: text for text, word in _WORDS.items()}


def chord(key: str, *, ctrl: bool = False, alt: bool = False, shift: bool = False) -> str:
    """Return the name of a key pressed with these modifiers."""
    held = (("ctrl", ctrl), ("alt", alt), ("shift", shift))
    return "".join(f"{name}+" for name, down in held if down) + key


def types_text(key: str) -> bool:
    """Return whether a key types a character into a text field instead of being a command there."""
    plain = key.removeprefix("shift+")
    return len(plain) == 1 or plain in _TEXTS or plain == LAYER


@dataclass(frozen=True)
class Press:
    """A pressed key; `text` is the text that it types into a field, empty if none."""

    key: str
    text: str = ""
    origin: Origin = Origin.WRITTEN


def is_foreign(character: str) -> bool:
    """Return whether a character is a letter of a non-Latin alphabet."""
    return character.isalpha() and "LATIN" not in unicodedata.name(character, "LATIN")


# --- The window -----------------------------------------------------------------------------------

# SDL's numbers, so that this module does not import pygame.
_SHIFT, _CTRL, _ALT, _GUI, _NUM = 0x0003, 0x00C0, 0x0300, 0x0C00, 0x1000
_ALT_GR = 0x0200
_SCAN_1, _SCAN_0, _SCAN_LAYER = 30, 39, 53
_PLACE: Final = 1 << 30
"""SDL's key code of a key without a character is its scancode with this bit."""

_KEYS: Final = {
    8: "backspace",
    9: "tab",
    13: "enter",
    27: "escape",
    127: "delete",
    _PLACE | 88: "enter",
    _PLACE | 101: "applications",
    _PLACE | 118: "applications",
    _PLACE | 73: "insert",
    _PLACE | 74: "home",
    _PLACE | 75: "pageup",
    _PLACE | 77: "end",
    _PLACE | 78: "pagedown",
    _PLACE | 79: "right",
    _PLACE | 80: "left",
    _PLACE | 81: "down",
    _PLACE | 82: "up",
    **{_PLACE | 57 + number: f"f{number}" for number in range(1, 13)},
    **{_PLACE | 91 + number: f"f{number}" for number in range(13, 25)},
    # Keys of the numeric pad that Num Lock does not change.
    _PLACE | 84: "/",
    _PLACE | 85: "*",
    _PLACE | 86: "-",
    _PLACE | 87: "+",
    _PLACE | 103: "=",
    _PLACE | 133: "comma",
    _PLACE | 182: "(",
    _PLACE | 183: ")",
}
_CONTROLS: Final = (_PLACE | 224, _PLACE | 228)
_PAD: Final = {
    _PLACE | 89: ("1", "end"),
    _PLACE | 90: ("2", "down"),
    _PLACE | 91: ("3", "pagedown"),
    _PLACE | 92: ("4", "left"),
    _PLACE | 93: ("5", OTHER),
    _PLACE | 94: ("6", "right"),
    _PLACE | 95: ("7", "home"),
    _PLACE | 96: ("8", "up"),
    _PLACE | 97: ("9", "pageup"),
    _PLACE | 98: ("0", "insert"),
    _PLACE | 99: ("period", "delete"),
}
"""Keys of the numeric pad, with Num Lock on and off."""

_BY_PLACE: Final = {
    **{4 + number: letter for number, letter in enumerate("abcdefghijklmnopqrstuvwxyz")},
    **{_SCAN_1 + number: digit for number, digit in enumerate("1234567890")},
    **dict(zip((45, 46, 47, 48, 51, 52, 54, 55, 56), "-=[];',./", strict=True)),
}
"""The keys of a US keyboard by scancode."""

_NOT_OURS: Final = frozenset(
    {57, 70, 71, 83, 102, *range(127, 133), *range(224, 232), *range(257, 287)}
)
"""Scancodes of locks, modifiers, power, sound, brightness and screenshots, which the system
handles."""


class KeyEvent(Protocol):
    """The fields of a KEYDOWN event that are used here."""

    key: int
    mod: int


def window_key(event: KeyEvent) -> Press | None:
    """Return the pressed key; None for keys that are not handled, such as a bare Shift."""
    held = event.mod
    if held & _GUI:
        return None
    if event.key in _CONTROLS:
        return None if held & (_ALT | _SHIFT) else Press(CTRL)
    named = _window_name(event.key, getattr(event, "scancode", 0), has_num_lock(held))
    if named is None:
        return None
    name, origin = named
    name = chord(name, ctrl=bool(held & _CTRL), alt=bool(held & _ALT), shift=bool(held & _SHIFT))
    return Press(name, origin=origin)


def has_num_lock(held: int) -> bool:
    """Return whether Num Lock is on, so that the numeric pad types digits; always True on a Mac."""
    return bool(held & _NUM) or sys.platform == "darwin"


def writes(event: KeyEvent) -> bool:
    """Return True if a text field ignores this key press because a text event follows.

    On many layouts characters are typed with Alt Gr, or with Ctrl and Alt.
    """
    press = window_key(event)
    if press is None or types_text(press.key):
        return press is not None
    third_level = event.mod & _ALT_GR or (event.mod & _CTRL and event.mod & _ALT)
    unicode = getattr(event, "unicode", "")
    return bool(third_level) and bool(unicode) and unicode.isprintable()


def _window_name(key: int, scancode: int, num_lock: bool) -> tuple[str, Origin] | None:  # noqa: FBT001 - a state of the keyboard
    """Return a key's name, and whether it was found by the key's character or its position.

    Letters are named by their character, digits and the layer key by their position.
    """
    if scancode == _SCAN_LAYER:
        return LAYER, Origin.WRITTEN
    if key in _PAD:
        on, off = _PAD[key]
        return (on, Origin.WRITTEN) if num_lock else (off, Origin.NUM_LOCK_OFF)
    if key in _KEYS:
        return _KEYS[key], Origin.WRITTEN
    if key & _PLACE or not chr(key).isprintable():
        return _without_character(key, scancode)
    character = chr(key).lower()
    if _SCAN_1 <= scancode <= _SCAN_0 and character not in "0123456789":  # on French keyboards
        return _BY_PLACE[scancode], Origin.WRITTEN
    if is_foreign(character) and scancode in _BY_PLACE:
        return word(_BY_PLACE[scancode]), Origin.PLACE
    return word(character), Origin.WRITTEN


def _without_character(key: int, scancode: int) -> tuple[str, Origin] | None:
    """Name a key that has no character, or only a dead accent."""
    place = key ^ _PLACE if key & _PLACE else scancode
    if place in _BY_PLACE:
        return word(_BY_PLACE[place]), Origin.PLACE
    return None if not place or place in _NOT_OURS else (OTHER, Origin.WRITTEN)


def word(character: str) -> str:
    """Return the name of the key with this character."""
    return _WORDS.get(character, character)


# --- The terminal ---------------------------------------------------------------------------------


_FINALS: Final = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "E": OTHER,  # 5 of the numeric pad with Num Lock off
    "F": "end",
    "H": "home",
    "P": "f1",
    "Q": "f2",
    "R": "f3",
    "S": "f4",
}
_KEYPAD: Final = {"M": "enter"}
"""The numeric pad's codes after ESC O only: after ESC [ an M is a mouse click."""
_NUMBERS: Final = {
    1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown", 7: "home", 8: "end",
    11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9",
    21: "f10", 23: "f11", 24: "f12",
    # The Linux console counts Shift+F1 as F13, and so on; xterm sends 29 for the menu key.
    25: "shift+f1", 26: "shift+f2", 28: "shift+f3", 29: "applications", 31: "shift+f5",
    32: "shift+f6", 33: "shift+f7", 34: "shift+f8",
}  # fmt: skip
_PARAMETERS: Final = re.compile(r"[0-9;]*")
_LINUX_F: Final = {"A": "f1", "B": "f2", "C": "f3", "D": "f4", "E": "f5"}
_CODES: Final = {0x08: "backspace", 0x09: "tab", 0x0A: "enter", 0x0D: "enter", 0x7F: "backspace"}
_LAYER_CHARACTERS: Final = "`\\º"
"""The key left of 1 on US, Italian and Spanish keyboards: terminals send no positions."""
_SHIFTED: Final = {"<": "shift+comma", ";": "shift+comma", ">": "shift+period", ":": "shift+period"}
_APPLICATION_PAD: Final = {
    **{chr(ord("p") + number): str(number) for number in range(10)},
    **dict(zip("jklmnoX", "*+,-./=", strict=True)),
}
"""The numeric pad's codes after ESC O, in its application mode."""

_KITTY_PAD: Final = {
    **{57399 + number: str(number) for number in range(10)},
    **{57409 + number: sign for number, sign in enumerate("./*-+")},
    57415: "=",
    57416: ",",
}
_KITTY_NAMES: Final = {
    57414: "enter",
    **dict(
        enumerate(
            ("left", "right", "up", "down", "pageup", "pagedown", "home", "end", "insert"), 57417
        )
    ),
    57426: "delete",
    57427: OTHER,
}
"""Key codes of the numeric pad in kitty's protocol, which differ from those of the main block."""

LETTER_PLACES: Final = {
    **dict(zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True)),
    **dict(zip("хъжэбю", "[];',.", strict=True)),
    **dict(zip("іїєў", "s]'o", strict=True)),
    **dict(zip("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm", strict=True)),
}
"""Positions of these letters on Russian and Greek keyboards: terminals send no positions."""


class TerminalKeys:
    """Decodes the bytes of a terminal into keys: xterm, the Linux console, tmux, screen."""

    def __init__(self) -> None:
        self._input = TerminalInput()
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")

    @property
    def deadline(self) -> float | None:
        """The time to call `flush`; an incomplete sequence may continue until then."""
        return self._input.deadline

    def feed(self, sent: bytes, now: float) -> list[Press | Paste]:
        """Return the keys and pastes that these bytes complete."""
        return list(self._named(self._input.feed(sent, now)))

    def flush(self, now: float) -> list[Press | Paste]:
        """Return the keys whose sequence was not continued in time, such as a single Esc."""
        return list(self._named(self._input.flush(now)))

    def _named(self, pieces: Iterable[bytes | Paste]) -> Iterator[Press | Paste]:
        """Yield the keys and pastes in pieces of input."""
        for piece in pieces:
            if isinstance(piece, Paste):
                yield piece
            elif piece.startswith(ESC):
                yield from _sequence(piece)
            else:
                yield from self._plain_byte(piece[0])

    def _plain_byte(self, byte: int) -> Iterator[Press]:
        """Yield the key of a byte outside sequences; nothing if its character is incomplete."""
        if byte < 0x20 or byte == 0x7F:
            yield control_press(byte)
            return
        for character in self._decoder.decode(bytes([byte])):
            yield written_press(character)


def _sequence(sequence: bytes) -> Iterator[Press]:
    """Yield the key of one complete sequence; yield nothing if it is unknown."""
    text = sequence.decode("utf-8", "ignore")
    if len(text) == 1:
        yield Press("escape")
    elif text.startswith("\x1b\x1b"):
        yield from map(_with_alt, _sequence(sequence[1:]))
    elif len(text) == 2:
        code = ord(text[1])
        yield _with_alt(
            control_press(code) if code < 0x20 or code == 0x7F else written_press(text[1])
        )
    elif text.startswith("\x1bO"):
        yield from _application(text[2:])
    elif text.startswith("\x1b[["):
        yield from _named(_LINUX_F.get(text[3:]))
    elif text.startswith("\x1b["):
        yield from _csi(text[2:-1], text[-1:])


def _application(final: str) -> Iterator[Press]:
    """Yield the key of a sequence that begins with ESC O."""
    if final in _APPLICATION_PAD:
        yield written_press(_APPLICATION_PAD[final])
    else:
        yield from _named(_KEYPAD.get(final) or _FINALS.get(final))


def _csi(parameters: str, final: str) -> Iterator[Press]:
    """Yield the key of a sequence that begins with ESC [; nothing for other control sequences."""
    if not _PARAMETERS.fullmatch(parameters):  # an answer of the terminal, not a key
        return
    numbers = [int(part) if part.isdigit() else 1 for part in parameters.split(";")]
    held = numbers[1] if len(numbers) > 1 else 1
    if final in {"u", "~"} and (final == "u" or numbers[0] == 27):
        # Terminals that send every chord: ESC [ 27 ; held ; code ~ and ESC [ code ; held u.
        yield from _coded(numbers[-1] if final == "~" else numbers[0], held)
    elif final == "Z":
        yield Press("shift+tab")
    elif final in "~$^@":  # rxvt ends with the modifier
        held = {"~": held, "$": 2, "^": 5, "@": 6}[final]
        yield from _named(_NUMBERS.get(numbers[0]), held)
    elif final in "abcd":
        yield from _named(_FINALS[final.upper()], 2)
    elif numbers[0] == 1:  # otherwise a report, as of the cursor's position
        yield from _named(_FINALS.get(final), held)


def _coded(code: int, held: int) -> Iterator[Press]:
    """Yield the key that a terminal reports by its character code and modifiers."""
    if not 0 < code < 0x110000:
        return
    if code in _KITTY_PAD and held == 1:
        yield written_press(_KITTY_PAD[code])
        return
    key = {27: "escape"}.get(code) or _CODES.get(code) or _KITTY_NAMES.get(code)
    key = key or written_press(_KITTY_PAD.get(code, chr(code))).key
    if key == "c" and held == 5:
        key, held = QUIT, 1
    yield from _named(key, held)


def _named(key: str | None, held: int = 1) -> Iterator[Press]:
    """Yield the press of a key with the modifiers in `held`; nothing if `key` is None.

    `held` is the code that terminals send: 1, plus 1 for Shift, 2 for Alt and 4 for Ctrl.
    """
    if key is None:
        return
    shifted = key.startswith("shift+")
    bits = max(0, held - 1)
    yield Press(
        chord(
            key.removeprefix("shift+"),
            ctrl=bool(bits & 4),
            alt=bool(bits & 2),
            shift=shifted or bool(bits & 1),
        )
    )


def control_press(code: int) -> Press:
    """Return the key that sends this control character."""
    if code == 3:
        return Press(QUIT)
    if code in _CODES:
        return Press(_CODES[code])
    if code == 0:
        return Press("ctrl+space")
    return Press(f"ctrl+{chr(code + 0x60)}" if code <= 26 else f"ctrl+{chr(code + 0x40).lower()}")


def written_press(character: str) -> Press:
    """Return the key that types this character on a US keyboard."""
    if character in _LAYER_CHARACTERS:
        return Press(LAYER, character)
    if character in _SHIFTED:
        return Press(_SHIFTED[character], character)
    if character.isdecimal():  # Arabic digits and others are digits too
        return Press(str(int(character)), character)
    small = character.lower() if len(character.lower()) == 1 else character
    place = LETTER_PLACES.get(small)
    key = chord(word(place or small), shift=character.isupper() and small != character)
    return Press(key, character, Origin.WRITTEN if place is None else Origin.PLACE)


def _with_alt(press: Press) -> Press:
    """Return a key with Alt added."""
    held, _, key = press.key.rpartition("+") if len(press.key) > 1 else ("", "", press.key)
    name = chord(key, ctrl="ctrl" in held, alt=True, shift="shift" in held)
    return Press(name, origin=press.origin)

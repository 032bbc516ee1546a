"""Splits a terminal's bytes into keys and pastes, and drops everything else.

A terminal sends more than keys: device strings (OSC, DCS, SOS, PM, APC), which are late answers to
programs that have ended; reports, which look like keys with parameters; mouse clicks; and, if asked
to mark them, pastes.  A device string ends with BEL or ST, a paste with its own sequence, and both
may span several reads.  A string that never ends must not block the keyboard: it is dropped
`UNENDED_SECONDS` after it began.  A read larger than any key extends that time, since strings are
sent in bulk and keys are not.

The grammar is that of ECMA-48; what cancels a string is that of the VT500, as Paul Williams
described it (vt100.net, "A parser for DEC's ANSI-compatible video terminals").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

ESCAPE_SECONDS: Final = 0.05
"""Seconds after which an Esc is a key and not the start of a sequence."""

UNENDED_SECONDS: Final = 1.0
"""Seconds after which an unended string, paste or sequence is given up."""

LONGEST_KEY: Final = 32
"""The most bytes that a key sends together."""

LONGEST_PASTE: Final = 2**20
"""The most bytes of a paste that are kept."""

ESC: Final = b"\x1b"
_CSI: Final = re.compile(
    rb"\x1b\[(?:\[[ -~]"  # the Linux console sends ESC [ [ A for F1
    rb"|[0-9]+\$"  # rxvt sends $ for Shift
    rb"|M[^\x1b]{3}"  # a click of the mouse, in its oldest form
    rb"|[0-?]+[ -/]*M"
    rb"|[0-?]*[ -/]*[@-LN-Z\\-~])"
)
_CSI_BEGUN: Final = re.compile(rb"\x1b\[(?:\[|M[^\x1b]{0,2}|[0-?]*[ -/]*)")
_STRING: Final = re.compile(rb"\x1b[\]PX^_]")
"""The start of a device string: OSC, DCS, SOS, PM, APC."""
_STRING_END: Final = re.compile(rb"[\x07\x18\x1a]|\xc2\x9c|\x1b\\|(?=\x1b[^\\])")
"""The end of a device string: BEL, CAN, SUB, ST of one or two bytes, or another sequence."""
_PASTE: Final = ESC + b"[200~"
_PASTE_END: Final = ESC + b"[201~"


@dataclass(frozen=True)
class Paste:
    """A pasted text, with its line ends."""

    text: str


class TerminalInput:
    """Splits a terminal's bytes into keys, sequences and pastes.

    Input that is still incomplete at `deadline` ends there.
    """

    def __init__(self) -> None:
        self._waiting = b""
        self._since = 0.0
        self._is_in_string = False
        self._pasted: bytearray | None = None

    @property
    def deadline(self) -> float | None:
        """The time at which `flush` must be called; None if no input is incomplete."""
        if self._is_long:
            return self._since + UNENDED_SECONDS
        return self._since + ESCAPE_SECONDS if self._waiting else None

    def feed(self, sent: bytes, now: float) -> list[bytes | Paste]:
        """Return the keys, sequences and pastes that these bytes complete."""
        if not self._is_long or len(sent) > LONGEST_KEY:
            self._since = now
        self._waiting += sent
        return list(self._pieces(now))

    def flush(self, now: float) -> list[bytes | Paste]:
        """Return input that is incomplete at its deadline: a single Esc, or an unended paste."""
        if self.deadline is None or now < self.deadline:
            return []
        waiting, self._waiting = self._waiting, b""
        if self._pasted is not None:
            self._collect(waiting)
            return [self._end_paste()]
        if self._is_in_string:
            self._is_in_string = False
            return []
        if waiting == ESC + ESC:
            return [ESC, ESC]
        # Alt+O, Alt+[ and Alt+] look like starts of sequences.
        return [waiting] if len(waiting) <= len("\x1bO") else []

    @property
    def _is_long(self) -> bool:
        """Whether the incomplete bytes belong to a string, paste or sequence, not to one key."""
        begun = len(self._waiting) > len("\x1b[") and self._waiting.startswith(b"\x1b[")
        return self._is_in_string or self._pasted is not None or begun

    def _pieces(self, now: float) -> Iterator[bytes | Paste]:
        """Yield complete keys, sequences and pastes, and remove them from the received bytes."""
        while self._waiting:
            if self._is_in_string:
                if not self._drop_string_bytes():
                    return
            elif self._pasted is not None:
                if not self._collect_paste_bytes():
                    return
                yield self._end_paste()
            else:
                length = _length(self._waiting)
                if length is None:
                    return
                self._since = now
                piece, self._waiting = self._waiting[:length], self._waiting[length:]
                if piece == _PASTE:
                    self._pasted = bytearray()
                elif _STRING.fullmatch(piece):
                    self._is_in_string = True
                else:
                    yield piece

    def _drop_string_bytes(self) -> bool:
        """Drop received bytes of a device string; return True if they include its end."""
        end = _STRING_END.search(self._waiting)
        if end is None:
            self._waiting = self._waiting[-1:] if self._waiting[-1:] in {ESC, b"\xc2"} else b""
            return False
        self._waiting = self._waiting[end.end() :]
        self._is_in_string = False
        return True

    def _collect_paste_bytes(self) -> bool:
        """Add received bytes to the paste; return True if they include its end."""
        text, end, rest = self._waiting.partition(_PASTE_END)
        if not end:  # a part of the end may have arrived
            text, rest = text[: -len(_PASTE_END) + 1], text[-len(_PASTE_END) + 1 :]
        self._collect(text)
        self._waiting = rest
        return bool(end)

    def _collect(self, text: bytes) -> None:
        """Add bytes to the paste; drop those beyond the longest allowed paste."""
        assert self._pasted is not None
        self._pasted += text[: LONGEST_PASTE - len(self._pasted)]

    def _end_paste(self) -> Paste:
        """End the paste and return it."""
        assert self._pasted is not None
        text, self._pasted = bytes(self._pasted), None
        return Paste(text.decode("utf-8", "ignore"))


def _length(waiting: bytes) -> int | None:
    """Return the length of the first key or sequence; None if it is incomplete.

    For a device string, only the introducer is counted.
    """
    if not waiting.startswith(ESC):
        return 1
    second = waiting[1:2]
    if not second:
        return None
    if second == ESC:
        return _length_after_escape(waiting)
    if second == b"[":
        return _csi_length(waiting)
    if second == b"O" or _STRING.match(waiting):
        third = waiting[2:3]
        if not third:
            return None
        return 3 if second == b"O" and b" " <= third <= b"~" else 2
    length = 1 + _utf8_length(waiting[1])
    return length if len(waiting) >= length else None


def _length_after_escape(waiting: bytes) -> int | None:
    """Return the length of a key or sequence that begins with two Escs; None if it is incomplete.

    The first Esc stands for Alt, or is a key of its own.
    """
    if _STRING.match(waiting, 1) or waiting.startswith(_PASTE, 1):
        return 1
    rest = _length(waiting[1:])
    return None if rest is None else rest + 1


def _csi_length(waiting: bytes) -> int | None:
    """Return the length of a sequence that begins with ESC [; None if it is incomplete."""
    found = _CSI.match(waiting)
    if found is not None:
        return found.end()
    begun = _CSI_BEGUN.match(waiting)
    assert begun is not None
    return None if begun.end() == len(waiting) else begun.end()


def _utf8_length(first: int) -> int:
    """Return the number of bytes of a character, given its first byte."""
    if first < 0xC0:
        return 1
    return 2 if first < 0xE0 else 3 if first < 0xF0 else 4

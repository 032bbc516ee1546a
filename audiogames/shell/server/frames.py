"""Whole frames of text, read and written without a detour.

websockets takes a frame apart step by step, since its bytes may come in any pieces, and wakes a
task for each message.  Nearly all that programs send, and all that they are sent, is one whole
frame of text: that is read where it arrives, and written as it is (RFC 6455, section 5.2).
Whatever is anything else goes the long way, and is judged there.
"""

from __future__ import annotations

from typing import Final

TEXT: Final = 0x81
"""A text, all of it in this frame, and no extension."""

MASKED: Final = 0x80
KEY: Final = 4
"""Bytes that what a client sends is masked with."""

TWO_BYTES: Final = 126
"""In the place of a size: it stands in the next two bytes."""

EIGHT_BYTES: Final = 127


def text_in(data: bytes) -> str | None:
    """The text, where these bytes are one whole frame of it from a client and nothing more."""
    if len(data) < 2 + KEY or data[0] != TEXT:
        return None
    size, begin = data[1] - MASKED, 2
    if size == TWO_BYTES:
        size, begin = int.from_bytes(data[2:4], "big"), 4
    elif size == EIGHT_BYTES:
        return None
    begin += KEY
    if len(data) != begin + size:
        return None
    try:
        return _unmasked(data[begin:], data[begin - KEY : begin]).decode()
    except UnicodeDecodeError:
        return None


def _unmasked(data: bytes, key: bytes) -> bytes:
    size = len(data)
    mask = (key * (size // KEY + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(mask, "big")).to_bytes(size, "big")


def frame_of(data: bytes) -> bytes:
    """A text, which is given in UTF-8, as one frame from a server."""
    size = len(data)
    if size < TWO_BYTES:
        return bytes((TEXT, size)) + data
    if size < 1 << 16:
        return bytes((TEXT, TWO_BYTES)) + size.to_bytes(2, "big") + data
    return bytes((TEXT, EIGHT_BYTES)) + size.to_bytes(8, "big") + data

"""Encodes sounds as Ogg Vorbis, so that the same samples always give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator

import soundfile

from tools.sounds.parts import RATE, Wave


def encoded(wave: Wave, serial: int) -> bytes:
    """Encode samples as Ogg Vorbis, reproducibly.

    The encoder's random stream number is replaced by `serial`.
    """
    buffer = io.BytesIO()
    soundfile.write(buffer, wave, RATE, format="OGG", subtype="VORBIS")
    return b"".join(renumbered(page, serial) for page in pages(buffer.getvalue()))


def pages(stream: bytes) -> Iterator[bytes]:
    """Split an Ogg stream into pages (RFC 3533, section 6)."""
    start = 0
    while start < len(stream):
        body = start + 27 + stream[start + 26]
        end = body + sum(stream[start + 27 : body])
        yield stream[start:end]
        start = end


def renumbered(page: bytes, serial: int) -> bytes:
    """Return an Ogg page with this stream number and a new checksum."""
    blank = page[:14] + serial.to_bytes(4, "little") + page[18:22] + bytes(4) + page[26:]
    return blank[:22] + checksum(blank).to_bytes(4, "little") + blank[26:]


def checksum(page: bytes) -> int:
    """Return the CRC of an Ogg page: polynomial 04C11DB7, highest bit first, initial value 0."""
    value = 0
    for byte in page:
        value = (value << 8 & 0xFFFFFFFF) ^ REMAINDERS[value >> 24 ^ byte]
    return value


def remainder(byte: int) -> int:
    """Return an entry of the checksum's table: the remainder of one byte."""
    value = byte << 24
    for _ in range(8):
        value = (value << 1) ^ (0x104C11DB7 if value & 0x80000000 else 0)
    return value


REMAINDERS = tuple(remainder(byte) for byte in range(256))

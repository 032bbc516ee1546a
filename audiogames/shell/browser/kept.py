"""Limits and validation of the data that a browser stores for its player.

Stored data may be damaged or come from another version.  `table.foreign` limits the lengths of
single fields, this module the lengths of the stored texts, which are checked before parsing.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode, b64encode
from typing import Final

from audiogames.app.journals import JournalHead, read_head
from audiogames.app.storage import CARRIED, DAYS, PUZZLES
from audiogames.core.contract import Result
from audiogames.core.log import Log, LogError, initial_state, read_log, replay_onto
from audiogames.core.registry import game
from audiogames.table.clock import read_time
from audiogames.table.foreign import (
    LONGEST_HEAD,
    LONGEST_JOURNAL,
    LONGEST_MATCH,
    MOST_DECISIONS,
    MOST_ENTRIES,
)
from audiogames.table.seats import LONGEST_NAME, read_players

SETTINGS: Final = "settings"
STATISTICS: Final = "statistics"
PLACES: Final = "places"
MATCH: Final = "match "
JOURNAL: Final = "journal "
"""The names of stored values; of matches and journals, the prefix before the match's name."""

MATCH_NAME: Final = re.compile(r"[0-9A-Za-z-]{1,40}\Z")

LONGEST: Final = {
    SETTINGS: 40_000,
    STATISTICS: 65_536,
    PLACES: 8192,
    DAYS: 30_000,
    PUZZLES: 30_000,
    CARRIED: 40_000,
}
LONGEST_PACKED: Final = 20_000
"""The most characters of a packed journal; in 16 matches of Wist the longest had 10,000."""

MOST_MATCHES: Final = 40
MOST_BYTES: Final = 40 * 1024
"""The most bytes of all packed matches together, in memory.  This is enough for eighteen long local
matches, or for five of Wist and ten of other games at a server's table."""

MOST_BROUGHT: Final = 400_000
"""The most characters that a browser sends in total."""

BLOCK: Final = 4096
"""Characters of a growing text that are packed together."""


class PackedText:
    """A text that grows, compressed to about a fifth of its size."""

    __slots__ = ("_blocks", "_tail", "length")

    def __init__(self, text: str = "") -> None:
        self._blocks: list[bytes] = []
        self._tail = ""
        self.length = 0
        """Length in characters."""
        self.add(text)

    def add(self, text: str) -> None:
        """Append to the text."""
        self.length += len(text)
        self._tail += text
        if len(self._tail) >= BLOCK:
            self._blocks.append(zlib.compress(self._tail.encode()))
            self._tail = ""

    def pack(self) -> None:
        """Compress a complete text as one block, which is smaller than many blocks."""
        self._blocks, self._tail = [zlib.compress(self.text.encode())], ""

    @property
    def text(self) -> str:
        """The whole text, unpacked."""
        return b"".join(map(zlib.decompress, self._blocks)).decode() + self._tail

    @property
    def size(self) -> int:
        """The approximate number of bytes in memory."""
        return sum(map(len, self._blocks)) + len(self._tail.encode())


def is_name(name: str) -> bool:
    """Return whether a browser may store a value under this name."""
    kind, space, match = name.partition(" ")
    if kind + space in {MATCH, JOURNAL}:
        return MATCH_NAME.match(match) is not None
    return name in LONGEST


def newest_lines(text: str, length: int) -> str:
    """Return as many of the text's last whole lines as fit into `length` characters."""
    if len(text) <= length:
        return text
    return text[-length:].partition("\n")[2]


def read_match(text: str) -> Log:
    """Parse a match that a browser has stored, without replaying it.  Raises `LogError`."""
    if len(text) > LONGEST_MATCH or text.count("\n") > MOST_ENTRIES + 1:
        raise LogError("log-foreign")
    log = read_log(text)
    if any(len(one.name) > LONGEST_NAME for one in read_players(log.header)):
        raise LogError("log-damaged", line=1)
    return log


def packed_journal(text: str) -> str:
    """Compress a journal to about a thirteenth of its length.

    Raises `LogError` if it is too long.
    """
    plain = text.encode()
    packed = b64encode(zlib.compress(plain)).decode()
    if len(plain) > LONGEST_JOURNAL or len(packed) > LONGEST_PACKED:
        raise LogError("log-foreign")
    return packed


def read_journal(packed: str) -> str:
    """Unpack a journal.  Raises `LogError` if it is too long or damaged.

    Its lines are validated later, when they are read.
    """
    text, is_whole = _unpacked(packed, LONGEST_JOURNAL)
    if not is_whole or text.count("\n") > MOST_DECISIONS + 2:
        raise LogError("log-foreign")
    return text


def read_journal_head(packed: str) -> JournalHead:
    """Return the first line of a packed journal, without unpacking the other lines.

    Raises `LogError`.
    """
    if len(packed) > LONGEST_PACKED:
        raise LogError("log-foreign")
    return read_head(_unpacked(packed, LONGEST_HEAD + 1, "ignore")[0].partition("\n")[0])


def _unpacked(packed: str, longest: int, errors: str = "strict") -> tuple[str, bool]:
    """Unpack at most `longest` bytes; return the text, and whether it is complete.

    Raises `LogError`.
    """
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(b64decode(packed, validate=True), longest)
        return data.decode(errors=errors), unpacking.eof
    except (ValueError, zlib.error):
        raise LogError("log-foreign") from None


def ended(text: str) -> bool:
    """Return whether a stored match has ended.

    Raises `LogError` if the match breaks the rules.
    """
    return made_again(text)[1] is not None


def made_again(text: str) -> tuple[Log, Result | None]:
    """Replay a match; return its log, and its result, which is None if the match has not ended.

    Raises `LogError` for an illegal move.
    """
    log = read_match(text)
    read_time(log.header.time)
    spec, state, moves = game(log.header.game), initial_state(log), log.moves()
    replay_onto(spec, state, moves)
    return log, state.result()

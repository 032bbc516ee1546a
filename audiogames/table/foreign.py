"""Types with size limits, for parsing untrusted data from a browser or a file of unknown origin.

A value that does not fit its type is refused before it is used.  The length of the whole text is
checked first, so that parsing cannot take too long.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from audiogames.core.log import LONGEST_STAMP
from audiogames.table.seats import LONGEST_NAME

LONGEST_WORD: Final = 40
"""The most characters of an id: of a game, a level, a kind."""

LONGEST_FILE: Final = 80
"""The most characters of a name under which a file is stored."""

MOST_PLAYERS: Final = 20
"""More players than any table has."""

MOST_POINTS: Final = 10**9

Word = Annotated[str, Meta(max_length=LONGEST_WORD)]
Stamp = Annotated[str, Meta(max_length=LONGEST_STAMP)]
FileName = Annotated[str, Meta(max_length=LONGEST_FILE)]
PlayerName = Annotated[str, Meta(max_length=LONGEST_NAME)]
PlayerNames = Annotated[tuple[PlayerName, ...], Meta(max_length=MOST_PLAYERS)]
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS)]

Address = Annotated[str, Meta(min_length=1, max_length=260)]
"""A server's address: room for the longest host name with a port."""

Nickname = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Token = Annotated[str, Meta(max_length=200)]
Digits = Annotated[str, Meta(max_length=20)]

LONGEST_MATCH: Final = 100_000
"""The most characters of a match.  The longest match without undo had 28,000, with thirteen
players."""

MOST_ENTRIES: Final = 1500
"""The most entries of a match; the longest match without undo had 453."""

LONGEST_JOURNAL: Final = 250_000
"""The most bytes of a journal; in 16 matches of Wist the longest had 130,000."""

LONGEST_HEAD: Final = 4096
"""The most bytes of a journal's first line: twenty names of eighty two-byte characters fit."""

MOST_DECISIONS: Final = 300
"""The most decisions of one journal; in 16 matches of Wist the longest had 90."""

MoveText = Annotated[str, Meta(max_length=400)]

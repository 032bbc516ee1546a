"""How long everything may be that comes from elsewhere: from a browser, or from a file of others.

Each field has a type here, and is refused where it does not fit, before anything is made of it.
What comes as one text is bounded as a whole first, so that nobody pays for reading what is too
long.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from audiogames.core.log import LONGEST_STAMP
from audiogames.table.seats import LONGEST_NAME

LONGEST_WORD: Final = 40
"""Letters of an id: of a game, a level, a kind."""

LONGEST_FILE: Final = 80
"""Letters of the name under which something is kept."""

MOST_PLAYERS: Final = 20
"""More than sit at any table."""

MOST_POINTS: Final = 10**9

Word = Annotated[str, Meta(max_length=LONGEST_WORD)]
Stamp = Annotated[str, Meta(max_length=LONGEST_STAMP)]
FileName = Annotated[str, Meta(max_length=LONGEST_FILE)]
PlayerName = Annotated[str, Meta(max_length=LONGEST_NAME)]
PlayerNames = Annotated[tuple[PlayerName, ...], Meta(max_length=MOST_PLAYERS)]
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS)]

Address = Annotated[str, Meta(min_length=1, max_length=260)]
"""Of a server: the longest name of a machine with a port."""

Nickname = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Token = Annotated[str, Meta(max_length=200)]
Digits = Annotated[str, Meta(max_length=20)]

LONGEST_MATCH: Final = 100_000
"""Letters of a match.  The longest without undoing was 28,000: thirteen players."""

MOST_ENTRIES: Final = 1500
"""Entries of a match; the longest without undoing had 453."""

LONGEST_JOURNAL: Final = 250_000
"""Bytes of what was told of a match at a server's table; 16 matches of Wist had 130,000."""

LONGEST_HEAD: Final = 4096
"""Bytes of its first line, with twenty names of eighty letters that are two bytes each."""

MOST_DECISIONS: Final = 300
"""Of one journal; the same matches had 90."""

MoveText = Annotated[str, Meta(max_length=400)]

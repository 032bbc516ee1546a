"""What a server core asks of its shell, in one order."""

from __future__ import annotations

from dataclasses import dataclass

from audiogames.net.store import Row
from audiogames.table.table import Wanted

Conn = int
"""The number that the shell gives a line."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send these bytes, once every `Write` before it is on disk."""

    conn: Conn
    data: bytes


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the line, once what was sent before has gone."""

    conn: Conn


@dataclass(frozen=True, slots=True)
class Write:
    """Keep this: whatever follows must not be told before."""

    row: Row


@dataclass(frozen=True, slots=True)
class Think:
    """Have a bot's move thought, and bring it to `ServerCore.thought`."""

    table: int
    wanted: Wanted
    address: str = ""
    """Where the table was opened from: addresses take turns."""


@dataclass(frozen=True, slots=True)
class CheckPassword:
    """Compare a password with its hash, or make a hash where there is none yet.

    The answer goes to `ServerCore.verified`.
    """

    conn: Conn
    password: str
    hashed: str


@dataclass(frozen=True, slots=True)
class Note:
    """A line for whoever keeps the server, in English."""

    text: str


Output = Send | Drop | Write | Think | CheckPassword | Note

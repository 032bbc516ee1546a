"""Exchanges published texts and mail between processes through the database.

The published text of a process is one row.  It is written when it changes; the other processes
check it once a second, and fetch the text only if it is newer than theirs.  Mail is inserted as a
row and taken by deleting it.  A notification, sent after the insert, makes the receiver check at
once.  It is only a hint: a receiver that misses it because its connection was lost finds the mail
at its next check.  The notification has its own transaction, since transactions that notify wait
for one another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from psycopg import AsyncConnection, Error

from audiogames.net.server.store import Mail, Shown
from audiogames.shell.cluster import schema
from audiogames.shell.cluster.process import connect
from audiogames.shell.server.database import StoreError

Connection = AsyncConnection[tuple[Any, ...]]

AGAIN: Final = 1.0
"""Seconds until a lost connection is reopened."""


class StoreMeeting:
    """Publishes and reads texts, and sends and receives mail, for one process."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._text: str | None = None
        self._version = 0
        """The version of this process's published text; 0 if the text must be written."""
        self._seen: dict[int, tuple[int, Shown]] = {}
        """The texts of the others, with their versions."""

    async def meet(self, connection: Connection, text: str) -> list[Shown]:
        """Publish `text` if it has changed, and return the texts of the live processes."""
        if text != self._text or not self._version:
            row = await (
                await connection.execute(schema.SHOW, {"me": self._process, "text": text})
            ).fetchone()
            assert row is not None
            self._text, self._version = text, int(row[0])
        versions = [version for version, _ in self._seen.values()]
        given = {"me": self._process, "processes": [*self._seen], "versions": versions}
        rows = await (await connection.execute(schema.SHOWN, given)).fetchall()
        seen: dict[int, tuple[int, Shown]] = {}
        for process, address, version, new in rows:
            if process == self._process:
                if version != self._version:  # the database has crashed and lost the text
                    self._version = 0
            elif version:
                known = self._seen[process][1].text if new is None else new
                seen[process] = version, Shown(process, address, known)
        self._seen = seen
        return [shown for _, shown in seen.values()]

    async def post(self, connection: Connection, mail: Sequence[Mail]) -> None:
        """Deliver mail to live processes."""
        to, texts = [one.process for one in mail], [one.text for one in mail]
        await connection.execute(schema.POST, (self._process, to, texts, self._process))

    async def notify(self, connection: Connection, mail: Sequence[Mail]) -> None:
        """Notify the receivers of mail; mail to all processes is found at their next check."""
        to = sorted({one.process for one in mail} - {0})
        if to:
            await connection.execute(schema.NOTIFY, ("", to))

    async def collect(self, connection: Connection) -> list[Mail]:
        """Return and remove the mail for this process."""
        rows = await (await connection.execute(schema.COLLECT, (self._process,))).fetchall()
        return [Mail(sender, text) for sender, text in rows]


async def listen(
    store: str, process: int, noticed: Callable[[str], None], note: Callable[[str], None]
) -> None:
    """Receive notifications on a separate connection until cancelled.

    The connection is not one of the pool, because the pool may close idle connections.

    `noticed` is called with the text of each notification, and with an empty text if some may
    have been missed.  `note` is called with a log line if notifications cannot be received.
    """
    is_reported = False
    while True:
        connection = None
        try:
            connection = await connect(store)
            await connection.execute(f"LISTEN audiogames_{process:d}")
            noticed("")
            is_reported = False
            async for notice in connection.notifies():
                noticed(notice.payload)
        except (Error, StoreError) as error:
            if not is_reported:
                note(f"Notices of other processes cannot be heard: {error}")
            is_reported = True
        finally:
            if connection is not None:
                await connection.close()
        await asyncio.sleep(AGAIN)

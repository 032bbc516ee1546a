"""What processes tell one another through the database: what each shows, and mail.

What a process shows is one row of its own, written where it has changed and read once a second by
all others, who ask for the text only where they have an older one.  Mail is delivered by a row and
taken by deleting it; a notice, sent when the row is there, makes its receiver look at once.  A
notice is news and nothing else: who missed one, while a connection was lost, finds the mail at the
next look.  It is in a transaction of its own, since those that notify wait for one another.
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
"""Seconds until a connection that was lost is made again."""


class StoreMeeting:
    """What one process shows, sees, posts and collects."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._text: str | None = None
        self._version = 0
        """Of what this process shows; 0 where it must be written."""
        self._seen: dict[int, tuple[int, Shown]] = {}
        """What the others show, with its version."""

    async def meet(self, connection: Connection, text: str) -> list[Shown]:
        """Write what has changed; what those that live show."""
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
                if version != self._version:  # the database was killed, and has nothing of it
                    self._version = 0
            elif version:
                known = self._seen[process][1].text if new is None else new
                seen[process] = version, Shown(process, address, known)
        self._seen = seen
        return [shown for _, shown in seen.values()]

    async def post(self, connection: Connection, mail: Sequence[Mail]) -> None:
        """Deliver it to those that live."""
        to, texts = [one.process for one in mail], [one.text for one in mail]
        await connection.execute(schema.POST, (self._process, to, texts, self._process))

    async def notify(self, connection: Connection, mail: Sequence[Mail]) -> None:
        """Have those look who are written to by their numbers; mail to all can wait a second."""
        to = sorted({one.process for one in mail} - {0})
        if to:
            await connection.execute(schema.NOTIFY, ("", to))

    async def collect(self, connection: Connection) -> list[Mail]:
        """What was delivered to this process."""
        rows = await (await connection.execute(schema.COLLECT, (self._process,))).fetchall()
        return [Mail(sender, text) for sender, text in rows]


async def listen(
    store: str, process: int, noticed: Callable[[str], None], note: Callable[[str], None]
) -> None:
    """Hear notices for ever, on a connection of its own: a pool may close its connections.

    `noticed` is told what each says, and an empty word whenever some may have been missed; `note`
    that they cannot be heard.
    """
    told = False
    while True:
        connection = None
        try:
            connection = await connect(store)
            await connection.execute(f"LISTEN audiogames_{process:d}")
            noticed("")
            told = False
            async for notice in connection.notifies():
                noticed(notice.payload)
        except (Error, StoreError) as error:
            if not told:
                note(f"Notices of other processes cannot be heard: {error}")
            told = True
        finally:
            if connection is not None:
                await connection.close()
        await asyncio.sleep(AGAIN)

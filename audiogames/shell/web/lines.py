"""Connections to pages: each greets, is given its session, and is served until it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed

from audiogames.core.cues import msg
from audiogames.net.server.limits import Bucket
from audiogames.shell.web.bringing import bring
from audiogames.shell.web.messages import (
    PRESSES,
    AskAlive,
    EndLine,
    FromPage,
    PageHello,
    StillHere,
    WrongMessage,
    read,
    written,
)
from audiogames.shell.web.session import WebSession
from audiogames.shell.web.sessions import NotLetIn, Sessions
from audiogames.shell.web.storage import BrowserStorage
from audiogames.shell.web.words import ENGLISH, ending, spoken_language

SOCKET: Final = "/play"
"""The path of these connections."""

GREETING_SECONDS: Final = 15.0
"""Time until the first message must arrive."""

SWEEP_SECONDS: Final = 5.0

MESSAGES_A_SECOND: Final = 60.0
MESSAGES_AT_ONCE: Final = 200.0
"""Limits of one page; a key that is held down sends some thirty messages a second."""

GIVEN_UP: Final = 4000
"""The code with which a page closes a silent connection, as in line.js."""

BACKLOG: Final = 1024 * 1024
"""Unsent bytes for a page that does not read, before it is disconnected."""


class SocketLine:
    """The connection to a page, over a socket."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._closing: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        """Send a message; a page that reads nothing for long is disconnected."""
        broadcast([self._connection], text)
        if self._connection.transport.get_write_buffer_size() > BACKLOG:
            self._connection.transport.abort()

    @property
    def is_given_up(self) -> bool:
        """Whether the page gave it up: then the player knows that later presses do not count."""
        closed = self._connection.protocol.close_rcvd
        return closed is not None and closed.code == GIVEN_UP

    def close(self) -> None:
        """Close it after sending what is pending."""
        self._closing = asyncio.get_running_loop().create_task(self._connection.close())


class PageLines:
    """The connections to the pages of these sessions."""

    def __init__(
        self,
        sessions: Sessions,
        locales: Path,
        report: Callable[[Exception], object],
    ) -> None:
        self._sessions = sessions
        self._locales = locales
        self._report = report
        self._work = sessions.work

    async def live(self, connection: ServerConnection, address: str = "") -> None:
        """Serve one connection until it ends; without an address it comes from this machine."""
        line, lang, session = SocketLine(connection), ENGLISH, None
        try:
            hello = await self._greeting(connection)
            lang = spoken_language(self._locales, hello.lang) or lang
            session = self._sessions.find(hello)
            session = session or await self._open(connection, line, hello, address)
            connect = partial(session.connect, line, by_touch=hello.touch, keeps=hello.keeps)
            await self._work.run(address, connect)
            await self._listen(connection, line, session)
        except ConnectionClosed:
            pass
        except TimeoutError:
            self._refuse(line, lang, "page-no-greeting")
        except NotLetIn as error:
            self._refuse(line, lang, error.reason)
        except WrongMessage:
            self._refuse(line, lang, "page-wrong-message")
        except Exception as error:  # noqa: BLE001 - this connection ends, and no other
            self._report(error)
            again = self._sessions.are_of_guests
            self._refuse(line, lang, "page-fault-reload" if again else "page-fault")
        finally:
            if session is not None:
                session.disconnect(line)

    async def sweep(self) -> None:
        """Close abandoned sessions until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self._sessions.sweep()

    def close(self) -> None:
        """Close: all sessions end."""
        self._sessions.close()

    async def _greeting(self, connection: ServerConnection) -> PageHello:
        async with asyncio.timeout(GREETING_SECONDS):
            hello = read(await connection.recv())
        if not isinstance(hello, PageHello):
            raise WrongMessage("no greeting")
        return hello

    async def _open(
        self, connection: ServerConnection, line: SocketLine, hello: PageHello, address: str
    ) -> WebSession:
        """Open a session, with what the page's browser stores, if it does.

        Raises `NotLetIn`, `WrongMessage`, `TimeoutError`.
        """
        storage = self._sessions.admit(hello, address)
        if isinstance(storage, BrowserStorage):
            await bring(connection, line.send, storage, partial(self._work.run, address))
        return await self._work.run(address, lambda: self._sessions.open(hello, storage, address))

    async def _listen(
        self, connection: ServerConnection, line: SocketLine, session: WebSession
    ) -> None:
        now = asyncio.get_running_loop().time
        share = Bucket.full(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, now())
        async for data in connection:
            message = read(data)
            if not share.take(now()):
                raise WrongMessage("too many")
            if isinstance(message, AskAlive):
                line.send(written(StillHere(self._sessions.now())))
                continue
            await self._work.run(session.address, partial(_hand_over, session, line, message))

    def _refuse(self, line: SocketLine, lang: str, why: str) -> None:
        """Refuse a page; where guests are admitted it may try again."""
        words = ending(self._locales, lang, msg(why))
        line.send(written(EndLine(words, lang, again=self._sessions.are_of_guests)))


def _hand_over(session: WebSession, line: SocketLine, message: FromPage) -> None:
    """Pass a page's message to its session; presses on a given-up connection are dropped."""
    if isinstance(message, PRESSES) and line.is_given_up:
        session.drop(line, is_given_up=True)
    else:
        session.take(line, message)

"""The server's side of connections to the tables."""

from __future__ import annotations

import asyncio
from typing import Protocol

from websockets.asyncio.server import ServerConnection, broadcast

from audiogames.net.server import limits


class ServedLine(Protocol):
    """The server's side of one client's connection."""

    @property
    def is_open(self) -> bool:
        """Whether messages can still be sent."""
        ...

    def send(self, data: bytes) -> bool:
        """Send a message; return whether the reader keeps up."""
        ...

    def close(self) -> None:
        """Close the connection after sending what is pending."""

    def abort(self) -> None:
        """Close the connection immediately."""


class OuterLine:
    """The server's side of a connection over a socket."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the socket can still send."""
        return not self._connection.transport.is_closing()

    def send(self, data: bytes) -> bool:
        """Send a message; return False if too many bytes are unsent."""
        broadcast((self._connection,), data, text=True)
        return self._connection.transport.get_write_buffer_size() <= limits.BACKLOG

    def close(self) -> None:
        """Start closing the socket, without waiting."""
        self._closing = asyncio.get_running_loop().create_task(self._connection.close())

    def abort(self) -> None:
        """Abort the socket."""
        self._connection.transport.abort()

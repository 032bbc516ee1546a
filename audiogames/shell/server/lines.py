"""The connections of clients to a server of tables, as the server sees them."""

from __future__ import annotations

import asyncio
from typing import Protocol

from websockets.asyncio.server import ServerConnection, broadcast

from audiogames.net.server import limits


class ServedLine(Protocol):
    """A client's connection, as the server sees it."""

    @property
    def is_open(self) -> bool:
        """Whether messages can still be sent."""
        ...

    def send(self, data: bytes) -> bool:
        """Send a message; return False if too many bytes are unsent: the client is too slow."""
        ...

    def close(self) -> None:
        """Close the connection after sending what is pending."""

    def abort(self) -> None:
        """Close the connection immediately."""


class OuterLine:
    """A client's connection over a socket, as the server sees it."""

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

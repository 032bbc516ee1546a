"""The connection from a page to a server of tables, over a WebSocket of the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from audiogames.net.client.orders import LineStatus
from audiogames.shell.connection import Incoming

if TYPE_CHECKING:
    from audiogames.net.address import Address
    from audiogames.shell.connection import Arrival

TEXT = "text"
"""The kind by which the script marks a message; otherwise it passes a status's value."""


class Socket(Protocol):
    """The page script's socket functions, for one socket at a time."""

    def connect(self, url: str) -> None:
        """Open a socket."""

    def transmit(self, text: str) -> None:
        """Send a message."""

    def disconnect(self) -> None:
        """Close the socket."""


class BrowserLine:
    """The connection to a server of tables; opening a new one closes the previous one.

    `woken_by` sets the function that is called when a message or a status has arrived.
    """

    def __init__(self, make: Callable[[Callable[[str, str], None]], Socket]) -> None:
        self._wake: Callable[[], None] = lambda: None
        self._incoming = Incoming(self._wake)
        self._socket = make(self._receive)

    def woken_by(self, wake: Callable[[], None]) -> BrowserLine:
        """Set the function to call when something has arrived."""
        self._wake = wake
        return self

    def connect(self, address: Address) -> None:
        """Start to open a connection, without waiting; it replaces any other."""
        self._incoming = Incoming(self._wake)
        self._socket.connect(address.url)

    def transmit(self, data: bytes) -> None:
        """Send a message without waiting."""
        self._socket.transmit(data.decode())

    def disconnect(self) -> None:
        """Close the connection after sending all pending messages."""
        self._incoming = Incoming(self._wake)
        self._socket.disconnect()

    def arrival(self) -> Arrival | None:
        """Return and remove the oldest received message or status; None if there is none."""
        return self._incoming.take()

    @property
    def has_more(self) -> bool:
        """Whether received messages are waiting."""
        return self._incoming.has_more

    def close(self) -> None:
        """Close the connection at the end of the program."""
        self.disconnect()

    def _receive(self, what: str, text: str) -> None:
        """Queue a received message or connection status; disconnect if too many are queued."""
        if not self._incoming.put(text if what == TEXT else LineStatus(what)):
            self._socket.disconnect()

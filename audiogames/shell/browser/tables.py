"""The connection of a page to a server of tables, over a socket of the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from audiogames.net.client.orders import LineStatus
from audiogames.shell.connection import Incoming

if TYPE_CHECKING:
    from audiogames.net.address import Address
    from audiogames.shell.connection import Arrival

TEXT = "text"
"""The script's word for a message; otherwise it reports a status by its value."""


class Socket(Protocol):
    """The script's part: one socket at a time, the last one opened."""

    def connect(self, url: str) -> None:
        """Open a socket."""

    def transmit(self, text: str) -> None:
        """Send a message."""

    def disconnect(self) -> None:
        """Close the socket."""


class BrowserLine:
    """One connection at a time.  `make` gets the function to call with its events."""

    def __init__(self, make: Callable[[Callable[[str, str], None]], Socket]) -> None:
        self._wake: Callable[[], None] = lambda: None
        self._incoming = Incoming(self._wake)
        self._socket = make(self._receive)

    def woken_by(self, wake: Callable[[], None]) -> BrowserLine:
        """Set the function to call when something has arrived."""
        self._wake = wake
        return self

    def connect(self, address: Address) -> None:
        """Open a connection in place of any other, without waiting."""
        self._incoming = Incoming(self._wake)
        self._socket.connect(address.url)

    def transmit(self, data: bytes) -> None:
        """Send a message without waiting."""
        self._socket.transmit(data.decode())

    def disconnect(self) -> None:
        """Close the connection after sending what is pending."""
        self._incoming = Incoming(self._wake)
        self._socket.disconnect()

    def arrival(self) -> Arrival | None:
        """Return the oldest arrival that was not taken yet."""
        return self._incoming.take()

    @property
    def has_more(self) -> bool:
        """Whether there are arrivals that were not taken yet."""
        return self._incoming.has_more

    def close(self) -> None:
        """Close at the end of the program."""
        self.disconnect()

    def _receive(self, what: str, text: str) -> None:
        if not self._incoming.put(text if what == TEXT else LineStatus(what)):
            self._socket.disconnect()

"""The line of a page to a server of tables, over a socket of the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from audiogames.net.client.orders import LineStatus
from audiogames.shell.connection import Incoming

if TYPE_CHECKING:
    from audiogames.net.address import Address
    from audiogames.shell.connection import Arrival

TEXT = "text"
"""What the browser calls a message; else it says a status by its value."""


class Socket(Protocol):
    """The script's part: one socket at a time, the last one that was asked for."""

    def connect(self, url: str) -> None:
        """Open one."""

    def transmit(self, text: str) -> None:
        """Send a message."""

    def disconnect(self) -> None:
        """Close it."""


class BrowserLine:
    """One line at a time.  `make` gets what is to be told of what happens on it."""

    def __init__(self, make: Callable[[Callable[[str, str], None]], Socket]) -> None:
        self._wake: Callable[[], None] = lambda: None
        self._incoming = Incoming(self._wake)
        self._socket = make(self._told)

    def woken_by(self, wake: Callable[[], None]) -> BrowserLine:
        """Have this called when something has arrived."""
        self._wake = wake
        return self

    def connect(self, address: Address) -> None:
        """Open a line, in the place of any other; returns at once."""
        self._incoming = Incoming(self._wake)
        self._socket.connect(address.url)

    def transmit(self, data: bytes) -> None:
        """Send a message; returns at once."""
        self._socket.transmit(data.decode())

    def disconnect(self) -> None:
        """Close the line, after what was to be sent."""
        self._incoming = Incoming(self._wake)
        self._socket.disconnect()

    def arrival(self) -> Arrival | None:
        """What has come on the line and was not taken yet: the oldest of it."""
        return self._incoming.take()

    @property
    def has_more(self) -> bool:
        """Whether something has come that was not taken yet."""
        return self._incoming.has_more

    def close(self) -> None:
        """The program ends."""
        self.disconnect()

    def _told(self, what: str, text: str) -> None:
        if not self._incoming.put(text if what == TEXT else LineStatus(what)):
            self._socket.disconnect()

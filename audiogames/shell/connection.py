"""The line to a server of tables, in threads, so that the main loop never waits for it.

Theory of operation: each call is a thread of its own that opens the line, then reads; another one
writes what is to be sent.  What happens is put into one queue, with the number of the call, and
the main loop is woken; it takes what belongs to the last call.  So nothing of a line that was
given up can be taken for news of the next one.  What a line needs is loaded with the first one:
the first sentence of the program need not wait for it.
"""

from __future__ import annotations

import queue
import socket
import threading
from abc import abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Final, Protocol

from audiogames.net.client_core import Line
from audiogames.net.wire import LARGEST

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

    from audiogames.net.address import Address

OPENING: Final = 9.0
"""Seconds that opening a line may take: a little less than the core waits."""

CLOSING: Final = 1.0
"""Seconds that are given to a goodbye."""

Arrival = Line | bytes | str


class Lines(Protocol):
    """The line as the host uses it."""

    @abstractmethod
    def connect(self, address: Address) -> None: ...
    @abstractmethod
    def transmit(self, data: bytes) -> None: ...
    @abstractmethod
    def disconnect(self) -> None: ...
    @abstractmethod
    def arrivals(self) -> list[Arrival]: ...
    @abstractmethod
    def close(self) -> None: ...


class NoLines:
    """Where there is no network: nobody answers."""

    def __init__(self) -> None:
        self._arrivals: list[Arrival] = []

    def connect(self, address: Address) -> None:
        """Nobody is there."""
        del address
        self._arrivals.append(Line.NO_ANSWER)

    def transmit(self, data: bytes) -> None:
        """Nowhere."""

    def disconnect(self) -> None:
        """There is nothing to close."""

    def arrivals(self) -> list[Arrival]:
        """That nobody is there."""
        found, self._arrivals = self._arrivals, []
        return found

    def close(self) -> None:
        """There is nothing to close."""


class Connection:
    """One line at a time.  `wake` is called from other threads when something has arrived."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._arrivals: queue.SimpleQueue[tuple[_Call, Arrival]] = queue.SimpleQueue()
        self._call: _Call | None = None
        self._closing: _Call | None = None
        """The one that was given up last."""

    def connect(self, address: Address) -> None:
        """Open a line, in the place of any other; returns at once."""
        self.disconnect()
        self._call = _Call(address, self._arrived)

    def transmit(self, data: bytes) -> None:
        """Send a message; returns at once."""
        if self._call is not None:
            self._call.outgoing.put(data)

    def disconnect(self) -> None:
        """Close the line, after what was to be sent; returns at once."""
        call, self._call = self._call, None
        if call is not None:
            call.outgoing.put(None)
            self._closing = call

    def arrivals(self) -> list[Arrival]:
        """What has come on the line since the last call."""
        found = []
        while not self._arrivals.empty():
            call, arrival = self._arrivals.get()
            if call is self._call:
                found.append(arrival)
        return found

    def close(self) -> None:
        """The program ends: a goodbye that is under way still goes out."""
        self.disconnect()
        if self._closing is not None:
            self._closing.finished.wait(CLOSING)

    def _arrived(self, call: _Call, arrival: Arrival) -> None:
        self._arrivals.put((call, arrival))
        self._wake()


class _Call:
    """One attempt to reach a server, and the line that came of it."""

    def __init__(self, address: Address, arrived: Callable[[_Call, Arrival], None]) -> None:
        self.outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.finished = threading.Event()
        self._address = address
        self._arrived = arrived
        threading.Thread(target=self._live, name="line", daemon=True).start()

    def _live(self) -> None:
        try:
            with self._opening() as line:
                self._arrived(self, Line.OPEN)
                self._read(line)
        except Exception as failure:  # noqa: BLE001 - whatever keeps a line from coming about
            self._arrived(self, why_not(failure))
        else:
            self._arrived(self, Line.LOST)
        self.finished.set()

    def _opening(self) -> AbstractContextManager[ClientConnection]:
        import ssl

        from websockets.sync.client import connect

        context = ssl.create_default_context() if self._address.secure else None
        line: AbstractContextManager[ClientConnection] = connect(
            self._address.url,
            ssl=context,
            open_timeout=OPENING,
            close_timeout=CLOSING,
            ping_interval=None,  # the core asks whether anybody is there
            max_size=LARGEST,
            compression=None,  # a player's secrets and others' texts are not packed together
            proxy=None,
        )
        return line

    def _read(self, line: ClientConnection) -> None:
        """Until it ends, however it does."""
        threading.Thread(target=self._write, args=(line,), name="line out", daemon=True).start()
        with suppress(Exception):
            for data in line:
                self._arrived(self, data)
        self.outgoing.put(None)

    def _write(self, line: ClientConnection) -> None:
        with suppress(Exception):  # the reader notices it too
            while (data := self.outgoing.get()) is not None:
                line.send(data, text=True)
        with suppress(Exception):
            line.close()


def why_not(failure: Exception) -> Line:
    """What a failure to open a line means for the player."""
    import ssl

    match failure:
        case ssl.SSLCertVerificationError():
            return Line.CERTIFICATE
        case ssl.SSLError():
            return Line.NO_SERVER
        case socket.gaierror() | UnicodeError():
            return Line.NO_HOST
        case OSError():  # nobody listens, no way there, no answer in time
            return Line.NO_ANSWER
    return Line.NO_SERVER

"""The connection to a server of tables, in threads, so that the main loop never waits for it.

Theory of operation: each attempt to connect has a thread that opens the connection, then reads; a
second thread writes.  Events are put into the queue of their attempt, and the main loop is woken.
It reads only the queue of the last attempt, so that no event of an abandoned connection is mistaken
for one of the next.  The main loop takes a few messages at a time, so that keys are handled between
them.  If too many messages wait, the server is flooding, and the connection is closed.  The network
libraries are imported with the first connection, so that the program's first sentence does not wait
for them.
"""

from __future__ import annotations

import queue
import socket
import threading
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Final

from audiogames.net.client.orders import LineStatus

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

    from audiogames.net.address import Address

OPENING: Final = 9.0
"""Seconds for opening a connection; slightly fewer than the core waits."""

CLOSING: Final = 1.0
"""Seconds for sending a goodbye."""

WAITING: Final = 2000
WAITING_BYTES: Final = 8 * 1024 * 1024
"""The most messages, and the most bytes of messages, that may wait; after a long absence about 500
messages arrive."""

Arrival = LineStatus | bytes | str | Exception
"""A message, a change of the connection, or an unexpected exception of this program."""


class NoLines:
    """A connection for a program without network: every attempt to connect fails."""

    def __init__(self) -> None:
        self._arrivals: list[Arrival] = []

    def connect(self, address: Address) -> None:
        """Queue the status that the server does not respond."""
        del address
        self._arrivals.append(LineStatus.NO_ANSWER)

    def transmit(self, data: bytes) -> None:
        """Do nothing."""

    def disconnect(self) -> None:
        """Do nothing: there is no connection."""

    def arrival(self) -> Arrival | None:
        """Return and remove the oldest status, or return None."""
        return self._arrivals.pop(0) if self._arrivals else None

    @property
    def has_more(self) -> bool:
        """Whether a status of the connection is waiting to be read."""
        return bool(self._arrivals)

    def close(self) -> None:
        """Do nothing."""


class Connection:
    """The connection to a server of tables; a new one replaces the last.

    `wake` is called from other threads when something has arrived.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._call: _Call | None = None
        self._closing: _Call | None = None
        """The connection that was closed last."""

    def connect(self, address: Address) -> None:
        """Start to open a connection, without waiting; it replaces any other."""
        self.disconnect()
        self._call = _Call(address, self._wake)

    def transmit(self, data: bytes) -> None:
        """Send a message without waiting."""
        if self._call is not None:
            self._call.outgoing.put(data)

    def disconnect(self) -> None:
        """Close the connection after sending what is pending, without waiting."""
        call, self._call = self._call, None
        if call is not None:
            call.outgoing.put(None)
            self._closing = call

    def arrival(self) -> Arrival | None:
        """Return and remove the oldest received message or status; None if there is none."""
        return None if self._call is None else self._call.incoming.take()

    @property
    def has_more(self) -> bool:
        """Whether received messages are waiting."""
        return self._call is not None and self._call.incoming.has_more

    def close(self) -> None:
        """Close the connection at the end of the program; pending messages are still sent."""
        self.disconnect()
        if self._closing is not None:
            self._closing.finished.wait(CLOSING)


class Incoming:
    """A queue of the messages and statuses received on one connection.

    `wake` is called when something arrives in the empty queue.  A flood of messages ends the
    connection; then only `LineStatus.FLOOD` is reported.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = threading.Lock()
        self._waiting: deque[Arrival] = deque()
        self._bytes = 0
        self._is_cut = False

    def put(self, arrival: Arrival) -> bool:
        """Queue a received message or status; return whether the connection accepts more."""
        with self._lock:
            if self._is_cut:
                return False
            wakes = not self._waiting
            self._waiting.append(arrival)
            self._bytes += _size(arrival)
            if len(self._waiting) > WAITING or self._bytes > WAITING_BYTES:
                self._waiting.clear()
                self._waiting.append(LineStatus.FLOOD)
                self._is_cut = True
        if wakes:
            self._wake()
        return not self._is_cut

    def take(self) -> Arrival | None:
        """Return and remove the oldest message or status; None if there is none."""
        with self._lock:
            if not self._waiting:
                return None
            oldest = self._waiting.popleft()
            self._bytes -= _size(oldest)
        return oldest

    @property
    def has_more(self) -> bool:
        """Whether messages are waiting."""
        return bool(self._waiting)


def _size(arrival: Arrival) -> int:
    """Return the size of a message in bytes; 0 for a status."""
    return len(arrival) if isinstance(arrival, bytes | str) else 0


class _Call:
    """One attempt to reach a server, and the resulting connection."""

    def __init__(self, address: Address, wake: Callable[[], None]) -> None:
        self.incoming = Incoming(wake)
        self.outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.finished = threading.Event()
        self._address = address
        threading.Thread(target=self._live, name="line", daemon=True).start()

    def _live(self) -> None:
        """Open the connection and read until it ends; then queue the status that says why."""
        from websockets.exceptions import WebSocketException

        try:
            with self._opening() as line:
                self.incoming.put(LineStatus.OPEN)
                self._read(line)
        except (OSError, UnicodeError, WebSocketException) as failure:
            self.incoming.put(why_not(failure))
        except Exception as fault:
            # A bug of this program, not of the server: the main loop reports it.
            self.incoming.put(fault)
        else:  # reading ends without an exception when the connection ends
            self.incoming.put(LineStatus.LOST)
        self.finished.set()

    def _opening(self) -> AbstractContextManager[ClientConnection]:
        """Return a context manager that opens and closes the connection."""
        import ssl

        from websockets.sync.client import connect

        from audiogames.net.wire import LARGEST

        context = ssl.create_default_context() if self._address.secure else None
        line: AbstractContextManager[ClientConnection] = connect(
            self._address.url,
            ssl=context,
            open_timeout=OPENING,
            close_timeout=CLOSING,
            ping_interval=None,  # the core sends its own pings
            max_size=LARGEST,
            compression=None,  # compressing secrets together with others' texts could reveal them
            proxy=None,
        )
        return line

    def _read(self, line: ClientConnection) -> None:
        """Read messages until the connection ends."""
        threading.Thread(target=self._write, args=(line,), name="line out", daemon=True).start()
        from websockets.exceptions import WebSocketException

        with suppress(OSError, WebSocketException):
            for data in line:
                if not self.incoming.put(data):
                    break
        self.outgoing.put(None)

    def _write(self, line: ClientConnection) -> None:
        """Send queued messages until the queue contains None, then close the connection."""
        from websockets.exceptions import WebSocketException

        with suppress(OSError, WebSocketException):  # the reader notices it too
            while (data := self.outgoing.get()) is not None:
                line.send(data, text=True)
        with suppress(OSError, WebSocketException):
            line.close()


def why_not(failure: Exception) -> LineStatus:
    """Return the connection status that explains a connection error to the player."""
    import ssl

    match failure:
        case ssl.SSLCertVerificationError():
            return LineStatus.CERTIFICATE
        case ssl.SSLError():
            return LineStatus.NO_SERVER
        case socket.gaierror() | UnicodeError():
            return LineStatus.NO_HOST
        case OSError():  # connection refused, no route, or no answer in time
            return LineStatus.NO_ANSWER
    return LineStatus.NO_SERVER

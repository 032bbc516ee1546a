"""The line to a server of tables, in threads, so that the main loop never waits for it.

Theory of operation: each call is a thread of its own that opens the line, then reads; another one
writes what is to be sent.  What happens is put into a queue of the call, and the main loop is
woken; it looks into that of the last call only.  So nothing of a line that was
given up can be taken for news of the next one.  The main loop takes a few messages at a time, so
that keys go between them; where too many wait, the server is not one to listen to, and the line
ends.  What a line needs is loaded with the first one:
the first sentence of the program need not wait for it.
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
"""Seconds that opening a line may take: a little less than the core waits."""

CLOSING: Final = 1.0
"""Seconds that are given to a goodbye."""

WAITING: Final = 2000
WAITING_BYTES: Final = 8 * 1024 * 1024
"""Messages, and bytes of them, that may wait to be taken; after a long absence it is some 500."""

Arrival = LineStatus | bytes | str | Exception
"""A message, what has become of the line, or a fault of our own that nobody foresaw."""


class NoLines:
    """Where there is no network: nobody answers."""

    def __init__(self) -> None:
        self._arrivals: list[Arrival] = []

    def connect(self, address: Address) -> None:
        """Nobody is there."""
        del address
        self._arrivals.append(LineStatus.NO_ANSWER)

    def transmit(self, data: bytes) -> None:
        """Nowhere."""

    def disconnect(self) -> None:
        """There is nothing to close."""

    def arrival(self) -> Arrival | None:
        """That nobody is there."""
        return self._arrivals.pop(0) if self._arrivals else None

    @property
    def has_more(self) -> bool:
        """Whether that is still to be told."""
        return bool(self._arrivals)

    def close(self) -> None:
        """There is nothing to close."""


class Connection:
    """One line at a time.  `wake` is called from other threads when something has arrived."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._call: _Call | None = None
        self._closing: _Call | None = None
        """The one that was given up last."""

    def connect(self, address: Address) -> None:
        """Open a line, in the place of any other; returns at once."""
        self.disconnect()
        self._call = _Call(address, self._wake)

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

    def arrival(self) -> Arrival | None:
        """What has come on the line and was not taken yet: the oldest of it."""
        return None if self._call is None else self._call.incoming.take()

    @property
    def has_more(self) -> bool:
        """Whether something has come that was not taken yet."""
        return self._call is not None and self._call.incoming.has_more

    def close(self) -> None:
        """The program ends: a goodbye that is under way still goes out."""
        self.disconnect()
        if self._closing is not None:
            self._closing.finished.wait(CLOSING)


class Incoming:
    """What has come on one line and was not taken yet; `wake` is called when it begins to wait.

    A server that sends faster than it can be listened to is cut off: then nothing waits but that.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = threading.Lock()
        self._waiting: deque[Arrival] = deque()
        self._bytes = 0
        self._is_cut = False

    def put(self, arrival: Arrival) -> bool:
        """Something came, or came of it; whether more may come."""
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
        """The oldest."""
        with self._lock:
            if not self._waiting:
                return None
            oldest = self._waiting.popleft()
            self._bytes -= _size(oldest)
        return oldest

    @property
    def has_more(self) -> bool:
        """Whether something waits."""
        return bool(self._waiting)


def _size(arrival: Arrival) -> int:
    return len(arrival) if isinstance(arrival, bytes | str) else 0


class _Call:
    """One attempt to reach a server, and the line that came of it."""

    def __init__(self, address: Address, wake: Callable[[], None]) -> None:
        self.incoming = Incoming(wake)
        self.outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.finished = threading.Event()
        self._address = address
        threading.Thread(target=self._live, name="line", daemon=True).start()

    def _live(self) -> None:
        from websockets.exceptions import WebSocketException

        try:
            with self._opening() as line:
                self.incoming.put(LineStatus.OPEN)
                self._read(line)
        except (OSError, UnicodeError, WebSocketException) as failure:
            self.incoming.put(why_not(failure))
        except Exception as fault:
            # Ours, not the server's: the main loop reports it.
            self.incoming.put(fault)
        else:  # reading ends quietly wherever an open line ends
            self.incoming.put(LineStatus.LOST)
        self.finished.set()

    def _opening(self) -> AbstractContextManager[ClientConnection]:
        import ssl

        from websockets.sync.client import connect

        from audiogames.net.wire import LARGEST

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
        from websockets.exceptions import WebSocketException

        with suppress(OSError, WebSocketException):
            for data in line:
                if not self.incoming.put(data):
                    break
        self.outgoing.put(None)

    def _write(self, line: ClientConnection) -> None:
        from websockets.exceptions import WebSocketException

        with suppress(OSError, WebSocketException):  # the reader notices it too
            while (data := self.outgoing.get()) is not None:
                line.send(data, text=True)
        with suppress(OSError, WebSocketException):
            line.close()


def why_not(failure: Exception) -> LineStatus:
    """What a failure to open a line means for the player."""
    import ssl

    match failure:
        case ssl.SSLCertVerificationError():
            return LineStatus.CERTIFICATE
        case ssl.SSLError():
            return LineStatus.NO_SERVER
        case socket.gaierror() | UnicodeError():
            return LineStatus.NO_HOST
        case OSError():  # nobody listens, no way there, no answer in time
            return LineStatus.NO_ANSWER
    return LineStatus.NO_SERVER

"""The braille line on Linux, through BrlAPI (brltty's server).

Used where the chosen speaker has no braille of its own.  BrlAPI's calls wait for the server, so all
of them are made by a thread of their own: a server that hangs keeps no game waiting, and the line's
own keys pan a long text while the program does something else.
"""

from __future__ import annotations

import logging
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from audiogames.shell.speech.aside import Patience
from audiogames.shell.speech.brlapi_session import BrlapiSession, load_library
from audiogames.shell.speech.panning import Reading

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 2.0
"""How often is looked for a server, and for another line."""

JOIN_SECONDS: Final = 0.15
"""How long `close` waits for the thread."""

WAITING: Final = 64
"""Orders that are kept for a server that does not answer."""

#: The library knows one connection a process: whoever holds this has it.
_connection = threading.Lock()


class BrailleLine:
    """One braille line, taken at the first text and given back by `release`.

    No call raises or waits, but for the very first `refresh`.  A text stays until the next one, and
    is shown again on a line that comes back.  A server without a line, which is usual, is no line.
    """

    def __init__(
        self, load: Callable[[], Any] = load_library, patience: Patience | None = None
    ) -> None:
        self.found = False
        """Whether there was a line at the last look."""
        self._patience = patience or Patience()
        """How long the first `refresh` waits for an answer, which usually takes a millisecond."""
        self._session = BrlapiSession(load)
        self._reading = Reading()
        self._orders: deque[Callable[[], None]] = deque(maxlen=WAITING)
        self._looked = threading.Event()
        self._bell: tuple[socket.socket, socket.socket] | None = None
        self._worker: threading.Thread | None = None
        self._closing = False
        # What the thread alone uses.
        self._look_at = float("-inf")
        self._ours = False
        """Whether there is something to show, and nobody else has been lent the line since."""
        self._stale = False
        """Whether the line shows something else than it should."""

    # What the chain calls

    def refresh(self, now: float) -> bool:
        """Whether there is a line.  The first call begins to look, the thread looks by itself."""
        del now
        if self._worker is None and not self._closing:
            self._start()
        if not self._looked.is_set():
            self._patience.wait(self._looked)
            self._looked.set()  # wait once at most
        return self.found

    def write(self, text: str) -> bool:
        """Show `text` from its beginning; whether there is a line to show it."""
        self._order(partial(self._take, text))
        return self.found

    def forget(self) -> None:
        """Bring nothing back of what was shown."""
        self._order(self._reading.forget)

    def release(self) -> None:
        """Let other programs have the line, as the window loses the focus."""
        self._order(self._lend)

    def close(self) -> None:
        """End the connection and the thread, for good."""
        self._closing = True
        self._ring()
        if self._worker is None or self._bell is None:
            return
        self._worker.join(JOIN_SECONDS)
        if not self._worker.is_alive():
            for end in self._bell:
                end.close()

    def _start(self) -> None:
        self._bell = socket.socketpair()
        self._worker = threading.Thread(target=self._work, name="braille line", daemon=True)
        self._worker.start()

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.append(order)
        self._ring()

    def _ring(self) -> None:
        if self._bell is not None:
            with suppress(OSError):  # the thread has ended
                self._bell[0].send(b"!")

    # What the thread does

    def _work(self) -> None:
        while not _connection.acquire(timeout=LOOK_SECONDS):
            if self._closing:
                return
        try:
            self._run()
        except Exception:  # nobody foresaw it; the voice goes on
            log.warning("the braille line was given up", exc_info=True)
        finally:
            self.found = False
            self._looked.set()
            self._session.close()
            _connection.release()

    def _run(self) -> None:
        while not self._closing:
            self._look()
            self._obey()
            self._pan()
            self._show()
            self._wait()
        self._obey()
        self._show()

    def _look(self) -> None:
        """Look where it is time, and at once where the server has just gone."""
        now = time.monotonic()
        if now < self._look_at and self._session.found == self.found:
            return
        self._look_at = now + LOOK_SECONDS
        before = self._session.connections
        self.found = self._session.look()
        if self.found:
            self._reading.fit(*self._session.size)
            self._stale = self._stale or self._session.connections != before
        self._looked.set()

    def _obey(self) -> None:
        while self._orders:
            self._orders.popleft()()

    def _take(self, text: str) -> None:
        self._reading.add(text)
        self._ours = self._stale = True

    def _lend(self) -> None:
        self._ours = False
        self._session.release()

    def _pan(self) -> None:
        for step in self._session.steps():
            self._reading.move(step)
            self._stale = True

    def _show(self) -> None:
        if self._ours and self._stale and self._session.found:
            self._stale = not self._session.show(self._reading.shown)

    def _wait(self) -> None:
        """Until there is an order or a key, or it is time to look."""
        assert self._bell is not None
        if self._session.found != self.found:
            return
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell[1], selectors.EVENT_READ)
            if self._session.descriptor is not None:
                with suppress(OSError):  # the library has closed it; the next look tells
                    selector.register(self._session.descriptor, selectors.EVENT_READ)
            ready = selector.select(max(0.0, self._look_at - time.monotonic()))
        if any(key.fileobj is self._bell[1] for key, _ in ready):
            self._bell[1].recv(WAITING)

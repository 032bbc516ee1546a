"""Shows texts on a braille line on Linux, through BrlAPI (brltty's server).

This is done if the chosen speaker has no braille.  BrlAPI's calls wait for the server, so a thread
makes them: a server that hangs delays no game, and the line's own keys pan a long text while the
program is busy.
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
"""Seconds between two searches for a server or for another line."""

JOIN_SECONDS: Final = 0.15
"""Seconds for which `close` waits for the thread."""

WAITING: Final = 64
"""The most calls kept for a server that does not answer."""

#: The library supports one connection a process, guarded by this lock.
_connection = threading.Lock()


class BrailleLine:
    """Shows texts on the braille line: acquires it for the first text, and frees it in `release`.

    No call raises an exception or waits, except the first `refresh`.  A text is shown until the
    next one, even if the line is reconnected meanwhile.  A server that runs without a braille
    display, as many do, is treated as having no line.
    """

    def __init__(
        self, load: Callable[[], Any] = load_library, patience: Patience | None = None
    ) -> None:
        self.found = False
        """Whether there was a line at the last check."""
        self._patience = patience or Patience()
        """The time for which the first `refresh` waits; an answer usually takes a millisecond."""
        self._session = BrlapiSession(load)
        self._reading = Reading()
        self._orders: deque[Callable[[], None]] = deque(maxlen=WAITING)
        self._looked = threading.Event()
        self._bell: tuple[socket.socket, socket.socket] | None = None
        self._worker: threading.Thread | None = None
        self._closing = False
        # Used only by the thread.
        self._look_at = float("-inf")
        self._ours = False
        """Whether the line was acquired for a text and not released since."""
        self._stale = False
        """Whether the line shows an outdated text."""

    # Called by the chain

    def refresh(self, now: float) -> bool:
        """Return whether a display is connected; the first call starts the thread that finds it."""
        del now
        if self._worker is None and not self._closing:
            self._start()
        if not self._looked.is_set():
            self._patience.wait(self._looked)
            self._looked.set()  # wait once at most
        return self.found

    def write(self, text: str) -> bool:
        """Show the beginning of `text`; return whether a braille line is connected."""
        self._order(partial(self._take, text))
        return self.found

    def forget(self) -> None:
        """Forget earlier texts, so that panning back does not show them."""
        self._order(self._reading.forget)

    def release(self) -> None:
        """Release the line to other programs, because the window has lost the focus."""
        self._order(self._release_line)

    def close(self) -> None:
        """Close the connection and end the thread; this object cannot be used again.

        A thread that hangs in the library is not waited for: it closes everything when it ends.
        """
        self._closing = True
        self._ring()
        if self._worker is not None:
            self._worker.join(JOIN_SECONDS)

    def _start(self) -> None:
        """Start the thread that communicates with the braille display."""
        self._bell = socket.socketpair()
        self._worker = threading.Thread(target=self._work, name="braille line", daemon=True)
        self._worker.start()

    def _order(self, order: Callable[[], None]) -> None:
        """Queue a call for the thread of the braille line, and wake that thread."""
        self._orders.append(order)
        self._ring()

    def _ring(self) -> None:
        """Wake the thread that writes to the braille line."""
        if self._bell is not None:
            with suppress(OSError):  # the thread has ended
                self._bell[0].send(b"!")

    # In the thread

    def _work(self) -> None:
        """The main function of the thread; at the end it closes the sockets that wake it."""
        assert self._bell is not None
        with self._bell[0], self._bell[1]:
            self._use_line()

    def _use_line(self) -> None:
        """Wait until no other thread uses the braille line; use it until `close` is called."""
        while not _connection.acquire(timeout=LOOK_SECONDS):
            if self._closing:
                return
        try:
            self._run()
        except Exception:  # unexpected; the voice goes on
            log.warning("the braille line was given up", exc_info=True)
        finally:
            self.found = False
            self._looked.set()
            self._session.close()
            _connection.release()

    def _run(self) -> None:
        """Handle calls, panning keys and texts until closed."""
        while not self._closing:
            self._check_line()
            self._make_queued_calls()
            self._pan()
            self._show()
            self._wait()
        self._make_queued_calls()
        self._show()

    def _check_line(self) -> None:
        """Check for a braille display periodically, and immediately after the server was lost."""
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

    def _make_queued_calls(self) -> None:
        """Make the queued calls."""
        while self._orders:
            self._orders.popleft()()

    def _take(self, text: str) -> None:
        """Add a text to the recent ones, and record that the braille line must be redrawn.

        The line then belongs to the program until it is released.
        """
        self._reading.add(text)
        self._ours = self._stale = True

    def _release_line(self) -> None:
        """Release the line to other programs."""
        self._ours = False
        self._session.release()

    def _pan(self) -> None:
        """Apply the panning keys that were pressed on the line."""
        for step in self._session.steps():
            self._reading.move(step)
            self._stale = True

    def _show(self) -> None:
        """Send the current part of the text to the line, unless it is shown already."""
        if self._ours and self._stale and self._session.found:
            self._stale = not self._session.show(self._reading.shown)

    def _wait(self) -> None:
        """Wait for a call, for a key of the braille display, or until the next check is due."""
        assert self._bell is not None
        if self._session.found != self.found:
            return
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell[1], selectors.EVENT_READ)
            if self._session.descriptor is not None:
                with suppress(OSError):  # the library has closed it; the next check notices
                    selector.register(self._session.descriptor, selectors.EVENT_READ)
            ready = selector.select(max(0.0, self._look_at - time.monotonic()))
        if any(key.fileobj is self._bell[1] for key, _ in ready):
            self._bell[1].recv(WAITING)

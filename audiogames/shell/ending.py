"""Handles requests to end the program, such as signals: records them and wakes the main loop.

Most systems send signals.  Windows notifies console programs of Ctrl+C, Ctrl+Break, a closed
console and a logoff, each in a separate thread.
"""

from __future__ import annotations

import ctypes
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

ENDING = ("SIGTERM", "SIGHUP", "SIGINT", "SIGBREAK")

CTRL_C, CTRL_BREAK, CLOSE, LOGOFF, SHUTDOWN = 0, 1, 2, 5, 6
"""Windows' numbers of its console events."""

LAST: Final = frozenset({CLOSE, LOGOFF, SHUTDOWN})
"""The events after which Windows kills the program when the handler returns, or after five seconds.
"""

LAST_SECONDS: Final = 10.0
"""Seconds for which the handler blocks, so that the program can end by itself before."""


class Waker:
    """A socket pair that wakes a loop: `wake`, called in any thread, makes `fileno` readable."""

    def __init__(self) -> None:
        self._read, self._write = socket.socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)

    def wake(self) -> None:
        """Wake the waiting loop; several calls before it wakes have the effect of one."""
        with suppress(OSError):
            self._write.send(b"\0")

    def fileno(self) -> int:
        """Return the descriptor that becomes readable."""
        return self._read.fileno()

    @property
    def signal_fileno(self) -> int:
        """Return the descriptor that Python writes a byte to when a signal arrives."""
        return self._write.fileno()

    def drain(self) -> None:
        """Discard all pending wake-ups."""
        with suppress(OSError):
            while self._read.recv(4096):
                pass

    def wait(self) -> bool:
        """Block until woken; return False if the waker was closed."""
        with suppress(OSError):
            self._read.setblocking(True)
            return bool(self._read.recv(4096))
        return False

    def close(self) -> None:
        """Close both sockets; a thread that blocks in `wait` returns."""
        with suppress(OSError):
            self._write.shutdown(socket.SHUT_RDWR)
        self._write.close()
        self._read.close()


class Ending:
    """The flag `asked`: whether a signal has asked the program to end."""

    def __init__(self) -> None:
        self.asked = False

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        """Record a signal."""
        self.asked = True


@contextmanager
def ending_signals(waker: Waker) -> Iterator[Ending]:
    """Within this context, record signals that ask the program to end, and wake the loop.

    A signal that was ignored at the start, as under nohup, stays ignored.
    """
    ending = Ending()

    def note() -> None:
        ending.asked = True
        waker.wake()

    with console.ending(note), _noting(ending, waker):
        yield ending


@contextmanager
def _noting(ending: Ending, waker: Waker) -> Iterator[None]:
    """Within this context, record terminating signals and wake the loop at each of them."""
    before = {}
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, ending._note)  # noqa: SLF001 - its own maker
    woken = signal.set_wakeup_fd(waker.signal_fileno, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(woken)
        for number, handler in before.items():
            signal.signal(number, handler)


class ConsoleEvents:
    """Handles Windows' console events, such as a closed console.

    `register` installs `handle`.  It is never removed: Windows holds a lock while a handler runs,
    and removing it would wait for that.
    """

    def __init__(
        self,
        register: Callable[[Callable[[int], bool]], object],
        hold: Callable[[float], object] = time.sleep,
    ) -> None:
        self._register = register
        self._hold = hold
        self._is_registered = False
        self._asked: list[Callable[[], object]] = []

    @contextmanager
    def ending(self, asked: Callable[[], object]) -> Iterator[None]:
        """Within this context, call `asked` when Windows asks the program to end.

        The call can come in any thread, because Windows chooses the thread.
        """
        if not self._is_registered:
            self._register(self.handle)
            self._is_registered = True
        self._asked.append(asked)
        try:
            yield
        finally:
            self._asked.remove(asked)

    def handle(self, event: int) -> bool:
        """Handle a console event; return False if Python should raise KeyboardInterrupt instead."""
        if not self._asked:
            return False
        self._asked[-1]()
        if event in LAST:
            self._hold(LAST_SECONDS)
        return True


_handlers: list[Any] = []
"""Handlers are referenced only by Windows, so this list keeps them alive."""


def _register(handle: Callable[[int], bool]) -> None:
    """Register a handler of Windows' console events, and protect it from garbage collection."""
    if sys.platform == "win32":
        handler = ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_uint)(handle)
        _handlers.append(handler)
        ctypes.windll.kernel32.SetConsoleCtrlHandler(handler, 1)


console: Final = ConsoleEvents(_register)
"""The console of this process."""

"""What ends the program from outside, made into a wake-up of the main loop.

Elsewhere these are signals.  Windows tells the programs of a console of Ctrl+C, of Ctrl+Break, that
the console closes and that the user logs off, each in a thread of its own.
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
"""Windows' numbers of what it tells."""

LAST: Final = frozenset({CLOSE, LOGOFF, SHUTDOWN})
"""After these Windows ends the program as soon as it has been answered, or after five seconds."""

LAST_SECONDS: Final = 10.0
"""How long the answer to them is held back, so that the program ends by itself before."""


class Waker:
    """A pair of sockets: `wake`, called from any thread, makes the one with `fileno` readable."""

    def __init__(self) -> None:
        self._read, self._write = socket.socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)

    def wake(self) -> None:
        """Wake whoever waits; where enough wakes wait already, one more is not needed."""
        with suppress(OSError):
            self._write.send(b"\0")

    def fileno(self) -> int:
        """What to wait for, until it is readable."""
        return self._read.fileno()

    @property
    def signal_fileno(self) -> int:
        """Where the interpreter writes when a signal comes."""
        return self._write.fileno()

    def drain(self) -> None:
        """Forget the wakes so far."""
        with suppress(OSError):
            while self._read.recv(4096):
                pass

    def wait(self) -> bool:
        """Block until woken; False once closed."""
        with suppress(OSError):
            self._read.setblocking(True)
            return bool(self._read.recv(4096))
        return False

    def close(self) -> None:
        """Close both; a thread in `wait` is let go."""
        with suppress(OSError):
            self._write.shutdown(socket.SHUT_RDWR)
        self._write.close()
        self._read.close()


class Ending:
    """Whether a signal asked the program to end: `asked`."""

    def __init__(self) -> None:
        self.asked = False

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True


@contextmanager
def ending_signals(waker: Waker) -> Iterator[Ending]:
    """Note the signals that end programs, and wake the loop; afterwards all is as before.

    A signal that was ignored when the program started, as nohup does, stays ignored.
    """
    ending = Ending()

    def note() -> None:
        ending.asked = True
        waker.wake()

    with console.ending(note), _noting(ending, waker):
        yield ending


@contextmanager
def _noting(ending: Ending, waker: Waker) -> Iterator[None]:
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
    """Whom to ask for an end when Windows tells of one.

    `register` has Windows call `handle` from now on.  That is never taken back: Windows holds a
    lock while a handler is at work, and to take it away would wait for that.
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
        """Have an end asked for here as long as this lasts.  `asked` is called in any thread."""
        if not self._is_registered:
            self._register(self.handle)
            self._is_registered = True
        self._asked.append(asked)
        try:
            yield
        finally:
            self._asked.remove(asked)

    def handle(self, event: int) -> bool:
        """Take what Windows tells; False leaves it to Python, which interrupts."""
        if not self._asked:
            return False
        self._asked[-1]()
        if event in LAST:
            self._hold(LAST_SECONDS)
        return True


_handlers: list[Any] = []
"""Windows calls them, and nothing in Python holds them."""


def _register(handle: Callable[[int], bool]) -> None:
    if sys.platform == "win32":
        handler = ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_uint)(handle)
        _handlers.append(handler)
        ctypes.windll.kernel32.SetConsoleCtrlHandler(handler, 1)


console: Final = ConsoleEvents(_register)
"""The console of this process."""

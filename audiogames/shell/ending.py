"""The signals that end the program, made into a wake-up of the main loop."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

ENDING = ("SIGTERM", "SIGHUP", "SIGINT", "SIGBREAK")


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
    before = {}
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, ending._note)  # noqa: SLF001 - its own maker
    woken = signal.set_wakeup_fd(waker.signal_fileno, warn_on_full_buffer=False)
    try:
        yield ending
    finally:
        signal.set_wakeup_fd(woken)
        for number, handler in before.items():
            signal.signal(number, handler)

"""The program as a job of the shell that started it: stopped, continued, and the terminal lent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any, Final, Self

if sys.platform != "win32":
    import termios

MARK_PASTES, LEAVE_PASTES = b"\x1b[?2004h", b"\x1b[?2004l"
"""Have the terminal say where a paste begins and ends, or no longer (xterm, "bracketed paste")."""

STOPPING: Final = 0.3
"""Seconds after which a program that was told to stop, and has not, never will."""


class KeyMode:
    """How a terminal sends keys: each at once and unseen for the program, else as it was found.

    Ctrl+C, Ctrl+S and Ctrl+Z are keys of the program then, not the terminal's.  `screen` is a
    terminal that is written to, if there is one: it is asked to mark pastes meanwhile.
    """

    def __init__(self, keyboard: int, screen: int | None = None) -> None:
        self._keyboard = keyboard
        self._screen = screen
        self._found: list[Any] | None = None

    def __enter__(self) -> Self:
        with suppress(termios.error):  # a pipe: whoever writes into it knows what they do
            self._found = termios.tcgetattr(self._keyboard)
        self.take()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failure: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.give_back()

    def take(self) -> None:
        """Each key at once."""
        if self._found is None:
            return
        changed = [*self._found[:6], [*self._found[6]]]
        changed[0] &= ~(termios.IXON | termios.ICRNL | termios.INLCR | termios.ISTRIP)
        changed[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        changed[6][termios.VMIN], changed[6][termios.VTIME] = 1, 0
        self._set(changed)
        self._ask(MARK_PASTES)

    def give_back(self) -> None:
        """As it was found."""
        if self._found is not None:
            self._ask(LEAVE_PASTES)
            self._set(self._found)

    def _ask(self, mode: bytes) -> None:
        """Written past the buffer of the output, since a signal may come in the middle of it."""
        if self._screen is not None:
            with suppress(OSError):
                os.write(self._screen, mode)

    def _set(self, attributes: list[Any]) -> None:
        with suppress(termios.error, OSError):
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, attributes)


@contextmanager
def continuing(again: Callable[[], None]) -> Iterator[None]:
    """Call `again` whenever the program is continued: its shell may have set the terminal anew."""

    def take(_number: int, _frame: FrameType | None) -> None:
        again()

    before = signal.signal(signal.SIGCONT, take)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


def can_stop() -> bool:
    """Whether the system would let this program stop: a helper of the same job tries.

    It does not where no shell looks after its jobs, since nothing could continue them (POSIX calls
    such a process group orphaned).
    """
    helper = subprocess.Popen(("/bin/sh", "-c", "kill -TSTP $$"), stdin=subprocess.DEVNULL)
    _, status = os.waitpid(helper.pid, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        helper.returncode = os.waitstatus_to_exitcode(status)
        return False
    helper.kill()
    helper.wait()
    return True


def stop_job() -> bool:
    """Stop, with whatever was started together, until the shell continues it.

    False where no shell looks after its jobs: there the system lets nobody stop.
    """
    came_back = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal came_back
        came_back = True

    before = signal.signal(signal.SIGCONT, note)
    end = time.monotonic() + STOPPING
    try:
        os.kill(0, signal.SIGTSTP)
        while not came_back and time.monotonic() < end:
            time.sleep(0.01)
        if came_back:  # `kill -CONT` may have continued the program alone, and not its helpers
            os.kill(0, signal.SIGCONT)
        return came_back
    finally:
        signal.signal(signal.SIGCONT, before)

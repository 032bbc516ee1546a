"""Suspends and resumes the program in a shell, and switches the modes of its terminal."""

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
"""Switch the marking of pastes on and off (xterm, "bracketed paste")."""

STOPPING: Final = 0.3
"""Seconds after which a suspension that has not taken effect has failed."""


class KeyMode:
    """Switches a terminal to raw input without echo, and restores its original mode afterwards.

    In raw mode Ctrl+C, Ctrl+S and Ctrl+Z are keys of the program, not commands of the terminal.
    If `screen`, the output terminal, is given, it is asked to mark pasted text.
    """

    def __init__(self, keyboard: int, screen: int | None = None) -> None:
        self._keyboard = keyboard
        self._screen = screen
        self._found: list[Any] | None = None

    def __enter__(self) -> Self:
        with suppress(termios.error):  # a pipe, for scripted input
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
        """Switch the terminal to raw mode."""
        if self._found is None:
            return
        changed = [*self._found[:6], [*self._found[6]]]
        changed[0] &= ~(termios.IXON | termios.ICRNL | termios.INLCR | termios.ISTRIP)
        changed[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        changed[6][termios.VMIN], changed[6][termios.VTIME] = 1, 0
        self._set(changed)
        self._ask(MARK_PASTES)

    def give_back(self) -> None:
        """Restore the original mode."""
        if self._found is not None:
            self._ask(LEAVE_PASTES)
            self._set(self._found)

    def _ask(self, mode: bytes) -> None:
        """Write a control sequence unbuffered, since a signal may interrupt a buffered write."""
        if self._screen is not None:
            with suppress(OSError):
                os.write(self._screen, mode)

    def _set(self, attributes: list[Any]) -> None:
        """Set the terminal's attributes; errors are ignored."""
        with suppress(termios.error, OSError):
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, attributes)


@contextmanager
def continuing(again: Callable[[], None]) -> Iterator[None]:
    """Within this context, call `again` when the program is resumed after a stop.

    The shell may have reset the terminal in between.
    """

    def take(_number: int, _frame: FrameType | None) -> None:
        again()

    before = signal.signal(signal.SIGCONT, take)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


def can_stop() -> bool:
    """Return whether the system lets this program stop; a helper process tries it.

    A process group without a shell that could resume it cannot be stopped (POSIX: orphaned).
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
    """Stop the process group until the shell resumes it; return whether it was stopped.

    The system does not stop an orphaned process group.
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
        if came_back:  # `kill -CONT` may have resumed the program without its helpers
            os.kill(0, signal.SIGCONT)
        return came_back
    finally:
        signal.signal(signal.SIGCONT, before)

"""The program in a terminal: keys one at a time, each announcement one printed line.

The lines are plain text, so that a braille terminal, a screen reader and ssh carry them alike.
"""

from __future__ import annotations

import math
import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

from audiogames.present.outputs import Announcement
from audiogames.shell.ending import Waker, ending_signals
from audiogames.shell.host import Host
from audiogames.shell.keys import Press, TerminalKeys
from audiogames.shell.terminal.drawing import TableDrawing
from audiogames.shell.terminal.held import HeldInTerminal, take
from audiogames.shell.terminal.jobs import KeyMode, can_stop, continuing, stop_job
from audiogames.shell.terminal.plain import drawn_rows, rows
from audiogames.shell.terminal.sequences import Paste

CHUNK: Final = 1024

CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""To the first line; erase the screen, and what was scrolled out of it (xterm, ED 3)."""

PLAINEST: Final = "dumb"
"""The kind of terminal that shows whatever it is sent."""


class Terminal:
    """A shell of the program.  Where its input or output ends, so does the program."""

    fill_screen = None
    open_page = None
    """There is no window."""

    def __init__(self, keyboard: int | None = None, out: TextIO | None = None) -> None:
        self._keyboard = sys.stdin.fileno() if keyboard is None else keyboard
        self._out = out or sys.stdout
        self._drawing = TableDrawing(self._out)
        self._waker = Waker()
        self._keys = TerminalKeys()
        self._held = HeldInTerminal()
        self._typed_all = False
        """Whether the input has ended."""
        self._unheard = False
        """Whether nobody takes the output any more."""
        self._mode = KeyMode(self._keyboard, _commanded(self._out))

    def show(self, announcement: Announcement) -> None:
        """Print one line, in rows of whole words, unless the screen is to stay blank."""
        if self._drawing.is_blank:
            return
        self._print(rows(announcement.text, self._out))

    def _print(self, text: str) -> None:
        self._write(text + "\n")

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except (OSError, ValueError):
            self._unheard = True

    def copy(self, text: str) -> bool:
        """There is no clipboard: the text stands in the terminal, which has its own way."""
        del text
        return False

    read_clipboard = None
    """The terminal has one, and pastes from it by itself."""

    def clear(self) -> None:
        """Empty the screen and what can be scrolled back to."""
        self._drawing.forget()
        if _commanded(self._out) is not None:
            self._write(CLEAR)

    def suspend(self, before: Callable[[], None]) -> bool:
        """Stop, as Ctrl+Z stops other programs; the terminal is as it was found meanwhile."""
        if not can_stop():
            return False
        before()
        self._mode.give_back()
        self._held = HeldInTerminal()  # meanwhile keys go elsewhere
        is_stopped = stop_job()
        self._mode.take()
        return is_stopped

    def wake(self) -> None:
        """Have the loop look for answers; may be called from any thread."""
        self._waker.wake()

    def run(self, host: Host) -> int:
        """Play until the end; the exit code."""
        with ending_signals(self._waker) as ending, self._mode, continuing(self._mode.take):
            host.begin()
            while host.code is None:
                if ending.asked or self._typed_all or self._unheard:
                    host.leave()
                else:
                    self._turn(host)
        return host.code

    def close(self) -> None:
        """Let go of the terminal."""
        self._waker.close()
        if self._unheard:
            _forget(self._out)

    def _turn(self, host: Host) -> None:
        """Wait for a key, a bot's answer or a deadline, and take it."""
        for press in self._presses(host.seconds_left()):
            self._take(press, host)
        for counted in self._held.flush(time.monotonic()):
            take(counted, host)
        host.tick()
        for line in self._drawing.news(host):
            self._print(drawn_rows(line, self._out))

    def _presses(self, seconds: float) -> list[Press | Paste]:
        now = time.monotonic()
        for deadline in (self._keys.deadline, self._held.deadline):
            if deadline is not None:
                seconds = min(seconds, max(0.0, deadline - now))
        readable, _, _ = select.select([self._keyboard, self._waker], [], [], seconds)
        if self._waker in readable:
            self._waker.drain()
        if self._keyboard not in readable:
            return self._keys.flush(time.monotonic())
        return self._keys.feed(self._read(), time.monotonic())

    def _read(self) -> bytes:
        """What was typed; nothing more will come from a terminal that was closed."""
        try:
            sent = os.read(self._keyboard, CHUNK)
        except OSError:
            sent = b""
        self._typed_all = not sent
        return sent

    def _take(self, press: Press | Paste, host: Host) -> None:
        if isinstance(press, Paste):
            for counted in self._held.flush(math.inf):
                take(counted, host)
            host.paste(press.text)
            return
        is_text = bool(press.text) and host.wants_text
        for counted in self._held.feed(press, time.monotonic(), is_text=is_text):
            take(counted, host)


def _commanded(out: TextIO) -> int | None:
    """The terminal that is written to, if it understands commands."""
    try:
        is_terminal = out.isatty() and os.environ.get("TERM", PLAINEST) != PLAINEST
        return out.fileno() if is_terminal else None
    except (OSError, ValueError):
        return None


def _forget(out: TextIO) -> None:
    """What is left in the buffer of a closed terminal would raise an error at the very end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)

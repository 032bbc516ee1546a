"""Runs the program in a terminal: reads single keys, prints each announcement as a line.

The lines are plain text, equally suitable for a braille terminal, a screen reader and ssh.
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
"""Home the cursor; erase the screen and the scrollback (xterm, ED 3)."""

PLAINEST: Final = "dumb"
"""The value of TERM for a terminal without control sequences."""


class Terminal:
    """Runs the program in a terminal until it ends or until input or output is closed."""

    fill_screen = None
    open_page = None
    """Not available: there is no window."""

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
        """Whether the output is closed."""
        self._mode = KeyMode(self._keyboard, _control_descriptor(self._out))

    def show(self, announcement: Announcement) -> None:
        """Print one line, broken between words, unless the screen is blank."""
        if self._drawing.is_blank:
            return
        self._print(rows(announcement.text, self._out))

    def _print(self, text: str) -> None:
        self._write(text + "\n")

    def _write(self, text: str) -> None:
        """Write a text; if that fails, record that the terminal was closed."""
        try:
            self._out.write(text)
            self._out.flush()
        except (OSError, ValueError):
            self._unheard = True

    def copy(self, text: str) -> bool:
        """Return False: there is no clipboard, but terminals can copy printed text."""
        del text
        return False

    read_clipboard = None
    """Not available: the terminal itself pastes."""

    def clear(self) -> None:
        """Clear the screen and the scrollback."""
        self._drawing.forget()
        if _control_descriptor(self._out) is not None:
            self._write(CLEAR)

    def suspend(self, before: Callable[[], None]) -> bool:
        """Stop the program like Ctrl+Z; return True after it was resumed, False if it cannot stop.

        Meanwhile the terminal has its original mode.
        """
        if not can_stop():
            return False
        before()
        self._mode.give_back()
        self._held = HeldInTerminal()  # meanwhile keys go elsewhere
        is_stopped = stop_job()
        self._mode.take()
        return is_stopped

    def wake(self) -> None:
        """Wake the loop; may be called from any thread."""
        self._waker.wake()

    def run(self, host: Host) -> int:
        """Run until the program ends; return the exit code."""
        with ending_signals(self._waker) as ending, self._mode, continuing(self._mode.take):
            host.begin()
            while host.code is None:
                if ending.asked or self._typed_all or self._unheard:
                    host.leave()
                else:
                    self._turn(host)
        return host.code

    def close(self) -> None:
        """Close the `Waker`, and discard the output if the terminal was closed."""
        self._waker.close()
        if self._unheard:
            _forget(self._out)

    def _turn(self, host: Host) -> None:
        """Wait for a key, a bot's answer or a deadline; handle it, and print what has changed."""
        for press in self._presses(host.seconds_left()):
            self._take(press, host)
        for counted in self._held.flush(time.monotonic()):
            take(counted, host)
        host.tick()
        for line in self._drawing.news(host):
            self._print(drawn_rows(line, self._out))

    def _presses(self, seconds: float) -> list[Press | Paste]:
        """Wait for input and return its keys; none if the time is over or `wake` was called."""
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
        """Read the input; an empty result means that the terminal was closed."""
        try:
            sent = os.read(self._keyboard, CHUNK)
        except OSError:
            sent = b""
        self._typed_all = not sent
        return sent

    def _take(self, press: Press | Paste, host: Host) -> None:
        """Pass a key or a paste to the app, after distinguishing presses from repeats."""
        if isinstance(press, Paste):
            for counted in self._held.flush(math.inf):
                take(counted, host)
            host.paste(press.text)
            return
        is_text = bool(press.text) and host.wants_text
        for counted in self._held.feed(press, time.monotonic(), is_text=is_text):
            take(counted, host)


def _control_descriptor(out: TextIO) -> int | None:
    """Return the output's descriptor if it is a terminal with control sequences; otherwise None."""
    try:
        is_terminal = out.isatty() and os.environ.get("TERM", PLAINEST) != PLAINEST
        return out.fileno() if is_terminal else None
    except (OSError, ValueError):
        return None


def _forget(out: TextIO) -> None:
    """Discard the output of a closed terminal, since flushing it at exit would raise an error."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)

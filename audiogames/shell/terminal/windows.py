"""Runs the program in a terminal on Windows, where keys are read as key records."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from audiogames.present.outputs import Announcement
from audiogames.shell.ending import Waker, ending_signals
from audiogames.shell.host import Host
from audiogames.shell.keys import Press
from audiogames.shell.terminal.console_input import reading_keys
from audiogames.shell.terminal.drawing import TableDrawing
from audiogames.shell.terminal.held import HeldInTerminal, take
from audiogames.shell.terminal.plain import drawn_rows, rows


class WindowsTerminal:
    """Runs the program in the Windows console; a thread reads the keys, since `select` cannot."""

    suspend = None
    """Not available: there is no shell to return to."""

    fill_screen = None
    open_page = None
    """Not available: there is no window."""

    def __init__(self) -> None:
        self._pressed: queue.SimpleQueue[tuple[Press, float]] = queue.SimpleQueue()
        """Pressed keys, each with its time of arrival."""
        self._held = HeldInTerminal()
        self._drawing = TableDrawing(sys.stdout)
        self._waker = Waker()
        self._woken = threading.Event()

    def show(self, announcement: Announcement) -> None:
        """Print an announcement in lines broken between words, unless the screen is blank."""
        if self._drawing.is_blank:
            return
        _print(rows(announcement.text, sys.stdout))

    def copy(self, text: str) -> bool:
        """Return False: there is no clipboard, but terminals can copy printed text."""
        del text
        return False

    read_clipboard = None
    """Not available: the terminal itself pastes."""

    def clear(self) -> None:
        """Clear the screen and the scrollback."""
        self._drawing.forget()
        subprocess.run(("cmd", "/c", "cls"), check=False)  # noqa: S607 - a part of Windows

    def wake(self) -> None:
        """Wake the loop; may be called from any thread."""
        self._woken.set()

    def run(self, host: Host) -> int:
        """Run until the program ends; return the exit code."""
        threading.Thread(target=self._pass_signals_on, daemon=True).start()
        with ending_signals(self._waker) as ending, reading_keys() as read:
            threading.Thread(target=self._listen, args=(read,), daemon=True).start()
            host.begin()
            while host.code is None:
                self._woken.wait(self._seconds_left(host))
                self._woken.clear()
                self._take_all(host)
                host.tick()
                for line in self._drawing.news(host):
                    _print(drawn_rows(line, sys.stdout))
                if ending.asked:
                    host.leave()
        return host.code

    def close(self) -> None:
        """Stop waiting for signals."""
        self._waker.close()

    def _pass_signals_on(self) -> None:
        """Wake the loop at each signal, in a thread."""
        while self._waker.wait():
            self.wake()

    def _listen(self, read: Callable[[], list[Press]]) -> None:
        """Read keys in a thread and queue them until the console is closed."""
        with suppress(OSError):  # the console is closed, and Windows ends the program
            while True:
                for press in read():
                    self._pressed.put((press, time.monotonic()))
                self.wake()

    def _seconds_left(self, host: Host) -> float:
        """Return the seconds until the app or a held-back key next needs attention."""
        deadline, seconds = self._held.deadline, host.seconds_left()
        return seconds if deadline is None else min(seconds, max(0.0, deadline - time.monotonic()))

    def _take_all(self, host: Host) -> None:
        """Pass all queued keys to the app, after distinguishing presses from repeats."""
        while not self._pressed.empty():
            press, came = self._pressed.get()
            is_text = bool(press.text) and host.wants_text
            for counted in self._held.feed(press, came, is_text=is_text):
                take(counted, host)
        for counted in self._held.flush(time.monotonic()):
            take(counted, host)


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()

"""Handles keys in the terminal while the page is served to this machine.

Single keys are read where that is possible; otherwise Enter must follow a key.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Final

from audiogames.shell.keys import CTRL, QUIT, Press
from audiogames.shell.terminal.console_input import reading_keys

ENTER: Final = ("\r", "\n")
ESCAPE: Final = "\x1b"
LEAVE: Final = ("q", "Q", "\x04")
TYPED: Final = {"enter": "\r", "escape": ESCAPE, "ctrl+d": "\x04", QUIT: "\x04"}
"""Control characters of keys without text."""


class ConsoleKeys:
    """The actions for the terminal's keys: open the page again, end, or explain the keys."""

    def __init__(
        self,
        again: Callable[[], object],
        leave: Callable[[], object],
        explain: Callable[[], object],
    ) -> None:
        self._again = again
        self._leave = leave
        self._explain = explain

    def take(self, typed: str) -> None:
        """Perform the action for the characters of one key press.

        A key may send several characters: an arrow key sends Escape and others, and must not be
        taken for the Escape key.
        """
        if not typed:
            return
        if typed.rstrip("\r\n") in {ESCAPE, *LEAVE}:
            self._leave()
        elif typed[0] in ENTER:
            self._again()
        else:
            self._explain()


def has_keys() -> bool:
    """Return whether the program can read keys from an attached terminal."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    if sys.platform == "win32":
        return True
    with suppress(OSError):  # in the background a read would stop the program
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    return False


@contextmanager
def reading(keys: ConsoleKeys) -> Iterator[None]:
    """Within this context, read the terminal's keys on the running loop."""
    if not has_keys():
        yield
    elif sys.platform == "win32":
        with _read_in_a_thread(keys):
            yield
    else:
        with _single_keys(keys):
            yield


def typed_by(press: Press) -> str:
    """Return the characters that a key types; if it types none, the key's name."""
    if press.key == CTRL:
        return ""
    return TYPED.get(press.key) or press.text or press.key


if sys.platform == "win32":

    @contextmanager
    def _read_in_a_thread(keys: ConsoleKeys) -> Iterator[None]:
        """Within this context, read the keys of the Windows console in a thread."""
        loop = asyncio.get_running_loop()

        def read_all(read: Callable[[], list[Press]]) -> None:
            with suppress(RuntimeError, OSError):  # the loop has ended, or the console
                while True:
                    for press in read():
                        loop.call_soon_threadsafe(keys.take, typed_by(press))

        with reading_keys() as read:
            threading.Thread(target=read_all, args=(read,), name="console", daemon=True).start()
            yield

else:

    def _read_in_a_thread(keys: ConsoleKeys) -> AbstractContextManager[None]:
        """Raise an error: only Windows reads keys in a thread."""
        raise NotImplementedError

    @contextmanager
    def _single_keys(keys: ConsoleKeys) -> Iterator[None]:
        """Within this context, read single keys of a terminal, without Enter."""
        import termios
        import tty

        loop, terminal = asyncio.get_running_loop(), sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        tty.setcbreak(terminal, termios.TCSANOW)  # without dropping keys that were pressed before

        def read() -> None:
            try:
                data = os.read(terminal, 1024)
            except OSError:
                data = b""
            if data:
                keys.take(data.decode("utf-8", "replace"))
            else:  # the terminal is gone
                loop.remove_reader(terminal)

        loop.add_reader(terminal, read)
        try:
            yield
        finally:
            loop.remove_reader(terminal)
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)

"""Runs a program in a pseudo-terminal, sends keys to it and reads its output."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 20.0

BETWEEN_PRESSES = 0.15
"""Seconds between two presses of one key, as by a quick hand.  Bytes that come within 40 ms count
as one press, because a held key sends the same ones (`held.py`)."""

COMMANDS = re.compile(r"\x1b\[[0-?]*[h-l]|\x1b\[?[0-?]*\Z")
"""Sequences that change the terminal's behaviour and show nothing; one may be incomplete."""


class TerminalRun:
    """A program in a pseudo-terminal: by default a Python module, the first argument.

    `saw` waits for a text in its output, searching after the text found last.
    """

    def __init__(self, *arguments, program=(sys.executable, "-m"), folder=ROOT, environ=None):
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.text = ""
        """The printed text."""
        self.sent = ""
        """The printed text with the sequences that control the terminal."""
        self._seen = 0
        self._pressed, self._pressed_at = None, 0.0
        self.process = subprocess.Popen(
            [*program, *map(str, arguments)],
            cwd=folder,
            env=environ,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for descriptor in (self.master, self.slave):
            if descriptor is not None:
                os.close(descriptor)

    def press(self, sent):
        """Send the bytes of a key, after a person's usual pause if the same key was sent before."""
        if sent == self._pressed:
            time.sleep(max(0.0, self._pressed_at + BETWEEN_PRESSES - time.monotonic()))
        self._pressed, self._pressed_at = sent, time.monotonic()
        os.write(self.master, sent.encode() if isinstance(sent, str) else sent)

    def saw(self, text):
        """Wait until the program prints this text; the next search starts behind it."""
        end = time.monotonic() + PATIENCE
        while text not in self.text[self._seen :]:
            if not self._read(end - time.monotonic()):
                pytest.fail(f"not printed: {text!r}; printed: {self.text!r}", pytrace=False)
        self._seen = self.text.index(text, self._seen) + len(text)

    def drain(self):
        """Read pending output, because a program blocks when its terminal is full."""
        while self._read(0):
            pass

    def hang_up(self):
        """Close the terminal, like a window that is closed or a connection that breaks."""
        os.close(self.slave)
        os.close(self.master)
        self.slave = self.master = None

    def code(self):
        """Wait until the program ends, and return its exit code."""
        return self.process.wait(PATIENCE)

    def attributes(self):
        """Return the terminal's current settings (termios)."""
        return termios.tcgetattr(self.slave)

    def reads_single_keys(self):
        """Return True if the terminal passes each key on at once, without waiting for Enter."""
        return not self.attributes()[3] & (termios.ICANON | termios.ECHO | termios.ISIG)

    def _read(self, seconds):
        readable, _, _ = select.select([self.master], [], [], max(0.0, seconds))
        if not readable:
            return False
        self.sent += os.read(self.master, 65536).decode("utf-8", "replace")
        self.text = COMMANDS.sub("", self.sent).replace("\r\n", "\n")
        return True

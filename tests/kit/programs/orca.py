"""Runs the screen reader Orca on a desktop of its own, and records what it speaks."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.programs.manager import WindowManager
from tests.kit.programs.screen import Screen
from tests.kit.speech_daemon import SpeechSystem, speech_missing
from tests.kit.waiting import wait_until

PROGRAMS = ("orca", "dbus-daemon", "Xvfb", "xdotool", "jwm", "xprop")
REGISTRY = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
"""The service that starts the accessibility bus on request."""

PATIENCE = 120.0
"""Seconds within which Orca must have spoken; it starts in two to six."""
ALONE = """#!/bin/sh
exit 1
"""
"""A replacement for `pgrep`: Orca would not start if it found another Orca of this user."""

PROBES, PROBE_SECONDS = 40, 3.0
POLL_SECONDS = 0.05
SILENCE = 15.0
"""Seconds of silence after which Orca has nothing more to announce."""

SPOKEN = re.compile(
    r"^([\d:.]+) - SPEECH OUTPUT: '(.*?)'(?: voice=\w+)? ?(?:[\[{].*|None)?$", re.MULTILINE
)

CUSTOMISED = """
from orca import debug
debug.debugFile.reconfigure(line_buffering=True)
"""
"""A script that Orca runs as it starts; without it Orca's output would come in blocks of 8 kB."""


class Utterance(NamedTuple):
    """A text that Orca has spoken, with its time in seconds of the day."""

    at: float
    text: str


def reason_missing():
    """Return why Orca cannot run on this machine, or None."""
    names = [name for name in PROGRAMS if not shutil.which(name)]
    if not REGISTRY.exists():
        names.append("at-spi2-core")
    return f"not installed: {', '.join(names)}" if names else speech_missing()


class Orca:
    """A running Orca with its own screen, window manager and voice.

    Programs that are started in `environ` are read by Orca. No settings, bus or sound card of the
    user are used, and all started programs end with the context.
    """

    def __init__(self):
        self._opened = ExitStack()
        self.folder = Path(tempfile.mkdtemp(prefix="orca-"))
        self._debug = self.folder / "spoken"
        self._read = self._mark = 0
        self._spoken: list[Utterance] = []

    def __enter__(self):
        with ExitStack() as opened:
            opened.callback(shutil.rmtree, self.folder, ignore_errors=True)
            self.screen = opened.enter_context(Screen())
            speech = opened.enter_context(SpeechSystem())
            self.environ = _own(self.screen.environ, self.folder) | speech.environ
            bus = ("dbus-daemon", "--session", "--nofork", "--print-address")
            daemon = self._start(opened, bus, stdout=subprocess.PIPE, text=True)
            with daemon.stdout as told:
                self.environ["DBUS_SESSION_BUS_ADDRESS"] = told.readline().strip()
            opened.enter_context(WindowManager(self.screen, self.folder))
            self._furnish()
            # Braille is on only in tests with a braille line of their own.
            orca = self._start(opened, ("orca", "-d", "braille", f"--debug-file={self._debug}"))
            wait_until(lambda: self.spoken() or orca.poll() is not None, "Orca speaking", PATIENCE)
            assert orca.poll() is None, "Orca has ended"
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_):
        self._opened.close()

    def _furnish(self):
        """Write Orca's configuration into its home folder, and a script that replaces pgrep."""
        customised = self.folder / ".local/share/orca/orca-customizations.py"
        customised.parent.mkdir(parents=True)
        customised.write_text(CUSTOMISED, "utf-8")
        finder = self.folder / "bin" / "pgrep"
        finder.parent.mkdir()
        finder.write_text(ALONE, "utf-8")
        finder.chmod(0o755)

    def _start(self, opened, command, **more):
        """Start a program; it and its child processes are ended when `opened` closes."""
        program = subprocess.Popen(
            command,
            env=self.environ,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **more,
        )
        opened.callback(_end, program)
        return program

    def spoken(self):
        """Return all utterances since the last call of `mark`."""
        if self._debug.exists():
            with self._debug.open("rb") as lines:
                lines.seek(self._read)
                whole = lines.read().rpartition(b"\n")[0]
            self._read += len(whole)
            found = SPOKEN.findall(whole.decode("utf-8", "replace"))
            self._spoken += [Utterance(_seconds(at), text) for at, text in found]
        return self._spoken

    def log(self):
        """Return Orca's log since the last call of `mark`, for debugging."""
        return self._debug.read_bytes()[self._mark :].decode("utf-8", "replace")

    def mark(self):
        """Forget all utterances so far."""
        self.spoken()
        self._spoken, self._mark = [], self._read

    def texts(self):
        """Return the texts spoken since the last call of `mark`."""
        return [one.text for one in self.spoken()]

    def noticed(self, text):
        """Return when Orca noticed this text, in seconds since midnight."""
        found = re.search(
            rf"^([\d:.]+) - EVENT MANAGER: object:text-changed:insert .*{re.escape(text)}",
            self.log(),
            re.MULTILINE,
        )
        return _seconds(found[1])

    def waits_for(self, text, seconds=PATIENCE):
        """Wait until Orca has spoken this text."""
        wait_until(lambda: any(text in one for one in self.texts()), f"Orca: {text}", seconds)

    def settled(self, is_all):
        """Wait until `is_all` is true or Orca is silent; return the texts since `mark`."""
        texts, since = self.texts(), time.monotonic()
        while not is_all(texts) and time.monotonic() - since < SILENCE:
            time.sleep(POLL_SECONDS)
            now = self.texts()
            since = time.monotonic() if len(now) > len(texts) else since
            texts = now
        return texts

    def attend(self, page, tell):
        """Send texts to this page by `tell` until Orca speaks one, and then forget the utterances.

        The focus is first moved from the address bar to the table, where a player's focus would be.
        """
        page.focus_table()
        for number in range(PROBES):
            words = f"Probe {number}."
            tell(words)
            if self._soon(lambda words=words: any(words in text for text in self.texts())):
                self.mark()
                return
        pytest.fail("Orca does not read the page")

    def enter(self, page):
        """Press the keys that make Orca pass keys to the page, until Orca confirms that.

        Orca does this automatically at a table, but not while it still reads the page aloud.
        """
        page.focus_table()
        for _ in range(PROBES):
            self.mark()
            self.screen.do("keydown", "Insert", "key", "a", "keyup", "Insert")
            if self._soon(lambda: "Focus mode" in self.texts()):
                self.mark()
                return
        pytest.fail("Orca keeps the keys")

    def _soon(self, condition):
        """Wait a few seconds for this condition; return True if it became true."""
        until = time.monotonic() + PROBE_SECONDS
        while time.monotonic() < until:
            if condition():
                return True
            time.sleep(POLL_SECONDS)
        return False


def _own(environ, folder):
    """Return the environment with Orca's own home and settings, without the user's D-Bus."""
    away = ("XDG_", "DBUS_", "WAYLAND_", "LC_", "BRLAPI_", "AT_SPI_", "GTK_")
    kept = {name: value for name, value in environ.items() if not name.startswith(away)}
    # Settings in a file: the default starts a program that keeps them for all users.
    own = {"HOME": str(folder), "LANG": "C.UTF-8", "GSETTINGS_BACKEND": "keyfile"}
    return kept | own | {"PATH": f"{folder}/bin:{environ['PATH']}"}


def _seconds(at):
    hours, minutes, seconds = at.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def _end(program):
    """End a program and its child processes."""
    for wish in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(program.pid, wish)
            program.wait(10)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue
    program.wait()

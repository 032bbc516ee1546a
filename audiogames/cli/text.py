"""Runs the app without window or terminal: prints announcements, with a simulated clock."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import TextIO

from audiogames.app.app import App
from audiogames.app.outputs import AskBot, Output, Quit
from audiogames.cli.words import Failure
from audiogames.core.cues import msg
from audiogames.present.outputs import Announcement
from audiogames.shell.report import Transcript
from audiogames.shell.terminal.plain import rows
from audiogames.shell.thinker import think


class Printer:
    """Prints announcements, and appends them to a transcript if there is one."""

    def __init__(self, transcript: Transcript | None, out: TextIO | None = None) -> None:
        self._transcript = transcript
        self._out = out or sys.stdout

    def write(self, announcement: Announcement) -> None:
        """Print one line, wrapped at whole words in a terminal."""
        print(rows(announcement.text, self._out), file=self._out, flush=True)
        if self._transcript is not None:
            self._transcript.write(announcement)


def transcript_to(path: Path | None) -> AbstractContextManager[Transcript | None]:
    """Open the transcript given by `--transcript`.  Raises `Failure`."""
    if path is None:
        return nullcontext(None)
    try:
        return closing(Transcript(path))
    except OSError:
        raise Failure(msg("cannot-write-transcript", file=str(path))) from None


class VirtualShell:
    """Runs the app in simulated time: the clock jumps to each deadline."""

    def __init__(self, app: App, printer: Printer, playouts: int) -> None:
        self._app = app
        self._printer = printer
        self._playouts = playouts
        self._now = 0.0
        self._stopped = False

    def run(self) -> None:
        """Run a match to its end, without speech, and print all its announcements."""
        self._app.speaking_through("none", self._now, braille=False)
        self._perform(self._app.begin(self._now))
        while not self._stopped and (deadline := self._app.deadline) is not None:
            self._now = max(self._now, deadline)
            self._perform(self._app.tick(self._now))

    def _perform(self, outputs: Iterable[Output]) -> None:
        """Perform the app's outputs: print announcements, and compute the moves of bots."""
        for output in outputs:
            match output:
                case Announcement():
                    self._printer.write(output)
                case AskBot(wanted=wanted):
                    answer = think(wanted, playouts=self._playouts)
                    self._perform(self._app.bot_replied(wanted, answer, self._now))
                case Quit():
                    self._stopped = True

"""How far a long work is: a plain line now and then on standard error, which a screen reader reads.

Only where it is asked for, by `--progress bar`, is there a bar that draws itself again and again.
"""

from __future__ import annotations

import importlib
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from audiogames.cli.arguments import bad
from audiogames.cli.opening import locales
from audiogames.cli.words import Failure, sentence
from audiogames.core.cues import Msg, msg

FIRST: Final = 5.0
"""Seconds after which the first line is said: what is done by then needs none."""

EVERY: Final = 10.0
"""Seconds from one line to the next."""

LOOK_SECONDS: Final = 0.5
"""How often is looked whether a line is due."""

SOON: Final = 40
"""Seconds that are less than a minute, rather than about one."""

MANY_MINUTES: Final = 50
"""From so many on it is told in hours."""

LINES, BAR = "lines", "bar"

Tell = Callable[[int], None]
"""Takes how much is done by now."""


class Lines:
    """The lines of one work.  `what` is its message, with `-none` for as long as nothing is done.

    The message gets `total`, how much is done as its number, and `left`, which tells the time.
    """

    def __init__(
        self, what: str, total: int, say: Callable[[Msg], None], clock: Callable[[], float]
    ) -> None:
        self._what = what
        self._total = total
        self._say = say
        self._clock = clock
        self._done = 0
        self._done_in = 0.0
        """Seconds until so much was done."""
        self._begun_at = clock()
        self._due_at = self._begun_at + FIRST

    def __call__(self, done: int) -> None:
        """So much is done."""
        self._done, self._done_in = done, self._clock() - self._begun_at
        self.look()

    def look(self) -> None:
        """Say a line if one is due."""
        now = self._clock()
        if now < self._due_at or self._done >= self._total:
            return
        self._due_at = now + EVERY
        self._say(self._line(now - self._begun_at))

    def _line(self, seconds: float) -> Msg:
        if not self._done:
            return msg(f"{self._what}-none")
        # As fast as so far; or slower, where the next part has taken longer than that already.
        each = max(self._done_in / self._done, seconds / (self._done + 1))
        left = _left(each * self._total - seconds)
        return msg(self._what, self._done, total=self._total, left=left)


def _left(seconds: float) -> Msg:
    """How long it still takes, as roughly as it is known."""
    minutes = max(1, round(seconds / 60))
    if seconds < SOON:
        return msg("progress-soon")
    if minutes < MANY_MINUTES:
        return msg("progress-minutes", minutes)
    return msg("progress-hours", round(minutes / 60))


@contextmanager
def progress(given: Namespace, what: str, total: int, lang: str) -> Iterator[Tell]:
    """Tell how far it is, as `--progress` says.  Raises `UsageError` and `Failure`."""
    how = given.progress
    if how not in {LINES, BAR}:
        raise bad("--progress", how, f"{LINES}, {BAR}")
    with _bar(total) if how == BAR else _lines(what, total, lang) as tell:
        yield tell


@contextmanager
def _lines(what: str, total: int, lang: str) -> Iterator[Tell]:
    """A thread says them, since one part of the work may take long."""

    def say(message: Msg) -> None:
        with suppress(OSError, ValueError):  # nobody reads standard error
            print(sentence(message, locales(), lang), file=sys.stderr, flush=True)

    lines, ended = Lines(what, total, say, time.monotonic), threading.Event()

    def watch() -> None:
        while not ended.wait(LOOK_SECONDS):
            lines.look()

    watcher = threading.Thread(target=watch, name="progress", daemon=True)
    watcher.start()
    try:
        yield lines
    finally:
        ended.set()
        watcher.join()


@contextmanager
def _bar(total: int) -> Iterator[Tell]:
    try:
        tqdm: Any = importlib.import_module("tqdm")
    except ImportError:
        raise Failure(msg("progress-extra")) from None
    # No words stand in it, so that it is the same in every language.
    looks = "{percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}<{remaining}]"
    with tqdm.tqdm(total=total, bar_format=looks, file=sys.stderr) as bar:

        def tell(done: int) -> None:
            bar.update(done - bar.n)

        yield tell

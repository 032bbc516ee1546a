"""Reports the progress of a long task: lines on standard error at intervals, for screen readers.

With `--progress bar` a redrawn bar is shown instead.
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
"""Seconds before the first line: a shorter task needs none."""

EVERY: Final = 10.0
"""Seconds from one line to the next."""

LOOK_SECONDS: Final = 0.5
"""How often, in seconds, to check whether a line is due."""

SOON: Final = 40
"""If fewer seconds are left, the remaining time is given as less than a minute."""

MANY_MINUTES: Final = 50
"""If at least this many minutes are left, the remaining time is given in hours."""

LINES, BAR = "lines", "bar"

Tell = Callable[[int], None]
"""A function that is called with how much is done."""


class Lines:
    """Prints the progress lines of one task.

    `what` is the id of their message; it gets the suffix `-none` while nothing is done.  The
    message receives the number done, `total`, and `left`, the remaining time.
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
        """The seconds that the completed part has taken."""
        self._begun_at = clock()
        self._due_at = self._begun_at + FIRST

    def __call__(self, done: int) -> None:
        """Record the number done, and print a progress line if one is due."""
        self._done, self._done_in = done, self._clock() - self._begun_at
        self.look()

    def look(self) -> None:
        """Print a progress line if one is due."""
        now = self._clock()
        if now < self._due_at or self._done >= self._total:
            return
        self._due_at = now + EVERY
        self._say(self._line(now - self._begun_at))

    def _line(self, seconds: float) -> Msg:
        """Return the message about the progress, with the estimated remaining time."""
        if not self._done:
            return msg(f"{self._what}-none")
        # The speed so far, or less if the next part has already taken longer.
        each = max(self._done_in / self._done, seconds / (self._done + 1))
        left = _left(each * self._total - seconds)
        return msg(self._what, self._done, total=self._total, left=left)


def _left(seconds: float) -> Msg:
    """Return the remaining time as a message, such as "less than a minute left"."""
    minutes = max(1, round(seconds / 60))
    if seconds < SOON:
        return msg("progress-soon")
    if minutes < MANY_MINUTES:
        return msg("progress-minutes", minutes)
    return msg("progress-hours", round(minutes / 60))


@contextmanager
def progress(given: Namespace, what: str, total: int, lang: str) -> Iterator[Tell]:
    """Within this context, report progress as lines or as a bar, as `--progress` says.

    Yields the function to call with the number done.  Raises `UsageError` and `Failure`.
    """
    how = given.progress
    if how not in {LINES, BAR}:
        raise bad("--progress", how, f"{LINES}, {BAR}")
    with _bar(total) if how == BAR else _lines(what, total, lang) as tell:
        yield tell


@contextmanager
def _lines(what: str, total: int, lang: str) -> Iterator[Tell]:
    """Print progress lines from a thread, even while the task itself reports no progress."""

    def say(message: Msg) -> None:
        with suppress(OSError, ValueError):  # standard error may be closed
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
    """Show a bar that tqdm redraws.  Raises `Failure` if tqdm is not installed."""
    try:
        tqdm: Any = importlib.import_module("tqdm")
    except ImportError:
        raise Failure(msg("progress-extra")) from None
    # The format has no words, so it is the same in every language.
    looks = "{percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}<{remaining}]"
    with tqdm.tqdm(total=total, bar_format=looks, file=sys.stderr) as bar:

        def tell(done: int) -> None:
            bar.update(done - bar.n)

        yield tell

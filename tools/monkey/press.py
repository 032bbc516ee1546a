"""Presses random keys, and tells what broke: crashes, silent keys, facts told out of order.

    python -m tools.monkey.press [--keys N] [--seed S] [--window N] [--terminal N] [--page N]
                                 [--walk N]

from the top folder of the project.  `--keys` are pressed without a shell, over all places of the
tests and every game in every way to be in it; `--window` and `--terminal` more keys in the program
itself, under Xvfb, in a pseudo-terminal and in a browser.  `--walk` does one walk of that seed
again, with all that led to a finding.  The program ends with 1 where anything was found.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from tests.kit.programs.browser import reason_missing as no_browser
from tests.kit.programs.screen import reason_missing
from tools.compile_catalogues import compile_all
from tools.monkey.page import OnPage
from tools.monkey.shells import InTerminal, InWindow, Shell, press_in
from tools.monkey.walk import CRASH, HANGS, ORDER, SILENT, UNPRESSED, WRONG, Finding, Tally, press

KINDS: Final = (CRASH, HANGS, SILENT, ORDER, WRONG, UNPRESSED)
EVERY: Final = 10.0
"""Seconds between two lines that tell how far it is."""


class Progress:
    """A plain line on standard error every ten seconds: how far it is."""

    def __init__(self, where: str, keys: int) -> None:
        self._where, self._keys = where, keys
        self._began = self._last = time.monotonic()

    def __call__(self, pressed: int) -> None:
        """So many keys have been pressed."""
        now = time.monotonic()
        if now - self._last < EVERY or not pressed:
            return
        self._last = now
        left = (now - self._began) / pressed * (self._keys - pressed)
        told = f"{self._where}, {pressed} of {self._keys} keys, about {left:.0f} seconds left"
        print(told, file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keys", type=int, default=53_000)
    parser.add_argument("--window", type=int, default=3_000)
    parser.add_argument("--terminal", type=int, default=3_000)
    parser.add_argument("--page", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--walk", type=int, help="only this walk of --keys, and no shell")
    return parser.parse_args()


def main() -> int:
    """Press, and tell."""
    asked = arguments()
    if asked.window and (reason := reason_missing()):
        sys.exit(f"No window: {reason}. Ask for --window 0.")
    if asked.page and (reason := no_browser()):
        sys.exit(f"No page: {reason}. Ask for --page 0.")
    compile_all()
    tallies = {"in process": Tally(progress=Progress("in process", asked.keys))}
    press(asked.keys, asked.seed, tallies["in process"], only=asked.walk)
    shares: dict[Shell, int] = {
        InWindow: asked.window,
        InTerminal: asked.terminal,
        OnPage: asked.page,
    }
    for shell, keys in shares.items():
        if keys and asked.walk is None:
            tallies[shell.name] = Tally(progress=Progress(shell.name, keys))
            press_in(shell, keys, asked.seed, tallies[shell.name])
    found = [one for tally in tallies.values() for one in tally.findings]
    for line in (*told(found), *table(tallies)):
        print(line)
    return 1 if found else 0


def told(found: Iterable[Finding]) -> Iterator[str]:
    """Each fault once, with how often it was met."""
    found = list(found)
    often = Counter((one.kind, one.what) for one in found)
    first = {(one.kind, one.what): one for one in reversed(found)}
    for fault, times in often.most_common():
        yield f"{first[fault]}\n    {times} times"


def table(tallies: dict[str, Tally]) -> Iterator[str]:
    """How many keys were pressed where, and how much of each kind was found."""
    heads = ("", "places", "keys", "facts", *KINDS)
    rows = [
        (
            name,
            len(tally.keys),
            tally.keys.total(),
            tally.facts,
            *(len(tally.of(kind)) for kind in KINDS),
        )
        for name, tally in tallies.items()
    ]
    sums = tuple(sum(column) for column in list(zip(*rows, strict=True))[1:])
    for row in (heads, *rows, ("all", *sums)):
        yield f"{row[0]:12}" + "".join(
            f"{value!s:>{max(8, len(head) + 2)}}"
            for value, head in zip(row[1:], heads[1:], strict=True)
        )


if __name__ == "__main__":
    sys.exit(main())

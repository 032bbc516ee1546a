"""Checks what the screen reader Orca speaks when it reads the page in chromium or Firefox.

    python -m tests.kit.programs.heard [--announcements N] [--seed N]
    python -m tests.kit.programs.heard --pairs N [--seed N]
    python -m tests.kit.programs.heard --keys N
    python -m tests.kit.programs.heard --match ID [--lang it|en] [--buttons] [--firefox]
        [--seconds N] [--log FILE]

Run it from the top folder of the project. The announcements are sent in bursts of up to
ten, with repeats, through the page's own script. `--pairs` sends pairs: each is news, and
an answer that interrupts the news while the picture changes. `--keys` measures the time
from a key until its answer is in the accessibility tree, and until Orca sends the answer to
its voice. `--match` plays the shortest match of a game, by keys that Orca receives first,
or by the page's buttons; it compares what Orca speaks, and what an observer in the page
saw, with the program's announcements. Orca's own log, which `--log` saves, often shows why
a sentence was not spoken. The exit code is 1 if Orca lost a sentence, or spoke it twice or
in the wrong order.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.web import BROWSER_KEYS, share
from tests.kit.programs import gecko
from tests.kit.programs.browser import DESK, REPEATED, Page, chromium
from tests.kit.programs.bursts import differences, heard, line_of, make_bursts, tell, tell_pair
from tests.kit.programs.feed import Program
from tests.kit.programs.host import StaticHost, build_site
from tests.kit.programs.orca import Orca, reason_missing
from tests.kit.programs.whole_match import (
    SHORT,
    ByButtons,
    ByKeys,
    beside,
    just_begun,
    play,
    probe_of,
)

AT_ONCE: Final = 10
"""The number of bursts after which the progress is printed."""

TIMED_GAME: Final = "novantanove"
TIMED: Final = ("Home", "Down", "t", "s", "Down", "Up")
"""Keys that have answers of their own, at a table that waits for the player."""


def main() -> int:
    parser = argparse.ArgumentParser(description="What Orca speaks of the page.")
    parser.add_argument("--announcements", type=int, default=1000)
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--keys", type=int, nargs="?", const=BROWSER_KEYS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match", choices=sorted(SHORT))
    parser.add_argument("--lang", default="it", choices=("it", "en"))
    parser.add_argument("--buttons", action="store_true")
    parser.add_argument("--firefox", action="store_true")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--log", type=Path)
    wishes = parser.parse_args()
    missing = reason_missing() or (gecko.reason_missing() if wishes.firefox else None)
    if missing:
        sys.exit(missing)
    with tempfile.TemporaryDirectory() as folder, Orca() as orca:
        site, game = Path(folder) / "cards", wishes.match or (TIMED_GAME if wishes.keys else None)
        build_site(site)
        with (
            StaticHost(site) as host,
            browser_page(orca, in_firefox=wishes.firefox) as page,
        ):
            address = host.address
            page.keep({"match short": just_begun(game)} if game else {}, language=wishes.lang)
            if wishes.match:
                page.open(address)
                return hear_match(page, orca, wishes)
            if wishes.keys:
                page.open(address)
                return time_keys(page, orca, wishes.keys)
            program = Program(page, address)
            orca.attend(page, program.say)
            if wishes.pairs:
                return tell_pairs(program, orca, wishes.pairs, Random(wishes.seed))
            return tell_bursts(program, orca, wishes.announcements, Random(wishes.seed))


@contextmanager
def browser_page(orca: Orca, *, in_firefox: bool) -> Iterator[Any]:
    """Open a page in a browser on Orca's screen, and yield it."""
    if in_firefox:
        with gecko.firefox(orca.environ) as page:
            yield page
    else:
        with chromium(orca.environ) as browser:
            yield Page(browser.new_context(**DESK).new_page())


def tell_bursts(program: Program, orca: Orca, number: int, random: Random) -> int:
    """Send this many announcements; return 1 if Orca's speech differs from them, otherwise 0."""
    bursts = make_bursts(number, random)
    first, began = 1, time.monotonic()
    for done in range(0, len(bursts), AT_ONCE):
        first = tell(program, bursts[done : done + AT_ONCE], random, first)
        seconds = time.monotonic() - began
        print(f"{first - 1} of {number} announcements, {seconds:.0f} seconds", file=sys.stderr)
    told = line_of(bursts)
    found = differences(told, heard(orca, told))
    print(f"{number} announcements in {len(bursts)} bursts, {len(orca.texts())} utterances")
    print("Every sentence once and in order." if not found else f"{len(found)} differences:")
    for line in found:
        print(line)
    return bool(found)


def tell_pairs(program: Program, orca: Orca, number: int, random: Random) -> int:
    """Send `number` pairs of news and answer to Orca.

    Return 1 if Orca lost or reversed a pair, otherwise 0.
    """
    found = [tell_pair(program, orca, pair, random) for pair in range(1, number + 1)]
    wrong, lost = found.count(False), found.count(None)
    print(f"{number} pairs, {wrong} the wrong way round, {lost} not heard whole; {_load()}")
    return bool(wrong or lost)


def hear_match(page: Any, orca: Orca, wishes: argparse.Namespace) -> int:
    """Play a match; return 0 if it ended and Orca spoke everything as announced, otherwise 1."""
    way = (ByButtons if wishes.buttons else ByKeys)(page, orca)
    _begin(page, orca)
    before, placed, began = len(page.told()), len(page.placed()), time.monotonic()
    way.resume()
    is_over = play(page, orca, way, wishes.seconds)
    told = page.told()[before:]
    found = beside(told, orca.settled(lambda texts: not beside(told, texts).lost))
    if wishes.log:
        wishes.log.write_text(orca.log(), "utf-8")
    seen = " ".join(REPEATED.sub("", one["text"]) for one in page.placed()[placed:])
    state = "to its end" if is_over else "not to its end"
    seconds = time.monotonic() - began
    print(f"{wishes.match}, {wishes.lang}, {state} in {seconds:.0f} seconds; {_load()}")
    again = f", {len(found.cut)} cut by a key and told again" if found.cut else ""
    print(f"{len(told)} sentences told, {found.right} spoken in order{again}")
    print("The page placed " + ("them all, in order." if seen == " ".join(told) else "others."))
    for line in found.lost:
        print("- " + line)
    for line in found.between:
        print("+ " + line)
    return not is_over or bool(found.lost or (found.between and not wishes.buttons))


def time_keys(page: Any, orca: Orca, number: int) -> int:
    """Press keys, and print the milliseconds from each keydown until its answer."""
    _begin(page, orca)
    ByKeys(page, orca).resume()
    page.listen(len(page.placed()))
    page.evaluate("""() => addEventListener("keydown", () => {
      globalThis.keyAt = performance.timeOrigin + performance.now(); }, true)""")
    placed, handed, voiced = [], [], []
    for key in (TIMED[place % len(TIMED)] for place in range(number)):
        orca.mark()
        told = len(page.placed())
        orca.screen.press(key)
        page.listen(told)
        node, key_at = page.placed()[told], page.evaluate("keyAt")
        placed.append(node["at"] + page.evaluate("performance.timeOrigin") - key_at)
        orca.waits_for(node["text"])
        midnight = _midnight(key_at / 1000)
        handed.append(1000 * (midnight + orca.noticed(node["text"])) - key_at)
        first = next(one.at for one in orca.spoken() if node["text"] in one.text)
        voiced.append(1000 * (midnight + first) - key_at)
    for name, late in (("in the page", placed), ("in the tree", handed), ("to the voice", voiced)):
        middle, most = share(late, 0.5), share(late, 0.99)
        print(f"from a key to its text {name}: p50 {middle:.0f}, p99 {most:.0f} ms ({number})")
    print(_load())
    return 0


def _begin(page: Any, orca: Orca) -> None:
    """Make Orca read the page and pass keys to it."""
    orca.attend(page, probe_of(page))
    orca.enter(page)
    page.listen()


def _midnight(seconds: float) -> float:
    """Return the time at which the present day began, because Orca logs only times of day."""
    now = time.localtime(seconds)
    return seconds // 1 - (now.tm_hour * 3600 + now.tm_min * 60 + now.tm_sec)


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    sys.exit(main())

"""What a real screen reader, Orca, speaks of the page in a real browser, chromium.

    python -m bench.heard [--announcements N] [--seed N]
    python -m bench.heard --match ID [--lang it|en] [--buttons] [--seconds N]

from the top folder of the project.  The announcements come in bursts of up to ten, with repeats;
the page's own teller hands them over.  A match is as short as its game allows, and played by keys
that Orca gets first, or by the page's buttons; what Orca speaks is laid beside the transcript.
The program ends with 1 where Orca lost a sentence, or spoke it twice or at another place.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from tests.e2e.kit.browser import DESK, Page, chromium, served, spoken
from tests.e2e.kit.bursts import differences, heard, line_of, make_bursts, tell
from tests.e2e.kit.feed import Program
from tests.e2e.kit.orca import Orca, reason_missing
from tests.e2e.kit.whole_match import (
    SHORT,
    ByButtons,
    ByKeys,
    beside,
    lay_out,
    play,
    probe_of,
)

AT_ONCE: Final = 10
"""Bursts after which is told how far it is."""


def main() -> int:
    parser = argparse.ArgumentParser(description="What Orca speaks of the page.")
    parser.add_argument("--announcements", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match", choices=sorted(SHORT))
    parser.add_argument("--lang", default="it", choices=("it", "en"))
    parser.add_argument("--buttons", action="store_true")
    parser.add_argument("--seconds", type=float, default=600)
    wishes = parser.parse_args()
    missing = reason_missing()
    if missing:
        sys.exit(missing)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        if wishes.match:
            lay_out(home, wishes.match)
        with (
            served(home, settings={"language": wishes.lang}) as address,
            Orca() as orca,
            chromium(orca.environ) as browser,
        ):
            page = Page(browser.new_context(**DESK).new_page())
            if wishes.match:
                page.open(address)
                return hear_match(page, orca, home / "transcript", wishes)
            program = Program(page, address.partition("#")[0])
            orca.attend(page.page, program.say)
            return tell_bursts(program, orca, wishes.announcements, Random(wishes.seed))


def tell_bursts(program: Program, orca: Orca, number: int, random: Random) -> int:
    """Tell so many announcements; whether one was not heard as it was told."""
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


def hear_match(page: Page, orca: Orca, transcript: Path, wishes: argparse.Namespace) -> int:
    """Play a match; whether it did not end, or anything was spoken but what was to be."""
    way = (ByButtons if wishes.buttons else ByKeys)(page, orca)
    orca.attend(page.page, probe_of(page))
    orca.enter(page.page)
    page.listen()
    before, began = len(spoken(transcript)), time.monotonic()
    way.resume()
    is_over = play(page, way, wishes.seconds)
    told = spoken(transcript)[before:]
    found = beside(told, orca.settled(lambda texts: not beside(told, texts).lost))
    state = "to its end" if is_over else "not to its end"
    seconds = time.monotonic() - began
    print(f"{wishes.match}, {wishes.lang}, {state} in {seconds:.0f} seconds")
    print(f"{len(told)} sentences told, {found.right} spoken in order")
    for line in found.lost:
        print("- " + line)
    for line in found.between:
        print("+ " + line)
    return not is_over or bool(found.lost or (found.between and not wishes.buttons))


if __name__ == "__main__":
    sys.exit(main())

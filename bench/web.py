"""How many pages one server carries: from a key to its answer, beside tables online.

    python -m bench.web [--sessions 0 1 50 100 200 300] [--seconds 12] [--pause 3] [--idle 50]
        [--strong] [--browser] [--out FILE.json]

from the top folder of the project. A server as `audiogames serve --web` starts it has so many
people at pages, one after another the numbers of `--sessions`; they play the four games in equal
numbers with normal bots, a move every `--pause` seconds each; with `--strong` the decisions of the
bots at one table are a second apart. They live in another process, with lines that do as little as
they can (`bench/pages.py`). Somebody alone plays four times as fast and twice as long, so that
there are enough keys for a 99th percentile. At tables online beside them a move is made every
second.

It prints for each number: milliseconds from a key being sent until the first announcement or
picture after it is there; the same of a move at the tables online, until all three people have it;
what part of a processor the server and the processes of its bots used; and the server's memory.
Before that: what a visit costs until the first sentence, and the cost of `--idle` people (two at
least) who only connect; they are the first to play.

`--browser` adds one page in chromium: milliseconds from the keydown until the text is in the live
region. The page waits 20 of them for the picture that follows the words, and lets a text stand for
250 before the next.
"""

from __future__ import annotations

import argparse
import gzip
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import takewhile
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Final

from audiogames.shell.web.files import FOLDER, KEPT, SMALL, START
from bench.pages import Stretch, crowd
from bench.server import TICKS, Served
from tests.kit.programs.browser import DESK, Page, chromium, reason_missing

ALONE_FASTER: Final = 4
ALONE_LONGER: Final = 2
WISHED_MS: Final = 100.0
"""The target for 99 of 100 answers."""

PATIENCE: Final = 120.0
BROWSER_KEYS: Final = 100


@dataclass
class Used:
    """Processor seconds so far: of the server itself, and of its bot processes."""

    server: float
    bots: float


class Guests:
    """The process of guests."""

    def __init__(self, port: int, *, strong: bool) -> None:
        self._here, there = multiprocessing.Pipe()
        self._process = multiprocessing.Process(
            target=crowd, args=(port, there), kwargs={"strong": strong}
        )
        self._process.start()

    def do(self, *deed: Any) -> Any:
        """Return the result.  Raises `EOFError` where the process has failed."""
        self._here.send(deed)
        while not self._here.poll(1.0):
            if not self._process.is_alive():
                raise EOFError(f"the guests failed at {deed}")
        return self._here.recv()

    def end(self) -> None:
        """Disconnect everybody."""
        if self._process.is_alive():
            self.do("leave")
        self._process.join(PATIENCE)


@contextmanager
def _party(*, strong: bool) -> Iterator[tuple[Served, Guests]]:
    """Run a fresh server with a page, and its guests, not yet connected."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), None, "--web")
        try:
            guests = Guests(server.port, strong=strong)
            try:
                yield server, guests
            finally:
                guests.end()
        finally:
            server.end()


def used(server: Served) -> Used:
    """Return the processor time of the server and its bots."""
    tasks = Path(f"/proc/{server.process.pid}/task")
    children = " ".join(path.read_text("utf-8") for path in tasks.glob("*/children")).split()
    return Used(server.used(), sum(map(_ticks, children)) / TICKS)


def _ticks(pid: str) -> int:
    try:
        values = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0
    return int(values[11]) + int(values[12])


def share(values: Sequence[float], part: float) -> float | None:
    """Return the value below which this part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None


# --- A visit --------------------------------------------------------------------------------------


def visit(server: Served, guests: Guests, given: argparse.Namespace) -> dict[str, Any]:
    """Measure the cost of a visit, and of guests who only connect."""
    sent, whole = _page_bytes(server.port)
    first = guests.do("come", 1)  # what the first visit loads is shared from then on
    before = server.memory()
    came = guests.do("come", given.idle - 1)
    began, at_first = perf_counter(), used(server)
    sleep(given.seconds / 2)
    passed, after = perf_counter() - began, used(server)
    return {
        "page_kb": sent / 1024,
        "page_whole_kb": whole / 1024,
        "line_bytes": came[0][1],
        "very_first_ms": 1000 * first[0][0],
        "first_ms": statistics.median(1000 * seconds for seconds, _ in came),
        "idle": given.idle,
        "idle_kb": 1024 * (server.memory() - before) / (given.idle - 1),
        "idle_cpu": (after.server - at_first.server) / passed / given.idle,
        "load": os.getloadavg()[0],
    }


def _page_bytes(port: int) -> tuple[int, int]:
    """Return the bytes of the page's files, compressed and plain; without sounds."""
    sent = whole = 0
    for path in FOLDER.rglob("*"):
        if path.suffix not in KEPT:
            continue
        url = path.relative_to(FOLDER).as_posix().removesuffix(START)
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
            line.request("GET", f"/{url}", headers={"Accept-Encoding": "gzip"})
            answer = line.getresponse()
            data = answer.read()
        sent += len(data)
        is_small = answer.headers["Content-Encoding"] == SMALL
        whole += len(gzip.decompress(data) if is_small else data)
    return sent, whole


def tell_visit(found: dict[str, Any]) -> None:
    """Print the costs of a visit."""
    print(
        f"a visit: {found['page_kb']:.0f} KB of files ({found['page_whole_kb']:.0f} unpacked), "
        f"then {found['line_bytes']} bytes and {found['first_ms']:.1f} ms on the line to the first "
        f"sentence, the very first {found['very_first_ms']:.0f} ms"
    )
    print(
        f"{found['idle']} who only came: {found['idle_kb']:.0f} KB and "
        f"{100 * found['idle_cpu']:.3f} % of a processor each; load {found['load']:.1f}",
        flush=True,
    )


# --- Many -----------------------------------------------------------------------------------------

HEAD: Final = (
    "sessions | keys: p50, p99, most ms | moves online: p50, p99 ms | keys, entries a second"
    " | processor: server, bots | MB | load"
)


def steps(server: Served, guests: Guests, given: argparse.Namespace) -> list[dict[str, Any]]:
    """Let more and more guests play; connected ones play first."""
    found = []
    print(HEAD)
    guests.do("sit_down")
    there = given.idle
    for number in sorted(given.sessions):
        guests.do("come", max(0, number - there))
        there = max(there, number)
        found.append(_step(server, guests, number, given))
        tell_step(found[-1])
    good = takewhile(lambda one: not one["p99"] or one["p99"] <= WISHED_MS, found)
    most = max((one["sessions"] for one in good), default=0)
    print(f"99 of 100 keys answered within {WISHED_MS:g} ms with up to {most}")
    return found


def _step(server: Served, guests: Guests, number: int, given: argparse.Namespace) -> dict[str, Any]:
    pause, seconds = given.pause, given.seconds
    if number == 1:
        pause, seconds = pause / ALONE_FASTER, seconds * ALONE_LONGER
    guests.do("play", number, pause)
    began, before = perf_counter(), used(server)
    stretch: Stretch = guests.do("stretch", seconds)
    passed, after = perf_counter() - began, used(server)
    return {
        "sessions": number,
        "keys": len(stretch.keys) / passed,
        "p50": share(stretch.keys, 0.50),
        "p99": share(stretch.keys, 0.99),
        "most": max(stretch.keys, default=None),
        "online_p50": share(stretch.moves, 0.50),
        "online_p99": share(stretch.moves, 0.99),
        "entries": stretch.entries,
        "server_cpu": (after.server - before.server) / passed,
        "bots_cpu": (after.bots - before.bots) / passed,
        "memory_mb": server.memory(),
        "silent": stretch.silent,
        "ended": stretch.ended,
        "load": os.getloadavg()[0],
    }


def tell_step(found: dict[str, Any]) -> None:
    """Print a line."""
    keys = [_ms(found[name]) for name in ("p50", "p99", "most")]
    moves = [_ms(found[name]) for name in ("online_p50", "online_p99")]
    silent = f"; without an answer: {found['silent']}" if found["silent"] else ""
    ended = f"; ended: {found['ended']}" if found["ended"] else ""
    print(
        f"{found['sessions']} | {', '.join(keys)} | {', '.join(moves)} | {found['keys']:.0f}, "
        f"{found['entries']:.0f} | {found['server_cpu']:.2f}, {found['bots_cpu']:.2f} | "
        f"{found['memory_mb']:.0f} | {found['load']:.1f}{silent}{ended}",
        flush=True,
    )


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


# --- In a browser ---------------------------------------------------------------------------------

PRESSED: Final = """
window.pressed = [];
addEventListener("keydown", () => pressed.push(performance.now()), true);
"""
SENT: Final = """() => ["navigation", "resource"]
  .flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, one) => sum + one.transferSize, 0)"""
TABLE_KEYS: Final = ("Enter", "Enter", "b", "b", "Enter")
"""From the main menu to a match of three."""

KEYS: Final = ("Home", "ArrowDown", "t", "s", "ArrowDown", "ArrowUp")


def in_a_browser() -> dict[str, Any]:
    """Measure one page in chromium, alone."""
    missing = reason_missing()
    if missing:
        sys.exit(missing)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Served(Path(folder), None, "--web")
        try:
            page = Page(browser.new_page(**{**DESK, "locale": "en-GB"}))
            page.page.add_init_script(PRESSED)
            page.open(f"http://127.0.0.1:{server.port}/")
            page.listen()
            first, sent = page.placed()[0]["at"], page.page.evaluate(SENT)
            for key in TABLE_KEYS:
                told = len(page.placed())
                page.press(key)
                page.listen(told)
            late = [_to_text(page, KEYS[n % len(KEYS)]) for n in range(BROWSER_KEYS)]
            return {"first_ms": first, "sent_kb": sent / 1024, "late": late}
        finally:
            server.end()


def _to_text(page: Any, key: str) -> float:
    """Return the milliseconds from this key to the first text after it."""
    told = len(page.placed())
    page.press(key)
    page.page.wait_for_function("told => placed.length > told", arg=told)
    page.page.wait_for_timeout(200)  # a text stays for at least as long
    return float(page.placed()[told]["at"] - page.page.evaluate("pressed.at(-1)"))


def tell_browser(found: dict[str, Any]) -> None:
    """Print the figures of the browser."""
    late = found["late"]
    print(
        f"in chromium: first sentence after {found['first_ms']:.0f} ms and {found['sent_kb']:.0f} "
        f"KB; from a key to its text p50 {_ms(share(late, 0.5))}, p99 {_ms(share(late, 0.99))}, "
        f"most {_ms(max(late))} ms ({len(late)})",
        flush=True,
    )


def main(given: list[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="bench.web")
    parser.add_argument("--sessions", type=int, nargs="+", default=[0, 1, 50, 100, 200, 300])
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--pause", type=float, default=3.0)
    parser.add_argument("--idle", type=int, default=50)
    parser.add_argument("--strong", action="store_true")
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(given)
    multiprocessing.set_start_method("spawn", force=True)
    found: dict[str, Any] = {}
    if asked.browser:
        found["browser"] = in_a_browser()
        tell_browser(found["browser"])
    with _party(strong=asked.strong) as (server, guests):
        found["visit"] = visit(server, guests, asked)
        tell_visit(found["visit"])
        found["steps"] = steps(server, guests, asked)
    if asked.out is not None:
        asked.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

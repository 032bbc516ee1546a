"""Measures how soon the page speaks and answers, and what solo players cost a server.

    python -m bench.web [--visitors 1000] [--keys 100] [--out FILE.json]

Run it from the top folder of the project. The page is built, served by `audiogames serve --site`,
and opened in Chromium. It measures the milliseconds until the page's first words and until the main
menu, with an empty cache and with a filled one, and those from a keydown until its text is in the
live region. Then `--visitors` visitors fetch the files of the page without opening a table: this
measures the processor time of a visit, and the server's memory before and after all visits.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

from bench.server import Served
from tests.kit.programs.browser import DESK, Page, chromium, reason_missing
from tests.kit.programs.host import build_site

PATIENCE: Final = 120.0
BROWSER_KEYS: Final = 100
PRESSED: Final = """
window.pressed = [];
addEventListener("keydown", () => pressed.push(performance.now()), true);
"""
TABLE_KEYS: Final = ("Enter", "Enter", "b", "b", "Enter")
"""The keys that lead from the main menu to a match of three players."""

KEYS: Final = ("Home", "ArrowDown", "t", "s", "ArrowDown", "ArrowUp")
FIRST_FILES: Final = ("", "page.js", "page.css", "line.js", "program.js", "python/parts.json")
"""The files that a visit requests, besides the packed parts of the program."""


def share(values: Sequence[float], part: float) -> float | None:
    """Return the quantile `part` of these values; None without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None


def in_a_browser(port: int, keys: int) -> dict[str, Any]:
    """Measure the time until the first words and until answers, in Chromium.

    No other visitor uses the server meanwhile.
    """
    with chromium() as browser:
        device = {**DESK, "locale": "en-GB", "service_workers": "allow"}
        page = Page(browser.new_context(**device).new_page())
        page.page.add_init_script(PRESSED)
        starts = []
        for _ in ("cold", "kept"):
            page.open(f"http://127.0.0.1:{port}/")
            page.listen()
            placed = page.placed()
            starts.append((placed[0]["at"], placed[-1]["at"]))
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        for key in TABLE_KEYS:
            told = len(page.placed())
            page.press(key)
            page.listen(told)
        late = [_to_text(page, KEYS[n % len(KEYS)]) for n in range(keys)]
        return {"cold": starts[0], "kept": starts[1], "late": late}


def _to_text(page: Any, key: str) -> float:
    """Return the milliseconds from pressing a key until the next text is announced."""
    told = len(page.placed())
    page.press(key)
    page.page.wait_for_function("told => placed.length > told", arg=told)
    page.page.wait_for_timeout(200)  # each text remains at least this long
    return float(page.placed()[told]["at"] - page.page.evaluate("pressed.at(-1)"))


def visits(server: Served, number: int) -> dict[str, Any]:
    """Fetch the page's files once for each visitor; return the server's time and memory."""
    parts = json.loads(_fetched(server.port, "python/parts.json"))
    files = [*FIRST_FILES, *(f"python/{name}" for name in parts["hashes"] if "wasm" in name)]
    _visit(server.port, files)
    memory, used = server.memory(), server.used()
    for _ in range(number):
        _visit(server.port, files)
    return {
        "visitors": number,
        "cpu_ms": 1000 * (server.used() - used) / max(1, number),
        "before_mb": memory,
        "after_mb": server.memory(),
        "load": os.getloadavg()[0],
    }


def _visit(port: int, files: Sequence[str]) -> None:
    for name in files:
        _fetched(port, name)


def _fetched(port: int, name: str) -> bytes:
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
        line.request("GET", f"/{name}")
        return line.getresponse().read()


def tell(found: dict[str, Any]) -> None:
    """Print all measured times and the server's memory."""
    page, visit = found["browser"], found["visits"]
    for name in ("cold", "kept"):
        first, menu = page[name]
        print(f"{name}: first words after {first:.0f} ms, main menu after {menu:.0f} ms")
    late = page["late"]
    figures = [share(late, 0.5), share(late, 0.99), max(late, default=None)]
    told = ", ".join("-" if one is None else f"{one:.0f}" for one in figures)
    print(f"from a key to its text p50, p99, most: {told} ms ({len(late)})")
    print(
        f"{visit['visitors']} visitors who play alone: {visit['cpu_ms']:.1f} ms of a processor "
        f"each; memory {visit['before_mb']:.0f} -> {visit['after_mb']:.0f} MB; "
        f"load {visit['load']:.1f}"
    )


def main(given: list[str] | None = None) -> int:
    """Measure, print the results, and write them to a file."""
    parser = argparse.ArgumentParser(prog="bench.web")
    parser.add_argument("--visitors", type=int, default=1000)
    parser.add_argument("--keys", type=int, default=BROWSER_KEYS)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(given)
    missing = reason_missing()
    if missing:
        sys.exit(missing)
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        build_site(site)
        server = Served(Path(folder), None, "--site", str(site))
        try:
            found = {"browser": in_a_browser(server.port, asked.keys)}
            found["visits"] = visits(server, asked.visitors)
        finally:
            server.end()
    tell(found)
    if asked.out is not None:
        asked.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

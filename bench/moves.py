"""Measures the cost of a move on the server in two versions of the program: time and bytes.

    python -m bench.moves [--against FOLDER] [--tables 100] [--rate 2] [--seconds 10] [--rounds 3]
                          [--limit SECONDS] [--shares]

Run it from the top folder of the project. FOLDER has an older version, made for instance by `git
worktree add`, with its catalogues compiled. The tables are those of `tests.kit.tables`: three
players, Novantanove with automatic draws. Each round measures a fresh server of each version, so
that other load on the machine affects both. For each version it prints the processor milliseconds
per move, with all its consequences, and the bytes of all messages at its table in both directions.
With `--limit` the server waits until the announcement was delivered to the acting player.
`--shares` prints, from a last round of each version, which parts of the program used the time
(`bench/sampled.py`).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Final

from audiogames.net import wire
from bench.server import Asked, Served, clients
from tests.kit.tables import PATIENCE

SAMPLER: Final = Path(__file__).with_name("sampled.py")

PARTS: Final = (
    ("what goes out: sockets and frames", (
        "lines.py:send", "server.py:_send", "broadcast", "send_data", "selector_events.py:write",
    )),
    ("the store", ("server.py:_keep", "server.py:_commit", "database.py", "server.py:_hold")),
    ("views", ("table/table.py:_updates", "table/match.py:_updates")),
    ("what is told, as messages", ("tables/match.py:tell", "tables/updates.py", "outputs.py")),
    ("rules, clock and log", ("audiogames/table/", "audiogames/games/")),
    ("reading and weighing requests", ("net/server/", "net/wire/")),
    ("what comes in: sockets and frames", (
        "_read_ready", "_take_piece", "data_received", "process_event", "messages.py",
        "protocol.py", "frames.py:parse", "__aiter__", "recv",
    )),
    ("the loop and everything else", ("",)),
)  # fmt: skip
"""Parts of the program, with names that identify them in a stack; the first match counts."""


@dataclass(frozen=True)
class Version:
    """A version of the program to measure; its `folder` is None for the running version."""

    name: str
    folder: Path | None
    wire: int


def version_at(folder: Path) -> Version:
    """Return the version of the program in this folder, with its protocol version."""
    code = "from audiogames.net import wire; print(wire.VERSION)"
    env = {**os.environ, "PYTHONPATH": str(folder)}
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return Version("old", folder.resolve(), int(told.stdout))


def measure(version: Version, given: argparse.Namespace, samples: Path | None) -> dict[str, float]:
    """Measure a fresh server of this version; return the milliseconds and bytes of a move."""
    sampler = None if samples is None else SAMPLER
    if samples is not None:
        os.environ["SAMPLES"] = str(samples)
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), sampler=sampler, program=version.folder)
        try:
            return _measured(server, version, given, sampled=samples is not None)
        finally:
            server.end()


def _measured(
    server: Served, version: Version, given: argparse.Namespace, *, sampled: bool
) -> dict[str, float]:
    here, there = multiprocessing.Pipe()
    tables = range(given.tables)
    asked = Asked(server.port, tables, given.seconds, given.rate, False, version.wire, given.limit)
    process = multiprocessing.Process(target=clients, args=(asked, there))
    process.start()
    try:
        here.recv()
        here.send("play")
        sleep(1.0)
        if sampled:
            server.process.send_signal(signal.SIGUSR1)
        before, began = server.used(), perf_counter()
        told = here.recv()
        used = (server.used() - before) / (perf_counter() - began)
        here.send("end")
    finally:
        process.join(PATIENCE)
    if told["refused"]:
        raise RuntimeError(f"refused: {told['refused']}")
    moves = told["moves"]
    return {"ms": 1000 * used / moves, "bytes": told["bytes"] / moves, "moves": moves}


def shares(samples: Path) -> list[tuple[str, float]]:
    """Return the share of samples, in percent, for each part of the program (see `PARTS`)."""
    met: Counter[str] = Counter()
    for stack, many in json.loads(samples.read_text("utf-8")):
        met[_part_of(stack)] += many
    return [(part, 100 * met[part] / met.total()) for part, _ in PARTS]


def _part_of(stack: Sequence[str]) -> str:
    """Return the first part of the program in `PARTS` that has a function of this call stack.

    The stack is given as `file:function` names.
    """
    for part, known in PARTS:
        if any(one in name for one in known for name in stack):
            return part
    raise AssertionError("the last part knows every name")


def tell(version: Version, runs: Sequence[dict[str, float]]) -> dict[str, Any]:
    """Print and return the median milliseconds and bytes of a move over these runs."""
    ms, size = (statistics.median(run[name] for run in runs) for name in ("ms", "bytes"))
    single = ", ".join(f"{run['ms']:.3f}" for run in runs)
    print(f"{version.name}: {ms:.3f} ms ({single}) and {size:.0f} bytes a move", flush=True)
    return {"version": version.name, "ms": ms, "bytes": size, "runs": list(runs)}


def main(given: list[str] | None = None) -> int:
    """Measure, print the results, and write them to a file."""
    parser = argparse.ArgumentParser(prog="bench.moves")
    parser.add_argument("--against", type=Path)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--shares", action="store_true")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(given)
    multiprocessing.set_start_method("spawn", force=True)
    versions = [Version("new", None, wire.VERSION)]
    if asked.against is not None:
        versions.insert(0, version_at(asked.against))
    runs: dict[str, list[dict[str, float]]] = {version.name: [] for version in versions}
    for _ in range(asked.rounds):
        for version in versions:
            runs[version.name].append(measure(version, asked, None))
    found = [tell(version, runs[version.name]) for version in versions]
    if len(found) > 1:
        old, new = found
        print(
            f"new to old: {new['ms'] / old['ms']:.2f} of the time, "
            f"{new['bytes'] / old['bytes']:.2f} of the bytes"
        )
    if asked.shares:
        _tell_shares(versions, asked, found)
    if asked.out is not None:
        asked.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


def _tell_shares(
    versions: Sequence[Version], asked: argparse.Namespace, found: Sequence[dict[str, Any]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for version, known in zip(versions, found, strict=True):
            samples = Path(folder) / version.name
            measure(version, asked, samples)
            known["shares"] = dict(shares(samples))
            for part, share in known["shares"].items():
                ms = known["ms"] * share / 100
                print(f"{version.name}: {part}: {share:.0f} of 100, {ms:.3f} ms a move")


if __name__ == "__main__":
    sys.exit(main())

"""Serves as `audiogames serve` does, and tells how much stood before a move in the server's loop.

    python -m tools.online.turns FILE serve ...

from the top folder of the project; `tools/online/attack.py --turns` starts its servers so.  A move
takes four turns of the loop, and waits in each for whatever else is done in it.  When the server
ends, FILE has for each turn the moment at which it ended and the processor time that the loop's
own thread used in it.  Unlike a clock, that hardly notices what else the machine is doing.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, thread_time
from typing import Final

from audiogames.cli.main import main

A_MOVE: Final = 4
"""Turns: it comes in, is written down, the row is kept, it goes out."""

Turn = tuple[float, float]
"""When it ended, by a clock that all processes share, and its seconds of processor time."""


class CountingLoop(asyncio.SelectorEventLoop):
    """Notes each of its turns."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: list[Turn] = []

    def _run_once(self) -> None:
        used = thread_time()
        super()._run_once()  # type: ignore[misc]
        self.turns.append((monotonic(), thread_time() - used))


class _Policy(asyncio.DefaultEventLoopPolicy):
    """Makes loops that count."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[CountingLoop] = []

    def new_event_loop(self) -> CountingLoop:
        self.made.append(CountingLoop())
        return self.made[-1]


def before_a_move(turns: Sequence[Turn], part: float) -> float | None:
    """Milliseconds of work that stand before this part of moves at most, whenever they come.

    A long turn is more often met than a short one.
    """
    used = [seconds for _, seconds in turns]
    sums = sorted((sum(used[at : at + A_MOVE]), used[at]) for at in range(len(used) - A_MOVE + 1))
    met, all_of_it = 0.0, sum(weight for _, weight in sums)
    for seconds, weight in sums:
        met += weight
        if met >= part * all_of_it:
            return 1000 * seconds
    return None


def between(turns: Sequence[Turn], span: tuple[float, float]) -> list[Turn]:
    """Those that ended in a stretch of time."""
    return [turn for turn in turns if span[0] <= turn[0] <= span[1]]


def read(file: Path) -> list[Turn]:
    """The turns of a server that has ended."""
    return [(float(at), float(used)) for at, used in json.loads(file.read_text("utf-8"))]


def _all_of(policy: _Policy) -> Iterator[Turn]:
    for loop in policy.made:
        yield from loop.turns


if __name__ == "__main__":
    counting = _Policy()
    asyncio.set_event_loop_policy(counting)
    file = Path(sys.argv.pop(1))
    try:
        status = main()
    finally:
        file.write_text(json.dumps(list(_all_of(counting))), "utf-8")
    sys.exit(status)

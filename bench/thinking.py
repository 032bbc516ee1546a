"""Measures how long bots think in the worker process, and how soon they stop when cancelled.

Each game is played by the usual number of bots, all of one level, through the same worker process
as at a table. For each decision between several moves it prints the time from the request to the
answer; for the first decision twice: with the process started and the game loaded beforehand, and
with both included. Some requests are cancelled while the bot thinks: then the time from cancelling
to the answer is measured, because the next request waits for it.

    python -m bench.thinking [--game ID] [--level LEVEL] [--decisions N] [--busy N]

Run it from the top folder of the project. `--busy N` runs N other computing processes meanwhile.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from statistics import quantiles
from time import perf_counter, sleep
from typing import Any, Final

from audiogames.core.contract import Move, State, Turn
from audiogames.core.registry import Spec, game, game_ids
from audiogames.search.arena import levels
from audiogames.shell.thinker import ProcessWorker
from audiogames.table.protocol import BotRequest

INTERRUPTED: Final = 4
"""One in this many decisions is cancelled."""
WARM_SECONDS: Final = 3.0
"""Seconds for the process to load a game, as when players set up a table."""
EARLIEST: Final = 0.005
LATEST: Final = 0.100
"""Seconds after which a request is cancelled."""


class Times:
    """Measured times in seconds: of decisions, and of answers to cancelled requests."""

    def __init__(self) -> None:
        self.decisions: list[float] = []
        self.cancelled: list[float] = []


def requests(spec: Spec, level: str, rng: Random) -> Iterator[tuple[State[Any, Any], BotRequest]]:
    """Yield requests for bots' moves, each with the true state, from one match after another.

    The caller makes the moves.
    """
    number = 0
    while True:
        state = spec.rules.start(spec.options(), spec.usual_seats)
        while (turn := state.to_act) is not Turn.OVER:
            if isinstance(turn, Turn):
                state.apply(None, spec.rules.chance(state, rng))
                continue
            number += 1
            view = state.view(turn)
            yield state, BotRequest(turn, view, spec.id, level, number, number)
            if opened := spec.clock.window(state):
                state.apply(opened.seat, opened.move)


class Clocked:
    """A stopwatch for the answers of a worker process."""

    def __init__(self, worker: ProcessWorker, rng: Random) -> None:
        self._worker = worker
        self._rng = rng
        self._generation = 0

    def decide(self, wanted: BotRequest) -> tuple[Move, float]:
        """Return a move, and how many seconds it took."""
        began = perf_counter()
        move = self._worker.think(wanted, self._generation)
        assert isinstance(move, Move)
        return move, perf_counter() - began

    def interrupt(self, wanted: BotRequest) -> float | None:
        """Return the seconds from cancelling to the answer, or None if the answer came first."""
        timer = threading.Timer(self._rng.uniform(EARLIEST, LATEST), self._cancel)
        self._cancelled_at: float | None = None
        timer.start()
        self._worker.think(wanted, self._generation)
        answered = perf_counter()
        timer.cancel()
        timer.join()
        at = self._cancelled_at
        return None if at is None or at > answered else answered - at

    def _cancel(self) -> None:
        self._generation += 1
        self._cancelled_at = perf_counter()
        self._worker.cancel(self._generation)


def measure(spec: Spec, level: str, decisions: int, rng: Random) -> Times:
    """Measure how long a bot needs for each of this many decisions.

    Some decisions are then requested again and cancelled, to measure the time until the answer.
    """
    times = Times()
    worker = ProcessWorker()
    worker.load(spec.id)
    sleep(WARM_SECONDS)
    clocked = Clocked(worker, rng)
    for number, (state, wanted) in enumerate(requests(spec, level, rng), start=1):
        move, seconds = clocked.decide(wanted)
        if len(state.legal_moves(wanted.seat)) > 1 or not times.decisions:
            times.decisions.append(seconds)
        if number % INTERRUPTED == 0 and (left := clocked.interrupt(wanted)) is not None:
            times.cancelled.append(left)
        if len(times.decisions) == decisions:
            break
        state.apply(wanted.seat, move)
    worker.close()
    return times


def unprepared(spec: Spec, level: str, rng: Random) -> float:
    """Return the seconds that a first decision takes, including process and game start-up."""
    _, wanted = next(requests(spec, level, rng))
    began = perf_counter()
    worker = ProcessWorker()
    worker.think(wanted, 0)
    seconds = perf_counter() - began
    worker.close()
    return seconds


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Within this context, run other processes that compute at normal priority."""
    with ExitStack() as running:
        for _ in range(processes):
            other = subprocess.Popen((sys.executable, "-c", "while True: pass"))
            running.callback(other.wait)
            running.callback(other.kill)
        yield


def told(name: str, seconds: Sequence[float]) -> str:
    """Return a line with the percentiles of these times, in milliseconds."""
    if len(seconds) < 2:
        return f"  {name}: {len(seconds)} only"
    cuts = quantiles(seconds, n=100, method="inclusive")
    at = {"p50": cuts[49], "p99": cuts[98], "max": max(seconds)}
    figures = ", ".join(f"{where} {1000 * value:.1f}" for where, value in at.items())
    return f"  {name}: {figures} ms ({len(seconds)})"


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=game_ids(), help="all of them unless one is named")
    parser.add_argument("--level", default="strong")
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> int:
    """Measure, and print the results."""
    asked = arguments()
    for spec in [game(asked.game)] if asked.game else map(game, game_ids()):
        if asked.level not in levels(spec):
            print(f"{spec.id}: no level {asked.level}")
            continue
        rng = Random(asked.seed)
        with busy(asked.busy):
            times = measure(spec, asked.level, asked.decisions, rng)
            first = unprepared(spec, asked.level, rng)
        print(f"{spec.id}, {asked.level}, {asked.busy} other processes busy")
        print(told("decisions", times.decisions))
        print(f"  the first: {1000 * times.decisions[0]:.1f} ms, unprepared {1000 * first:.1f} ms")
        print(told("after a cancelling", times.cancelled), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

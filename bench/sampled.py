"""A sampling profiler: records the program's stack every few milliseconds of processor time.

    python bench/sampled.py COMMAND...

Start it by its path, not with `-m`, so that another version of the program can be sampled. The
signal SIGUSR1 discards the samples taken before; at the end the stacks are written to the file
named by `SAMPLES`, each as `file:function` from the innermost, with its count. Unlike cProfile it
adds almost no overhead, and short functions do not appear more expensive than they are. Work of
other threads is attributed to the current position of the main thread.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Final

EVERY: Final = 0.001
DEEP: Final = 60

stacks: Counter[tuple[str, ...]] = Counter()


def _sample(_number: int, frame: FrameType | None) -> None:
    names: list[str] = []
    while frame is not None and len(names) < DEEP:
        code = frame.f_code
        names.append(f"{code.co_filename}:{code.co_name}")
        frame = frame.f_back
    stacks[tuple(names)] += 1


def _reset(_number: int, _frame: FrameType | None) -> None:
    stacks.clear()


def _write(process: int) -> None:
    if os.getpid() == process:  # not in the processes of bots
        signal.setitimer(signal.ITIMER_PROF, 0)
        Path(os.environ["SAMPLES"]).write_text(json.dumps(list(stacks.items())), "utf-8")


def main() -> int:
    """Run the program's command line under the sampling profiler."""
    sys.path.pop(0)  # the folder of this file, whose modules have common names
    signal.signal(signal.SIGPROF, _sample)
    signal.signal(signal.SIGUSR1, _reset)
    atexit.register(_write, os.getpid())
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    from audiogames.cli import main as run  # noqa: PLC0415 - the start is sampled too

    return run()


if __name__ == "__main__":
    sys.exit(main())

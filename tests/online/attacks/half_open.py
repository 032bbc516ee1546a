"""Half-open connections: thousands of them, which never send anything."""

from __future__ import annotations

import asyncio
import resource
from typing import Final

from tests.kit.rawline import RawLine
from tests.online.attacks import Outcome, Target

LINES: Final = 6000
AT_ONCE: Final = 50
STAY: Final = 4.0
"""Seconds for which the connections stay open after all have been made."""


def _hears_nothing(data: bytes) -> None:
    """Ignore received data."""


async def attack(target: Target) -> Outcome:
    """Connect without sending anything."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    gate = asyncio.Semaphore(AT_ONCE)
    lines = [RawLine(_hears_nothing) for _ in range(target.many(LINES, 30))]
    failed = 0

    async def connect(line: RawLine) -> None:
        nonlocal failed
        async with gate:
            try:
                await asyncio.wait_for(line.call(target.port, "203.0.113.1"), 10)
            except (OSError, TimeoutError):
                failed += 1

    await asyncio.gather(*map(connect, lines))
    await asyncio.sleep(STAY * target.share)
    for line in lines:
        line.drop()
    return Outcome(f"{len(lines) - failed} connected, {failed} could not")

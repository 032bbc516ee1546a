"""Ghosts: guests who connect, give a name and disconnect, until the server is full."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from tests.online.attacks import Outcome, Stranger, Target, attacker

GHOSTS: Final = 4200
HOUSEHOLDS: Final = 105
"""The number of the attackers' households; forty newcomers of each are let in at once."""

AT_ONCE: Final = 8


async def attack(target: Target) -> Outcome:
    """Connect and disconnect more guests than the server has room for."""
    told: Counter[str] = Counter()
    gate = asyncio.Semaphore(AT_ONCE)

    async def haunt(number: int) -> None:
        async with gate:
            stranger = Stranger()
            address = attacker(number % HOUSEHOLDS)
            answer = await stranger.come(target, address, f"Ghost {number}")
            told[answer.reason or answer.type if answer else "no answer"] += 1
            stranger.line.drop()

    await asyncio.gather(*map(haunt, range(target.many(GHOSTS, 30))))
    return Outcome(", ".join(f"{many} {answer}" for answer, many in told.items()))

"""Abandoned tables: open one, add a bot, start and leave, from one address."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from audiogames.net import wire
from tests.online.attacks import Outcome, Stranger, Target, attacker

TABLES: Final = 2100
LINES: Final = 10


async def attack(target: Target) -> Outcome:
    """Open as many tables as a server has room for, and then one more as another person."""
    told: Counter[str] = Counter()

    async def open_many(line: int) -> None:
        stranger = Stranger()
        await stranger.come(target, attacker(0), f"Opener {line}")
        while told["tried"] < target.many(TABLES, 20) and not stranger.ended:
            told["tried"] += 1
            answer = await stranger.answer(wire.Open, game="invido")
            if answer is None or answer.type != "seated":
                await asyncio.sleep(0.2)
                continue
            told["opened"] += 1
            stranger.ask(wire.AddBot)
            stranger.ask(wire.StartMatch)
            await stranger.answer(wire.Leave)
        stranger.line.drop()

    await asyncio.gather(*map(open_many, range(LINES)))
    other = Stranger()
    await other.come(target, attacker(200), "Somebody Else")
    answer = await other.answer(wire.Open, game="invido")
    other.ask(wire.Goodbye)
    free = answer is not None and answer.type == "seated"
    what = "others still open tables" if free else "nobody opens a table any more"
    return Outcome(f"{told['opened']} opened, {what}", "" if free else "room for tables")

"""A flood within the limits: endless requests for lists.

Sixty connections from each of three addresses request the tables and the people twenty times a
second, on a server with many people.
"""

from __future__ import annotations

import asyncio
from typing import Final

from audiogames.net import wire
from tests.online.attacks import Outcome, Stranger, Target, attacker

HOUSEHOLDS: Final = 3
LINES: Final = 20
CROWD: Final = 400
CROWD_HOUSEHOLD: Final = 20
SECONDS: Final = 10.0
PAUSE: Final = 0.05


async def attack(target: Target) -> Outcome:
    """Request lists of tables and people from many connections, as fast as possible."""
    crowd = await _crowd(target)
    lines = [
        (Stranger(), attacker(household), f"Asker {household} {number}")
        for household in range(HOUSEHOLDS)
        for number in range(target.many(LINES, 4))
    ]
    for stranger, address, name in lines:
        await stranger.come(target, address, name)
    until = asyncio.get_running_loop().time() + max(0.2, SECONDS * target.share)
    kinds = [wire.ListTables, wire.ListPeople]
    asked = 0
    while asyncio.get_running_loop().time() < until:
        for stranger, _, _ in lines:
            stranger.ask(kinds[asked % 2])
            asked += 1
        asked += 1
        await asyncio.sleep(PAUSE)
    answers = sum(stranger.answers - sum(stranger.refused.values()) for stranger, _, _ in lines)
    refused = sum(sum(stranger.refused.values()) for stranger, _, _ in lines)
    for stranger in [*crowd, *(one for one, _, _ in lines)]:
        stranger.line.drop()
    return Outcome(f"{asked} asked, {answers} answered, {refused} refused")


async def _crowd(target: Target) -> list[Stranger]:
    """Connect many people who do nothing, so that the lists are long."""
    crowd = []
    for number in range(target.many(CROWD)):
        stranger = Stranger()
        await stranger.come(target, attacker(10 + number // CROWD_HOUSEHOLD), f"Crowd {number}")
        crowd.append(stranger)
    return crowd

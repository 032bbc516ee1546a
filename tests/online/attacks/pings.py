"""Floods of pings on connections without a hello: as messages and as WebSocket frames."""

from __future__ import annotations

import asyncio
from typing import Final

from audiogames.net import wire
from tests.kit.rawline import PING
from tests.online.attacks import Outcome, Stranger, Target, attacker

HOUSEHOLDS: Final = 3
LINES: Final = 20
PAUSE: Final = 0.05
ROUNDS: Final = 100
A_ROUND: Final = 200
"""The number of the protocol's pings on each line in a round; a tenth as many messages are sent."""


async def attack(target: Target) -> Outcome:
    """Send pings, and reconnect whenever the server ends the connection."""
    sent = ended = refused = 0

    async def flood(household: int) -> None:
        nonlocal sent, ended, refused
        stranger = await _call(target, household)
        for _ in range(target.many(ROUNDS, 2)):
            if stranger.ended:
                ended += 1
                try:
                    stranger = await _call(target, household)
                except OSError:
                    refused += 1
                    await asyncio.sleep(PAUSE)
                    continue
            for number in range(A_ROUND):
                stranger.line.send(b"", PING)
                if number % 10 == 0:
                    stranger.ask(wire.Ping)
            sent += A_ROUND
            await asyncio.sleep(PAUSE)
        stranger.line.drop()

    lines = range(target.many(HOUSEHOLDS * LINES, 4))
    await asyncio.gather(*(flood(one % HOUSEHOLDS) for one in lines), return_exceptions=True)
    return Outcome(f"{sent} pings sent, {ended} lines ended, {refused} refused")


async def _call(target: Target, household: int) -> Stranger:
    stranger = Stranger()
    await stranger.line.open(target.port, attacker(household))
    return stranger

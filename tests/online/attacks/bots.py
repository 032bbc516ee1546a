"""Strong bots at many tables of one address: one household uses all processor time for bots.

There are twenty tables, each of one person and three strong bots; the bots of another person's
table are timed.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Final

from audiogames.net import wire
from audiogames.net.client.following import ViewFollower
from tests.online.attacks import Outcome, Stranger, Target, attacker

TABLES: Final = 20
MOVES: Final = 6
"""The number of moves of bots that are timed, before the attack and during it."""

SHORT_MOVES: Final = 1
PATIENCE: Final = 60.0
GAME: Final = "wist"


class Seated(Stranger):
    """A person who always plays the first legal card, at a table with strong bots."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []
        """The delay of each move of a bot in seconds."""
        self._asked_at = 0.0
        self._views = ViewFollower()
        self._moved = asyncio.Event()

    async def sit(self, target: Target, address: str, name: str) -> None:
        """Open a table with three bots, and start.  A short attack uses fast bots."""
        level = "strong" if target.share == 1 else "easy"
        await self.come(target, address, name)
        await self.answer(wire.Open, game=GAME)
        for _ in range(3):
            await self.answer(wire.AddBot, level=level)
        self._asked_at = perf_counter()
        await self.answer(wire.StartMatch)

    def _hears(self, data: bytes) -> None:
        super()._hears(data)
        told = wire.read_message(data)
        if isinstance(told, wire.MatchUpdate):
            self._play(self._views.take(told))
        elif isinstance(told, wire.MatchChange) and (update := self._views.follow(told)):
            self._play(update)

    def _play(self, update: wire.MatchUpdate) -> None:
        view, now = update.view, perf_counter()
        if update.events:
            self.waits.append(now - self._asked_at)
            self._moved.set()
            self._asked_at = now
        if update.awaited:
            self.ask(wire.Heard, seq=update.seq, seconds=0.0)
        if update.waiting:
            self.ask(wire.Ready)
        elif view["to_act"] == update.seat and view["legal"]:
            self.ask(wire.MakeMove, seq=update.seq, move=view["legal"][0])

    async def slowest(self, moves: int) -> float:
        """Play until the bots have made this many moves; return the longest delay in seconds."""
        self.waits.clear()
        try:
            while len(self.waits) < moves:
                self._moved.clear()
                await asyncio.wait_for(self._moved.wait(), PATIENCE)
        except TimeoutError:
            return PATIENCE
        return max(self.waits)


async def attack(target: Target) -> Outcome:
    """Time the bots of one table, first alone, then beside twenty tables of another address."""
    moves = target.many(MOVES, SHORT_MOVES)
    honest = Seated()
    await honest.sit(target, attacker(240), "Bot Friend")
    await honest.slowest(1)  # the bots are loaded
    before = await honest.slowest(moves)
    greedy = [Seated() for _ in range(target.many(TABLES))]
    for number, one in enumerate(greedy[:19]):
        await one.sit(target, attacker(241), f"Greedy {number}")
    during = await honest.slowest(moves)
    for one in [honest, *greedy]:
        one.line.drop()
    return Outcome(f"slowest move of somebody else's bot: {before:.1f} s before, {during:.1f} s")

"""News and messages: a neighbour sits down and stands up endlessly, and strangers write.

The neighbour stands up or sits down twenty times a second.  Fifteen strangers each write
one line a second.  Everything is sent to a single listener.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

import msgspec

from audiogames.net import wire
from audiogames.net.server import limits
from tests.online.attacks import Heard, Outcome, Stranger, Target, attacker

TURNS: Final = 200
PAUSE: Final = 0.05
STRANGERS: Final = 15
LINES: Final = 10
SLACK: Final = 5
"""The number of sentences that the listener hears anyway, about entering and the neighbour."""

_HEARD: Final = msgspec.json.Decoder(Heard)


class Listener(Stranger):
    """A person who counts the sentences spoken to them."""

    def __init__(self) -> None:
        super().__init__()
        self.spoken: Counter[str] = Counter()

    def _hears(self, data: bytes) -> None:
        super()._hears(data)
        self.spoken[_HEARD.decode(data).type] += 1


async def attack(target: Target) -> Outcome:
    """Flood a person with news and messages, and count what they must listen to."""
    listener, neighbour = Listener(), Stranger()
    await listener.come(target, attacker(300), "Quiet Listener")
    table = await listener.answer(wire.Open, game="wist")
    await neighbour.come(target, attacker(301), "Restless")
    await neighbour.answer(wire.Join, code=table.code if table else "")
    strangers = [Stranger() for _ in range(STRANGERS)]
    for number, stranger in enumerate(strangers):
        await stranger.come(target, attacker(302 + number), f"Stranger {number}")
    began = asyncio.get_running_loop().time()
    turns = target.many(TURNS, 20)
    for turn in range(turns):
        neighbour.ask(wire.Watch)
        if turn % max(1, turns // target.many(LINES)) == 0:
            for stranger in strangers:
                stranger.ask(wire.Chat, text="hello", to="Quiet Listener")
        await asyncio.sleep(PAUSE * target.share)
    await listener.answer(wire.Ping)
    seconds = asyncio.get_running_loop().time() - began
    for one in (listener, neighbour, *strangers):
        one.line.drop()
    heard = listener.spoken["news"] + listener.spoken["line"]
    return Outcome(
        f"{turns} turns and {STRANGERS} strangers, {heard} sentences in {seconds:.0f} s",
        "somebody's quiet" if heard > _bound(seconds) else "",
    )


def _bound(seconds: float) -> float:
    """Return the maximum number of sentences that the limits allow in this many seconds."""
    comings = limits.COMINGS_AT_ONCE + seconds / limits.COMING_SECONDS
    strangers = limits.STRANGERS_AT_ONCE + seconds / limits.STRANGER_SECONDS
    return comings + strangers + SLACK

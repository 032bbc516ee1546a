"""Password guesses on many connections, which make other logins wait.

Three hundred connections from sixty addresses guess at two accounts at once, and again after each
answer.  The owner of one account logs in from the usual address (`tests/online/honest.py`), the
owner of the other from a new address each time.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from time import perf_counter
from typing import Final

from audiogames.net import wire
from tests.online.attacks import Outcome, Stranger, Target, attacker
from tests.online.honest import AGAIN_SECONDS, NAME

HOUSEHOLDS: Final = 60
LINES: Final = 5
TRAVELS: Final = 5
TRAVELLER: Final = "Long Traveller"
PASSWORD: Final = "a long password of theirs"
PAUSE: Final = 0.5


async def attack(target: Target) -> Outcome:
    """Guess the passwords of two accounts, while their owners log in."""
    answers: Counter[str] = Counter()
    traveller = Stranger()
    await traveller.come(target, _away(0), TRAVELLER, password=PASSWORD, register=True)
    traveller.ask(wire.Goodbye)

    async def guess(line: int) -> None:
        for word in ("a battery staple", "another guess"):
            stranger = Stranger()
            name = (NAME, TRAVELLER)[line // HOUSEHOLDS % 2]
            told = await stranger.come(target, attacker(line % HOUSEHOLDS), name, password=word)
            answers[told.reason or told.type if told else "no answer"] += 1
            stranger.line.drop()

    lines = range(target.many(HOUSEHOLDS * LINES, 8))
    guessing = asyncio.gather(*map(guess, lines))
    slowest = 0.0
    for travel in range(target.many(TRAVELS)):
        await asyncio.sleep(PAUSE * target.share)
        slowest = max(slowest, await _comes_in(target, _away(1 + travel)))
    await guessing
    told = ", ".join(f"{many} {answer}" for answer, many in answers.items())
    told += f"; slowest login from a new address: {1000 * slowest:.0f} ms"
    return Outcome(told, stolen="the account" if answers["welcome"] else "")


async def _comes_in(target: Target, address: str) -> float:
    """Return the seconds that the owner needs to log in from this address, with retries."""
    began = perf_counter()
    while True:
        caller = Stranger()
        told = await caller.come(target, address, TRAVELLER, password=PASSWORD)
        if told is not None and told.type == "welcome":
            caller.ask(wire.Goodbye)
            return perf_counter() - began
        caller.line.drop()
        await asyncio.sleep(AGAIN_SECONDS)


def _away(place: int) -> str:
    """Return a new address from which only the owner of the account logs in."""
    return f"192.0.2.{210 + place}"

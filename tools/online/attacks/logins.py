"""Guesses at a password from many lines: logins wait for one another.

Three hundred lines of fifteen addresses guess at once, and once more when they are answered.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from tools.online.attacks import Outcome, Stranger, Target, attacker
from tools.online.honest import NAME

HOUSEHOLDS: Final = 15
LINES: Final = 20


async def attack(target: Target) -> Outcome:
    """Guess the password of the honest owner of an account."""
    answers: Counter[str] = Counter()

    async def guess(household: int) -> None:
        for word in ("a battery staple", "another guess"):
            stranger = Stranger()
            told = await stranger.come(target, attacker(household), NAME, password=word)
            answers[told.reason or told.type if told else "no answer"] += 1
            stranger.line.drop()

    lines = range(target.many(HOUSEHOLDS * LINES, 8))
    await asyncio.gather(*(guess(line % HOUSEHOLDS) for line in lines))
    told = ", ".join(f"{many} {answer}" for answer, many in answers.items())
    return Outcome(told, stolen="the account" if answers["welcome"] else "")

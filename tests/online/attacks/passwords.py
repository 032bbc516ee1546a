"""Ten thousand wrong passwords for one account.

A hundred local addresses guess, a thousand times a second altogether.  Local addresses are the
hardest case: their connections and requests are not limited, so only the protection of the account
stops them.  Meanwhile the owner logs in again and again (`tests/online/honest.py`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from time import perf_counter
from typing import Final

from audiogames.net import wire
from tests.online.attacks import Outcome, Stranger, Target
from tests.online.honest import NAME

ADDRESSES: Final = 100
GUESSES: Final = 10_000
RATE: Final = 1000.0
"""Guesses a second from all addresses together."""

A_LINE: Final = 15
"""Guesses on one line, fewer than the number that ends it."""


class Guesser:
    """An attacker at one address, who guesses passwords on one connection after another."""

    def __init__(self, target: Target, number: int) -> None:
        self._target = target
        self._number = number
        self._address = f"127.0.0.{1 + number}"
        self._line = Stranger()
        self._tried = 0

    async def guess(self, many: int, pause: float) -> Counter[str]:
        """Guess `many` passwords, `pause` seconds apart, and count the answers by kind.

        The guessers at different addresses start at different times, spread over one pause.
        """
        answers: Counter[str] = Counter()
        at = perf_counter() + pause * (self._number * 0.618 % 1)
        for _ in range(many):
            await asyncio.sleep(max(0.0, at - perf_counter()))
            at = max(at + pause, perf_counter())
            answers[await self._once(f"wrong guess {self._tried}")] += 1
            self._tried += 1
        return answers

    async def _once(self, word: str) -> str:
        if self._tried % A_LINE == 0 or self._line.ended:
            self.leave()
            self._line = Stranger()
            told = await self._line.come(self._target, self._address, NAME, password=word)
        else:
            told = await self._line.answer(
                wire.Hello, version=wire.VERSION, name=NAME, password=word
            )
        return told.reason or told.type if told else "no answer"

    def leave(self) -> None:
        """Close the connection, if there is one."""
        if self._tried:
            self._line.line.drop()


async def attack(target: Target) -> Outcome:
    """Guess the password of the honest owner."""
    guessers = [Guesser(target, number) for number in range(target.many(ADDRESSES, 8))]
    many = target.many(GUESSES) // len(guessers)
    answers = sum(
        await asyncio.gather(*(one.guess(many, len(guessers) / RATE) for one in guessers)),
        Counter[str](),
    )
    for one in guessers:
        one.leave()
    told = ", ".join(f"{count} {answer}" for answer, count in answers.items())
    return Outcome(told, stolen="the account" if answers["welcome"] else "")

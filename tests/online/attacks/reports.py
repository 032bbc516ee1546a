"""Reports that fill the disk: from many addresses, each as long as a message may be."""

from __future__ import annotations

from collections import Counter
from typing import Final

from audiogames.net import wire
from audiogames.net.server import limits
from tests.online.attacks import Outcome, Stranger, Target, attacker

HOUSEHOLDS: Final = 150
REPORTS: Final = 10
LINE: Final = "\N{CJK UNIFIED IDEOGRAPH-20000}\N{CJK UNIFIED IDEOGRAPH-20001}" * 150
"""A text of as many bytes as one line may have."""

AT_LEAST: Final = 3500
"""The least size in bytes of such a report in the log: it holds three such lines."""


async def attack(target: Target) -> Outcome:
    """Report a person as often as possible, from many addresses."""
    told: Counter[str] = Counter()
    for household in range(target.many(HOUSEHOLDS, 2)):
        stranger = Stranger()
        await stranger.come(target, attacker(household), f"Reporter {household}")
        for _ in range(REPORTS):
            answer = await stranger.answer(
                wire.ReportPerson, name="Nobody Here", lines=[LINE] * limits.REPORTED_LINES
            )
            told[answer.reason or answer.type if answer else "no answer"] += 1
        stranger.line.drop()
    kept = told["done"] * AT_LEAST
    answers = ", ".join(f"{many} {answer}" for answer, many in told.items())
    return Outcome(answers, "room on the disk" if kept > limits.MODERATION_BYTES else "")

"""Guesses of table codes from a whole /48 network.

Each guess has its own address.  A seated person at one of these addresses loses the connection and
reconnects, and a person at another address, without a wrong guess, enters with the correct code.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from audiogames.net import wire
from audiogames.net.server import limits
from tests.online.attacks import Outcome, Stranger, Target

GUESSES: Final = 1000
FRIEND: Final = "192.0.2.252"


async def attack(target: Target) -> Outcome:
    """Guess codes, and then check that two honest people can enter."""
    host = Stranger()
    welcome = await host.come(target, _place(0), "Code Host")
    opened = await host.answer(wire.Open, game="wist")
    if welcome is None or opened is None:
        return Outcome(told="the attack itself failed")
    answers: Counter[str] = Counter()
    for number in range(target.many(GUESSES, 20)):
        stranger = Stranger()
        guess = f"{number:08}"
        told = await stranger.come(target, _place(number), f"Code Guess {number}", code=guess)
        answers[told.reason or told.type if told else "no answer"] += 1
        stranger.line.drop()
    host.line.drop()
    back, friend = Stranger(), Stranger()
    again = await back.come(target, _place(0), "", token=welcome.token, heard=-1)
    joined = await friend.come(target, FRIEND, "Code Friend", code=opened.code)
    kept_out = [
        who
        for who, told in (("the one with a token", again), ("the friend", joined))
        if told is None or told.type != "welcome"
    ]
    for one in (back, friend):
        one.ask(wire.Goodbye)
    words = ", ".join(f"{many} {answer}" for answer, many in answers.items())
    told_of = f"{words}; {limits.GUESSES} cost nothing"
    if kept_out:
        told_of += f"; kept out: {' and '.join(kept_out)}"
    return Outcome(told_of, "a table" if answers["welcome"] else "")


def _place(number: int) -> str:
    """Return an address in the attackers' /48 network."""
    return f"2001:db8:fa:{number:x}::1"

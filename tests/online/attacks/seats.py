"""The seat of an absent player, requested by strangers.

The strangers know the player's name; one of them is the host of the table, another one
watches.  They try the name alone, ask for the table's consent, and guess the digits of the
seat code from many addresses of ten /48 networks.  Then the owner returns with the token.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from audiogames.net import wire
from audiogames.net.server import limits
from tests.online.attacks import Heard, Outcome, Stranger, Target

NAME: Final = "Seat Owner"
TRIES: Final = 400
HOME: Final = "192.0.2.251"


async def attack(target: Target) -> Outcome:
    """Try to get the seat of an absent player, and with it their hand of cards."""
    owner, host = Stranger(), Stranger()
    opened = await _open(target, host)
    welcome = await owner.come(target, HOME, NAME, code=opened.code)
    if welcome is None or welcome.type != "welcome":
        return Outcome(told="the attack itself failed")
    token = welcome.token
    watcher = Stranger()
    await watcher.come(target, _place(1), "Seat Watcher")
    seen = await watcher.answer(wire.Join, table=opened.table, watch=True)
    await host.answer(wire.StartMatch)
    owner.line.drop()
    answers: Counter[str] = Counter()
    stolen = "the code of the table" if seen is not None and seen.code else ""
    for more in _tries(target.many(TRIES, 12)):
        stranger = Stranger()
        told = await stranger.come(target, _place(answers.total()), NAME, code=opened.code, **more)
        answers[told.reason or told.type if told else "no answer"] += 1
        stranger.line.drop()
    if answers["welcome"]:
        stolen = "the seat"
    back = Stranger()
    told = await back.come(target, HOME, "", token=token, heard=-1)
    if told is None or told.type != "welcome":
        stolen = stolen or "the way back of the owner"
    for one in (back, host, watcher):
        one.ask(wire.Goodbye)
    most = (limits.OWN_TRIES, limits.OWN_TRIES_IN_ALL)
    words = ", ".join(f"{many} {answer}" for answer, many in answers.items())
    return Outcome(f"{words}; {most[0]} digits a block and {most[1]} in all are looked at", stolen)


async def _open(target: Target, host: Stranger) -> Heard:
    """Open a public table, hosted by a stranger."""
    await host.come(target, _place(0), "Seat Host")
    seated = await host.answer(wire.Open, game="novantanove", public=True)
    return seated or Heard("nothing")


def _tries(many: int) -> Iterator[dict[str, object]]:
    """Yield the fields of requests with which a stranger may try to get the seat."""
    for number in range(many):
        digits = {"own": f"{number * 7919 % 10**6:06}"}
        ways: tuple[dict[str, object], ...] = ({}, {"plead": True}, {**digits})
        yield ways[min(2, number % 8)]


def _place(number: int) -> str:
    """Return an address in one of the attackers' ten /48 networks."""
    return f"2001:db8:{number % 10:x}:{number:x}::1"

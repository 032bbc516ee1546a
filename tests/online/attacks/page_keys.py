"""Keys held down at many pages, from many addresses.

Three hundred sessions of fifteen addresses press three keys a second each, at a match with bots.
"""

from __future__ import annotations

import asyncio
from typing import Final

from tests.online.attacks import Outcome, Target, attacker
from tests.online.guests import SETTLED, PageGuest

ADDRESSES: Final = 15
SESSIONS_EACH: Final = 20
SECONDS: Final = 8.0
KEYS_A_SECOND: Final = 3.0
BEGIN: Final = ("enter", "enter", "b", "b", "enter")
KEYS: Final = ("h", "down", "enter", "t", "up", "s")


async def attack(target: Target) -> Outcome:
    """Come, begin to play, and press."""
    comers = [
        (PageGuest(SETTLED), attacker(number))
        for _ in range(target.many(SESSIONS_EACH, 1))
        for number in range(target.many(ADDRESSES, 2))
    ]
    came = [guest for guest, address in comers if await guest.come(target, address)]
    await asyncio.gather(*(guest.press(BEGIN, 0.3) for guest in came))
    rounds = max(1, round(SECONDS * target.share * KEYS_A_SECOND))
    pressed = [KEYS[number % len(KEYS)] for number in range(rounds)]
    await asyncio.gather(*(_press(guest, place, pressed) for place, guest in enumerate(came)))
    answered = sum(len(guest.said) for guest in came)
    for guest, _ in comers:
        guest.line.drop()
    return Outcome(f"{len(came)} sessions, {len(came) * rounds} keys, {answered} announcements")


async def _press(guest: PageGuest, place: int, keys: list[str]) -> None:
    await asyncio.sleep(place * 0.618 % 1 / KEYS_A_SECOND)
    await guest.press(keys, 1 / KEYS_A_SECOND)

"""Forged matches that a browser brings: one name of 248,000 letters in each.

Ten sessions of one address bring 36 of them each, in 20,592 letters, and look at the finished
matches.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from base64 import b64encode
from typing import Final

from tests.online.attacks import Outcome, Target, attacker
from tests.online.guests import SETTLED, PageGuest

SESSIONS: Final = 10
JOURNALS: Final = 36
LETTERS: Final = 248_000
LOOKS: Final = 5


async def attack(target: Target) -> Outcome:
    """Bring them, and look at them again and again."""
    guests = [PageGuest(SETTLED | forged()) for _ in range(target.many(SESSIONS, 2))]
    came = [guest for guest in guests if await guest.come(target, attacker(0))]
    for _ in range(target.many(LOOKS)):
        await asyncio.gather(*(one.press(["f9", "down", "enter", "escape"]) for one in came))
    await asyncio.sleep(2.0 * target.share)
    refused = sum(any("put aside" in text for text in guest.said) for guest in came)
    for guest in guests:
        guest.line.drop()
    return Outcome(f"{len(came)} sessions, {refused} of them were told that it was put aside")


def forged() -> dict[str, str]:
    """Journals, by the names under which a browser keeps them."""
    summary = {
        "name": "", "game": "wist", "started": "2026-11-20", "others": ["A" * LETTERS],
        "level": "normal", "has_won": True, "has_shared": False, "points": 1, "is_open": False,
        "is_shared": False,
    }  # fmt: skip
    text = json.dumps({"summary": summary, "seat": 0}) + "\n"
    packed = b64encode(zlib.compress(text.encode())).decode()
    return {f"journal {number}": packed for number in range(JOURNALS)}

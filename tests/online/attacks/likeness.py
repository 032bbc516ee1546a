"""An attack with names that resemble another: fillers, other alphabets, "You", "Tu"."""

from __future__ import annotations

import asyncio
from typing import Final

from audiogames.net import wire
from tests.online.attacks import Outcome, Stranger, Target, attacker

NAME: Final = "Aurora"
LIKE: Final = (
    "\N{LATIN CAPITAL LETTER A WITH GRAVE}urora",
    "Aurora\N{HANGUL FILLER}",
    "Aur\N{ARABIC TATWEEL}ora",
    "Aurora\N{MODIFIER LETTER APOSTROPHE}",
    "A-u-r-o-r-a",
    "Aur\N{CYRILLIC SMALL LETTER O}ra",
    "\N{LATIN LETTER SMALL CAPITAL A}urora",
    "AURORA.",
    "\N{HANGUL FILLER}",
    "\N{HALFWIDTH HANGUL FILLER}",
    "You",
    "Tu",
    "T\N{LATIN SMALL LETTER U WITH GRAVE}",
    "y.o.u",
)


async def attack(target: Target) -> Outcome:
    """Try to enter under names like a connected person's name, and under reserved names."""
    owner = Stranger()
    await owner.come(target, attacker(320), NAME)
    taken = [name for name in LIKE if await _enters(target, name)]
    owner.ask(wire.Goodbye)
    owner.line.drop()
    had = ", ".join(name.encode("ascii", "backslashreplace").decode() for name in taken)
    return Outcome(f"{len(LIKE) - len(taken)} of {len(LIKE)} names refused", had)


async def _enters(target: Target, name: str) -> bool:
    stranger = Stranger()
    answer = await stranger.come(target, attacker(321), name)
    entered = answer is not None and answer.type == "welcome"
    if entered:
        stranger.ask(wire.Goodbye)
        await asyncio.sleep(0)
    stranger.line.drop()
    return entered

"""Large matches that a browser brings, looked back at one after another.

Five sessions of one address bring journals of 300 decisions, and press Enter on each.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from base64 import b64encode
from typing import Final

from audiogames.shell.browser.storage import BrowserStorage
from audiogames.table.foreign import LONGEST_JOURNAL, MOST_DECISIONS
from tests.online.attacks import Outcome, Target, attacker
from tests.online.guests import SETTLED, PageGuest
from tests.shell.browser.keptkit import keep_told, played_log

SESSIONS: Final = 5
JOURNALS: Final = 5
ROUNDS: Final = 4
PAUSE: Final = 0.3


async def attack(target: Target) -> Outcome:
    """Bring them, and have one after another read."""
    brought = SETTLED | large()
    guests = [PageGuest(brought) for _ in range(target.many(SESSIONS, 1))]
    came = [guest for guest in guests if await guest.come(target, attacker(0))]
    await asyncio.gather(*(one.press(["f9", "down", "enter"]) for one in came))
    for _ in range(target.many(ROUNDS)):
        keys = ["enter", "down"] * target.many(JOURNALS, 2)
        await asyncio.gather(*(one.press([*keys, "home"], PAUSE) for one in came))
    await asyncio.sleep(2.0 * target.share)
    begun = sum("review has begun" in text for guest in came for text in guest.said)
    for guest in guests:
        guest.line.drop()
    return Outcome(f"{len(came)} sessions, {begun} reviews begun")


def large() -> dict[str, str]:
    """Journals as long as may be, by the names under which a browser keeps them."""
    storage = BrowserStorage()
    keep_told(storage, played_log("wist", 4, 1))  # type: ignore[no-untyped-call]  # of the tests
    head, header, *lines = storage.recall_journal(storage.journals()[0]).splitlines(keepends=True)
    kept, size = [], len(head) + len(header)
    for number in range(MOST_DECISIONS):
        line = lines[number % len(lines)]
        size += len(line.encode())
        if size >= LONGEST_JOURNAL:
            break
        kept.append(line)
    found = {}
    for number in range(JOURNALS):
        first = json.dumps({**json.loads(header), "started": f"2026-11-2{number}"}) + "\n"
        text = "".join((head, first, *kept)).encode()
        found[f"journal {number}"] = b64encode(zlib.compress(text, 9)).decode()
    return found

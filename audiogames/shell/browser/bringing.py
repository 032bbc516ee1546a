"""Receives the data that a browser has stored, when a session starts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Final, Protocol

from audiogames.shell.browser.kept import MOST_BROUGHT, MOST_MATCHES
from audiogames.shell.browser.messages import (
    BringKept,
    FocusChange,
    KeptAll,
    KeptPart,
    WrongMessage,
    read,
    written,
)
from audiogames.shell.browser.storage import BrowserStorage

SECONDS: Final = 15.0
"""Time limit in seconds for receiving everything."""

MOST_NAMES: Final = 2 * MOST_MATCHES
"""The most names accepted: two tabs of a browser may together store more than `MOST_MATCHES`."""

MOST_PARTS: Final = 2000


class Port(Protocol):
    """The methods of the page's connection that this module calls."""

    def recv(self) -> Awaitable[str]:
        """Return the next message."""
        ...

    def send(self, text: str) -> None:
        """Send a message."""


async def bring(page: Port, storage: BrowserStorage) -> None:
    """Request the data that the browser has stored, and load it into `storage`.

    Raises `WrongMessage` or `TimeoutError`.
    """
    page.send(written(BringKept(MOST_BROUGHT)))
    async with asyncio.timeout(SECONDS):
        brought, aside = await _all_parts(page, storage)
    storage.take_in(brought, aside)


async def _all_parts(page: Port, storage: BrowserStorage) -> tuple[dict[str, str], int]:
    """Receive all texts that the browser stores; return them by name.

    Also return how many values the browser has set aside because they were too large to send.
    """
    found: dict[str, list[str]] = {}
    letters = 0
    for _ in range(MOST_PARTS):
        message = read(await page.recv())
        if isinstance(message, KeptAll):
            storage.mirror.is_there = message.there
            return {name: "".join(parts) for name, parts in found.items()}, message.aside
        if isinstance(message, KeptPart):
            letters += len(message.text)
            found.setdefault(message.name, []).append(message.text)
            if letters > MOST_BROUGHT or len(found) > MOST_NAMES:
                break
        elif not isinstance(message, FocusChange):
            break
    raise WrongMessage("too much")

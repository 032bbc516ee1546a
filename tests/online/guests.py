"""Attackers at pages: sessions of the page for guests, that bring what they like and press keys."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from audiogames.shell.web.lines import SOCKET
from tests.kit.rawline import RawLine
from tests.online.attacks import PATIENCE, Target

PART: Final = 600


class PageGuest:
    """One session at a page.  What it brings are named texts; what it hears is placed at once."""

    def __init__(self, brings: Mapping[str, str] | None = None) -> None:
        self.line = RawLine(self._hears, self._ended)
        self.said: list[str] = []
        self.ended = False
        self._brings = brings or {}
        self._news = asyncio.Event()
        self._has_begun = False

    async def come(self, target: Target, address: str) -> bool:
        """Open the page from this address; whether there is a session."""
        origin = f"Origin: http://127.0.0.1:{target.port}"
        try:
            await asyncio.wait_for(self.line.open(target.port, address, SOCKET, origin), PATIENCE)
        except (OSError, TimeoutError):
            return False
        self._send(t="hello", lang="en-GB")
        return await self.until(lambda: self._has_begun)

    async def until(self, holds: Any) -> bool:
        """Wait until this holds; whether it does before patience or the line ends."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not holds():
                    if self.ended:
                        return False
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def press(self, keys: Sequence[str], pause: float = 0.02) -> None:
        """Press these keys, so fast."""
        for key in keys:
            self._send(t="key", key=key)
            await asyncio.sleep(pause)

    def _hears(self, data: bytes) -> None:
        told = json.loads(data)
        match told["t"]:
            case "bring":
                for name, text in self._brings.items():
                    for place in range(0, len(text), PART):
                        self._send(t="kept", name=name, text=text[place : place + PART])
                self._send(t="kept-all", there=True)
            case "say":
                self._has_begun = True
                self.said.append(told["text"])
                self._send(t="placed", n=told["n"])
            case "keep" | "drop" | "aside":
                self._send(t="written", n=told["n"], done=True)
        self._news.set()

    def _ended(self) -> None:
        self.ended = True
        self._news.set()

    def _send(self, **message: Any) -> None:
        self.line.send(json.dumps(message).encode())


SETTLED: Final = {"settings": json.dumps({"language": "en", "rate": 900})}
"""Options of somebody who is asked nothing at the beginning."""

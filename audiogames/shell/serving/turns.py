"""What may wait, one thing a turn of the event loop: between two of them moves and news go.

Theory of operation.  The loop asks the system what has come, and then does everything that is
ready.  Were all requests of a flood done as they come, a move that came after them would wait for
all.  So a move is done as it comes, and of everything else one request, or one piece of what came
on a line, in the order in which they were ready; each line has at most one of either waiting.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

URGENT: Final = tuple(
    f'{{"type":"{kind}",' for kind in ("move", "ready", "extend", "here", "heard", "pause")
)
"""How a request begins that a match waits for: the type stands first in what programs send."""

SHORT: Final = 600
"""Bytes of the longest of these."""


def is_urgent(message: str | bytes) -> bool:
    """Whether this is done as it comes."""
    return isinstance(message, str) and len(message) < SHORT and message.startswith(URGENT)


class Turns:
    """Everything that waits for a turn of its own."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._going = False

    def wait(self, do: Callable[[], None]) -> None:
        """Have this done when its turn comes."""
        self._waiting.append(do)
        if not self._going:
            self._going = True
            asyncio.get_running_loop().call_soon(self._next)

    async def mine(self) -> None:
        """Come back when it is the caller's turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.wait(lambda: None if turn.done() else turn.set_result(None))
        await turn

    def _next(self) -> None:
        self._going = bool(self._waiting)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
            self._waiting.popleft()()

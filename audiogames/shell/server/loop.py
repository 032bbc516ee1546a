"""Schedules work on the event loop: moves at once, other work one piece per turn of the loop.

Theory of operation.  The loop asks the system what has arrived, and then runs everything that is
ready.  If all requests of a flood were handled on arrival, a move that came after them would wait
for all of them.  So a known client's move is handled on arrival.  Everything else waits for a turn:
in each turn of the loop one request, one piece of received bytes or one end of a connection is
handled, in order, and each connection has at most one of each waiting.  New connections enter
through the door (`door`).

Python's garbage collector runs after a certain number of allocations.  With a thousand tables a
full run takes a third of a second, several times a minute, and every player would wait for it.
While a server runs, only young objects are collected, and all objects a few times an hour.
"""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

from audiogames.shell.ending import console

URGENT: Final = tuple(
    f'{{"type":"{kind}",' for kind in ("move", "ready", "extend", "here", "heard", "pause")
)
"""The first bytes of requests for which a match waits; clients write the type first."""

SHORT: Final = 600
"""The length of the longest urgent request in bytes."""


def is_urgent(message: str | bytes) -> bool:
    """Return whether a message is handled on arrival, as moves are."""
    return isinstance(message, str) and len(message) < SHORT and message.startswith(URGENT)


class Turns:
    """A queue of calls; one call is made in each turn of the event loop."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._going = False

    def wait(self, do: Callable[[], None]) -> None:
        """Add a call to the queue."""
        self._waiting.append(do)
        if not self._going:
            self._going = True
            asyncio.get_running_loop().call_soon(self._next)

    async def mine(self) -> None:
        """Wait in the queue, and return when the caller's turn has come."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.wait(lambda: None if turn.done() else turn.set_result(None))
        await turn

    def _next(self) -> None:
        """Run the first queued call, and schedule the next one for the next turn."""
        self._going = bool(self._waiting)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
            self._waiting.popleft()()


YOUNG: Final = 100_000
"""Allocations after which the young generation is collected.

The views that were sent last are always young, a hundred thousand objects at 1,000 tables, and each
run visits all of them: runs after every 1,000 allocations took nearly as long as the moves.
"""

MIDDLE: Final = 5
NEVER: Final = 1_000_000
SECONDS: Final = 900.0
"""Seconds between two full collections."""


@asynccontextmanager
async def calm_memory() -> AsyncIterator[None]:
    """Within this context, run the garbage collector rarely.

    Objects that were excluded from collection before (`gc.freeze`) remain excluded.
    """
    before, left_out = gc.get_threshold(), gc.get_freeze_count()
    gc.collect()
    gc.freeze()  # the program itself need not be visited again
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    looking = asyncio.create_task(_collect_rarely())
    try:
        yield
    finally:
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
        gc.set_threshold(*before)
        if not left_out:
            gc.unfreeze()


async def _collect_rarely() -> None:
    """Collect garbage periodically until cancelled."""
    while True:
        await asyncio.sleep(SECONDS)
        gc.collect()


@contextmanager
def end_on(numbers: Iterable[int], end: Callable[[], None]) -> Iterator[None]:
    """Within this context, call `end` at these signals, or when a Windows console is closed.

    Outside the main thread, as in tests, Python's own handling of signals is unchanged.
    """
    loop = asyncio.get_running_loop()
    # Event loops of Windows handle no signals; others handle them in the main thread alone.
    with suppress(NotImplementedError, RuntimeError, ValueError):
        for number in numbers:
            loop.add_signal_handler(number, end)
    with console.ending(lambda: loop.call_soon_threadsafe(end)):
        yield


def report_unforeseen(report: Callable[[Exception], object]) -> None:
    """Report exceptions in callbacks of the running loop, except broken connections."""

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            report(error)
        else:
            loop.default_exception_handler(context)

    asyncio.get_running_loop().set_exception_handler(handle)

"""What the event loop does when: moves at once, one thing a turn of what may wait, memory seldom.

Theory of operation.  The loop asks the system what has come, and then does everything that is
ready.  Were all requests of a flood done as they come, a move that came after them would wait for
all.  So a move of somebody who is known is done as it comes, and of everything else one request, or
one piece of what came on a line, or the end of one, in the order in which they were ready; each
line has at most one of each waiting.  New lines come by a door of their own (`door`).

Python looks through memory, for what nothing but itself refers to, whenever so many things have
been made.  With a thousand tables each look takes a third of a second, several times a minute:
every player would wait for it.  While a server runs only what is young is looked through, and
everything a few times an hour.
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


YOUNG: Final = 100_000
"""New things after which the young are looked through.

The views that people were sent last are always young, a hundred thousand things at 1,000 tables,
and each look goes through all of them: looks after every 1,000 took nearly as long as the moves.
"""

MIDDLE: Final = 5
NEVER: Final = 1_000_000
SECONDS: Final = 900.0
"""Between two looks through everything."""


@asynccontextmanager
async def calm_memory() -> AsyncIterator[None]:
    """As long as this lasts; what was left out before stays so, as in a process of tests."""
    before, left_out = gc.get_threshold(), gc.get_freeze_count()
    gc.collect()
    gc.freeze()  # the program itself need not be looked through again
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    looking = asyncio.create_task(_look_seldom())
    try:
        yield
    finally:
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
        gc.set_threshold(*before)
        if not left_out:
            gc.unfreeze()


async def _look_seldom() -> None:
    while True:
        await asyncio.sleep(SECONDS)
        gc.collect()


@contextmanager
def end_on(numbers: Iterable[int], end: Callable[[], None]) -> Iterator[None]:
    """Have these signals end what the running loop serves, or what a console tells on Windows.

    None are told of outside the main thread, as in tests: there Python's own handling stays.
    """
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError, RuntimeError, ValueError):  # loops of Windows know none
        for number in numbers:
            loop.add_signal_handler(number, end)
    with console.ending(lambda: loop.call_soon_threadsafe(end)):
        yield


def report_unforeseen(report: Callable[[Exception], object]) -> None:
    """Report what goes wrong in a call of the running loop; a broken connection is no fault."""

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            report(error)
        else:
            loop.default_exception_handler(context)

    asyncio.get_running_loop().set_exception_handler(handle)

"""When memory is looked through for what nothing but itself refers to.

Python does it whenever so many things have been made, and with a thousand tables each look takes
a third of a second, several times a minute: every player would wait for it.  While a server runs
only what is young is looked through, and everything a few times an hour.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

YOUNG: Final = 1_000
"""New things after which the young are looked through."""

MIDDLE: Final = 5
NEVER: Final = 1_000_000
SECONDS: Final = 900.0
"""Between two looks through everything."""


@asynccontextmanager
async def calm_memory() -> AsyncIterator[None]:
    """As long as this lasts."""
    before = gc.get_threshold()
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
        gc.unfreeze()


async def _look_seldom() -> None:
    while True:
        await asyncio.sleep(SECONDS)
        gc.collect()

"""Combines the store queries of many clients into few.

When a process fails, all people at its tables reconnect at the same moment.  If their queries ran
one after another, the last client would wait for all others.  So queries that arrive while another
is running are gathered and sent together, just as writes are grouped (`keeping`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Final, Generic, TypeVar

from audiogames.net.server.store import Found, StoredRows
from audiogames.shell.server.keeping import WaitedStore

Key = TypeVar("Key")
Value = TypeVar("Value")

AT_ONCE: Final = 40
"""The most keys in one query, so that the first clients of a crowd need not wait for all others."""


class Gathered(Generic[Key, Value]):
    """Combines queries of one kind that arrive together, such as lookups by name."""

    def __init__(self, ask: Callable[[Sequence[Key]], Awaitable[Mapping[Key, Value]]]) -> None:
        self._ask = ask
        self._waiting: dict[Key, asyncio.Future[Value | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def get(self, keys: Collection[Key]) -> dict[Key, Value]:
        """Return the values of the keys that the store has.  Raises the exceptions of the query."""
        loop = asyncio.get_running_loop()
        for key in keys:
            if key not in self._waiting:
                self._waiting[key] = loop.create_future()
        futures = [self._waiting[key] for key in keys]
        if self._asking is None:
            self._asking = loop.create_task(self._query_all())
        values = await asyncio.gather(*futures)
        return {key: value for key, value in zip(keys, values, strict=True) if value is not None}

    async def _query_all(self) -> None:
        """Query the store for the waiting keys, some at a time, until no key is waiting."""
        try:
            while self._waiting:
                keys = [*self._waiting][:AT_ONCE]
                await self._ask_for({key: self._waiting.pop(key) for key in keys})
        finally:
            self._asking = None

    async def _ask_for(self, asked: Mapping[Key, asyncio.Future[Value | None]]) -> None:
        """Run one query for these keys, and pass its values or exception to the callers."""
        try:
            found = await self._ask([*asked])
        except Exception as error:  # noqa: BLE001 - raised again for each waiting caller
            for future in asked.values():
                if not future.done():
                    future.set_exception(error)
            return
        for key, future in asked.items():
            if not future.done():
                future.set_result(found.get(key))


class GatheredStore:
    """A store for `look_up` that combines queries arriving together into a single query."""

    def __init__(self, store: WaitedStore) -> None:
        self._store = store
        self._found: Gathered[str, Found] = Gathered(self._find)
        self._claimed: Gathered[int, StoredRows] = Gathered(store.claim)
        self._adopted: Gathered[str, bool] = Gathered(self._adopt)
        self._taken = StoredRows()
        """Adopted rows that no lookup has returned yet."""
        self.take, self.redeem = store.take, store.redeem

    async def find(self, names: Collection[str]) -> list[Found]:
        """Return the rows with these names."""
        found = await self._found.get(names)
        return [*found.values()]

    async def claim(self, tables: Collection[int]) -> dict[int, StoredRows]:
        """Claim those of these tables that no live process owns."""
        return await self._claimed.get(tables)

    async def adopt(self) -> StoredRows:
        """Take over the tournaments that no live process runs, and return their rows.

        If several calls are combined, only the first call returns the rows.
        """
        await self._adopted.get([""])
        taken, self._taken = self._taken, StoredRows()
        return taken

    async def _adopt(self, keys: Sequence[str]) -> dict[str, bool]:
        """Take over abandoned tournaments, and save their rows for the first caller of `adopt`."""
        rows = await self._store.adopt()
        self._taken.add([rows])  # after the wait, since a lookup may have emptied it before
        return dict.fromkeys(keys, True)

    async def _find(self, names: Sequence[str]) -> dict[str, Found]:
        """Return the rows with these names, by name."""
        return {one.name: one for one in await self._store.find(names)}

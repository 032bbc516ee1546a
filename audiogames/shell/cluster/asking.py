"""Looks up rows in the database that several server processes share.

Queries of many clients are combined (`gathering`).  The answers are applied one after another, so
that a table claimed for one request is available to the next.  A lookup waits while the store is
unavailable, and while it is uncertain whether the process that owns the row is still alive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from audiogames.net.cluster.cluster import ClusterProcess
from audiogames.net.cluster.lookups import Step, StoreAnswer, look_up
from audiogames.net.server.outputs import AskStore, Output
from audiogames.net.server.store import StoreQuestion
from audiogames.shell.cluster.gathering import GatheredStore
from audiogames.shell.server.database import StoreError
from audiogames.shell.server.keeping import WaitedStore

AWAY: Final = 60.0
AGAIN: Final = 0.25
"""Seconds that a returning member waits for an unavailable store, and seconds between two attempts.
"""

NEWCOMER: Final = 5.0
"""The same waiting time for newcomers, who must be answered before their client gives up."""

DECIDED: Final = 4.0
"""Seconds after which it is certain whether a process with an overdue lease is alive."""


class StoreLookups:
    """Runs lookups of rows in the store, as background tasks."""

    def __init__(
        self,
        store: WaitedStore,
        cluster: ClusterProcess,
        now: Callable[[], float],
        do: Callable[[Sequence[Output]], None],
        report: Callable[[Exception], None],
    ) -> None:
        """Set the store to query and the receivers of results.

        `cluster` receives the answers, `do` performs the resulting outputs, and `report` is called
        with unexpected exceptions.
        """
        self._store = GatheredStore(store)
        self._cluster = cluster
        self._now = now
        self._do = do
        self._report = report
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, asked: AskStore) -> None:
        """Start a lookup."""
        task = asyncio.get_running_loop().create_task(self._look_up(asked))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def cancel(self) -> None:
        """Cancel all lookups."""
        for task in self._tasks:
            task.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Remove a finished lookup, and report its exception if that is unexpected."""
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self._report(error)

    async def _look_up(self, asked: AskStore) -> None:
        """Query the store, and pass the answer to the core."""
        until = self._now() + DECIDED
        while True:
            answer = await self._answer_of(asked.question)
            if not answer.is_open or self._now() >= until:
                break
            await asyncio.sleep(AGAIN)
        async with self._turn:
            self._do(self._cluster.answered(asked.conn, answer, self._now()))
            await asyncio.sleep(0)  # moves need not wait for a crowd of returning players

    async def _answer_of(self, question: StoreQuestion) -> StoreAnswer:
        """Return the answer to a query; if the store stays unavailable, return a refusal."""
        steps = look_up(question, self._cluster.process, self._now(), self._cluster)
        until = self._now() + (AWAY if question.token else NEWCOMER)
        try:
            step = next(steps)
            while True:
                step = steps.send(await self._call_with_retries(step, until))
        except StopIteration as end:
            answer: StoreAnswer = end.value
            return answer
        except StoreError:
            return StoreAnswer(refusal="net-store-away")

    async def _call_with_retries(self, step: Step, until: float) -> Any:
        """Call the store, retrying while it is unavailable.  Raises `StoreError` after `until`."""
        while True:
            try:
                return await step(self._store)
            except StoreError:
                if self._now() >= until:
                    raise
            await asyncio.sleep(AGAIN)

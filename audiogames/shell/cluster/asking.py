"""Asking the store what the core wants to know, where other processes share it.

Many who ask at once are looked up together (`gathering`), and answered one after another, so that a
table that came with one request is there for the next.  A store that is away for a while is waited
for, and so is the certainty whether a process that is late still lives.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from audiogames.net.cluster.cluster import ClusterProcess
from audiogames.net.cluster.lookups import Step, StoreAnswer, look_up
from audiogames.net.server.outputs import AskStore, Output
from audiogames.net.server.store import Shelf, StoreQuestion
from audiogames.shell.cluster.gathering import GatheredStore
from audiogames.shell.server.database import StoreError
from audiogames.shell.server.keeping import WaitedStore

AWAY: Final = 60.0
AGAIN: Final = 0.25
"""Seconds that somebody who comes back waits for a store that is away, and between two tries."""

NEWCOMER: Final = 5.0
"""The same for who was not in before: they are told while their program still waits."""

DECIDED: Final = 4.0
"""Seconds after which it is certain whether a process that is late lives."""


class StoreLookups:
    """Everything that is being looked up."""

    def __init__(
        self,
        store: WaitedStore,
        cluster: ClusterProcess,
        now: Callable[[], float],
        do: Callable[[Sequence[Output]], None],
        report: Callable[[Exception], None],
    ) -> None:
        """The `cluster` is told what the store knows, and `do` has its outputs done.

        `report` is told unforeseen errors.
        """
        self.took_over: Callable[[], None] = lambda: None
        """Called once tables were taken over."""
        self._store = GatheredStore(store)
        self._cluster = cluster
        self._now = now
        self._do = do
        self._report = report
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, asked: AskStore) -> None:
        """Look this up when its turn comes."""
        task = asyncio.get_running_loop().create_task(self._look_up(asked))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def cancel(self) -> None:
        """Nobody waits for anything any more."""
        for task in self._tasks:
            task.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self._report(error)

    async def _look_up(self, asked: AskStore) -> None:
        """Ask the store, and tell the core."""
        until = self._now() + DECIDED
        while True:
            answer = await self._answer_of(asked.question)
            if not answer.is_open or self._now() >= until:
                break
            await asyncio.sleep(AGAIN)
        async with self._turn:
            self._do(self._cluster.answered(asked.conn, answer, self._now()))
            if answer.rows.rows[Shelf.TABLES]:
                self.took_over()
            await asyncio.sleep(0)  # moves are not kept waiting by a crowd that comes back

    async def _answer_of(self, question: StoreQuestion) -> StoreAnswer:
        steps = look_up(question, self._cluster.process, self._now(), self._cluster)
        until = self._now() + (AWAY if question.token else NEWCOMER)
        try:
            step = next(steps)
            while True:
                step = steps.send(await self._patiently(step, until))
        except StopIteration as end:
            answer: StoreAnswer = end.value
            return answer
        except StoreError:
            return StoreAnswer(refusal="net-store-away")

    async def _patiently(self, step: Step, until: float) -> Any:
        """What the store says, which may be away for a while.  Raises `StoreError`."""
        while True:
            try:
                return await step(self._store)
            except StoreError:
                if self._now() >= until:
                    raise
            await asyncio.sleep(AGAIN)

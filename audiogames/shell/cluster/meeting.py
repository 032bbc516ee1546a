"""Exchanges data with the other processes: published texts once a second, mail as soon as possible.

One task does all of it, so that mail is delivered in order.  While the store is unavailable waiting
mail is lost; the sender of a letter is then notified that it failed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from audiogames.net.cluster.cluster import ClusterProcess
from audiogames.net.server.outputs import Output
from audiogames.net.server.store import Mail
from audiogames.shell.server.database import StoreError
from audiogames.shell.server.keeping import WaitedStore
from audiogames.shell.server.logs import Logs

EVERY: Final = 1.0
"""Seconds between two reads of the others' texts."""


class ProcessMeeting:
    """Exchanges published texts and mail between one process and the others."""

    def __init__(
        self,
        store: WaitedStore,
        cluster: ClusterProcess,
        now: Callable[[], float],
        do: Callable[[Sequence[Output]], None],
        logs: Logs,
    ) -> None:
        """Pass received texts and mail to `cluster`, and the resulting outputs to `do`."""
        self._store = store
        self._cluster = cluster
        self._now = now
        self._do = do
        self._logs = logs
        self._posted: list[Mail] = []
        self._collects = False
        self._woken = asyncio.Event()

    def post(self, mail: Mail) -> None:
        """Queue mail for delivery."""
        self._posted.append(mail)
        self._woken.set()

    def look(self) -> None:
        """Make `run` check for mail as soon as possible."""
        self._collects = True
        self._woken.set()

    async def run(self) -> None:
        """Exchange shared state and mail with the other processes until cancelled."""
        loop = asyncio.get_running_loop()
        meets_at, is_reported = loop.time(), False
        while True:
            is_time = loop.time() >= meets_at
            if is_time:
                meets_at = loop.time() + EVERY
            try:
                await self._meet(is_time=is_time)
                is_reported = False
            except StoreError as error:
                if not is_reported:
                    text = error.message.args.get("text", "")
                    self._logs.note(f"Other processes cannot be reached: {text}")
                is_reported = True
            except Exception as error:  # noqa: BLE001 - the next round goes on
                self._logs.report(error)
            await self._wait(meets_at - loop.time())

    async def _meet(self, *, is_time: bool) -> None:
        """Send queued mail and handle received mail.

        If `is_time` is true, also exchange the published texts, and take over tables and
        tournaments that no process runs.
        """
        posted, self._posted = self._posted, []
        collects, self._collects = self._collects or is_time, False
        if posted:
            await self._store.post(posted)
        if is_time:
            self._do(self._cluster.know(await self._store.meet(self._cluster.shown())))
        if is_time and any((rows := await self._store.adopt()).rows.values()):
            self._do(self._cluster.adopted(rows, self._now()))
        if is_time and (wanted := self._cluster.wanted()):
            for rows in (await self._store.claim(wanted)).values():
                self._do(self._cluster.adopted(rows, self._now()))
        for mail in await self._store.collect() if collects else ():
            self._do(self._cluster.hear(mail, self._now()))

    async def _wait(self, seconds: float) -> None:
        """Wait this long, or until `post` or `look` is called."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self._woken.wait()
        except TimeoutError:
            return
        self._woken.clear()

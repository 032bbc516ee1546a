"""Messages between server processes arrive at once, and a failing store is tried again."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from audiogames.core.cues import msg
from audiogames.net.server.memory_store import MemoryStore, Shared
from audiogames.net.server.store import Mail, Shown
from audiogames.shell.cluster import meeting
from audiogames.shell.cluster.meeting import ProcessMeeting
from audiogames.shell.server.database import StoreError
from audiogames.shell.server.keeping import ThreadedStore
from audiogames.shell.server.logs import Logs
from tests.shell.server.kit import SOON


class Failing(MemoryStore):
    """A store in memory that raises `error`, if set, when processes exchange their states."""

    error = None

    def meet(self, text):
        if self.error is not None:
            raise self.error
        return super().meet(text)


class Posting(MemoryStore):
    """A store in memory that sets the event `posted` when mail is posted."""

    def __init__(self, process, shared):
        super().__init__(process, shared)
        self.posted, self._loop = asyncio.Event(), asyncio.get_running_loop()

    def post(self, mail):
        super().post(mail)
        self._loop.call_soon_threadsafe(self.posted.set)


class Met:
    """A server process that records the mail, news and faults it receives."""

    def __init__(self, store):
        self.store = store
        self.seen, self.mail, self.notes, self.faults = [], [], [], []
        self.something = asyncio.Event()
        self.waited = ThreadedStore(store)
        self.meeting = ProcessMeeting(
            self.waited,
            self,
            lambda: 0.0,
            lambda _: self.something.set(),
            Logs(self._put(self.notes), self._put(self.faults)),
        )

    def shown(self):
        return f"part {self.store.process}"

    def know(self, shown):
        self.seen.append(shown)

    def wanted(self):
        return []

    def hear(self, mail, now):
        self.mail.append(mail)

    def _put(self, where):
        def put(what):
            where.append(what)
            self.something.set()

        return put

    async def until(self, true):
        async with asyncio.timeout(3 * SOON):
            while not true():
                await self.something.wait()
                self.something.clear()


@asynccontextmanager
async def meeting_on(store):
    met = Met(store)
    task = asyncio.create_task(met.meeting.run())
    try:
        yield met
    finally:
        task.cancel()
        await met.waited.close()


def test_mail_is_delivered_without_waiting_for_the_next_poll(monkeypatch):
    monkeypatch.setattr(meeting, "EVERY", 3600.0)

    async def scenario():
        shared = Shared()
        async with meeting_on(MemoryStore(1, shared)) as one:
            await one.until(lambda: one.seen)
            async with meeting_on(Posting(2, shared)) as other:
                await other.until(lambda: other.seen)
                assert other.seen == [[Shown(1, "", "part 1")]]
                other.meeting.post(Mail(1, "ciao"))
                await asyncio.wait_for(other.store.posted.wait(), 3 * SOON)
                one.meeting.look()
                await one.until(lambda: one.mail)
                assert one.mail == [Mail(2, "ciao")]

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["notes", "faults"])
def test_failing_store_is_retried_and_reported(monkeypatch, kind):
    """While a store is unavailable, the operator is notified only once."""
    monkeypatch.setattr(meeting, "EVERY", 0.01)

    async def scenario():
        store = Failing(1)
        store.error = StoreError(msg("x", text="gone")) if kind == "notes" else KeyError("x")
        async with meeting_on(store) as met:
            told = getattr(met, kind)
            await met.until(lambda: told)
            store.error = None
            await met.until(lambda: met.seen)
            assert met.notes == (["Other processes cannot be reached: gone"] if met.notes else [])

    asyncio.run(scenario())

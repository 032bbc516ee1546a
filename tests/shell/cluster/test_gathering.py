"""Simultaneous lookups in a store are combined into one request."""

import asyncio

import pytest

from audiogames.net.server.store import Found, Shelf, StoredRows
from audiogames.shell.cluster.gathering import AT_ONCE, GatheredStore
from tests.shell.server.kit import SOON


class SlowStore:
    """A store whose lookups wait for `answer`; "nobody" is not found, and "broken" raises."""

    def __init__(self):
        self.asked = []
        self.take = self.redeem = None
        self._answers = asyncio.Semaphore(0)
        self._heard = asyncio.Event()

    async def find(self, names):
        self.asked.append(list(names))
        self._heard.set()
        await self._answers.acquire()
        if "broken" in names:
            raise LookupError
        return [Found(one, Shelf.MEMBERS, one, one, 0, 1) for one in names if one != "nobody"]

    claim = find

    async def adopt(self):
        self.asked.append("adopt")
        self._heard.set()
        await self._answers.acquire()
        taken = StoredRows()
        taken.rows[Shelf.CONTESTS][str(len(self.asked))] = "row"
        return taken

    async def is_asked(self):
        await asyncio.wait_for(self._heard.wait(), SOON)
        self._heard.clear()

    def answer(self):
        self._answers.release()


def with_store(test):
    async def run():
        store = SlowStore()
        await asyncio.wait_for(test(store, GatheredStore(store)), SOON)

    asyncio.run(run())


async def begun(*looks):
    tasks = [asyncio.ensure_future(look) for look in looks]
    await asyncio.sleep(0)
    return tasks


def names(found):
    return [one.name for one in found]


def test_queries_during_a_lookup_are_batched_into_the_next_lookup():
    async def test(store, gathered):
        (first,) = await begun(gathered.find(["a", "nobody"]))
        await store.is_asked()
        late = await begun(gathered.find(["b", "c"]), gathered.find(["c", "nobody"]))
        store.answer()
        assert names(await first) == ["a"]
        await store.is_asked()
        store.answer()
        assert [names(await one) for one in late] == [["b", "c"], ["c"]]
        assert store.asked == [["a", "nobody"], ["b", "c", "nobody"]]

    with_store(test)


def test_failed_batched_lookup_raises_only_for_its_own_callers():
    async def test(store, gathered):
        bad = await begun(gathered.find(["broken"]), gathered.find(["broken", "a"]))
        store.answer()
        for one in bad:
            with pytest.raises(LookupError):
                await one
        (good,) = await begun(gathered.find(["a"]))
        store.answer()
        assert names(await good) == ["a"]

    with_store(test)


def test_size_of_a_batched_lookup_is_bounded():
    async def test(store, gathered):
        looks = await begun(*(gathered.find([str(one)]) for one in range(AT_ONCE + 1)))
        store.answer()
        assert names(await looks[0]) == ["0"]
        assert not looks[-1].done()
        store.answer()
        assert names(await looks[-1]) == [str(AT_ONCE)]

    with_store(test)


def test_combined_lookups_of_tournaments_return_the_rows_only_once():
    async def test(store, gathered):
        looks = await begun(gathered.adopt(), gathered.adopt())
        await store.is_asked()
        (late,) = await begun(gathered.adopt())
        store.answer()
        taken = [(await one).rows[Shelf.CONTESTS] for one in looks]
        assert taken == [{"1": "row"}, {}]
        store.answer()
        assert (await late).rows[Shelf.CONTESTS] == {"2": "row"}
        assert store.asked == ["adopt", "adopt"]

    with_store(test)

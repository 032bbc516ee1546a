"""Tests of commits: updates are sent only once stored, and play continues during a slow commit."""

import asyncio
import threading

import pytest

from audiogames.net import wire
from audiogames.net.cluster.cluster import ClusterProcess
from audiogames.net.server.core import ServerCore
from audiogames.net.server.memory_store import MemoryStore
from audiogames.net.server.outputs import DiscardOutputs, Drop, PostMail, Send, Write
from audiogames.net.server.store import EnterMove, KeepRow, Mail, Shelf
from audiogames.shell.cluster.link import ServedCluster
from audiogames.shell.server import keeping
from audiogames.shell.server.keeping import RowKeeper, ThreadedStore, Uncertain
from audiogames.shell.server.listening import Listening, SteadyTime
from audiogames.shell.server.secrecy import SystemSecrets
from audiogames.shell.server.server import Means, TableServer
from tests.shell.server.kit import SOON, Caller, calling, serving


class UncertainStore(MemoryStore):
    """A store in memory that reports one commit as uncertain.

    `keeps` says whether it has stored that commit.
    """

    def __init__(self, *, keeps):
        super().__init__(process=1)
        self._keeps = keeps
        self.doubts = 1

    def commit(self, rows):
        if self.doubts and any(isinstance(row, EnterMove) and row.seq > 4 for row in rows):
            self.doubts -= 1
            if self._keeps:
                super().commit(rows)
            raise Uncertain
        return super().commit(rows)


async def server_on(store):
    now = SteadyTime()
    cluster, waited = ClusterProcess(process=1), ThreadedStore(store)
    core = ServerCore(SystemSecrets(), now(), others=cluster)
    server = TableServer(core, waited, Listening("127.0.0.1", 0), Means(now))
    ServedCluster(cluster, server, waited, now)
    opened = asyncio.Event()
    run = asyncio.create_task(server.run(opened.set))
    await asyncio.wait_for(opened.wait(), SOON)
    return server, run


@pytest.mark.slow
def test_match_continues_from_its_stored_state_after_an_uncertain_commit():
    for keeps in (True, False):
        asyncio.run(doubted(keeps=keeps))


async def doubted(*, keeps):
    store = UncertainStore(keeps=keeps)
    server, run = await server_on(store)
    async with calling(server) as anna:
        token = (await anna.hello("Anna")).token
        await anna.ask(wire.TellWishes, auto_draw=True)
        await anna.ask(wire.Open, game="novantanove")
        await anna.ask(wire.AddBot, level="easy")
        await anna.ask(wire.StartMatch)
        assert await played_until_bye(anna) == "net-table-moves"
    assert not store.doubts
    (kept,) = store.load().matches.values()
    async with calling(server) as again:
        welcome = await again.ask(wire.Hello, version=wire.VERSION, token=token, heard=0)
        assert welcome.back
        update = await again.hears(wire.MatchUpdate)
        assert store.load().matches.popitem()[1].startswith(kept)
        while update.view["to_act"] != update.seat or not update.view["legal"]:
            update = await again.hears(wire.MatchUpdate)
        before = update.seq
        await move(again, update)
        assert (await again.hears(wire.MatchUpdate)).seq > before
    server.end()
    await run


async def move(caller: Caller, update):
    caller.asked += 1
    made = wire.MakeMove(id=caller.asked, seq=update.seq, move=update.view["legal"][0])
    await caller.line.send(wire.encode(made), text=True)


async def played_until_bye(caller):
    while True:
        told = await caller.hears()
        if isinstance(told, wire.Bye):
            return told.reason
        if isinstance(told, wire.MatchUpdate) and told.view["to_act"] == told.seat:
            await move(caller, told)


class StallingStore(MemoryStore):
    """A store in memory whose commits wait until `answers` is set."""

    def __init__(self):
        super().__init__()
        self.answers = threading.Event()
        self.answers.set()

    def commit(self, rows):
        self.answers.wait()
        return super().commit(rows)


def test_stalled_store_stops_play_and_is_announced(monkeypatch):
    monkeypatch.setattr(keeping, "STALLED", 0.05)
    asyncio.run(stalled(StallingStore()))


async def stalled(store):
    async with serving(store) as server, calling(server) as anna:
        update = await begin_annas_turn(anna)
        store.answers.clear()
        try:
            await move(anna, update)
            sent = anna.asked
            assert (await anna.hears(wire.News)).what == "store-away"
            assert isinstance(await anna.ask(wire.Ping), wire.Pong)
            answer = await anna.ask(wire.MakeMove, seq=update.seq, move=update.view["legal"][0])
            assert answer.reason == "net-store-away"
            async with calling(server) as bruno:
                assert (await bruno.hello("Bruno")).reason == "net-store-away"
        finally:
            store.answers.set()
        assert (await anna.hears(wire.MatchUpdate)).re == sent
        assert (await anna.hears(wire.News)).what == "store-back"
        async with calling(server) as bruno:
            assert isinstance(await bruno.hello("Bruno"), wire.Welcome)


async def begin_annas_turn(anna):
    """Start a match of Anna against a bot, and return the first update of her turn."""
    await anna.hello("Anna")
    await anna.ask(wire.TellWishes, auto_draw=True)
    await anna.ask(wire.Open, game="novantanove")
    await anna.ask(wire.AddBot, level="easy")
    await anna.ask(wire.StartMatch)
    update = await anna.hears(wire.MatchUpdate)
    while update.view["to_act"] != update.seat:
        update = await anna.hears(wire.MatchUpdate)
    return update


class Refusing(MemoryStore):
    def commit(self, rows):
        super().commit([row for row in rows if row.key != "7"])
        return {(Shelf.TABLES, row.key) for row in rows if row.key == "7"}


def test_messages_about_refused_rows_are_dropped_and_all_others_sent():
    sent, refused = [], []

    async def run():
        store = Refusing()
        keeper = RowKeeper(
            ThreadedStore(store),
            sent.append,
            print,
            told,
            refused.append,
        )
        holder.append(keeper)
        running = asyncio.create_task(keeper.run())
        for table, conn in (("7", 1), ("8", 2)):
            keeper.take(Write(KeepRow(Shelf.TABLES, table, "x")))
            keeper.take(Send(conn, b"told"))
            keeper.take(PostMail(Mail(conn, "told"), (Shelf.TABLES, table)))
        keeper.take(PostMail(Mail(3, "of no row")))
        keeper.take(Drop(1))
        assert not sent
        keeper.end()
        await running
        assert set(store.load().rows[Shelf.TABLES]) == {"8"}

    def told(units, uncertain):
        refused.append(units)
        holder[0].discard(DiscardOutputs(frozenset(units), frozenset({1})))
        holder[0].take(Send(1, b"bye"))

    holder = []
    asyncio.run(run())
    assert refused == [{(Shelf.TABLES, "7")}]
    letters = [PostMail(Mail(2, "told"), (Shelf.TABLES, "8")), PostMail(Mail(3, "of no row"))]
    assert sent == [Send(2, b"told"), *letters, Send(1, b"bye")]

"""Tests that need PostgreSQL: killed or stalled processes, leases, failover, a lost database."""

import asyncio
import contextlib
from types import SimpleNamespace

import psycopg
import pytest

from audiogames.net.server.contests.contest import KeptContest
from audiogames.net.server.people.member import row_of
from audiogames.net.server.store import EnterMove, KeepRow, Mail, ModerationRow, Shelf, TicketRow
from audiogames.shell.cluster import listening, schema, serving
from audiogames.shell.cluster import process as processes
from audiogames.shell.cluster.store import PostgresStore
from audiogames.shell.server.database import StoreError
from audiogames.shell.server.keeping import Uncertain
from tests.kit import postgres
from tests.shell.cluster.sharing import asked, asked_many, claimed, eventually, sharing
from tests.shell.server.test_stores import BEGUN, SEVEN


async def lose(one):
    """Close the connection that holds the process's lock, as if the process had been killed."""
    lost, one.as_process._connection = one.as_process._connection, None
    await lost.close()


async def do_nothing(*_):
    """Do nothing: the callback for tests that need no action after a renewal."""


def test_tables_of_a_killed_process_can_be_claimed_at_once(address):
    """A killed process loses its connections, and with them the lock on its tables."""

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            await one.commit(BEGUN)
            assert not await claimed(other)
            await lose(one)
            assert await eventually(lambda: claimed(other)) == {7: "header\none\n"}
            assert await claimed(other)  # a process that has the match only reads it again
            assert set(await one.commit([EnterMove(7, 2, "stale\n")])) == {SEVEN}
        history = await asked(address, "SELECT place, epoch, process FROM past_owners ORDER BY 2")
        assert history == [(7, 1, one.process), (7, 2, other.process)]

    asyncio.run(test())


def test_tournaments_of_a_killed_process_can_be_claimed_with_their_tables(address):
    kept = KeptContest(1, "Coppa", "invido", {}, {}, False, "a", [], [], {"0": 7})
    row = KeepRow(Shelf.CONTESTS, "1", row_of(kept))

    async def test():
        async with sharing(address) as one, sharing(address) as other, sharing(address) as third:
            await one.commit([*BEGUN, row])
            await lose(one)

            async def adopted():
                both = await asyncio.gather(other.adopt(), third.adopt())
                return [taken for taken in both if taken.rows[Shelf.CONTESTS]]

            (taken,) = await eventually(adopted)
            assert taken.rows[Shelf.CONTESTS] == {"1": row.text}
            assert taken.matches == {7: "header\none\n"}
            stale = [row, EnterMove(7, 2, "stale\n")]
            assert set(await one.commit(stale)) == {SEVEN, (Shelf.CONTESTS, "1")}

    asyncio.run(test())


def test_ruling_is_noticed_even_if_a_later_ruling_is_committed_first(address):
    """Regression test: only the latest change was compared, so the other processes missed it."""

    async def test():
        async with sharing(address) as store:
            await store.commit([KeepRow(Shelf.MODERATION, key, "first") for key in "ab"])
            async with await psycopg.AsyncConnection.connect(address) as late:
                await late.execute(schema.RULE, ("moderation", "a", "second"))
                await store.commit([KeepRow(Shelf.MODERATION, "b", "second")])
                before = await store.mark()
                await late.commit()
            assert await store.mark() != before

    asyncio.run(test())


def test_table_opened_during_an_ownership_check_is_not_lost(address, monkeypatch):
    """Regression test: a table committed between the check's two queries counted as foreign."""

    async def test():
        async with sharing(address) as store:
            asking = store._asking

            @contextlib.asynccontextmanager
            async def asking_meanwhile():
                async with asking() as connection:

                    async def execute(query, given):
                        if query is schema.AWAY:  # the second question of two
                            await store.commit(BEGUN)
                        return await connection.execute(query, given)

                    yield SimpleNamespace(execute=execute)

            monkeypatch.setattr(store, "_asking", asking_meanwhile)
            assert not await store.foreign([7], [])
            monkeypatch.setattr(store, "_asking", asking)
            assert not await store.foreign([7], [])

    asyncio.run(test())


def test_tables_of_a_stalled_process_can_be_claimed_after_its_lease(address, monkeypatch):
    monkeypatch.setattr(processes, "LEASE", 0.05)

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            await one.commit(BEGUN)
            assert await eventually(lambda: claimed(other)) == {7: "header\none\n"}
            assert set(await one.foreign([7], [])) == {SEVEN}
            assert set(await one.commit([EnterMove(7, 2, "stale\n")])) == {SEVEN}

    asyncio.run(test())


def test_locks_of_a_stalled_process_are_released(address, monkeypatch):
    """PostgreSQL does not end the connection, which counts as active inside a pipeline."""
    monkeypatch.setattr(processes, "RENEWAL", 0.01)

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            await one.commit(BEGUN)
            async with one._pool.connection() as held:
                await held.execute("SET idle_in_transaction_session_timeout = 0")
                await held.execute("SELECT * FROM owners FOR SHARE")
                await asked_many(address, "UPDATE processes SET lease = now() WHERE id = 1")
                life = asyncio.create_task(other.as_process.live("ws://o", len, do_nothing))
                async with asyncio.timeout(60.0):
                    assert await claimed(other) == {7: "header\none\n"}
                life.cancel()
                with pytest.raises(psycopg.OperationalError):
                    await held.execute("SELECT 1")

    asyncio.run(test())


def test_repeated_write_conflicts_end_with_an_error(address, monkeypatch):
    """Without a limit, a row that can never be written would stop play silently."""

    async def overtaken(*_):
        raise psycopg.errors.UniqueViolation

    async def test():
        async with sharing(address) as store:
            monkeypatch.setattr(store, "_write", overtaken)
            with pytest.raises(StoreError):
                await store.commit(BEGUN)

    asyncio.run(test())


def test_process_that_renews_its_lease_stays_alive_and_lists_the_other_processes(
    address, monkeypatch
):
    monkeypatch.setattr(processes, "LEASE", 1.0)
    monkeypatch.setattr(processes, "RENEWAL", 0.01)
    heard, checks = [], []

    async def check():
        checks.append(1)

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            lives = [
                asyncio.create_task(each.as_process.live(f"ws://{name}", heard.append, check))
                for each, name in ((one, "one"), (other, "other"))
            ]
            await eventually(lambda: told({"ws://one"}))
            await eventually(lambda: told({"ws://other"}))
            assert not checks
            await lose(one)
            await eventually(lambda: said(checks))
            for life in lives:
                life.cancel()

    async def told(addresses):
        return any(set(one) == addresses for one in heard)

    async def said(what):
        return bool(what)

    asyncio.run(test())


def test_lease_expires_even_if_the_clock_is_set_back(address, monkeypatch):
    """Otherwise, setting the clock back an hour would lengthen a stopped process's lease."""
    monkeypatch.setattr(processes, "LEASE", 0.5)
    monkeypatch.setattr(processes, "RENEWAL", 0.01)

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            await one.commit(BEGUN)
            later = (
                "UPDATE processes SET lease = clock_timestamp() + interval '1 hour' WHERE id = 1"
            )
            await asked_many(address, later)
            living = asyncio.create_task(other.as_process.live("ws://other", bool, do_nothing))
            assert await eventually(lambda: claimed(other)) == {7: "header\none\n"}
            living.cancel()
            assert set(await one.commit([EnterMove(7, 2, "stale\n")])) == {SEVEN}

    asyncio.run(test())


def test_process_checks_its_ownership_of_tables_before_it_serves_after_the_machine_slept(
    address, monkeypatch
):
    """After a jump of the clock by an hour, other processes may own the tables."""
    slept, checks = [0.0], []
    awake = processes.boot_time
    monkeypatch.setattr(processes, "boot_time", lambda: awake() + slept[0])
    monkeypatch.setattr(processes, "RENEWAL", 0.01)

    async def check():
        checks.append(1)

    def heard(_):
        if not slept[0]:
            assert not checks
        slept[0] = 3600.0

    async def checked():
        return bool(checks)

    async def test():
        async with sharing(address) as store:
            living = asyncio.create_task(store.as_process.live("ws://one", heard, check))
            await eventually(checked)
            living.cancel()

    asyncio.run(test())


@pytest.mark.parametrize("was_kept", [True, False])
def test_commit_is_uncertain_if_the_database_does_not_answer(address, monkeypatch, was_kept):
    commit = psycopg.AsyncConnection.commit

    async def lose(connection):
        monkeypatch.undo()
        if was_kept:
            await commit(connection)
        await connection.close()
        raise psycopg.OperationalError("gone")

    async def test():
        async with sharing(address) as store:
            await store.commit(BEGUN)
            monkeypatch.setattr(psycopg.AsyncConnection, "commit", lose)
            with pytest.raises(Uncertain):
                await store.commit([EnterMove(7, 2, "two\n")])
            kept = await eventually(lambda: claimed(store))
            assert kept == {7: "header\none\ntwo\n" if was_kept else "header\none\n"}

    asyncio.run(test())


def test_commit_is_uncertain_if_the_database_stops_waiting_for_its_standby(address):
    """The warning says that PostgreSQL no longer waits for confirmation by its standby."""
    warns = """
        CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE WARNING 'canceling wait for a standby'; RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON moderation
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION warn()
    """

    async def test():
        async with sharing(address) as store:
            await asked_many(address, warns)
            with pytest.raises(Uncertain):
                await store.commit([ModerationRow(1.0, "x")])
            assert not await store.commit(BEGUN)

    asyncio.run(test())


@pytest.mark.slow
def test_play_waits_while_the_database_is_unavailable_and_loses_nothing():
    notes = []

    async def test(cluster, address):
        async with sharing(address, notes) as store:
            await store.commit(BEGUN)
            await asyncio.to_thread(cluster.kill)
            keeping = asyncio.create_task(store.commit([EnterMove(7, 2, "two\n")]))
            await eventually(noted)
            assert not keeping.done()
            with pytest.raises(StoreError):
                await store.find(["code 123"])
            await asyncio.to_thread(cluster.start)
            assert not await keeping
            assert await claimed(store) == {7: "header\none\ntwo\n"}

    async def noted():
        return any("play waits" in note for note in notes)

    with postgres.cluster(settings=()) as cluster:
        asyncio.run(test(cluster, cluster.make_base("away")))


CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@pytest.mark.slow
def test_promoted_standby_replaces_its_primary():
    """A commit missing on the standby was never acknowledged, and the old primary is refused."""
    notes = []

    async def test(primary, standby):
        async with sharing(primary.address("test", standby), notes) as store:
            await store.commit(BEGUN)
            (said,) = await serving.check(standby.address("test", primary))
            assert said.id == "cli-store-good", "of several hosts the one that servers use"
            standby.stop()
            keeping = asyncio.create_task(store.commit([EnterMove(7, 2, "two\n")]))
            await eventually(lambda: asked(primary.address("test"), CANCEL))
            with pytest.raises(Uncertain):
                await keeping
            standby.start()
            there = standby.address("test")
            await eventually(lambda: asked(there, "SELECT 1 FROM entries WHERE seq = 2"))
            standby.promote()
            await see(store, standby)
            with pytest.raises(psycopg.OperationalError):
                await see(store, primary)
            await asked(primary.address("test"), CUT)
            keeping = asyncio.create_task(store.commit([EnterMove(7, 3, "three\n")]))
            await eventually(waiting)
            assert not keeping.done()
            primary.crash()
            assert not await keeping
        lines = await asked(standby.address("test"), "SELECT line FROM entries ORDER BY seq")
        assert lines == [("one\n",), ("two\n",), ("three\n",)]

    async def see(store, there):
        async with await psycopg.AsyncConnection.connect(there.address("test")) as connection:
            await store.as_process.timelines.see(connection)

    async def waiting():
        return any("play waits" in note for note in notes)

    with postgres.cluster(settings=()) as primary:
        primary.make_base("test")
        with postgres.standby_of(primary) as standby:
            asyncio.run(test(primary, standby))


def test_exhausted_connection_pool_only_delays_commits(address, monkeypatch):
    async def test():
        async with sharing(address) as store, contextlib.AsyncExitStack() as stack:
            for _ in range(4):
                await stack.enter_async_context(store._pool.connection())
            with monkeypatch.context() as hurried:
                hurried.setattr("audiogames.shell.cluster.store.PATIENCE", 0.05)
                with pytest.raises(StoreError):
                    await store.find(["code 123"])
            keeping = asyncio.create_task(store.commit(BEGUN))
            await stack.aclose()
            assert not await keeping
            assert len(await store.find(["code 123"])) == 1

    asyncio.run(test())


@pytest.mark.parametrize(
    "row",
    [
        KeepRow(Shelf.MEMBERS, "z", "Bruno", 0, ("token z", "person bruno")),
        KeepRow(Shelf.MEMBERS, "b", "Bruno", 0, ("token b", "person bruno")),
        KeepRow(Shelf.ACCOUNTS, "anna", "x", names=("account anna",), new=True),
    ],
)
def test_second_of_two_simultaneous_writes_of_a_row_is_refused(address, monkeypatch, row):
    """If two processes write the same row at once, the second commit is refused."""
    theirs = KeepRow(row.shelf, "b" if row.key == "z" else row.key, "first", names=row.names)

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            looked = PostgresStore._known
            raced = []

            async def late(store, connection, batch):
                known = await looked(store, connection, batch)
                if store is one and not raced:
                    raced.append(1)
                    await other.commit([theirs])
                return known

            monkeypatch.setattr(PostgresStore, "_known", late)
            assert set(await one.commit([row])) == {(row.shelf, row.key)}
            assert [found.text for found in await one.find(row.names[-1:])] == ["first"]

    asyncio.run(test())


def test_process_publishes_its_data_again_after_the_database_lost_it(address):
    """A crash of the database empties unlogged tables, such as the published data."""

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            await one.meet("here")
            assert [shown.text for shown in await other.meet("")] == ["here"]
            await asked_many(address, "TRUNCATE shown")
            for _ in range(2):
                await one.meet("here")
            assert [shown.text for shown in await other.meet("")] == ["here"]

    asyncio.run(test())


def test_mail_is_received_by_notification_and_by_polling_after_reconnecting(address, monkeypatch):
    monkeypatch.setattr(listening, "AGAIN", 0.01)
    heard, notes = [], []
    lose = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN%'
    """

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            hears = asyncio.create_task(
                listening.listen(address, one.process, heard.append, notes.append)
            )
            await eventually(lambda: has_heard(1))
            await other.post([Mail(one.process, "x")])
            await eventually(lambda: has_heard(2))
            assert await one.collect() == [Mail(other.process, "x")]
            await other.post([Mail(0, "to all can wait")])
            await asked_many(address, lose)
            await eventually(lambda: has_heard(3))
            assert len(notes) == 1
            await other.post([Mail(one.process, "y")])
            await eventually(lambda: has_heard(4))
            hears.cancel()

    async def has_heard(many):
        return len(heard) >= many

    asyncio.run(test())


def test_rows_of_dead_processes_are_deleted_after_a_time(address):
    """People without a table are deleted a day after their process died, tables a month after."""

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            await one.commit(BEGUN)
            await other.tidy(0.0)
            assert len(await other.find(["code 123", "token b"])) == 2
            await lose(one)
            for days, left in ((1, {"code 123"}), (40, set())):
                age = f"= clock_timestamp() - interval '{days} days'"
                await asked_many(address, f"UPDATE processes SET lease {age} WHERE id = 1")  # noqa: S608
                await asked_many(address, f"UPDATE kept SET touched {age}")  # noqa: S608
                await other.tidy(0.0)
                found = await other.find(["code 123", "token b"])
                assert {row.name for row in found} == left
        assert not await asked(address, "SELECT * FROM entries")

    asyncio.run(test())


def test_ticket_for_changing_servers_expires_after_half_a_minute(address):
    late = "UPDATE tickets SET at = at - interval '31 seconds' WHERE ticket = 'late'"

    async def test():
        async with sharing(address) as one, sharing(address) as other:
            await one.commit(BEGUN)
            await other.commit([TicketRow(name, "b", 7, "10.0.0.1") for name in ("late", "good")])
            await asked_many(address, late)
            assert await one.redeem("late", "b") == ""
            assert await one.redeem("good", "b") == "10.0.0.1"

    asyncio.run(test())


def test_all_processes_use_the_same_address_salt(address):
    async def test():
        async with sharing(address) as one, sharing(address) as other:
            assert await one.salt("drawn here") == "drawn here"
            assert await other.salt("drawn there") == "drawn here"

    asyncio.run(test())


def test_second_process_with_the_same_address_is_refused(address):
    async def test():
        async with sharing(address) as one, sharing(address) as other:
            await one.as_process._renew("wss://cards.example:1")
            await serving.require_sole_address(other.as_process, "wss://cards.example:2", 0.0)
            await serving.require_sole_address(other.as_process, None, 0.0)
            with pytest.raises(StoreError) as refused:
                await serving.require_sole_address(other.as_process, "wss://cards.example:1", 0.0)
            assert refused.value.message.id == "cli-store-same-address"

    asyncio.run(test())

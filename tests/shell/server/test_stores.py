"""The contract of every store: in memory, in SQLite and in PostgreSQL."""

import asyncio
import contextlib

import pytest

from audiogames.net.server.contests.contest import KeptContest
from audiogames.net.server.contests.rows import (
    SURE,
    ConductRow,
    DayRow,
    ForgetRatings,
    NameRatings,
    RatingQuestion,
    ResultRow,
    SeatConduct,
    SeatResult,
)
from audiogames.net.server.memory_store import MemoryStore, Shared
from audiogames.net.server.people.member import row_of
from audiogames.net.server.store import (
    BeginMatch,
    EndMatch,
    EnterMove,
    ForgetRow,
    KeepRow,
    Mail,
    ModerationRow,
    ReleaseContest,
    ReleaseTable,
    Shelf,
    TicketRow,
)
from audiogames.net.server.tables.days import DayFacts
from audiogames.shell.cluster.process import StoreProcess
from audiogames.shell.cluster.store import PostgresStore
from audiogames.shell.server.database import SqliteStore
from audiogames.shell.server.keeping import ThreadedStore

TABLE = KeepRow(Shelf.TABLES, "7", "table", 7, ("code 123", "table 7"))
ANNA = KeepRow(Shelf.MEMBERS, "a", "Anna", 7, ("token a", "person anna"))
BRUNO = KeepRow(Shelf.MEMBERS, "b", "Bruno", 0, ("token b", "person bruno"))
BEGUN = (TABLE, ANNA, BRUNO, BeginMatch(7, "header\n"), EnterMove(7, 1, "one\n"))
SEVEN = (Shelf.TABLES, "7")


class Memory:
    """Opens a store in memory for each process; all of these stores share their data."""

    def __init__(self):
        self._shared = Shared()
        self._made = 0

    @contextlib.asynccontextmanager
    async def process(self):
        self._made += 1
        store = MemoryStore(self._made, self._shared)
        waited = ThreadedStore(store)
        waited.number = self._made
        try:
            yield waited
        finally:
            self._shared.dead.add(store.process)
            await waited.close()


class Sqlite:
    def __init__(self, folder):
        self._folder = folder

    @contextlib.asynccontextmanager
    async def process(self):
        store = SqliteStore(self._folder)
        waited = ThreadedStore(store)
        try:
            yield waited
        finally:
            await waited.close()
            store.close()


class Postgres:
    def __init__(self, address):
        self._address = address

    @contextlib.asynccontextmanager
    async def process(self):
        notes = []
        process = StoreProcess(self._address, notes.append)
        await process.begin()
        store = PostgresStore(self._address, process.number, notes.append)
        await store.open()
        store.number = process.number
        try:
            yield store
        finally:
            await process.end()
            await store.close()
        assert notes == []


POSTGRES = pytest.param("postgres", marks=pytest.mark.slow)


@pytest.fixture(params=["memory", "sqlite", POSTGRES])
def kind(request, tmp_path):
    if request.param == "postgres":
        return Postgres(request.getfixturevalue("address"))
    return Memory() if request.param == "memory" else Sqlite(tmp_path)


@pytest.fixture(params=["memory", POSTGRES])
def several(request):
    """Return each kind of store that several processes can share: memory, then PostgreSQL."""
    return Postgres(request.getfixturevalue("address")) if request.param == "postgres" else Memory()


def on(kind, test):
    """Run the asynchronous test with a store of this kind."""

    async def run():
        async with kind.process() as store:
            await test(store)

    asyncio.run(run())


def on_two(several, test):
    """Run the asynchronous test with two stores that share their data."""

    async def run():
        async with several.process() as one, several.process() as other:
            await test(one, other)

    asyncio.run(run())


def test_claimed_table_includes_its_people_and_match(kind):
    async def test(store):
        assert not await store.commit(BEGUN)
        assert not await store.commit([EnterMove(7, 2, "two\n"), ModerationRow(1.0, "x")])
        taken = (await store.claim([7, 8]))[7]
        assert taken.rows[Shelf.TABLES] == {"7": "table"}
        assert taken.rows[Shelf.MEMBERS] == {"a": "Anna"}
        assert taken.matches == {7: "header\none\ntwo\n"}
        assert (await store.take("b")).rows[Shelf.MEMBERS] == {"b": "Bruno"}
        assert await store.claim([8]) == {}

    on(kind, test)


def test_next_process_loads_the_committed_data(kind):
    async def first(store):
        await store.commit([*BEGUN, KeepRow(Shelf.TABLES, "8", "gone", 8), BeginMatch(8, "h\n")])
        await store.commit([EndMatch(8), ForgetRow(Shelf.TABLES, "8")])

    async def second(store):
        assert (await store.claim([7]))[7].matches == {7: "header\none\n"}
        assert await store.claim([8]) == {}
        assert not await store.commit([EnterMove(7, 2, "two\n")])

    on(kind, first)
    on(kind, second)


def test_log_of_an_ended_match_is_stored_until_the_next_match_begins(kind):
    ended = KeepRow(Shelf.TABLES, "7", "ended", 7, ("code 123", "table 7"))

    async def first(store):
        await store.commit(BEGUN)
        assert not await store.commit([EnterMove(7, 2, "last\n"), ended])

    async def second(store):
        taken = (await store.claim([7]))[7]
        assert taken.rows[Shelf.TABLES] == {"7": "ended"}
        assert taken.matches == {7: "header\none\nlast\n"}
        assert not await store.commit([BeginMatch(7, "next\n"), EnterMove(7, 1, "one\n"), TABLE])
        assert (await store.claim([7]))[7].matches == {7: "next\none\n"}
        assert not await store.commit([EndMatch(7)])
        assert (await store.claim([7]))[7].matches == {}

    on(kind, first)
    on(kind, second)


def test_stored_rows_are_found_only_by_their_current_names(kind):
    async def test(store):
        await store.commit(BEGUN)
        found = await store.find(["code 123", "person bruno", "person nobody"])
        told = {(one.name, one.shelf, one.key, one.text, one.table) for one in found}
        assert told == {
            ("code 123", Shelf.TABLES, "7", "table", 7),
            ("person bruno", Shelf.MEMBERS, "b", "Bruno", 0),
        }
        await store.commit([
            KeepRow(Shelf.TABLES, "7", "new", 7, ("code 456", "table 7")),
            ForgetRow(Shelf.MEMBERS, "b"),
        ])  # fmt: skip
        found = await store.find(["code 123", "code 456", "person bruno"])
        assert [(one.name, one.text) for one in found] == [("code 456", "new")]

    on(kind, test)


def test_row_with_a_taken_name_is_refused_and_other_rows_are_stored(kind):
    async def test(store):
        await store.commit(BEGUN)
        thief = KeepRow(Shelf.MEMBERS, "t", "Thief", 0, ("token t", "person bruno"))
        guest = KeepRow(Shelf.MEMBERS, "c", "Carla", 0, ("token c", "person carla"))
        assert set(await store.commit([thief, guest])) == {(Shelf.MEMBERS, "t")}
        found = await store.find(["token t", "token c", "person bruno"])
        assert {one.text for one in found} == {"Carla", "Bruno"}
        assert not await store.commit([ForgetRow(Shelf.MEMBERS, "b"), thief])
        assert [one.text for one in await store.find(["person bruno"])] == ["Thief"]

    on(kind, test)


def test_new_row_is_refused_if_its_key_exists(kind):
    async def test(store):
        first = KeepRow(Shelf.ACCOUNTS, "anna", "first", names=("account anna",), new=True)
        second = KeepRow(Shelf.ACCOUNTS, "anna", "second", names=("account anna",), new=True)
        assert not await store.commit([first])
        assert set(await store.commit([second])) == {(Shelf.ACCOUNTS, "anna")}
        assert [one.text for one in await store.find(["account anna"])] == ["first"]

    on(kind, test)


@pytest.mark.parametrize("seq", [1, 3])
def test_store_refuses_only_the_table_whose_move_is_out_of_sequence(kind, seq):
    async def test(store):
        await store.commit([*BEGUN, KeepRow(Shelf.TABLES, "8", "t", 8), BeginMatch(8, "h\n")])
        group = [EnterMove(8, 1, "x\n"), EnterMove(7, seq, "no\n"), EnterMove(8, 2, "y\n")]
        assert set(await store.commit(group)) == {SEVEN}
        assert (await store.claim([7]))[7].matches == {7: "header\none\n"}
        assert (await store.claim([8]))[8].matches == {8: "h\nx\ny\n"}

    on(kind, test)


def test_new_match_replaces_the_previous_log(kind):
    async def test(store):
        await store.commit(BEGUN)
        anew = [BeginMatch(7, "next\n"), EnterMove(7, 1, "a\n"), EnterMove(7, 2, "b\n")]
        assert not await store.commit(anew)
        assert (await store.claim([7]))[7].matches == {7: "next\na\nb\n"}

    on(kind, test)


def test_tables_of_a_live_process_cannot_be_claimed(several):
    async def test(one, other):
        await one.commit(BEGUN)
        assert await other.claim([7]) == {}
        (found,) = await other.find(["code 123"])
        assert found.owner == one.number
        assert set(await other.commit([EnterMove(7, 2, "foreign\n")])) == {SEVEN}
        assert not await one.commit([EnterMove(7, 2, "own\n")])

    on_two(several, test)


def test_released_table_can_be_claimed(several):
    async def test(one, other):
        await one.commit([*BEGUN, ReleaseTable(7)])
        assert (await other.find(["code 123"]))[0].owner == 0
        assert (await other.claim([7]))[7].matches == {7: "header\none\n"}
        assert not await other.commit([EnterMove(7, 2, "two\n")])
        stale = [EnterMove(7, 3, "stale\n"), KeepRow(Shelf.TABLES, "7", "stale", 7)]
        member = KeepRow(Shelf.MEMBERS, "a", "stale", 7, ("token a",))
        assert set(await one.commit([*stale, member])) == {SEVEN, (Shelf.MEMBERS, "a")}
        assert (await other.find(["token a"]))[0].text == "Anna"

    on_two(several, test)


def test_tournament_of_a_dead_process_is_claimed_with_its_tables(several):
    kept = KeptContest(1, "Coppa", "invido", {}, {}, False, "a", [], [], {"0": 7})
    row = KeepRow(Shelf.CONTESTS, "1", row_of(kept))

    async def run():
        async with several.process() as other:
            async with several.process() as first:
                await first.commit([*BEGUN, row])
                assert not (await other.adopt()).rows[Shelf.CONTESTS]
                assert set(await other.commit([row])) == {(Shelf.CONTESTS, "1")}
            taken = await other.adopt()
            assert taken.rows[Shelf.CONTESTS] == {"1": row.text}
            assert taken.matches == {7: "header\none\n"}
            assert set(taken.rows[Shelf.MEMBERS]) == {"a"}
            assert not (await other.adopt()).rows[Shelf.CONTESTS]
            assert not await other.commit([row, EnterMove(7, 2, "two\n")])

    asyncio.run(run())


def test_released_tournament_is_claimed_with_its_tables_from_a_live_process(several):
    kept = KeptContest(1, "Coppa", "invido", {}, {}, False, "a", [], [], {"0": 7})
    row = KeepRow(Shelf.CONTESTS, "1", row_of(kept))

    async def test(one, other):
        await one.commit([*BEGUN, row])
        await one.commit([row, ReleaseContest(1), ReleaseTable(7)])
        taken = await other.adopt()
        assert taken.rows[Shelf.CONTESTS] == {"1": row.text}
        assert taken.matches == {7: "header\none\n"}
        assert set(await one.commit([ReleaseContest(1)])) == {(Shelf.CONTESTS, "1")}
        assert set(await one.commit([row])) == {(Shelf.CONTESTS, "1")}

    on_two(several, test)


def test_person_without_a_table_can_be_claimed_by_another_process(several):
    async def test(one, other):
        await one.commit(BEGUN)
        assert (await other.take("b")).rows[Shelf.MEMBERS] == {"b": "Bruno"}
        assert not any((await other.take("a")).rows.values())
        again = KeepRow(Shelf.MEMBERS, "b", "late", 0, ("token b",))
        assert set(await one.commit([again])) == {(Shelf.MEMBERS, "b")}

    on_two(several, test)


def test_ticket_is_valid_once_for_its_owner_and_table(several):
    async def test(one, other):
        await one.commit(BEGUN)
        tickets = [TicketRow(name, "b", 7, "10.0.0.1") for name in ("t", "u")]
        await other.commit(tickets)
        assert await one.redeem("t", "a") == ""
        assert await one.redeem("u", "b") == "10.0.0.1"
        assert await one.redeem("u", "b") == ""
        assert await one.redeem("none", "b") == ""

    on_two(several, test)


def test_text_published_by_a_process_is_visible_to_live_processes(several):
    async def test(one, other):
        assert await one.meet("first") == []
        (seen,) = await other.meet("here")
        assert (seen.process, seen.text) == (one.number, "first")
        assert [shown.text for shown in await one.meet("first")] == ["here"]
        await one.meet("second")
        for _ in range(2):
            assert [shown.text for shown in await other.meet("here")] == ["second"]

    on_two(several, test)


def test_text_published_by_a_dead_process_is_no_longer_returned(several):
    async def test(one, other):
        async with several.process() as dies:
            await dies.meet("alive")
            await other.meet("here")
            assert {shown.text for shown in await one.meet("")} == {"alive", "here"}
        assert {shown.text for shown in await one.meet("")} == {"here"}

    on_two(several, test)


def test_mail_is_collected_only_once_by_its_recipients(several):
    async def test(one, other):
        async with several.process() as third:
            for store in (one, other, third):
                await store.meet("")
            await one.post([Mail(other.number, "to one"), Mail(0, "to all"), Mail(one.number, "x")])
            found = [Mail(one.number, "to one"), Mail(one.number, "to all")]
            assert await other.collect() == found
            assert await other.collect() == []
            assert await third.collect() == found[1:]
            assert await one.collect() == []

    on_two(several, test)


def test_store_of_a_single_server_has_no_other_processes_or_mail(kind):
    async def test(store):
        assert await store.meet("here") == []
        await store.post([Mail(0, "to all")])
        assert await store.collect() == []

    on(kind, test)


def test_found_table_row_contains_its_rules_version(several):
    async def test(one, other):
        needs = KeepRow(Shelf.TABLES, "7", "table", 7, ("table 7",), needs="invido 3")
        assert not await one.commit([needs, ANNA, BRUNO])
        names = ["table 7", "token a", "token b"]
        found = {row.name: row.needs for row in await other.find(names)}
        assert found == {"table 7": "invido 3", "token a": "invido 3", "token b": ""}

    on_two(several, test)


# Ratings ------------------------------------------------------------------------------------------


def result(number, winner, loser, table=7, **more):
    """Return the row of the result of a match between two accounts."""
    seats = (SeatResult(winner, winner.title(), 0, 1), SeatResult(loser, loser.title(), 1, 2))
    given = {"at": float(number), "game": "scopa", "form": "2", "season": "2026-11", **more}
    return ResultRow(table, f"match {number}", seats=seats, **given)


def about(what, who="", **more):
    return RatingQuestion(what, "scopa", "2", who, **more)


def test_result_committed_repeatedly_is_rated_only_once(kind):
    async def test(store):
        await store.commit(BEGUN)
        await store.commit([EnterMove(7, 2, "two\n"), result(1, "anna", "bruno")])
        await store.commit([result(1, "anna", "bruno")])
        await store.commit([result(2, "anna", "bruno")])
        (anna,) = await store.ratings(about("one", "anna"))
        (bruno,) = await store.ratings(about("one", "bruno"))
        assert (anna.name, anna.matches, anna.place) == ("Anna", 2, 0)
        assert anna.mu > 25.0 > bruno.mu
        assert [line.won for line in await store.ratings(about("history", "anna"))] == [1.0, 1.0]

    on(kind, test)


def test_rating_lists_show_the_best_players_the_neighbours_and_the_month(kind):
    async def test(store):
        await store.commit(BEGUN)
        names = [f"p{number:02}" for number in range(24)]
        matches = [
            result(1000 * turn + at, names[at], names[at + 1])
            for turn in range(SURE)
            for at in range(0, 24, 2)
        ]
        await store.commit(matches)
        first = await store.ratings(about("first"))
        assert [line.place for line in first] == [*range(1, 21)]
        assert first[0].mu == first[11].mu > first[12].mu
        around = await store.ratings(about("around", "p01"))
        own = await store.ratings(about("one", "p01"))
        assert own[0] in around
        assert len(around) == 10
        month = await store.ratings(about("season", season="2026-11"))
        assert (month[0].won, month[0].matches) == (10.0, 10)
        assert await store.ratings(about("season", season="2026-12")) == []

    on(kind, test)


def test_deleted_account_leaves_no_rating(kind):
    async def test(store):
        await store.commit(BEGUN)
        await store.commit([result(1, "anna", "bruno"), ForgetRatings("anna")])
        assert await store.ratings(about("one", "anna")) == []
        assert await store.ratings(about("history", "anna")) == []
        assert len(await store.ratings(about("one", "bruno"))) == 1

    on(kind, test)


def test_renamed_account_keeps_its_rating_under_the_new_name(kind):
    async def test(store):
        await store.commit(BEGUN)
        await store.commit([result(1, "anna", "bruno"), NameRatings("anna", "Zoe")])
        for question in (about("one", "anna"), about("season", season="2026-11")):
            assert "Zoe" in [line.name for line in await store.ratings(question)]
        await store.commit([result(2, "bruno", "anna")])
        (line,) = await store.ratings(about("one", "anna"))
        assert line.matches == 2

    on(kind, test)


def test_change_of_name_is_stored_completely_or_not_at_all(kind):
    """A refused change leaves the account, its moderation row and the rating lists as they were."""
    other = KeepRow(Shelf.ACCOUNTS, "zoe", "Zoe", names=("account zoe",))
    account = KeepRow(Shelf.ACCOUNTS, "anna", "Anna", names=("account anna",))

    def change(name):
        row = KeepRow(Shelf.ACCOUNTS, "anna", name, names=("account anna", f"account {name}"))
        ruling = KeepRow(Shelf.MODERATION, "renamed anna", name, beside="anna")
        return [row, NameRatings("anna", name), ruling, ModerationRow(1.0, name)]

    async def test(store):
        await store.commit([*BEGUN, result(1, "anna", "bruno"), account, other])
        refused = await store.commit(change("zoe"))
        assert set(refused) == {(Shelf.ACCOUNTS, "anna"), (Shelf.MODERATION, "renamed anna")}
        assert await store.shelf(Shelf.MODERATION) == {}
        assert (await store.ratings(about("one", "anna")))[0].name == "Anna"
        assert not await store.commit(change("nora"))
        assert await store.shelf(Shelf.MODERATION) == {"renamed anna": "nora"}
        assert (await store.ratings(about("one", "anna")))[0].name == "nora"

    on(kind, test)


def test_conduct_is_counted_once_per_match_and_deleted_with_the_account(kind):
    def match(number, *seats):
        return ConductRow(7, f"conduct {number}", 0.0, seats)

    async def counted(store, who):
        (line,) = await store.ratings(RatingQuestion("conduct", "", "", who))
        return line.matches, line.left, line.timeouts

    async def test(store):
        await store.commit(BEGUN)
        bruno, anna = SeatConduct("bruno", True, 3), SeatConduct("anna", False, 1)
        for number in (1, 1, 2):
            assert not await store.commit([match(number, bruno, anna)])
        assert await counted(store, "anna") == (2, 0, 2)
        assert await counted(store, "bruno") == (0, 2, 6)
        await store.commit([ForgetRatings("bruno")])
        assert await counted(store, "bruno") == (0, 0, 0)
        assert await counted(store, "anna") == (2, 0, 2)

    on(kind, test)


def test_result_from_a_previous_owner_of_a_table_is_refused(several):
    async def run():
        async with several.process() as one:
            await one.commit(BEGUN)
            await one.commit([ReleaseTable(7)])
            async with several.process() as other:
                await other.claim([7])
                assert SEVEN in await one.commit([result(1, "anna", "bruno")])
                assert await other.ratings(about("one", "anna")) == []
                assert await other.commit([result(1, "anna", "bruno")]) == set()
                assert len(await other.ratings(about("one", "anna"))) == 1

    asyncio.run(run())


def test_account_export_contains_all_rows_until_the_account_is_deleted(kind):
    async def test(store):
        await store.commit(BEGUN)
        seats = (SeatConduct("anna", True, 2),)
        await store.commit([result(1, "anna", "bruno"), ConductRow(7, "conduct 1", 0.0, seats)])
        day = ("scopa", "2026-11-27", "anna", "secret")
        await store.commit([DayRow(7, *day), DayRow(7, *day, True, 7, 3)])
        rows = await store.ratings(RatingQuestion("owned", "", who="anna"))
        assert [one.name for one in rows] == ["conduct", "rating", "rated", "day"]
        conduct, rating, rated, today = rows
        assert (conduct.matches, conduct.left, conduct.timeouts) == (0, 1, 2)
        assert (rating.game, rating.form, rating.matches) == ("scopa", "2", 1)
        assert (rated.game, rated.won, rated.at) == ("scopa", 1.0, 1.0)
        assert (today.game, today.form, today.matches, today.left) == ("scopa", day[1], 7, 3)
        await store.commit([ForgetRatings("anna")])
        (conduct,) = await store.ratings(RatingQuestion("owned", "", who="anna"))
        assert (conduct.name, conduct.left) == ("conduct", 0)

    on(kind, test)


def test_result_of_the_servers_deal_of_the_day_is_stored_once_and_ranked(kind):
    day = ("scopa", "2026-11-27")

    async def facts(store, who, lead=0):
        question = RatingQuestion("day", day[0], who=who, season=day[1], lead=lead)
        return DayFacts.of(await store.ratings(question))

    async def test(store):
        await store.commit(BEGUN)
        await store.commit([DayRow(7, *day, who, "secret") for who in ("anna", "bruno")])
        assert await facts(store, "anna") == DayFacts("secret", is_begun=True)
        await store.commit([DayRow(0, *day, "", "secret", True, 4, 6)])
        await store.commit([DayRow(7, *day, "bruno", "secret", True, 7, 3)])
        assert (await facts(store, "anna", 5)).place == 1
        for points in (5, 9):
            await store.commit([DayRow(7, *day, "anna", "secret", True, points, 5)])
        await store.commit([DayRow(7, "scopa", "2026-11-26", "anna", "other")])
        await store.commit([DayRow(7, "scopa", "2026-11-26", "anna", "other", True, 1, 2)])
        anna = await facts(store, "anna")
        assert (anna.own, anna.bot) == ((5, 5), (4, 6))
        assert (anna.place, anna.others, anna.streak(day[1])) == (2, 1, 2)
        await store.commit([ForgetRatings("anna")])
        assert not (await facts(store, "anna")).is_begun
        assert (await facts(store, "bruno")).others == 0

    on(kind, test)

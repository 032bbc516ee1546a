"""Two real servers that share one card room and one real PostgreSQL database."""

import asyncio
import contextlib

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.contests import desk
from audiogames.net.server.moderation.rulings import GivenRole
from audiogames.net.server.people.member import row_of
from audiogames.shell.cluster import process as processes
from audiogames.shell.cluster import serving
from audiogames.shell.server.listening import Listening
from audiogames.shell.server.opening import Opening, Serving
from tests.shell.cluster.sharing import eventually
from tests.shell.server.kit import SOON, calling


class Watched(Opening):
    """Opens a server, and sets the event `has_opened` when the server is open."""

    def __init__(self, folder, notes):
        wish = Serving(folder, folder, "127.0.0.1", 0, public=True)
        super().__init__(wish, Listening("127.0.0.1", 0), lambda _: None, notes.append)
        self.has_opened = asyncio.Event()

    def opened(self, server, code):
        self.server = server
        self.has_opened.set()


@contextlib.asynccontextmanager
async def server_on(address, folder, notes):
    opening = Watched(folder, notes)
    run = asyncio.create_task(serving.serve(opening, address))
    waits = asyncio.create_task(opening.has_opened.wait())
    await asyncio.wait([run, waits], return_when=asyncio.FIRST_COMPLETED)
    assert not run.done(), run.exception()
    try:
        yield opening.server
    finally:
        opening.server.end()
        await run


async def wait_until_listed(caller, name):
    """Wait until the client's list of people contains this name."""
    people = []
    while name not in people:
        await asyncio.sleep(0.5)
        people = [one.name for one in (await caller.ask(wire.ListPeople)).people]


@pytest.mark.slow
def test_people_on_two_servers_see_and_write_to_each_other(address, tmp_path, monkeypatch):
    """Players of both servers see and write to each other; a second login ends the first."""
    monkeypatch.setattr(processes, "LEASE", 4 * SOON)  # however slow this machine is
    monkeypatch.setattr(limits, "LETTER_SECONDS", 4 * SOON)
    notes = []

    async def test():
        async with (
            server_on(address, tmp_path, notes) as one,
            server_on(address, tmp_path, notes) as other,
            calling(one) as anna,
            calling(other) as bruno,
            asyncio.timeout(4 * SOON),
        ):
            token = (await anna.hello("Anna")).token
            await bruno.hello("Bruno")
            await wait_until_listed(anna, "Bruno")
            said = await anna.ask(wire.Chat, to="Bruno", text="ciao")
            assert isinstance(said, wire.ChatMessage)
            assert (await bruno.hears(wire.ChatMessage)).sender == "Anna"
            async with calling(other) as again:
                assert (await again.hello("", token=token)).back
                assert (await anna.hears(wire.Bye)).reason == "net-elsewhere"

    asyncio.run(test())


async def match_of_two(server, stack):
    """Start a match of two people; return the guest's client and the message with the seat."""
    anna, bruno = [await stack.enter_async_context(calling(server)) for _ in range(2)]
    await anna.hello("Anna")
    code = (await anna.ask(wire.Open, game="invido")).code
    await bruno.hello("Bruno", code=code)
    seated = await bruno.hears(wire.Seated)
    await anna.ask(wire.StartMatch)
    await bruno.hears(wire.MatchUpdate)
    return bruno, seated


@pytest.mark.slow
def test_failed_attempts_at_a_seat_code_still_count_after_the_table_moves(
    address, tmp_path, monkeypatch
):
    monkeypatch.setattr(processes, "LEASE", 4 * SOON)  # however slow this machine is
    notes = []

    async def test():
        async with contextlib.AsyncExitStack() as stack:
            other = await stack.enter_async_context(server_on(address, tmp_path, notes))
            async with server_on(address, tmp_path, notes) as one, asyncio.timeout(4 * SOON):
                bruno, seated = await match_of_two(one, stack)
                await bruno.line.close()
                seat = f"{seated.table} bruno"
                hello = {"name": "Bruno", "code": seated.code}
                stranger = await stack.enter_async_context(calling(one))
                while other.core.parts.claims._guesses.may(seat, "127.0.0.1", 0.0):
                    told = await stranger.hello(**hello, own="x")
                    assert told.reason in {"net-name-taken", "net-wrong-own", "net-own-blocked"}
                    await asyncio.sleep(0.5)
            stranger = await stack.enter_async_context(calling(other))
            told = await stranger.hello(**hello, own=seated.own)
            assert told.reason == "net-own-blocked"

    asyncio.run(test())


@pytest.mark.slow
def test_tournament_continues_at_another_server(address, tmp_path, monkeypatch):
    """Both the match of the tournament's round and the tournament can be finished there."""
    monkeypatch.setattr(processes, "LEASE", 4 * SOON)  # however slow this machine is
    monkeypatch.setattr(desk, "ANNOUNCED", 0.1)
    notes, names = [], ("Anna", "Bruno")
    role = GivenRole(at=1.0, changed=1.0, name="Anna", role=wire.MODERATOR)

    async def begun(server, stack):
        people = [await stack.enter_async_context(calling(server)) for _ in names]
        tokens = [
            (await one.hello(name, register=True, password="secret words")).token
            for one, name in zip(people, names, strict=True)
        ]
        server.core.learn_rulings({"role anna": row_of(role)}, 2.0)
        (line,) = (await people[0].ask(wire.OpenContest, name="Coppa", game="invido")).lines
        for one in people:
            await one.ask(wire.InContest, contest=line.contest, do="enter")
        await people[0].ask(wire.InContest, contest=line.contest, do="start")
        for one in people:
            await one.hears(wire.MatchUpdate)
        return tokens

    async def test():
        async with contextlib.AsyncExitStack() as stack, asyncio.timeout(6 * SOON):
            other = await stack.enter_async_context(server_on(address, tmp_path, notes))
            async with server_on(address, tmp_path, notes) as one:
                tokens = await begun(one, stack)
            back = [await stack.enter_async_context(calling(other)) for _ in names]
            for caller, token in zip(back, tokens, strict=True):
                await caller.hello("", token=token)
                await caller.hears(wire.MatchUpdate)

            async def listed():
                return (await back[0].ask(wire.AskContests)).lines

            lines = await eventually(listed)
            given = {"table": 0, "score": [5, 3], "won": 0, "reason": "Restart"}
            await back[0].ask(wire.InContest, contest=lines[0].contest, do="adjudicate", **given)
            heard = set()
            while "contest-over" not in heard:
                heard.add((await back[1].hears(wire.News)).what)
            assert "contest-ruled" in heard

    asyncio.run(test())
    assert not [note for note in notes if "ournament" in note]

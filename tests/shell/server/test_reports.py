"""Faults of the server program are reported, and do not end other connections."""

import asyncio
import contextlib

import pytest
from websockets.exceptions import ConnectionClosed

from audiogames.net import wire
from audiogames.net.server.core import ServerCore
from audiogames.net.server.memory_store import MemoryStore
from audiogames.shell.server.opening import FaultReports
from tests.shell.server.kit import SOON, calling, serving


class OurFaultError(Exception):
    """An error that the server program does not expect."""


def fails(*_, **__):
    raise OurFaultError("we did it")


async def fails_later(*_, **__):
    fails()


def reports(folder):
    return [path.read_text("utf-8") for path in sorted(folder.glob("*.txt"))]


def test_repeated_core_fault_writes_one_report_and_a_log_line_each_time(tmp_path, monkeypatch):
    notes = []

    async def scenario():
        async with serving(report=FaultReports(tmp_path, notes.append)) as server:
            server.core.handlers[wire.ListPeople] = fails
            async with calling(server) as bruno:
                await bruno.hello("Bruno")
                for name in ("Anna", "Carla"):
                    async with calling(server) as caller:
                        await caller.hello(name)
                        told = await caller.ask(wire.ListPeople)
                        assert (type(told), told.reason) == (wire.Bye, "net-fault")
                assert isinstance(await bruno.ask(wire.Ping), wire.Pong)

    asyncio.run(scenario())
    (report,) = reports(tmp_path)
    assert "OurFaultError: we did it" in report
    assert sum("Report: " in note for note in notes) == 2


@pytest.mark.parametrize("part", ["received", "connected"])
def test_fault_in_one_connections_input_ends_only_that_connection(tmp_path, monkeypatch, part):
    async def scenario():
        report = FaultReports(tmp_path, [].append)
        async with serving(report=report) as server, calling(server) as bruno:
            await bruno.hello("Bruno")
            with monkeypatch.context() as patched:
                patched.setattr(ServerCore, part, fails)
                async with calling(server) as anna:
                    with contextlib.suppress(ConnectionClosed):
                        await anna.line.send("{}")
                    await asyncio.wait_for(anna.line.wait_closed(), SOON)
            assert isinstance(await bruno.ask(wire.Ping), wire.Pong)

    asyncio.run(scenario())
    assert "OurFaultError: we did it" in reports(tmp_path)[0]


def test_fault_in_a_timed_callback_of_the_server_is_reported(tmp_path, monkeypatch):
    seen = asyncio.Event()

    def report(error):
        FaultReports(tmp_path, [].append)(error)
        seen.set()

    async def scenario():
        async with serving(report=report) as server:
            server._loop.call_soon(fails)
            await asyncio.wait_for(seen.wait(), SOON)
            async with calling(server) as bruno:
                await bruno.hello("Bruno")

    asyncio.run(scenario())
    assert "OurFaultError: we did it" in reports(tmp_path)[0]


def test_fault_in_password_checking_is_not_reported_as_a_wrong_password(tmp_path, monkeypatch):
    async def scenario():
        async with serving(report=FaultReports(tmp_path, [].append)) as server:
            server._passwords.check = fails_later
            async with calling(server) as anna:
                told = await anna.hello("Anna", password="correct horse", register=True)
                assert told.reason == "net-fault"

    asyncio.run(scenario())
    assert "OurFaultError: we did it" in reports(tmp_path)[0]


def test_store_fault_ends_the_server_and_sends_nothing_unsaved(monkeypatch):
    async def scenario():
        store = MemoryStore()
        async with serving(store) as server, calling(server) as anna:
            store.commit = fails
            await anna.line.send(wire.encode(wire.Hello(1, wire.VERSION, "Anna")), text=True)
            with pytest.raises(OurFaultError):
                await asyncio.wait_for(asyncio.shield(server.ran), SOON)
            told = [wire.read_message(one) async for one in anna.line]
            assert {type(one) for one in told} <= {wire.Bye}

    asyncio.run(scenario())

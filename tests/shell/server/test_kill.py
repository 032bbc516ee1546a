"""A server that is killed under load loses nothing that it acknowledged.

`python tests/online/kill_server.py --kills 200` runs this as often as wanted.
"""

import asyncio
from random import Random

import pytest

from audiogames.net import wire
from tests.kit.crowd import GAME, Crowd
from tests.kit.struck import PROGRAM, Server
from tests.online.kill_server import run

pytestmark = pytest.mark.e2e

DIES_UNTOLD = """
import os, signal
from audiogames.shell.server import keeping

keep = keeping.ThreadedStore.commit

async def keep_and_die(store, rows):
    refused = await keep(store, rows)
    if any('"sat":{"' in getattr(row, "text", "") for row in rows):
        os.kill(os.getpid(), signal.SIGKILL)
    return refused

keeping.ThreadedStore.commit = keep_and_die
import audiogames.__main__
"""
"""A server that is killed after it has stored the end of a match and before it announces it."""


def test_matches_continue_after_every_kill_of_the_server(tmp_path):
    done = asyncio.run(run(kills=4, tables=4, seed=5, folder=tmp_path))
    assert done.kills == 4
    assert done.entries >= done.moves > 0


async def play_to_an_unsent_end(folder):
    """Play a match of two on a server that dies before sending the result.

    Returns which results each player had received before the server started again.
    """
    server, crowd = Server("--data", str(folder)), Crowd(1, Random(1), pace=0.0)
    host, other = crowd.people
    server.program = ("-c", DIES_UNTOLD)
    try:
        await server.start()
        for player in crowd.people:
            crowd.enter(player, server.address)
        await crowd.until(lambda: host.is_in and other.is_in)
        host.ask(wire.Open, game=GAME, options={"tokens": 1})
        await crowd.until(lambda: bool(host.code))
        other.ask(wire.Join, code=host.code)
        await crowd.until(lambda: bool(other.code))
        host.ask(wire.StartMatch)
        await crowd.until(lambda: not server.is_up)
        untold = [set(one.ends) for one in crowd.people]
        server.program = PROGRAM
        await server.start()
        await crowd.until(lambda: bool(host.ends and other.ends))
        return untold
    finally:
        crowd.go()
        await server.kill()


@pytest.mark.slow
def test_undelivered_end_of_a_match_is_sent_after_a_kill(tmp_path):
    assert asyncio.run(play_to_an_unsent_end(tmp_path)) == [set(), set()]

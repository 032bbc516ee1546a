"""A server of one process loads none of the code for clusters."""

import subprocess
import sys

PLAYS = """
import asyncio, sys
from random import Random

from audiogames.net import wire
from tests.shell.server.kit import calling, serving


async def scenario():
    async with serving() as server, calling(server) as anna, calling(server) as bruno:
        await anna.hello("Anna")
        await bruno.hello("Bruno")
        await anna.ask(wire.Open, game="invido")
        code = next(iter(server.core.lobby.tables.values())).code
        await bruno.ask(wire.Join, code=code)
        await bruno.ask(wire.Chat, to="Nobody", text="ciao")
        await bruno.ask(wire.ListPeople)
        await anna.ask(wire.StartMatch)
        (table,) = server.core.lobby.tables.values()
        assert table.playing


asyncio.run(scenario())
entered = [name for name in sys.modules if ".cluster" in name and name.startswith("audiogames")]
print(entered)
"""


def test_single_process_server_loads_no_cluster_module():
    done = subprocess.run(
        [sys.executable, "-c", PLAYS], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "[]", done.stdout + done.stderr

"""A server that is killed under load loses nothing that was acknowledged.

`python tools/kill_server.py --kills 200` does the same as often as one likes.
"""

import asyncio

import pytest

from tools.kill_server import run

pytestmark = pytest.mark.e2e


def test_after_every_kill_the_tables_go_on_where_they_were(tmp_path):
    done = asyncio.run(run(kills=4, tables=4, seed=5, folder=tmp_path))
    assert done.kills == 4
    assert done.entries >= done.moves > 0

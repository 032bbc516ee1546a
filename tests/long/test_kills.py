"""Tests that a server killed many times under load loses no acknowledged move."""

import asyncio

from tests.online.kill_server import run


def test_no_acknowledged_move_is_lost_when_the_server_is_killed_many_times(tmp_path):
    done = asyncio.run(run(kills=46, tables=14, seed=1, folder=tmp_path, seconds=180))
    assert done.kills > 0
    assert done.entries >= done.moves > 0

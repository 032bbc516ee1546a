"""Every attack on a server, whole: what honest players notice of it stays within bounds."""

import asyncio

import pytest

from tests.online.attack import measure, serving
from tests.online.attacks import names


@pytest.mark.parametrize("name", names())
def test_attack_is_hardly_noticed_by_honest_players(name):
    with serving() as server:
        row = asyncio.run(measure(server, name))
    print(" | ".join(row.cells()))
    assert list(row.faults()) == []

"""A server that lies: whatever it sends is told, or ends the line in a sentence; nothing breaks.

What a real server sent is changed in one place and sent again, and then keys are pressed.
"""

import json
from random import Random

import pytest

from audiogames.net.client_core import State
from tests.app.online import host_of_two, match

KEYS = ("f5", "up", "down", "enter", "escape", "t", "c", "s", "e", "h", "x", "n", "space", "l")
ONLINE = ("ctrl+w", "alt+o", "escape", "ctrl+u", "down", "enter", "escape", "alt+c", "escape")

LEAVES = (
    None, True, -1, 0, 7, 10**30, 1.5, "", "Kc", "x" * 400, "\x00\u202e\ud7ff", [], [[]], {},
    {"event": "CardPlayed"}, ["Kc"], {"a": {"b": []}},
)  # fmt: skip

MESSAGES = 40


def places(value, path=()):
    """Everywhere in a message."""
    yield path
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(one, (*path, key))


def changed(message, rng):
    """The same with another value in one place, or without it."""
    told = json.loads(message)
    *way, last = rng.choice([one for one in places(told) if one and one != ("type",)])
    inner = told
    for key in way:
        inner = inner[key]
    if rng.random() < 0.2 and isinstance(inner, dict):
        del inner[last]
    else:
        inner[last] = rng.choice(LEAVES)
    told["n"] = 0
    return json.dumps(told).encode()


@pytest.mark.parametrize("make", [match, lambda lang: host_of_two(lang, "t")[0]])
@pytest.mark.parametrize("seed", range(4))
def test_lies_break_nothing(make, seed):
    rng, pilot, ended = Random(seed), None, 0
    for _ in range(MESSAGES):
        if pilot is None or pilot.app.online.core.state is not State.IN:
            pilot = make("it")
            sent = list(pilot.wire.bytes)
        pilot.receive(changed(rng.choice(sent), rng))
        if pilot.app.online.core.state is not State.IN:
            ended += 1
            heard = " ".join(pilot.transcript())
            assert "incomprensibili" in heard or "server" in heard
            continue
        for key in (*rng.sample(KEYS, 3), *rng.sample(ONLINE, 2)):
            pilot.press(key)
        pilot.wait(1)
        assert pilot.app.frame().title
    assert ended

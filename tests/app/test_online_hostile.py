"""Invalid messages of a hostile server are announced, or end the connection with a sentence.

The tests alter one value in a message of a real server, send it again, and then press keys.
"""

import json
from random import Random

import pytest

from audiogames.core.cues import msg
from audiogames.core.registry import game, game_ids
from audiogames.net import wire
from audiogames.net.client.core import LineState
from tests.app.online import host_of_two, match
from tests.online.hostile import Tally, Victim, attack
from tests.online.lies import true_updates

KEYS = ("f5", "up", "down", "enter", "escape", "t", "c", "s", "e", "h", "x", "n", "space", "l")
ONLINE = ("ctrl+w", "alt+o", "escape", "ctrl+u", "down", "enter", "escape", "alt+c", "escape")

LEAVES = (
    None, True, -1, 0, 7, 10**30, 1.5, "", "Kc", "x" * 400, "\x00\u202e\ud7ff", [], [[]], {},
    {"event": "CardPlayed"}, ["Kc"], {"a": {"b": []}},
)  # fmt: skip

MESSAGES = 40

KEPT = {("type",), ("n",)}
"""Fields that are not changed: the kind, and the number, without which it counts as known."""


def places(value, path=()):
    """Yield the path of the message itself and of each value inside it."""
    yield path
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(one, (*path, key))


def altered(message, rng):
    """Return the message with one random value replaced or removed, and its number `n` set to 0."""
    told = json.loads(message)
    *way, last = rng.choice([one for one in places(told) if one and one not in KEPT])
    inner = told
    for key in way:
        inner = inner[key]
    if rng.random() < 0.2 and isinstance(inner, dict):
        del inner[last]
    else:
        before = json.dumps(inner[last])
        inner[last] = rng.choice([one for one in LEAVES if json.dumps(one) != before])
    told["n"] = 0
    return json.dumps(told).encode()


def has_line(pilot):
    """Return True if neither the client nor the server has closed the connection."""
    wire = pilot.wire
    return pilot.app.online.core.state is LineState.IN and wire is not None and not wire.dropped


@pytest.mark.slow
@pytest.mark.parametrize("make", [match, lambda lang: host_of_two(lang, "t")[0]])
@pytest.mark.parametrize("seed", range(2))
def test_altered_server_messages_cause_no_fault(make, seed):
    rng, pilot, ended = Random(seed), None, 0
    for _ in range(MESSAGES):
        if pilot is None or not has_line(pilot):  # a lie ended the match, or a key left the server
            pilot = make("it")
            sent = list(pilot.wire.bytes)
        assert has_line(pilot)
        pilot.look()
        pilot.receive(altered(rng.choice(sent), rng))
        if pilot.app.online.core.state is not LineState.IN:
            ended += 1
            assert "incomprensibili" in pilot.heard()
            continue
        for key in (*rng.sample(KEYS, 3), *rng.sample(ONLINE, 2)):
            pilot.press(key)
        pilot.wait(1)
        assert pilot.app.frame().title
    assert ended


def test_dropped_connection_is_closed_even_after_an_altered_goodbye():
    """Regression test: the client continued to send on a connection that the server had closed."""
    pilot = match("it")
    server = pilot.wire
    hears = server.hears
    server.hears = lambda data: hears(data.replace(b'"type":"bye"', b'"type":"bye","n":1'))
    pilot.net.transmit(pilot, b"no message")
    pilot.net.settle()
    assert server.dropped
    assert pilot.app.online.core.state is LineState.LOST
    assert not has_line(pilot)
    pilot.wait(5)
    assert has_line(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_altered_views_and_events_of_every_game_cause_no_fault(id_):
    tally = Tally()
    attack(game(id_), 200, 7, tally)
    assert not tally.findings
    assert tally.ended
    assert tally.messages["MatchUpdate"] > 40
    assert tally.messages["MatchChange"] > 40


def test_event_that_only_a_later_key_press_needs_is_validated_on_arrival():
    """The event with the invalid field is `Dealt`: only the recap uses the name of a round."""
    tally, spec = Tally(), game("wist")
    victim = Victim(spec, Random(1), tally)
    updates = [true[1] for true in true_updates(spec, 3)]
    victim.enter(updates[0])
    dealt = next(one for one in updates if any(e["event"] == "Dealt" for e in one.events))
    told = json.loads(wire.encode(dealt))
    for event in told["events"]:
        if event["event"] == "Dealt":
            event["name"] = "no word"
    victim.hear("MatchUpdate", json.dumps(told).encode())
    assert not victim.is_in
    assert not tally.findings


def test_match_message_without_seats_is_refused():
    """Such a message was once accepted, and the next key asked for the name of a missing seat."""
    pilot = match("it")
    told = json.loads(next(one for one in reversed(pilot.wire.bytes) if b'"seated"' in one))
    pilot.look()
    pilot.receive(json.dumps({**told, "n": 0, "seats": [], "me": None}).encode())
    assert "incomprensibili" in pilot.heard()
    for key in KEYS:
        pilot.press(key)


@pytest.mark.parametrize("message", [wire.No(), wire.Bye()])
def test_refusal_without_a_reason_gets_a_generic_sentence(message):
    """An empty message id would make gettext return the header of the catalogue."""
    pilot = match("en")
    pilot.look()
    pilot.receive(wire.encode(message))
    pilot.wait(1)
    assert pilot.app.text(msg("online-refused")) in pilot.heard()

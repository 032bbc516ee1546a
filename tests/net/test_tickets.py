"""Tickets of redirects, and the full view after a reconnection to another process."""

from random import Random

import pytest

from audiogames.core.text import plain
from audiogames.net import wire
from tests.kit.processes import go, playing
from tests.kit.serving import one_move, table_of, table_with

TRIES = 150

ODD = ("", "0", "\ud800", "a" * 400, "null", "' OR ''='", "\u202e", "-1")


def first_of_the_match(person):
    """Return the first update or change that this person's connection received, as bytes."""
    return next(one for one in person.bytes if one.startswith((b'{"type":"up', b'{"type":"ch')))


def as_the_server_has_it(person):
    table = table_of(person.server, person)
    return plain(table.match.served.state.view(person.seat))


def begins_whole(person):
    told = wire.read_message(first_of_the_match(person))
    assert isinstance(told, wire.MatchUpdate)
    assert told.forms
    assert told.view == as_the_server_has_it(person)


def test_client_receives_a_full_view_after_another_process_takes_over_its_table(processes):
    one, other = processes.all
    people = playing(one, moves=4)
    processes.kill(one)
    for person in people:
        person.server = other
    back = [other.back(person) for person in people]
    for person in back:
        begins_whole(person)
    one_move(other, back, Random(2))
    assert all(b'"change"' in person.bytes[-1] for person in back)
    assert all(
        person.last(wire.MatchUpdate).view == as_the_server_has_it(person) for person in back
    )


def test_client_redirected_with_a_ticket_first_receives_a_full_view(processes):
    one, other = processes.all
    anna, bruno = playing(one, moves=4)
    one.lose(anna)
    lost = other.call()
    lost.hello(token=anna.token, heard=anna.heard)
    anna.told.extend(lost.told)
    back = go(processes, anna)
    begins_whole(back)
    one_move(one, [back, bruno], Random(2))
    assert back.last(wire.MatchUpdate).view == as_the_server_has_it(back)


def a_little_other(text, rng):
    """Return a secret with a small alteration, such as a changed letter or a cut end."""
    at = rng.randrange(len(text))
    return rng.choice(
        (
            text[:at] + rng.choice("0123456789abcdef") + text[at + 1 :],
            text[:at],
            text + text[at:],
            text.upper(),
            rng.choice(ODD),
        )
    )


@pytest.mark.slow
def test_altered_tickets_admit_no_stranger(processes):
    """A stranger with an altered ticket or token cannot reach the table at any process."""
    one, other = processes.all
    (anna,) = table_with(one, "invido", "Anna")
    bruno = other.enter("Bruno")
    code = anna.last(wire.Seated).code
    bruno.say(wire.Join, code=code)
    given, rng = bruno.last(wire.GoTo).ticket, Random(5)
    assert given
    for number in range(TRIES):
        served = rng.choice(processes.all)
        stranger = served.call(f"10.0.{number // 200}.{number % 200}")
        token = rng.choice(("", a_little_other(bruno.token, rng)))
        ticket = rng.choice((given, a_little_other(given, rng)))
        stranger.hello(rng.choice(("", "Dora")), token=token, ticket=ticket, heard=rng.randrange(9))
        if token != bruno.token:
            assert stranger.last(wire.Seated) is None
            served.lose(stranger)
    back = go(processes, bruno, wire.Join, code=code)
    assert back.last(wire.Seated).me == 1
    anna.say(wire.StartMatch)
    begins_whole(back)

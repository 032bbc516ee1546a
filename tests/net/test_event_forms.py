"""Short encoding of events: each event type of each game is encoded and decoded."""

from random import Random

import pytest

from audiogames.core.events import Seat
from audiogames.core.registry import game, game_ids
from audiogames.net import wire
from audiogames.net.event_forms import NoSuchForm, forms_of, named, short
from audiogames.table.clock import TimeWarned
from audiogames.table.codec import written
from tests.contract.walk import Walk, plan_of
from tests.kit.serving import Served, one_move, table_with


@pytest.mark.parametrize("id_", game_ids())
def test_shortened_event_is_unchanged_after_encoding_and_decoding(id_):
    spec, met = game(id_), set()
    forms = wire.read_message(wire.encode(wire.MatchUpdate(forms=forms_of(id_).part))).forms
    for seed in range(3):
        for step in Walk(spec, plan_of(spec, seed, 60)):
            for event in step.events:
                met.add(type(event))
                change = wire.MatchChange(events=[wire.part(short(event))])
                (values,) = wire.read_message(wire.encode(change)).events
                assert named(forms, values) == written(event)
    assert len(met) > 3


def test_clock_events_have_short_forms():
    event = TimeWarned(10, spoken=True, to=Seat(1))
    assert short(event) == ["TimeWarned", 10, True, 1]
    assert named(forms_of("invido").names, short(event)) == written(event)


@pytest.mark.parametrize("values", [[], [None], ["Nothing"], ["TimeExtended", 1, 2, None, 3], [[]]])
def test_event_of_an_unknown_type_or_with_too_many_values_is_refused(values):
    with pytest.raises(NoSuchForm):
        named(forms_of("invido").names, values)


def test_connection_receives_event_field_names_before_any_shortened_event():
    """The first full view brings the field names, and no event is sent before a full view."""
    served = Served()
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.StartMatch)
    one_move(served, people, Random(1))
    first = next(one for one in people[1].bytes if one.startswith(b'{"type":"update"'))
    assert wire.read_message(first).forms == forms_of("invido").names
    assert not any(
        b"forms" in one for one in people[1].bytes if one.startswith(b'{"type":"change"')
    )

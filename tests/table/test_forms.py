from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.core.events import Event
from audiogames.core.registry import games
from audiogames.core.text import plain
from audiogames.search.simulate import SeededDealer
from audiogames.table.clock import ClockMoved, TimeWarned
from audiogames.table.codec import FormError, read_event, read_view, written

GAMES = {spec.id: spec for spec in games()}


def positions(spec, matches=3, longest=400):
    """Play random matches; yield the events of each move and the state after it."""
    for match in range(matches):
        lot = Random(match)
        state = spec.rules.start(spec.options(), spec.usual_seats)
        deal = SeededDealer(spec, str(match))
        for _ in range(longest):
            turn, events = state.to_act, []
            if turn is Turn.OVER:
                break
            chance = turn is Turn.CHANCE
            move = deal(state) if chance else lot.choice(state.legal_moves(turn))
            state.apply(None if chance else turn, move, events.append)
            yield state, events


@pytest.mark.parametrize("id_", GAMES)
def test_event_read_back_from_json_is_equal(id_):
    spec = GAMES[id_]
    kinds = set()
    for _, events in positions(spec):
        for event in events:
            assert read_event(spec, written(event), spec.usual_seats) == event
            kinds.add(type(event))
    assert len(kinds) > len(spec.events) / 2


@pytest.mark.slow
@pytest.mark.parametrize("id_", GAMES)
def test_view_read_back_from_json_is_equal(id_):
    spec = GAMES[id_]
    for state, _ in positions(spec, matches=1):
        for seat in (None, *range(spec.usual_seats)):
            view = state.view(seat)
            assert read_view(spec, plain(view), spec.usual_seats) == view


def test_clock_and_time_events_read_back_from_json_are_equal():
    for event in (ClockMoved(1), TimeWarned(10, True, to=0)):
        assert read_event(GAMES["invido"], written(event), 2) == event


BROKEN = [
    {"event": "Nothing"},
    {"event": 3},
    {},
    {"event": "CardPlayed", "seat": 2, "card": "3c"},
    {"event": "CardPlayed", "seat": True, "card": "3c"},
    {"event": "CardPlayed", "seat": 0, "card": "Kc"},
    {"event": "CardPlayed", "seat": 0, "card": 7},
    {"event": "CardPlayed", "seat": 0},
    {"event": "CardPlayed", "seat": 0, "card": "3c", "more": 1},
    {"event": "Dealt", "deal": 1, "dealer": 0, "leader": 1, "score": [1, 2, 3], "goal": 24},
    {"event": "Dealt", "deal": 1, "dealer": 0, "leader": 1, "score": "12", "goal": 24},
    {"event": "ClockMoved", "seat": None},
]


@pytest.mark.parametrize("values", BROKEN, ids=str)
def test_malformed_event_is_refused(values):
    with pytest.raises(FormError, match="Expected"):
        read_event(GAMES["invido"], values, 2)


def test_parsing_a_game_event_refuses_an_event_of_the_clock():
    with pytest.raises(FormError):
        read_event(GAMES["invido"], written(ClockMoved(1)), 2, ())


def test_view_with_a_field_of_another_game_is_refused():
    spec = GAMES["invido"]
    values = plain(spec.rules.start(spec.options(), 2).view(0))
    with pytest.raises(FormError, match="no more than"):
        read_view(spec, {**values, "stock": []}, 2)
    with pytest.raises(FormError, match="an object"):
        read_view(spec, [], 2)


def test_event_classes_of_every_game_are_subclasses_of_event():
    for spec in GAMES.values():
        assert all(issubclass(kind, Event) for kind in spec.events)

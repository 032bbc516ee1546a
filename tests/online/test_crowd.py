"""The check that all acknowledged moves are in a log, used by tests that kill servers."""

from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.core.events import drop
from audiogames.core.log import Entry, Header, Log, initial_state, line
from audiogames.core.registry import game
from tests.kit import crowd as players
from tests.kit.crowd import Player, Seats, missing


def whole_match():
    spec, rng = game(players.GAME), Random(1)
    state = initial_state(Log(Header(players.GAME, spec.rules.version, players.LONG, [{}, {}])))
    lines = []
    while (seat := state.to_act) is not Turn.OVER:
        person = seat if isinstance(seat, int) else None
        move = spec.rules.chance(state, rng) if person is None else state.legal_moves(person)[0]
        lines.append(line(Entry(len(lines) + 1, 0.0, person, str(move))))
        state.apply(person, move, drop)
    return [(7, 1, one) for one in lines]


@pytest.fixture
def anna(monkeypatch):
    monkeypatch.setattr(players, "LONG", {"tokens": 1})
    seats = Seats(unheard={1})
    return Player("Anna", Random(1), seats, table=7, seat=0)


def test_missing_end_of_a_match_in_the_log_is_detected(anna):
    rows = whole_match()
    assert missing([anna], rows) is None
    assert missing([anna], rows[:-1]) == "Anna was taken from match 1 before its end"


def test_acknowledged_move_missing_in_the_log_is_detected(anna):
    anna.moves[1, "no such move"] += 1
    told = missing([anna], whole_match())
    assert told == "Anna: no such move acknowledged 1 times, kept 0 times"

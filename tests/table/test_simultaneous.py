"""Tests of decisions that several seats make at the same time, such as the tickets of Wist."""

from random import Random

import pytest

from audiogames.core.registry import game
from audiogames.games.wist import model
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from audiogames.table.table import Table

WIST = game("wist")
PACE = 1.0


def secret_round(monkeypatch, people=1, **time):
    """Return a table of Wist in a round of written bids (tickets), in which a person acts first."""
    rounds = (model.Round("biglietti", 12, secret=True),)
    monkeypatch.setattr(model, "plan", lambda _options, _seats: rounds)
    persons = [Player(f"Person {seat}") for seat in range(people)]
    bots = [Player(f"Bot {seat}", kind=BOT, level="easy") for seat in range(people, 4)]
    settings = TimeSettings(pace=PACE, **time)
    for seed in range(100):
        log = new_log(WIST, WIST.options(), [*persons, *bots], settings)
        table = Table(log, Random(seed))
        table.start(0.0)
        if table.state.to_act == 0:
            return table
    raise AssertionError("no dealer before the person")


def answer(table, now):
    """Answer the pending bot request, tick until the bot's move is made, and return its seat."""
    wanted = table.wanted
    move = wanted.view.legal[0]
    table.submit(wanted.seat, move, wanted.seq, now, requested=True)
    return wanted.seat


def test_bots_write_secret_bids_while_the_player_to_act_is_thinking(monkeypatch):
    table = secret_round(monkeypatch)
    seq, wrote = table.seq, []
    while table.wanted is not None:
        wrote.append(answer(table, 0.0))
        if table.deadline is not None:
            table.tick(table.deadline)
    assert sorted(wrote) == [1, 2, 3]
    assert table.state.view(0).written == (False, True, True, True)
    assert (table.state.to_act, table.seq) == (0, seq)
    table.submit(0, table.state.legal_moves(0)[0], seq, 9.0)
    assert not table.state.view(0).bidding


def test_bot_that_writes_a_secret_bid_out_of_turn_keeps_its_pace(monkeypatch):
    table = secret_round(monkeypatch)
    seat = answer(table, 0.0)
    assert not table.state.view(0).written[seat]
    assert table.holding is None
    assert table.deadline >= PACE
    table.tick(table.deadline)
    assert table.state.view(0).written[seat]


def test_turn_clock_of_the_player_continues_while_bots_write_secret_bids(monkeypatch):
    table = secret_round(monkeypatch, limit=60)
    clock = table.clock
    answer(table, 5.0)
    assert table.clock is clock
    assert clock.ends == 60.0


def test_only_the_seat_to_act_is_awaited_outside_secret_rounds(monkeypatch):
    table = secret_round(monkeypatch, people=4)
    for seat in (3, 2, 1, 0):
        assert table.state.is_awaited(seat)
        table.submit(seat, table.state.legal_moves(seat)[0], table.seq, 99.0)
    awaited = [seat for seat in range(4) if table.state.is_awaited(seat)]
    assert awaited == [table.state.to_act]


@pytest.mark.parametrize("seat", [0, 1])
def test_bot_substitutes_for_an_absent_player_in_a_secret_round(monkeypatch, seat):
    table = secret_round(monkeypatch, people=4)
    assert table.wanted is None
    table.substitute(seat, "easy", 1.0)
    assert table.wanted.seat == seat
    table.give_back(seat, 2.0)
    assert table.wanted is None

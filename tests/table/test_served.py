"""Tests of a server's tables: cards that wait for draws, and bots for absent people."""

from random import Random

import pytest

from audiogames.core.contract import Refused
from audiogames.table.decisions import STAND_IN
from audiogames.table.table import Table
from tests.table.kit import GAME, Script, events, log_of, play

HANDS = ("Kc 5c 6c", "7h 8h 5h", "2s 3s 5s")


def served(kinds, *hands, **time):
    table = Table(log_of(kinds, **time), Random(1), dealer=Script(hands or HANDS), cards_wait=True)
    table.start(0.0)
    return table


def test_card_waits_for_another_players_draw_and_is_played_after_the_draw():
    table = served("hhh")
    play(table, "Kc", 1.0)
    seq = table.seq
    assert play(table, "7h", 2.0) == []
    assert (table.holding, table.seq) == (1, seq)
    assert events(play(table, "draw", 2.5, seat=0)).count("CardPlayed") == 1
    assert table.holding is None
    assert table.state.to_act == 2


def test_card_that_waits_for_another_seats_draw_can_be_changed_until_the_grace_ends():
    table = served("hhh")
    play(table, "Kc", 1.0)
    table.listening(0, 2.0)
    play(table, "7h", 2.0)
    play(table, "8h", 2.1)
    assert table.deadline == 5.0
    assert table.tick(4.9) == []
    assert events(table.tick(5.0)) != []
    assert table.log.entries[-1].move == "8h"
    with pytest.raises(Refused):
        play(table, "draw", 5.1, seat=0)


def test_card_does_not_wait_for_a_player_with_automatic_draw():
    table = served("ahh")
    play(table, "Kc", 1.0)
    assert play(table, "7h", 1.1) != []


def test_illegal_and_stale_moves_are_refused_while_a_card_waits_for_a_draw():
    table = served("hhh")
    play(table, "Kc", 1.0)
    for seat, move, seq, reason in ((2, "2s", table.seq, None), (1, "7h", 0, "stale")):
        with pytest.raises(Refused) as refused:
            play(table, move, 1.5, seat=seat, seq=seq)
        assert reason in {None, refused.value.id}
    table.pause(1.6)
    with pytest.raises(Refused) as refused:
        play(table, "7h", 1.7)
    assert refused.value.id == "paused"


def test_player_who_takes_over_from_a_substitute_bot_gets_the_full_time():
    table = served("hhh", limit=30)
    assert table.clock is not None
    table.substitute(0, "normal", 10.0)
    assert (table.clock, table.wanted.seat, table.wanted.level) == (None, 0, "normal")
    table.give_back(0, 20.0)
    assert table.wanted is None
    assert table.clock.left(20.0) == 30
    table.substitute(0, "normal", 25.0)
    table.submit(0, GAME.rules.read("Kc"), table.seq, 27.0, requested=True)
    assert (table.log.entries[-1].by, table.played[0]) == (STAND_IN, 1)


def test_returning_player_gets_the_full_time_only_on_their_own_turn():
    table = served("hhh", limit=30)
    table.renew(1, 10.0)
    assert table.clock.left(10.0) == 20
    table.renew(0, 10.0)
    assert table.clock.left(10.0) == 30


def test_consecutive_timeouts_of_a_seat_are_counted():
    table = served("hhh", limit=10)
    table.tick(5.0)
    table.tick(10.0)
    assert table.timeouts[0] == 1
    play(table, "7h", 11.0)
    play(table, "2s", 15.0)
    play(table, "5c", 20.0)
    assert table.timeouts[0] == 0

"""Tests that a question to the other player pauses the asker's clock without resetting it."""

from random import Random

from audiogames.cards.card import Card
from audiogames.cards.dealing import Deal, Dealer
from audiogames.core.registry import game
from audiogames.games.invido.model import PACK
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import Player
from audiogames.table.setup import new_log
from audiogames.table.table import Table

INVIDO = game("invido")
FIRST = tuple(Card.read(word, "italian") for word in ("3c", "Rs", "7d", "Cb", "6c", "6d"))
LIMIT = 30


def dealt(state, _rng):
    if state.expects == "dealer":
        return Dealer(1)
    return Deal((*FIRST, *(card for card in PACK if card not in FIRST)))


def timed_table():
    """Return a timed match of two people, in which seat 0 leads the three of cups at 0 seconds."""
    log = new_log(INVIDO, INVIDO.options(), [Player("a"), Player("b")], TimeSettings(limit=LIMIT))
    table = Table(log, Random(1), dealer=dealt)
    table.start(0.0)
    return table


def play(table, seat, text, now):
    return table.submit(seat, INVIDO.rules.read(text), table.seq, now)


def test_player_whose_request_to_annul_the_deal_is_refused_keeps_the_remaining_time():
    table = timed_table()
    play(table, 0, "a-monte", 20.0)
    assert table.clock.left(20.0) == LIMIT, "who answers has all the time"
    play(table, 1, "no", 29.0)
    assert table.clock.left(29.0) == 10.0


def test_clock_resumes_after_the_answer_is_heard():
    table = timed_table()
    play(table, 0, "a-monte", 20.0)
    play(table, 1, "no", 25.0)
    table.listening(0, 27.0)
    assert table.clock.left(27.0) == 10.0
    assert table.clock.ends == 37.0


def test_resumed_clock_repeats_no_time_warnings():
    table = timed_table()
    play(table, 0, "a-monte", 22.0)
    play(table, 1, "no", 23.0)
    told = [event.seconds for event in table.tick(26.0)[0].events]
    assert told == [5]


def test_time_extension_after_an_interruption_restores_the_full_limit():
    table = timed_table()
    play(table, 0, "a-monte", 20.0)
    play(table, 1, "no", 25.0)
    table.extend(0, 26.0)
    assert table.clock.left(26.0) == LIMIT


def test_caller_keeps_the_remaining_time_after_the_call_is_accepted():
    table = timed_table()
    play(table, 0, "invido", 12.0)
    play(table, 1, "va-bene", 13.0)
    assert table.clock.left(13.0) == LIMIT - 12.0


def test_next_player_gets_the_full_time_limit_after_a_turn_interrupted_by_a_question():
    table = timed_table()
    play(table, 0, "a-monte", 20.0)
    play(table, 1, "no", 21.0)
    play(table, 0, "3c", 22.0)
    assert table.clock.left(22.0) == LIMIT

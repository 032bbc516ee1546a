"""Tests of bots' spoken declarations before a lead; people tick checkboxes instead."""

from itertools import pairwise
from random import Random

import pytest

from audiogames.core.character import EVEN, Character
from audiogames.core.registry import game
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots.declaring import remarks
from audiogames.games.tressette.bots.easy import EasyBot
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from audiogames.table.table import Table
from tests.games.tressette.positions import RULES, dealt, play, rest_of_trick

GAME = game("tressette")
HANDS = ("3765c 4d", "24c FC7d A4s", "RF7s 654b", "A32b K6d")


def said(state, text, who=EVEN):
    """Return the declarations that a bot speaks before this move."""
    return [str(one) for one in remarks(RULES.read(text), state.view(state.to_act), who)]


def manual(**options):
    return dealt(*HANDS, declarations="manual", **options)


def test_bot_speaks_the_declaration_that_a_checkbox_would_make():
    assert said(manual(), "7c") == ["say tre-lungo c"]
    assert said(manual(), "3c") == ["say lungo c"]


@pytest.mark.parametrize("declarations", ["automatic", "none"])
def test_bot_says_nothing_at_tables_without_manual_declarations(declarations):
    assert said(dealt(*HANDS, declarations=declarations), "3c") == []


def test_bot_of_even_character_does_not_make_the_declaration_sola():
    assert said(manual(), "4d") == []


def test_talkative_bot_declares_a_sola_and_silent_bot_declares_nothing():
    assert said(manual(), "4d", Character(talk=1)) == ["say sola d"]
    assert said(manual(), "7c", Character(talk=1)) == ["say tre-lungo c"]
    assert said(manual(), "7c", Character(talk=-1)) == []


def test_bot_that_does_not_lead_says_nothing():
    state = manual()
    play(state, "3c")
    assert said(state, "4c") == []


def test_bot_says_nothing_about_a_suit_already_led():
    state = manual()
    play(state, "3c")
    rest_of_trick(state)
    assert state.to_act == 0
    assert said(state, "7c") == []


def test_bot_leads_silently_after_its_last_permitted_remark():
    state = manual()
    for _ in range(m.SAYS_A_TRICK):
        state.apply(state.to_act, RULES.read("say busso"))
    assert said(state, "3c") == []


def test_bot_adds_no_remark_before_a_spoken_declaration():
    assert said(manual(), "say busso") == []


# At the table

PLAYERS = [*(Player(name, kind=BOT, level="easy") for name in "abc"), Player("d")]


def played(deals=2):
    """Play deals of three bots and an absent player; return all moves.

    The time of the absent player always runs out.
    """
    options = GAME.options(declarations="manual")
    table = Table(new_log(GAME, options, PLAYERS, TimeSettings(limit=10)), Random(3))
    table.start(0.0)
    now, lot, bot = 0.0, Random(4), EasyBot()
    while table.deals <= deals:
        now += 100.0
        if table.wanted:
            asked = table.wanted
            move = bot.choose(asked.view, lot, 0, lambda: False)
            table.submit(asked.seat, move, asked.seq, now, requested=True)
        elif table.waiting:
            table.ready(3, now)
        table.tick(now)
    return [entry for entry in table.log.entries if entry.seat is not None]


@pytest.fixture(scope="module")
def entries():
    return played()


def test_bot_leads_the_suit_that_it_has_just_declared(entries):
    spoken = [(one, then) for one, then in pairwise(entries) if "say" in one.move]
    assert len(spoken) > 2
    for one, then in spoken:
        assert then.seat == one.seat
        assert then.move[-1] == one.move[-1]


def test_no_declaration_is_made_for_a_player_whose_time_runs_out(entries):
    his = [entry for entry in entries if entry.seat == 3]
    assert {entry.by for entry in his} == {"clock"}
    assert not any("say" in entry.move for entry in his)

"""Alone against bots: the last move is taken back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audiogames.core.log import replay
from audiogames.core.registry import game_ids
from tests.app.kit import NOVANTANOVE, match, over, pressed, screen, waiting
from tests.app.practising import log, playing, to_my_turn
from tests.pilot.pilot import Pilot


@pytest.mark.parametrize(
    ("lang", "told", "brailled"),
    [
        ("it", "Mossa annullata, totale 0, tocca a te.", "annullata totale 0, tocca a te"),
        ("en", "Taken back, total 0, your turn.", "back total 0, your turn"),
    ],
)
def test_the_last_move_is_taken_back_and_how_things_stand_is_told(lang, told, brailled):
    pilot = match(lang)
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    assert pilot.app.session.view.total != 0
    pilot.look()
    pilot.press("ctrl+z")
    (answer,) = pilot.look()
    assert (answer.text, answer.braille, answer.interrupt) == (told, brailled, True)
    assert pressed(pilot, "h") in {
        "Hai 3 carte. Re di fiori, sette di cuori, asso di picche.",
        "You hold 3 cards. King of clubs, seven of hearts, ace of spades.",
    }
    assert log(pilot).entries[-1].move == "undo 3"
    assert pilot.storage.matches["match-1"].entries == log(pilot).entries


def test_what_was_not_said_yet_is_not_said_any_more():
    pilot = match("en", 2, pace=5)
    pilot.press("home", "enter", "space")
    pilot.wait(3)
    pilot.look()
    pilot.press("ctrl+z")
    pilot.wait(60)
    assert pilot.heard() == "Taken back, total 0, your turn."


def test_the_bots_think_no_more_of_what_has_not_been():
    pilot = match("en")
    pilot.slow = True
    pilot.press("home", "enter")
    (wanted,) = pilot.wanted
    pilot.press("ctrl+z")
    assert pilot.wanted == [], "the thinker has been told to forget"
    entries = list(log(pilot).entries)
    pilot._perform(pilot.app.bot_replied(wanted, NOVANTANOVE.rules.read("7s"), pilot.now))
    pilot.wait(60)
    assert log(pilot).entries == entries
    pilot.press("home", "enter")
    assert [one.seq > wanted.seq for one in pilot.wanted] == [True]


def test_before_the_first_move_there_is_nothing_to_take_back():
    pilot = match("en")
    assert pressed(pilot, "ctrl+z") == "There is no move to take back yet."
    assert pilot.sounds[-1].sound == "refused"


def test_nothing_is_taken_back_after_the_end():
    pilot = over("en")
    pilot.look()
    assert pressed(pilot, "ctrl+z") == "The match is over."


def test_a_round_is_taken_back_and_ends_again():
    pilot = waiting("en")
    before = len([one for one in log(pilot).moves() if one.move.startswith("deal ")])
    pilot.look()
    assert pressed(pilot, "ctrl+z").startswith("Taken back, total ")
    assert not pilot.app.session.waiting
    assert pilot.app.session.my_turn
    dealt = [one for one in log(pilot).moves() if one.move.startswith("deal ")]
    assert len(dealt) == before


def test_e_tells_what_happened_before_the_move_that_was_taken_back():
    pilot = match("en")
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    pilot.look()
    before = pressed(pilot, "e")
    assert "Ada" in before
    pilot.press("home", "enter")
    pilot.wait(1)
    pilot.press("ctrl+z")
    pilot.look()
    assert pressed(pilot, "e") == before


def test_a_match_with_undo_is_gone_on_with_after_a_restart():
    pilot = match("en")
    pilot.press("home", "enter", "space", "ctrl+z", "2", "enter")
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang="en")
    again.press("home", "enter")
    assert again.app.session.view.total == 7
    assert replay(log(again)) == again.app.session.table.state
    again.press("ctrl+z")
    assert again.heard().endswith("Taken back, total 0, your turn.")


def test_a_bid_is_taken_back_and_its_list_opens_again():
    pilot = to_my_turn(playing("wist"))
    assert screen(pilot) == "DecisionList"
    pilot.wait(1)
    pilot.press("down", "enter")
    pilot.wait(1)
    pilot.look()
    pilot.press("ctrl+z")
    assert screen(pilot) == "DecisionList"
    told = pilot.heard()
    assert told.startswith("Taken back, ")
    assert told.endswith("Wist."), "the list is told from its first item"
    pilot.wait(1)
    pilot.press("enter")
    assert [one.move for one in log(pilot).moves() if one.seat == 0] == ["bid 0"]


def test_a_list_over_the_table_does_not_outlast_its_move():
    pilot = match("en")
    pilot.press("2", "enter", "space")
    pilot.wait(30)
    pilot.press("2", "enter")
    assert screen(pilot) == "WaysToPlay"
    pilot.press("ctrl+z")
    assert screen(pilot) == "MatchScreen"
    assert log(pilot).entries[-1].move == "undo 3"


STEP = st.sampled_from(["play", "play", "play", "undo", "wait", "g"])


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
@settings(max_examples=6, deadline=None)
@given(st.lists(STEP, min_size=10, max_size=40), st.integers(0, 99))
def test_whatever_is_taken_back_the_match_is_that_of_its_log(id_, steps, seed):
    pilot, rng = playing(id_), Random(seed)
    for step in steps:
        to_my_turn(pilot)
        session = pilot.app.session
        if session.over:
            break
        if step == "undo":
            pilot.press("ctrl+z")
        elif step == "wait":
            pilot.wait(rng.random() * 8)
        elif step == "g":
            pilot.press("g")
        else:
            pilot.wait(1)
            session.submit(rng.choice(session.view.legal), pilot.now)
            pilot._perform(pilot.app._drain())
        assert session.table.state == replay(log(pilot))
        assert session.view == replay(log(pilot)).view(0)
        kept = pilot.storage.matches.get("match-1")
        assert (kept is None) == session.over, "a finished match is kept elsewhere"
        assert kept is None or kept.entries == log(pilot).entries

"""Undo for a player alone against bots."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audiogames.cards.card import Card
from audiogames.core.cues import msg
from audiogames.core.log import replay as replay_log
from audiogames.core.registry import game, own_ids
from audiogames.games.scopa import model as m
from tests.app.practising import log, playing, to_my_turn
from tests.kit.pilot import Pilot
from tests.kit.places import NOVANTANOVE, match, over, waiting
from tests.kit.pressing import pressed, screen

TOOK = "il re di fiori, che aveva portato il totale a 10"
TAKEN_BACK = {
    "it": f"Mossa annullata: {TOOK}. Totale 0. Tocca a te.",
    "en": "Taken back: your king of clubs, which had made the total 10. Total 0. Your turn.",
}
BRAILLED = {"it": "annullata Rf. totale 0, tocca a te", "en": "back Kc. total 0, your turn"}


@pytest.mark.parametrize("lang", TAKEN_BACK)
def test_undo_takes_back_the_last_move_and_announces_the_position(lang):
    pilot = match(lang)
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    assert pilot.app.session.view.total != 0
    pilot.look()
    pilot.press("ctrl+z")
    (answer,) = pilot.look()
    assert (answer.text, answer.braille, answer.interrupt) == (
        TAKEN_BACK[lang],
        BRAILLED[lang],
        True,
    )
    assert pressed(pilot, "h") in {
        "Hai 3 carte. Re di fiori, sette di cuori, asso di picche.",
        "You hold 3 cards. King of clubs, seven of hearts, ace of spades.",
    }
    assert log(pilot).entries[-1].move == "undo 3"
    assert pilot.storage.matches["match-1"].entries == log(pilot).entries


def decide(pilot):
    """Make the first legal move at the next decision."""
    to_my_turn(pilot)
    pilot.wait(5)
    pilot.app.session.submit(pilot.app.session.view.legal[0], pilot.now)
    pilot.drain()


@pytest.mark.parametrize("id_", own_ids())
@pytest.mark.parametrize(("lang", "word"), [("it", "Mossa annullata: "), ("en", "Taken back: ")])
def test_each_undo_announces_the_move_it_takes_back(id_, lang, word):
    pilot = playing(id_, lang)
    for _ in range(5):
        decide(pilot)
    pilot.wait(20)
    told = []
    for _ in range(3):
        pilot.look()
        told.append(pressed(pilot, "ctrl+z"))
    assert [one.startswith(word) for one in told] == [True] * 3
    assert len({*told}) == 3
    view = pilot.app.session.view
    deal = pilot.app.session.spec.deal(view)
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang=lang)
    again.press("home", "enter")
    assert deal is not None
    assert again.app.text(deal).removesuffix(".") in again.heard()


def test_undo_in_scopa_announces_the_capture_that_is_undone():
    spec = game("scopa")
    view = spec.rules.start(spec.options(), 2).view(0)
    sevens = (Card.read("7c", "italian"), Card.read("7d", "italian"))
    taken = m.CardPlayed(0, sevens[0], (sevens[1],), scopa=False)
    assert spec.undone([taken], view) == msg("undone-took", 1)
    assert spec.undone([replace(taken, scopa=True)], view) == msg("undone-swept", 1)
    assert spec.undone([replace(taken, takes=())], view) is None


def test_undo_drops_pending_announcements():
    pilot = match("en", 2, pace=5)
    pilot.press("home", "enter", "space")
    pilot.wait(3)
    pilot.look()
    pilot.press("ctrl+z")
    pilot.wait(60)
    pilot.expect("Taken back: your king of clubs, ", " Total 0. Your turn.")


def test_undo_drops_the_bots_pending_move():
    pilot = match("en")
    pilot.slow = True
    pilot.press("home", "enter")
    (wanted,) = pilot.wanted
    pilot.press("ctrl+z")
    assert pilot.wanted == [], "the thinker has been told to forget"
    entries = list(log(pilot).entries)
    pilot.perform(pilot.app.bot_replied(wanted, NOVANTANOVE.rules.read("7s"), pilot.now))
    pilot.wait(60)
    assert log(pilot).entries == entries
    pilot.press("home", "enter")
    assert [one.seq > wanted.seq for one in pilot.wanted] == [True]


def test_undo_before_the_first_move_is_refused():
    pilot = match("en")
    assert pressed(pilot, "ctrl+z") == "There is no move to take back yet."
    assert pilot.sounds[-1].sound == "refused"


def test_undo_after_the_match_is_refused():
    pilot = over("en")
    pilot.look()
    assert pressed(pilot, "ctrl+z") == "The match is over."


def test_undo_after_the_end_of_a_round_returns_to_that_round_without_a_new_deal():
    pilot = waiting("en")
    before = len([one for one in log(pilot).moves() if one.move.startswith("deal ")])
    pilot.look()
    assert pressed(pilot, "ctrl+z").startswith("Taken back: the time that ran out. ")
    assert not pilot.app.session.waiting
    assert pilot.app.session.my_turn
    dealt = [one for one in log(pilot).moves() if one.move.startswith("deal ")]
    assert len(dealt) == before


def test_recap_after_an_undo_equals_the_recap_before_the_move():
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


def test_match_with_undo_resumes_after_a_restart():
    pilot = match("en")
    pilot.press("home", "enter", "space", "ctrl+z", "2", "enter")
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang="en")
    again.press("home", "enter")
    assert again.app.session.view.total == 7
    assert replay_log(log(again)) == again.app.session.table.state
    again.press("ctrl+z")
    assert again.heard().endswith("which had made the total 7. Total 0. Your turn.")


def test_undo_of_a_bid_reopens_its_list():
    pilot = to_my_turn(playing("wist"))
    assert screen(pilot) == "DecisionList"
    pilot.wait(1)
    pilot.press("down", "enter")
    pilot.wait(1)
    pilot.look()
    pilot.press("ctrl+z")
    assert screen(pilot) == "DecisionList"
    told = pilot.heard()
    assert told.startswith("Taken back: 1. Bids ")
    assert told.endswith("Wist."), "the list is told from its first item"
    pilot.wait(1)
    pilot.press("enter")
    assert [one.move for one in log(pilot).moves() if one.seat == 0] == ["bid 0"]


def test_undo_closes_a_list_over_the_table():
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
@pytest.mark.parametrize("id_", own_ids())
@settings(max_examples=6, deadline=None)
@given(st.lists(STEP, min_size=10, max_size=40), st.integers(0, 99))
def test_state_and_saved_match_equal_the_log_after_any_undo(id_, steps, seed):
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
            pilot.drain()
        assert session.table.state == replay_log(log(pilot))
        assert session.view == replay_log(log(pilot)).view(0)
        kept = pilot.storage.matches.get("match-1")
        assert (kept is None) == session.over, "a finished match is kept elsewhere"
        assert kept is None or kept.entries == log(pilot).entries

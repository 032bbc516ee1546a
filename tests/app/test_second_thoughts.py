"""Tests of undo, advice, recap and open hands in matches with pauses or unusual bids.

The bids are secret, or made in the dark: before the player has seen the hand.
"""

from dataclasses import replace

import pytest

from tests.app.bidding import SPEC, Bid, asked, in_place, playing
from tests.kit.places import match
from tests.kit.pressing import pressed, screen


@pytest.fixture
def bidding():
    with in_place():
        yield


def after_dark_bid(**more):
    """Start a match with bids in the dark, and bid, so that the listener's hand becomes visible."""
    pilot = asked(dark=True, **more)
    pilot.press("enter")
    assert pilot.app.session.spec.hand.hidden(pilot.app.session.view) is None
    pilot.look()
    return pilot


# A pause


@pytest.mark.usefixtures("bidding")
def test_timeout_move_computed_before_a_pause_is_made_after_the_pause():
    pilot = asked(limit=30)
    pilot.slow = True
    pilot.wait(60)
    assert len(pilot.wanted) == 1
    pilot.press("shift+p")
    pilot.answer()
    pilot.wait(60)
    entries = pilot.app.session.table.log.entries
    assert entries[-1].by is None
    pilot.press("shift+p")
    pilot.wait(5)
    assert [entry.by for entry in entries].count("clock") == 1


def test_automatic_draw_due_during_a_pause_happens_after_it():
    pilot = match("en")
    pilot.slow = True
    pilot.press("home", "enter", "shift+p")
    session = pilot.app.session
    session.follow(session.table.time, pilot.now, auto_draw=True, patience=1.0)
    pilot.wait(10)
    assert len(session.view.hand) == 2
    pilot.press("shift+p")
    pilot.look()
    pilot.wait(10)
    assert len(session.view.hand) == 3
    assert "You draw" in pilot.heard()


# Taking back


@pytest.mark.usefixtures("bidding")
@pytest.mark.parametrize(
    ("lang", "words"),
    [("it", "Le carte le hai già viste."), ("en", "You have seen your cards already.")],
)
def test_undo_of_a_dark_bid_is_refused_once_the_hand_was_seen(lang, words):
    pilot = after_dark_bid(lang=lang)
    entries = list(pilot.app.session.table.log.entries)
    assert pressed(pilot, "ctrl+z") == words
    assert pilot.app.session.table.log.entries == entries
    assert pilot.storage.matches["match-1"].entries == entries


@pytest.mark.usefixtures("bidding")
def test_bid_made_before_seeing_the_cards_can_be_undone_while_the_hand_is_hidden():
    pilot = playing(dark=True, secret=True)
    pilot.slow = True
    pilot.wait(1)
    pilot.press("enter")
    assert pilot.app.session.table.state.bids[0] is not None
    pilot.look()
    assert pressed(pilot, "ctrl+z").startswith("Taken back")


# A secret ticket


def before_secret_bid():
    """Start a match with secret bids, in which the listener may bid while Ada still thinks."""
    pilot = playing(secret=True)
    pilot.slow = True
    pilot.mind = lambda _wanted: Bid(3)
    assert not pilot.app.session.my_turn
    assert screen(pilot) == "DecisionList"
    pilot.wait(1)
    pilot.look()
    return pilot


@pytest.fixture
def slow_bots():
    """Register the small bidding game of the tests; all bots choose the fourth legal move."""
    with pytest.MonkeyPatch.context() as patch, in_place():
        patch.setattr("tests.kit.pilot.think", lambda wanted: wanted.view.legal[3])
        yield


@pytest.mark.usefixtures("slow_bots")
def test_advice_for_a_secret_bid_works_before_the_players_turn():
    pilot = before_secret_bid()
    pilot.press("g")
    pilot.answer()
    assert pilot.look()[-1].text == "Advice, 3."
    assert pressed(pilot, "down") == "4."


@pytest.mark.usefixtures("slow_bots")
def test_advice_for_a_secret_bid_stays_valid_after_other_secret_bids():
    pilot = before_secret_bid()
    pilot.press("g")
    (advice,) = [one for one in pilot.wanted if one.seat == 0]
    pilot.wait(10)
    assert pilot.app.session.table.state.bids[1] is not None
    pilot.look()
    pilot.perform(pilot.app.bot_replied(advice, Bid(3), pilot.now))
    assert pilot.look()[-1].text == "Advice, 3."


@pytest.mark.usefixtures("slow_bots")
def test_advice_for_a_secret_bid_already_made_is_dropped():
    pilot = before_secret_bid()
    pilot.press("g")
    (advice,) = [one for one in pilot.wanted if one.seat == 0]
    pilot.press("enter")
    pilot.look()
    pilot.perform(pilot.app.bot_replied(advice, Bid(3), pilot.now))
    assert pilot.look() == []


@pytest.mark.usefixtures("slow_bots")
def test_recap_starts_from_the_players_own_secret_bid():
    pilot = before_secret_bid()
    session = pilot.app.session
    seq = session.table.seq
    assert len(session.events) == 1, "the deal"
    pilot.press("enter")
    assert session.table.seq == seq, "nobody else's answer is stale"
    assert pressed(pilot, "e") == "1 events."


# Open hands


@pytest.mark.usefixtures("bidding")
def test_showing_all_hands_is_refused_at_once_while_the_players_own_hand_is_hidden():
    pilot = asked(dark=True)
    assert pressed(pilot, "ctrl+o") == "In the dark."
    assert screen(pilot) != "Confirm"
    assert not pilot.app.session.table.log.is_open


@pytest.mark.usefixtures("bidding")
def test_open_hands_list_leaves_out_a_played_card():
    pilot = asked()
    pilot.press("home", "enter")
    pilot.wait(1)
    pilot.press("ctrl+o", "y", "down")
    screen_ = pilot.app.screen
    before = [pilot.app.text(item.label) for item in screen_.items()]
    table = pilot.app.session.table
    table.state.hands[1].pop()
    pilot.wait(0.1)
    after = [pilot.app.text(item.label) for item in screen_.items()]
    assert before[0] != after[0]
    assert before[1] == after[1]
    assert screen_.place == 1


@pytest.mark.usefixtures("bidding")
def test_open_hands_list_closes_when_the_hand_becomes_hidden():
    pilot = asked()
    pilot.press("ctrl+o", "y")
    assert screen(pilot) == "OpenHands"
    pilot.app.session.spec = replace(
        SPEC, hand=replace(SPEC.hand, hidden=lambda _view: SPEC.lists.listing(_view).title)
    )
    pilot.wait(0.1)
    assert screen(pilot) != "OpenHands"

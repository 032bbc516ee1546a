"""Hidden or sorted hands, and questions that the options of a table forbid."""

from dataclasses import replace

import pytest

from audiogames.core.cues import msg
from tests.app.bidding import SPEC, Options, asked, in_place, playing
from tests.kit.pressing import pressed, screen


def bots():
    return {"Ada": ["bid 3"], "Bruno": ["bid 4"]}


@pytest.fixture(autouse=True)
def _game():
    with in_place():
        yield


# Hidden hands -------------------------------------------------------------------------------------


HAND_KEYS = ("up", "down", "left", "right", "home", "end", "1", "9", "0", "h", "x", "o", "enter")


@pytest.mark.parametrize("key", HAND_KEYS)
def test_card_keys_give_the_reason_for_a_hidden_hand(key):
    pilot = playing(script=bots(), dark=True)
    pilot.wait(1)
    assert screen(pilot) == "MatchScreen"
    assert pressed(pilot, key) == "In the dark."
    assert len(pilot.look()) == 0
    frame = pilot.app.frame()
    assert not frame.cards
    assert frame.table.seats[0].cards == 2, "they are backs"
    assert frame.table.place == ""


@pytest.mark.parametrize("key", ["left", "right", "h", "x", "o"])
def test_card_keys_give_the_reason_for_a_hidden_hand_in_a_decision_list(key):
    pilot = asked(dark=True)
    assert screen(pilot) == "DecisionList"
    assert pressed(pilot, key) == "In the dark."
    assert not pilot.app.frame().cards


def test_full_verbosity_reveals_nothing_of_a_hidden_hand():
    pilot = asked(dark=True)
    pilot.press("f12", "escape")
    assert pressed(pilot, "down") == "In the dark."


def test_decision_list_opens_over_a_hidden_hand():
    pilot = asked(dark=True)
    pilot.press("escape")
    assert pressed(pilot, "enter") == "Bid. Wist."


def hidden_between_bids(view):
    """Return a reason to hide the hand between Ada's bid and Bruno's, and None otherwise."""
    between = view.bids[1] is not None and view.bids[2] is None
    return msg("text", text="Not now.") if between else None


@pytest.mark.parametrize("secret", [False, True], ids=["at the table", "in a list"])
def test_hand_hidden_and_shown_again_has_no_focused_card(secret):
    spec = replace(SPEC, hand=replace(SPEC.hand, hidden=hidden_between_bids))
    with in_place(spec):
        pilot = playing(spec=spec, script=bots(), secret=secret)
        assert pressed(pilot, "right") in {"Clubs, king.", "King of clubs."}
        assert screen(pilot) == ("DecisionList" if secret else "MatchScreen")
        pilot.wait_for("Seat 2")
        listed = screen(pilot) == "DecisionList"
        arrow = "right" if listed else "down"
        assert pressed(pilot, "x") == f"Choose a card first, {arrow} arrow."


# Hands that are sorted ----------------------------------------------------------------------------


def test_hand_starts_sorted_by_suit():
    pilot = asked()
    pilot.press("escape")
    assert pressed(pilot, "down") == "King of clubs."
    assert [pressed(pilot, "o") for _ in range(3)] == [
        "Order by rank.",
        "Order as dealt.",
        "Order by suit.",
    ]


# Questions that a table plays without -------------------------------------------------------------


def test_practice_match_answers_questions_that_the_table_options_forbid():
    assert pressed(asked(strict=True), "c") == "Bids 7."


def test_spectator_may_ask_only_what_the_table_allows():
    pilot = playing(watch=True, strict=True)
    assert pressed(pilot, "c") == "You may not ask that at this table."
    assert pilot.sounds[-1].sound == "refused"
    assert pressed(playing(watch=True), "c") == "Bids 0."


def test_questions_barred_by_table_options_are_refused_to_a_spectator_of_a_practice_match():
    pilot = asked(strict=True)
    pilot.app.session.seat = None
    assert pressed(pilot, "c") == "You may not ask that at this table."


def test_questions_forbidden_by_the_table_options_are_refused_in_a_match_with_other_people():
    """The question about bids is refused even while a list is open.

    It is answered again once the table's options allow it.
    """
    pilot = asked(strict=True)
    table = pilot.app.session.table
    table.players = tuple(replace(player, kind="human") for player in table.players)
    assert pressed(pilot, "c") == "You may not ask that at this table."
    assert screen(pilot) == "DecisionList"
    pilot.app.session.view = replace(pilot.app.session.view, options=Options())
    assert pressed(pilot, "c") == "Bids 7."

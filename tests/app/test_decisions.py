"""Decisions other than playing a card: each opens a list over the table."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.app.bidding import SPEC, asked, in_place, playing
from tests.kit.pilot import Pilot
from tests.kit.places import KEYS
from tests.kit.pressing import answers, click, edge, pressed, screen


def bots():
    return {"Ada": ["bid 3"], "Bruno": ["bid 4"]}


@pytest.fixture(autouse=True)
def _game():
    with in_place():
        yield


def moves(pilot):
    return [entry.move for entry in pilot.app.session.table.log.entries]


# It opens by itself -------------------------------------------------------------------------------


def test_decision_list_is_announced_with_its_event_without_interrupting():
    pilot = playing(script=bots())
    assert screen(pilot) == "MatchScreen"
    pilot.wait_for("Bid.")
    told = pilot.look()[-1]
    assert told.text == "Seat 2 bids 4. Two is forbidden. Bid. Wist."
    assert not told.interrupt
    assert screen(pilot) == "DecisionList"


def test_decision_is_announced_only_once():
    pilot = asked()
    pilot.wait(60)
    assert pilot.look() == []
    assert pressed(pilot, "c") == "Bids 7."


def test_decision_list_for_a_secret_bid_opens_right_after_the_deal():
    pilot = playing(script=bots(), secret=True)
    (told,) = pilot.look()
    assert told.text == "Dealt. Bid. Wist."
    assert screen(pilot) == "DecisionList"
    assert not pilot.app.session.my_turn
    pilot.wait(0.6)
    pilot.press("down")
    pilot.wait_for("Seat 2 writes.")
    assert "Bid." not in pilot.heard(), "what others write asks nothing again"
    assert screen(pilot) == "DecisionList"
    assert pressed(pilot, "f5") == "Bid. 1."


def test_secret_bid_may_be_made_out_of_turn():
    pilot = playing(script=bots(), secret=True)
    pilot.wait(0.6)
    assert pressed(pilot, "3", "enter") == "Seat 0 writes."
    assert moves(pilot)[-1] == "bid 3"
    assert screen(pilot) == "MatchScreen"


def test_decision_list_opens_when_space_starts_the_next_deal():
    pilot = asked(seats=2, bids=("3", "0"))
    pilot.press("enter", "1", "enter")
    while not pilot.app.session.waiting:
        pilot.wait(3)
        if pilot.app.session.my_turn:
            pilot.press("1", "enter")
    pilot.wait(5)
    pilot.script["Ada"] = ["bid 5"]
    pilot.press("space")
    pilot.wait_for("Bid. Wist.")
    assert screen(pilot) == "DecisionList"
    assert pilot.app.session.view.round == 2


def test_spectator_gets_no_decision_list():
    pilot = playing(watch=True, secret=True)
    pilot.wait(20)
    assert "Bid." not in pilot.heard()
    assert screen(pilot) == "MatchScreen"


def test_decision_list_opens_when_a_match_is_resumed():
    pilot = asked()
    pilot.press("2")
    again = Pilot(pilot.storage, lang="en")
    again.look()
    again.press("enter")
    assert again.look()[-1].text == "Resumed, round 1. Two is forbidden. Bid. Wist."
    assert screen(again) == "DecisionList"


# In the list --------------------------------------------------------------------------------------


def test_arrows_move_through_the_decision_list_without_wrapping():
    pilot = asked()
    assert pressed(pilot, "up") == "Wist."
    assert edge(pilot)
    assert pressed(pilot, "down") == "1."
    assert pressed(pilot, "end") == "13."
    assert pressed(pilot, "down") == "13."
    assert edge(pilot)
    assert pressed(pilot, "home") == "Wist."


def test_digits_select_numbers_in_the_decision_list():
    pilot = asked()
    assert pressed(pilot, "4") == "4."
    pilot.wait(2)
    assert pressed(pilot, "0") == "Wist."
    pilot.wait(2)
    assert [pressed(pilot, "1"), pressed(pilot, "3")] == ["1.", "13."]
    assert pressed(pilot, "0") == "Wist.", "two digits are one number; a third begins anew"
    pilot.wait(2)
    pilot.press("1")
    pilot.wait(1.1)
    assert pressed(pilot, "2") == "2.", "too slow for one number"
    pilot.wait(2)
    assert pressed(pilot, "1", "5") == "5.", "there is no 15"


def test_digit_without_an_item_in_the_decision_list_keeps_the_focus():
    pilot = asked(high=4)
    pilot.press("3")
    pilot.wait(2)
    assert pressed(pilot, "8") == "3."
    assert edge(pilot)
    assert pilot.app.screen.place == 3


def test_digit_zero_selects_the_tenth_item_when_numbers_start_at_one():
    pilot = asked(low=1, high=10)
    assert pressed(pilot, "1") == "1."
    assert pressed(pilot, "0") == "10."
    pilot.press("home")
    pilot.wait(2)
    assert pressed(pilot, "0") == "10."


@pytest.mark.parametrize("key", ["enter", "space"])
def test_enter_and_space_make_the_decision(key):
    pilot = asked()
    assert pressed(pilot, "5", key) == "Seat 0 bids 5. Your turn."
    assert moves(pilot)[-1] == "bid 5"
    assert screen(pilot) == "MatchScreen"


def test_illegal_decision_is_refused_and_the_list_stays_open():
    pilot = asked()
    before = moves(pilot)
    assert pressed(pilot, "2", "enter") == "Not 2."
    assert pilot.sounds[-1].sound == "refused"
    assert screen(pilot) == "DecisionList"
    assert moves(pilot) == before
    assert pressed(pilot, "f5") == "Bid. 2."


def test_left_and_right_move_through_the_hand_in_the_decision_list():
    pilot = asked()
    pilot.press("4")
    assert pressed(pilot, "right") == "King of clubs."
    assert pressed(pilot, "right") == "Seven of spades."
    assert pressed(pilot, "right") == "Seven of spades."
    assert edge(pilot)
    assert pressed(pilot, "left") == "King of clubs."
    assert pressed(pilot, "h").startswith("You hold 2 cards. ")
    assert pressed(pilot, "x") == "Plays Kc."
    assert pressed(pilot, "f5") == "Bid. 4.", "the list has not moved"


def test_question_keys_are_answered_while_the_decision_list_is_open():
    pilot = asked()
    for key, answer in (
        ("c", "Bids 7."),
        ("t", "Your turn."),
        ("e", "3 events."),
        ("o", "Order by rank."),
    ):
        assert pressed(pilot, key) == answer
        assert screen(pilot) == "DecisionList"


@pytest.mark.slow
def test_every_key_is_answered_in_the_decision_list():
    silent = []
    for key in KEYS:
        pilot = asked()
        if not answers(pilot, key):
            silent.append(key)
        assert pilot.app.frame().title
    assert not silent


def test_time_can_be_extended_in_the_decision_list():
    pilot = asked(limit=30)
    assert pressed(pilot, "ctrl+t") == "Time extended, 30 seconds."
    assert screen(pilot) == "DecisionList"


WALK = st.lists(
    st.one_of(
        st.sampled_from(KEYS),
        st.sampled_from(["enter", "space", "escape", "3", "1", "right", "shift+s", "h", "f2"]),
        st.sampled_from([0.2, 1.0, 10.0, 70.0]),
        st.sampled_from(["row 0", "row 3", "card 0", "card 9", "cell 3"]),
    ),
    max_size=60,
)


@given(WALK, st.booleans(), st.booleans())
def test_random_keys_never_break_a_match_with_lists_of_moves(walk, secret, dark):
    pilot = playing(secret=secret, dark=dark, limit=60)
    for step in walk:
        if isinstance(step, float):
            pilot.wait(step)
        elif " " in step:
            click(pilot, step)
        else:
            assert answers(pilot, step), (step, pilot.app.screen)
        if pilot.quit is not None:
            return
        assert pilot.app.frame().title


# Leaving and coming back --------------------------------------------------------------------------


def test_decision_list_closed_by_escape_does_not_reopen_by_itself():
    pilot = asked()
    assert pressed(pilot, "escape") == "Novantanove, round 1, your turn."
    assert screen(pilot) == "MatchScreen"
    assert pressed(pilot, "down") == "King of clubs."
    pilot.wait(30)
    assert screen(pilot) == "MatchScreen"
    pilot.press("f1", "escape")
    assert screen(pilot) == "MatchScreen"


@pytest.mark.parametrize("key", ["enter", "space", "applications"])
@pytest.mark.parametrize("walked", [(), ("down",)])
def test_key_at_the_table_reopens_the_decision_list(key, walked):
    pilot = asked()
    pilot.press("escape", *walked)
    before = moves(pilot)
    assert pressed(pilot, key) == "Bid. Wist."
    assert screen(pilot) == "DecisionList"
    assert moves(pilot) == before
    assert pressed(pilot, "3", "enter") == "Seat 0 bids 3. Your turn."


def test_applications_key_returns_to_the_decision_list():
    pilot = asked()
    pilot.press("3")
    assert pressed(pilot, "applications") == "Bid. 3."
    assert screen(pilot) == "DecisionList"
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen", "it is open once"


def test_decision_list_keeps_its_focus_while_a_menu_is_open():
    pilot = asked()
    pilot.press("3", "f2")
    assert screen(pilot) == "GameMenu"
    assert pressed(pilot, "escape") == "Bid. 3."
    assert screen(pilot) == "DecisionList"


def test_decision_list_opens_behind_an_open_menu():
    pilot = playing(script=bots())
    pilot.press("f1")
    pilot.wait_for("Bid.")
    assert pilot.look()[-1].text == "Seat 2 bids 4. Two is forbidden. Bid."
    assert screen(pilot) == "KeyList"
    assert pressed(pilot, "escape") == "Bid. Wist."
    assert screen(pilot) == "DecisionList"


def test_answer_to_a_key_run_from_the_key_list_comes_before_the_decision_prompt():
    pilot = playing(script=bots())
    pilot.press("f1")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    pilot.wait_for("Bid.")
    total = next(place for place, line in enumerate(lines) if line.startswith("C, "))
    pilot.press(*["down"] * total)
    pilot.look()
    pilot.press("enter")
    pilot.wait(5)
    answer, asking = pilot.look()
    assert answer.text == "Bids 7."
    assert asking.text == "Bid. Wist."
    assert not asking.interrupt
    assert screen(pilot) == "DecisionList"


def test_decision_list_closes_when_time_is_up_and_a_bot_decides():
    pilot = asked(limit=60)
    assert screen(pilot) == "DecisionList"
    pilot.wait_for("Time is up.")
    pilot.wait(5)
    assert screen(pilot) == "MatchScreen"
    assert pilot.app.session.view.bids[0] is not None


def test_decision_list_behind_a_menu_closes_when_time_is_up():
    pilot = asked(limit=60)
    pilot.press("f1")
    pilot.wait_for("Time is up.")
    pilot.wait(5)
    assert screen(pilot) == "KeyList"
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen"


def test_second_request_for_a_decision_opens_a_new_list():
    """In this match the game asks for a bid before each card, too."""
    spec = replace(
        SPEC,
        lists=replace(
            SPEC.lists,
            listing=lambda view: SPEC.lists.listing(replace(view, may_bid=bool(view.legal))),
        ),
    )
    with in_place(spec):
        pilot = asked(spec=spec, seats=2)
        pilot.press("3", "enter")
        assert pilot.heard().endswith("Bid. Wist.")
        assert screen(pilot) == "DecisionList"
        assert pilot.app.screen.place == 0


def test_decision_after_a_timeout_opens_a_new_list():
    spec = replace(
        SPEC,
        lists=replace(
            SPEC.lists,
            listing=lambda view: SPEC.lists.listing(replace(view, may_bid=bool(view.legal))),
        ),
    )
    with in_place(spec):
        pilot = asked(spec=spec, seats=2, limit=60)
        pilot.press("3")
        pilot.wait_for("Time is up.")
        assert pilot.heard().endswith("Bid. Wist.")
        assert pilot.app.screen.place == 0


def test_decision_list_shortened_by_another_players_move_is_announced_again():
    def shrinking(view):
        found = SPEC.lists.listing(view)
        left = len(view.bids) + view.bids.count(None)
        return found and replace(found, moves=found.moves[:left])

    spec = replace(SPEC, lists=replace(SPEC.lists, listing=shrinking))
    with in_place(spec):
        pilot = playing(spec=spec, script=bots(), secret=True)
        pilot.press("end")
        assert pressed(pilot, "f5") == "Bid. 5."
        pilot.wait_for("Seat 1 writes.")
        assert pilot.heard().endswith("Seat 1 writes. Bid. Wist.")
        assert pressed(pilot, "end") == "4."


# A key that was meant for what was before ---------------------------------------------------------


@pytest.mark.parametrize("key", ["enter", "space"])
def test_enter_right_after_the_deal_makes_no_decision(key):
    pilot = playing(script=bots(), secret=True)
    before = moves(pilot)
    pilot.apart = 0.1
    assert pressed(pilot, key) == "Dealt. Bid. Wist.", "it had not been told"
    for _ in range(3):
        assert pressed(pilot, key) == "One moment."
    assert moves(pilot) == before
    pilot.wait(0.2)
    if key == "space":
        assert pressed(pilot, key) == "Bid. Wist."
        pilot.wait(0.5)
    assert pressed(pilot, key) == "Seat 0 writes."


def test_first_space_repeats_a_decision_list_that_opened_automatically():
    """Space, pressed to continue or to hear the question again, must not bid the first item."""
    pilot = playing(script=bots())
    pilot.wait_for("Bid.")
    pilot.wait(10)
    before = moves(pilot)
    assert pressed(pilot, "space") == "Bid. Wist."
    pilot.apart = 0.1
    assert pressed(pilot, "space") == "One moment.", "pressed twice it is no choice either"
    assert moves(pilot) == before
    pilot.wait(0.5)
    assert pressed(pilot, "space") == "Seat 0 bids 0. Your turn."


def test_space_selects_at_once_after_moving_in_the_decision_list():
    pilot = asked()
    assert pressed(pilot, "up", "space") == "Seat 0 bids 0. Your turn."


def test_space_selects_at_once_in_a_decision_list_opened_by_key():
    pilot = asked()
    pilot.press("escape", "enter")
    assert pressed(pilot, "space") == "Seat 0 bids 0. Your turn."


def test_enter_right_after_the_deal_is_ignored_in_a_reopened_decision_list():
    pilot = playing(script=bots(), secret=True)
    pilot.rush("escape", "space")
    assert screen(pilot) == "DecisionList"
    pilot.rush("enter")
    assert pilot.look()[-1].text == "One moment."


def test_enter_right_after_the_decision_list_opened_is_ignored():
    pilot = playing(script=bots())
    pilot.wait_for("Bid.")
    pilot.apart = 0.1
    assert "Bid." in pressed(pilot, "enter"), "it had not been told"
    assert pressed(pilot, "enter") == "One moment."
    pilot.wait(0.5)
    assert pressed(pilot, "enter") == "Seat 0 bids 0. Your turn."


def test_enter_selects_at_once_in_a_decision_list_opened_by_key():
    pilot = asked()
    pilot.press("escape", "enter")
    assert pressed(pilot, "enter") == "Seat 0 bids 0. Your turn."


# The mouse, and the picture -----------------------------------------------------------------------


def test_decision_list_selects_a_clicked_row_and_reads_a_clicked_card():
    pilot = asked()
    assert click(pilot, "card 1") == "Seven of spades."
    assert screen(pilot) == "DecisionList"
    assert click(pilot, "row 2") == "Not 2."
    assert click(pilot, "row 3") == "Seat 0 bids 3. Your turn."
    assert screen(pilot) == "MatchScreen"


def test_table_is_drawn_with_the_decision_list():
    pilot = asked()
    pilot.press("3")
    frame = pilot.app.frame()
    assert frame.title == "Bid"
    assert [row.text for row in frame.rows][:3] == ["Wist", "1", "2"]
    assert [place for place, row in enumerate(frame.rows) if row.focused] == [3]
    assert [card.name for card in frame.cards] == ["King of clubs.", "Seven of spades."]
    assert frame.table.turn == "Your turn."
    assert not frame.buttons


def test_closed_decision_list_has_a_button_that_reopens_it():
    pilot = asked()
    pilot.press("escape")
    assert [(button.text, button.key) for button in pilot.app.frame().buttons] == [("Bid", "enter")]

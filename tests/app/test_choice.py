"""Choosing the value of a card when it is played, and playing and choosing by mouse."""

import pytest

from tests.kit.pilot import Pilot
from tests.kit.places import choice, match, menu, others_turn
from tests.kit.pressing import click, edge, pressed, screen


@pytest.fixture
def pilot():
    return match("en")


# Choices ------------------------------------------------------------------------------------------


def test_choice_of_a_card_value_announces_the_resulting_total():
    pilot = match("en")
    assert pressed(pilot, "3", "enter") == "Ace, worth? Plus 1, total 1."
    assert pressed(pilot, "2") == "Plus 11, total 11."
    assert pressed(pilot, "down") == "Plus 11, total 11."
    assert edge(pilot)
    assert pressed(pilot, "0") == "Plus 11, total 11."
    assert pressed(pilot, "home") == "Plus 1, total 1."
    assert pressed(pilot, "enter") == "Ace of spades, plus 1. 1. Draw, space."


def test_game_keys_are_answered_while_a_card_value_is_chosen():
    pilot = choice("en")
    for key, answer in (
        ("c", "Total 0."),
        ("s", "Tokens. You 9, Ada 9, Bruno 9."),
        ("t", "Your turn."),
        ("h", "You hold 3 cards. King of clubs, seven of hearts, ace of spades."),
        ("left", "Seven of hearts."),
        ("right", "Ace of spades."),
        ("d", "Play a card first."),
    ):
        assert pressed(pilot, key) == answer
        assert screen(pilot) == "WaysToPlay"


def test_space_selects_the_focused_card_value():
    pilot = choice("en")
    assert pressed(pilot, "space").startswith("Ace of spades, plus 1.")
    assert screen(pilot) == "MatchScreen"


@pytest.mark.parametrize("back", ["escape", "backspace"])
def test_choice_of_a_card_value_can_be_cancelled(back):
    pilot = choice("en")
    moves = len(pilot.app.session.table.log.entries)
    assert pressed(pilot, back) == "Ace of spades."
    assert screen(pilot) == "MatchScreen"
    assert len(pilot.app.session.table.log.entries) == moves


def test_escape_from_help_returns_to_the_choice_of_a_card_value():
    pilot = choice("en")
    pilot.press("f1")
    assert pressed(pilot, "escape") == "Ace, worth? Plus 1, total 1."
    pilot.press("f2")
    assert screen(pilot) == "GameMenu"
    pilot.press("escape")
    assert screen(pilot) == "WaysToPlay"


def test_choice_of_a_card_value_closes_when_the_time_is_up():
    pilot = match("en", given={"limit": 1}, wait=False)
    pilot.wait(1)
    pilot.press("3", "enter")
    assert screen(pilot) == "WaysToPlay"
    pilot.wait(12)
    assert screen(pilot) == "MatchScreen"
    pilot.expect("Time is up.")


def test_choice_of_a_card_value_behind_the_key_list_closes_when_the_time_is_up():
    pilot = match("en", given={"limit": 1}, wait=False)
    pilot.wait(1)
    pilot.press("3", "enter", "f1")
    pilot.wait(12)
    assert screen(pilot) == "KeyList"
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen"


def test_table_is_drawn_behind_a_choice_of_a_card_value():
    pilot = choice("en")
    frame = pilot.app.frame()
    assert frame.title == "Ace, worth?"
    assert [row.text for row in frame.rows] == ["Plus 1, total 1", "Plus 11, total 11"]
    assert [row.focused for row in frame.rows] == [True, False]
    assert len(frame.cards) == 3
    assert frame.table.total.value == 0


# The mouse ----------------------------------------------------------------------------------------


def test_click_on_a_card_plays_it(pilot):
    assert click(pilot, "card 0") == "King of clubs. 10. Draw, space."
    assert click(pilot, "card 1").startswith("Not your turn")
    assert pilot.sounds[-1].sound == "refused"
    assert click(pilot, "card 7") == ""
    assert click(pilot, "row 0") == ""
    pilot.perform(pilot.app.missed(pilot.now, "King of clubs."))
    assert pilot.look()[-1].text == "King of clubs."


def test_click_on_a_card_opens_its_values_and_click_on_a_row_plays_it(pilot):
    assert click(pilot, "card 2") == "Ace, worth? Plus 1, total 1."
    assert click(pilot, "row 1").startswith("Ace of spades, plus 11. 11.")


def test_click_on_another_card_closes_the_choice_of_a_card_value():
    pilot = choice("en")
    pilot.look()
    assert click(pilot, "card 0") == "King of clubs. 10. Draw, space."
    assert screen(pilot) == "MatchScreen"


def test_click_on_a_row_acts_like_enter():
    pilot = menu("en")
    assert click(pilot, "row 7").endswith("Options. How much is said, normal.")
    assert (
        click(pilot, "row 0") == "Only the essential, the usual, or all that keys tell on request."
    )
    assert click(pilot, "row 99") == ""
    assert click(pilot, "card 0") == ""


def test_click_in_the_speech_test_opens_the_main_menu():
    pilot = Pilot(lang="it", first_run=True)
    click(pilot, "row 0")
    assert click(pilot, "row 0").endswith("Menu principale. Gioca. Le lezioni sono in Aiuto.")


def test_legal_commands_are_drawn_as_buttons():
    pilot = others_turn("en")
    assert [(one.text, one.key) for one in pilot.app.frame().buttons] == [("Draw", "space")]
    pilot.press("space")
    assert pilot.app.frame().buttons == ()

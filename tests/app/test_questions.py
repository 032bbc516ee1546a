"""Buttons for the most useful questions, and a list of all others, for players without keys."""

import pytest

from audiogames.core.registry import game, own_ids
from audiogames.table.setup import Setup
from tests.kit.places import menu, others_turn, over
from tests.kit.pressing import bound, click

HABITS = ({}, {"letters": False}, {"hand": "left"}, {"hand": "right"})
SEATS = {"novantanove": 2, "invido": 2, "scopa": 2, "tressette": 4, "wist": 4}


def table(game_id, lang="en", **habits):
    """Return a match of this game against bots, after its first announcements."""
    pilot = menu(lang, **habits)
    setup = Setup(game(game_id), game(game_id).options(), (), None, "easy", 5)
    seats = SEATS.get(game_id, game(game_id).usual_seats)
    pilot.app.matches.play_now(setup, seats, pilot.now)
    pilot.wait(12)
    pilot.look()
    return pilot


def asked(pilot, number):
    """Press the key of the question button with this number, and return the answer."""
    pilot.press(pilot.app.frame().questions[number].key)
    return pilot.look()[-1].text


def test_questions_at_the_table_are_drawn_as_buttons():
    questions = table("novantanove").app.frame().questions
    assert [(one.text, one.key) for one in questions] == [
        ("Whose turn", "t"),
        ("Total", "c"),
        ("Tokens of everybody", "s"),
    ]


@pytest.mark.parametrize("game_id", own_ids())
def test_question_button_works_with_every_key_preset(game_id):
    usual = table(game_id)
    said = [asked(usual, number) for number in range(len(usual.app.frame().questions))]
    assert len(set(said)) == len(said) > 2
    for habits in HABITS[1:]:
        pilot = table(game_id, **habits)
        assert [asked(pilot, number) for number in range(len(said))] == said


def test_question_buttons_are_not_drawn_over_a_list_searched_by_letters():
    pilot = table("novantanove")
    pilot.press("escape")
    assert pilot.app.frame().questions == ()
    pilot.press("escape")
    assert len(pilot.app.frame().questions) == 3


def test_question_buttons_are_drawn_on_every_turn_but_not_after_the_match():
    assert over("en").app.frame().questions == ()
    assert len(others_turn("en").app.frame().questions) == 3


@pytest.mark.slow
@pytest.mark.parametrize("game_id", own_ids())
def test_every_key_function_of_a_game_can_be_run_by_a_click_in_the_key_list(game_id):
    spec = game(game_id)
    own = (*spec.queries, *spec.commands, *spec.hand.toggles, *spec.lists.openers)
    for number, one in enumerate(own):
        pilot = table(game_id, **HABITS[number % len(HABITS)])
        pilot.press("f1")
        lines = [binding.id for binding in bound(pilot)]
        pilot.look()
        assert click(pilot, f"row {lines.index(one.id)}"), one.id

"""The list of commands (Applications key, Ctrl+F9) has exactly the possible commands."""

import pytest

from audiogames.core.contract import Turn
from tests.app.practising import playing, to_my_turn
from tests.kit.places import choice, eliminated, match, others_turn, over, waiting
from tests.kit.pressing import pressed, screen


def offered(pilot):
    """Open the list of commands by its key, and return its lines."""
    pilot.press("applications")
    assert screen(pilot) == "Actions"
    return [pilot.app.text(item.label) for item in pilot.app.screen.items()]


@pytest.mark.parametrize(
    ("lang", "words", "played"),
    [
        ("it", "Ora puoi. Gioca re di fiori.", "Re di fiori."),
        ("en", "Possible now. Play king of clubs.", "King of clubs."),
    ],
)
def test_command_list_plays_the_focused_card(lang, words, played):
    pilot = match(lang)
    pilot.press("home")
    assert pressed(pilot, "applications") == words
    assert pressed(pilot, "enter").startswith(played)
    assert not pilot.app.session.my_turn


def test_command_list_without_a_focused_card_offers_to_focus_a_playable_one():
    pilot = match("en")
    assert offered(pilot) == ["Go to a card that you can play."]
    assert pressed(pilot, "enter") == "King of clubs."
    assert screen(pilot) == "MatchScreen"


def test_command_list_on_an_illegal_card_offers_to_focus_a_legal_one():
    pilot = playing("tressette")
    for _ in range(40):
        to_my_turn(pilot)
        pilot.wait(30)
        legal = {move.card for move in pilot.app.session.view.legal}
        cards = pilot.app.screen.hand.cards
        if {*cards} - legal:
            break
        pilot.press("home", "enter")
    pilot.app.screen.hand.put(next(at for at, one in enumerate(cards) if one not in legal))
    assert offered(pilot)[-1] == "Go to a card that you can play."
    pilot.press("end", "enter")
    assert pilot.app.screen.hand.focused in legal


def test_command_list_offers_the_draw_while_it_is_due():
    assert offered(others_turn("en")) == ["Draw."]


def test_command_list_between_deals_offers_to_continue():
    pilot = waiting("en")
    assert offered(pilot) == ["Go on."]
    pilot.press("enter")
    assert not pilot.app.session.waiting


def test_command_list_after_the_match_offers_playing_again_and_leaving():
    pilot = over("en")
    pilot.wait(20)
    before = pilot.app.session
    buttons = [button.text for button in pilot.app.frame().buttons]
    assert buttons == ["Again", "Review", "Menu"]
    assert offered(pilot) == ["Again.", "Review.", "Menu."]
    pilot.press("enter")
    assert pilot.app.session is not before
    pilot = over("en")
    assert offered(pilot)
    pilot.press("end", "enter")
    assert screen(pilot) == "MainMenu"


def test_command_list_in_a_pause_offers_to_end_it():
    pilot = match("en")
    pilot.press("shift+p")
    assert offered(pilot) == ["Go on with the match."]
    assert pressed(pilot, "enter").startswith("Resumed.")


def test_applications_key_repeats_the_question_about_a_card_value():
    pilot = choice("en")
    assert pressed(pilot, "applications") == "Ace, worth? Plus 1, total 1."
    assert screen(pilot) == "WaysToPlay"


def test_command_list_of_an_eliminated_player_offers_only_fast_forward():
    pilot = eliminated("en")
    assert pilot.app.session.view.to_act is not Turn.OVER
    assert offered(pilot) == ["To the end of the match."]

"""A card that was named by an arrow is not named again by the Enter that plays it."""

import pytest

from audiogames.core.registry import game
from audiogames.games.invido.model import PACK
from audiogames.present.history import GAME
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.places import match, menu


def played(pilot, *keys, after=2.0):
    """What Enter is answered with, so long after these keys."""
    pilot.press(*keys)
    pilot.wait(after)
    pilot.look()
    pilot.press("enter")
    return pilot.look()[0]


def remembered(pilot):
    return pilot.app.announcer.history.entries(GAME)[-1].text


def invido(*bot, dealer=1):
    dealing = ScriptedDealer(f"dealer {dealer}", "deal 3c Rs 7d Cb 6c 6d", id_="invido", pack=PACK)
    pilot = Pilot(MemoryStorage(), dealer=dealing, script={"Ada": list(bot)})
    pilot.press("g", "enter", "i", "enter", "b", "enter")
    pilot.wait(12)
    return pilot


@pytest.mark.parametrize(
    ("lang", "spoken", "kept"),
    [
        ("it", "10. Pesca, spazio.", "Re di fiori. 10. Pesca, spazio."),
        ("en", "10. Draw, space.", "King of clubs. 10. Draw, space."),
    ],
)
def test_only_the_new_total_is_spoken_while_braille_and_history_have_the_card(lang, spoken, kept):
    pilot = match(lang)
    answer = played(pilot, "home")
    assert answer.text == spoken
    assert answer.braille.startswith({"it": "10 Rf", "en": "10 Kc"}[lang])
    assert remembered(pilot) == kept
    pilot.press("ctrl+r")
    assert pilot.heard() == kept


def test_a_name_that_was_cut_off_is_said_again():
    pilot = match()
    pilot.apart = 0.1
    assert played(pilot, "home", after=0.2).text == "Re di fiori. 10. Pesca, spazio."


@pytest.mark.parametrize("between", ["c", "x", "pageup", "f12"])
def test_a_name_that_was_not_the_last_thing_said_is_said_again(between):
    answer = played(match(), "home", between)
    assert answer.text.endswith("10. Pesca, spazio.")
    assert answer.text.startswith("Re ")


def test_a_name_that_something_was_said_after_is_said_again():
    """The bots' cards came between the arrow and the turn."""
    pilot = match(script={"Ada": ["7s"], "Bruno": ["5c"]})
    pilot.press("end", "enter", "enter", "space", "home")
    pilot.wait(20)
    pilot.look()
    pilot.press("enter")
    assert pilot.look()[0].text.startswith("Re di fiori. ")


def test_the_focus_names_its_card_however_often_it_is_asked():
    pilot = match()
    pilot.press("home")
    pilot.wait(2)
    pilot.look()
    pilot.press("home")
    assert pilot.heard() == "Re di fiori."


def test_in_a_trick_game_a_word_says_that_the_card_lies():
    pilot = invido("Cb")
    answer = played(pilot, "home")
    assert (answer.text, answer.braille) == ("In tavola.", "3c")
    assert remembered(pilot) == "Tre di coppe."


def test_the_last_card_of_a_trick_is_answered_by_what_comes_of_it():
    pilot = invido("Cb", dealer=0)
    answer = played(pilot, "home")
    assert answer.text == "Mano tua. Tocca a te."
    assert remembered(pilot) == "Tre di coppe. Mano tua. Tocca a te."


def test_that_a_card_cuts_is_news_also_of_one_that_was_named():
    pilot = menu()
    pilot.app.matches.teach(game("wist"))
    for keys in ("space", "right", "a", "b", "3 enter", "2 enter", "c"):
        pilot.press(*keys.split())
        pilot.wait(30)
    answer = played(pilot, "down")
    assert answer.text == "Tagli. Prendi tu, 1 su 2. Tocca a te."
    told = [entry.text for entry in pilot.app.announcer.history.entries(GAME)]
    assert "Tagli, sette di cuori. Prendi tu, 1 su 2. Tocca a te." in told

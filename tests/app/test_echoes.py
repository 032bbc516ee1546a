"""Enter plays the focused card without naming it again if an arrow key has just named it."""

import pytest

from audiogames.core.registry import game
from audiogames.games.invido.model import PACK
from audiogames.present.history import GAME
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.places import match, menu


def played(pilot, *keys, after=2.0):
    """Press these keys, wait `after` seconds, press Enter, and return the answer to Enter."""
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
def test_card_just_spoken_is_not_spoken_again_on_enter_but_is_shown_in_braille(lang, spoken, kept):
    pilot = match(lang)
    answer = played(pilot, "home")
    assert answer.text == spoken
    assert answer.braille.startswith({"it": "10 Rf", "en": "10 Kc"}[lang])
    assert remembered(pilot) == kept
    pilot.press("ctrl+r")
    assert pilot.heard() == kept


def test_enter_repeats_a_card_name_whose_speech_was_interrupted():
    pilot = match()
    pilot.apart = 0.1
    assert played(pilot, "home", after=0.2).text == "Re di fiori. 10. Pesca, spazio."


@pytest.mark.parametrize("between", ["c", "x", "pageup", "f12"])
def test_enter_repeats_a_card_name_after_another_key_was_answered(between):
    answer = played(match(), "home", between)
    assert answer.text.endswith("10. Pesca, spazio.")
    assert answer.text.startswith("Re ")


def test_enter_repeats_a_card_name_that_was_followed_by_an_event():
    """Between the arrow key and the player's turn, the bots' cards are announced."""
    pilot = match(script={"Ada": ["7s"], "Bruno": ["5c"]})
    pilot.press("end", "enter", "enter", "space", "home")
    pilot.wait(20)
    pilot.look()
    pilot.press("enter")
    assert pilot.look()[0].text.startswith("Re di fiori. ")


def test_home_key_announces_the_first_card_even_if_it_was_just_announced():
    pilot = match()
    pilot.press("home")
    pilot.wait(2)
    pilot.look()
    pilot.press("home")
    assert pilot.heard() == "Re di fiori."


def test_card_just_named_is_not_named_again_when_played_in_trick_games():
    pilot = invido("Cb")
    answer = played(pilot, "home")
    assert (answer.text, answer.braille) == ("In tavola.", "3c")
    assert remembered(pilot) == "Tre di coppe."


def test_announcement_after_playing_the_last_card_of_a_trick_names_the_taker():
    pilot = invido("Cb", dealer=0)
    answer = played(pilot, "home")
    assert answer.text == "Mano tua. Tocca a te."
    assert remembered(pilot) == "Tre di coppe. Mano tua. Tocca a te."


def test_announcement_of_trumping_omits_a_card_just_named():
    pilot = menu()
    pilot.app.matches.teach(game("wist"))
    for keys in ("space", "right", "a", "b", "3 enter", "2 enter", "c"):
        pilot.press(*keys.split())
        pilot.wait(30)
    answer = played(pilot, "down")
    assert answer.text == "Tagli. Prendi tu, 1 su 2. Tocca a te."
    told = [entry.text for entry in pilot.app.announcer.history.entries(GAME)]
    assert "Tagli, sette di cuori. Prendi tu, 1 su 2. Tocca a te." in told

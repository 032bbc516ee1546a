"""The speed of a screen reader is measured at the speech test and after a change of output."""

import pytest

from audiogames.app.settings import Settings
from audiogames.app.speed import FASTEST, REACTION, SLOWEST, measured
from audiogames.present.announcer import ONSET
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import language_screen, match, menu
from tests.kit.pressing import pressed, screen

QUESTION = {
    "it": "Quanto va veloce la lettura? Premi Invio appena questa frase è finita.",
    "en": "How fast does your reader speak? Press Enter when this sentence has ended.",
}
WHERE = {
    "it": "parole al minuto, si cambia nelle opzioni.",
    "en": "words a minute, set in the options.",
}


def after(words, rate):
    """Return when Enter is pressed after a test sentence with this number of words.

    The person's screen reader speaks `rate` words a minute.
    """
    return ONSET + REACTION + 60 * words / rate


@pytest.mark.parametrize("rate", [90, 250, 400, 720])
def test_reading_speed_is_computed_from_the_time_at_which_the_key_is_pressed(rate):
    assert measured(20, after(20, rate), 250) == rate


@pytest.mark.parametrize(
    "seconds", [0.0, 0.3, after(20, FASTEST) - 0.1, after(20, SLOWEST) + 1, 600]
)
def test_reading_speed_ignores_a_key_pressed_too_early_or_too_late(seconds):
    assert measured(20, seconds, 250) == 250


@pytest.mark.parametrize("lang", ["it", "en"])
def test_speech_test_measures_the_reading_speed(lang):
    pilot = language_screen(lang)
    pilot.press("enter")
    told = pilot.look()[-1]
    assert told.text.endswith(QUESTION[lang])
    assert told.braille.endswith(QUESTION[lang]), "who reads braille measures that, all of it"
    pilot.now = told.at + after(len(told.text.split()), 400) - pilot.apart
    pilot.press("enter")
    assert 395 <= pilot.app.settings.rate <= 405
    assert WHERE[lang] in pilot.look()[-1].text
    assert screen(pilot) == "MainMenu"
    assert pilot.storage.settings.rate == pilot.app.announcer.rate


def test_repeating_the_test_sentence_restarts_the_speed_measurement():
    pilot = language_screen("it")
    pilot.press("enter")
    pilot.wait(30)
    pilot.press("down")
    told = pilot.look()[-1]
    pilot.now = told.at + after(len(told.text.split()), 300) - pilot.apart
    pilot.press("enter")
    assert 295 <= pilot.app.settings.rate <= 305


def test_speech_output_that_reports_the_end_of_speech_skips_the_speed_test():
    pilot = language_screen("it")
    pilot.app.announces_end(it_does=True)
    pilot.press("enter")
    assert QUESTION["it"] not in pilot.look()[-1].text
    pilot.press("enter")
    assert screen(pilot) == "MainMenu"
    assert pilot.app.settings.rate == Settings().rate


def change_output(pilot, name="JAWS"):
    """Switch to another speech output."""
    pilot.perform(pilot.app.speaking_through(name, pilot.now, braille=False))


def test_new_speech_output_is_measured_in_the_main_menu():
    pilot = menu("it")
    change_output(pilot)
    pilot.wait(20)
    assert screen(pilot) == "SpeedTest"
    told = pilot.look()[-1]
    assert told.text == QUESTION["it"]
    pilot.now = told.at + after(len(told.text.split()), 350) - pilot.apart
    pilot.press("enter")
    assert 345 <= pilot.app.settings.rate <= 355
    assert pilot.app.settings.rate_of == "JAWS"
    assert pilot.look()[-1].text.endswith("Menu principale. Gioca.")
    change_output(pilot, "text")
    change_output(pilot)
    pilot.wait(20)
    assert screen(pilot) == "MainMenu", "that one was measured"


def test_speed_test_waits_until_the_main_menu():
    pilot = match("it")
    change_output(pilot)
    pilot.wait(20)
    assert screen(pilot) == "MatchScreen"
    pilot.press("escape", "end", "enter")
    pilot.wait(20)
    assert screen(pilot) == "SpeedTest"
    pilot.press("escape")
    assert screen(pilot) == "MainMenu"
    pilot.wait(60)
    assert screen(pilot) == "MainMenu", "once is enough"


def test_speed_test_is_skipped_for_a_new_output_that_reports_the_end_of_speech():
    pilot = menu("it")
    change_output(pilot, "eSpeak NG")
    pilot.app.announces_end(it_does=True)
    pilot.wait(60)
    assert screen(pilot) == "MainMenu"


def test_program_started_with_an_unmeasured_speech_output_runs_the_speed_test():
    pilot = Pilot(MemoryStorage(Settings(language="it", rate=400, rate_of="JAWS")))
    pilot.wait(20)
    assert screen(pilot) == "SpeedTest"


def test_options_can_start_the_speed_test():
    pilot = menu("it")
    pilot.press("f10", "end")
    labels = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    place = labels.index("Misura la velocità di lettura.")
    pilot.press(*["up"] * (len(labels) - 1 - place))
    assert pressed(pilot, "enter") == QUESTION["it"]
    assert pressed(pilot, "enter").startswith("250 parole"), "far too early"
    assert screen(pilot) == "SettingsScreen"

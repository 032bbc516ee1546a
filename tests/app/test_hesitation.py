"""Tests of the option that sets how much longer bots may think about hard decisions."""

from dataclasses import replace

import pytest

from audiogames.app.settings import Settings
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import eliminated, match


class Unhurried(Pilot):
    hesitates = True


@pytest.mark.parametrize(
    ("lang", "said", "never"),
    [
        ("en", "Time for hard decisions, 1.5 seconds.", "Time for hard decisions, 0 seconds."),
        ("it", "Tempo per le scelte difficili, 1,5 secondi.", "scelte difficili, 0 secondi."),
    ],
)
def test_hesitation_option_is_set_by_the_player(lang, said, never):
    pilot = Unhurried(MemoryStorage(Settings(language=lang)), lang=lang)
    names = [pilot.app.text(item.label) for item in open_settings(pilot)]
    place = next(n for n, one in enumerate(names) if one.startswith(said.split(",")[0]))
    pilot.press("home", *["down"] * place)
    pilot.look()
    pilot.press("right")
    pilot.expect(said)
    pilot.press(*["left"] * 5)
    pilot.expect(never)
    assert pilot.storage.settings.thought == 0


def open_settings(pilot):
    pilot.press("f10")
    return pilot.app.screen.items()


def test_hesitation_option_applies_to_the_running_match():
    pilot = match("en")
    assert pilot.app.session.table.time.thought == 0
    open_settings(pilot)
    names = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    place = next(n for n, one in enumerate(names) if one.startswith("Time for hard decisions"))
    pilot.press("home", *["down"] * place, "right", "right")
    assert pilot.app.session.table.time.thought == 1.0


def test_fast_forward_turns_hesitation_off():
    pilot = eliminated("en")
    pilot.app.change_settings(replace(pilot.app.settings, thought=30))
    assert pilot.app.session.table.time.thought == 3.0
    pilot.press("ctrl+end")
    assert pilot.app.session.table.time.thought == 0

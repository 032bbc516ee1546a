"""Tests of a newcomer's forty scripted steps, spoken by a real speech daemon."""

import pytest

from tests.kit.programs.screen import reason_missing
from tests.kit.speech_daemon import speech_missing
from tests.kit.waiting import require
from tests.newcomer.program import SCENES
from tests.newcomer.steps import LANGUAGES, SCRIPT, Step
from tests.newcomer.walk import agrees, walked, written

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    ("heard", "wanted", "is_same"),
    [
        ("Ada deals. Game on.", "Game on.", True),
        ("You, piombo, Three of swords.", "You, piombo, three of swords.", True),
        ("Total 22.", "Total {}.", True),
        ("Ada, seven. Your turn.", "Your turn. {}Ada, seven.", False),
        ("Total 22. Your turn.", "Total 22. Bruno's turn.", False),
        ("", "Total 22.", False),
    ],
)
def test_step_of_the_newcomers_script_requires_the_expected_words_in_order(heard, wanted, is_same):
    assert agrees(heard, wanted) is is_same


def test_newcomer_report_prints_differing_words_below_the_expected_words():
    step = Step("18", ("c",), ("Totale 22.", "Total 22."))
    lines = written(step, "en", "Total 23.")
    assert "DIFFERS" in lines
    assert lines.index("Total 22.") < lines.index("Total 23.")
    assert "as wanted" in written(step, "it", "Totale 22.")


def test_newcomer_script_has_all_forty_steps():
    numbers = [step.number.split(",")[0] for steps in SCRIPT.values() for step in steps]
    assert set(map(str, range(1, 41))) == set(numbers)
    assert set(SCENES) == set(SCRIPT)


@pytest.mark.speech
@pytest.mark.window
@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_script_passes_in_a_real_window(lang):
    require(reason_missing() or speech_missing())
    for step, heard in walked("dark", lang):
        assert heard, step.number

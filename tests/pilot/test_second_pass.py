"""Repeats the tests of the newcomer's script with one output: voice, text or braille.

The script has forty numbered steps for a blind player's first hour with the program.  The
tests of these steps are run again.  Their announcements pass through the built-in voice,
the lines of the terminal or the parts of a braille line, and must arrive complete.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import closing

import pytest

from audiogames.present.outputs import Announcement
from audiogames.shell.speech.espeak import Prosody, load_espeak
from audiogames.shell.speech.panning import PanningKey, Reading
from audiogames.shell.terminal.terminal import Terminal
from tests.kit.pilot import Pilot
from tests.pilot import test_invido, test_newcomer, test_pause, test_tressette, test_wist

LANGUAGES = ("it", "en")
CELLS = 40
QUICK = Prosody(rate=450, pitch=50, volume=80)

STEPS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": step
    for module in (test_newcomer, test_invido, test_tressette, test_wist, test_pause)
    for name, step in vars(module).items()
    if name.startswith("test_newcomer_")
    and name != "test_newcomer_chooses_language_and_voice_at_the_first_start"
}
"""All steps but the first three, which name the voice and are below."""

Ears = Callable[[Announcement], None]


def by_voice(one: Announcement) -> None:
    """Check that the built-in voice makes enough sound for all words of the announcement."""
    voice = load_espeak()
    assert voice is not None, "espeakng-loader is a dependency"
    samples = voice.synthesise(one.text, lang=one.lang, prosody=QUICK, stopped=lambda: False)
    spoken = len(samples) / 2 / voice.sample_rate
    assert spoken > 0.03 * len(one.text.split()), one.text


def by_text(one: Announcement) -> None:
    """Check that the terminal prints all words of the announcement, in a single line."""
    page = io.StringIO()
    with closing(Terminal(keyboard=0, out=page)) as terminal:
        terminal.show(one)
    assert page.getvalue().split() == one.text.split()
    assert len(page.getvalue().splitlines()) == 1


def by_finger(one: Announcement) -> None:
    """Check that panning through a line of forty cells shows every word of the braille text."""
    reading = Reading()
    reading.fit(CELLS, 1)
    reading.add(one.braille)
    shown = [reading.shown]
    while (reading.move(PanningKey.FORWARD), reading.shown)[1] != shown[-1]:
        shown.append(reading.shown)
    assert all(len(part) <= CELLS for part in shown)
    assert " ".join(shown).split() == one.braille.split()


WAYS: dict[str, tuple[str, bool, Ears]] = {
    "voice": ("eSpeak NG", False, by_voice),
    "text": ("text", False, by_text),
    "braille": ("none", True, by_finger),
}


@pytest.fixture(params=WAYS)
def received(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give all pilots of the test one speech output; return the list of announced texts."""
    name, braille, ears = WAYS[request.param]
    monkeypatch.setattr(Pilot, "voice", name)
    monkeypatch.setattr(Pilot, "braille", braille)
    came: list[str] = []

    def hear(one: Announcement) -> None:
        ears(one)
        came.append(one.text)

    monkeypatch.setattr(Pilot, "ears", staticmethod(hear))
    return came


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("step", STEPS)
def test_newcomers_script_can_be_followed_by_voice_text_or_braille_alone(
    step: str, lang: str, received: list[str]
) -> None:
    STEPS[step](lang)
    assert received


SPEAKING = {
    "eSpeak NG": ("Parlo con la voce interna, senza", "Speaking through the built-in voice, no"),
    "text": ("Nessuna voce trovata, solo testo", "No voice found, text only"),
    "none": ("braille attivo", "braille on"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_first_start_names_the_speech_output(lang: str, received: list[str]) -> None:
    pilot = test_newcomer.newcomer(lang)
    test_newcomer.choose_language(pilot)
    told = " ".join(received)
    assert SPEAKING[Pilot.voice][LANGUAGES.index(lang)] in told, told

"""Pauses, speech settings and described keys, as a newcomer meets them.

These are steps 24, 38 and 39 of the newcomer's script (`tests/pilot/test_newcomer.py`).
"""

from __future__ import annotations

import pytest

from audiogames.app.settings import Settings
from tests.kit.languages import FIRST_LETTER
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.pressing import in_

LANGUAGES = ("it", "en")


def at_table(lang: str, *, limit: bool = False, first: int = 2) -> Pilot:
    """Return Novantanove against Ada and Bruno, with this time limit and dealer."""
    dealer = ScriptedDealer(f"dealer {first}", "deal Kc 7h As 7s 6s 5s 4c 3c 9c")
    pilot = Pilot(MemoryStorage(Settings(language=lang)), lang=lang, dealer=dealer)
    pilot.press(FIRST_LETTER[lang], "enter", "enter", "b", "b")
    if limit:
        pilot.press("alt+o", "end", "right", *["left"] * 4, "escape")
    pilot.look()
    pilot.press("enter")
    pilot.wait(0.6)
    return pilot


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_hears_pause_and_resumption_of_a_match(lang):
    pilot = at_table(lang)
    pilot.look()
    pilot.press("shift+p")
    assert pilot.heard() == in_(lang, "Pausa.", "Paused.")
    pilot.away(gone=True)
    pilot.wait(30)
    pilot.look()
    pilot.away(gone=False)
    pilot.expect(in_(lang, "Novantanove, in pausa, totale 0.", "Novantanove, paused, total 0."))
    pilot.press("shift+p")
    assert pilot.heard() == in_(lang, "Si riprende. Tocca a te.", "Resumed. Your turn.")


def test_pause_stops_bots_and_refuses_cards():
    pilot = at_table("it", first=0)
    pilot.press("shift+p")
    pilot.look()
    pilot.wait(60)
    assert pilot.look() == []
    pilot.press("home", "enter")
    pilot.expect("In pausa, maiuscolo P riprende.")
    pilot.press("shift+p")
    pilot.expect("Si riprende. Tocca ad Ada.")
    pilot.wait_for("Ada,", 20)


def test_pause_stops_the_clock():
    pilot = at_table("it", limit=True)
    session = pilot.app.session
    assert session is not None
    pilot.wait(2)
    left = session.time_left(pilot.now)
    pilot.press("shift+p")
    pilot.wait(500)
    assert session.time_left(pilot.now) == pytest.approx(left, abs=0.2)
    pilot.press("shift+p")
    pilot.wait(1)
    assert session.my_turn, "the turn did not end in the pause"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_changes_verbosity_bot_pace_and_volume(lang):
    pilot = at_table(lang)
    pilot.look()
    pilot.press("f12", "f12")
    assert [one.text for one in pilot.look()] == [
        in_(lang, "Quanto si dice, tutto.", "How much is said, everything."),
        in_(lang, "Quanto si dice, l'essenziale.", "How much is said, the essential."),
    ]
    pilot.press("f10")
    pilot.expect(in_(lang, "Opzioni.", "Options."))
    pilot.press(in_(lang, "r", "b"))
    while in_(lang, "Ritmo dei bot", "Bot pace") not in pilot.heard():
        pilot.press(in_(lang, "r", "b"))
    pilot.press("right")
    pilot.expect(in_(lang, "2", "2"))
    pilot.press("escape")
    pilot.look()
    pilot.press("f7")
    pilot.expect(in_(lang, "volume 90", "volume 90"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_hears_the_effects_of_keys_and_reads_the_rules(lang):
    pilot = at_table(lang)
    pilot.look()
    pilot.press("f11", "c", "insert", "f11", "ctrl+f1")
    assert [one.text for one in pilot.look()][:4] == [
        in_(lang, "Descrizione tasti attiva.", "Key describer on."),
        in_(lang, "C, totale.", "C, total."),
        in_(lang, "Insert è del lettore di schermo.", "Insert belongs to the screen reader."),
        in_(lang, "Descrizione tasti spenta.", "Key describer off."),
    ]

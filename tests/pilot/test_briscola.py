"""Transcripts of Briscola: a deal for two, and one in pairs with signs."""

from __future__ import annotations

import pytest

from audiogames.core.cues import msg
from audiogames.core.registry import game
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.kit.languages import COMPLETE
from tests.kit.pilot import Pilot
from tests.transcripts import check_golden, told

LANGUAGES = ("it", "en")
SPEC = game("briscola")


def at_table(lang: str, seats: int, **options: object) -> Pilot:
    """Return a match of one deal with fixed cards, against bots that always take if they can."""
    pilot = Pilot(lang=lang)
    made = Setup(SPEC, SPEC.options(deals=1, **options), (Player("Eva"),), None, "easy", seed=8)
    pilot.app.matches.begin(made.filled(seats), pilot.now)
    pilot.drain()
    pilot.wait_for(pilot.app.text(msg("your-turn")))
    return pilot


def play_on(pilot: Pilot, tricks: int) -> None:
    """Play the first card of the sorted hand in each of the next `tricks` tricks."""
    for _ in range(tricks):
        pilot.look()
        pilot.press("home", "enter")
        if any(pilot.app.session.view.hand_sizes):
            pilot.wait_for(pilot.app.text(msg("your-turn")))
    pilot.wait(20)


@pytest.mark.slow
@pytest.mark.parametrize("lang", COMPLETE)
def test_briscola_deal_for_two_matches_its_transcript(lang):
    pilot = at_table(lang, 2)
    pilot.press("b", "m", "n", "d", "x", "down", "x", "end", "x", "a", "p", "f", "shift+b")
    play_on(pilot, 3)
    pilot.press("c", "l", "v", "s", "e", "down", "x")
    play_on(pilot, 14)
    pilot.press("b", "m", "n")
    play_on(pilot, 3)
    assert pilot.app.session.over
    check_golden(f"briscola-two.{lang}", told(pilot.announcements))


@pytest.mark.slow
@pytest.mark.parametrize("lang", COMPLETE)
def test_briscola_deal_in_pairs_with_signs_matches_its_transcript(lang):
    pilot = at_table(lang, 4, signals=True, exchange=True)
    pilot.press("f")
    play_on(pilot, 1)
    pilot.press("f", "down", "down", "enter", "f", "a", "e")
    play_on(pilot, 6)
    pilot.press("p", "m", "b", "a")
    play_on(pilot, 3)
    assert pilot.app.session.over
    check_golden(f"briscola-pairs-signs.{lang}", told(pilot.announcements))

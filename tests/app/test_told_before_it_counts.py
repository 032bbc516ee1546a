"""A player is never bound by facts that were not announced: checked in many seeded matches.

`bench/telling.py` plays more matches, and also has mutants that only many matches detect.
"""

from dataclasses import replace

import pytest

from audiogames.app.keys.changes import KeyPlace, with_key
from audiogames.app.settings import Settings
from audiogames.core.registry import game_ids
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import match
from tests.telling.matches import ALONE, play, way_of
from tests.telling.mutants import MUTANTS, caught

MATCHES = 12
"""The number of matches of each game: three in each way of playing."""
ATTEMPTS = 20
"""The number of matches of each game in which a mutant must be found."""

QUICK = [name for name, mutant in MUTANTS.items() if not mutant.is_slow]


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_no_player_is_bound_by_undelivered_facts(id_):
    found = {
        (way_of(seed), seed): [str(breach) for breach in play(id_, way_of(seed), seed)]
        for seed in range(MATCHES)
    }
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_no_player_is_bound_by_undelivered_facts_with_slow_bots(id_, monkeypatch):
    monkeypatch.setattr(Pilot, "hesitates", True)
    assert [str(breach) for seed in range(4) for breach in play(id_, ALONE, seed)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_delivery_check_catches_each_mutant(name):
    assert caught(MUTANTS[name], range(ATTEMPTS))


def wist_at_full_verbosity():
    pilot = Pilot(MemoryStorage(Settings(language="en", verbosity="full")), lang="en")
    pilot.press("p", "enter", "w", "enter", "b", "b", "b")
    pilot.look()
    pilot.press("enter")
    return pilot


def test_cards_drawn_for_the_deal_are_announced_separately_before_the_deal():
    pilot = wist_at_full_verbosity()
    (drawn,) = pilot.look()
    assert drawn.text.startswith("Cards drawn for the deal. You ")
    pilot.wait_for("Your cards.")
    (dealt,) = pilot.look()
    assert dealt.text.startswith("You deal. ")
    assert len(drawn.text.split()) < len(dealt.text.split()) < 45


def test_cards_are_unknown_until_the_draw_for_the_deal_has_been_announced():
    pilot = wist_at_full_verbosity()
    assert not pilot.app.session.view.hand
    assert not pilot.app.frame().cards
    pilot.look()
    pilot.press("h")
    (answer,) = pilot.look()
    assert answer.text.startswith("You deal. ")
    assert "Your cards. " in answer.text
    assert len(pilot.app.session.view.hand) == len(pilot.app.frame().cards) == 13


def test_interrupted_announcement_of_the_draw_for_dealer_is_repeated_before_the_deal():
    pilot = wist_at_full_verbosity()
    pilot.look()
    pilot.rush("t")
    pilot.expect("Cards drawn for the deal.", "You deal.", "Your cards.")


def test_enter_bound_to_stop_speech_does_not_play_a_card():
    pilot = match("en")
    keys = with_key((), KeyPlace("global", "hush", 0), "enter")
    pilot.app.change_settings(replace(pilot.app.settings, keys=keys))
    pilot.press("home", "enter", "space", "home")
    while not pilot.app.session.my_turn:
        pilot.wait(0.1)
    pilot.look()
    pilot.rush("enter")
    assert pilot.heard() == "Bruno, three of diamonds, 20. Your turn."

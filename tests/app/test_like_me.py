"""The adaptive level in the program: how it is chosen, announced, stored, adjusted and reset."""

from dataclasses import replace

import pytest

from audiogames.app.screens.options import level_knob
from audiogames.app.settings import Settings, read_settings, written
from audiogames.cli.arguments import BOT, level
from audiogames.cli.words import UsageError
from audiogames.core.options import read_options
from audiogames.core.registry import game, game_ids
from audiogames.search.levelling import LIKE_ME, LevelFound, at_first, expected_share, place_after
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.kit.languages import FIRST_LETTER
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import menu

NOVANTANOVE = game("novantanove")


def table(storage=None, *, lang="en", tokens=1, people=1, level_=LIKE_ME, limit=None):
    """Start a match against one bot, by default at the adaptive level."""
    pilot = Pilot(storage or MemoryStorage(), lang=lang)
    options = read_options(NOVANTANOVE.options, {"tokens": tokens})
    others = [Player(f"Bea {number}") for number in range(people - 1)]
    setup = Setup(NOVANTANOVE, options, (pilot.app.matches.me(), *others), limit, level_, seed=4)
    pilot.app.matches.begin(setup.with_bot(), pilot.now)
    pilot.press("t")
    return pilot


def place(pilot):
    return pilot.app.matches.finder.found(NOVANTANOVE).place


def until(pilot, is_so):
    """Play cards and continue after deals until `is_so()` is true."""
    for _ in range(400):
        if is_so():
            return pilot
        pilot.press("enter", "space")
        pilot.wait(2)
    raise AssertionError("it never is")


def lose_match(storage=None):
    """Lose a match played for one token, by letting every turn time out."""
    pilot = table(storage, limit=5)
    pilot.wait(200)
    assert pilot.app.session.over
    return pilot


def over(pilot):
    return until(pilot, lambda: pilot.app.session.over)


def kept_at(place_, matches=5, **more):
    found = LevelFound("novantanove", place_, matches, **more)
    return MemoryStorage(Settings(found_levels=(found,)))


# Choosing it --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "said", "how"),
    [
        ("en", "Bot level, like me, the same as normal.", "as many matches as the others."),
        ("it", "Livello dei bot, come me, pari a normale.", "tante partite quante gli altri."),
    ],
)
def test_adaptive_level_is_listed_last_with_its_position(lang, said, how):
    pilot = menu(lang)
    pilot.press(FIRST_LETTER[lang], "enter", "n", "enter", "alt+o", "end")
    pilot.look()
    pilot.press("right", "right")
    pilot.expect(said, how)
    pilot.press("escape", "b")
    assert {one.level for one in pilot.app.screen.setup.players[1:]} == {LIKE_ME}


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (1.5, "between normal and strong"),
        (0.05, "the same as easy"),
        (0.4, "between easy and normal"),
        (2.4, "the same as strong"),
        (-0.4, "the same as easy"),
    ],
)
def test_adaptive_level_is_described_by_the_neighbouring_levels(where, said):
    pilot = Pilot(kept_at(where), lang="en")
    pilot.press("p", "enter", "n", "enter", "alt+o", "end", "right")
    pilot.look()
    pilot.press("right")
    pilot.expect(f"Bot level, like me, {said}.")


def test_adaptive_level_is_accepted_by_name_for_a_match_only():
    assert level(LIKE_ME, NOVANTANOVE, BOT) == LIKE_ME
    with pytest.raises(UsageError):
        level(LIKE_ME, NOVANTANOVE, "--bots")


def test_adaptive_level_is_not_offered_online():
    chosen = []
    knob = level_knob(NOVANTANOVE, NOVANTANOVE.options, lambda: "strong", chosen.append)
    knob.move(1)
    assert chosen == []


@pytest.mark.parametrize("id_", game_ids())
def test_adaptive_level_requests_moves_only_of_levels_on_the_ladder(id_):
    spec = game(id_)
    pilot = Pilot(lang="en")
    pilot.slow = True
    setup = Setup(spec, spec.options(), (pilot.app.matches.me(),), level=LIKE_ME, seed=1)
    pilot.app.matches.begin(setup.filled(spec.usual_seats), pilot.now)
    pilot.wait(20)
    assert all(one.level in spec.bots.rungs for one in pilot.wanted)
    assert {one.level for one in pilot.app.session.table.players[1:]} == {LIKE_ME}


# What moves it ------------------------------------------------------------------------------------


def test_adaptive_level_falls_after_a_loss_and_is_saved():
    pilot = lose_match()
    assert place(pilot) < at_first(NOVANTANOVE).place
    assert pilot.storage.settings.found_levels == (LevelFound("novantanove", place(pilot), 1),)
    again = Pilot(pilot.storage, lang="en")
    assert place(again) == place(pilot)


def test_adaptive_level_changes_after_each_deal():
    pilot = table(tokens=9)
    until(pilot, lambda: place(pilot) != 1.0)
    assert not pilot.app.session.over
    assert pilot.app.session.table.place_on_ladder == place(pilot)
    (found,) = pilot.storage.settings.found_levels
    assert found.matches == 0


@pytest.mark.parametrize("waits", [True, False])
def test_adaptive_level_counts_each_deal_of_a_resumed_match_once(waits):
    """The match is left after the first deal or within the second; the first deal counts once."""
    pilot = table(tokens=9)
    until(pilot, lambda: place(pilot) != 1.0 and pilot.app.session.waiting == waits)
    before = place(pilot)
    pilot.press("escape", "end", "enter")
    again = Pilot(pilot.storage, lang="en")
    again.app.matches.resume(next(iter(again.storage.matches)), again.now)
    assert again.app.session.table.place_on_ladder == place(again) == before
    over(again)
    (found,) = again.storage.settings.found_levels
    won = again.app.session.table.result().winners == (0,)
    whole = place_after(NOVANTANOVE, at_first(NOVANTANOVE), won - 0.5)
    assert (found.matches, found.place) == (1, pytest.approx(whole.place, abs=0.001))


@pytest.mark.parametrize("changes", [{"level_": "easy"}, {"people": 2}])
def test_matches_at_other_levels_or_with_two_people_do_not_change_the_adaptive_level(changes):
    pilot = over(table(**changes))
    assert pilot.storage.settings.found_levels == ()


def test_match_with_open_hands_does_not_change_the_adaptive_level():
    pilot = table()
    pilot.press("ctrl+o", "y", "escape")
    over(pilot)
    assert pilot.app.session.table.is_open
    assert pilot.storage.settings.found_levels == ()


def test_adaptive_level_uses_only_the_spectators_view():
    """The spectators' view holds no hidden card, so the adjustment cannot depend on one."""
    pilot = table(tokens=9)
    view = pilot.app.session.table.state.view(None)
    assert (view.seat, view.hand) == (None, ())
    assert expected_share(NOVANTANOVE, view, 0) == pytest.approx(0.5)


# Beyond the ends ----------------------------------------------------------------------------------


def test_player_below_the_weakest_level_is_notified_only_once():
    pilot = lose_match(kept_at(-0.45))
    pilot.wait_for("there is none below it")
    assert pilot.storage.settings.found_levels[0].told
    pilot = lose_match(pilot.storage)
    pilot.wait(60)
    assert "none below it" not in " ".join(pilot.transcript())


def test_adaptive_level_announces_that_the_player_is_stronger_than_every_level():
    pilot = Pilot(kept_at(2.5), lang="it")
    said = [
        pilot.app.text(cue.message)
        for cue in pilot.app.matches.finder._announce_beyond(NOVANTANOVE)
    ]
    assert len(said) == 1
    assert said[0].startswith("Sei oltre il livello forte, e sopra non ce n'è un altro")


# Statistics, and beginning again ------------------------------------------------------------------


def test_statistics_show_and_reset_the_adaptive_level():
    pilot = lose_match()
    pilot.press("f9", "enter", "enter")
    pilot.look()
    pilot.press("end")
    pilot.expect("Level like me: between easy and normal, after one match.")
    pilot.press("up", "up", "up", "up")
    pilot.expect("Against bots of the level like me, one match, none won.")
    pilot.press("end", "enter")
    pilot.expect("Put the level like me back to the middle?")
    pilot.press("y")
    pilot.expect("The level like me is back in the middle.")
    assert pilot.storage.settings.found_levels == ()
    assert place(pilot) == at_first(NOVANTANOVE).place


def test_adaptive_levels_are_restored_unchanged_from_the_settings():
    found = (LevelFound("wist", 0.5, 3),)
    kept = written(Settings(found_levels=found))
    assert read_settings(kept)[0].found_levels == found
    settings, bad = read_settings({**kept, "found_levels": {"wist": {"place": "high"}}})
    assert (settings, bad) == (replace(settings, found_levels=()), ("found_levels.wist",))


def test_stored_adaptive_level_with_a_game_id_that_is_not_utf_8_is_dropped():
    values = {"place": 1.0, "matches": 2, "told": True}
    settings, bad = read_settings({"found_levels": {"\ud800": values, "wist": values}})
    assert [one.game for one in settings.found_levels] == ["wist"]
    assert bad == ("found_levels.\ud800",)

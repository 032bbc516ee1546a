"""The menu item "Again": two Enters after launch start the last table once more."""

from dataclasses import replace

import pytest

from audiogames.core.cues import msg
from audiogames.core.log import Log
from audiogames.core.registry import game
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import Setup, new_log
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import LANGUAGES, demo_over, match, over
from tests.kit.pressing import lines, screen

NOVANTANOVE = game("novantanove")
BOTS = (
    Player("Ada", BOT, "easy", "f"),
    Player("Bruno", BOT, "easy", "m"),
    Player("Carla", BOT, "easy", "f"),
)


def storage_with_match(*players, id_="wist", options=None, limit=None, **named):
    """Return a storage with one finished match of these players, and further logs in `named`."""
    spec = game(id_)
    made = spec.options(**(options or {}))
    log = new_log(spec, made, players, TimeSettings(limit=limit), "match-1")
    storage = MemoryStorage()
    storage.ended = {"match-1": log, **named}
    return storage


@pytest.mark.parametrize(
    ("lang", "first"),
    [
        ("it", "Menu principale. Ancora, Wist con Ada, Bruno e Carla."),
        ("en", "Main menu. Again, Wist with Ada, Bruno and Carla."),
    ],
)
def test_enter_pressed_twice_after_launch_starts_the_last_table_again(lang, first):
    options = {"clockwise": True}
    pilot = Pilot(storage_with_match(Player("Eva"), *BOTS, options=options, limit=60), lang=lang)
    told = pilot.look()[-1]
    assert told.text == first
    assert told.braille.endswith({"it": "ancora Wist", "en": "again Wist"}[lang])
    pilot.press("enter")
    assert screen(pilot) == "LobbyScreen"
    assert {"it": "4 giocatori.", "en": "4 players."}[lang] in pilot.heard()
    pilot.press("enter")
    session = pilot.app.session
    assert session.spec.id == "wist"
    assert [player.name for player in session.table.players][1:] == ["Ada", "Bruno", "Carla"]
    assert {player.level for player in session.table.players[1:]} == {"easy"}
    assert session.table.time.limit == 60
    assert session.table.log.header.options["clockwise"] is True


def test_rematch_keeps_partners_in_their_seats():
    pilot = Pilot(storage_with_match(Player("Eva"), *BOTS, id_="tressette"), lang="en")
    pilot.press("enter", "enter")
    names = [player.name for player in pilot.app.session.table.players]
    assert names[1:] == ["Ada", "Bruno", "Carla"]


def test_players_can_be_added_to_a_rematch():
    pilot = Pilot(storage_with_match(Player("Eva"), *BOTS), lang="en")
    pilot.press("enter", "b")
    assert len(pilot.app.screen.setup.players) == 5


def test_playing_again_is_the_first_menu_item_after_a_match():
    pilot = over("en")
    pilot.look()
    pilot.press("escape")
    assert pilot.look()[-1].text == "Main menu. Again, Novantanove with Ada."
    pilot.press("enter", "enter")
    assert pilot.app.session.table.log.header.options["tokens"] == 1


def test_main_menu_lists_the_more_recent_of_resume_and_play_again_first():
    pilot = over("en")
    pilot.press("escape", "enter", "enter")
    pilot.wait(1)
    pilot.press("escape", "end", "enter")
    assert [line.split(",")[0] for line in lines(pilot)][:2] == ["Resume", "Again"]
    pilot = match("en")
    pilot.press("escape", "end", "enter")
    storage = pilot.storage
    storage.ended["match-2"] = storage_with_match(Player("Eva"), *BOTS).ended["match-1"]
    again = Pilot(storage, lang="en")
    assert [line.split(",")[0] for line in lines(again)][:2] == ["Again", "Resume"]


@pytest.mark.parametrize(
    "players",
    [
        (Player("Eva"), Player("Ugo"), *BOTS[:2]),
        (BOTS[0], Player("Eva"), *BOTS[1:]),
        (Player("Eva"), *BOTS[:2], Player("Zoe", BOT, "wizard")),
        (Player("Eva"), *BOTS[:2], Player("Zoe", BOT)),
    ],
)
def test_rematch_is_offered_only_to_the_first_player_of_a_match_against_known_bots(players):
    pilot = Pilot(storage_with_match(*players), lang="en")
    assert lines(pilot)[0] == "Play."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_damaged_match_is_not_offered_for_playing_again(lang):
    storage = MemoryStorage()
    storage.ended = {"match-1": msg("log-foreign", name="match-1")}
    assert lines(Pilot(storage, lang=lang))[0] in {"Gioca.", "Play."}


@pytest.mark.parametrize("options", [{"colour": 1}, {"form": "long"}])
def test_table_with_removed_options_is_not_offered_again(options):
    storage = storage_with_match(Player("Eva"), *BOTS)
    log = storage.ended["match-1"]
    storage.ended["match-1"] = Log(replace(log.header, options=options))
    assert lines(Pilot(storage, lang="en"))[0] == "Play."


def test_table_with_an_invalid_time_limit_is_not_offered_again():
    storage = storage_with_match(Player("Eva"), *BOTS)
    log = storage.ended["match-1"]
    storage.ended["match-1"] = Log(replace(log.header, time={"limit": -1}))
    assert lines(Pilot(storage, lang="en"))[0] == "Play."


def test_demonstration_match_is_not_offered_for_playing_again():
    pilot = demo_over("en")
    pilot.press("escape")
    assert lines(pilot)[0] == "Play."


def test_table_started_again_uses_the_current_settings():
    storage = storage_with_match(
        Player("Eva", auto_draw=True, patience=4.0), *BOTS, id_="novantanove"
    )
    pilot = Pilot(storage, lang="en")
    pilot.press("enter", "enter")
    me = pilot.app.session.table.players[0]
    assert (me.auto_draw, me.patience) == (False, 1.0)


def test_match_left_before_its_end_is_not_offered_as_a_rematch():
    pilot = Pilot(lang="en")
    setup = Setup(NOVANTANOVE, NOVANTANOVE.options(), (Player("Eva"),)).filled(3)
    pilot.app.matches.begin(setup, pilot.now)
    pilot.app.matches.leave()
    assert pilot.app.matches.once_more() is None, "it was not finished"

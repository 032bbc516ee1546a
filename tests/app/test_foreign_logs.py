"""Matches whose files can be read but not used are reported, and the lists stay usable."""

from dataclasses import replace

import pytest

from audiogames.app.records import Records
from audiogames.core.log import Log, LogError
from audiogames.core.registry import game
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import menu, over
from tests.kit.pressing import pressed, screen

NOVANTANOVE = game("novantanove")


def log_with(me="Eva", level="easy"):
    """Return the log of a match against one bot, before its first move."""
    players = (Player(me), Player("Ada", BOT, level))
    return new_log(NOVANTANOVE, NOVANTANOVE.options(), players, TimeSettings(), "2026-11-20")


def renamed(log, name):
    """Return a copy of the log in which the listener has another name."""
    first, *others = log.header.players
    return Log(replace(log.header, players=[{**first, "name": name}, *others]), log.entries)


def test_replay_of_a_match_without_moves_is_refused():
    pilot = menu("en")
    pilot.storage.ended["empty"] = log_with()
    with pytest.raises(LogError) as caught:
        pilot.app.matches.replay("empty")
    assert (caught.value.id, caught.value.args_) == ("log-damaged", {"line": 1})
    assert pilot.app.session is None


def test_match_with_a_player_name_that_cannot_be_encoded_does_not_break_the_list_of_matches():
    storage = MemoryStorage()
    (log,) = over("en").storage.ended.values()
    storage.ended = {"good": log, "bad": renamed(log, "Ad\ud800a")}
    found, damaged = Records(storage).past()
    assert ([one.name for one in found], damaged) == (["good"], 1)


def test_match_with_an_unknown_bot_is_unreadable():
    storage = MemoryStorage()
    storage.matches["old"] = log_with(level="zz")
    pilot = Pilot(storage, lang="en")
    assert pressed(pilot, "down") == "One unreadable match."
    assert pressed(pilot, "enter").endswith(" The match old is damaged.")
    with pytest.raises(LogError):
        pilot.app.matches.resume("old", pilot.now)
    assert pilot.app.session is None


@pytest.mark.parametrize("level", ["easy", "random"])
def test_match_with_a_bot_of_any_known_level_can_be_resumed(level):
    storage = MemoryStorage()
    storage.matches["old"] = log_with(level=level)
    pilot = Pilot(storage, lang="en")
    pilot.app.matches.resume("old", pilot.now)
    assert screen(pilot) == "MatchScreen"

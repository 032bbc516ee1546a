"""The default of an option may depend on another option, until the player sets a value."""

import pytest

from audiogames.app.screens.lobby import LobbyScreen
from audiogames.cli.arguments import options as options_given
from audiogames.core.registry import game
from tests.app.online import host_of_two
from tests.kit.places import menu
from tests.kit.pressing import pressed


def lobby(id_):
    """Return a new table of this game, in its lobby."""
    pilot = menu("en")
    pilot.app.push(LobbyScreen(pilot.app, pilot.app.matches.table_for(game(id_))))
    return pilot


def open_accuse_option(pilot):
    """Open the options of a table of Tressette, and focus the option for accuse."""
    pilot.press("alt+o", "b")


def test_default_target_score_of_tressette_depends_on_accuse():
    pilot = lobby("tressette")
    open_accuse_option(pilot)
    assert pressed(pilot, "right") == "Buongioco, on. Target, 41."
    assert pressed(pilot, "left") == "Buongioco, off. Target, 31."


def test_target_score_set_by_the_player_is_not_changed_by_the_accuse_option():
    pilot = lobby("tressette")
    pilot.press("alt+o", "right", "left", "escape")
    open_accuse_option(pilot)
    assert pressed(pilot, "right") == "Buongioco, on."
    assert pilot.app.screen.title().id == "options"
    pilot.press("escape")
    assert pilot.app.screen.setup.options.target == 31


def test_usual_options_set_the_default_target_score_of_scopa_or_scopone():
    pilot = lobby("scopa")
    pilot.press("alt+o", "down", "down")
    assert pressed(pilot, "right") == "Points, 12."
    assert pressed(pilot, "home", "left", "left") == "Ready-made options, the usual ones."
    assert pressed(pilot, "down", "right") == "Game, scopone. Points, 21."


def test_target_score_of_tressette_depends_on_accuse_at_an_online_table():
    pilot, _ = host_of_two("en", "t")
    open_accuse_option(pilot)
    assert pressed(pilot, "right") == "Buongioco, on. Target, 41."
    pilot.wait(3)
    assert pilot.app.online.table.options["target"] == 41


@pytest.mark.parametrize(
    ("given", "target"), [((), 31), (("accuse=on",), 41), (("accuse=on", "target=31"), 31)]
)
def test_default_target_score_on_the_command_line_depends_on_accuse(given, target):
    assert options_given(given, None, game("tressette")).target == target

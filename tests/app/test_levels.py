"""The lobby offers the level of the bots and says how the bots of each level play."""

from dataclasses import replace

import pytest

from audiogames.app.screens.lobby import LobbyScreen
from audiogames.cli.arguments import level as level_given
from audiogames.core.registry import game, game_ids
from audiogames.present.catalogue import complete_languages, load
from audiogames.search.arena import levels
from tests.kit.places import menu
from tests.repo.test_ids import LOCALES

every_game = pytest.mark.parametrize("id_", game_ids())


def at_the_level(id_, **options):
    """Open the lobby of this game and focus the level of the bots, its last option."""
    pilot = menu("en")
    setup = pilot.app.matches.table_for(game(id_))
    setup = replace(setup, options=replace(setup.options, **options))
    pilot.app.push(LobbyScreen(pilot.app, setup))
    pilot.press("alt+o", "end")
    return pilot


def sentence(id_, level, lang="en"):
    return load(LOCALES, lang).first(id_).find(f"level-{level}", ("",))


@pytest.mark.parametrize("lang", complete_languages(LOCALES))
@every_game
def test_every_level_has_its_own_description(id_, lang):
    said = [sentence(id_, level, lang) for level in levels(game(id_))]
    assert len({*said}) == len(said) == len(levels(game(id_)))
    assert all(one.endswith(".") and len(one) < 120 for one in said)


@every_game
def test_level_change_announces_how_the_bots_play(id_):
    pilot = at_the_level(id_)
    spec = game(id_)
    names = [*dict.fromkeys(spec.bots.plays_as(spec.options(), one) for one in levels(spec))]
    pilot.look()
    pilot.press(*["left"] * names.index(spec.bots.default))
    pilot.look()
    pilot.press("left")
    for level in names:
        pilot.expect(f"Bot level, {level}.", sentence(id_, level))
        pilot.press("right")


@every_game
def test_enter_on_the_bots_level_explains_that_level(id_):
    pilot = at_the_level(id_)
    pilot.look()
    pilot.press("enter")
    pilot.expect("How well the bots play.", sentence(id_, game(id_).bots.default))


@every_game
def test_every_level_is_accepted_by_name(id_):
    spec = game(id_)
    assert spec.bots.default in levels(spec)
    assert all(level_given(level, spec) == level for level in levels(spec))


@pytest.mark.parametrize("option", ["vado_dentro", "implicit_accept", "implicit_no"])
def test_strong_invido_bots_without_a_solved_strategy_are_called_searching(option):
    pilot = at_the_level("invido", **{option: True})
    said = sentence("invido", "searching")
    pilot.look()
    pilot.press("right")
    pilot.expect("Bot level, searching.", said)
    pilot.press("left")
    pilot.expect("Bot level, normal.", sentence("invido", "normal"))
    pilot.press("right", "escape")
    assert pilot.app.screen.setup.level == "strong"


def test_chosen_level_is_kept_if_options_rename_it():
    pilot = at_the_level("invido")
    pilot.press("right", "home", "down")
    pilot.look()
    pilot.press("right", "end")
    pilot.expect("Bot level, searching.")
    pilot.press("home", "down", "left", "escape")
    assert pilot.app.screen.setup.level == "sociable"


def test_level_renamed_by_an_option_keeps_its_id():
    pilot = at_the_level("invido", vado_dentro=True)
    pilot.press("right", "left", "escape")
    assert pilot.app.screen.setup.level == "normal"


def test_scopone_but_not_scopa_has_two_levels_between_easy_and_normal():
    pilot = at_the_level("scopa")
    pilot.look()
    pilot.press("left")
    pilot.expect("Bot level, easy.", sentence("scopa", "easy"))
    pilot.press("escape")
    assert pilot.app.screen.setup.level == "easy"
    pilot = at_the_level("scopa", form="scientifico")
    pilot.look()
    for level in ("fair", "modest", "easy"):
        pilot.press("left")
        pilot.expect(f"Bot level, {level}.", sentence("scopa", level))

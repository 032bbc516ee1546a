"""Favourites: tables saved under a name and listed first in the Play menu."""

import json
from dataclasses import replace

import pytest

from audiogames.app.favourites import MOST_FAVOURITES, Favourite, SeatKept, favourite_of
from audiogames.app.screens.favourites import keep_table
from audiogames.app.screens.lobby import LobbyScreen
from audiogames.app.screens.online.room import NewTable
from audiogames.app.settings import Settings, read_settings, written
from audiogames.core.options import read_options
from audiogames.core.registry import game, games
from audiogames.shell.browser.kept import LONGEST, SETTINGS
from audiogames.shell.browser.storage import BrowserStorage
from audiogames.shell.texts import read_settings_text, settings_text
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.app.online import room
from tests.kit.places import LANGUAGES, lobby, menu
from tests.kit.pressing import pressed, screen

GONE = Favourite("Asso pigliatutto", "gone", (("points", 21),), 30, "strong", (SeatKept(""),))
"""A table of a game that is not installed."""


def table(pilot, id_, *, bots=1, level="strong", **options):
    """Open the lobby of this game, with the player and this number of bots at the table."""
    spec = game(id_)
    setup = Setup(spec, spec.options(**options), (pilot.app.matches.me(),), 60, level)
    pilot.app.push(LobbyScreen(pilot.app, setup.filled(bots + 1)))
    return pilot


def with_uici(lang="it"):
    """Return a program at its main menu, with one favourite: Scopa by the rules of the UICI."""
    pilot = menu(lang)
    setup = Setup(game("scopa"), game("scopa").presets["uici"], (pilot.app.matches.me(),))
    pilot.app.push(LobbyScreen(pilot.app, setup.filled(4)))
    pilot.press("ctrl+s", "ctrl+a", "delete")
    pilot.type("Scopa UICI")
    pilot.press("enter", "escape")
    pilot.look()
    return pilot


def test_favourite_is_saved_and_opens_ready_to_start():
    pilot = menu("it")
    setup = Setup(game("scopa"), game("scopa").presets["uici"], (pilot.app.matches.me(),), 60)
    before = replace(setup, level="strong").filled(4)
    pilot.app.push(LobbyScreen(pilot.app, before))
    assert pressed(pilot, "ctrl+s").startswith("Nome del preferito. Scopa, scopone scient")
    pilot.press("ctrl+a", "delete")
    pilot.type("Scopa UICI")
    assert pressed(pilot, "enter") == "Salvato come Scopa UICI, in cima a Gioca."
    again = menu("it", favourites=pilot.storage.settings.favourites)
    assert pressed(again, "g", "enter") == "Gioca. Scopa UICI."
    pilot.press("escape")
    assert pressed(again, "enter") == "Tavolo di Scopa. 4 giocatori. Invio per iniziare."
    assert again.app.screen.setup == before
    again.press("enter")
    assert screen(again) == "MatchScreen"


def test_favourite_table_setup_keeps_the_names_of_people():
    pilot = lobby("it", 1)
    pilot.press("p")
    pilot.type("Luca")
    pilot.press("enter")
    pilot.type("Anna")
    pilot.press("enter", "ctrl+s", "enter")
    (kept,) = pilot.storage.settings.favourites
    assert [(one.name, bool(one.level)) for one in kept.seats] == [
        ("Luca", False),
        ("Ada", True),
        ("Anna", False),
    ]
    pilot.press("escape", "home", "enter")
    assert [one.name for one in pilot.app.screen.setup.people] == ["Luca", "Anna"]


def test_default_player_name_in_a_favourite_follows_the_language():
    pilot = table(menu("it"), "briscola")
    pilot.press("ctrl+s", "enter")
    english = menu("en", favourites=pilot.storage.settings.favourites)
    english.press("p", "enter", "enter")
    assert english.app.screen.setup.players[0].name == english.app.matches.me().name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_favourite_can_be_renamed_and_is_deleted_after_confirmation(lang):
    pilot = with_uici(lang)
    pilot.press("p" if lang == "en" else "g", "enter", "f2")
    pilot.type(" 2")
    assert pressed(pilot, "enter") == "Scopa UICI 2."
    question = {"en": "Delete the favourite Scopa UICI 2?", "it": "Cancellare il preferito"}
    assert pressed(pilot, "delete").startswith(question[lang])
    pilot.press("n")
    assert len(pilot.storage.settings.favourites) == 1
    pilot.press("delete")
    gone = {"en": "Scopa UICI 2 deleted. ", "it": "Scopa UICI 2 cancellato. "}
    assert pressed(pilot, "y").startswith(gone[lang])
    assert pilot.storage.settings.favourites == ()
    assert screen(pilot) == "GameList"


def test_only_favourites_can_be_renamed_or_deleted():
    pilot = with_uici("en")
    pilot.press("p", "enter", "down")
    assert pressed(pilot, "delete") == "Only a favourite can be renamed or deleted."
    assert pressed(pilot, "f2") == "Only a favourite can be renamed or deleted."


def test_favourite_with_the_same_name_is_replaced_after_a_question():
    pilot = with_uici("en")
    table(pilot, "briscola").press("ctrl+s", "ctrl+a", "delete")
    pilot.type("scopa uici")
    assert pressed(pilot, "enter").startswith("Replace the favourite Scopa UICI?")
    assert pressed(pilot, "y") == "Saved as scopa uici, at the top of Play."
    assert [one.game for one in pilot.storage.settings.favourites] == ["briscola"]


def test_suggested_favourite_name_is_not_in_use():
    pilot = table(menu("en"), "briscola")
    pilot.press("ctrl+s", "enter")
    assert pressed(pilot, "ctrl+s") == "Name of the favourite. Briscola 2"


def test_table_that_cannot_start_is_not_saved_as_favourite():
    assert pressed(lobby("en"), "ctrl+s") == "One more player is needed, B adds a bot."
    pilot = table(menu("en"), "scopa", bots=1, form="scopone")
    assert pressed(pilot, "ctrl+s") == "Scopone is for four players."
    assert screen(pilot) == "LobbyScreen"


def test_favourite_with_unknown_options_is_refused():
    kept = Favourite("Mia", "scopa", (("nothing", 3),), None, "easy", (SeatKept(""),))
    pilot = menu("en", favourites=(kept,))
    assert pressed(pilot, "p", "enter", "enter").endswith(
        "Mia does not fit this version of the game."
    )


def test_favourite_of_a_missing_game_is_kept():
    settings, bad = read_settings(written(Settings(language="it", favourites=(GONE,))))
    assert (settings.favourites, bad) == ((GONE,), ())
    pilot = menu("it", favourites=(GONE,))
    assert pressed(pilot, "g", "enter") == "Gioca. Novantanove."
    table(pilot, "briscola").press("ctrl+s", "enter")
    assert GONE in pilot.storage.settings.favourites


def test_damaged_favourites_are_reported_and_left_out():
    good = written(Settings(favourites=(GONE,)))["favourites"][0]
    for damage in (
        {"name": "x" * 41},
        {"name": "\u202e"},
        {"name": 5},
        {"game": "\ud800"},
        {"options": {"points": "x" * 41}},
        {"options": {f"o{number}": 1 for number in range(41)}},
        {"options": {"points": [1]}},
        {"options": {"points": 10**12}},
        {"limit": 3},
        {"limit": True},
        {"seats": []},
        {"seats": [":"] * 2},
        {"seats": [":", ":Anna", ":anna"]},
        {"seats": [":", "easy:"]},
        {"seats": ["", 4]},
        {"seats": [f":{number}" for number in range(21)]},
        {"level": ""},
        {"more": 1},
    ):
        settings, bad = read_settings({"favourites": [good, {**good, **damage, "name": "x"}]})
        if "name" in damage:
            settings, bad = read_settings({"favourites": [good, {**good, **damage}]})
        assert (settings.favourites, bad) == ((GONE,), ("favourites.2",)), damage
    assert read_settings({"favourites": {"a": 1}})[1] == ("favourites",)
    assert read_settings({"favourites": [good, good]})[1] == ("favourites.2",)
    many = [{**good, "name": str(number)} for number in range(MOST_FAVOURITES + 1)]
    assert read_settings({"favourites": many})[1] == (f"favourites.{MOST_FAVOURITES + 1}",)


def longest():
    """Return as many favourites as are allowed, each of the greatest possible length."""
    spec = max(games(), key=lambda one: (max(one.seats), len(vars(one.options()))))
    people = tuple(Player(f"{'w' * 18}{seat:02}") for seat in range(max(spec.seats)))
    setup = Setup(spec, spec.options(), people, 600)
    one = favourite_of("w" * 38, setup, Player("Tu"))
    return tuple(replace(one, name=f"{'w' * 38}{number:02}") for number in range(MOST_FAVOURITES))


def test_browser_storage_holds_the_longest_favourites():
    text = settings_text(Settings(language="it", favourites=longest()))
    assert len(text) < LONGEST[SETTINGS] * 3 / 4, "key changes need room beside them"
    storage = BrowserStorage()
    storage.take_in({SETTINGS: text})
    assert storage.load_settings()[0].favourites == longest()
    assert read_settings_text(json.dumps(json.loads(text)))[1] is None


def test_number_of_favourites_is_bounded():
    pilot = table(menu("en", favourites=longest()), "briscola")
    with pytest.raises(Exception, match="favourites-full"):
        keep_table(pilot.app, pilot.app.screen.setup)
    assert pressed(pilot, "ctrl+s").startswith("There is no room for another favourite.")


def test_favourites_have_buttons_and_list_actions():
    pilot = with_uici("it")
    table(pilot, "briscola")
    buttons = {button.text: button.key for button in pilot.app.frame().buttons}
    assert buttons["Salva il tavolo tra i preferiti"] == "ctrl+s"
    pilot.press("escape", "g", "enter")
    pilot.app.wording.by_touch = True
    pilot.press("f1")
    rows = [row.text for row in pilot.app.frame().rows]
    assert {"Rinomina il preferito", "Cancella il preferito"} <= set(rows)


def test_online_table_opens_with_the_options_of_a_favourite():
    pilot = room("en")
    kept = with_uici().storage.settings.favourites
    pilot.app.settings = replace(pilot.app.settings, favourites=kept)
    pilot.app.push(NewTable(pilot.app))
    pilot.press("enter")
    pilot.wait(3)
    assert pilot.app.online.table.game == "scopa"
    given = pilot.app.online.table.options
    assert read_options(game("scopa").options, given) == game("scopa").presets["uici"]

"""The characters of bots at a table, and replacing one bot by another."""

import pytest

from audiogames.core.log import Log
from tests.app import online
from tests.kit.languages import FIRST_LETTER
from tests.kit.pilot import Pilot
from tests.kit.places import lobby
from tests.kit.pressing import screen

TOLD = {
    "en": ("Ada, normal, no special habits.", "Bruno, normal, bold in bidding."),
    "it": (
        "Ada, normale, senza abitudini particolari.",
        "Bruno, normale, audace nelle previsioni.",
    ),
}


def wist(lang):
    pilot = Pilot(lang=lang)
    pilot.press(FIRST_LETTER[lang], "enter", "w", "enter", "b", "b")
    assert screen(pilot) == "LobbyScreen"
    return pilot


@pytest.mark.parametrize("lang", TOLD)
def test_applications_key_on_a_bot_describes_its_character(lang):
    pilot = wist(lang)
    pilot.press("down", "applications")
    pilot.expect(TOLD[lang][0])
    pilot.press("down", "applications")
    pilot.expect(TOLD[lang][1])


def test_applications_key_on_a_person_describes_the_person():
    pilot = wist("en")
    pilot.press("home", "applications")
    pilot.expect("You.")


class Unhurried(Pilot):
    hesitates = True


def test_bot_speed_is_described_only_when_bots_pause_before_moves():
    for pilot, told in ((Unhurried(lang="en"), "takes time."), (Pilot(lang="en"), "no special")):
        pilot.press("p", "enter", "n", "enter", "b", "b", "b", "end", "applications")
        pilot.expect(f"Carla, normal, {told}")


def test_left_and_right_arrows_replace_a_bot_by_another():
    pilot = wist("en")
    pilot.press("down", "right")
    pilot.expect("Carla, normal, careful in bidding")
    pilot.press("left", "left")
    pilot.expect("Rita, normal, bold in bidding")
    names = [player.name for player in pilot.app.matches.setup.players]
    assert names[1:] == ["Rita", "Bruno"]
    pilot.press("home", "right")
    pilot.expect("Only a bot can be changed for another.")


def test_match_log_holds_the_characters_of_bots():
    pilot = lobby("en", 2)
    pilot.press("enter")
    header = pilot.app.session.table.log.header
    assert [one.get("character") for one in header.players] == [None, None, "bold silent"]
    assert Log(header).text().count("character") == 1


def test_bot_character_is_described_online():
    pilot, _ = online.host_of_two("en", "w")
    pilot.press("b", "b")
    pilot.wait(online.FAR)
    pilot.press("end", "applications")
    pilot.expect("Bruno, normal, bold in bidding.")

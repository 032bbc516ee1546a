"""Practice keys for a player alone against bots, such as the hands of the other seats."""

import pytest

from audiogames.present.history import GAME
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.app.practising import log, playing, to_my_turn
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import LANGUAGES, NOVANTANOVE, demo, match, over
from tests.kit.pressing import pressed, screen

ONLY = {
    "it": "Solo in allenamento, da soli contro i bot.",
    "en": "Only in practice, alone against bots.",
}
KEYS = ("ctrl+z", "g", "ctrl+o")


# The hands of the others --------------------------------------------------------------------------


def hands(pilot):
    assert screen(pilot) == "OpenHands"
    return [pilot.app.text(item.label) for item in pilot.app.screen.items()]


def test_showing_all_hands_asks_for_confirmation_once_and_is_logged():
    pilot = match("en")
    question = pressed(pilot, "ctrl+o")
    assert question.startswith("See all cards? The match will not count in the statistics.")
    assert not log(pilot).is_open
    pilot.press("n")
    assert not log(pilot).is_open
    pilot.press("ctrl+o", "y")
    assert pilot.heard().endswith(
        "Open hands. Ada, 3 cards. Seven of spades, two of clubs, three of clubs."
    )
    assert [one.move for one in log(pilot).entries][2:] == ["open-hands"]
    assert pilot.storage.matches["match-1"].is_open
    pilot.press("escape", "ctrl+o")
    assert screen(pilot) == "OpenHands", "asked once a match"
    assert len(log(pilot).entries) == 3


def test_open_hands_list_players_in_order():
    pilot = match("it")
    pilot.press("ctrl+o", "s")
    assert [line.split(",")[0] for line in hands(pilot)] == ["Ada", "Bruno"]
    pilot.press("down")
    assert pilot.look()[-1].braille.startswith("Bruno ")
    assert len(pilot.look()) == 0


def test_open_hands_of_many_cards_are_listed_by_suit():
    pilot = to_my_turn(playing("wist"))
    pilot.press("ctrl+o", "y")
    lines = hands(pilot)
    assert len(lines) > 3
    names = [line.split(",")[0] for line in lines]
    assert list(dict.fromkeys(names)) == ["Ada", "Bruno", "Carla"]
    state = pilot.app.session.table.state
    assert sum(len(line.split(",")) - 2 for line in lines) == sum(
        len(state.view(seat).hand) for seat in (1, 2, 3)
    )


def test_showing_all_hands_is_refused_while_the_players_own_hand_is_hidden():
    pilot = playing("wist")
    for _ in range(600):
        session = pilot.app.session
        to_my_turn(pilot)
        if session.spec.hand.hidden(session.view) is not None:
            break
        pilot.wait(1)
        session.submit(session.view.legal[0], pilot.now)
        pilot.drain()
    else:
        raise AssertionError("no round in the dark")
    pilot.look()
    assert pressed(pilot, "ctrl+o").startswith("In the dark.")
    assert screen(pilot) != "Confirm"


def test_open_hands_are_refused_after_the_match():
    pilot = over("en")
    assert pressed(pilot, "ctrl+o") == "The match is over."


# Where others are at the table --------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_spectator_is_refused_practice_keys_with_a_reason(lang, key):
    pilot = demo(lang)
    pilot.look()
    assert pressed(pilot, key) == ONLY[lang]


@pytest.mark.parametrize("key", KEYS)
def test_practice_keys_are_refused_in_a_match_with_two_people(key):
    pilot = Pilot(MemoryStorage(), lang="en")
    players = (Player("Eva"), Player("Ugo"), Player("Ada", "bot", "easy"))
    pilot.app.matches.begin(Setup(NOVANTANOVE, NOVANTANOVE.options(), players), pilot.now)
    pilot.wait(2)
    pilot.press("enter")
    assert screen(pilot) == "SharedMatch", "the curtain is lifted"
    before = list(log(pilot).entries)
    assert pressed(pilot, key) == ONLY["en"]
    assert log(pilot).entries == before


def test_match_menu_offers_practice_aids_to_a_single_player_but_not_to_a_spectator():
    pilot = match("en")
    pilot.press("escape")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    assert lines[-5:-1] == [
        "Take back your last move.",
        "A suggestion.",
        "Second best, and its cost.",
        "The hands of the others.",
    ]
    pilot.press("end", "up", "up", "up", "enter")
    assert pilot.look()[-1].text.startswith("Advice, ")
    listening = demo("en")
    listening.press("escape")
    assert "A suggestion." not in [
        listening.app.text(item.label) for item in listening.app.screen.items()
    ]


def test_undo_announcement_is_in_the_history():
    pilot = match("en")
    pilot.press("home", "enter", "ctrl+z")
    last = pilot.app.announcer.history.entries(GAME)[-1]
    assert last.text.endswith(" Total 0. Your turn.")

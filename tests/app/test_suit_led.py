"""The suit that must be followed: the first arrow focuses it, and Shift+H reads its cards."""

import pytest

from audiogames.cards.card import FRENCH, ITALIAN
from audiogames.core.registry import game
from audiogames.table.setup import Setup
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.places import menu
from tests.kit.pressing import pressed

TRESSETTE = "dealer 2", "deal 3s 2c Fc 7c Rd 6d 5d 4d 7s 6s 1d 1b"
"""Ada leads, you are next: you hold three coppe, four denari and three spade."""

WIST = "draw-dealer Ac 7h 2s Kd", "deal Ah 3h 2h Kd 6d 5d 4d 9c 8c Qs Js Ts 9s"
"""You deal, so Carla leads and the others follow before you."""


def following(id_, dealing, script, lang="en", before=()):
    """Start a match with this deal, and wait until the player must follow the suit of a lead."""
    pack = ITALIAN if id_ == "tressette" else FRENCH
    dealer = ScriptedDealer(*dealing, id_=id_, pack=pack)
    pilot = Pilot(MemoryStorage(), lang=lang, dealer=dealer, script=script)
    spec = game(id_)
    setup = Setup(spec, spec.options(), (pilot.app.matches.me(),)).filled(4)
    pilot.app.matches.begin(setup, pilot.now)
    pilot.press(*before)
    while not pilot.app.session.my_turn or not pilot.app.session.view.on_table:
        pilot.wait(1)
        if pilot.app.session.listing is not None:
            pilot.press("enter")
    pilot.wait(6)
    pilot.look()
    return pilot


def tressette(card, lang="en"):
    return following("tressette", TRESSETTE, {"Ada": [card]}, lang)


def wist(card):
    return following("wist", WIST, {"Carla": ["bid 0", card]})


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("down", "King of coins."),
        ("up", "Four of coins."),
        ("right", "Coins, king."),
        ("left", "Coins, king."),
        ("enter", "King of coins."),
        ("home", "Two of cups."),
        ("2", "Jack of cups."),
    ],
)
def test_first_arrow_focuses_the_suit_to_follow(key, told):
    assert pressed(tressette("1d"), key) == told


def test_first_arrow_in_wist_focuses_the_suit_to_follow():
    assert pressed(wist("As"), "down") == "Queen of spades."


def test_only_the_first_arrow_key_jumps_to_the_suit_to_follow():
    pilot = tressette("1d")
    assert pressed(pilot, "down", "up") == "Seven of cups."
    assert pressed(pilot, "up") == "Jack of cups."


def test_focus_moves_to_the_suit_to_follow_unless_already_there():
    coins, swords = (
        following("tressette", TRESSETTE, {"Ada": ["1d"]}, before=(key,)) for key in ("6", "end")
    )
    assert pressed(coins, "up") == "Six of coins."
    assert pressed(swords, "up") == "Four of coins."


def test_first_arrow_focuses_the_first_card_if_the_hand_lacks_the_suit_led():
    assert pressed(tressette("1b"), "down") == "Two of cups."


@pytest.mark.parametrize(
    ("lang", "card", "told"),
    [
        ("en", "1d", "Coins, king, six, five, four."),
        ("it", "1d", "Denari, re, sei, cinque, quattro."),
        ("en", "1b", "You have no clubs."),
        ("it", "1b", "Non hai bastoni."),
    ],
)
def test_shift_h_reads_the_cards_of_the_suit_led(lang, card, told):
    assert pressed(tressette(card, lang), "shift+h") == told


def test_shift_h_in_wist_reads_the_cards_of_the_suit_led():
    assert pressed(wist("As"), "shift+h") == "Spades, queen, jack, ten, nine."


def test_shift_h_without_a_suit_led_is_answered_by_a_message():
    pilot = tressette("1d")
    pilot.press("down", "enter")
    while pilot.app.session.view.on_table:
        pilot.wait(0.1)
    assert pressed(pilot, "shift+h") == "Nothing on the table."


def test_spectator_cannot_ask_for_cards_of_the_suit_led():
    pilot = menu("en")
    pilot.app.matches.demonstrate(game("tressette"), pilot.now)
    while not pilot.app.session.view.on_table:
        pilot.wait(1)
    assert pressed(pilot, "shift+h") == "You are only listening."

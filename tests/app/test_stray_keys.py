"""Tests of keys pressed by mistake, of the clock in menus, and of the announced time limit."""

import pytest

from audiogames.app.settings import Settings
from audiogames.table.clock import TimeSettings
from tests.app import online
from tests.app.practising import playing, to_my_turn
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import LANGUAGES, lobby, match, menu, options, over, waiting
from tests.kit.pressing import bound, pressed, screen

# The end of a match, and of a deal ----------------------------------------------------------------


def test_key_d_after_the_match_does_not_start_a_new_match():
    pilot = over("en")
    pilot.wait(20)
    before = pilot.app.session
    assert pressed(pilot, "d") == "The match is over."
    assert pilot.app.session is before
    pilot.press("space")
    assert pilot.app.session is not before


def test_key_d_between_rounds_does_not_deal():
    pilot = waiting("en")
    pilot.wait(20)
    assert pressed(pilot, "d") == "Go on, space."
    assert pilot.app.session.waiting
    pilot.press("space")
    assert not pilot.app.session.waiting


def play_to_the_end(pilot):
    """Play a match to its end, with keys that interrupt announcements, and return its session."""
    session = pilot.app.session
    while not session.over:
        if session.my_turn:
            pilot.wait(0.6)
            pilot.press("home", "enter", *["enter"] * (screen(pilot) == "WaysToPlay"))
        elif session.waiting:
            pilot.wait(2)
            pilot.press("space")
        else:
            pilot.press("s")
            pilot.wait(0.5)
    return session


def test_space_pressed_right_after_the_result_does_not_start_a_new_match():
    pilot = playing("novantanove", options={"tokens": 1})
    before = play_to_the_end(pilot)
    pilot.apart = 0.1
    assert pressed(pilot, "space") == "One moment."
    assert pilot.app.session is before
    pilot.wait(1)
    pilot.press("space")
    assert pilot.app.session is not before


# Digits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "words", "braille"),
    [
        ("it", "Hai solo 3 carte.", "solo 3 carte"),
        ("en", "You hold only 3 cards.", "only 3 cards"),
    ],
)
@pytest.mark.parametrize("digit", ["4", "0"])
def test_digit_key_beyond_the_hand_announces_how_many_cards_it_has(lang, words, braille, digit):
    pilot = match(lang)
    pilot.press("2")
    assert pressed(pilot, digit) == words
    assert pilot.announcements[-1].braille == braille
    assert pilot.sounds[-1].sound == "menu-edge"
    assert pilot.app.screen.hand.focused == pilot.app.screen.hand.cards[1], "the focus stays"


def test_digit_key_with_an_empty_hand_says_there_are_no_cards():
    pilot = playing("invido", "it")
    while pilot.app.session.view.hand:
        to_my_turn(pilot).press("home", "enter")
        pilot.wait(5)
    assert pressed(pilot, "1") == "Non hai carte."


# Online -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", [("ctrl+w",), ("ctrl+w", "end", "enter"), ("ctrl+u",)])
def test_chat_opens_from_lists_of_people(keys):
    pilot = online.table("en")
    pilot.press(*keys)
    pilot.wait(online.FAR)
    before = screen(pilot)
    assert before in {"PeopleScreen", "PersonMenu"}
    pilot.press("alt+c")
    assert screen(pilot) == "ChatLine"
    pilot.press("escape")
    assert screen(pilot) == before


# A clock and the menu -----------------------------------------------------------------------------


def match_with_time_limit(lang="en"):
    """Start a match in which a turn may last a minute, and wait for the listener's first turn."""
    return match(lang, given={"limit": 7})


def left(pilot):
    return pilot.app.session.time_left(pilot.now)


def test_clock_stops_in_the_match_menu_when_playing_alone_against_bots():
    pilot = match_with_time_limit()
    before = left(pilot)
    assert pressed(pilot, "escape") == "Match menu. No clock is running. Back to the table."
    pilot.wait(100)
    assert pilot.app.session.my_turn
    pilot.press("escape")
    assert left(pilot) == pytest.approx(before - pilot.apart, abs=0.1)
    pilot.wait(10)
    assert left(pilot) == pytest.approx(before - pilot.apart - 10, abs=0.1)


def test_clock_stays_stopped_in_lists_opened_from_the_match_menu():
    pilot = match_with_time_limit()
    pilot.press("escape", "f1")
    pilot.wait(100)
    pilot.press("escape")
    assert screen(pilot) == "GameMenu"
    pilot.press("s")
    assert pilot.app.session.paused
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    pilot.app.screen.place = next(at for at, one in enumerate(lines) if "suggestion" in one)
    pilot.press("enter")
    assert not pilot.app.session.paused
    assert "Advice" in pilot.heard()


def test_match_paused_by_the_player_stays_paused_after_the_match_menu():
    pilot = match_with_time_limit()
    pilot.press("shift+p", "escape", "escape")
    assert pilot.app.session.paused


def test_match_without_a_clock_continues_behind_the_menu():
    pilot = match("en")
    assert pressed(pilot, "escape") == "Match menu. Back to the table."
    assert not pilot.app.session.paused


def test_match_at_one_keyboard_is_not_paused_by_the_menu():
    pilot = lobby("en")
    pilot.press("p")
    pilot.type("Eva")
    pilot.press("enter")
    pilot.type("Ugo")
    pilot.press("enter")
    options(pilot, limit=7)
    pilot.press("enter")
    pilot.wait(12)
    pilot.press("enter")
    pilot.wait(12)
    pilot.press("escape")
    assert screen(pilot) == "GameMenu"
    assert not pilot.app.session.paused


# The limit is told --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "words", "braille"),
    [
        ("it", "Hai 60 secondi a turno.", "60 s a turno"),
        ("en", "You have 60 seconds a turn.", "60 s a turn"),
    ],
)
def test_match_with_a_time_limit_announces_it_at_the_start(lang, words, braille):
    pilot = match(lang, given={"limit": 7}, wait=False)
    told = pilot.announcements[-1]
    assert told.text.startswith(words)
    assert told.braille.startswith(braille)


def test_announced_time_limit_is_multiplied_by_the_patience_setting():
    pilot = match("en", given={"limit": 7}, wait=False, patience="2")
    assert pilot.announcements[-1].text.startswith("You have 120 seconds a turn.")


def test_time_limit_is_not_announced_on_resuming():
    pilot = match_with_time_limit()
    pilot.press("escape", "end", "enter", "home")
    pilot.look()
    pilot.press("enter")
    pilot.wait(12)
    assert "seconds a turn" not in pilot.heard()


def test_time_limit_is_announced_to_people_but_not_to_bots():
    from audiogames.table.clock import time_limits
    from audiogames.table.seats import BOT, Player

    players = (Player("Eva"), Player("Ada", BOT), Player("Ugo", patience=1.5))
    told = list(time_limits(TimeSettings(limit=20), players))
    assert [(one.to, one.seconds) for one in told] == [(0, 20), (2, 30)]
    assert not list(time_limits(TimeSettings(), players))


# The options --------------------------------------------------------------------------------------


def test_options_list_reopens_at_the_item_last_focused():
    pilot = menu("en")
    pilot.press("f10", *["down"] * 5)
    here = pilot.look()[-1].text
    pilot.press("escape")
    assert pressed(pilot, "f10") == f"Options. {here}"
    assert pressed(pilot, "f10") == f"Options. {here}", "it is open once"
    pilot.press("escape")
    assert screen(pilot) == "MainMenu"
    place = next(
        at for at, one in enumerate(pilot.app.screen.items())
        if pilot.app.text(one.label) == "Options."
    )  # fmt: skip
    assert pressed(pilot, *["down"] * place, "enter") == f"Options. {here}"


# The list of keys ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id_", "game_key"),
    [
        ("novantanove", "C, total."),
        ("invido", "V, value in force, and what is asked."),
        ("tressette", "S, score."),
        ("wist", "B, bids and their sum."),
    ],
)
def test_key_list_of_a_match_begins_with_the_keys_used_most(id_, game_key):
    pilot = playing(id_)
    pilot.press("escape", "escape", "f1")
    first = [pilot.app.text(item.label) for item in pilot.app.screen.items()][:8]
    cards, suits, play, space, *others = first
    assert cards == "Up and down arrows, move through your cards."
    assert suits.startswith("Left and right arrows, ")
    assert play == "Enter, play the card."
    assert space.startswith("Space")
    assert others == [game_key, *others[1:]]
    assert [one.split(",")[0] for one in others[1:]] == ["H", "T", "X"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_enter_on_the_draw_key_in_the_key_list_draws_a_card(lang):
    pilot = match(lang)
    pilot.press("home", "enter", "f1")
    keys = [one.id for one in bound(pilot)]
    pilot.press(*["down"] * keys.index("draw"), "enter")
    assert len(pilot.app.session.view.hand) == 3


# The lessons --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("it", "Menu principale. Gioca. Le lezioni sono in Aiuto."),
        ("en", "Main menu. Play. Lessons are in Help."),
    ],
)
def test_main_menu_of_the_first_run_points_to_the_lessons_in_help(lang, words):
    storage = MemoryStorage(Settings(welcomed=False))
    pilot = Pilot(storage, lang=lang, first_run=True)
    pilot.press(*["down"] * (lang == "en"), "enter", "enter")
    assert pilot.look()[-1].text.endswith(words)
    pilot.press("enter", "escape")
    assert "ezion" not in pilot.heard()
    assert "esson" not in Pilot(storage, lang=lang).heard(), "nor at the next start"


# Suspended ----------------------------------------------------------------------------------------


def test_turn_clock_stops_while_the_program_is_suspended():
    pilot = match_with_time_limit()
    before = left(pilot)
    pilot.now += 0.1
    pilot.perform(pilot.app.suspending(pilot.now))
    assert pilot.look()[-1].text == "Suspended. Type fg to come back."
    pilot.now += 1000
    pilot.perform(pilot.app.resumed(pilot.now, done=True))
    assert pilot.heard().startswith("Back again. Novantanove, ")
    assert left(pilot) == pytest.approx(before, abs=0.5)
    assert not pilot.app.session.paused


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("Full screen.", "Window.")), ("it", ("Schermo intero.", "Finestra."))],
)
def test_alt_enter_toggles_full_screen(lang, words):
    pilot = match(lang)
    assert (pressed(pilot, "alt+enter"), pressed(pilot, "alt+enter")) == words


def test_ctrl_z_undoes_at_a_table_and_suspends_elsewhere():
    pilot = match("en")
    find = lambda key: pilot.app.keymap.find(key, pilot.app.screen.layers).id  # noqa: E731 - short
    assert (find("ctrl+z"), find("alt+z")) == ("take-back", "suspend")
    pilot.press("escape")
    assert (find("ctrl+z"), find("alt+z")) == ("suspend", "suspend")
    assert pressed(pilot, "alt+z") == "The program cannot be suspended here.", "in a window"

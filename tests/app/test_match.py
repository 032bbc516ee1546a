"""Tests of a match: turns, time limits, spectators, and keys that are pressed too soon."""

import pytest

from tests.kit.pilot import ScriptedDealer
from tests.kit.places import (
    LANGUAGES,
    NOVANTANOVE,
    demo,
    demo_waiting,
    eliminated,
    match,
    menu,
    others_turn,
    over,
    play_on,
    waiting,
)
from tests.kit.pressing import pressed, screen


@pytest.fixture
def pilot():
    return match("en")


# Guards -------------------------------------------------------------------------------------------


def test_illegal_card_is_refused_with_the_rules_reason(pilot, monkeypatch):
    from dataclasses import replace

    from audiogames.core.contract import Refused

    pilot.press("1")
    pilot.app.session.view = replace(pilot.app.session.view, legal=())
    rules = pilot.app.session.spec.rules
    monkeypatch.setattr(type(rules), "refusal", lambda *_: Refused("play-first"))
    assert pressed(pilot, "enter") == "Play a card first."


def test_enter_within_half_a_second_of_a_deal_plays_nothing():
    pilot = match("en", wait=False)
    pilot.rush("down")
    moves = len(pilot.app.session.table.log.entries)
    pilot.apart = 0.1
    for _ in range(3):
        assert pressed(pilot, "enter") == "One moment."
    assert len(pilot.app.session.table.log.entries) == moves
    pilot.wait(0.1)
    assert pressed(pilot, "enter") == "King of clubs. 10. Draw, space."


def test_space_within_a_second_of_the_rounds_end_is_ignored():
    pilot = match("en", given={"limit": 1})
    while not pilot.app.session.waiting:
        pilot.wait(0.25)
    deals = len(pilot.app.session.table.log.entries)
    pilot.wait(0.5)
    pilot.apart = 0.1
    assert pressed(pilot, "space") == "One moment."
    assert pressed(pilot, "d") == "Go on, space."
    assert len(pilot.app.session.table.log.entries) == deals
    pilot.wait(1)
    assert pressed(pilot, "space").startswith("Round 2.")


def test_space_within_a_second_of_the_match_end_is_ignored():
    pilot = over("en")
    pilot.wait(2)
    session = pilot.app.session
    assert pressed(pilot, "c")
    pilot.press("space")
    assert pilot.app.session is not session


# Turns --------------------------------------------------------------------------------------------


def test_enter_on_another_players_turn_names_the_player():
    pilot = others_turn("en")
    assert pressed(pilot, "enter") == "Not your turn, it is Ada's. You may draw, space."
    assert pilot.sounds[-1].sound == "refused"
    pilot.press("space")
    assert pressed(pilot, "enter") == "Not your turn, it is Ada's."
    assert pressed(pilot, "t").startswith("Ada's turn.")


def test_frame_shows_the_position_of_the_focused_card_in_the_hand(pilot):
    assert pilot.app.frame().table.place == ""
    pilot.press("home", "right")
    assert pilot.app.frame().table.place == f"2/{len(pilot.app.frame().cards)}"


def test_draw_that_is_not_due_is_refused_with_the_reason(pilot):
    assert pressed(pilot, "space") == "Play a card first."
    assert pressed(pilot, "d") == "Play a card first."


def test_keys_pressed_before_the_next_deal_announce_how_to_continue():
    pilot = waiting("en")
    assert pressed(pilot, "enter") == "Go on, space."
    assert pressed(pilot, "t").startswith("Go on, space.")
    assert [(button.text, button.key) for button in pilot.app.frame().buttons] == [
        ("Go on", "space")
    ]
    assert "round over" in pressed(pilot, "f5")


def test_keys_after_the_match_announce_the_possible_actions():
    pilot = over("en")
    assert pressed(pilot, "enter") in {"The match is over.", "Again, space. Menu, Esc."}
    assert pressed(pilot, "t") == "Again, space. Menu, Esc."
    assert "match over" in pressed(pilot, "f5")
    assert pressed(pilot, "ctrl+t") == "There is no time to extend."
    assert pressed(pilot, "escape") == "Main menu. Again, Novantanove with Ada."


def test_again_key_starts_a_match_at_the_same_table():
    pilot = over("en")
    players, options = pilot.app.session.table.players, pilot.app.session.view.options
    pilot.press("space")
    assert pilot.app.session.table.players == players
    assert pilot.app.session.view.options == options
    assert not pilot.app.session.over


# Time ---------------------------------------------------------------------------------------------


def test_gentle_time_limit_forgives_the_first_two_timeouts():
    pilot = match("en", 1, dealt=ScriptedDealer(), given={"limit": 1, "gentle": True})
    losses = []
    for _ in range(60):
        pilot.wait(1)
        if pilot.app.session.waiting:
            pilot.press("space")
    told = [one.text for one in pilot.look() if "Time is up" in one.text]
    losses = ["at no cost" in text for text in told]
    assert losses[:2] == [True, True]
    assert not any(losses[2:])
    assert len(losses) > 2


@pytest.mark.parametrize(("patience", "seconds"), [("1", 20), ("1.5", 30), ("2", 40), ("4", 80)])
def test_patience_setting_multiplies_the_time_of_a_turn(patience, seconds):
    pilot = match("en", given={"limit": 4}, wait=False, patience=patience)
    assert pilot.app.session.table.clock.limit == seconds


def test_time_can_be_extended_at_most_ten_times_a_turn():
    pilot = match("en", given={"limit": 4})
    for _ in range(10):
        assert pressed(pilot, "ctrl+t") == "Time extended, 20 seconds."
    assert pressed(pilot, "ctrl+t") == "No more time in this turn."


def test_time_extension_without_a_time_limit_is_refused(pilot):
    assert pressed(pilot, "ctrl+t") == "There is no time to extend."
    assert pressed(pilot, "shift+t") == "No time limit."


# Who only listens ---------------------------------------------------------------------------------


def test_spectator_may_ask_questions_but_not_play():
    pilot = demo("en")
    pilot.look()
    for key in ("enter", "space", "d"):
        assert pressed(pilot, key) == "You are only listening."
    assert pressed(pilot, "down") == "No cards."
    assert pressed(pilot, "h") == "No cards."
    assert pressed(pilot, "x") == "No cards."
    assert pressed(pilot, "ctrl+t") == "There is no time to extend."
    assert pressed(pilot, "ctrl+s") == "This match cannot be saved."
    assert pressed(pilot, "c").startswith("Total ")
    assert not pilot.app.frame().cards
    assert [button.key for button in pilot.app.frame().buttons] == ["ctrl+end"]
    assert not pilot.storage.matches


def test_spectator_is_not_asked_to_continue():
    pilot = demo_waiting("en")
    assert pressed(pilot, "space") == "You are only listening."
    assert pressed(pilot, "t").startswith("Cards are being dealt.")
    assert [button.key for button in pilot.app.frame().buttons] == ["ctrl+end"]
    pilot.wait_for("Round 2.")


def test_space_repeats_a_finished_demonstration_and_escape_offers_to_leave():
    pilot = demo("en")
    while not pilot.app.session.over:
        pilot.wait(60)
    pilot.wait(2)
    assert pressed(pilot, "space").endswith("begins.")
    assert pilot.app.session.seat is None
    pilot.press("escape", "end", "enter")
    assert screen(pilot) == "MainMenu"
    assert pilot.app.session is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_eliminated_player_hears_the_match_to_its_end(lang):
    pilot = eliminated(lang)
    assert not pilot.app.session.view.hand
    assert pressed(pilot, "enter")
    session = pilot.app.session
    for _ in range(3000):
        if session.over:
            break
        if session.waiting:
            pilot.wait(1.2)
            pilot.press("space")
        pilot.wait(5)
    assert session.over
    won = {"it": "Vince", "en": "wins with"}[lang]
    assert any(won in text for text in [one.text for one in pilot.look()])


def test_eliminated_player_hears_the_elimination_and_can_leave():
    pilot = eliminated("en")
    assert "only listening" not in pressed(pilot, "enter")
    assert pressed(pilot, "space") in {"You are out.", "Go on, space."}
    pilot.press("escape", "end", "enter")
    assert screen(pilot) == "MainMenu"
    assert pilot.storage.matches, "the others' match can be gone on with"


# How many play ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [1, 2, 12])
def test_match_can_be_played_to_its_end(bots):
    pilot = match("en", bots, dealt=ScriptedDealer(), given={"tokens": 3})
    session = pilot.app.session
    play_on(pilot)
    assert session.over
    assert not pilot.storage.matches, "what is over is offered no more"
    winner = session.table.result().winners[0]
    assert ("You win" if winner == 0 else "wins with") in pilot.heard()


def test_stereo_positions_of_the_other_seats_go_from_left_to_right(pilot):
    assert [pilot.app.wording.pan(seat) for seat in range(3)] == [0.0, -1.0, 1.0]
    many = match("en", 4, dealt=ScriptedDealer())
    assert [many.app.wording.pan(seat) for seat in range(5)] == pytest.approx(
        [0, -1, -1 / 3, 1 / 3, 1]
    )
    assert match("en", 1, dealt=ScriptedDealer()).app.wording.pan(1) == 0.0
    assert demo("en").app.wording.pan(1) == 0.0
    assert menu("en").app.wording.pan(None) == 0.0


# What the shells tell -----------------------------------------------------------------------------


def test_regained_window_focus_announces_the_position(pilot):
    pilot.perform(pilot.app.focus(pilot.now, gained=False))
    assert pilot.heard() == ""
    pilot.perform(pilot.app.focus(pilot.now, gained=True))
    assert pilot.heard() == "Novantanove, total 0, your turn."


def test_change_of_speech_output_is_announced_once(pilot):
    pilot.wait(20)
    pilot.perform(pilot.app.speaking_through("eSpeak NG", pilot.now, braille=False))
    assert pilot.heard() == "Now speaking through the built-in voice."
    pilot.perform(pilot.app.speaking_through("eSpeak NG", pilot.now, braille=True))
    assert pilot.heard() == ""
    pilot.wait(20)
    pilot.perform(pilot.app.speaking_through("text", pilot.now, braille=True))
    assert pilot.heard() == "No voice found, text only."
    pilot.wait(20)
    pilot.perform(pilot.app.speaking_through("none", pilot.now, braille=True))
    assert pilot.heard() == "No voice in use."


def test_text_typed_outside_a_field_is_ignored(pilot):
    assert pilot.app.type_text("hello", pilot.now) == []


def test_late_bot_reply_is_dropped():
    pilot = others_turn("en")
    wanted = pilot.app.session.table.wanted
    move = NOVANTANOVE.rules.read("7s")
    pilot.wait(30)
    before = len(pilot.app.session.table.log.entries)
    assert pilot.app.bot_replied(wanted, move, pilot.now) == []
    assert len(pilot.app.session.table.log.entries) == before
    pilot.app.leave(pilot.now)
    assert pilot.app.bot_replied(wanted, move, pilot.now) == []

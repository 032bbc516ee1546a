"""Typed moves, moves that ask for confirmation, and the list of commands that are possible now."""

from dataclasses import replace

import pytest

from audiogames.app.keys.bindings import game_bindings
from audiogames.app.screens.editing import LONGEST
from audiogames.app.screens.typing import TypeLine
from audiogames.core.contract import Refused
from audiogames.core.cues import msg
from audiogames.core.spec import TypingSpec
from tests.kit.places import (
    KEYS,
    NOVANTANOVE,
    demo,
    match,
    menu,
    others_turn,
    play_by,
    waiting,
)
from tests.kit.pressing import answers, pressed, screen, typed


def typing(pilot, take):
    pilot.app.push(TypeLine(pilot.app, msg("type-call"), take))
    pilot.perform(pilot.app.tick(pilot.now))
    pilot.look()
    return pilot


@pytest.fixture
def taken():
    return []


@pytest.fixture
def line(taken):
    return typing(match("en"), taken.append)


def test_typed_text_is_spoken_shown_and_submitted(line, taken):
    assert line.app.wants_text
    assert typed(line, "f", "old") == "F Old"
    assert line.app.frame().field == "fold"
    assert pressed(line, "up") == "Fold"
    line.press("enter")
    assert taken == ["fold"]
    assert screen(line) == "MatchScreen"
    assert not line.app.wants_text


def test_backspace_erases_the_last_typed_letter(line):
    typed(line, "ab")
    line.press("backspace")
    assert line.app.frame().field == "a"
    line.press("backspace")
    empty = pressed(line, "down")
    assert pressed(line, "backspace") == empty
    assert pressed(line, "enter") == empty, "nothing is not given"
    assert screen(line) == "TypeLine"


def test_escape_leaves_a_text_field_without_submitting(line, taken):
    typed(line, "ab")
    line.press("escape")
    assert screen(line) == "MatchScreen"
    assert taken == []


def test_text_field_drops_control_characters_and_limits_the_length(line):
    assert typed(line, "\x00\x1b\n") == ""
    typed(line, "x" * 1000)
    assert line.app.frame().field == "x" * LONGEST


def test_text_field_answers_a_refused_text_with_the_reason():
    def take(_text):
        raise Refused("play-first")

    pilot = typing(match("en"), take)
    typed(pilot, "something")
    assert pressed(pilot, "enter") == "Play a card first."
    assert pilot.sounds[-1].sound == "refused"


@pytest.mark.slow
def test_every_key_is_answered_in_a_text_field():
    for key in KEYS:
        pilot = typing(match("en"), pytest.fail)
        assert answers(pilot, key), key
        assert pilot.app.frame().title


def test_typed_text_is_ignored_outside_a_text_field():
    assert typed(match("en"), "hello") == ""


# A game that asks --------------------------------------------------------------------------------


def asking(pilot, *, declined=True, read=NOVANTANOVE.rules.read):
    """Change the running match, so that a draw asks for confirmation and cards may be typed."""
    (draw,) = NOVANTANOVE.commands
    after_no = (lambda _view: msg("total", total=7)) if declined else None
    asks = replace(draw, confirm=lambda _view: msg("quit-question"), declined=after_no)
    typing = TypingSpec(lambda text, _view, _card: read(text))
    spec = replace(NOVANTANOVE, commands=(asks,), typing=typing)
    play_by(pilot, spec)
    pilot.app.keymap.add(game_bindings(spec))
    pilot.look()
    return pilot


def test_move_that_needs_confirmation_is_made_after_a_yes():
    pilot = asking(others_turn("en"))
    assert pressed(pilot, "space").startswith("Quit?")
    assert pressed(pilot, "y").startswith("You draw ")


@pytest.mark.parametrize("declined", [True, False])
def test_move_that_needs_confirmation_is_not_made_after_a_no(declined):
    pilot = asking(others_turn("en"), declined=declined)
    pilot.press("space")
    assert pressed(pilot, "n").endswith("Total 7." if declined else "No.")
    assert screen(pilot) == "MatchScreen"
    assert len(pilot.app.session.view.hand) == 2


def test_illegal_move_is_refused_without_asking_for_confirmation():
    pilot = asking(match("en"))
    assert pressed(pilot, "space") == "Play a card first."
    assert screen(pilot) == "MatchScreen"


def test_typed_move_is_made():
    pilot = asking(match("en"))
    pilot.press("k")
    typed(pilot, "Kc")
    assert pressed(pilot, "enter") == "King of clubs. 10. Draw, space."


def test_spectator_cannot_type_moves():
    pilot = asking(demo("en"))
    assert pressed(pilot, "k") == "You are only listening."
    assert screen(pilot) == "MatchScreen"


# What is possible now ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["applications", "shift+f10", "ctrl+f9"])
def test_legal_commands_can_be_run_from_a_list(key):
    pilot = others_turn("en")
    pilot.look()
    assert pressed(pilot, key).endswith("Draw.")
    assert pressed(pilot, "enter").startswith("You draw ")


def test_enter_in_an_empty_list_of_commands_returns_to_the_match():
    pilot = match("en")
    assert pressed(pilot, "applications")
    pilot.press("enter")
    assert screen(pilot) == "MatchScreen"


def test_match_menu_items_open_the_expected_screens():
    pilot = match("en")
    pilot.press("escape")
    found = []
    for row in range(len(pilot.app.screen.items())):
        again = match("en")
        again.press("escape", *["down"] * row, "enter")
        found.append(screen(again))
    lists = ["Actions", "KeyList", "RulesReader", "SettingsScreen"]
    alone = ["MatchScreen", "MatchScreen", "MatchScreen", "Confirm"]
    assert found == ["MatchScreen", *lists, "MatchScreen", *alone, "MainMenu"]


def test_command_key_before_the_next_deal_says_how_to_continue():
    pilot = waiting("en")
    (draw,) = NOVANTANOVE.commands
    pilot.app.session.spec = replace(NOVANTANOVE, commands=(replace(draw, required=False),))
    assert pressed(pilot, "d") == "Go on, space."


def test_command_refused_by_its_game_is_not_listed():
    def never(_view):
        raise Refused("play-first")

    pilot = others_turn("en")
    (draw,) = NOVANTANOVE.commands
    pilot.app.session.spec = replace(NOVANTANOVE, commands=(replace(draw, move=never),))
    assert pilot.app.frame().buttons == ()
    pilot.press("applications", "enter")
    assert screen(pilot) == "MatchScreen"


def test_missing_rules_file_is_announced_and_the_list_stays_open(tmp_path):
    pilot = menu("en")
    pilot.press("r", "enter")
    pilot.app.locales, shipped = tmp_path, pilot.app.locales
    try:
        assert "main menu" in pressed(pilot, "enter")
    finally:
        pilot.app.locales = shipped
    assert screen(pilot) == "RulesList"

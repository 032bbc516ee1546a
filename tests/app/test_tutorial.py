"""Tests of lessons: which keys each step waits for and which it allows; nothing is saved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from audiogames.app.keys.changes import KeyPlace, with_key
from audiogames.app.screens.match.replay import ReplayScreen
from audiogames.core.registry import game
from tests.kit.pilot import MemoryStorage
from tests.kit.places import LANGUAGES, lobby, match, menu, over
from tests.kit.pressing import screen


def lesson(id_="novantanove", *keys, lang="it", **settings):
    """Start the lesson of this game, press these keys, and wait 30 seconds after each."""
    pilot = menu(lang, **settings)
    pilot.app.matches.teach(game(id_))
    pilot.wait(0)
    for key in keys:
        pilot.press(key)
        pilot.wait(30)
    return pilot


def first_card(pilot):
    """Advance to the step that asks for the king of clubs."""
    for key in ("space", "down", "x"):
        pilot.press(key)
        pilot.wait(30)
    pilot.look()
    return pilot


def moves(pilot):
    return [entry.move for entry in pilot.app.session.table.log.entries]


def test_lesson_explains_the_game_before_the_deal():
    pilot = lesson()
    pilot.expect("Lezione di Novantanove.", "Control R ripete", "33, 66 o 99", "Premi spazio")
    assert moves(pilot) == []


@pytest.mark.parametrize("key", ["enter", "c", "s", "h", "x", "down", "e", "l", "v"])
def test_lesson_answers_every_key_before_the_deal(key):
    pilot = lesson()
    pilot.wait(60)
    pilot.look()
    pilot.press(key)
    pilot.wait(9)
    assert [one.interrupt for one in pilot.look()] in ([True], [True, False]), "nothing is cut off"
    assert moves(pilot) == []
    pilot.press("space")
    pilot.expect("Dà le carte Bruno.")


def test_lesson_refuses_a_card_before_the_deal_in_one_sentence():
    pilot = lesson()
    pilot.wait(60)
    pilot.look()
    pilot.press("enter")
    assert [one.text for one in pilot.look()] == ["Ora no. Premi spazio per dare le carte."]


def test_bots_do_not_move_while_a_lesson_waits_for_a_key():
    pilot = first_card(lesson())
    pilot.press("enter")
    pilot.expect("Re di fiori. 10.")
    pilot.wait(30)
    pilot.expect("Dopo la tua carta peschi", "Premi spazio.")
    before = moves(pilot)
    pilot.wait(3600)
    assert moves(pilot) == before
    assert not pilot.heard()


def test_bots_keep_their_pace_after_the_key_that_a_lesson_asks_for():
    pilot = first_card(lesson())
    pilot.press("enter", "space")
    assert moves(pilot)[-1] == "draw"
    pilot.wait(0.5)
    assert moves(pilot)[-1] == "draw"
    pilot.wait(30)
    pilot.expect("Ada, sette di picche, 17.", "Bruno, cinque di fiori, 22.", "Premi C.")


def test_bots_wait_for_the_end_of_an_answer_in_a_lesson():
    pilot = lesson("wist", "space", "right")
    pilot.press("a")
    pilot.wait(0.5)
    assert moves(pilot)[-1].startswith("deal ")
    pilot.wait(5)
    assert moves(pilot)[-1].startswith("bid ")


def test_next_deal_of_a_lesson_waits_for_its_step():
    pilot = lesson("invido", "space", "down", "down", "enter", "w", "i", "a", "v", "home", "enter")
    pilot.look()
    pilot.press("space")
    pilot.wait(10)
    assert pilot.heard() == "Ora no. Premi S."
    assert pilot.app.session.waiting


def test_lesson_answers_a_question_and_repeats_the_task():
    pilot = first_card(lesson())
    pilot.press("s")
    pilot.wait(10)
    assert pilot.heard() == "Gettoni. Tu 9, Ada 9, Bruno 9. Gioca il re di fiori."


def test_lesson_does_not_comment_on_moving_the_focus_in_the_hand():
    pilot = first_card(lesson())
    pilot.press("down", "end", "o")
    pilot.wait(10)
    assert pilot.heard() == "Asso di picche. Dieci di cuori. Ordine per seme."


def test_lesson_refuses_every_card_except_the_requested_one():
    pilot = first_card(lesson())
    pilot.press("end", "enter", "enter")
    pilot.expect("Dieci, quanto vale?", "Ora no. Gioca il re di fiori.")
    assert pilot.sounds[-1].sound == "refused"
    assert moves(pilot)[-1].startswith("deal ")
    pilot.press("home", "enter")
    assert moves(pilot)[-1] == "Kc"


def test_wrong_key_during_a_lesson_announcement_is_answered_by_naming_only_the_right_key():
    pilot = lesson()
    pilot.look()
    pilot.rush("enter")
    assert [one.text for one in pilot.look()] == ["Ora no. Premi spazio per dare le carte."]


def test_lesson_announces_the_refusal_reason_given_by_the_rules():
    pilot = first_card(lesson())
    pilot.press("space")
    pilot.wait(10)
    assert pilot.heard() == "Prima gioca una carta. Gioca il re di fiori."


def test_lesson_repeats_interrupted_words_after_the_answer():
    pilot = lesson("novantanove", "space")
    pilot.press("down")
    pilot.wait(0.7)  # the next step has only just begun
    pilot.look()
    pilot.press("s")
    pilot.wait(30)
    pilot.expect("Gettoni.", "Prima di giocare una carta puoi sapere", "Premi X.")
    pilot.press("s")
    pilot.wait(30)
    assert pilot.heard() == "Gettoni. Tu 9, Ada 9, Bruno 9. Premi X."


def test_lesson_omits_the_explanation_of_a_step_already_done():
    pilot = first_card(lesson())
    pilot.press("enter", "space")  # drawn before the lesson said so
    pilot.wait(60)
    assert "Dopo la tua carta peschi" not in pilot.heard()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ctrl_r_repeats_the_step_of_a_lesson(lang):
    pilot = first_card(lesson(lang=lang))
    pilot.press("down", "s")
    pilot.wait(10)
    pilot.look()
    pilot.press("ctrl+r")
    pilot.expect(*{"it": ("Il re vale 10.", "Gioca il re di fiori.")}.get(lang, ("A king is",)))


def test_ctrl_r_repeats_the_last_event_while_bots_move_in_a_lesson():
    pilot = first_card(lesson())
    pilot.press("enter", "space")
    pilot.wait_for("17")
    pilot.look()
    pilot.press("ctrl+r")
    assert pilot.heard() == "Ada, sette di picche, 17."


def test_lesson_answers_one_moment_to_a_key_pressed_while_bots_move():
    pilot = lesson("invido", "space", "down")
    pilot.press("down", "enter")
    pilot.look()
    pilot.press("m")
    assert pilot.heard() == "Un momento."
    assert moves(pilot)[-1] == "1s"


def test_lesson_answers_an_unrequested_fold_by_repeating_the_step():
    pilot = lesson("invido", "space", "down")
    pilot.look()
    pilot.press("f")
    pilot.wait(10)
    assert pilot.heard() == "Ora no. Gioca l'asso di spade."
    assert screen(pilot) == "LessonScreen"


def test_call_may_be_typed_in_a_lesson():
    pilot = lesson("invido", "space", "down", "down", "enter", "w")
    pilot.press("k")
    pilot.type("Invido")
    pilot.press("enter")
    assert moves(pilot)[-1] == "invido"


def test_lesson_guides_the_player_through_a_decision_list():
    pilot = lesson("wist", "space", "right", "a")
    assert screen(pilot) == "DecisionList"
    pilot.look()
    pilot.press("s")
    pilot.wait(10)
    pilot.expect("Punti.", "Premi B.")
    pilot.press("5", "enter")
    pilot.wait(10)
    pilot.expect("Ora no. Premi B.")
    pilot.press("escape")
    pilot.wait(10)
    pilot.expect("Premi B.")
    pilot.press("b")
    pilot.wait(30)
    pilot.expect("Previsioni.", "Premi 3, poi invio.")
    pilot.press("space", "3", "enter")
    pilot.wait(30)
    pilot.expect("3 non si può", "Premi 2, poi invio.")


def test_practice_keys_are_refused_in_a_lesson():
    pilot = first_card(lesson())
    for key in ("ctrl+z", "g", "ctrl+o"):
        pilot.press(key)
        assert pilot.heard() == "Ora no. Gioca il re di fiori.", key


def test_lesson_repeats_its_step_on_return_from_a_list():
    pilot = first_card(lesson())
    pilot.press("f1", "escape")
    pilot.expect("Tasti", "Gioca il re di fiori.")


def test_pause_key_does_not_complete_a_step_of_a_lesson():
    pilot = first_card(lesson())
    pilot.press("shift+p", "enter")
    pilot.wait(30)
    pilot.expect("In pausa", "Gioca il re di fiori.")
    pilot.press("shift+p", "enter")
    pilot.expect("Re di fiori. 10.")
    pilot.press("space", "shift+p")
    pilot.wait(60)
    assert moves(pilot)[-1] == "draw"
    pilot.press("shift+p")
    pilot.wait(60)
    pilot.expect("Bruno, cinque di fiori, 22.", "Premi C.")


def test_escape_leaves_a_lesson_and_saves_nothing():
    pilot = first_card(lesson())
    pilot.press("escape")
    pilot.expect("Menu principale.")
    assert pilot.app.session is None
    assert pilot.storage.matches == {}


def test_frame_can_be_drawn_after_quitting_a_lesson():
    pilot = first_card(lesson())
    pilot.press("alt+f4", "s")
    assert pilot.quit is not None
    assert pilot.app.frame().title


def test_key_describer_says_escape_leaves_the_lesson():
    pilot = first_card(lesson())
    pilot.press("f11", "escape")
    pilot.expect("Esc, lascia la lezione.")


def test_where_am_i_key_names_the_step_of_a_lesson():
    pilot = first_card(lesson())
    pilot.press("f5")
    pilot.expect("Lezione di Novantanove, passo 4 di 15.", "totale 0")


def test_step_of_a_lesson_is_drawn_above_the_table():
    pilot = first_card(lesson())
    assert pilot.app.frame().lines[0] == "Gioca il re di fiori."


def test_lesson_ignores_the_option_for_automatic_draws():
    pilot = first_card(lesson(auto_draw=True))
    pilot.press("enter")
    assert moves(pilot)[-1] == "Kc"
    pilot.app.change_settings(replace(pilot.app.settings, pace=20))
    pilot.wait(30)
    assert moves(pilot)[-1] == "Kc"
    pilot.press("space")
    assert moves(pilot)[-1] == "draw"


def test_lesson_names_the_players_own_keys():
    changed = with_key((), KeyPlace("game", "explain", 0), "z")
    pilot = lesson("novantanove", "space", "down", keys=changed)
    pilot.expect("Premi Z.")
    pilot.press("x")
    pilot.expect("Nessun comando.")
    pilot.press("z")
    pilot.wait(30)
    pilot.expect("Il re vale 10.")


def test_lesson_names_a_commands_new_key_even_if_another_command_used_that_key():
    changed = with_key((), KeyPlace("game:wist", "bids", 0), "x")
    pilot = lesson("wist", "space", "right", "a", "x", keys=changed)
    for keys in (
        "3 enter",
        "2 enter",
        "c",
        "home down enter",
        "w",
        "home down down down down down",
    ):
        pilot.press(*keys.split())
        pilot.wait(60)
    pilot.press("enter")
    pilot.wait(60)
    pilot.expect("Comandano le picche", "Con X")


def test_lesson_becomes_an_ordinary_match_after_its_last_step():
    pilot = lesson("invido", "space", "down", "down", "enter", "w", "i", "a", "v", "home", "enter")
    for key in ("s", "space", "f", "s", "space", "m"):
        pilot.press(key)
        pilot.wait(30)
    pilot.expect("Qui finisce la lezione.")
    pilot.press("f5")
    pilot.expect("passo 14 di 14")
    pilot.press("space")
    pilot.wait(60)
    assert pilot.app.session.my_turn
    pilot.press("down", "enter")
    pilot.wait(60)
    assert len(pilot.app.session.view.played) >= 2
    pilot.press("ctrl+z")
    pilot.expect("Mossa annullata")


# From a running match -----------------------------------------------------------------------------


def test_match_is_left_for_a_lesson_only_after_confirmation():
    storage = MemoryStorage()
    pilot = match(storage=storage)
    pilot.press("shift+f1", "enter")
    pilot.expect("Aiuto. Lezione di Novantanove.", "La partita resta salvata.")
    pilot.press("n")
    assert pilot.app.session is not None
    assert screen(pilot) == "HelpMenu"
    pilot.press("enter", "s")
    pilot.expect("Lezione di Novantanove. Non c'è fretta.")
    assert len(storage.matches) == 1
    pilot.press("escape")
    pilot.expect("Menu principale. Riprendi, Novantanove")


def test_lesson_warns_when_the_match_cannot_be_saved():
    storage = MemoryStorage()
    storage.full = True
    pilot = match(storage=storage)
    pilot.press("shift+f1", "enter")
    pilot.expect("La partita va persa.")


def test_lesson_can_be_left_for_another_lesson():
    pilot = first_card(lesson())
    pilot.press("shift+f1", "down", "enter")
    pilot.wait(1)
    pilot.expect("Lezione di Invido. Non c'è fretta.")
    assert pilot.app.session.spec.id == "invido"


def test_opening_a_lesson_closes_a_replay_without_confirmation():
    pilot = lobby(bots=1)
    pilot.app.matches.put_away()
    log = finished_match()
    pilot.storage.recall = lambda _name: log
    pilot.app.push(ReplayScreen(pilot.app, pilot.app.matches.replay("x")))
    pilot.press("shift+f1", "enter")
    assert screen(pilot) == "LessonScreen"


def finished_match():
    """Return the log of a finished match."""
    pilot = over("it")
    return pilot.app.session.table.log


def test_playing_again_after_a_lesson_starts_an_ordinary_match():
    pilot = lobby(bots=2)
    pilot.app.matches.teach(game("wist"))
    pilot.press("space")
    pilot.app.matches.again(pilot.now)
    assert screen(pilot) == "MatchScreen"
    assert pilot.app.session.spec.id == "wist"
    assert len(pilot.storage.matches) == 1

"""A lesson: what it waits for, what it lets pass, and that nothing of it is kept."""

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
    """A lesson after these keys, each given time; nothing of it was looked at yet."""
    pilot = menu(lang, **settings)
    pilot.app.matches.teach(game(id_))
    pilot.wait(0)
    for key in keys:
        pilot.press(key)
        pilot.wait(30)
    return pilot


def first_card(pilot):
    """The step that asks for the king of clubs has been told."""
    for key in ("space", "down", "x"):
        pilot.press(key)
        pilot.wait(30)
    pilot.look()
    return pilot


def moves(pilot):
    return [entry.move for entry in pilot.app.session.table.log.entries]


def test_before_the_cards_are_dealt_one_hears_what_the_game_is_about():
    pilot = lesson()
    pilot.expect("Lezione di Novantanove.", "Control R ripete", "33, 66 o 99", "Premi spazio")
    assert moves(pilot) == []


@pytest.mark.parametrize("key", ["enter", "c", "s", "h", "x", "down", "e", "l", "v"])
def test_before_the_cards_are_dealt_every_key_answers(key):
    pilot = lesson()
    pilot.wait(60)
    pilot.look()
    pilot.press(key)
    pilot.wait(9)
    assert [one.interrupt for one in pilot.look()] in ([True], [True, False]), "nothing is cut off"
    assert moves(pilot) == []
    pilot.press("space")
    pilot.expect("Dà le carte Bruno.")


def test_a_card_before_the_deal_is_refused_in_one_sentence():
    pilot = lesson()
    pilot.wait(60)
    pilot.look()
    pilot.press("enter")
    assert [one.text for one in pilot.look()] == ["Ora no. Premi spazio per dare le carte."]


def test_nobody_moves_while_a_key_is_waited_for():
    pilot = first_card(lesson())
    pilot.press("enter")
    pilot.expect("Re di fiori. 10.")
    pilot.wait(30)
    pilot.expect("Dopo la tua carta peschi", "Premi spazio.")
    before = moves(pilot)
    pilot.wait(3600)
    assert moves(pilot) == before
    assert not pilot.heard()


def test_when_it_was_pressed_the_others_move_in_their_own_time():
    pilot = first_card(lesson())
    pilot.press("enter", "space")
    assert moves(pilot)[-1] == "draw"
    pilot.wait(0.5)
    assert moves(pilot)[-1] == "draw"
    pilot.wait(30)
    pilot.expect("Ada, sette di picche, 17.", "Bruno, cinque di fiori, 22.", "Premi C.")


def test_the_others_wait_for_the_end_of_an_answer_too():
    pilot = lesson("wist", "space", "right")
    pilot.press("a")
    pilot.wait(0.5)
    assert moves(pilot)[-1].startswith("deal ")
    pilot.wait(5)
    assert moves(pilot)[-1].startswith("bid ")


def test_the_next_deal_waits_for_its_step():
    pilot = lesson("invido", "space", "down", "down", "enter", "w", "i", "a", "v", "home", "enter")
    pilot.look()
    pilot.press("space")
    pilot.wait(10)
    assert pilot.heard() == "Ora no. Premi S."
    assert pilot.app.session.waiting


def test_a_question_is_answered_and_the_lesson_waits_on():
    pilot = first_card(lesson())
    pilot.press("s")
    pilot.wait(10)
    assert pilot.heard() == "Gettoni. Tu 9, Ada 9, Bruno 9. Gioca il re di fiori."


def test_walking_the_hand_is_not_commented():
    pilot = first_card(lesson())
    pilot.press("down", "end", "o")
    pilot.wait(10)
    assert pilot.heard() == "Asso di picche. Dieci di cuori. Ordine per seme."


def test_another_card_waits():
    pilot = first_card(lesson())
    pilot.press("end", "enter", "enter")
    pilot.expect("Dieci, quanto vale?", "Ora no. Gioca il re di fiori.")
    assert pilot.sounds[-1].sound == "refused"
    assert moves(pilot)[-1].startswith("deal ")
    pilot.press("home", "enter")
    assert moves(pilot)[-1] == "Kc"


def test_refused_key_while_the_words_are_spoken_names_only_the_key_to_press():
    pilot = lesson()
    pilot.look()
    pilot.rush("enter")
    assert [one.text for one in pilot.look()] == ["Ora no. Premi spazio per dare le carte."]


def test_what_the_rules_refuse_they_refuse_with_their_own_reason():
    pilot = first_card(lesson())
    pilot.press("space")
    pilot.wait(10)
    assert pilot.heard() == "Prima gioca una carta. Gioca il re di fiori."


def test_words_that_were_cut_short_are_said_again_after_the_answer():
    pilot = lesson("novantanove", "space")
    pilot.press("down")
    pilot.wait(0.7)  # the step after this one has only just begun
    pilot.look()
    pilot.press("s")
    pilot.wait(30)
    pilot.expect("Gettoni.", "Prima di giocare una carta puoi sapere", "Premi X.")
    pilot.press("s")
    pilot.wait(30)
    assert pilot.heard() == "Gettoni. Tu 9, Ada 9, Bruno 9. Premi X."


def test_who_is_quicker_than_the_words_does_not_hear_them_late():
    pilot = first_card(lesson())
    pilot.press("enter", "space")  # drawn before one was told to
    pilot.wait(60)
    assert "Dopo la tua carta peschi" not in pilot.heard()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_control_r_repeats_the_step(lang):
    pilot = first_card(lesson(lang=lang))
    pilot.press("down", "s")
    pilot.wait(10)
    pilot.look()
    pilot.press("ctrl+r")
    pilot.expect(*{"it": ("Il re vale 10.", "Gioca il re di fiori.")}.get(lang, ("A king is",)))


def test_while_the_others_move_control_r_repeats_what_was_heard_last():
    pilot = first_card(lesson())
    pilot.press("enter", "space")
    pilot.wait_for("17")
    pilot.look()
    pilot.press("ctrl+r")
    assert pilot.heard() == "Ada, sette di picche, 17."


def test_while_the_others_move_one_moment():
    pilot = lesson("invido", "space", "down")
    pilot.press("down", "enter")
    pilot.look()
    pilot.press("m")
    assert pilot.heard() == "Un momento."
    assert moves(pilot)[-1] == "1s"


def test_a_question_that_is_not_asked_for_is_not_put():
    pilot = lesson("invido", "space", "down")
    pilot.look()
    pilot.press("f")
    pilot.wait(10)
    assert pilot.heard() == "Ora no. Gioca l'asso di spade."
    assert screen(pilot) == "LessonScreen"


def test_a_call_may_be_typed():
    pilot = lesson("invido", "space", "down", "down", "enter", "w")
    pilot.press("k")
    pilot.type("Invido")
    pilot.press("enter")
    assert moves(pilot)[-1] == "invido"


def test_a_list_over_the_table_is_part_of_the_lesson():
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


def test_practice_would_lead_away_from_it():
    pilot = first_card(lesson())
    for key in ("ctrl+z", "g", "ctrl+o"):
        pilot.press(key)
        assert pilot.heard() == "Ora no. Gioca il re di fiori.", key


def test_back_from_a_list_one_hears_what_is_to_be_done():
    pilot = first_card(lesson())
    pilot.press("f1", "escape")
    pilot.expect("Tasti", "Gioca il re di fiori.")


def test_a_pause_makes_no_step():
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


def test_escape_leaves_and_nothing_is_kept():
    pilot = first_card(lesson())
    pilot.press("escape")
    pilot.expect("Menu principale.")
    assert pilot.app.session is None
    assert pilot.storage.matches == {}


def test_a_picture_may_still_be_drawn_when_the_program_ends():
    pilot = first_card(lesson())
    pilot.press("alt+f4", "s")
    assert pilot.quit is not None
    assert pilot.app.frame().title


def test_the_list_of_keys_says_what_escape_does():
    pilot = first_card(lesson())
    pilot.press("f11", "escape")
    pilot.expect("Esc, lascia la lezione.")


def test_where_one_is():
    pilot = first_card(lesson())
    pilot.press("f5")
    pilot.expect("Lezione di Novantanove, passo 4 di 15.", "totale 0")


def test_the_step_is_shown_above_the_table():
    pilot = first_card(lesson())
    assert pilot.app.frame().lines[0] == "Gioca il re di fiori."


def test_the_learner_draws_himself_whatever_his_settings():
    pilot = first_card(lesson(auto_draw=True))
    pilot.press("enter")
    assert moves(pilot)[-1] == "Kc"
    pilot.app.change_settings(replace(pilot.app.settings, pace=20))
    pilot.wait(30)
    assert moves(pilot)[-1] == "Kc"
    pilot.press("space")
    assert moves(pilot)[-1] == "draw"


def test_keys_are_named_as_the_player_has_them():
    changed = with_key((), KeyPlace("game", "explain", 0), "z")
    pilot = lesson("novantanove", "space", "down", keys=changed)
    pilot.expect("Premi Z.")
    pilot.press("x")
    pilot.expect("Nessun comando.")
    pilot.press("z")
    pilot.wait(30)
    pilot.expect("Il re vale 10.")


def test_a_key_that_another_has_taken_is_named_all_the_same():
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


def test_after_the_last_step_it_is_a_match_like_others():
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


def test_a_match_is_left_only_after_a_yes():
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


def test_a_match_that_cannot_be_kept_is_lost_and_one_is_told():
    storage = MemoryStorage()
    storage.full = True
    pilot = match(storage=storage)
    pilot.press("shift+f1", "enter")
    pilot.expect("La partita va persa.")


def test_a_lesson_is_left_for_another_one():
    pilot = first_card(lesson())
    pilot.press("shift+f1", "down", "enter")
    pilot.wait(1)
    pilot.expect("Lezione di Invido. Non c'è fretta.")
    assert pilot.app.session.spec.id == "invido"


def test_a_match_that_is_only_heard_again_is_left_at_once():
    pilot = lobby(bots=1)
    pilot.app.matches.put_away()
    log = finished_match()
    pilot.storage.recall = lambda _name: log
    pilot.app.push(ReplayScreen(pilot.app, pilot.app.matches.replay("x")))
    pilot.press("shift+f1", "enter")
    assert screen(pilot) == "LessonScreen"


def finished_match():
    """The log of a match that one player lost by doing nothing."""
    pilot = over("it")
    return pilot.app.session.table.log


def test_again_after_a_lesson_is_an_ordinary_match():
    pilot = lobby(bots=2)
    pilot.app.matches.teach(game("wist"))
    pilot.press("space")
    pilot.app.matches.again(pilot.now)
    assert screen(pilot) == "MatchScreen"
    assert pilot.app.session.spec.id == "wist"
    assert len(pilot.storage.matches) == 1

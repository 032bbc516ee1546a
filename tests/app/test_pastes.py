"""Pasted text goes into a text field; elsewhere it has no effect, as a message says."""

from audiogames.app.screens.base import Confirm, Question
from audiogames.app.screens.typing import TypeLine
from audiogames.core.cues import msg
from tests.kit.places import match, menu

NOWHERE = "You can paste only where you write."


def test_paste_at_the_table_plays_no_card():
    pilot = match("en")
    decision = pilot.app.session.table.seq
    pilot.look()
    pilot.paste("hello\rx\r")
    assert pilot.heard() == NOWHERE
    pilot.wait(5)
    assert pilot.app.session.table.seq == decision


def test_pasted_letter_does_not_answer_a_question():
    agreed = []
    pilot = menu("en")
    pilot.app.push(Confirm(pilot.app, Question(msg("quit-question"), lambda: agreed.append(1))))
    pilot.press("f5")
    pilot.look()
    pilot.paste("y\r")
    assert pilot.heard() == NOWHERE
    assert not agreed


def test_pasted_lines_become_one_text_that_is_not_submitted():
    taken = []
    pilot = menu("en")
    pilot.app.push(TypeLine(pilot.app, msg("type-name"), taken.append))
    pilot.paste("Anna\r\nBea\tCarla\n")
    assert pilot.app.frame().field == "Anna Bea Carla"
    assert not taken
    pilot.press("enter")
    assert taken == ["Anna Bea Carla"]

"""Tests of the check that compares announcements with the log of a match."""

import pytest

from audiogames.core.cues import Priority
from audiogames.present.outputs import Announcement
from tests.monkey.order import Fact, disorders


def facts(*sentences):
    return [Fact(number, (one,), (f"br {one}",)) for number, one in enumerate(sentences, 1)]


def said(*texts, message="card-played", braille=""):
    return [Announcement(0.0, Priority.EVENT, False, one, braille, "en", message) for one in texts]


EXPECTED = facts("Ada, king.", "Bruno, two.", "Six. 9.")


@pytest.mark.parametrize(
    "told",
    [
        said("Ada, king.", "Bruno, two. Your turn.", "Six. 9. Draw, space."),
        said("Ada, king. Bruno, two. Six. 9."),
        said("Nine.", "Ada, king.", "Bruno, two.", "Nine."),
        said("Ada, king."),
        [],
    ],
    ids=["each by itself", "all at once", "echoes between", "not told yet", "nothing"],
)
def test_order_check_accepts_announcements_in_log_order(told):
    assert disorders(EXPECTED, told) == []


def test_order_check_reports_a_late_announcement_with_its_context():
    (found,) = disorders(EXPECTED, said("Bruno, two.", "Six. 9.", "Ada, king."))
    assert found.fact.words == "Ada, king."
    assert "Six. 9. | Ada, king." in found.around


def test_order_check_reports_a_missing_announcement_at_the_next_announcement():
    (found,) = disorders(EXPECTED, said("Ada, king.", "Six. 9."))
    assert found.fact.words == "Bruno, two."
    assert not found.around


def test_order_check_accepts_facts_shown_only_in_braille():
    brailled = said("", braille="br Bruno, two.")
    assert disorders(EXPECTED, [*said("Ada, king."), *brailled, *said("Six. 9.")]) == []
    assert disorders(EXPECTED, [*said("Ada, king.", "Six. 9."), *brailled]), "too late"


def test_announcement_order_check_ignores_entries_read_from_the_history():
    told = [*said("Ada, king.", "Six. 9."), *said("Bruno, two.", message="quote")]
    assert len(disorders(EXPECTED, told)) == 1


def test_order_check_matches_each_of_several_equal_sentences_to_its_own_event():
    expected = facts("Ada draws.", "Bruno, two.", "Ada draws.")
    assert disorders(expected, said("Ada draws.", "Bruno, two.", "Ada draws.")) == []
    assert disorders(expected, said("Ada draws.", "Bruno, two.")) == []


def test_order_check_accepts_equal_facts_announced_together():
    expected = facts("You deal.", "Ada, king.", "You deal.")
    assert disorders(expected, said("You deal. You deal.", "Ada, king.")) == []


def test_order_check_reports_two_swapped_announcements():
    assert len(disorders(facts("Ada, king.", "Bruno, two."), said("Bruno, two. Ada, king."))) == 1

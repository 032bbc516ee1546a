"""Tests of the history: its views, moving in them, and their limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.present.history import (
    GAME,
    GENERAL,
    KEPT,
    SYSTEM,
    VIEWS,
    History,
    Remembered,
)


def remembered(*texts, view=GAME):
    history = History()
    for text in texts:
        history.add(view, text, text[:1])
    return history


def texts(entries):
    return [entry.text for entry in entries]


def test_new_history_is_empty():
    history = History()
    assert history.latest is None
    assert history.current() is None
    assert history.step(-1) is None
    assert history.step(1) is None
    assert history.edge(last=True) is None
    assert history.edge(last=False) is None
    assert history.entries(GENERAL) == ()


def test_general_history_view_has_every_message_once():
    history = History()
    for view in VIEWS:
        history.add(view, view, view)
    assert texts(history.entries(GENERAL)) == list(VIEWS)
    assert texts(history.entries(GAME)) == [GAME]
    assert history.latest == Remembered(SYSTEM, SYSTEM)


def test_first_step_back_in_the_history_reaches_the_newest_message():
    history = remembered("one", "two", "three")
    assert [history.step(-1).text for _ in range(4)] == ["three", "two", "one", "one"]
    assert [history.step(1).text for _ in range(3)] == ["two", "three", "three"]


def test_stepping_forward_before_any_step_back_returns_the_newest_message():
    assert remembered("one", "two").step(1).text == "two"


def test_history_can_jump_to_its_first_and_last_message():
    history = remembered("one", "two", "three")
    assert history.edge(last=False).text == "one"
    assert history.step(1).text == "two"
    assert history.edge(last=True).text == "three"
    assert history.step(-1).text == "two"


def test_history_position_stays_while_new_messages_arrive():
    history = remembered("one", "two")
    history.step(-1)
    assert history.step(-1).text == "one"
    history.add(GAME, "three", "3")
    assert history.current().text == "one"
    assert history.step(1).text == "two"
    assert history.latest.text == "three"


def test_newest_message_is_current_before_the_history_is_browsed():
    history = remembered("one", "two")
    assert history.current().text == "two"
    history.add(SYSTEM, "three", "3")
    assert history.current().text == "three"


def test_history_views_do_not_wrap_around():
    history = History()
    assert history.step_view(-1) == VIEWS[0]
    assert [history.step_view(1) for _ in VIEWS] == [*VIEWS[1:], VIEWS[-1]]


def test_each_history_view_opens_at_its_newest_message():
    history = remembered("one", "two")
    history.add(SYSTEM, "three", "3")
    history.edge(last=False)
    history.turn_to(SYSTEM)
    assert history.view == SYSTEM
    assert history.current().text == "three"
    assert history.step(-1).text == "three"
    history.turn_to(GAME)
    assert history.step(-1).text == "two"
    history.turn_to("chat")
    assert history.current() is None


def test_history_keeps_a_bounded_number_of_messages():
    history = remembered(*map(str, range(KEPT + 5)))
    assert len(history.entries(GAME)) == len(history.entries(GENERAL)) == KEPT
    assert history.edge(last=False).text == "5"


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from(VIEWS)),
        st.tuples(st.just("step"), st.sampled_from([-1, 1])),
        st.tuples(st.just("edge"), st.booleans()),
        st.tuples(st.just("view"), st.sampled_from(VIEWS)),
    )
)


@given(STEPS)
def test_history_position_is_always_a_message_of_the_view(steps):
    history = History()
    for number, (what, value) in enumerate(steps):
        if what == "add":
            history.add(value, str(number), "")
        elif what == "step":
            assert history.step(value) in (*history.entries(history.view), None)
        elif what == "edge":
            found = history.edge(last=value)
            entries = history.entries(history.view)
            assert found == (entries[-1 if value else 0] if entries else None)
        else:
            history.turn_to(value)
        held = history.entries(history.view)
        assert (history.current() in held) if held else (history.current() is None)


@pytest.mark.parametrize("view", VIEWS)
def test_history_keeps_the_braille_of_a_message(view):
    history = History()
    history.add(view, "Total 22.", "22")
    assert history.entries(view) == (Remembered("Total 22.", "22"),)


def cards_of_a_deal():
    history = History()
    for text, is_of_cards in (("deal", False), ("a", True), ("turn", False), ("b", True)):
        history.add(GAME, text, "", is_of_cards=is_of_cards)
    return history


@pytest.mark.parametrize(
    ("recall", "seen"), [(None, "deal a turn b"), (1, "deal turn b"), (0, "deal turn")]
)
def test_recall_option_hides_older_cards_in_the_history(recall, seen):
    history = cards_of_a_deal()
    history.recall = recall
    assert texts(history.entries(GAME)) == seen.split()
    walked = [history.edge(last=False), *(history.step(1) for _ in seen.split()[1:])]
    assert texts(walked) == seen.split()
    assert history.edge(last=True) == history.current() == walked[-1]


def test_history_shows_earlier_cards_again_when_its_recall_limit_is_removed():
    history = cards_of_a_deal()
    history.recall = 0
    history.recall = None
    assert len(history.entries(GENERAL)) == 4

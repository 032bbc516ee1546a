"""Tests of recognising a held key in a terminal, by the times at which the key arrives."""

import pytest

from audiogames.shell.keys import Press
from audiogames.shell.terminal.held import HeldInTerminal, take

ENTER, DOWN, K = Press("enter"), Press("down"), Press("k", "k")
HELD = [0.0, 0.5, *(0.5 + 0.033 * number for number in range(1, 12))]
"""The times at which a terminal sends a key that is held for 0.85 s."""


def presses(press, times, *, is_text=False):
    """Return the times at which a key that arrives at `times` is handled as pressed."""
    held, found = HeldInTerminal(), []
    for came in times:
        if held.deadline is not None and held.deadline <= came:
            at = held.deadline
            found += [at for one in held.flush(at) if not one.is_repeat]
        text = is_text and came > 0.0
        found += [came for one in held.feed(press, came, is_text=text) if not one.is_repeat]
    at = held.deadline or 0.0
    return found + [at for one in held.flush(at) if not one.is_repeat]


def test_held_terminal_key_is_one_press():
    assert presses(ENTER, HELD) == [0.0]


def test_irregular_repeats_of_a_held_terminal_key_count_as_one_press():
    late = [0.0, 0.5, 0.53, 0.6, 0.6, 0.69, 0.7]
    assert presses(ENTER, late) == [0.0]


@pytest.mark.parametrize("gap", [0.12, 0.2, 0.5])
def test_terminal_key_pressed_again_after_a_moment_is_a_new_press(gap):
    first, second, third = presses(ENTER, [0.0, gap, 2 * gap])
    assert (first, second < gap + 0.06, third < 2 * gap + 0.06) == (0.0, True, True)


def test_slowly_repeated_terminal_key_is_handled_without_delay():
    assert presses(ENTER, [0.0, 1.0, 2.0]) == [0.0, 1.0, 2.0]


def test_second_enter_held_back_in_the_terminal_is_reported_when_another_key_follows():
    held = HeldInTerminal()
    found = [held.feed(press, at, is_text=False) for press, at in [(ENTER, 0), (ENTER, 0.3)]]
    found.append(held.feed(DOWN, 0.31, is_text=False))
    assert [[one.press for one in some] for some in found] == [[ENTER], [], [ENTER, DOWN]]


def test_every_press_and_repeat_in_a_terminal_is_reported_once():
    """A repeat is withheld until the next one confirms it; an older version then lost it."""
    held = HeldInTerminal()
    found = [held.feed(ENTER, at, is_text=False) for at in (0.0, 0.5, 0.53, 0.56)]
    assert [[one.is_repeat for one in some] for some in found] == [[False], [], [True] * 2, [True]]


def test_terminal_arrow_keys_repeat_without_delay():
    held = HeldInTerminal()
    assert [len(held.feed(DOWN, at, is_text=False)) for at in HELD] == [1] * len(HELD)


def test_double_letters_in_a_terminal_text_field_are_both_typed():
    held = HeldInTerminal()
    assert [held.feed(K, 0.01 * n, is_text=True)[0].is_repeat for n in range(3)] == [False] * 3


def test_letter_key_held_in_a_terminal_types_nothing_into_the_text_field_it_opened():
    assert presses(K, HELD, is_text=True) == [0.0]


def test_terminal_letter_key_that_opened_a_text_field_types_its_letter_when_pressed_again():
    held = HeldInTerminal()
    held.feed(K, 0.0, is_text=False)
    assert held.feed(K, 1.0, is_text=True)[0].is_repeat is False
    assert held.feed(K, 1.01, is_text=True)[0].is_repeat is False


class Program:
    """A simulated host that records the keys and texts it receives."""

    wants_text = False

    def __init__(self):
        self.handed = []

    def key(self, name, *, is_repeat, origin):
        self.handed.append((name, is_repeat))

    def type_text(self, text):
        self.handed.append(text)


def test_key_held_while_a_text_field_opens_is_not_typed_into_it():
    held, program = HeldInTerminal(), Program()
    for at in (0.0, 0.5, 0.53, 0.56):
        for counted in held.feed(K, at, is_text=program.wants_text):
            take(counted, program)
        program.wants_text = True
    assert program.handed == [("k", False)]

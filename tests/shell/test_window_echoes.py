"""A key that is down while the program is busy: the window repeats it, and nobody pressed it."""

import pygame
import pytest

from audiogames.shell.window.window import GameWindow

ENTER, DOWN = pygame.K_RETURN, pygame.K_DOWN


@pytest.fixture
def window():
    window = GameWindow()
    yield window
    window.close()


def down(key):
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)


def up(key):
    return pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)


def taken(window, *events):
    """The keys that count of what has come together."""
    return [one.key for one in window._without_echoes(list(events)) if one.type == pygame.KEYDOWN]


def test_what_a_busy_program_finds_of_a_key_let_go_long_ago_counts_once(window):
    assert taken(window, down(ENTER)) == [ENTER]
    assert taken(window, *[down(ENTER)] * 40, up(ENTER)) == []
    assert taken(window, down(ENTER), up(ENTER)) == [ENTER]


def test_a_key_that_is_still_down_counts_once_each_time(window):
    assert taken(window, down(DOWN)) == [DOWN]
    assert taken(window, *[down(DOWN)] * 3) == [DOWN]
    assert taken(window, down(DOWN)) == [DOWN]


def test_a_key_pressed_twice_counts_twice(window):
    assert taken(window, down(ENTER), up(ENTER), down(ENTER), up(ENTER)) == [ENTER, ENTER]


def test_two_keys_one_after_the_other_both_count(window):
    assert taken(window, down(DOWN), down(ENTER), up(DOWN), up(ENTER)) == [DOWN, ENTER]

"""Tests of following two accessibility settings of Windows: high contrast, and no animation."""

import ctypes

import pytest

from audiogames.shell.window.canvas import Appearance
from audiogames.shell.window.wishes import (
    GET_ANIMATION,
    GET_HIGH_CONTRAST,
    HIGH_CONTRAST_ON,
    HighContrast,
    Wishes,
    desktop_wishes,
)


class User32:
    """A simulated user32.dll with these settings, which checks the size of the structures."""

    def __init__(self, *, contrast=False, ground=0, moves=True):
        self.contrast, self.ground, self.moves = contrast, ground, moves

    def SystemParametersInfoW(self, what, size, place, _):  # noqa: N802 - its name there
        if what == GET_HIGH_CONTRAST:
            given = ctypes.cast(place, ctypes.POINTER(HighContrast)).contents
            if not size == given.size == ctypes.sizeof(HighContrast):
                return 0
            given.flags = 0x7E | (HIGH_CONTRAST_ON if self.contrast else 0)
        elif what == GET_ANIMATION:
            ctypes.cast(place, ctypes.POINTER(ctypes.c_int)).contents.value = self.moves
        return 1

    def GetSysColor(self, _):  # noqa: N802 - its name there
        return self.ground


@pytest.mark.parametrize(
    ("desktop", "wishes"),
    [
        (User32(), Wishes()),
        (User32(contrast=True, ground=0x000000), Wishes("yellow-on-black")),
        (User32(contrast=True, ground=0xFFFFFF), Wishes("black-on-white")),
        (User32(moves=False), Wishes(still=True)),
    ],
)
def test_window_follows_the_desktops_contrast_and_animation_settings(desktop, wishes):
    assert desktop_wishes(desktop) == wishes


@pytest.mark.parametrize(("chosen", "theme"), [("dark", "yellow-on-black"), ("light", "light")])
def test_chosen_theme_has_priority_over_the_theme_of_the_desktop(chosen, theme):
    assert Wishes("yellow-on-black").applied(Appearance(theme=chosen)).theme == theme


def test_cards_are_animated_only_if_player_and_desktop_allow_motion():
    assert Wishes().applied(Appearance()).motion
    assert not Wishes(still=True).applied(Appearance()).motion
    assert not Wishes().applied(Appearance(motion=False)).motion


def test_unknown_desktop_settings_leave_theme_and_motion_unchanged():
    assert desktop_wishes(object()) == Wishes()

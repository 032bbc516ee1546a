"""Reads the accessibility settings of the Windows desktop: high contrast, and no animations.

They have effect unless the player has chosen otherwise in the program.  On other systems, and if
Windows does not answer, the settings are empty.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from audiogames.shell.window.canvas import Appearance

GET_HIGH_CONTRAST: Final = 0x0042
HIGH_CONTRAST_ON: Final = 0x0001
GET_ANIMATION: Final = 0x1042
WINDOW_COLOUR: Final = 5
"""SPI_GETHIGHCONTRAST, HCF_HIGHCONTRASTON, SPI_GETCLIENTAREAANIMATION and COLOR_WINDOW in
winuser.h."""

MIDDLE: Final = 3 * 128
"""The sum of red, green and blue above which a background is light."""


class HighContrast(ctypes.Structure):
    """The structure HIGHCONTRASTW of winuser.h."""

    _fields_ = (
        ("size", ctypes.c_uint),
        ("flags", ctypes.c_uint),
        ("scheme", ctypes.c_wchar_p),
    )


@dataclass(frozen=True)
class Wishes:
    """The desktop's settings.

    `theme` is a theme of the program, or empty; `still` means that nothing should move.
    """

    theme: str = ""
    still: bool = False

    def applied(self, chosen: Appearance) -> Appearance:
        """Return the player's visual settings, changed where the desktop requires it.

        A theme that the player has chosen has priority.
        """
        theme = self.theme if self.theme and chosen.theme == Appearance().theme else chosen.theme
        return replace(chosen, theme=theme, motion=chosen.motion and not self.still)


def desktop_wishes(user32: Any = None) -> Wishes:
    """Return the settings of the Windows desktop, from the library `user32`.

    By default the library is loaded from the system.
    """
    with suppress(AttributeError, OSError):  # not Windows, or an old version
        if user32 is None and sys.platform == "win32":
            user32 = ctypes.windll.user32
        if user32 is not None:
            return Wishes(_theme(user32), still=not _moves(user32))
    return Wishes()


def _theme(user32: Any) -> str:
    """Return the theme for the desktop's high contrast; empty if that is off."""
    contrast = HighContrast(size=ctypes.sizeof(HighContrast))
    asked = GET_HIGH_CONTRAST, contrast.size, ctypes.byref(contrast), 0
    if not (user32.SystemParametersInfoW(*asked) and contrast.flags & HIGH_CONTRAST_ON):
        return ""
    colour = user32.GetSysColor(WINDOW_COLOUR)
    light = sum(colour >> shift & 0xFF for shift in (0, 8, 16))
    return "black-on-white" if light > MIDDLE else "yellow-on-black"


def _moves(user32: Any) -> bool:
    """Return whether the desktop allows animations."""
    moves = ctypes.c_int(1)
    user32.SystemParametersInfoW(GET_ANIMATION, 0, ctypes.byref(moves), 0)
    return bool(moves.value)

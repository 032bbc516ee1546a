"""The colour themes of the window.

Text contrasts with its background by 7 to 1 at least, shapes and the focus by 3 to 1, by WCAG's
definition; `tests/shell/test_canvas_themes.py` checks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Inks:
    """Five colours for suits that can be distinguished on one background."""

    black: Colour
    red: Colour
    green: Colour
    blue: Colour
    ochre: Colour


@dataclass(frozen=True)
class Theme:
    """The colours of one theme.

    `inks` are for cards, on their `paper`.  `lights` are for the round signs of won, tied
    and lost tricks, on the background and the felt.  Unplayable cards have the dimmed paper
    and inks.
    """

    background: Colour
    text: Colour
    title: Colour
    status: Colour
    focus: Colour
    """The background of the focused row, and the frame of the focused card."""
    on_focus: Colour
    paper: Colour
    edge: Colour
    inks: Inks
    lights: Inks
    felt: Colour
    """The background of a table.  In strong contrast it is the general background."""
    dimmed_paper: Colour
    dimmed_inks: Inks
    ready: Colour
    """The bar of a playable card."""
    back: Colour
    on_back: Colour


_BLACK: Final[Colour] = (0, 0, 0)
_WHITE: Final[Colour] = (255, 255, 255)
_GREY: Final[Colour] = (204, 204, 204)
_AMBER: Final[Colour] = (255, 212, 0)
_YELLOW: Final[Colour] = (255, 255, 0)
_GREEN: Final[Colour] = (0, 124, 62)
_BLUE: Final[Colour] = (24, 64, 150)
_PALE_BLUE: Final[Colour] = (170, 205, 255)

_DEEP: Final = Inks(_BLACK, (178, 0, 28), (0, 92, 36), (0, 56, 200), (122, 70, 0))
_DEEPER: Final = Inks(_BLACK, (112, 0, 16), (0, 68, 30), (0, 36, 150), (80, 44, 0))
_BRIGHT: Final = Inks(_WHITE, (255, 130, 130), (90, 230, 90), (110, 185, 255), (255, 190, 60))
_LESS_BRIGHT: Final = Inks(
    (165, 165, 165), (230, 120, 120), (70, 180, 70), (95, 160, 220), (204, 152, 48)
)

THEMES: Final[Mapping[str, Theme]] = {
    "dark": Theme(
        background=_BLACK, text=_WHITE, title=_AMBER, status=(150, 220, 255),
        focus=_AMBER, on_focus=_BLACK, paper=_WHITE, edge=(112, 112, 112),
        inks=_DEEP, lights=_BRIGHT, felt=(0, 40, 22),
        dimmed_paper=_GREY, dimmed_inks=_DEEPER, ready=_GREEN, back=_BLUE, on_back=_PALE_BLUE,
    ),
    "light": Theme(
        background=(246, 242, 230), text=(16, 16, 16), title=(96, 40, 0), status=(0, 48, 120),
        focus=(0, 56, 140), on_focus=_WHITE, paper=_WHITE, edge=(96, 96, 96),
        inks=_DEEP, lights=_DEEP, felt=(208, 232, 208),
        dimmed_paper=_GREY, dimmed_inks=_DEEPER, ready=_GREEN, back=_BLUE, on_back=_PALE_BLUE,
    ),
    "black-on-white": Theme(
        background=_WHITE, text=_BLACK, title=_BLACK, status=_BLACK,
        focus=_BLACK, on_focus=_WHITE, paper=_WHITE, edge=_BLACK,
        inks=_DEEP, lights=_DEEP, felt=_WHITE,
        dimmed_paper=_GREY, dimmed_inks=_DEEPER, ready=_BLACK, back=_BLACK, on_back=_WHITE,
    ),
    "yellow-on-black": Theme(
        background=_BLACK, text=_YELLOW, title=_YELLOW, status=_YELLOW,
        focus=_YELLOW, on_focus=_BLACK, paper=_BLACK, edge=_YELLOW,
        inks=_BRIGHT, lights=_BRIGHT, felt=_BLACK,
        dimmed_paper=_BLACK, dimmed_inks=_LESS_BRIGHT, ready=_YELLOW, back=_YELLOW, on_back=_BLACK,
    ),
}  # fmt: skip
"""Themes by the values of the setting `theme`; the first one is the default."""

"""Measures of the picture, such as margins and letter size, by window size and chosen scale."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pygame import Rect

SIZE, MARGIN = 38, 14
"""Letters and margins in pixels at 100 %."""

USUAL: Final = (1280, 800)
"""The window size at which letters have the chosen size; in a larger one they are larger."""

FEWEST_LINES: Final = 2
"""The number of lines that must fit; in a smaller window the letters are smaller."""


def enlarged(scale: int, window: tuple[int, int]) -> int:
    """Return the scale in percent, increased for a window that is larger than usual."""
    grown = min(window[0] / USUAL[0], window[1] / USUAL[1])
    return int(scale * max(1.0, grown))


@dataclass(frozen=True)
class Ruler:
    """Computes the picture's measures, such as margin and letter size, from window and scale."""

    window: tuple[int, int]
    scale: int = 100
    beside: int = 0
    """The width of the buttons at the right."""

    @cached_property
    def gap(self) -> int:
        """The margin; it grows more slowly than the scale, to leave space for the words."""
        margin = MARGIN * (100 + (self.scale - 100) // 3) // 100
        return max(2, min(margin, min(self.window) // 36))

    @cached_property
    def inside(self) -> int:
        """The width between the margins, without the buttons at the right."""
        return max(1, self.window[0] - 2 * self.gap - self.beside)

    @cached_property
    def letters(self) -> int:
        """The size of all letters in pixels; at least 1, because widths are divided by it."""
        return max(1, min(self.scaled(SIZE), min(self.window) // FEWEST_LINES))

    @property
    def strip(self) -> int:
        """The height of the arrowhead that marks where a list continues."""
        return max(10, min(self.letters // 2, min(self.window) // 24))

    def scaled(self, pixels: int) -> int:
        """Return this number of pixels, enlarged by the scale."""
        return pixels * self.scale // 100

    def across(self, top: int, height: int) -> Rect:
        """Return a rectangle from margin to margin, with this top and height."""
        return Rect(self.gap, top, self.inside, height)

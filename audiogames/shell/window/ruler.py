"""What the picture is measured with: the window and how large everything was chosen to be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pygame import Rect

SIZE, MARGIN = 38, 14
"""Letters and margins in pixels at 100 %."""

USUAL: Final = (1280, 800)
"""The window whose letters are as large as was chosen; in a larger one they are larger."""

FEWEST_LINES: Final = 2
"""A window that is too small for so many lines as high as the letters has smaller ones."""


def enlarged(scale: int, window: tuple[int, int]) -> int:
    """The scale that was chosen, in percent, as it is in a window of this size."""
    grown = min(window[0] / USUAL[0], window[1] / USUAL[1])
    return int(scale * max(1.0, grown))


@dataclass(frozen=True)
class Ruler:
    """The window in pixels, and the scale in percent."""

    window: tuple[int, int]
    scale: int = 100
    beside: int = 0
    """The width of the buttons that stand at the right."""

    @cached_property
    def gap(self) -> int:
        """The margin, which a large scale need not make large: the words need the room."""
        margin = MARGIN * (100 + (self.scale - 100) // 3) // 100
        return max(2, min(margin, min(self.window) // 36))

    @cached_property
    def inside(self) -> int:
        """The width between the margins."""
        return max(1, self.window[0] - 2 * self.gap - self.beside)

    @cached_property
    def letters(self) -> int:
        """The size of all letters, which is never nothing: widths are divided by it."""
        return max(1, min(self.scaled(SIZE), min(self.window) // FEWEST_LINES))

    @property
    def strip(self) -> int:
        """The height of an arrowhead that tells that there is more."""
        return max(10, min(self.letters // 2, min(self.window) // 24))

    def scaled(self, pixels: int) -> int:
        """At this scale."""
        return pixels * self.scale // 100

    def across(self, top: int, height: int) -> Rect:
        """All of the width."""
        return Rect(self.gap, top, self.inside, height)

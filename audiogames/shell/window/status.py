"""Lays out the newest sentence, which is always at the bottom of the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from audiogames.present.frame import Frame, bare
from audiogames.shell.window.boxes import Box, Brush
from audiogames.shell.window.lettering import font_of, paged
from audiogames.shell.window.ruler import Ruler

SHARE: Final = 4
"""The newest sentence gets at most the window's height divided by this number, but at least a line.
"""

MOST_LINES: Final = 2

FEW_LINES: Final = 8
"""In a window with fewer lines, a sentence that only repeats the focused item is left out."""

RULE: Final = 2
"""The thickness in pixels of the line above the newest sentence."""


@dataclass(frozen=True)
class StatusBox(Box):
    """The box of the newest sentence, which is below a separating line."""

    gap: int = 0

    def draw(self, brush: Brush) -> None:
        """Draw the separating line, and the newest sentence below it."""
        colour = brush.theme.status
        brush.surface.fill(colour, (*self.place.topleft, self.place.width, RULE))
        words = Rect(self.place)
        words.y += self.gap
        words.height -= self.gap
        brush.write(self.words, words.topleft, colour)
        brush.mark(self.words, words, colour)


def repeats_focus(ruler: Ruler, frame: Frame) -> bool:
    """Return whether the window is small and the newest sentence only names the focused item."""
    if ruler.window[1] >= FEW_LINES * font_of(ruler.letters).line:
        return False
    names = [row.text for row in frame.rows if row.focused]
    names += [card.name for card in frame.cards if card.focused and not frame.rows]
    return bare(frame.status).casefold() in {bare(name).casefold() for name in names}


def status_box(ruler: Ruler, text: str, page: int = 0) -> Box:
    """Return the box of the newest sentence, or of one page of it if it is too long."""
    line = font_of(ruler.letters).line
    width, height = ruler.window
    lines = max(1, min(MOST_LINES, height // SHARE // line))
    gap = max(RULE, ruler.gap // 2)
    place = Rect(ruler.gap, 0, width - 2 * ruler.gap, lines * line + gap)
    place.bottom = height - ruler.gap
    words = paged(text, ruler.letters, (place.width, lines * line), page)
    return StatusBox("status", place, gap, words=words)

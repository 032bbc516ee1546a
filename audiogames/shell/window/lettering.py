"""Breaks text into lines and pages, and draws it in letters of the chosen size.

Letters are never smaller than chosen, even if the text does not fit.

They are Atkinson Hyperlegible, which was designed for low vision (decision 61).  Its bold weight
has strokes broad enough for a dark background.  A character that it lacks, such as one of a Greek
name, is drawn from pygame's own font at the same height.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import accumulate, groupby
from math import ceil
from typing import Final

import pygame

from audiogames.shell.window.themes import Colour

MORE: Final = "…"

WIDEST_MARKS: Final = ("8/8", "88/88", "888/888")
"""The widest page numbers, for which the last line of a page reserves space; eight is the widest
digit.
"""

MOST_INSET, MOST_BEFORE = 4, 19
"""The greatest space around and before a page number, because very large words need the space."""


TYPEFACE: Final = files("fontpkg_atkinson_hyperlegible") / "files" / "AtkinsonHyperlegible-Bold.ttf"

EM: Final = 0.75
"""The em as a fraction of the chosen size, so that letters are as high as in pygame's own font."""

LINE, ABOVE = 1.0, 0.78
"""The height of a line, and the part above the baseline, in ems.

Accents of capitals extend a little above it.  The font's own line height allows for two accents,
one above the other.
"""

SMALLEST: Final = 8

PROBE: Final = 1000
"""A size at which no two characters happen to have the same measures."""

NO_CHARACTER: Final = "\uffff"


KEPT: Final = 256
"""The number of rendered lines in the cache, since most of a picture is also in the next one."""

Part = tuple[pygame.font.Font, str]
"""A part of a text, and the font that has its characters."""


@dataclass(frozen=True)
class Letters:
    """Measures and draws text in letters of one size."""

    size: int

    @cached_property
    def line(self) -> int:
        """The height of a line of text in pixels."""
        return round(self._em * LINE)

    def width(self, text: str) -> int:
        """Return the width of a text in one line."""
        return sum(font.size(part)[0] for font, part in self._parts(text))

    def render(self, text: str, colour: Colour) -> pygame.Surface:
        """Draw a line of text on a new surface, which may be higher than the line; see `draw`."""
        parts = self._parts(text)
        drawn = [font.render(part, True, colour) for font, part in parts]
        if len(drawn) == 1:
            return drawn[0]
        above = _above(parts)
        tops = [above - font.get_ascent() for font, _ in parts]
        height = max(top + one.get_height() for top, one in zip(tops, drawn, strict=True))
        whole = pygame.Surface((sum(one.get_width() for one in drawn), height), pygame.SRCALPHA)
        left = 0
        for top, one in zip(tops, drawn, strict=True):
            whole.blit(one, (left, top))
            left += one.get_width()
        return whole

    @lru_cache(maxsize=KEPT)  # noqa: B019 letters are a value of one number
    def _line(self, text: str, colour: Colour) -> tuple[pygame.Surface, int]:
        """Return a line of text as a surface, and how far the surface extends above the line."""
        above = _above(self._parts(text))
        return self.render(text, colour), above - round(self._em * ABOVE)

    def draw(
        self, surface: pygame.Surface, text: str, corner: tuple[int, int], colour: Colour
    ) -> None:
        """Draw a line of text with its upper left corner at this point."""
        drawn, above = self._line(text, colour)
        surface.blit(drawn, (corner[0], corner[1] - above))

    @cached_property
    def _em(self) -> int:
        """The font size in pixels at which letters have the wanted size."""
        return ceil(max(SMALLEST, self.size) * EM)

    @cached_property
    def _own(self) -> pygame.font.Font:
        """The font of the program, Atkinson Hyperlegible."""
        return _typeface(self._em)

    @cached_property
    def _other(self) -> pygame.font.Font:
        """The font of pygame, for characters that the program's font lacks."""
        return pygame.font.Font(None, max(SMALLEST, self.size))

    def _parts(self, text: str) -> Sequence[Part]:
        """Split a text into parts, each in one font."""
        if text.isascii():
            return [(self._own, text)]
        return [
            (self._own if is_own else self._other, "".join(part))
            for is_own, part in groupby(text, has_character)
        ]


def _above(parts: Sequence[Part]) -> int:
    """Return how far a rendered text extends above the baseline."""
    return max(font.get_ascent() for font, _ in parts)


def _typeface(pixels: int) -> pygame.font.Font:
    """Load the program's font in this size."""
    return pygame.font.Font(BytesIO(_typeface_file()), pixels)


@cache
def _typeface_file() -> bytes:
    """Return the contents of the font file, which is loaded once for each size of letters."""
    return TYPEFACE.read_bytes()


@lru_cache(maxsize=1)
def _probe() -> pygame.font.Font:
    """Return the program's font in a size that is only used to look up characters."""
    return _typeface(PROBE)


@lru_cache(maxsize=1024)
def has_character(character: str) -> bool:
    """Return whether Atkinson Hyperlegible has this character."""
    return _probe().metrics(character) != _probe().metrics(NO_CHARACTER)


@lru_cache(maxsize=128)
def font_of(size: int) -> Letters:
    """Return the shared `Letters` of a size."""
    return Letters(size)


@lru_cache(maxsize=8192)
def width_of(text: str, size: int) -> int:
    """Return the width of a text in one line."""
    return font_of(size).width(text)


@dataclass(frozen=True)
class WrappedText:
    """A text broken into lines, or one page of a text that has several `pages`."""

    lines: tuple[str, ...]
    size: int
    page: int = 0
    pages: int = 1

    @cached_property
    def line(self) -> int:
        """The height of a line in pixels."""
        return font_of(self.size).line

    @cached_property
    def height(self) -> int:
        """The height of all lines in pixels."""
        return len(self.lines) * self.line

    @cached_property
    def width(self) -> int:
        """The width of the widest line in pixels; the last line includes the page number."""
        widths = [width_of(line, self.size) for line in self.lines]
        if self.mark and widths:
            widths[-1] += room_for_mark(self.mark, self.size)
        return max(widths, default=0)

    @property
    def mark(self) -> str:
        """The page number and count, such as "2/3"; empty for a single page."""
        return f"{self.page + 1}/{self.pages}" if self.pages > 1 else ""

    def up_to(self, letter: int, height: int) -> WrappedText:
        """Return the lines up to the one that has this letter, and more lines if they fit.

        Letters are counted without spaces, because lines are broken at spaces.
        """
        ends = accumulate(len(line.replace(" ", "")) for line in self.lines)
        last = next((number for number, end in enumerate(ends, 1) if end > letter), 0)
        return replace(self, lines=self.lines[: max(last, height // self.line)])

    def tail(self, height: int) -> WrappedText:
        """Return the last lines that fit into this height: text is usually typed at the end."""
        keep = max(1, height // self.line)
        if keep >= len(self.lines):
            return self
        first, *rest = self.lines[-keep:]
        return replace(self, lines=(MORE + first[1:], *rest))


@lru_cache(maxsize=4096)
def wrap(text: str, size: int, width: int) -> WrappedText:
    """Break a text into lines: between words, or inside a word that is wider than a line."""
    return WrappedText(_lines(text, size, lambda _number: width), size)


def _lines(text: str, size: int, room_of: Callable[[int], int]) -> tuple[str, ...]:
    """Break a text into lines; `room_of` returns the width of the line with this number.

    A word that would be broken in a narrow line is moved to the next line if it fits there.
    """
    lines: list[str] = []
    current = ""
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if width_of(longer, size) <= room_of(len(lines)):
            current = longer
            continue
        if current:
            lines.append(current)
        if room_of(len(lines)) < width_of(word, size) <= room_of(len(lines) + 1):
            lines.append("")
        *full, current = _pieces(word, size, room_of, len(lines))
        lines += full
    return (*lines, current) if current else tuple(lines)


def _pieces(word: str, size: int, room_of: Callable[[int], int], line: int) -> list[str]:
    """Break a word into pieces, each as long as fits into its line.

    The first piece is for the line numbered `line`; `room_of` returns the width left in a line.
    """
    pieces = [""]
    for character in word:
        longer = pieces[-1] + character
        if pieces[-1] and width_of(longer, size) > room_of(line + len(pieces) - 1):
            pieces.append("")
        pieces[-1] += character
    return pieces


def broken(texts: Sequence[str], size: int, width: int) -> WrappedText:
    """Break several texts into lines; each text starts on a new line."""
    return WrappedText(
        tuple(line for text in texts for line in wrap(text, size, width).lines), size
    )


def paged(text: str, size: int, room: tuple[int, int], page: int) -> WrappedText:
    """Break a text into lines; if they do not fit into `room`, return only this page of them.

    `page` wraps around: the first page follows the last one.
    """
    width, height = room
    whole = wrap(text, size, width)
    most = max(1, height // whole.line)
    if len(whole.lines) <= most:
        return whole
    lines: tuple[str, ...] = ()
    pages = 1
    for widest in WIDEST_MARKS:
        lines = _lines_with_mark(widest, text, size, width, most)
        pages = -(-len(lines) // most)
        if len(f"{pages}/{pages}") <= len(widest):
            break
    page %= pages
    return WrappedText(lines[page * most : (page + 1) * most], size, page, pages)


@lru_cache(maxsize=4096)
def _lines_with_mark(mark: str, text: str, size: int, width: int, most: int) -> tuple[str, ...]:
    """Break a text into lines; the last line of each page leaves space for the page number."""
    narrow = width - room_for_mark(mark, size)
    lines = _lines(text, size, lambda number: width if (number + 1) % most else narrow)
    is_full = len(lines) % most == 0 or width_of(lines[-1], size) <= narrow
    return lines if is_full else (*lines, "")


def mark_inset(size: int) -> int:
    """Return the distance between a page number and its outline."""
    return min(size // 9, MOST_INSET)


def room_for_mark(mark: str, size: int) -> int:
    """Return the width of a page number with its background and the space before it."""
    return min(size // 4, MOST_BEFORE) + width_of(mark, size) + 2 * mark_inset(size)

"""Words in letters of the chosen size: broken into lines, and into pages where there are too many.

Letters are never made smaller than they were chosen, whatever finds no room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

import pygame

MORE: Final = "…"

WIDEST_MARKS: Final = ("8/8", "88/88", "888/888")
"""For which room is kept in the last line of a page: no digit is wider than an eight."""

MOST_INSET, MOST_BEFORE = 4, 19
"""Around and before a mark; in very large letters the words need the room."""


@lru_cache(maxsize=128)
def font_of(size: int) -> pygame.font.Font:
    """The font of pygame itself, which every installation has."""
    return pygame.font.Font(None, max(8, size))


@lru_cache(maxsize=8192)
def width_of(text: str, size: int) -> int:
    """How wide a text is in one line."""
    return font_of(size).size(text)[0]


@dataclass(frozen=True)
class WrappedText:
    """A text broken into lines, in letters of one size; of a long one, one of its `pages`."""

    lines: tuple[str, ...]
    size: int
    page: int = 0
    pages: int = 1

    @cached_property
    def line(self) -> int:
        """The height of a line in pixels."""
        return font_of(self.size).get_linesize()

    @cached_property
    def height(self) -> int:
        """In pixels."""
        return len(self.lines) * self.line

    @cached_property
    def width(self) -> int:
        """Of the widest line, in pixels; beside the last one stands the mark."""
        widths = [width_of(line, self.size) for line in self.lines]
        if self.mark and widths:
            widths[-1] += room_for_mark(self.mark, self.size)
        return max(widths, default=0)

    @property
    def mark(self) -> str:
        """Which page it is of how many; nothing where there is one."""
        return f"{self.page + 1}/{self.pages}" if self.pages > 1 else ""

    def tail(self, height: int) -> WrappedText:
        """The end of it: what is being typed is read at its end."""
        keep = max(1, height // self.line)
        if keep >= len(self.lines):
            return self
        first, *rest = self.lines[-keep:]
        return replace(self, lines=(MORE + first[1:], *rest))


@lru_cache(maxsize=4096)
def wrap(text: str, size: int, width: int) -> WrappedText:
    """Break a text between words; a word wider than all the room is broken within."""
    return WrappedText(_lines(text, size, lambda _number: width), size)


def _lines(text: str, size: int, room_of: Callable[[int], int]) -> tuple[str, ...]:
    """The lines of a text, each in the width that the line of its number has.

    A word that would be broken in a narrow line stands on the next one, if it has room there.
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
    """The parts of a word that stand on this line and those after it."""
    pieces = [""]
    for character in word:
        longer = pieces[-1] + character
        if pieces[-1] and width_of(longer, size) > room_of(line + len(pieces) - 1):
            pieces.append("")
        pieces[-1] += character
    return pieces


def broken(texts: Sequence[str], size: int, width: int) -> WrappedText:
    """Several texts, each on lines of its own."""
    return WrappedText(
        tuple(line for text in texts for line in wrap(text, size, width).lines), size
    )


def paged(text: str, size: int, room: tuple[int, int], page: int) -> WrappedText:
    """A text that has a room of a width and height: all of it, or so much as makes a page.

    `page` goes round: after the last page comes the first.
    """
    width, height = room
    whole = wrap(text, size, width)
    most = max(1, height // whole.line)
    if len(whole.lines) <= most:
        return whole
    lines: tuple[str, ...] = ()
    pages = 1
    for widest in WIDEST_MARKS:
        lines = _with_room_for(widest, text, size, width, most)
        pages = -(-len(lines) // most)
        if len(f"{pages}/{pages}") <= len(widest):
            break
    page %= pages
    return WrappedText(lines[page * most : (page + 1) * most], size, page, pages)


@lru_cache(maxsize=4096)
def _with_room_for(mark: str, text: str, size: int, width: int, most: int) -> tuple[str, ...]:
    """The lines of a text of which so many make a page; the last of each leaves room for a mark."""
    narrow = width - room_for_mark(mark, size)
    lines = _lines(text, size, lambda number: width if (number + 1) % most else narrow)
    is_full = len(lines) % most == 0 or width_of(lines[-1], size) <= narrow
    return lines if is_full else (*lines, "")


def mark_inset(size: int) -> int:
    """Between a mark and the outline of its leaf."""
    return min(size // 9, MOST_INSET)


def room_for_mark(mark: str, size: int) -> int:
    """The width of a mark on its leaf, and of what parts that from the words."""
    return min(size // 4, MOST_BEFORE) + width_of(mark, size) + 2 * mark_inset(size)

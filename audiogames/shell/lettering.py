"""Words that fit: broken between words, in letters as large as there is room for.

Whatever finds no room even in the smallest letters ends in an ellipsis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import pygame

LEAST: Final = 19
"""Pixels of the smallest letters: half of the usual ones at 100 %."""

SHRINKING: Final = (1.0, 0.8, 0.65, 0.5, 0.4, 0.32, 0.25, 0.2, 0.16, 0.125)

LONGEST_WORD: Final = 20
"""Letters are rather made smaller than that a word is broken, but for what is longer than this."""

MORE: Final = "…"


@lru_cache(maxsize=128)
def font_of(size: int) -> pygame.font.Font:
    """The font of pygame itself, which every installation has."""
    return pygame.font.Font(None, max(8, size))


def sizes(size: int) -> Iterator[int]:
    """From this size of letters down to the smallest."""
    shrunk = (round(size * share) for share in SHRINKING)
    yield from dict.fromkeys(max(min(size, LEAST), one) for one in shrunk)


@dataclass(frozen=True)
class Words:
    """A text broken into lines, in letters of one size."""

    lines: tuple[str, ...]
    size: int
    is_cut: bool = False
    """Whether something of it is missing, which an ellipsis says."""

    @property
    def line(self) -> int:
        """The height of a line in pixels."""
        return font_of(self.size).get_linesize()

    @property
    def height(self) -> int:
        """In pixels."""
        return len(self.lines) * self.line

    @property
    def width(self) -> int:
        """Of the widest line, in pixels."""
        return max((font_of(self.size).size(line)[0] for line in self.lines), default=0)

    def cut(self, width: int, height: int) -> Words:
        """As many of the lines as have room."""
        keep = max(0, height // self.line)
        if keep >= len(self.lines):
            return self
        kept = self.lines[:keep]
        if kept:
            kept = (*kept[:-1], _with_more(kept[-1], self.size, width))
        return replace(self, lines=kept, is_cut=True)

    def tail(self, height: int) -> Words:
        """The end of it: what is being typed is read at its end."""
        keep = max(1, height // self.line)
        if keep >= len(self.lines):
            return self
        first, *rest = self.lines[-keep:]
        return replace(self, lines=(MORE + first[1:], *rest), is_cut=True)


def elide(text: str, size: int, width: int) -> str:
    """A text as it is, or its beginning and an ellipsis."""
    return text if font_of(size).size(text)[0] <= width else _with_more(text, size, width)


def _with_more(text: str, size: int, width: int) -> str:
    font = font_of(size)
    while text and font.size(text + MORE)[0] > width:
        text = text[:-1]
    return text + MORE


@lru_cache(maxsize=4096)
def wrap(text: str, size: int, width: int) -> Words:
    """Break a text between words; a word wider than all the room is broken within."""
    font = font_of(size)
    lines: list[str] = []
    current = ""
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if font.size(longer)[0] <= width:
            current = longer
            continue
        if current:
            lines.append(current)
        *full, current = _pieces(word, font, width)
        lines += full
    return Words(tuple([*lines, current] if current else lines), size)


def _pieces(word: str, font: pygame.font.Font, width: int) -> list[str]:
    pieces = [""]
    for character in word:
        if pieces[-1] and font.size(pieces[-1] + character)[0] > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def broken(texts: Sequence[str], size: int, width: int) -> Words:
    """Several texts, each on lines of its own."""
    return Words(tuple(line for text in texts for line in wrap(text, size, width).lines), size)


def fit(texts: Sequence[str], size: int, room: tuple[int, int]) -> Words:
    """As large as fits into the room; what is too long for the smallest letters is cut."""
    width, height = room
    found = Words((), size)
    for smaller in sizes(size):
        found = broken(texts, smaller, width)
        if found.height <= height and keeps_words_whole(texts, smaller, width):
            return found
    return found.cut(width, height)


def keeps_words_whole(texts: Sequence[str], size: int, width: int) -> bool:
    """Whether no word that anybody would call one is wider than the room."""
    font = font_of(size)
    words = (word for text in texts for word in text.split() if len(word) <= LONGEST_WORD)
    return all(font.size(word)[0] <= width for word in words)


def fit_line(text: str, size: int, width: int) -> Words:
    """One line, as large as fits into the width."""
    smaller = size
    for smaller in sizes(size):
        if font_of(smaller).size(text)[0] <= width:
            return Words((text,), smaller)
    return Words((elide(text, smaller, width),), smaller, is_cut=True)

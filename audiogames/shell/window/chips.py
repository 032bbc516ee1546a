"""Draws cards as chips one line high, for windows in which whole cards do not fit side by side.

Rank, shape and letter of the suit are side by side, in the chosen letter size.  The letter is left
out if even chips do not fit with it.  Everything else is as on a card: the bar of a playable card,
the dimming of others, and the frame of the focused one.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Final

import pygame

from audiogames.present.frame import CardShape
from audiogames.shell.window.cardfaces import colours_of, write_in
from audiogames.shell.window.shapes import SUITS, Layer, plate, put
from audiogames.shell.window.themes import Theme

# In shares of the height of a chip.

_LETTERS: Final = 4 / 3
"""The size of the letters, as a factor of the chip's height; most characters are lower than that.
"""
_RANK, _SHAPE, _LETTER, _BETWEEN = 0.56, 0.48, 0.52, 0.04
_SIDE, _PLAIN_SIDE = 0.13, 0.07
_EDGE, _BAR = 0.02, 0.12
_FRAME, _FRAME_LINE = 0.085, 0.025
_CORNER: Final = 0.14


def chip_height(letters: int) -> int:
    """Return the height of a chip (a card drawn one line high) with letters of this size."""
    return math.ceil(letters / _LETTERS)


def chip_width(height: int, *, lettered: bool) -> int:
    """Return the width of a chip (a card one line high), with or without the suit's letter."""
    shapes = _RANK + _BETWEEN + _SHAPE
    more = _BETWEEN + _LETTER + 2 * _SIDE if lettered else 2 * _PLAIN_SIDE
    return math.ceil(height * (shapes + more))


def chip_ring(height: int) -> int:
    """Return the width of the frame around a focused chip of this height."""
    return math.ceil(height * (_FRAME + _FRAME_LINE))


def draw_chip(
    surface: pygame.Surface, place: pygame.Rect, card: CardShape, theme: Theme, *, letters: bool
) -> None:
    """Draw a card as a chip, with a frame if it has the focus; `letters` adds its suit's letter.

    A focused chip's rectangle includes the frame.
    """
    as_drawn = replace(card, name="", id="", letter=card.letter if letters else "", focused=False)
    if card.focused:
        surface.blit(_frame(place.size, theme), place)
        ring = chip_ring(round(place.height / (1 + 2 * (_FRAME + _FRAME_LINE))))
        place = place.inflate(-2 * ring, -2 * ring)
    surface.blit(_chip(as_drawn, place.size, theme), place)


@lru_cache(maxsize=16)
def _frame(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Draw the frame of a focused chip (a card as rank and suit), with lines at both edges."""
    line = _FRAME_LINE
    layers = [
        Layer(theme.on_focus),
        Layer(theme.focus, line / 2),
        Layer(theme.on_focus, _FRAME + line / 2),
    ]
    return plate(size, layers, _CORNER + _FRAME)


@lru_cache(maxsize=64)
def _chip(card: CardShape, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Draw an unfocused card as a chip, one line high: rank, suit and perhaps its letter.

    The surface is cached and must not be drawn on.
    """
    chip, height = _ground(card, size, theme), size[1]
    ink = colours_of(card, theme).ink
    shares = [_RANK, _SHAPE, *([_LETTER] if card.letter else [])]
    whole = sum(shares) + _BETWEEN * (len(shares) - 1)
    left, top = (size[0] / height - whole) / 2, _BAR + _FRAME / 2
    places: list[pygame.Rect] = []
    for share in shares:
        start, end = round(left * height), round((left + share) * height)
        places.append(pygame.Rect(start, round(top * height), end - start, 0))
        places[-1].height = height - round(_FRAME / 2 * height) - places[-1].top
        left += share + _BETWEEN
    letters = round(height * _LETTERS)
    write_in(chip, card.rank, places[0], letters, ink)
    square = pygame.Rect(0, 0, places[1].width, places[1].width)
    square.center = places[1].center
    put(chip, square, SUITS[card.pack][card.suit], ink)
    if card.letter:
        write_in(chip, card.letter, places[2], letters, ink)
    return chip


def _ground(card: CardShape, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Draw a card without rank and suit, one line high: its outline and its background.

    A playable card has a bar at the upper edge.
    """
    colours = colours_of(card, theme)
    layers = [
        Layer(theme.edge),
        Layer(colours.bar, _EDGE),
        Layer(colours.paper, _EDGE, _BAR),
    ]
    return plate(size, layers, _CORNER)

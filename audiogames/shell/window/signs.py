"""Draws small signs: results, the points of a traditional score, and the ace of spades.

A result is drawn as a disc.  Not only its colour but also the shape inside says whether it
is won, tied, lost or open.  In a traditional score, points are drawn as eggs (ovals) and
lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from audiogames.shell.window.cardfaces import draw_paper, draw_suit
from audiogames.shell.window.shapes import Pen, Shape, put
from audiogames.shell.window.themes import Colour, Theme


def _won(pen: Pen) -> None:
    """Draw the round sign that marks a win: a disc with a tick."""
    pen.disc(50, 50, 46)
    pen.stroke((28, 53), (44, 70), (73, 32), hole=True)


def _tied(pen: Pen) -> None:
    """Draw the round sign of a tie: a disc with two lines of the same length."""
    pen.disc(50, 50, 46)
    pen.stroke((30, 39), (70, 39), hole=True)
    pen.stroke((30, 61), (70, 61), hole=True)


def _lost(pen: Pen) -> None:
    """Draw the round sign of a lost trick: a disc with a cross."""
    pen.disc(50, 50, 46)
    pen.stroke((34, 34), (66, 66), hole=True)
    pen.stroke((66, 34), (34, 66), hole=True)


def _open(pen: Pen) -> None:
    """Draw the round sign that marks an open result: a ring."""
    pen.disc(50, 50, 46)
    pen.disc(50, 50, 36, hole=True)


def _egg(pen: Pen) -> None:
    """Draw an egg, which counts points in a traditional score."""
    pen.oval(50, 50, 37, 49)
    pen.oval(50, 50, 28, 40, hole=True)


def _line(pen: Pen) -> None:
    """Draw the line that stands for points in a traditional score."""
    pen.stroke((50, 7), (50, 93), width=12)


_SHAPES: Final[Mapping[str, Shape]] = {
    "lamp-won": _won,
    "lamp-tied": _tied,
    "lamp-lost": _lost,
    "lamp-open": _open,
    "egg": _egg,
    "line": _line,
}

_ACE: Final = "ace-of-spades"

NAMES: Final = (*_SHAPES, _ACE)
"""Every sign that can be drawn."""


def draw_sign(surface: pygame.Surface, place: pygame.Rect, sign: str, theme: Theme) -> None:
    """Draw the symbol with this name, one of `NAMES`, in the middle of a rectangle."""
    square = pygame.Rect(0, 0, *2 * [min(place.size)])
    square.center = place.center
    if sign == _ACE:
        _draw_ace(surface, square, theme)
    else:
        put(surface, square, _SHAPES[sign], _colour(sign, theme))


def _colour(sign: str, theme: Theme) -> Colour:
    """Return the colour of a sign."""
    lights = theme.lights
    lamps = {"lamp-won": lights.green, "lamp-tied": lights.blue, "lamp-lost": lights.red}
    return lamps.get(sign, theme.text)


def _draw_ace(surface: pygame.Surface, square: pygame.Rect, theme: Theme) -> None:
    """Draw an ace of spades, simplified for this small size: a card with one large sword."""
    paper = square.inflate(-square.width // 4, 0)
    draw_paper(surface, paper, theme)
    sword = square.inflate(-square.width // 5, -square.height // 5)
    draw_suit("italian", "s", surface, sword, theme)

"""Small drawn signs: lamps, the eggs and lines of a traditional score, the ace of spades.

Lamps differ by what is in them, not by their colour alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from audiogames.shell.cardfaces import Pen, draw_suit
from audiogames.shell.themes import Theme

Draw = Callable[[pygame.Surface, pygame.Rect, Theme], None]


def _pen(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> Pen:
    """For a square in the middle of the place; holes show the background."""
    square = pygame.Rect(0, 0, *(2 * [min(place.size)]))
    square.center = place.center
    return Pen(surface, square, theme.text, theme.background)


def _won(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    """A tick."""
    pen = _pen(surface, place, theme)
    pen.disc(50, 50, 46, theme.lights.green)
    pen.line((26, 52), (44, 72), (76, 30))


def _tied(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    """Two lines of the same length."""
    pen = _pen(surface, place, theme)
    pen.disc(50, 50, 46, theme.lights.blue)
    pen.line((28, 38), (72, 38))
    pen.line((28, 62), (72, 62))


def _lost(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    """A cross."""
    pen = _pen(surface, place, theme)
    pen.disc(50, 50, 46, theme.lights.red)
    pen.line((32, 32), (68, 68))
    pen.line((68, 32), (32, 68))


def _open(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    """A ring."""
    pen = _pen(surface, place, theme)
    pen.disc(50, 50, 46)
    pen.disc(50, 50, 36, theme.background)


def _egg(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    pygame.draw.ellipse(surface, theme.text, place.inflate(-place.width // 4, 0), 3)


def _line(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    pygame.draw.line(surface, theme.text, place.midtop, place.midbottom, 4)


def _ace(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    """Small as it is: one sword that fills the card."""
    paper = pygame.Rect(0, 0, place.height * 3 // 4, place.height)
    paper.center = place.center
    pygame.draw.rect(surface, theme.paper, paper, border_radius=3)
    pygame.draw.rect(surface, theme.edge, paper, 1, border_radius=3)
    square = pygame.Rect(0, 0, *(2 * [place.height * 4 // 5]))
    square.center = paper.center
    draw_suit("italian", "s", surface, square, theme)


_SIGNS: Final[dict[str, Draw]] = {
    "lamp-won": _won,
    "lamp-tied": _tied,
    "lamp-lost": _lost,
    "lamp-open": _open,
    "egg": _egg,
    "line": _line,
    "ace-of-spades": _ace,
}

NAMES: Final = tuple(_SIGNS)
"""Every sign that can be drawn."""


def draw_sign(surface: pygame.Surface, place: pygame.Rect, sign: str, theme: Theme) -> None:
    """Draw one sign into a place."""
    _SIGNS[sign](surface, place, theme)

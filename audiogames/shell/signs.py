"""Small drawn signs: lamps, the eggs and lines of a traditional score, the ace of spades."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from audiogames.present.screen import CardShape
from audiogames.shell.cardfaces import Colour, draw_card

LIGHT: Final[Colour] = (255, 255, 255)
GREEN: Final[Colour] = (90, 230, 90)
BLUE: Final[Colour] = (90, 150, 255)
RED: Final[Colour] = (255, 80, 80)

ACE_OF_SPADES: Final = CardShape("1", "s", "italian", "")


def _lamp(colour: Colour, thickness: int = 0) -> Callable[[pygame.Surface, pygame.Rect], None]:
    def draw(surface: pygame.Surface, place: pygame.Rect) -> None:
        pygame.draw.circle(surface, colour, place.center, place.width * 2 // 5, thickness)

    return draw


def _egg(surface: pygame.Surface, place: pygame.Rect) -> None:
    pygame.draw.ellipse(surface, LIGHT, place.inflate(-place.width // 4, 0), 3)


def _line(surface: pygame.Surface, place: pygame.Rect) -> None:
    pygame.draw.line(surface, LIGHT, place.midtop, place.midbottom, 4)


def _ace(surface: pygame.Surface, place: pygame.Rect) -> None:
    draw_card(surface, place, ACE_OF_SPADES, pygame.font.Font(None, place.height // 2))


_SIGNS: Final[dict[str, Callable[[pygame.Surface, pygame.Rect], None]]] = {
    "lamp-won": _lamp(GREEN),
    "lamp-tied": _lamp(BLUE),
    "lamp-lost": _lamp(RED),
    "lamp-open": _lamp(LIGHT, 2),
    "egg": _egg,
    "line": _line,
    "ace-of-spades": _ace,
}

NAMES: Final = tuple(_SIGNS)
"""Every sign that can be drawn."""


def draw_sign(surface: pygame.Surface, place: pygame.Rect, sign: str) -> None:
    """Draw one sign into a square."""
    _SIGNS[sign](surface, place)

"""Playing cards drawn large: the rank as a letter, the suit as a shape in a colour of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from audiogames.present.screen import CardShape

Colour = tuple[int, int, int]
Draw = Callable[["Pen"], None]

PAPER: Final[Colour] = (255, 255, 255)
EDGE: Final[Colour] = (120, 120, 120)
FOCUS: Final[Colour] = (255, 212, 0)
WIDTH: Final = 0.7
"""Of the height."""

_BLACK: Final[Colour] = (0, 0, 0)
_RED: Final[Colour] = (200, 0, 30)
_GREEN: Final[Colour] = (0, 110, 40)
_BLUE: Final[Colour] = (0, 60, 200)
_OCHRE: Final[Colour] = (170, 95, 0)

_RANKS: Final[Mapping[str, str]] = {"T": "10"}


@dataclass(frozen=True)
class Pen:
    """Draws a shape into a square; coordinates run from 0 to 100 in both directions."""

    surface: pygame.Surface
    square: pygame.Rect
    colour: Colour

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place in the square."""
        return (
            self.square.x + x * self.square.width / 100,
            self.square.y + y * self.square.height / 100,
        )

    def disc(self, x: float, y: float, radius: float, colour: Colour | None = None) -> None:
        """A filled circle."""
        size = radius * self.square.width / 100
        pygame.draw.circle(self.surface, colour or self.colour, self.at(x, y), size)

    def polygon(self, *corners: tuple[float, float], colour: Colour | None = None) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self.surface, colour or self.colour, [self.at(*c) for c in corners])


def _clubs(pen: Pen) -> None:
    pen.disc(50, 27, 22)
    pen.disc(26, 59, 22)
    pen.disc(74, 59, 22)
    pen.polygon((46, 40), (54, 40), (64, 98), (36, 98))


def _diamonds(pen: Pen) -> None:
    pen.polygon((50, 0), (88, 50), (50, 100), (12, 50))


def _hearts(pen: Pen) -> None:
    pen.disc(28, 30, 24)
    pen.disc(72, 30, 24)
    pen.polygon((7, 42), (50, 24), (93, 42), (50, 98))


def _spades(pen: Pen) -> None:
    pen.polygon((50, 0), (93, 56), (50, 70), (7, 56))
    pen.disc(28, 60, 22)
    pen.disc(72, 60, 22)
    pen.polygon((46, 56), (54, 56), (66, 98), (34, 98))


def _coppe(pen: Pen) -> None:
    pen.polygon((14, 5), (86, 5), (72, 52), (28, 52))
    pen.disc(50, 48, 22)
    pen.polygon((44, 60), (56, 60), (56, 84), (44, 84))
    pen.polygon((24, 97), (36, 82), (64, 82), (76, 97))


def _denari(pen: Pen) -> None:
    pen.disc(50, 50, 48)
    pen.disc(50, 50, 36, PAPER)
    pen.disc(50, 50, 26)
    pen.disc(50, 50, 10, PAPER)


def _spade(pen: Pen) -> None:
    pen.polygon((50, 0), (60, 14), (57, 68), (43, 68), (40, 14))
    pen.polygon((18, 66), (82, 66), (82, 76), (18, 76))
    pen.polygon((45, 76), (55, 76), (55, 92), (45, 92))
    pen.disc(50, 94, 7)


def _bastoni(pen: Pen) -> None:
    pen.polygon((30, 96), (18, 86), (62, 8), (90, 28))
    pen.disc(76, 17, 17)
    pen.disc(34, 52, 10)
    pen.disc(64, 62, 10)
    pen.disc(24, 91, 8)


_SUITS: Final[Mapping[str, Mapping[str, tuple[Draw, Colour]]]] = {
    "french": {
        "c": (_clubs, _GREEN),
        "d": (_diamonds, _BLUE),
        "h": (_hearts, _RED),
        "s": (_spades, _BLACK),
    },
    "italian": {
        "c": (_coppe, _RED),
        "d": (_denari, _OCHRE),
        "s": (_spade, _BLUE),
        "b": (_bastoni, _GREEN),
    },
}


def draw_card(
    surface: pygame.Surface, place: pygame.Rect, card: CardShape, font: pygame.font.Font
) -> None:
    """Draw one card; `font` is for its rank.  The focused one stands in a broad yellow frame."""
    corner = max(4, place.height // 16)
    pygame.draw.rect(surface, PAPER, place, border_radius=corner)
    border, width = (FOCUS, max(6, place.height // 18)) if card.focused else (EDGE, 2)
    pygame.draw.rect(surface, border, place, width, border_radius=corner)
    draw, colour = _SUITS[card.pack][card.suit]
    rank = font.render(_RANKS.get(card.rank, card.rank), True, colour)
    upper = pygame.Rect(place.x, place.y + place.height // 14, place.width, place.height * 2 // 5)
    surface.blit(rank, rank.get_rect(center=upper.center))
    side = place.height * 2 // 5
    square = pygame.Rect(0, 0, side, side)
    square.midtop = (place.centerx, place.y + place.height // 2)
    draw(Pen(surface, square, colour))

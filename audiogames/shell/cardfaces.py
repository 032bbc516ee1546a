"""Playing cards drawn large: the rank as a letter, the suit as a shape in a colour of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from audiogames.present.screen import CardShape
from audiogames.shell.lettering import font_of
from audiogames.shell.themes import Colour, Theme

Draw = Callable[["Pen"], None]

WIDTH: Final = 0.7
"""Of the height."""

_RANKS: Final[Mapping[str, str]] = {"T": "10"}


@dataclass(frozen=True)
class Pen:
    """Draws a shape into a square; coordinates run from 0 to 100 in both directions."""

    surface: pygame.Surface
    square: pygame.Rect
    colour: Colour
    ground: Colour
    """What holes in a shape show."""

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

    def line(self, *corners: tuple[float, float]) -> None:
        """A broad line in the colour of the ground."""
        width = max(2, round(self.square.width * 0.11))
        pygame.draw.lines(self.surface, self.ground, False, [self.at(*c) for c in corners], width)

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
    pen.disc(50, 50, 36, pen.ground)
    pen.disc(50, 50, 26)
    pen.disc(50, 50, 10, pen.ground)


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


_SUITS: Final[Mapping[str, Mapping[str, tuple[Draw, str]]]] = {
    "french": {
        "c": (_clubs, "green"),
        "d": (_diamonds, "blue"),
        "h": (_hearts, "red"),
        "s": (_spades, "black"),
    },
    "italian": {
        "c": (_coppe, "red"),
        "d": (_denari, "ochre"),
        "s": (_spade, "blue"),
        "b": (_bastoni, "green"),
    },
}
"""The shape of each suit, and which of a theme's inks is its own."""


def draw_card(
    surface: pygame.Surface, place: pygame.Rect, card: CardShape, theme: Theme, *, letters: bool
) -> None:
    """Draw one card: its rank, under it the shape of its suit and, if wanted, the suit's letter."""
    inside = _draw_paper(surface, place, theme, focused=card.focused)
    colour = ink_of(card.pack, card.suit, theme)
    upper, lower = inside.copy(), inside.copy()
    upper.height = lower.height = inside.height // 2
    lower.bottom = inside.bottom
    _letter(surface, upper, _RANKS.get(card.rank, card.rank), inside.height * 3 // 5, colour)
    side = inside.height * 9 // 20
    if letters and card.letter:
        side = inside.width // 2
        beside = pygame.Rect(inside.x + side, lower.y, inside.width - side, lower.height)
        lower.width = side
        _letter(surface, beside, card.letter, inside.height * 9 // 20, colour)
    square = pygame.Rect(0, 0, side, side)
    square.center = lower.center
    draw_suit(card.pack, card.suit, surface, square, theme)


def ink_of(pack: str, suit: str, theme: Theme) -> Colour:
    """The colour of a suit."""
    ink: Colour = getattr(theme.inks, _SUITS[pack][suit][1])
    return ink


def draw_suit(
    pack: str, suit: str, surface: pygame.Surface, square: pygame.Rect, theme: Theme
) -> None:
    """Draw the shape of a suit into a square of paper."""
    draw, _ = _SUITS[pack][suit]
    draw(Pen(surface, square, ink_of(pack, suit, theme), theme.paper))


def _draw_paper(
    surface: pygame.Surface, place: pygame.Rect, theme: Theme, *, focused: bool
) -> pygame.Rect:
    """An empty card; the place inside its frame, which is the same whether it has the focus.

    The frame of the focused card is broad, and a line parts it from the paper.
    """
    corner = max(4, place.height // 16)
    broad = max(6, place.height // 18)
    inside = place.inflate(-2 * broad, -2 * broad)
    pygame.draw.rect(surface, theme.paper, place, border_radius=corner)
    if focused:
        pygame.draw.rect(surface, theme.focus, place, broad + 1, border_radius=corner)
        pygame.draw.rect(surface, theme.on_focus, inside, max(2, broad // 3))
    else:
        pygame.draw.rect(surface, theme.edge, place, 2, border_radius=corner)
    return inside.inflate(-broad, -broad)


def _letter(
    surface: pygame.Surface, place: pygame.Rect, text: str, size: int, colour: Colour
) -> None:
    words = font_of(size).render(text, True, colour)
    surface.blit(words, words.get_rect(center=place.center))

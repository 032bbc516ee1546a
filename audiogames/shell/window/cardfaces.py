"""Draws playing cards: an index down the left side, and a picture at the right.

The index is the part that is visible in a fan: the rank, the suit's shape below it and, if
wanted, the suit's letter, smaller so that rank and letter cannot be confused.  The picture
of a number card has as many shapes as its value; the picture of a court card is a panel in
the colour of the suit.  A playable card has a bar at its upper edge; an unplayable one is
dimmed.  Faces are cached, so that drawing a table again only copies them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import pygame

from audiogames.present.frame import CardShape
from audiogames.shell.window.lettering import font_of
from audiogames.shell.window.shapes import SUITS, Layer, Pen, Shape, plate, put, smooth
from audiogames.shell.window.themes import Colour, Inks, Theme

WIDTH: Final = 0.7
"""The width of a card, as a fraction of its height."""

# In shares of the height of a card.

_INDEX_FROM, _INDEX_TO = 0.07, 0.36
_INDEX_WIDTH: Final = 0.38
_RANK_TOP, _RANK_HEIGHT, _RANK_SIZE = 0.115, 0.255, 0.5
_SHAPE, _SHAPE_AT = 0.28, 0.53
_LONE_SHAPE, _LONE_SHAPE_AT = 0.3, 0.64
_LETTER_TOP, _LETTER_HEIGHT, _LETTER_SIZE = 0.7, 0.2, 0.37
_PICTURE_FROM, _PICTURE_TO = 0.39, 0.64
_PICTURE_TOP, _PICTURE_BOTTOM = 0.13, 0.92
_FRAME, _FRAME_LINE = 0.045, 0.014
_EDGE, _LINE = 0.009, 0.012
_BAR: Final = 0.09
_BORDER: Final = 0.04
"""The width of the paper border around a back."""
_CORNER, _PANEL_CORNER = 0.06, 0.04

_ACES: Final = ("A", "1")
_LOZENGES: Final = (3, 5)

_COLUMNS: Final[Mapping[str, tuple[int, ...]]] = {
    "2": (2,), "3": (3,), "4": (2, 2), "5": (3, 2), "6": (3, 3),
    "7": (4, 3), "8": (4, 4), "9": (5, 4), "10": (5, 5),
}  # fmt: skip
"""The columns of a number card's shapes."""

_INKS: Final[Mapping[str, Mapping[str, str]]] = {
    "french": {"c": "green", "d": "blue", "h": "red", "s": "black"},
    "italian": {"c": "red", "d": "ochre", "s": "blue", "b": "green"},
}
"""The theme's ink of each suit."""


def index_width(height: int) -> int:
    """Return the width of the index of a card of this height."""
    return math.ceil(height * _INDEX_WIDTH)


def least_height(letters: int) -> int:
    """Return the height of the smallest card whose index can have letters of this size."""
    return math.ceil(letters / _LETTER_SIZE)


def draw_card(
    surface: pygame.Surface, place: pygame.Rect, card: CardShape, theme: Theme, *, letters: bool
) -> None:
    """Draw a card face up, with a frame if it has the focus; `letters` adds its suit's letter.

    A focused card's rectangle includes the frame, so that the card itself is as large as the
    others.
    """
    as_drawn = replace(card, name="", id="", letter=card.letter if letters else "")
    if not card.focused:
        surface.blit(_face(as_drawn, place.size, theme), place)
        return
    surface.blit(_frame(place.size, theme), place)
    ring = ring_of(round(place.height / (1 + 2 * (_FRAME + _FRAME_LINE))))
    inside = place.inflate(-2 * ring, -2 * ring)
    surface.blit(_face(replace(as_drawn, focused=False), inside.size, theme), inside)


@lru_cache(maxsize=16)
def _frame(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Draw the broad frame of the focused card, with lines at its inner and outer edge."""
    line = _FRAME_LINE
    layers = [
        Layer(theme.on_focus),
        Layer(theme.focus, line / 2),
        Layer(theme.on_focus, _FRAME + line / 2),
    ]
    return plate(size, layers, _CORNER + _FRAME)


def ring_of(height: int) -> int:
    """Return the width of the frame that is drawn around a focused card of this height."""
    return math.ceil(height * (_FRAME + _FRAME_LINE))


def draw_back(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    """Draw one card face down."""
    surface.blit(_back(place.size, theme), place)


def draw_paper(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    """Draw the blank front of a card, without index and picture."""
    surface.blit(_paper(place.size, theme, theme.paper, theme.paper), place)


def draw_suit(
    pack: str, suit: str, surface: pygame.Surface, square: pygame.Rect, theme: Theme
) -> None:
    """Draw a suit's shape into a square."""
    put(surface, square, SUITS[pack][suit], ink_of(pack, suit, theme.inks))


def ink_of(pack: str, suit: str, inks: Inks) -> Colour:
    """Return the colour of a suit."""
    ink: Colour = getattr(inks, _INKS[pack][suit])
    return ink


@dataclass(frozen=True)
class CardColours:
    """The colours in which a card is drawn: paper, print, and the bar at its upper edge."""

    paper: Colour
    ink: Colour
    bar: Colour


def colours_of(card: CardShape, theme: Theme) -> CardColours:
    """Return a card's colours: an unplayable card is dimmed, a playable one has a visible bar."""
    is_dimmed = card.playable is False
    paper = theme.dimmed_paper if is_dimmed else theme.paper
    ink = ink_of(card.pack, card.suit, theme.dimmed_inks if is_dimmed else theme.inks)
    return CardColours(paper, ink, theme.ready if card.playable else paper)


def write_in(
    surface: pygame.Surface, text: str, place: pygame.Rect, size: int, colour: Colour
) -> None:
    """Write centred letters into a rectangle; a text that is too wide is compressed."""
    words = font_of(size).render(text, colour)
    words = words.subsurface(words.get_bounding_rect())
    if words.get_width() > place.width:
        words = pygame.transform.smoothscale(words, (place.width, words.get_height()))
    surface.blit(words, words.get_rect(center=place.center))


@lru_cache(maxsize=64)
def _face(card: CardShape, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Draw a card face up, without focus; the surface is cached and must not be drawn on."""
    colours = colours_of(card, theme)
    face = _paper(size, theme, colours.paper, colours.bar).copy()
    desk = _CardDrawing(face, colours.paper, colours.ink, SUITS[card.pack][card.suit])
    _draw_index(desk, card)
    if card.rank in _COLUMNS:
        desk.shapes(_COLUMNS[card.rank])
    else:
        _draw_panel(desk, card.rank)
    return face


@dataclass(frozen=True)
class _CardDrawing:
    """The surface of a card that is being drawn; coordinates are fractions of its height."""

    face: pygame.Surface
    paper: Colour
    ink: Colour
    suit: Shape

    def place(self, left: float, top: float, right: float, bottom: float) -> pygame.Rect:
        """Convert a rectangle from fractions of the card's height to pixels."""
        height = self.face.get_height()
        corner = round(left * height), round(top * height)
        return pygame.Rect(
            corner, (round(right * height) - corner[0], round(bottom * height) - corner[1])
        )

    def shape(self, x: float, y: float, side: float, colour: Colour | None = None) -> None:
        """Draw the suit's shape around a point."""
        height = self.face.get_height()
        square = pygame.Rect(0, 0, *2 * [max(1, round(side * height))])
        square.center = round(x * height), round(y * height)
        put(self.face, square, self.suit, colour or self.ink)

    def write(
        self, text: str, place: pygame.Rect, share: float, colour: Colour | None = None
    ) -> None:
        """Write centred letters; their size is this fraction of the card's height."""
        size = round(share * self.face.get_height())
        write_in(self.face, text, place, size, colour or self.ink)

    def shapes(self, columns: tuple[int, ...]) -> None:
        """Draw the suit's shape once for each point of a number card, in one or two columns."""
        broad = (_PICTURE_TO - _PICTURE_FROM) / len(columns)
        side = broad * 0.92
        middle = (_PICTURE_TOP + _PICTURE_BOTTOM) / 2
        pitch = min((_PICTURE_BOTTOM - _PICTURE_TOP) / max(columns), side * 1.6)
        for number, rows in enumerate(columns):
            x = _PICTURE_FROM + (number + 0.5) * broad
            for row in range(rows):
                self.shape(x, middle + (row - (rows - 1) / 2) * pitch, side)


def _draw_index(desk: _CardDrawing, card: CardShape) -> None:
    """Draw a card's index: rank, suit's shape and suit's letter, one below the other."""
    left, right = _INDEX_FROM, _INDEX_TO
    rank = desk.place(left, _RANK_TOP, right, _RANK_TOP + _RANK_HEIGHT)
    desk.write(card.rank, rank, _RANK_SIZE)
    middle = (left + right) / 2
    if not card.letter:
        desk.shape(middle, _LONE_SHAPE_AT, _LONE_SHAPE)
        return
    desk.shape(middle, _SHAPE_AT, _SHAPE)
    letter = desk.place(left, _LETTER_TOP, right, _LETTER_TOP + _LETTER_HEIGHT)
    desk.write(card.letter, letter, _LETTER_SIZE)


def _draw_panel(desk: _CardDrawing, rank: str) -> None:
    """Draw the picture of an ace or court card: a framed shape, or a letter between two shapes."""
    left, top, right, bottom = _PICTURE_FROM, _PICTURE_TOP, _PICTURE_TO, _PICTURE_BOTTOM
    panel = desk.place(left, top, right, bottom)
    middle = (left + right) / 2
    if rank in _ACES:
        desk.face.blit(
            plate(panel.size, [Layer(desk.ink), Layer(desk.paper, _LINE)], _PANEL_CORNER), panel
        )
        desk.shape(middle, (top + bottom) / 2, 0.2)
        return
    desk.face.blit(plate(panel.size, [Layer(desk.ink)], _PANEL_CORNER), panel)
    for y in (top + 0.13, bottom - 0.13):
        desk.shape(middle, y, 0.18, desk.paper)
    letter = desk.place(left + 0.02, top + 0.24, right - 0.02, bottom - 0.24)
    desk.write(rank, letter, _RANK_SIZE, desk.paper)


@lru_cache(maxsize=64)
def _paper(size: tuple[int, int], theme: Theme, paper: Colour, bar: Colour) -> pygame.Surface:
    """Draw a blank card with an outline and, at its upper edge, a bar in this colour."""
    edge = _edge(size[1])
    layers = [Layer(theme.edge), Layer(bar, edge), Layer(paper, edge, _BAR)]
    return plate(size, layers, _CORNER)


def _edge(height: int) -> float:
    """Return the width of a card's outline, at least one pixel."""
    return max(_EDGE, 1 / max(1, height))


@lru_cache(maxsize=32)
def _back(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Draw the back of a card: lozenges in a paper border."""
    layers = [Layer(theme.edge), Layer(theme.paper, _edge(size[1])), Layer(theme.back, _BORDER)]
    back = plate(size, layers, _CORNER)
    inside = back.get_rect().inflate(*2 * [-round(4 * _BORDER * size[1])])
    back.blit(smooth(_lozenges, inside.size, theme.on_back), inside)
    return back


def _lozenges(pen: Pen) -> None:
    """Draw the lozenges of a card's back."""
    across, down = _LOZENGES
    broad, high = 50 / across, 50 / down
    for column, row in itertools.product(range(across), range(down)):
        x, y = (2 * column + 1) * broad, (2 * row + 1) * high
        pen.polygon((x, y - high), (x + broad, y), (x, y + high), (x - broad, y))

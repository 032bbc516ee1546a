"""Vector shapes, smooth at every size: the shapes of suits, and the pen that draws shapes.

A shape is drawn several times too large and scaled down.  It has one colour, with transparent
holes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from audiogames.shell.window.themes import Colour

Point = tuple[float, float]
Shape = Callable[["Pen"], None]

FINER: Final = 4
"""Oversampling factor of shapes."""

PLATE_FINER: Final = 2
"""Oversampling factor of plates, which are large and have few curves."""

STEPS: Final = 16
"""The number of straight parts of a curve."""


@dataclass(frozen=True)
class Pen:
    """Draws in one colour; coordinates are from 0 to 100 in both directions."""

    surface: pygame.Surface
    colour: Colour

    def disc(self, x: float, y: float, radius: float, *, hole: bool = False) -> None:
        """Draw a filled circle."""
        self.oval(x, y, radius, radius, hole=hole)

    def oval(self, x: float, y: float, across: float, down: float, *, hole: bool = False) -> None:
        """Draw a filled ellipse with these two radii."""
        left, top = self._at((x - across, y - down))
        right, bottom = self._at((x + across, y + down))
        place = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
        pygame.draw.ellipse(self.surface, self._ink(hole=hole), place)

    def polygon(self, *corners: Point, hole: bool = False) -> None:
        """Draw a filled polygon."""
        pygame.draw.polygon(self.surface, self._ink(hole=hole), [self._at(c) for c in corners])

    def stroke(self, *corners: Point, width: float = 11, hole: bool = False) -> None:
        """Draw a broad line with round ends."""
        for (x, y), (to_x, to_y) in itertools.pairwise(corners):
            long = math.hypot(to_x - x, to_y - y) or 1
            aside, along = width / 2 * (to_y - y) / long, width / 2 * (to_x - x) / long
            self.polygon(
                (x + aside, y - along),
                (to_x + aside, to_y - along),
                (to_x - aside, to_y + along),
                (x - aside, y + along),
                hole=hole,
            )
        for x, y in corners:
            self.disc(x, y, width / 2, hole=hole)

    def halves(self, *left: Point, hole: bool = False) -> None:
        """Draw a symmetric polygon, given the points of its left half from the top down."""
        right = [(100 - x, y) for x, y in reversed(left)]
        self.polygon(*left, *right, hole=hole)

    def _at(self, point: Point) -> Point:
        """Convert a point to pixels."""
        width, height = self.surface.get_size()
        return point[0] * width / 100, point[1] * height / 100

    def _ink(self, *, hole: bool) -> tuple[int, int, int, int]:
        """Return the pen's colour, which is fully transparent when a hole is drawn."""
        return (*self.colour, 0 if hole else 255)


@lru_cache(maxsize=64)
def curve(start: Point, first: Point, second: Point, end: Point) -> Sequence[Point]:
    """Return a Bézier curve as corners of a polygon."""
    points = []
    for step in range(STEPS + 1):
        t = step / STEPS
        shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (
            sum(share * point[axis] for share, point in zip(shares, bends, strict=True))
            for axis, bends in ((0, (start, first, second, end)), (1, (start, first, second, end)))
        )
        points.append((x, y))
    return points


@lru_cache(maxsize=512)
def smooth(shape: Shape, size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Draw a shape on a new surface, which is cached and must not be drawn on."""
    large = pygame.Surface((size[0] * FINER, size[1] * FINER), pygame.SRCALPHA)
    large.fill((*colour, 0))
    shape(Pen(large, colour))
    return pygame.transform.smoothscale(large, size)


def put(surface: pygame.Surface, square: pygame.Rect, shape: Shape, colour: Colour) -> None:
    """Draw a shape into a square."""
    surface.blit(smooth(shape, square.size, colour), square)


@dataclass(frozen=True)
class Layer:
    """One of the rounded rectangles drawn over each other to make a card or panel (`plate`).

    Its measures are fractions of the height of the card or panel.
    """

    colour: Colour
    inset: float = 0
    """Its distance from the edges."""
    top: float = 0
    """How far down it begins, with straight corners there."""


def plate(size: tuple[int, int], layers: Sequence[Layer], corner: float) -> pygame.Surface:
    """Draw rounded rectangles, each layer over the last, and return the picture."""
    height = size[1] * PLATE_FINER
    large = pygame.Surface((size[0] * PLATE_FINER, height), pygame.SRCALPHA)
    large.fill((*layers[0].colour, 0))
    for layer in layers:
        inset, top = round(layer.inset * height), round(layer.top * height)
        place = large.get_rect().inflate(-2 * inset, -2 * inset)
        rounding = max(0, round(corner * height) - inset)
        upper = rounding
        if top:
            place.height, place.top, upper = place.bottom - top, top, 0
        pygame.draw.rect(large, layer.colour, place, 0, -1, upper, upper, rounding, rounding)
    return pygame.transform.smoothscale(large, size)


# The French suits


def _foot(pen: Pen) -> None:
    """Draw the foot of a club or a spade."""
    pen.halves((50, 50), *curve((47, 56), (47, 80), (44, 92), (29, 99)))


def _clubs(pen: Pen) -> None:
    """Draw three discs, a point between them, and a foot."""
    pen.disc(50, 22, 22)
    pen.disc(22, 60, 22)
    pen.disc(78, 60, 22)
    pen.disc(50, 50, 13)
    _foot(pen)


def _diamonds(pen: Pen) -> None:
    """Draw a diamond with curved sides."""
    upper = curve((50, 0), (42, 17), (28, 36), (13, 50))
    lower = curve((13, 50), (28, 64), (42, 83), (50, 100))
    pen.halves(*upper, *lower)


def _hearts(pen: Pen) -> None:
    """Draw a heart."""
    upper = curve((50, 25), (42, -2), (3, -2), (3, 34))
    lower = curve((3, 34), (3, 58), (36, 74), (50, 99))
    pen.halves(*upper, *lower)


def _spades(pen: Pen) -> None:
    """Draw an upside-down heart with a foot."""
    upper = curve((50, 0), (40, 22), (5, 34), (5, 58))
    lower = curve((5, 58), (5, 86), (40, 86), (49, 66))
    pen.halves(*upper, *lower)
    _foot(pen)


# The Italian suits


def _coppe(pen: Pen) -> None:
    """Draw a goblet with a band under its rim."""
    bowl = curve((10, 10), (8, 46), (26, 60), (44, 62))
    stem = curve((44, 76), (42, 86), (26, 87), (19, 98))
    pen.halves((50, 3), (8, 3), *bowl, (45, 66), (45, 72), *stem, (50, 98))
    pen.oval(50, 70, 13, 7)
    pen.halves((50, 15), (16, 15), (17, 23), (50, 23), hole=True)


def _denari(pen: Pen) -> None:
    """Draw a coin with a flower."""
    pen.disc(50, 50, 49)
    pen.disc(50, 50, 38, hole=True)
    for petal in range(8):
        angle = math.pi * petal / 4
        pen.disc(50 + 19 * math.cos(angle), 50 + 19 * math.sin(angle), 10)
    pen.disc(50, 50, 18)
    pen.disc(50, 50, 7, hole=True)


def _spade(pen: Pen) -> None:
    """Draw a sword with its point up; the ends of its guard are bent upwards."""
    pen.halves((50, 0), (40, 14), (42, 66))
    pen.stroke((22, 62), (34, 69), (66, 69), (78, 62), width=10)
    pen.stroke((50, 72), (50, 88), width=11)
    pen.disc(50, 91, 9)


def _bastoni(pen: Pen) -> None:
    """Draw a cudgel, thick at its upper end, with stumps of twigs."""
    pen.polygon((11, 87), (53, 17), (87, 37), (23, 95))
    pen.disc(70, 26, 20)
    pen.disc(16, 91, 9)
    for twig in (((47, 40), (29, 27)), ((37, 57), (19, 48)), ((59, 60), (78, 69))):
        pen.stroke(*twig, width=13)
    pen.stroke((66, 26), (46, 60), width=5, hole=True)


SUITS: Final[Mapping[str, Mapping[str, Shape]]] = {
    "french": {"c": _clubs, "d": _diamonds, "h": _hearts, "s": _spades},
    "italian": {"c": _coppe, "d": _denari, "s": _spade, "b": _bastoni},
}
"""The shape of each suit of each pack."""

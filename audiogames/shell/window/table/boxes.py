"""The boxes of a table's picture, such as seats, balloons, played cards and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import pygame

from audiogames.present.frame import ClockShape, SuitShape
from audiogames.shell.window.boxes import THIN, Box, Brush, CardBox
from audiogames.shell.window.cardfaces import WIDTH, draw_back, draw_card, draw_suit
from audiogames.shell.window.chips import draw_chip
from audiogames.shell.window.lettering import WrappedText
from audiogames.shell.window.signs import draw_sign
from audiogames.shell.window.themes import Colour, Theme

PartKind = Literal["name", "note", "acts", "deals", "away", "backs", "pile"]

MOST_BACKS: Final = 13
"""The greatest number of backs that are drawn; the number of cards is written beside them."""


PILE_STEP: Final = 3
"""Pixels between the cards of a pile."""

MOST_ACROSS: Final = 5

NO_WORDS: Final = WrappedText((), 1)


def rounding_of(place: pygame.Rect) -> int:
    """Return the corner radius of a panel."""
    return max(4, min(place.height // 5, 14))


@dataclass(frozen=True)
class SeatPart:
    """A piece of a seat's panel, such as the name or a note, placed relative to its corner."""

    kind: PartKind
    place: pygame.Rect
    words: WrappedText = NO_WORDS
    count: int = 0


@dataclass(frozen=True)
class SeatBox(Box):
    """The panel of a player, with name, hand and notes."""

    parts: Sequence[SeatPart] = ()
    acts: bool = False
    is_out: bool = False

    def draw(self, brush: Brush) -> None:
        """Draw the panel, with a broad frame and an arrowhead if it is the player's turn."""
        theme, radius = brush.theme, rounding_of(self.place)
        thin = max(THIN, self.words.size // 19)
        colour, line = (theme.focus, 2 * thin) if self.acts else (theme.edge, thin)
        pygame.draw.rect(brush.surface, theme.background, self.place, border_radius=radius)
        pygame.draw.rect(brush.surface, colour, self.place, line, border_radius=radius)
        for part in self.parts:
            self._draw_part(brush, part)

    def _draw_part(self, brush: Brush, part: SeatPart) -> None:
        """Draw a piece of the panel by its kind."""
        theme, place = brush.theme, part.place.move(self.place.topleft)
        if part.kind == "name":
            brush.write(part.words, place.topleft, theme.title)
            if self.is_out:
                _strike(brush, part.words, place, theme.title)
        elif part.kind == "note":
            brush.write(part.words, place.topleft, theme.text)
        elif part.kind == "backs":
            _draw_backs(brush, place, part.count)
            brush.write(part.words, (place.right - part.words.width, place.y), theme.text)
        elif part.kind == "pile":
            _draw_pile(brush, place, part.count)
        elif part.kind == "acts":
            brush.arrowhead(place, "left", theme.focus)
        else:
            draw = _draw_dealer if part.kind == "deals" else _draw_away
            draw(brush.surface, place, theme)


def _strike(brush: Brush, words: WrappedText, place: pygame.Rect, colour: Colour) -> None:
    """Draw a line through each line of a name."""
    for number in range(len(words.lines)):
        middle = place.y + number * words.line + words.line * 9 // 20
        start, end = (place.x, middle), (place.x + words.width, middle)
        pygame.draw.line(brush.surface, colour, start, end, max(2, words.line // 12))


def _draw_backs(brush: Brush, place: pygame.Rect, count: int) -> None:
    """Draw small overlapping backs of cards, starting at the left."""
    shown = min(count, MOST_BACKS)
    for number in range(shown):
        back = pygame.Rect(0, place.y, *back_size(place.height))
        back.x = place.x + number * back_step(place.height)
        draw_back(brush.surface, back, brush.theme)


def _draw_pile(brush: Brush, place: pygame.Rect, across: int) -> None:
    """Draw a pile of captured cards: two backs, and the ends of `across` cards laid across."""
    wide, high = back_size(place.height - PILE_STEP)
    for step in (0, PILE_STEP):
        back = pygame.Rect(place.x + step, place.y + PILE_STEP - step, wide, high)
        draw_back(brush.surface, back, brush.theme)
    for number in range(min(across, MOST_ACROSS)):
        left = place.x + PILE_STEP + wide + 2 + number * across_step(place.height)
        end = pygame.Rect(left, place.centery - wide // 2, across_step(place.height) - 2, wide)
        pygame.draw.rect(brush.surface, brush.theme.paper, end, border_radius=2)
        pygame.draw.rect(brush.surface, brush.theme.edge, end, 1, border_radius=2)


def across_step(line: int) -> int:
    """Return how far apart cards laid across a pile are drawn, for this line height."""
    return max(5, line // 3)


def pile_width(across: int, line: int) -> int:
    """Return the width of a pile of captured cards with `across` cards laid across it."""
    ends = 2 + min(across, MOST_ACROSS) * across_step(line) if across else 0
    return PILE_STEP + back_size(line - PILE_STEP)[0] + ends


def back_size(line: int) -> tuple[int, int]:
    """Return the width and height of a small card back in a line of this height."""
    return round(line * WIDTH), line


def back_step(line: int) -> int:
    """Return the distance between two small card backs in a row."""
    return max(3, line // 3)


def backs_width(count: int, line: int) -> int:
    """Return the width of a row of `count` small card backs, for text lines of height `line`."""
    return back_size(line)[0] + (min(count, MOST_BACKS) - 1) * back_step(line)


def most_backs(count: int, line: int, room: int) -> int:
    """Return how many of `count` small card backs fit into a row, at least one."""
    return max(1, min(count, MOST_BACKS, 1 + (room - back_size(line)[0]) // back_step(line)))


def _draw_dealer(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    """Draw the dealer's mark: a disc with a card on it."""
    pygame.draw.circle(surface, theme.status, place.center, place.width / 2)
    card = pygame.Rect(0, 0, place.width * 4 // 10, place.width * 6 // 10)
    card.center = place.center
    surface.fill(theme.background, card)


def _draw_away(surface: pygame.Surface, place: pygame.Rect, theme: Theme) -> None:
    """Draw two bars, the sign of an absent player."""
    bar = pygame.Rect(0, 0, max(3, place.width // 4), place.height)
    bar.center = place.center
    for side in (-1, 1):
        surface.fill(theme.text, bar.move(side * bar.width, 0))


@dataclass(frozen=True)
class BalloonBox(Box):
    """A balloon with a player's recent call or bid, in inverted colours."""

    pad: int = 0
    is_beside: bool = False
    """Whether the balloon is at the right of the speaker; otherwise it is below."""

    def draw(self, brush: Brush) -> None:
        """Draw the words on their background, with a tip that points to the speaker."""
        place, pad = self.place, self.pad
        radius = rounding_of(place)
        if self.is_beside:
            body = pygame.Rect(place.x + pad, place.y, place.width - pad, place.height)
            tip = pygame.Rect(place.x, place.centery - pad, pad + 1, 2 * pad)
        else:
            body = pygame.Rect(place.x, place.y + pad, place.width, place.height - pad)
            tip = pygame.Rect(place.x + radius, place.y, 2 * pad, pad + 1)
        pygame.draw.rect(brush.surface, brush.theme.text, body, border_radius=radius)
        brush.arrowhead(tip, "left" if self.is_beside else "up", brush.theme.text)
        brush.centre(self.words, body, brush.theme.background)


@dataclass(frozen=True)
class LaidBox(CardBox):
    """A card on the table, with a ring if it takes the trick."""

    ring: int = 0
    """The width of the space around the card."""
    takes: bool = False

    def draw(self, brush: Brush) -> None:
        """Draw the card, with a ring around it if it takes the trick."""
        place = self.place.inflate(-2 * self.ring, -2 * self.ring)
        if self.takes:
            _draw_ring(brush, self.place, self.ring)
        draw_card(brush.surface, place, self.card, brush.theme, letters=brush.letters)


def _draw_ring(brush: Brush, place: pygame.Rect, ring: int) -> None:
    """Draw a double ring; a single one would look like the focus frame in some themes."""
    line = max(2, (ring + 1) // 3)
    radius = ring + max(4, place.height // 16)
    for inset in (0, ring - line):
        inner = place.inflate(-2 * inset, -2 * inset)
        pygame.draw.rect(
            brush.surface, brush.theme.status, inner, line, border_radius=radius - inset
        )


@dataclass(frozen=True)
class ChipBox(CardBox):
    """A card as a chip, in the hand or on the table; `lettered` adds its suit's letter."""

    lettered: bool = True
    ring: int = 0
    takes: bool = False

    def draw(self, brush: Brush) -> None:
        """Draw the chip, a card one line high; if the card takes the trick, add a ring."""
        if self.takes:
            _draw_ring(brush, self.place, self.ring)
        place = self.place.inflate(-2 * self.ring, -2 * self.ring)
        letters = brush.letters and self.lettered
        draw_chip(brush.surface, place, self.card, brush.theme, letters=letters)


@dataclass(frozen=True)
class BackBox(Box):
    """A card face down."""

    ring: int = 0

    def draw(self, brush: Brush) -> None:
        """Draw the back of the card."""
        place = self.place.inflate(-2 * self.ring, -2 * self.ring)
        draw_back(brush.surface, place, brush.theme)


@dataclass(frozen=True)
class LampRow(Box):
    """A row of large round signs that show who won each trick.

    `said` is their meaning in words, shown while the mouse points at them.
    """

    signs: tuple[str, ...]
    said: str

    @property
    def called(self) -> str:
        """The meaning of the row's signs in words, shown while the mouse points at them."""
        return self.said

    def draw(self, brush: Brush) -> None:
        """Draw the row's signs, such as lamps, over the whole width of the box."""
        side, count = self.place.height, len(self.signs)
        step = (self.place.width - side) // max(1, count - 1)
        for number, sign in enumerate(self.signs):
            square = pygame.Rect(self.place.x + number * step, self.place.y, side, side)
            draw_sign(brush.surface, square, sign, brush.theme)


@dataclass(frozen=True)
class Divider(Box):
    """The line between the hand and a trick beside it."""

    def draw(self, brush: Brush) -> None:
        """Draw a filled bar."""
        brush.surface.fill(brush.theme.text, self.place)


@dataclass(frozen=True)
class StockBox(Box):
    """The stock: a card back with the number of remaining cards."""

    def draw(self, brush: Brush) -> None:
        """Draw two overlapping backs, or an outline if the stock is empty."""
        high = self.place.height
        back = pygame.Rect(self.place.topleft, (round(high * WIDTH), high))
        if self.words.lines != ("0",):
            draw_back(brush.surface, back, brush.theme)
        else:
            pygame.draw.rect(brush.surface, brush.theme.edge, back, THIN, border_radius=4)
        beside = pygame.Rect(back.right, self.place.y, self.place.right - back.right, high)
        brush.centre(self.words, beside, brush.theme.text)


@dataclass(frozen=True)
class TrumpBox(Box):
    """The trump suit: its shape on a background like a card's, and its name if that fits."""

    trump: SuitShape

    @property
    def called(self) -> str:
        """The name of the suit."""
        return self.trump.name

    def draw(self, brush: Brush) -> None:
        """Draw the suit's shape, and its name if there is space."""
        side = min(self.place.height, self.words.line if self.words.lines else self.place.width)
        paper = pygame.Rect(self.place.topleft, (side, side))
        pygame.draw.rect(brush.surface, brush.theme.paper, paper, border_radius=side // 6)
        pygame.draw.rect(brush.surface, brush.theme.edge, paper, 1, border_radius=side // 6)
        inside = paper.inflate(-side // 4, -side // 4)
        draw_suit(self.trump.pack, self.trump.suit, brush.surface, inside, brush.theme)
        left = self.place.right - self.words.width
        brush.write(self.words, (left, self.place.y), brush.theme.text)


@dataclass(frozen=True)
class ClockBox(Box):
    """The time left, as a shrinking bar and a number of seconds."""

    clock: ClockShape

    def draw(self, brush: Brush) -> None:
        """Draw the bar, and the number at its right."""
        theme, place = brush.theme, self.place
        bar = pygame.Rect(0, 0, place.width - self.words.width - place.height // 3, 0)
        bar.height = place.height // 2
        bar.midleft = place.midleft
        left = bar.inflate(-4 * THIN, -4 * THIN)
        left.width = left.width * self.clock.left // max(1, self.clock.limit)
        pygame.draw.rect(brush.surface, theme.text, bar, THIN)
        brush.surface.fill(theme.status, left)
        top = place.y + (place.height - self.words.height) // 2
        brush.write(self.words, (place.right - self.words.width, top), theme.text)

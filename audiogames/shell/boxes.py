"""The parts of the picture: each knows its place, its words and how it is drawn."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Final, Literal

import pygame

from audiogames.present.screen import CardShape
from audiogames.shell.cardfaces import draw_card
from audiogames.shell.lettering import Words, font_of
from audiogames.shell.signs import draw_sign
from audiogames.shell.themes import Colour, Theme

Ink = Literal["text", "title", "status"]
Side = Literal["up", "down", "left", "right"]

THICK: Final = 5
"""Pixels of the border of what has the focus, at least."""

THIN: Final = 2


@dataclass(frozen=True)
class Brush:
    """What is drawn on, in which colours, and whether cards bear the letters of their suits."""

    surface: pygame.Surface
    theme: Theme
    letters: bool = True

    def write(self, words: Words, corner: tuple[int, int], colour: Colour) -> None:
        """Lines of words from a corner on."""
        left, top = corner
        for line in words.lines:
            self.surface.blit(font_of(words.size).render(line, True, colour), (left, top))
            top += words.line

    def centre(self, words: Words, place: pygame.Rect, colour: Colour) -> None:
        """Words in the middle of a place."""
        inside = pygame.Rect(0, 0, words.width, words.height)
        inside.center = place.center
        self.write(words, inside.topleft, colour)

    def border(self, place: pygame.Rect, colour: Colour, thickness: int = THIN) -> None:
        """The outline of a place."""
        pygame.draw.rect(self.surface, colour, place, thickness)

    def arrowhead(self, place: pygame.Rect, side: Side, colour: Colour) -> None:
        """A triangle that fills a place and points to one side."""
        corners = {
            "up": (place.midtop, place.bottomleft, place.bottomright),
            "down": (place.midbottom, place.topleft, place.topright),
            "left": (place.midleft, place.topright, place.bottomright),
            "right": (place.midright, place.topleft, place.bottomleft),
        }
        pygame.draw.polygon(self.surface, colour, corners[side])


@dataclass(frozen=True)
class Box:
    """A part of the picture.

    `name` is what a click on it means to the app ("row 2", "card 0"), where it means something;
    `key` is what a click on it presses.
    """

    name: str
    place: pygame.Rect
    words: Words = field(default=Words((), 1), kw_only=True)
    key: str = field(default="", kw_only=True)

    @property
    def can_be_clicked(self) -> bool:
        """Whether a click on it does something."""
        return bool(self.key) or self.name.partition(" ")[0] in {"row", "card", "cell"}

    @abstractmethod
    def draw(self, brush: Brush) -> None:
        """Draw it."""


@dataclass(frozen=True)
class TextBox(Box):
    """Words and nothing else."""

    ink: Ink = "text"
    centred: bool = False

    def draw(self, brush: Brush) -> None:
        """The words."""
        colour: Colour = getattr(brush.theme, self.ink)
        if self.centred:
            brush.centre(self.words, self.place, colour)
        else:
            brush.write(self.words, self.place.topleft, colour)


@dataclass(frozen=True)
class Rule(Box):
    """The line above the last sentence."""

    def draw(self, brush: Brush) -> None:
        """A filled bar."""
        brush.surface.fill(brush.theme.status, self.place)


@dataclass(frozen=True)
class RowBox(Box):
    """A line of a list.  The focused one has another ground, a border and an arrowhead."""

    indent: int = 0
    focused: bool = False

    def draw(self, brush: Brush) -> None:
        """The words, on what tells the focus."""
        theme, place = brush.theme, self.place
        if self.focused:
            brush.surface.fill(theme.focus, place)
            brush.border(place.inflate(-2 * THIN, -2 * THIN), theme.on_focus, THIN)
            side = max(4, min(self.indent - 3 * THIN, self.words.line) * 3 // 4)
            head = pygame.Rect(0, 0, side, side)
            head.center = place.x + self.indent // 2 + THIN, place.centery
            brush.arrowhead(head, "right", theme.on_focus)
        top = place.y + (place.height - self.words.height) // 2
        colour = theme.on_focus if self.focused else theme.text
        brush.write(self.words, (place.x + self.indent, top), colour)


@dataclass(frozen=True)
class FieldBox(Box):
    """A text that is being typed, in a broad frame."""

    indent: int = 0

    def draw(self, brush: Brush) -> None:
        """The frame and the words."""
        brush.border(self.place, brush.theme.focus, THICK)
        top = self.place.y + (self.place.height - self.words.height) // 2
        brush.write(self.words, (self.place.x + self.indent, top), brush.theme.text)


@dataclass(frozen=True)
class ButtonBox(Box):
    """A move or command that can be made now."""

    def draw(self, brush: Brush) -> None:
        """Words in an outline."""
        rounding = self.place.height // 4
        pygame.draw.rect(brush.surface, brush.theme.text, self.place, THIN, border_radius=rounding)
        brush.centre(self.words, self.place, brush.theme.text)


@dataclass(frozen=True)
class CellBox(Box):
    """A cell of a score sheet: `words` are its two halves, one over the other."""

    focused: bool = False

    def draw(self, brush: Brush) -> None:
        """Both halves; the focused cell has another ground and a second border."""
        theme, place = brush.theme, self.place
        colour = theme.on_focus if self.focused else theme.text
        if self.focused:
            brush.surface.fill(theme.focus, place)
            brush.border(place.inflate(-2 * THIN, -2 * THIN), theme.on_focus, THIN)
        brush.border(place, theme.focus if self.focused else theme.text, THIN)
        line = theme.on_focus if self.focused else theme.status
        inner = place.inflate(-8 * THIN, 0)
        pygame.draw.line(brush.surface, line, inner.midleft, inner.midright)
        for half, text in enumerate(self.words.lines):
            area = pygame.Rect(place.x, place.y, place.width, place.height // 2)
            words = Words((text,), self.words.size)
            brush.centre(words, area.move(0, half * (place.height // 2)), colour)


@dataclass(frozen=True)
class SignsBox(Box):
    """A row of small signs after the words that say the same."""

    signs: tuple[str, ...] = ()

    def draw(self, brush: Brush) -> None:
        """Words and signs."""
        brush.write(self.words, self.place.topleft, brush.theme.text)
        side = self.place.height
        left = self.place.right - len(self.signs) * side
        for number, sign in enumerate(self.signs):
            square = pygame.Rect(left + number * side, self.place.y, side, side)
            draw_sign(brush.surface, square.inflate(-4, -2), sign, brush.theme)


@dataclass(frozen=True)
class CardBox(Box):
    """A card of the hand."""

    card: CardShape

    def draw(self, brush: Brush) -> None:
        """The card; a broad frame where it has the focus."""
        draw_card(brush.surface, self.place, self.card, brush.theme, letters=brush.letters)


@dataclass(frozen=True)
class Arrow(Box):
    """Something goes on beyond the picture; or, under a card, that this one has the focus."""

    side: Side
    ink: Literal["text", "focus"] = "text"

    def draw(self, brush: Brush) -> None:
        """A triangle, and how many there are beyond where there is room to say it."""
        colour = brush.theme.focus if self.ink == "focus" else brush.theme.text
        head = self.place.copy()
        if self.words.lines:
            head.width = head.height
            brush.write(self.words, (head.right + head.width // 2, head.y), colour)
            head.inflate_ip(-4, -head.height // 3)
        brush.arrowhead(head, self.side, colour)

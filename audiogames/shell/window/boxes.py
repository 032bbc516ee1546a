"""The boxes that make up the window's picture, such as rows, buttons and cards.

Each box has a rectangle and words, and draws itself.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Final, Literal, Self

import pygame

from audiogames.present.frame import CardShape
from audiogames.shell.window.cardfaces import draw_card
from audiogames.shell.window.lettering import WrappedText, font_of, mark_inset, width_of
from audiogames.shell.window.signs import draw_sign
from audiogames.shell.window.themes import Colour, Theme

Ink = Literal["text", "title", "status"]
Side = Literal["up", "down", "left", "right"]

THICK: Final = 5
"""The least width in pixels of the focused item's border."""

THIN: Final = 2

OVERHANG: Final = 8
"""The least number of pixels by which a box may draw beyond its rectangle."""

FELT_CORNER: Final = 28
"""The greatest corner radius of the felt."""


@dataclass(frozen=True)
class Brush:
    """Draws onto a surface in the colours of a theme.

    `letters` says whether cards show the letters of their suits.
    """

    surface: pygame.Surface
    theme: Theme
    letters: bool = True

    def write(self, words: WrappedText, corner: tuple[int, int], colour: Colour) -> None:
        """Write lines of words, starting at a corner."""
        left, top = corner
        for line in words.lines:
            font_of(words.size).draw(self.surface, line, (left, top), colour)
            top += words.line

    def mark(self, words: WrappedText, place: pygame.Rect, colour: Colour) -> None:
        """Write the page number of a long text, such as "2/3", at the end of the last line.

        Its background has a folded corner, so that it is not mistaken for a part of the text.
        """
        if not words.mark:
            return
        inset = mark_inset(words.size)
        leaf = pygame.Rect(0, 0, width_of(words.mark, words.size) + 2 * inset, words.line - 2)
        leaf.bottomright = place.right, place.bottom - 1
        font_of(words.size).draw(self.surface, words.mark, (leaf.x + inset, leaf.y - 1), colour)
        fold = max(4, words.size // 6)
        corners = (
            leaf.topleft,
            (leaf.right - fold, leaf.top),
            (leaf.right - 1, leaf.top + fold),
            (leaf.right - 1, leaf.bottom - 1),
            (leaf.left, leaf.bottom - 1),
        )
        pygame.draw.polygon(self.surface, colour, corners, max(THIN, words.size // 24))

    def centre(self, words: WrappedText, place: pygame.Rect, colour: Colour) -> None:
        """Write words into a rectangle, with each line centred."""
        inside = pygame.Rect(0, 0, 0, words.height)
        inside.center = place.center
        top = inside.top
        for line in words.lines:
            left = inside.centerx - width_of(line, words.size) // 2
            font_of(words.size).draw(self.surface, line, (left, top), colour)
            top += words.line

    def felt(self, place: pygame.Rect) -> None:
        """Draw the background of a card table."""
        rounding = min(FELT_CORNER, place.height // 4)
        pygame.draw.rect(self.surface, self.theme.felt, place, border_radius=rounding)

    def border(self, place: pygame.Rect, colour: Colour, thickness: int = THIN) -> None:
        """Draw the outline of a rectangle in this colour and thickness."""
        pygame.draw.rect(self.surface, colour, place, thickness)

    def arrowhead(self, place: pygame.Rect, side: Side, colour: Colour) -> None:
        """Draw a triangle that fills a rectangle and points to one side."""
        corners = {
            "up": (place.midtop, place.bottomleft, place.bottomright),
            "down": (place.midbottom, place.topleft, place.topright),
            "left": (place.midleft, place.topright, place.bottomright),
            "right": (place.midright, place.topleft, place.bottomleft),
        }
        pygame.draw.polygon(self.surface, colour, corners[side])


@dataclass(frozen=True)
class Box:
    """A rectangle of the window's picture with its content, such as a row or a card.

    `name` is the app's name for a click on it, such as "row 2" or "card 0", if it can be clicked;
    `key` is the key that a click presses.
    """

    name: str
    place: pygame.Rect
    words: WrappedText = field(default=WrappedText((), 1), kw_only=True)
    key: str = field(default="", kw_only=True)

    @property
    def called(self) -> str:
        """The status text that is shown while the mouse points at the box."""
        return ""

    def moved(self, left: int, top: int) -> Self:
        """Return a copy of the box at another position.

        A picture moves hundreds of boxes, and `dataclasses.replace` takes five times as long.
        """
        box = object.__new__(type(self))
        vars(box).update(vars(self), place=self.place.move(left, top))
        return box

    @property
    def reach(self) -> pygame.Rect:
        """The area in which the box may draw: letters can be higher than their line."""
        margin = max(OVERHANG, self.words.line // 2)
        return self.place.inflate(2 * margin, 2 * margin)

    @property
    def can_be_clicked(self) -> bool:
        """Whether a click on the box has an effect."""
        return bool(self.key) or self.name.partition(" ")[0] in {"row", "card", "cell"}

    @abstractmethod
    def draw(self, brush: Brush) -> None:
        """Draw the box."""


@dataclass(frozen=True)
class TextBox(Box):
    """A box with words only."""

    ink: Ink = "text"
    centred: bool = False

    def draw(self, brush: Brush) -> None:
        """Draw the words."""
        colour: Colour = getattr(brush.theme, self.ink)
        if self.centred:
            brush.centre(self.words, self.place, colour)
        else:
            brush.write(self.words, self.place.topleft, colour)
            brush.mark(self.words, self.place, colour)


@dataclass(frozen=True)
class RowBox(Box):
    """A row of a list; the focused row has another background, a border and an arrowhead.

    A heading in a text has the colour of titles.
    """

    indent: int = 0
    focused: bool = False
    is_heading: bool = False

    def draw(self, brush: Brush) -> None:
        """Draw the words; if focused, also a background, a border and an arrowhead."""
        theme, place = brush.theme, self.place
        if self.focused:
            brush.surface.fill(theme.focus, place)
            brush.border(place.inflate(-2 * THIN, -2 * THIN), theme.on_focus, THIN)
            side = max(4, min(self.indent - 3 * THIN, self.words.line) * 3 // 4)
            head = pygame.Rect(0, 0, side, side)
            head.center = place.x + self.indent // 2 + THIN, place.centery
            brush.arrowhead(head, "right", theme.on_focus)
        top = place.y + (place.height - self.words.height) // 2
        plain = theme.title if self.is_heading else theme.text
        colour = theme.on_focus if self.focused else plain
        brush.write(self.words, (place.x + self.indent, top), colour)
        words = pygame.Rect(place.x, top, place.width - 2 * THICK, self.words.height)
        brush.mark(self.words, words, colour)


@dataclass(frozen=True)
class FieldBox(Box):
    """A text field with a broad frame."""

    indent: int = 0

    def draw(self, brush: Brush) -> None:
        """Draw the frame of the text field, and the words in it."""
        brush.border(self.place, brush.theme.focus, THICK)
        top = self.place.y + (self.place.height - self.words.height) // 2
        brush.write(self.words, (self.place.x + self.indent, top), brush.theme.text)


@dataclass(frozen=True)
class ButtonBox(Box):
    """A button for a move or command that is available now."""

    @property
    def called(self) -> str:
        """The words of the button."""
        return " ".join(self.words.lines)

    def draw(self, brush: Brush) -> None:
        """Draw the button: its words inside an outline."""
        rounding = self.place.height // 4
        pygame.draw.rect(brush.surface, brush.theme.text, self.place, THIN, border_radius=rounding)
        brush.centre(self.words, self.place, brush.theme.text)


@dataclass(frozen=True)
class ArrowButton(Box):
    """A button for an arrow key, which shows only an arrowhead."""

    said: str
    side: Side

    @property
    def called(self) -> str:
        """The words of the button."""
        return self.said

    def draw(self, brush: Brush) -> None:
        """Draw an arrowhead in an outline."""
        rounding = self.place.height // 4
        pygame.draw.rect(brush.surface, brush.theme.text, self.place, THIN, border_radius=rounding)
        head = pygame.Rect(0, 0, self.place.height // 2, self.place.height // 2)
        head.center = self.place.center
        brush.arrowhead(head, self.side, brush.theme.text)


@dataclass(frozen=True)
class CellBox(Box):
    """A cell of a score sheet; `words` has the lines of its upper and its lower half."""

    focused: bool = False

    def draw(self, brush: Brush) -> None:
        """Draw both halves; the focused cell has another background and a second border."""
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
            words = WrappedText((text,), self.words.size)
            brush.centre(words, area.move(0, half * (place.height // 2)), colour)


@dataclass(frozen=True)
class SignsBox(Box):
    """Words, followed by small signs with the same meaning at the end of the last line."""

    signs: tuple[str, ...] = ()

    def draw(self, brush: Brush) -> None:
        """Draw words and signs."""
        brush.write(self.words, self.place.topleft, brush.theme.text)
        side = min(self.words.line, self.place.width // max(1, len(self.signs)))
        left = self.place.right - len(self.signs) * side
        for number, sign in enumerate(self.signs):
            square = pygame.Rect(left + number * side, self.place.bottom - side, side, side)
            draw_sign(brush.surface, square.inflate(-4, -2), sign, brush.theme)


@dataclass(frozen=True)
class CardBox(Box):
    """A card face up, such as a card of the hand."""

    card: CardShape

    @property
    def called(self) -> str:
        """The name of the card."""
        return self.card.name

    def draw(self, brush: Brush) -> None:
        """Draw the card, with a broad frame if it has the focus."""
        draw_card(brush.surface, self.place, self.card, brush.theme, letters=brush.letters)


@dataclass(frozen=True)
class Arrow(Box):
    """An arrowhead that shows where a list continues, or which card has the focus."""

    side: Side
    ink: Literal["text", "focus"] = "text"

    def draw(self, brush: Brush) -> None:
        """Draw a triangle."""
        colour = brush.theme.focus if self.ink == "focus" else brush.theme.text
        brush.arrowhead(self.place, self.side, colour)

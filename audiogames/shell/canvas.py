"""A frame drawn large and in strong contrast, for low vision and for friends who look on.

The picture is a column: title, lines, signs, score sheet, rows, text field, cards, status.  The
buttons stand at its right, or under the cards where there is too little room beside them.  What is
most needed gets its place first, the focused row and card and the last sentence; what finds no room
is left out, and nothing ever covers anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import pygame

from audiogames.present.screen import Button, CardShape, Frame, Row, SheetShape, SymbolRow
from audiogames.shell.cardfaces import FOCUS, WIDTH, Colour, draw_card
from audiogames.shell.signs import draw_sign

BACKGROUND: Final[Colour] = (0, 0, 0)
TEXT: Final[Colour] = (255, 255, 255)
TITLE: Final[Colour] = (255, 212, 0)
STATUS: Final[Colour] = (150, 220, 255)
ON_FOCUS: Final[Colour] = (0, 0, 0)

#: In pixels at 100 %.
SIZE, TITLE_SIZE, STATUS_SIZE, MARGIN, CARD = 38, 48, 40, 14, 180

LEAST_CARD: Final = 40
"""Below this a card cannot be read and is left out."""

BETWEEN: Final = 4
"""Pixels between rows."""

BESIDE_SHARE: Final = 0.34
"""The buttons stand at the right where they take no more than this share of the width."""

SHRINKING: Final = (1.0, 0.8, 0.65, 0.5)

LARGE_ENOUGH: Final = 2
"""So many of these sizes are worth having all of a score sheet on the screen."""

KeyName = Callable[[str], str]


@dataclass(frozen=True)
class Hit:
    """A place that can be clicked: `key` is pressed, or `target` ("row 2", "card 0") is clicked."""

    place: pygame.Rect
    key: str = ""
    target: str = ""


@dataclass(frozen=True)
class Words:
    """A text broken into lines that fit."""

    lines: tuple[str, ...]
    font: pygame.font.Font

    @property
    def height(self) -> int:
        """In pixels."""
        return len(self.lines) * self.font.get_linesize()

    def cut(self, height: int) -> Words:
        """As many of the lines as have room."""
        return Words(self.lines[: max(0, height // self.font.get_linesize())], self.font)


@lru_cache(maxsize=64)
def font_of(size: int) -> pygame.font.Font:
    """The font of pygame itself, which every installation has."""
    return pygame.font.Font(None, max(8, size))


def wrap(text: str, font: pygame.font.Font, width: int) -> Words:
    """Break a text between words; a word wider than all the room is broken within."""
    lines: list[str] = []
    current = ""
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if font.size(longer)[0] <= width:
            current = longer
            continue
        if current:
            lines.append(current)
        *full, current = _pieces(word, font, width)
        lines += full
    return Words(tuple([*lines, current] if current else lines), font)


def _pieces(word: str, font: pygame.font.Font, width: int) -> list[str]:
    pieces = [""]
    for character in word:
        if pieces[-1] and font.size(pieces[-1] + character)[0] > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


@dataclass(frozen=True)
class Block:
    """A part of the column: its height, and how it is drawn from a given top on."""

    height: int
    draw: Callable[[int], None]


def _nothing(_top: int) -> None:
    """Draw a part that is not there."""


NOTHING: Final = Block(0, _nothing)


@dataclass(frozen=True)
class Grid:
    """A score sheet in one size of letters: how wide its columns are, how high its rows."""

    sheet: SheetShape
    font: pygame.font.Font
    gap: int

    @property
    def names(self) -> int:
        """The width of the column of names."""
        return self._wide(self.sheet.names)

    @property
    def widths(self) -> list[int]:
        """The width of each column of cells."""
        columns = zip(*self.sheet.cells, strict=True)
        return [
            self._wide([head, *(half for cell in column for half in cell)])
            for head, column in zip(self.sheet.heads, columns, strict=True)
        ]

    @property
    def line(self) -> int:
        """The height of the heads, and of half a cell."""
        return self.font.get_linesize()

    def shown(self, size: tuple[int, int]) -> tuple[range, range] | None:
        """Which rows and columns have room, around the focused cell; None where it has none."""
        row, column = self.sheet.focus
        width, height = size[0] - self.names, size[1] - self.line
        if self.widths[column] > width or 2 * self.line > height:
            return None
        rows = _around(row, [2 * self.line] * len(self.sheet.names), height)
        return range(*rows), range(*_around(column, self.widths, width))

    def shows_all(self, size: tuple[int, int]) -> bool:
        """Whether the whole sheet has room."""
        rows, columns = self.shown(size) or ((), ())
        return len(rows) == len(self.sheet.names) and len(columns) == len(self.sheet.heads)

    def _wide(self, texts: Sequence[str]) -> int:
        return max(self.font.size(text)[0] for text in texts) + self.gap


@dataclass
class Canvas:
    """Draws frames onto a surface at a scale in percent; `hits` are the places to click.

    `name_key` says how a key is called on a button.
    """

    surface: pygame.Surface
    scale: int = 100
    name_key: KeyName = str
    hits: list[Hit] = field(default_factory=list)
    _beside: int = 0
    """The width of the buttons that stand at the right."""

    def draw(self, frame: Frame) -> None:
        """Draw everything anew."""
        self.hits.clear()
        self._beside = 0
        self.surface.fill(BACKGROUND)
        gap, height = self._gap, self.surface.get_height()
        title_room, status_room = height // 10, height * 3 // 10
        title = self._shrunk([frame.title], TITLE_SIZE, title_room).cut(title_room)
        status = self._shrunk([frame.status], STATUS_SIZE, status_room).cut(status_room)
        self._write(title, gap, TITLE)
        top = title.height + 2 * gap
        bottom = height - gap - status.height
        self._write(status, bottom, STATUS)
        pygame.draw.rect(self.surface, STATUS, (gap, bottom - gap // 2, self._inside, 2))
        under = self._buttons_beside(frame.buttons, top, bottom - gap)
        beside, self.hits[:] = self.hits[:], []
        for block in self._share_out(frame, under, bottom - gap - top):
            block.draw(top)
            top += block.height
        self.hits += beside

    def _share_out(self, frame: Frame, under: Sequence[Button], room: int) -> Sequence[Block]:
        """Give each part its height, the most needed first; then in the order of the column."""
        typed = self._typed(frame.field)
        room -= typed.height
        buttons = self._buttons(under, room // 5)
        room -= buttons.height
        for_rows = self._least_for_rows(frame.rows, room)
        for_lines = self._least_for_lines(frame.lines, room)
        sheet = self._sheet(frame.sheet, room - for_rows - for_lines)
        room -= sheet.height
        cards = self._cards(frame.cards, room - for_rows - for_lines)
        room -= cards.height + for_rows
        lines = self._lines(frame.lines, room)
        signs = self._signs(frame.symbols, room - lines.height)
        rows = self._rows(frame.rows, room - lines.height - signs.height + for_rows)
        return lines, signs, sheet, rows, typed, cards, buttons

    # Lines, and the text field

    def _least_for_lines(self, lines: Sequence[str], room: int) -> int:
        """One line always, and the others up to a third of the room."""
        if not lines:
            return 0
        one = self._font(SIZE).get_linesize() + self._gap
        return max(one, self._lines(lines, room // 3).height)

    def _lines(self, lines: Sequence[str], room: int) -> Block:
        """How things stand: in smaller letters, or only the first, where not all have room."""
        words = self._shrunk(lines, SIZE, room - self._gap)
        if words.height > room - self._gap:
            words = self._broken(lines, SIZE).cut(room - self._gap)
        if not words.lines:
            return NOTHING
        return Block(words.height + self._gap, lambda top: self._write(words, top, TEXT))

    def _signs(self, rows: Sequence[SymbolRow], room: int) -> Block:
        """Rows of small signs after their words; none where not all have room."""
        font = self._font(SIZE)
        side = font.get_linesize()
        if not rows or len(rows) * (side + BETWEEN) + self._gap > room:
            return NOTHING

        def draw(top: int) -> None:
            for row in rows:
                words = font.render(row.text, True, TEXT)
                self.surface.blit(words, (self._gap, top))
                left = 2 * self._gap + words.get_width()
                for number, sign in enumerate(row.symbols):
                    place = pygame.Rect(left + number * (side + BETWEEN), top, side, side)
                    draw_sign(self.surface, place, sign)
                top += side + BETWEEN

        return Block(len(rows) * (side + BETWEEN) + self._gap, draw)

    def _typed(self, text: str | None) -> Block:
        if text is None:
            return NOTHING
        words = self._boxed(text + "_")

        def draw(top: int) -> None:
            pygame.draw.rect(self.surface, FOCUS, self._box(words, top), 3)
            self._write(words, top + self._gap // 2, TEXT, indent=self._gap)

        return Block(self._box_height(words), draw)

    # The score sheet: all of it, if need be in smaller letters, or what is around the focus

    def _sheet(self, sheet: SheetShape | None, room: int) -> Block:
        if sheet is None or not (sheet.heads and sheet.names):
            return NOTHING
        size = self._inside, room - self._gap
        grids = [Grid(sheet, self._font(round(SIZE * share)), self._gap) for share in SHRINKING]
        whole = [grid for grid in grids[:LARGE_ENOUGH] if grid.shows_all(size)]
        grid = next((one for one in (*whole, *grids) if one.shown(size)), None)
        if grid is None:
            return NOTHING
        rows, columns = grid.shown(size) or (range(0), range(0))
        height = (1 + 2 * len(rows)) * grid.line + self._gap
        return Block(height, lambda top: self._draw_sheet(grid, rows, columns, top))

    def _draw_sheet(self, grid: Grid, rows: range, columns: range, top: int) -> None:
        """Names at the left, heads above; of a cell the one half over the other."""
        line, left = grid.line, self._gap + grid.names
        tops = {row: top + (1 + 2 * number) * line for number, row in enumerate(rows)}
        for row, below in tops.items():
            place = pygame.Rect(self._gap, below, grid.names, 2 * line)
            self._label(grid.font, grid.sheet.names[row], place, TITLE)
        for column in columns:
            width = grid.widths[column]
            head = pygame.Rect(left, top, width, line)
            self._label(grid.font, grid.sheet.heads[column], head, TITLE)
            for row, below in tops.items():
                self._draw_cell(grid, row, column, pygame.Rect(left, below, width, 2 * line))
            left += width
        beyond = columns.stop < len(grid.sheet.heads)
        self._mark_more(top + line, before=columns.start > 0, after=beyond)

    def _draw_cell(self, grid: Grid, row: int, column: int, place: pygame.Rect) -> None:
        focused = (row, column) == grid.sheet.focus
        pygame.draw.rect(self.surface, FOCUS if focused else TEXT, place, 0 if focused else 1)
        pygame.draw.line(self.surface, STATUS, place.midleft, place.midright)
        for half, text in enumerate(grid.sheet.cells[row][column]):
            at = pygame.Rect(place.x, place.y + half * grid.line, place.width, grid.line)
            self._label(grid.font, text, at, ON_FOCUS if focused else TEXT)
        number = row * len(grid.sheet.heads) + column
        self.hits.append(Hit(place, target=f"cell {number}"))

    def _label(self, font: pygame.font.Font, text: str, place: pygame.Rect, colour: Colour) -> None:
        words = font.render(text, True, colour)
        self.surface.blit(words, words.get_rect(center=place.center))

    # Rows: as many around the focused one as have room

    def _least_for_rows(self, rows: Sequence[Row], room: int) -> int:
        """The focused row always, and the others up to a third of the room."""
        if not rows:
            return 0
        heights = [self._box_height(self._boxed(row.text)) for row in rows]
        return max(heights[_focus(rows)], min(sum(heights), room // 3))

    def _rows(self, rows: Sequence[Row], room: int) -> Block:
        words = [self._boxed(row.text) for row in rows]
        heights = [self._box_height(one) for one in words]
        first, last = _around(_focus(rows), heights, room)

        def draw(top: int) -> None:
            for number in range(first, last):
                self._draw_row(number, words[number], top, focused=rows[number].focused)
                top += heights[number]

        return Block(sum(heights[first:last]), draw)

    def _draw_row(self, number: int, words: Words, top: int, *, focused: bool) -> None:
        box = self._box(words, top)
        if focused:
            pygame.draw.rect(self.surface, FOCUS, box, border_radius=self._gap // 2)
        colour = ON_FOCUS if focused else TEXT
        self._write(words, top + self._gap // 2, colour, indent=self._gap)
        self.hits.append(Hit(box, target=f"row {number}"))

    # Cards: side by side, on several lines where there is room, else those around the focused one

    def _cards(self, cards: Sequence[CardShape], room: int) -> Block:
        height = min(self._scaled(CARD), room - self._gap)
        if not cards or height < LEAST_CARD:
            return NOTHING
        size = round(height * WIDTH), height
        across = max(1, (self._inside + self._gap) // (size[0] + self._gap))
        down = max(1, min(-(-len(cards) // across), room // (height + self._gap)))
        first, last = _around(_focus(cards), [1] * len(cards), across * down)

        def draw(top: int) -> None:
            for number in range(first, last):
                row, column = divmod(number - first, across)
                corner = (
                    self._gap + column * (size[0] + self._gap),
                    top + row * (height + self._gap),
                )
                self._draw_card(number, cards[number], pygame.Rect(corner, size))
            self._mark_more(top + height // 2, before=first > 0, after=last < len(cards))

        return Block(down * (height + self._gap), draw)

    def _draw_card(self, number: int, card: CardShape, place: pygame.Rect) -> None:
        draw_card(self.surface, place, card, font_of(place.height // 2))
        self.hits.append(Hit(place, target=f"card {number}"))

    def _mark_more(self, middle: int, *, before: bool, after: bool) -> None:
        """Arrowheads in the margins, where the hand goes on beyond them."""
        half, width = self._gap // 2, self.surface.get_width()
        for shown, tip, base in ((before, 1, half), (after, width - 1, width - half)):
            if shown:
                corners = [(tip, middle), (base, middle - 2 * half), (base, middle + 2 * half)]
                pygame.draw.polygon(self.surface, FOCUS, corners)

    def _buttons_beside(self, buttons: Sequence[Button], top: int, bottom: int) -> Sequence[Button]:
        """Draw the buttons one below the other at the right; those that find no room there."""
        font = self._font(SIZE)
        texts = [f"{button.text} ({self.name_key(button.key)})" for button in buttons]
        height = font.get_linesize() + self._gap
        width = max((font.size(text)[0] for text in texts), default=0) + 2 * self._gap
        too_wide = width > self.surface.get_width() * BESIDE_SHARE
        if not buttons or too_wide or top + len(buttons) * (height + self._gap) > bottom:
            return buttons
        left = self.surface.get_width() - self._gap - width
        for number, (button, text) in enumerate(zip(buttons, texts, strict=True)):
            place = pygame.Rect(left, top + number * (height + self._gap), width, height)
            self._draw_button(font.render(text, True, TEXT), place)
            self.hits.append(Hit(place, key=button.key))
        self._beside = width + self._gap
        return ()

    # Buttons under the cards: one after the other, in letters small enough, or those with room

    def _buttons(self, buttons: Sequence[Button], room: int) -> Block:
        texts = [f"{button.text} ({self.name_key(button.key)})" for button in buttons]
        for share in SHRINKING:
            font = self._font(round(SIZE * share))
            places = self._button_places(texts, font)
            height = places[-1].bottom + self._gap if places else 0
            if height <= room:
                break
        places = [place for place in places if place.bottom + self._gap <= room]

        def draw(top: int) -> None:
            for button, text, place in zip(buttons, texts, places, strict=False):
                self._draw_button(font.render(text, True, TEXT), place.move(0, top))
                self.hits.append(Hit(place.move(0, top), key=button.key))

        return Block(places[-1].bottom + self._gap if places else 0, draw)

    def _button_places(self, texts: Sequence[str], font: pygame.font.Font) -> list[pygame.Rect]:
        height = font.get_linesize() + self._gap
        left, top = self._gap, 0
        places = []
        for text in texts:
            width = min(self._inside, font.size(text)[0] + 2 * self._gap)
            if left > self._gap and left + width > self._gap + self._inside:
                left, top = self._gap, top + height + self._gap
            places.append(pygame.Rect(left, top, width, height))
            left += width + self._gap
        return places

    def _draw_button(self, text: pygame.Surface, place: pygame.Rect) -> None:
        pygame.draw.rect(self.surface, TEXT, place, 2, border_radius=self._gap // 2)
        area = pygame.Rect(0, 0, place.width - 2 * self._gap, place.height)
        self.surface.blit(text, (place.x + self._gap, place.y + self._gap // 2), area)

    # Sizes and words

    def _scaled(self, pixels: int) -> int:
        return pixels * self.scale // 100

    @property
    def _gap(self) -> int:
        """The margin, which a large scale need not make large: the words need the room."""
        return MARGIN * (100 + (self.scale - 100) // 3) // 100

    @property
    def _inside(self) -> int:
        return max(1, self.surface.get_width() - 2 * self._gap - self._beside)

    def _font(self, size: int) -> pygame.font.Font:
        return font_of(self._scaled(size))

    def _broken(self, texts: Sequence[str], size: int) -> Words:
        font = self._font(size)
        parts = [part for text in texts for part in wrap(text, font, self._inside).lines]
        return Words(tuple(parts), font)

    def _shrunk(self, texts: Sequence[str], size: int, height: int) -> Words:
        """As large as fits into the height, or at the smallest."""
        words = [self._broken(texts, round(size * share)) for share in SHRINKING]
        return next((one for one in words if one.height <= height), words[-1])

    def _boxed(self, text: str) -> Words:
        return wrap(text, self._font(SIZE), self._inside - 2 * self._gap)

    def _box_height(self, words: Words) -> int:
        return words.height + self._gap + BETWEEN

    def _box(self, words: Words, top: int) -> pygame.Rect:
        return pygame.Rect(self._gap, top, self._inside, words.height + self._gap)

    def _write(self, words: Words, top: int, colour: Colour, indent: int = 0) -> None:
        for line in words.lines:
            self.surface.blit(words.font.render(line, True, colour), (self._gap + indent, top))
            top += words.font.get_linesize()


def _focus(items: Sequence[Row] | Sequence[CardShape]) -> int:
    focused = [item.focused for item in items]
    return focused.index(True) if any(focused) else 0


def _around(focus: int, heights: Sequence[int], room: int) -> tuple[int, int]:
    """From where and up to where (without) the things around the focused one have room."""
    if not heights:
        return 0, 0
    first, last = focus, focus + 1
    room -= heights[focus]
    while True:
        below = last < len(heights) and heights[last] <= room
        if below:
            room -= heights[last]
            last += 1
        above = first > 0 and heights[first - 1] <= room
        if above:
            first -= 1
            room -= heights[first]
        if not (below or above):
            return first, last

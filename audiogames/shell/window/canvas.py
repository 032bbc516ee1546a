"""Draws a frame, large and in strong contrast, for players with low vision and for spectators.

Without a table the picture is a column: title, lines, score sheet, rows, text field.  The buttons
are at its right, or below it if the window is too narrow; the newest sentence is always at the
bottom.  Nothing covers anything else, and all letters have the size that the player chose.  Height
is given to the blocks in order of importance: the newest sentence, the focused item, the lines, the
buttons, and the title last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

import pygame

from audiogames.present.frame import Frame
from audiogames.shell.window.blocks import (
    BoxGroup,
    KeyName,
    buttons_beside,
    buttons_under,
    corner_boxes,
    field_block,
    title_block,
    words_block,
)
from audiogames.shell.window.boxes import Box, Brush
from audiogames.shell.window.changes import changed_areas
from audiogames.shell.window.lists import least_for_rows, rows_block
from audiogames.shell.window.ruler import Ruler, enlarged
from audiogames.shell.window.sheets import sheet_block
from audiogames.shell.window.status import repeats_focus, status_box
from audiogames.shell.window.themes import THEMES

BLACK: Final = (0, 0, 0)
"""The colour of a blank screen, which is dark in every theme."""


SURROUNDINGS: Final = 16
"""How many pixels around a changed area are drawn with it; no line is broader."""


@dataclass(frozen=True)
class Appearance:
    """A player's visual settings: scale in percent, theme, letters on the suits, animated cards."""

    scale: int = 100
    theme: str = "dark"
    letters: bool = True
    motion: bool = True


@dataclass
class Canvas:
    """Draws frames onto a surface; `boxes` are the boxes drawn, `hits` the clickable ones.

    `name_key` returns the name of a key for a button.  `between` is called before each attempt
    at a layout and before each box is drawn; it may raise an exception to interrupt drawing.
    """

    surface: pygame.Surface
    look: Appearance = field(default_factory=Appearance)
    name_key: KeyName = str
    between: Callable[[], None] = lambda: None
    boxes: list[Box] = field(default_factory=list)
    felt: pygame.Rect | None = None
    ground: tuple[int, int, int] | None = None
    """The background colour, if it is not the theme's."""

    def draw(self, frame: Frame, page: int = 0) -> None:
        """Lay out and draw a frame; `page` is the page of texts that are too long."""
        self.lay_out(frame, page)
        self.paint(self.boxes)

    def lay_out(self, frame: Frame, page: int = 0) -> None:
        """Lay out a frame without drawing it."""
        if frame.is_blank:
            self.boxes, self.felt, self.ground = [], None, BLACK
            return
        window = self.surface.get_size()
        ruler = Ruler(window, enlarged(self.look.scale, window))
        self.boxes = arrange(frame, ruler, self.name_key, page, self.between)
        self.felt = _felt(self.boxes, ruler) if frame.table else None

    def paint(self, boxes: Sequence[Box]) -> None:
        """Draw the background and these boxes."""
        self._paint_on(self.surface, boxes)

    def paint_over(self, before: Canvas | None, boxes: Sequence[Box]) -> None:
        """Draw these boxes; if the picture `before` is shown, draw only the changed areas."""
        areas = None
        if before is not None and self.background == before.background:
            areas = changed_areas(before.boxes, boxes)
        if areas is None:
            self.paint(boxes)
            return
        # At the edge of a clipping area pygame draws some lines wrong, so the area is drawn with
        # its surroundings on another surface.
        scratch = _scratch(self.surface.get_size())
        for area in areas:
            scratch.set_clip(area.inflate(2 * SURROUNDINGS, 2 * SURROUNDINGS))
            self._paint_on(scratch, [box for box in boxes if area.colliderect(box.reach)])
            self.surface.blit(scratch, area, area)

    def _paint_on(self, surface: pygame.Surface, boxes: Sequence[Box]) -> None:
        """Draw the background and these boxes on a surface."""
        brush = self.brush(surface)
        surface.fill(brush.theme.background if self.ground is None else self.ground)
        if self.felt is not None:
            brush.felt(self.felt)
        for box in boxes:
            self.between()
            box.draw(brush)

    @property
    def background(self) -> object:
        """A key that is equal for canvases with the same surface, settings and background."""
        return self.surface, self.look, self.felt, self.ground

    def brush(self, surface: pygame.Surface) -> Brush:
        """Return a brush that draws on a surface with the player's visual settings."""
        return Brush(surface, THEMES[self.look.theme], self.look.letters)

    @property
    def hits(self) -> list[Box]:
        """The clickable boxes, the topmost of overlapping cards first."""
        return [box for box in reversed(self.boxes) if box.can_be_clicked]


@lru_cache(maxsize=1)
def _scratch(size: tuple[int, int]) -> pygame.Surface:
    """Return a surface of the window's size, on which changed areas are drawn first."""
    return pygame.Surface(size)


def arrange(
    frame: Frame,
    ruler: Ruler,
    name_key: KeyName = str,
    page: int = 0,
    between: Callable[[], None] = lambda: None,
) -> list[Box]:
    """Lay out a frame for the ruler's window, and return its boxes.

    `between` is called before each attempt to lay out a table.
    """
    if frame.table is not None:
        # Imported with the first table: the program's first sentence does not wait for it.
        from audiogames.shell.window.table.arrange import arrange_table

        return arrange_table(frame, ruler, name_key, page, between)
    top, bottom, status = ruler.gap, ruler.window[1], list[Box]()
    if not repeats_focus(ruler, frame):
        status.append(status_box(ruler, frame.status, page))
        bottom = status[0].place.top
    room = bottom - ruler.gap - top
    under, at_the_right = frame.buttons, list[Box]()
    beside = buttons_beside(ruler, frame.buttons, name_key, room)
    if beside is not None:
        under, at_the_right = (), beside.at(top)
        ruler = replace(ruler, beside=at_the_right[0].place.width + ruler.gap)
    boxes: list[Box] = []
    for block in _share_out(replace(frame, buttons=under), ruler, name_key, room, page):
        boxes += block.at(top)
        top += block.height
    corner = _corner(frame, ruler, name_key, boxes)
    return [*boxes, *at_the_right, *corner, *status]


def _corner(frame: Frame, ruler: Ruler, name_key: KeyName, boxes: Sequence[Box]) -> Sequence[Box]:
    """Return the buttons in the corner to the right of the title; none if they do not fit."""
    buttons = corner_boxes(ruler, frame.corner, name_key)
    title = next((box for box in boxes if box.name == "title"), None)
    if title is None or not buttons:
        return ()
    left = ruler.gap + ruler.inside - buttons[-1].place.right
    if title.place.x + title.words.width + ruler.gap > left or len(title.words.lines) > 1:
        return ()
    return [box.moved(left, title.place.y) for box in buttons]


def _felt(boxes: Sequence[Box], ruler: Ruler) -> pygame.Rect | None:
    """Return the rectangle of the table's background."""
    from audiogames.shell.window.table.arrange import ground_of

    return ground_of(boxes, ruler)


def _share_out(
    frame: Frame, ruler: Ruler, name_key: KeyName, room: int, page: int
) -> Sequence[BoxGroup]:
    """Distribute the height over the blocks by importance; return the blocks from top to bottom."""
    typed = field_block(ruler, frame.field, frame.caret, room)
    room -= typed.height
    for_rows = least_for_rows(ruler, frame.rows, room)
    for_words = words_block(ruler, frame.lines, room - for_rows).height
    sheet = sheet_block(ruler, frame.sheet, max(room - for_words, room // 2), page)
    room -= sheet.height
    words = words_block(ruler, frame.lines, room - for_rows, page)
    room -= words.height
    buttons = buttons_under(ruler, frame.buttons, name_key, room - for_rows)
    room -= buttons.height
    title = title_block(ruler, frame.title, room - for_rows)
    rows = rows_block(ruler, frame.rows, room - title.height, page)
    return title, words, sheet, rows, typed, buttons

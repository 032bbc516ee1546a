"""A score sheet as a block: all of it, if need be in smaller letters, or what is around the focus.

A cell shows its upper half over its lower one.  Arrowheads stand where the sheet goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pygame import Rect

from audiogames.present.screen import SheetShape
from audiogames.shell.blocks import NEIGHBOURS, NOTHING, Block, Ruler, around, sideways
from audiogames.shell.boxes import Arrow, Box, CellBox, TextBox
from audiogames.shell.lettering import Words, elide, font_of, sizes

LARGE_ENOUGH: Final = 2
"""So many sizes of letters are worth having all of a score sheet on the screen."""


@dataclass(frozen=True)
class Grid:
    """A score sheet in one size of letters: how wide its columns are, how high its rows.

    `widest` is where a name or a cell that is too wide is cut.
    """

    sheet: SheetShape
    size: int
    gap: int
    widest: int

    @cached_property
    def names(self) -> int:
        """The width of the column of names."""
        return self._wide(self.sheet.names)

    @cached_property
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
        return font_of(self.size).get_linesize() + max(6, self.gap // 2)

    def shown(self, room: tuple[int, int]) -> tuple[range, range] | None:
        """Which rows and columns have room, around the focused cell; None where it has none."""
        row, column = self.sheet.focus
        width, height = room[0] - self.names, room[1] - self.line
        heights = [2 * self.line] * len(self.sheet.names)
        if sum(heights) > height:
            height -= self.line  # for the arrowhead below
        if self.widths[column] > width or 2 * self.line > height:
            return None
        return range(*around(row, heights, height)), range(*around(column, self.widths, width))

    def shows_all(self, room: tuple[int, int]) -> bool:
        """Whether the whole sheet has room."""
        rows, columns = self.shown(room) or ((), ())
        return len(rows) == len(self.sheet.names) and len(columns) == len(self.sheet.heads)

    def shows_neighbours(self, room: tuple[int, int]) -> bool:
        """Whether the focused cell has another one above or below it, and one beside it."""
        rows, columns = self.shown(room) or ((), ())
        enough = len(rows) >= min(2, len(self.sheet.names))
        return enough and len(columns) >= min(2, len(self.sheet.heads))

    def words(self, texts: Sequence[str], width: int) -> Words:
        """Texts one over the other, cut where they are too wide."""
        lines = tuple(elide(text, self.size, width - self.gap // 2) for text in texts)
        return Words(lines, self.size, is_cut=lines != tuple(texts))

    def _wide(self, texts: Sequence[str]) -> int:
        widths = (font_of(self.size).size(text)[0] for text in texts)
        return min(self.widest, max(widths) + self.gap)


def sheet_block(ruler: Ruler, sheet: SheetShape | None, room: int) -> Block:
    """The sheet, in the room that it is given."""
    if sheet is None or not (sheet.heads and sheet.names):
        return NOTHING
    grid = _grid(ruler, sheet, room - ruler.gap)
    shown = None if grid is None else grid.shown((ruler.inside, room - ruler.gap))
    if grid is None or shown is None:
        return NOTHING
    rows, columns = shown
    boxes = list(_boxes(ruler, grid, rows, columns))
    bottom = (1 + 2 * len(rows)) * grid.line
    boxes += sideways(
        ruler,
        max(grid.line, 3 * ruler.gap // 2),
        before=columns.start > 0,
        after=columns.stop < len(sheet.heads),
    )
    corner = Rect(ruler.gap, 0, grid.names, grid.line)
    if rows.start > 0:
        boxes.append(_more(grid, "up", rows.start, corner))
    if rows.stop < len(sheet.names):
        left = len(sheet.names) - rows.stop
        boxes.append(_more(grid, "down", left, corner.move(0, bottom)))
        bottom += grid.line
    return Block(bottom + ruler.gap, tuple(boxes))


def _grid(ruler: Ruler, sheet: SheetShape, room: int) -> Grid | None:
    """The largest letters with which all or, at the least, the focused cell has room."""
    size = ruler.inside, room
    grids = [Grid(sheet, one, ruler.gap, ruler.inside) for one in sizes(ruler.letters)]
    whole = [grid for grid in grids[:LARGE_ENOUGH] if grid.shows_all(size)]
    large = [grid for grid in grids if grid.size >= ruler.letters * NEIGHBOURS]
    some = [grid for grid in large if grid.shows_neighbours(size)]
    narrow = Grid(sheet, grids[-1].size, ruler.gap, ruler.inside * 2 // 5)
    return next((grid for grid in (*whole, *some, *grids, narrow) if grid.shown(size)), None)


def _boxes(ruler: Ruler, grid: Grid, rows: range, columns: range) -> Iterator[Box]:
    """Names at the left, heads above."""
    sheet, line = grid.sheet, grid.line
    tops = {row: (1 + 2 * number) * line for number, row in enumerate(rows)}
    for row, top in tops.items():
        place = Rect(ruler.gap, top, grid.names, 2 * line)
        words = grid.words([sheet.names[row]], grid.names)
        yield TextBox(f"name {row}", place, "title", centred=True, words=words)
    left = ruler.gap + grid.names
    for column in columns:
        width = grid.widths[column]
        words = grid.words([sheet.heads[column]], width)
        place = Rect(left, 0, width, line)
        yield TextBox(f"head {column}", place, "title", centred=True, words=words)
        for row, top in tops.items():
            words = grid.words(sheet.cells[row][column], width)
            focused = (row, column) == sheet.focus
            name = f"cell {row * len(sheet.heads) + column}"
            place = Rect(left, top, width, 2 * line)
            yield CellBox(name, place, focused, words=words)
        left += width


def _more(grid: Grid, side: str, count: int, place: Rect) -> Box:
    """An arrowhead in the column of names, and how many names are beyond it."""
    words = grid.words([str(count)], place.width)
    return Arrow(f"more {side}", place, "up" if side == "up" else "down", words=words)

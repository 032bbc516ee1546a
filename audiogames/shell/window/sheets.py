"""Lays out a score sheet as a block: the whole sheet, or the part around the focused cell.

The two halves of a cell are one above the other.  Arrowheads mark where the sheet continues.  If
there is too little space for a name, a column's heading and a cell, only the focused cell is shown,
with its name and its heading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pygame import Rect

from audiogames.present.frame import SheetShape
from audiogames.shell.window.blocks import BETWEEN, NOTHING, BoxGroup, around, sideways
from audiogames.shell.window.boxes import Arrow, Box, CellBox, RowBox, Side, TextBox
from audiogames.shell.window.lettering import WrappedText, font_of, paged, width_of
from audiogames.shell.window.ruler import Ruler


@dataclass(frozen=True)
class Grid:
    """A score sheet with its column widths and row heights."""

    sheet: SheetShape
    size: int
    gap: int

    @cached_property
    def names(self) -> int:
        """The width of the column of names."""
        return self._column_width(self.sheet.names)

    @cached_property
    def widths(self) -> list[int]:
        """The width of each column of cells."""
        columns = zip(*self.sheet.cells, strict=True)
        return [
            self._column_width([head, *(half for cell in column for half in cell)])
            for head, column in zip(self.sheet.heads, columns, strict=True)
        ]

    @property
    def line(self) -> int:
        """The height of one line of text: a heading has one line, and a cell has two."""
        return font_of(self.size).line + max(6, self.gap // 2)

    def shown(self, ruler: Ruler, room: int) -> tuple[range, range] | None:
        """Return the rows and columns that fit around the focused cell.

        Return None if not even that cell fits.
        """
        row, column = self.sheet.focus or (0, 0)
        width, height = ruler.inside - self.names, room - self.line
        heights = [2 * self.line] * len(self.sheet.names)
        if sum(heights) > height:
            height -= 2 * (ruler.strip + BETWEEN)
        if self.widths[column] > width or 2 * self.line > height:
            return None
        return range(*around(row, heights, height)), range(*around(column, self.widths, width))

    def words(self, *texts: str) -> WrappedText:
        """Return wrapped text in which each of these texts is one line."""
        return WrappedText(texts, self.size)

    def _column_width(self, texts: Sequence[str]) -> int:
        """Return the width of the column that contains these texts."""
        return max(width_of(text, self.size) for text in texts) + self.gap


def sheet_block(ruler: Ruler, sheet: SheetShape | None, room: int, page: int = 0) -> BoxGroup:
    """Lay out the score sheet as a group of boxes that fits into the height `room`."""
    if sheet is None or not (sheet.heads and sheet.names):
        return NOTHING
    grid = Grid(sheet, ruler.letters, ruler.gap)
    shown = grid.shown(ruler, room - ruler.gap)
    if shown is None:
        return _alone(ruler, sheet, room - ruler.gap, page)
    rows, columns = shown
    above = ruler.strip + BETWEEN if rows.start > 0 else 0
    boxes = [*_boxes(ruler, grid, rows, columns, above)]
    bottom = above + (1 + 2 * len(rows)) * grid.line
    before, after = columns.start > 0, columns.stop < len(sheet.heads)
    middle = above + max(grid.line, 3 * ruler.gap // 2)
    boxes += sideways(ruler, middle, before=before, after=after)
    if above:
        boxes.append(_more(ruler, "up", 0))
    if rows.stop < len(sheet.names):
        boxes.append(_more(ruler, "down", bottom + BETWEEN))
        bottom = boxes[-1].place.bottom
    return BoxGroup(bottom + ruler.gap, tuple(boxes))


def _alone(ruler: Ruler, sheet: SheetShape, room: int, page: int) -> BoxGroup:
    """Return the focused cell with its name and its heading, page by page if necessary."""
    row, column = sheet.focus or (0, 0)
    texts = (sheet.names[row], sheet.heads[column], *sheet.cells[row][column])
    indent = 2 * ruler.gap
    size = ruler.inside - indent - ruler.gap, room - ruler.gap
    words = paged(", ".join(filter(None, texts)), ruler.letters, size, page)
    place = ruler.across(0, words.height + ruler.gap)
    if place.height > room:
        return NOTHING
    name = f"cell {row * len(sheet.heads) + column}"
    box = RowBox(name, place, indent, focused=True, words=words)
    return BoxGroup(place.height + ruler.gap, (box,))


def _boxes(ruler: Ruler, grid: Grid, rows: range, columns: range, above: int) -> Iterator[Box]:
    """Yield the boxes of the visible part: names at the left, headings above, and cells."""
    sheet, line = grid.sheet, grid.line
    tops = {row: above + (1 + 2 * number) * line for number, row in enumerate(rows)}
    for row, top in tops.items():
        place = Rect(ruler.gap, top, grid.names, 2 * line)
        words = grid.words(sheet.names[row])
        yield TextBox(f"name {row}", place, "title", centred=True, words=words)
    left = ruler.gap + grid.names
    for column in columns:
        width = grid.widths[column]
        words = grid.words(sheet.heads[column])
        place = Rect(left, above, width, line)
        yield TextBox(f"head {column}", place, "title", centred=True, words=words)
        for row, top in tops.items():
            words = grid.words(*sheet.cells[row][column])
            focused = (row, column) == sheet.focus
            name = f"cell {row * len(sheet.heads) + column}"
            place = Rect(left, top, width, 2 * line)
            yield CellBox(name, place, focused, words=words)
        left += width


def _more(ruler: Ruler, side: Side, top: int) -> Box:
    """Return an arrowhead for the column of names; it shows that the sheet continues."""
    place = Rect(ruler.gap, top, 2 * ruler.strip, ruler.strip)
    return Arrow(f"more {side}", place, side)

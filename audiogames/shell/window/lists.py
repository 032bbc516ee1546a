"""Lays out a list as a block: as many rows around the focused one as fit.

Arrowheads mark that the list continues above or below.  Above a hand, short rows are laid out in
columns if all of them fit in that way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pygame import Rect

from audiogames.present.frame import Row
from audiogames.shell.window.blocks import BETWEEN, NOTHING, BoxGroup, around, focus_of
from audiogames.shell.window.boxes import Arrow, Box, RowBox
from audiogames.shell.window.lettering import WrappedText, font_of, paged, wrap
from audiogames.shell.window.ruler import Ruler

MOST_COLUMNS: Final = 4


@dataclass(frozen=True)
class RowList:
    """A list that is being laid out: its rows, broken into lines, and their heights."""

    ruler: Ruler
    rows: Sequence[Row]

    @cached_property
    def indent(self) -> int:
        """The space at the left of the words, where the focused row has an arrowhead."""
        return 2 * self.ruler.gap

    @cached_property
    def width(self) -> int:
        """The greatest width that a line of words may have."""
        return self.ruler.inside - self.indent - self.ruler.gap

    def words(self, number: int) -> WrappedText:
        """Return the words of a row, broken into lines."""
        return wrap(self.rows[number].text, self.ruler.letters, self.width)

    def height(self, number: int) -> int:
        """Return the height of a row, with the space below it."""
        return self.words(number).height + self.around_words + BETWEEN

    @cached_property
    def least(self) -> int:
        """The height of a row with one line of words."""
        return font_of(self.ruler.letters).line + self.around_words + BETWEEN

    def whole_height(self, most: int) -> int:
        """Return the height of all rows; long lists are counted only up to `most`."""
        whole = 0
        for number in range(len(self.rows)):
            whole += self.height(number)
            if whole > most:
                return most
        return whole

    def around_focus(self, room: int) -> tuple[int, int]:
        """Return the range (start, stop) of rows that fit into `room` around the focused one."""
        reach = room // self.least + 1
        start = max(0, self.focus - reach)
        near = range(start, min(len(self.rows), self.focus + reach + 1))
        first, end = around(self.focus - start, [self.height(number) for number in near], room)
        return start + first, start + end

    @cached_property
    def around_words(self) -> int:
        """The height that a row needs in addition to its words."""
        return self.ruler.gap // 2 + 4

    @property
    def focus(self) -> int:
        """The index of the focused row."""
        return focus_of(self.rows)

    def box(self, number: int, place: Rect, words: WrappedText) -> Box:
        """Return a row's box."""
        return RowBox(
            f"row {number}",
            place,
            words=words,
            indent=self.indent,
            focused=self.rows[number].focused,
            is_heading=self.rows[number].heading > 0,
        )

    def from_top(self, numbers: range, top: int) -> Iterator[Box]:
        """Yield the boxes of these rows, one below the other, starting at `top`."""
        for number in numbers:
            height = self.height(number)
            yield self.box(number, self.ruler.across(top, height - BETWEEN), self.words(number))
            top += height


def least_for_rows(ruler: Ruler, rows: Sequence[Row], room: int) -> int:
    """Return the height to reserve for a list: half of `room`, or more for a tall focused row.

    A list that needs less gets only the height of all its rows.
    """
    if not rows:
        return 0
    column = RowList(ruler, rows)
    focused = column.height(column.focus) + 2 * ruler.strip
    return column.whole_height(min(room, max(focused, room // 2)))


def rows_block(
    ruler: Ruler, rows: Sequence[Row], room: int, page: int = 0, *, columns: bool = False
) -> BoxGroup:
    """Return the list as a block that fits into `room`."""
    if not rows:
        return NOTHING
    column = RowList(ruler, rows)
    if column.whole_height(room + 1) <= room:
        return _block(list(column.from_top(range(len(rows)), 0)))
    side_by_side = _columns(column, room) if columns else None
    return side_by_side or _scrolled(column, room, page)


def _block(boxes: Sequence[Box]) -> BoxGroup:
    """Return these boxes as one group, with the usual gap below them."""
    return BoxGroup(max(box.place.bottom for box in boxes) + BETWEEN, tuple(boxes))


def _columns(column: RowList, room: int) -> BoxGroup | None:
    """Lay out all rows in columns; return None if they do not fit."""
    height = column.least
    if len(column.rows) > MOST_COLUMNS * (room // height):
        return None
    words = [column.words(number) for number in range(len(column.rows))]
    if any(len(one.lines) != 1 for one in words):
        return None
    width = max(one.width for one in words) + column.indent + column.ruler.gap
    across = min(MOST_COLUMNS, column.ruler.inside // width)
    down = room // height
    if across * down < len(column.rows):
        return None
    down = -(-len(column.rows) // across)
    wide = column.ruler.inside // across
    places = (
        Rect(column.ruler.gap + n // down * wide, n % down * height, wide - 4, height - BETWEEN)
        for n in range(len(column.rows))
    )
    return _block([column.box(number, place, words[number]) for number, place in enumerate(places)])


def _scrolled(column: RowList, room: int, page: int) -> BoxGroup:
    """Lay out the rows around the focus, with arrowheads where the list continues."""
    strip, focus = column.ruler.strip + BETWEEN, column.focus
    last = len(column.rows) - 1
    room_of_focus = room - strip * (focus > 0) - strip * (focus < last)
    if column.height(focus) > room_of_focus:
        return _long_row(column, room_of_focus, page)
    first, end = column.around_focus(room - 2 * strip)
    if first == 0:
        first, end = column.around_focus(room - strip)
    top = strip if first else 0
    boxes = list(column.from_top(range(first, end), top))
    return _with_arrows(column, boxes, before=first > 0, after=end <= last)


def _long_row(column: RowList, room: int, page: int) -> BoxGroup:
    """Return one page of the focused row if the row alone is too high for the space."""
    focus = column.focus
    if room < column.least:
        return NOTHING
    height = room - column.around_words - BETWEEN
    words = paged(column.rows[focus].text, column.ruler.letters, (column.width, height), page)
    top = column.ruler.strip + BETWEEN if focus else 0
    place = column.ruler.across(top, words.height + column.around_words)
    boxes = [column.box(focus, place, words)]
    return _with_arrows(column, boxes, before=focus > 0, after=focus < len(column.rows) - 1)


def _with_arrows(column: RowList, boxes: list[Box], *, before: bool, after: bool) -> BoxGroup:
    """Return a block of rows with arrowheads above or below them, where the list continues."""
    strip = column.ruler.strip
    place = Rect(column.ruler.gap + column.indent, 0, 2 * strip, strip)
    below = place.move(0, boxes[-1].place.bottom + BETWEEN)
    arrows: list[Box] = [Arrow("more up", place, "up")] if before else []
    if after:
        arrows.append(Arrow("more down", below, "down"))
    return _block([*boxes, *arrows])

"""A list as a block: as many rows around the focused one as have room.

Arrowheads tell how many there are above and below.  Over a hand, where the list is not all there
is to be seen, short rows stand in columns if all of them have room that way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pygame import Rect

from audiogames.present.screen import Row
from audiogames.shell.blocks import BETWEEN, NEIGHBOURS, NOTHING, Block, Ruler, around, focus_of
from audiogames.shell.boxes import Arrow, Box, RowBox, Side
from audiogames.shell.lettering import Words, font_of, keeps_words_whole, sizes, wrap

MOST_COLUMNS: Final = 4


@dataclass(frozen=True)
class Column:
    """The rows in one size of letters."""

    ruler: Ruler
    rows: Sequence[Row]
    size: int

    @property
    def indent(self) -> int:
        """Before the words: room for the arrowhead of the focus."""
        return 2 * self.ruler.gap

    @property
    def width(self) -> int:
        """Of the words, at most."""
        return self.ruler.inside - self.indent - self.ruler.gap

    @cached_property
    def words(self) -> list[Words]:
        """The rows as they are broken into lines."""
        return [wrap(row.text, self.size, self.width) for row in self.rows]

    @cached_property
    def heights(self) -> list[int]:
        """Of each row, with what parts it from the next."""
        return [self.place_height(words) + BETWEEN for words in self.words]

    @property
    def keeps_words_whole(self) -> bool:
        """Whether no word has to be broken."""
        return keeps_words_whole([row.text for row in self.rows], self.size, self.width)

    @property
    def focus(self) -> int:
        """The number of the focused row."""
        return focus_of(self.rows)

    def place_height(self, words: Words) -> int:
        """Of a row with these words."""
        return words.height + self.ruler.gap // 2 + 4

    def beside_focus(self) -> int:
        """The height of the focused row and its neighbours."""
        return sum(self.heights[max(0, self.focus - 1) : self.focus + 2])

    def box(self, number: int, place: Rect, words: Words | None = None) -> Box:
        """A row in its place."""
        return RowBox(
            f"row {number}",
            place,
            words=words or self.words[number],
            indent=self.indent,
            focused=self.rows[number].focused,
        )


def least_for_rows(ruler: Ruler, rows: Sequence[Row], most: int) -> int:
    """What is kept for the list before anything else has a place: `most`, if it needs so much."""
    if not rows:
        return 0
    column = Column(ruler, rows, ruler.letters)
    return min(sum(column.heights), most)


def rows_block(ruler: Ruler, rows: Sequence[Row], room: int, *, columns: bool = False) -> Block:
    """The list in the room that it is given."""
    if not rows:
        return NOTHING
    whole = Column(ruler, rows, ruler.letters)
    if sum(whole.heights) <= room and whole.keeps_words_whole:
        return _block(list(_from(whole, range(len(rows)), 0)))
    side_by_side = _columns(whole, room) if columns else None
    return side_by_side or _scrolled(ruler, rows, room)


def _block(boxes: Sequence[Box]) -> Block:
    return Block(max(box.place.bottom for box in boxes) + BETWEEN, tuple(boxes))


def _from(column: Column, numbers: range, top: int) -> Iterator[Box]:
    for number in numbers:
        place = column.ruler.across(top, column.place_height(column.words[number]))
        yield column.box(number, place)
        top += column.heights[number]


def _columns(column: Column, room: int) -> Block | None:
    """All rows in columns, read from above; None where that is not enough either."""
    height = column.heights[0]
    if max(column.heights) > font_of(column.size).get_linesize() + column.ruler.gap + 8:
        return None
    width = max(words.width for words in column.words) + column.indent + column.ruler.gap
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
    return _block([column.box(number, place) for number, place in enumerate(places)])


def _scrolled(ruler: Ruler, rows: Sequence[Row], room: int) -> Block:
    """What is around the focus, between arrowheads."""
    strip = font_of(ruler.strip).get_linesize()
    column = _readable(ruler, rows, room - 2 * strip)
    focus, heights = column.focus, column.heights
    if heights[focus] > room - 2 * strip:
        return _cut(column, room)
    top = strip
    first, last = around(focus, heights, room - 2 * strip)
    if first == 0:
        first, last = around(focus, heights, room - strip)
        top = strip if first else 0
    boxes = list(_from(column, range(first, last), top))
    bottom = boxes[-1].place.bottom + BETWEEN
    if first:
        boxes.append(_more(column, "up", first, 0))
    if last < len(rows):
        boxes.append(_more(column, "down", len(rows) - last, bottom))
    return _block(boxes)


def _readable(ruler: Ruler, rows: Sequence[Row], room: int) -> Column:
    """In letters with which its neighbours can be seen too, or at the least the focused row."""
    columns = [Column(ruler, rows, size) for size in sizes(ruler.letters)]
    columns = [column for column in columns if column.keeps_words_whole] or columns[-1:]
    large = [column for column in columns if column.size >= ruler.letters * NEIGHBOURS]
    with_neighbours = (column for column in large if column.beside_focus() <= room)
    alone = (column for column in columns if column.heights[column.focus] <= room)
    return next(with_neighbours, None) or next(alone, columns[-1])


def _cut(column: Column, room: int) -> Block:
    """The beginning of a row that is too long even by itself."""
    words = column.words[column.focus]
    words = words.cut(column.width, room - column.ruler.gap // 2 - 4 - BETWEEN)
    if not words.lines:
        return NOTHING
    place = column.ruler.across(0, column.place_height(words))
    return _block([column.box(column.focus, place, words)])


def _more(column: Column, side: Side, count: int, top: int) -> Box:
    """An arrowhead and how many rows are beyond it."""
    words = Words((str(count),), column.ruler.strip)
    left = column.ruler.gap + column.indent
    place = Rect(left, top, 2 * words.line + words.width, words.line)
    return Arrow(f"more {side}", place, side, words=words)

"""Lays out the felt: other players in a U, played cards in the middle, an open list at the right.

In the left column the facts of the table are shown above players, in the right column the trump
suit, the turned-up card and the stock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from pygame import Rect

from audiogames.present.frame import Frame, SeatShape, SymbolRow, TableShape
from audiogames.shell.window.boxes import Box, CardBox, SignsBox
from audiogames.shell.window.cardfaces import WIDTH, least_height
from audiogames.shell.window.lettering import font_of
from audiogames.shell.window.lists import rows_block
from audiogames.shell.window.ruler import Ruler
from audiogames.shell.window.table.clusters import (
    EMPTY,
    Cluster,
    cluster_of,
    flowing,
    in_a_row,
    stacked,
    text_cluster,
    wrap_whole,
)
from audiogames.shell.window.table.result import result_boxes
from audiogames.shell.window.table.seats import (
    PanelMaker,
    Sides,
    closer,
    in_the_column,
    sides_of,
    stock_cluster,
    trump_cluster,
)
from audiogames.shell.window.table.trick import (
    number_cluster,
    stake_cluster,
    trick_boxes,
)

COLUMN, WIDE_COLUMN, WIDEST = 0.3, 0.38, 0.6
"""The greatest fractions of the width for a column.

They are for a column beside cards, with players in it or without, and for one without anything
between the columns.
"""

COLUMN_SHARES: Final = (1, 0.8)
"""The fractions of the width that are tried; in narrower columns words need more lines."""

SMALL_CARD: Final = 1.2
"""The size of the turned-up card and the stock, relative to the smallest readable cards."""

PAGED: Final = frozenset({"turn", "result", "total", "status", "hand", "place"})
"""If only these parts are shown, a result that is too long is shown page by page."""

LUXURIES: Final = frozenset({"backs", "title", "corner", "air"})

ALONE: Final = frozenset({"turn", "total", "status", "result", "rows"})
"""If only these parts are shown, a list may show a single row."""

FEWEST_ROWS: Final = 3
"""Rows that a list must show before anything is placed beside it."""

LIST_SHARES: Final = (0.5, 0.38)
"""The fractions of the felt for a list beside something else."""


@dataclass(frozen=True)
class Column:
    """One side of the felt (the middle of the window): information at the top, players below."""

    info: Cluster
    seats: tuple[Cluster, ...]

    @property
    def width(self) -> int:
        """The width of the column's widest element."""
        return max(cluster.width for cluster in (self.info, *self.seats))

    def players(self, gap: int) -> int:
        """Return the height that the column's players need."""
        return sum(cluster.height + gap for cluster in self.seats)

    def least(self, gap: int) -> int:
        """Return the height that the whole column needs."""
        return self.info.height + self.players(gap)


@dataclass(frozen=True)
class Felt:
    """Lays out the middle of the window, between the header and the listener's own seat."""

    frame: Frame
    table: TableShape
    ruler: Ruler
    panels: PanelMaker
    kept: frozenset[str]
    page: int
    highest: int
    """The greatest height of a card, which is that of the hand."""

    def boxes(self, room: Rect) -> list[Box] | None:
        """Lay out the middle of the window; return None if there is too little space."""
        if not self._is_wanted:
            return [] if room.height >= -self.ruler.gap else None
        if "rows" not in self.kept:
            return self._table(room)
        if not self._has_table:
            return self._list(room)
        for share in LIST_SHARES:
            rows = Rect(0, room.y, int(room.width * share), room.height)
            rows.right = room.right
            beside = Rect(*room.topleft, rows.x - self.ruler.gap - room.x, room.height)
            listed = self._list(rows)
            table = None if listed is None else self._table(beside)
            if table is not None and listed is not None:
                return [*table, *listed]
        return None

    # Which parts there are

    @property
    def _is_wanted(self) -> bool:
        """Whether anything is shown on the felt."""
        return self._has_table or "rows" in self.kept

    @property
    def _has_table(self) -> bool:
        """Whether anything except a list is shown on the felt."""
        return bool(self._seats or self._middle or self._at_left or self._at_right)

    @property
    def _seats(self) -> tuple[SeatShape, ...]:
        """The seats; none if seats were dropped for lack of space."""
        return self.table.seats if "seats" in self.kept else ()

    @property
    def _middle(self) -> bool:
        """Whether cards, a number or a result are shown in the middle."""
        return bool({"laid", "last", "total", "stake", "result"} & self.kept)

    @cached_property
    def _line(self) -> int:
        """The height of a line of text."""
        return font_of(self.ruler.letters).line

    @cached_property
    def _at_left(self) -> bool:
        """Whether any facts are shown at the left."""
        return "signs" in self.kept or any(name.startswith("fact ") for name in self.kept)

    @cached_property
    def _at_right(self) -> bool:
        """Whether the trump suit, the stock or the turned-up card is shown at the right."""
        return bool({"trump", "turned", "stock", "pack"} & self.kept)

    # The table

    def _table(self, room: Rect) -> list[Box] | None:
        """Lay out the felt when no list is shown on it, with the players in a U.

        With few elements, a denser arrangement of the players is tried too.
        """
        ways = [sides_of(self._seats)]
        if not self.kept & LUXURIES:
            ways.append(closer(self._seats))
        for sides in dict.fromkeys(ways):
            tried = (self._seated(room, sides, *columns) for columns in self._columns(room, sides))
            found = (boxes for boxes in tried if boxes is not None)
            if not {"laid", "last", "result"} & self.kept:
                best = next(found, None)
            else:
                best = max(found, key=self._half_lines, default=None)
            if best is not None:
                return best
        return None

    def _half_lines(self, boxes: Sequence[Box]) -> int:
        """Return the height of the largest cards or letters in the middle, in half text lines."""
        middle = (box for box in boxes if box.name.startswith(("laid ", "result")))
        sizes = (box.words.size if box.words.lines else box.place.height for box in middle)
        return max(sizes, default=0) * 2 // self._line

    def _columns(self, room: Rect, sides: Sides) -> Iterator[tuple[Column, Column]]:
        """Yield possible left and right columns, widest first; each has facts above players."""
        gap, seen = self.ruler.gap, set[tuple[int, int]]()
        for share in COLUMN_SHARES:
            most = int(room.width * share * self._column_share(sides))
            left = Column(self._left_info(most), self._upright(sides.left[::-1], most))
            right = Column(self._right_info(most), self._upright(sides.right, most))
            widths = left.width, right.width
            has_room = max(left.least(gap), right.least(gap)) <= room.height
            if widths not in seen and max(widths) <= most and has_room:
                seen.add(widths)
                yield left, right

    def _seated(self, room: Rect, sides: Sides, left: Column, right: Column) -> list[Box] | None:
        """Lay out the players and facts at the left and right, and the cards in the middle.

        If possible, the columns at both sides have the same width.  Return None if the middle does
        not fit.
        """
        gap = self.ruler.gap
        widths = left.width, right.width
        for at_left, at_right in dict.fromkeys(((max(widths),) * 2, widths)):
            inner = Rect(room.x + at_left + gap * bool(at_left), room.y, 0, room.height)
            inner.width = room.right - at_right - gap * bool(at_right) - inner.x
            middle = self._centre(inner, sides.top)
            if middle is not None:
                return [*self._place_players(left, right, room), *middle]
        return None

    def _column_share(self, sides: Sides) -> float:
        """Return the greatest fraction of the felt's width for one column."""
        if self._middle or sides.top:
            return COLUMN if sides.left else WIDE_COLUMN
        both = (self._at_left or sides.left) and (self._at_right or sides.right)
        return WIDEST if both else 1

    def _upright(self, seats: Sequence[SeatShape], most: int) -> tuple[Cluster, ...]:
        """Return the panels of seats, each at most `most` wide."""
        return tuple(self.panels.upright(seat, most) for seat in seats)

    def _place_players(self, left: Column, right: Column, room: Rect) -> list[Box]:
        """Place both columns; if possible, their players start at the same height."""
        gap = self.ruler.gap
        upper = max(left.info.height, right.info.height)
        boxes: list[Box] = []
        for column, at_right in ((left, False), (right, True)):
            top = min(upper, room.height - column.players(gap)) if column.seats else 0
            below = Rect(room.x, room.y + top, room.width, room.height - top)
            edge = room.right - column.info.width if at_right else room.x
            boxes += column.info.at(edge, room.y)
            boxes += in_the_column(column.seats, below, at_right=at_right)
        return boxes

    def _left_info(self, most: int) -> Cluster:
        """Return the boxes at the left of the table: the game's facts, and rows of signs."""
        size = self.ruler.letters
        facts = [
            text_cluster(f"fact {number}", fact, size, most)
            for number, fact in enumerate(self.table.facts)
            if f"fact {number}" in self.kept
        ]
        signs = self.frame.symbols if "signs" in self.kept else ()
        rows = [self._signs(number, row, most) for number, row in enumerate(signs)]
        return stacked((*facts, *rows), self.ruler.gap // 3)

    def _signs(self, number: int, row: SymbolRow, most: int) -> Cluster:
        """Return words followed by signs; if the last line has no space, the signs are below it."""
        words = wrap_whole(row.text, self.ruler.letters, most)
        signs = words.line * len(row.symbols)
        last = replace(words, lines=words.lines[-1:]).width + self.ruler.gap + signs
        is_beside = last <= most
        height = words.height + (0 if is_beside else words.line)
        width = max(words.width, last if is_beside else min(signs, most))
        place = Rect(0, 0, width, height)
        return cluster_of(SignsBox(f"signs {number}", place, row.symbols, words=words))

    def _right_info(self, most: int) -> Cluster:
        """Return the trump suit, the turned-up card and the stock at the right."""
        trump = self.table.trump if "trump" in self.kept else None
        suit = EMPTY if trump is None else trump_cluster(self.ruler, trump, most)
        cards = flowing(self._beside_the_stock(), most, self.ruler.gap)
        return stacked((suit, cards), self.ruler.gap // 2, centred=False)

    def _beside_the_stock(self) -> Iterator[Cluster]:
        """Yield the turned-up card and the stock, each only if it is shown."""
        high = int(least_height(self.ruler.letters) * SMALL_CARD)
        wide = round(high * WIDTH)
        if "turned" in self.kept and self.table.turned is not None:
            yield cluster_of(CardBox("turned", Rect(0, 0, wide, high), self.table.turned))
        if {"stock", "pack"} & self.kept:
            yield stock_cluster(self.ruler, self.table.stock, self._line * 2)

    # The middle

    def _centre(self, room: Rect, top: Sequence[SeatShape]) -> list[Box] | None:
        """Lay out the centre: the players at the top, and the cards on the table below them."""
        if not (self._middle or top):
            return [] if room.width >= -self.ruler.gap else None
        seats = self._top(top, room)
        if seats is None:
            return None
        below = room.copy()
        if seats.boxes:
            below.y += seats.height + self.ruler.gap
            below.height -= seats.height + self.ruler.gap
        if below.height < 0 and self._middle:
            return None
        middle = self._on_the_table(below)
        if middle is None or room.height < seats.height:
            return None
        return [*seats.at(room.centerx - seats.width // 2, room.y), *middle]

    def _top(self, seats: Sequence[SeatShape], room: Rect) -> Cluster | None:
        """Return the panels of the players at the top, in as few rows as possible.

        Return None if they do not fit.
        """
        gap = self.ruler.gap
        if not seats:
            return EMPTY
        natural = max(self.panels.natural_width(seat) for seat in seats)
        fewest = min(len(seats), -(-len(seats) * (natural + gap) // (room.width + gap)))
        for rows in range(fewest, len(seats) + 1):
            cluster = self._in_rows(seats, -(-len(seats) // rows), room.width)
            if cluster.width <= room.width and cluster.height <= room.height:
                return cluster
        return None

    def _in_rows(self, seats: Sequence[SeatShape], across: int, width: int) -> Cluster:
        """Return the panels of these players in rows, each with `across` panels."""
        gap = self.ruler.gap
        each = (width - gap * (across - 1)) // across
        clusters = [self.panels.flat(seat, each) for seat in seats]
        lines = [in_a_row(clusters[n : n + across], gap) for n in range(0, len(clusters), across)]
        return stacked(lines, gap // 2, centred=True)

    def _on_the_table(self, room: Rect) -> list[Box] | None:
        """Lay out the result or, without one, the cards on the table and the game's large number.

        The large number is a running total or the stake.
        """
        result = self.table.result
        if result is not None and "result" in self.kept:
            return result_boxes(self.ruler, result, room, self.page if self.kept <= PAGED else None)
        if not {"total", "stake"} & self.kept:
            return self._trick(room)
        cluster = self._number(room)
        if cluster is None:
            return None
        if not self._has_cards:
            return cluster.at(room.centerx - cluster.width // 2, room.centery - cluster.height // 2)
        beside = room.copy()
        beside.width = room.width // 2 - self.ruler.gap
        beside.right = room.right
        left = room.x + (beside.width - cluster.width) * 3 // 4
        cards = self._trick(beside)
        return cards and [*cluster.at(left, room.centery - cluster.height // 2), *cards]

    def _number(self, room: Rect) -> Cluster | None:
        """Return the large number, a running total or the stake; None if it does not fit."""
        if "total" in self.kept and self.table.total is not None:
            return number_cluster(self.ruler, self.table.total, room)
        assert self.table.stake is not None
        return stake_cluster(self.ruler, self.table.stake, room)

    @property
    def _has_cards(self) -> bool:
        """Whether cards on the table are shown."""
        return bool({"laid", "last"} & self.kept)

    def _trick(self, room: Rect) -> list[Box] | None:
        """Lay out the cards on the table; return None if they would be illegible."""
        if not self._has_cards:
            return []
        return trick_boxes(self.ruler, self.table, room, self.highest)

    # A list

    def _list(self, room: Rect) -> list[Box] | None:
        """Lay out a list: the question, and below it the rows around the focused one."""
        question = EMPTY
        if "question" in self.kept:
            question = text_cluster(
                "title", self.frame.title, self.ruler.letters, room.width, ink="title"
            )
        top = question.height + (self.ruler.gap // 2 if question.boxes else 0)
        ruler = replace(self.ruler, beside=self.ruler.window[0] - 2 * self.ruler.gap - room.width)
        block = rows_block(ruler, self.frame.rows, room.height - top, self.page, columns=True)
        seen = sum(box.name.startswith("row ") for box in block.boxes)
        enough = min(FEWEST_ROWS if self.kept - ALONE else 1, len(self.frame.rows))
        if seen < enough:
            return None
        boxes = block.at(room.y + top)
        moved = [box.moved(room.x - self.ruler.gap, 0) for box in boxes]
        return [*question.at(room.x, room.y), *moved]

"""Lays out a table in a few, very large lines: the turn, a list, the trick, and the hand.

Each card is drawn as a chip: its rank and suit, one line high.  This layout is for windows
in which whole cards do not fit side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from pygame import Rect

from audiogames.shell.window.blocks import focus_of, sideways
from audiogames.shell.window.boxes import Box
from audiogames.shell.window.chips import chip_height, chip_ring, chip_width
from audiogames.shell.window.table.boxes import ChipBox, Divider
from audiogames.shell.window.table.clusters import (
    EMPTY,
    Cluster,
    cluster_of,
    flowing,
    in_a_row,
    text_cluster,
)
from audiogames.shell.window.table.layout import TableLayout
from audiogames.shell.window.table.seats import stock_cluster, trump_sign
from audiogames.shell.window.table.trick import laid_chip

CHIPPED: Final = frozenset(
    {"turn", "total", "status", "rows", "hand", "laid", "place", "stake", "trump", "pack"}
)
"""The parts that may be shown beside chips."""

ENOUGH: Final = 3
"""All chips have letters if at least this many fit with letters."""


@dataclass(frozen=True)
class HandRow:
    """The visible cards of a hand, drawn as chips (one line high), including the focused card.

    `first` is the index in the hand of the leftmost visible card.
    """

    first: int
    chips: Cluster
    shown: int


class ChipLayout(TableLayout):
    """One attempt to lay out a table in a small window.

    Cards are drawn as small as a line of text (chips), and only the elements in `CHIPPED` are
    shown.
    """

    def boxes(self) -> list[Box] | None:
        """Lay out trick and hand one below the other or, if they do not fit, in one row."""
        for together in (False, True):
            boxes = self._in_lines(together=together)
            if boxes is not None:
                return [*boxes, *self._status]
        return None

    @property
    def _between(self) -> int:
        """The space between two lines: half as much as usual, to save height."""
        return self.ruler.gap // 2

    @property
    def _high(self) -> int:
        """The height of a chip: a card drawn as its rank and suit, one line high."""
        return chip_height(self.ruler.letters)

    @property
    def _ring(self) -> int:
        """The width of the focused chip's frame; 0 if no chip has the focus.

        A chip is a card drawn as its rank and suit, one line high.
        """
        is_focused = any(card.focused for card in self.frame.cards) and not self.frame.rows
        return chip_ring(self._high) * is_focused

    def _in_lines(self, *, together: bool) -> list[Box] | None:
        """Lay out the turn, the open list, the trick and the hand, one below the other.

        With `together` the trick and the hand share a row.
        """
        gap, inside = self.ruler.gap, self.ruler.inside
        status = self._status
        bottom = (status[0].place.top if status else self.ruler.window[1]) - self._between
        trick = self._middle(inside)
        above = EMPTY if together else trick
        boxes = self._bottom_row(bottom, trick if together else EMPTY)
        if boxes is None or above.width > inside:
            return None
        framed = self._high + 2 * self._ring
        bottom -= (max(framed, trick.height) + self._between) * bool(boxes)
        room = bottom - gap - (above.height + self._between) * bool(above.boxes)
        moved = self.kept & {"total", "stake"}
        header = self._header(inside, 1 if "rows" in self.kept else room, moved)
        if header is None or header.height > room:
            return None
        top = gap + header.height + self._between
        listed = self._felt(
            frozenset(), Rect(gap, top, inside, gap + room - top), self.kept & {"rows"}
        )
        if listed is None:
            return None
        free = 0 if listed else room - header.height
        left = gap + (inside - above.width) // 2
        boxes += above.at(left, bottom - above.height - free // 2)
        return [*header.at(gap, gap), *listed, *boxes]

    def _middle(self, room: int) -> Cluster:
        """Return the trick, with the trump suit and the stock beside it."""
        gap, beside = self.ruler.gap, list[Cluster]()
        if "trump" in self.kept and self.table.trump is not None:
            beside.append(trump_sign(self.ruler, self.table.trump))
        if "pack" in self.kept:
            beside.append(stock_cluster(self.ruler, self.table.stock, self._high))
        pack = in_a_row(beside, gap)
        aside = (pack.width + 2 * gap) * bool(pack.boxes)
        return in_a_row((self._trick(room - aside), pack), 2 * gap)

    def _trick(self, room: int) -> Cluster:
        """Return the trick in order of play, with suit letters unless they cause another line."""
        if "laid" not in self.kept:
            return EMPTY
        lettered, plain = (
            flowing(self._laid(lettered=lettered), room, self.ruler.gap // 8)
            for lettered in (True, False)
        )
        return lettered if lettered.height <= plain.height and lettered.width <= room else plain

    def _laid(self, *, lettered: bool) -> Iterator[Cluster]:
        """Yield each card of the trick, with space for the ring that marks the winning card."""
        ring = max(3, self.ruler.gap * 3 // 8)
        width = chip_width(self._high, lettered=lettered)
        for number, laid in enumerate(self.table.laid):
            place = Rect(0, 0, width + 2 * ring, self._high + 2 * ring)
            yield cluster_of(laid_chip(number, laid, place, ring, lettered=lettered))

    def _bottom_row(self, bottom: int, trick: Cluster) -> list[Box] | None:
        """Return the bottom line: the hand, with a trick beside it.

        If the hand does not fit completely, the position of the focused card is shown too.
        """
        gap, inside = self.ruler.gap, self.ruler.inside
        cards = self.frame.cards
        aside = (trick.width + 2 * gap) * bool(trick.boxes)
        row, place = self._chips_of_hand(inside - aside)
        if row is None:
            return None
        beside = in_a_row((row.chips, place), gap)
        high = max(beside.height, trick.height)
        middle = bottom - high // 2
        left = gap + (inside - beside.width - aside) // 2
        boxes = beside.at(left, middle - beside.height // 2)
        if row.chips.boxes:
            after = row.first + row.shown < len(cards)
            boxes += sideways(self.ruler, middle, before=row.first > 0, after=after)
        if trick.boxes:
            right = left + beside.width + aside
            boxes += trick.at(right - trick.width, middle - trick.height // 2)
            bar = Rect(0, middle - self._high // 2, max(3, gap // 4), self._high)
            bar.centerx = right - trick.width - gap
            boxes.append(Divider("divider", bar))
        return boxes

    def _chips_of_hand(self, room: int) -> tuple[HandRow | None, Cluster]:
        """Return the hand's small cards (chips) that fit, and the position of the focused card.

        The position is empty if all chips fit.
        """
        if "hand" not in self.kept:
            return HandRow(0, EMPTY, 0), EMPTY
        row = self._row(room)
        if row is None or row.shown == len(self.frame.cards) or "place" not in self.kept:
            return row, EMPTY
        place = text_cluster("place", self.table.place, self.ruler.letters, self.ruler.inside)
        return self._row(room - place.width - self.ruler.gap), place

    def _row(self, room: int) -> HandRow | None:
        """Return the chips of the hand that fit; None if not even one fits.

        All chips have suit letters if at least `ENOUGH` of them, or the whole hand, fit with
        letters.  Otherwise only the focused chip has a letter.
        """
        cards, between = self.frame.cards, self._between
        focus = focus_of(cards)
        large, small = (chip_width(self._high, lettered=lettered) for lettered in (True, False))
        room -= 2 * self._ring
        if room < large:
            return None
        shown = min(len(cards), 1 + (room - large) // (large + between))
        are_lettered = shown >= min(len(cards), ENOUGH)
        if not are_lettered:
            shown = min(len(cards), 1 + (room - large) // (small + between))
        first = max(0, min(focus - shown // 2, len(cards) - shown))
        chips = (
            self._in_hand(number, lettered=are_lettered or number == focus)
            for number in range(first, first + shown)
        )
        return HandRow(first, in_a_row(chips, between), shown)

    def _in_hand(self, number: int, *, lettered: bool) -> Cluster:
        """Return a card of the hand as a chip, which shows rank and suit on one line."""
        card = self.frame.cards[number]
        card = replace(card, focused=card.focused and not self.frame.rows)
        ring = self._ring * card.focused
        width = chip_width(self._high, lettered=lettered)
        place = Rect(0, 0, width + 2 * ring, self._high + 2 * ring)
        return cluster_of(ChipBox(f"card {number}", place, card, lettered))

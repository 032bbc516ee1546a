"""Lays out the middle of the table: the trick, and a large number such as a total or a stake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from pygame import Rect

from audiogames.present.frame import (
    CardShape,
    LaidShape,
    NumberShape,
    StakeShape,
    TableShape,
)
from audiogames.shell.window.boxes import Box, TextBox
from audiogames.shell.window.cardfaces import WIDTH, index_width, least_height
from audiogames.shell.window.chips import chip_height, chip_width
from audiogames.shell.window.lettering import WrappedText, font_of
from audiogames.shell.window.ruler import Ruler
from audiogames.shell.window.table.boxes import BackBox, ChipBox, LaidBox, LampRow
from audiogames.shell.window.table.clusters import (
    Cluster,
    cluster_of,
    stacked,
    text_cluster,
)
from audiogames.shell.window.table.seats import sides_of

NUMBER_SHARE: Final = 0.45
"""The greatest fraction of the width for the large number."""

LAMP_SHARE: Final = 0.3
"""The greatest share of the height for a sign of the stake."""

PROBE: Final = 100
"""The letter size used for measuring."""

SMALLER: Final = 0.9
"""Cards form a cross unless they are smaller than this fraction of those in a row."""

LEVELS: Final = 0.4
"""The least factor of the vertical distances in a row, which show the sides of the players."""

STEP: Final = 8
"""Pixels by which card sizes differ, so that drawn cards can often be reused."""


@dataclass(frozen=True)
class Slot:
    """The position of a seat's card in the trick, measured in cards from the trick's corner.

    For cards that are laid out in rows, `seat` is the number of the card.
    """

    seat: int
    column: float
    row: float


def places_of(table: TableShape) -> tuple[tuple[Slot, ...], ...]:
    """Return possible arrangements of the cards on the table.

    They are a cross and, for low windows, a row, in which the opposite seat is a little higher and
    the listener's own a little lower.  In a game with a total to be reached, cards are side by side
    in order of play.  Cards that belong to no seat are arranged in rows of each possible length.
    """
    if table.total is not None and not _in_rows(table):
        return (tuple(Slot(laid.seat or 0, number, 0) for number, laid in enumerate(table.laid)),)
    if _in_rows(table):
        count = len(table.laid)
        return tuple(
            tuple(Slot(number, number % across, number // across) for number in range(count))
            for across in range(count, 0, -1)
        )
    sides = sides_of(table.seats)
    left, top, right = (
        [seat.number for seat in side] for side in (sides.left, sides.top, sides.right)
    )
    own = [seat.number for seat in table.seats[:1]]
    between = max(1, len(top))
    cross = (
        *(Slot(seat, n, 0.5) for n, seat in enumerate(left)),
        *(Slot(seat, len(left) + n, 0) for n, seat in enumerate(top)),
        *(Slot(seat, len(left) + (between - 1) / 2, 1 if top else 0.5) for seat in own),
        *(Slot(seat, len(left) + between + n, 0.5) for n, seat in enumerate(right)),
    )
    half = (len(top) + 1) // 2
    levels = {**dict.fromkeys(top, 0.0), **dict.fromkeys(own, 0.5)}
    row = [*left, *top[:half], *own, *top[half:], *right]
    return cross, tuple(Slot(seat, n, levels.get(seat, 0.25)) for n, seat in enumerate(row))


@dataclass(frozen=True)
class Trick:
    """The measures of a trick that fills a rectangle; all its cards have the same height."""

    room: Rect
    slots: tuple[Slot, ...]
    gap: int
    highest: int
    level: float = 1
    """The factor by which the vertical distances of the slots are reduced."""

    @property
    def ring(self) -> int:
        """The width of the ring that can be drawn around a card."""
        return self.gap

    @cached_property
    def columns(self) -> float:
        """The width of the trick, in cards."""
        return 1 + max(slot.column for slot in self.slots)

    @cached_property
    def rows(self) -> float:
        """The height of the trick, in cards."""
        return 1 + self.level * max(slot.row for slot in self.slots)

    @cached_property
    def height(self) -> int:
        """The height of a card, as large as the rectangle allows."""
        across = (self.room.width - self.gap * (self.columns - 1)) / self.columns - 2 * self.ring
        down = (self.room.height - self.gap * (self.rows - 1)) / self.rows - 2 * self.ring
        return min(int(across / WIDTH), int(down), self.highest)

    def as_large_as_possible(self) -> Trick:
        """Return the trick with the vertical distances that allow the largest cards."""
        lowest = replace(self, level=LEVELS)
        return self if lowest.height <= self.height else self.flattened(lowest.height)

    def flattened(self, height: int) -> Trick:
        """Return the trick with vertical distances so small that cards of this height fit."""
        rows = (self.room.height + self.gap) / (height + 2 * self.ring + self.gap)
        share = max(0.0, min(1.0, (rows - 1) / max(0.01, self.rows - 1)))
        return replace(self, level=share)

    def place(self, seat: int) -> Rect:
        """Return the rectangle of a seat's card, including the space for its ring."""
        slot = next(slot for slot in self.slots if slot.seat == seat)
        wide, high = round(self.height * WIDTH) + 2 * self.ring, self.height + 2 * self.ring
        left = self.room.centerx - self._whole(wide, self.columns) // 2
        top = self.room.centery - self._whole(high, self.rows) // 2
        return Rect(
            left + int(slot.column * (wide + self.gap)),
            top + int(self.level * slot.row * (high + self.gap)),
            wide,
            high,
        )

    def _whole(self, one: int, count: float) -> int:
        """Return the length of `count` cards of length `one`, with the gaps between them."""
        return int(count * (one + self.gap)) - self.gap


def _in_rows(table: TableShape) -> bool:
    """Return whether the cards are laid out in rows, not each at its player's side.

    They are if a card belongs to no seat, or if two cards belong to the same seat.
    """
    owners = [laid.seat for laid in table.laid]
    return None in owners or len(set(owners)) < len(owners)


def trick_boxes(ruler: Ruler, table: TableShape, room: Rect, highest: int) -> list[Box] | None:
    """Lay out the cards on the table, each at its player's side and as large as possible.

    Return None if they would be illegible.
    """
    gap, least = max(4, ruler.gap // 2), least_height(ruler.letters)
    tricks = [Trick(room, slots, gap, highest) for slots in places_of(table)]
    if is_in_rows := _in_rows(table):
        trick = max(tricks, key=lambda one: one.height)
    else:
        trick = _readable(tricks[0], tricks[-1], least)
    if trick.height < least:
        return None
    trick = replace(trick, highest=max(least, trick.height // STEP * STEP))
    return [
        _laid(
            number,
            replace(laid, card=_dimmed(laid.card)) if table.is_last and not laid.takes else laid,
            trick.place(number if is_in_rows or laid.seat is None else laid.seat),
            trick.ring,
        )
        for number, laid in enumerate(table.laid)
    ]


def _readable(cross: Trick, row: Trick, least: int) -> Trick:
    """Return the layout as a cross, or as a row if the cards of the cross are hard to read.

    That is the case if they are illegible, or much smaller than in the row.
    """
    low = row.as_large_as_possible()
    trick = low if cross.height < max(least, low.height * SMALLER) else cross
    return trick if trick.height >= least else row.flattened(least + 1)


def trick_fan(ruler: Ruler, table: TableShape) -> Cluster:
    """Lay out the trick for the space beside the hand, in order of play.

    Its cards overlap but remain legible.
    """
    ring, height = max(4, ruler.gap // 2), least_height(ruler.letters)
    whole = Rect(0, 0, round(height * WIDTH) + 2 * ring, height + 2 * ring)
    step = index_width(height) + ring
    boxes = [
        _laid(number, laid, whole.move(number * step, 0), ring)
        for number, laid in enumerate(table.laid)
    ]
    return cluster_of(*boxes)


def chip_grid(ruler: Ruler, table: TableShape, height: int, *, lettered: bool) -> Cluster:
    """Lay out the cards on the table as chips, in columns of this height.

    A chip is a card's rank and suit, one line high; it is used where whole cards are too wide.
    """
    ring, high = max(3, ruler.gap * 3 // 8), chip_height(ruler.letters)
    wide = chip_width(high, lettered=lettered)
    whole = Rect(0, 0, wide + 2 * ring, high + 2 * ring)
    down = max(1, height // whole.height)
    boxes: list[Box] = []
    for number, laid in enumerate(table.laid):
        place = whole.move(number // down * whole.width, number % down * whole.height)
        boxes.append(laid_chip(number, laid, place, ring, lettered=lettered))
    return cluster_of(*boxes)


def laid_chip(number: int, laid: LaidShape, place: Rect, ring: int, *, lettered: bool) -> Box:
    """Return the box of a card on the table that is drawn as a chip."""
    if laid.card is None:
        return BackBox(f"laid {number}", place, ring)
    return ChipBox(f"laid {number}", place, laid.card, lettered, ring, laid.takes)


def _laid(number: int, laid: LaidShape, place: Rect, ring: int) -> Box:
    """Return the box of a card on the table, face up or face down."""
    if laid.card is None:
        return BackBox(f"laid {number}", place, ring)
    return LaidBox(f"laid {number}", place, laid.card, ring, laid.takes)


def _dimmed(card: CardShape | None) -> CardShape | None:
    """Return a card of the last trick, marked as unplayable so that it is drawn dimmed."""
    return card and replace(card, playable=False)


def stake_cluster(ruler: Ruler, stake: StakeShape, room: Rect) -> Cluster | None:
    """Lay out the stake: a large number above a row of round signs, one for each trick.

    Return None if they do not fit.
    """
    signs, gap = stake.parts.symbols, ruler.gap
    across = (int(room.width * NUMBER_SHARE) + gap) // max(1, len(signs)) - gap
    line = font_of(ruler.letters).line
    side = min(across, max(line, int(room.height * LAMP_SHARE)))
    if side < line:
        return None
    row = Rect(0, 0, len(signs) * (side + gap) - gap, side)
    lamps = cluster_of(LampRow("lamps", row, signs, stake.parts.text))
    above = Rect(0, 0, room.width, room.height - side - gap)
    number = number_cluster(ruler, stake.number, above, "stake")
    return number and stacked((number, lamps), gap, centred=True)


def stake_clusters(ruler: Ruler, stake: StakeShape) -> Iterator[Cluster]:
    """Yield the stake for the header, as a number and as signs, each in one line."""
    yield text_cluster(
        "stake", str(stake.number.value), ruler.letters, ruler.window[0], ink="title"
    )
    line, signs = font_of(ruler.letters).line, stake.parts.symbols
    row = Rect(0, 0, len(signs) * line, line)
    yield cluster_of(LampRow("lamps", row, signs, stake.parts.text))


def number_cluster(
    ruler: Ruler, number: NumberShape, room: Rect, name: str = "total"
) -> Cluster | None:
    """Lay out a number as large as possible, with its label above it; None if it does not fit."""
    width = int(room.width * NUMBER_SHARE)
    label = text_cluster(f"{name} label", number.label, ruler.letters, width)
    text = str(number.value)
    probe = WrappedText((max(text, "88", key=len),), PROBE)
    scale = min((room.height - label.height) / probe.height, width / probe.width)
    size = int(PROBE * scale) - 1
    words = WrappedText((text,), size)
    if size < ruler.letters or words.height + label.height > room.height:
        return None
    place = Rect(0, 0, max(words.width, label.width, int(probe.width * scale)), words.height)
    box = TextBox(name, place, words=words, ink="title", centred=True)
    return stacked((label, cluster_of(box)), 0, centred=True)

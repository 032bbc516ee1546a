"""Assigns seats to the sides of the table, and lays out their panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pygame import Rect

from audiogames.present.frame import SeatShape, SuitShape
from audiogames.shell.window.boxes import Box
from audiogames.shell.window.cardfaces import WIDTH
from audiogames.shell.window.lettering import WrappedText, font_of, wrap
from audiogames.shell.window.ruler import Ruler
from audiogames.shell.window.table.boxes import (
    BalloonBox,
    PartKind,
    SeatBox,
    SeatPart,
    StockBox,
    TrumpBox,
    backs_width,
    most_backs,
    pile_width,
)
from audiogames.shell.window.table.clusters import (
    EMPTY,
    Cluster,
    cluster_of,
    in_a_row,
    stacked,
    wrap_whole,
)

STOPS: Final = ".!"

SIGNS: Final[tuple[PartKind, ...]] = ("acts", "deals", "away")
"""The signs that may follow a name."""


BETWEEN: Final = 4
"""Pixels between a panel and a balloon beside it."""


@dataclass(frozen=True)
class Sides:
    """The other players' seats at the left, at the top and at the right of the table.

    Those at the left are listed from the bottom up, those at the right from the top down.
    """

    left: tuple[SeatShape, ...]
    top: tuple[SeatShape, ...]
    right: tuple[SeatShape, ...]


def sides_of(seats: Sequence[SeatShape]) -> Sides:
    """Distribute the other players' seats in a U around the table.

    The first of `seats` is the listener's own, which is drawn at the bottom.
    """
    others = tuple(seats[1:])
    beside = 0 if len(others) < 2 else max(1, (len(others) + 2) // 4)
    return Sides(others[:beside], others[beside : len(others) - beside], _last(others, beside))


def closer(seats: Sequence[SeatShape]) -> Sides:
    """Return a layout of seats that needs less space than seats on three sides of the table.

    The other players are all at the top, or at the left if there is only one.
    """
    others = tuple(seats[1:])
    return Sides(others, (), ()) if len(others) == 1 else Sides((), others, ())


def _last(seats: tuple[SeatShape, ...], count: int) -> tuple[SeatShape, ...]:
    """Return the last `count` seats."""
    return seats[len(seats) - count :]


@dataclass(frozen=True)
class PanelMaker:
    """Makes the panels of seats, in letters of one size and with the requested content.

    `notes` is the greatest number of notes in a panel.  With `air`, space is reserved for balloons.
    """

    ruler: Ruler
    notes: int = 0
    balloons: bool = False
    backs: bool = False
    air: bool = False

    @property
    def line(self) -> int:
        """The height of a line of text."""
        return font_of(self.ruler.letters).line

    @property
    def pad(self) -> int:
        """The space between the border of a panel and its content."""
        return max(4, self.ruler.letters // 4)

    @lru_cache(maxsize=256)  # noqa: B019 a maker is a value of a few numbers
    def upright(self, seat: SeatShape, width: int) -> Cluster:
        """Return a seat's panel with name, cards and notes in a column, and its balloon below."""
        parts = _stacked_parts(self._items(seat, width - 2 * self.pad))
        panel = self._panel(seat, parts)
        balloon = self._balloon(seat, width)
        cluster = stacked((panel, balloon), 0)
        if self.air and not balloon.boxes:
            cluster = replace(cluster, height=cluster.height + self._balloon_height(1))
        return cluster

    @lru_cache(maxsize=256)  # noqa: B019 a maker is a value of a few numbers
    def flat(self, seat: SeatShape, width: int) -> Cluster:
        """Return a seat's panel with name, cards and notes in a row, wrapped if they do not fit."""
        inside = width - 2 * self.pad
        parts = _side_by_side(self._items(seat, inside), inside, self.ruler.gap)
        panel = self._panel(seat, parts)
        beside = self._balloon(seat, width, is_beside=True)
        if panel.width + beside.width + BETWEEN <= width:
            return in_a_row((panel, beside), BETWEEN)
        return stacked((panel, self._balloon(seat, width)), 0)

    @lru_cache(maxsize=256)  # noqa: B019 a maker is a value of a few numbers
    def natural_width(self, seat: SeatShape) -> int:
        """Return the width of a panel in which no name or note is broken."""
        return self._panel(seat, _stacked_parts(self._items(seat, self.ruler.window[0]))).width

    # Inside

    def _panel(self, seat: SeatShape, parts: Sequence[SeatPart]) -> Cluster:
        """Return the panel of a seat with these parts: its name, its notes and its signs."""
        width = max((part.place.right for part in parts), default=0) + 2 * self.pad
        height = max((part.place.bottom for part in parts), default=0) + 2 * self.pad // 3
        inset = self.pad, self.pad // 3
        moved = tuple(replace(part, place=part.place.move(inset)) for part in parts)
        lines = tuple(line for part in parts for line in part.words.lines)
        words = WrappedText(lines, self.ruler.letters)
        place, name = Rect(0, 0, width, height), f"seat {seat.number}"
        box = SeatBox(name, place, moved, seat.acts, seat.is_out, words=words)
        return cluster_of(box)

    def _balloon(self, seat: SeatShape, width: int, *, is_beside: bool = False) -> Cluster:
        """Return the boxes of the balloon with a seat's last call or bid; no boxes without one."""
        if not (self.balloons and seat.says):
            return EMPTY
        tip = self.pad * is_beside
        words = wrap_whole(seat.says, self.ruler.letters, width - 2 * self.pad - tip)
        height = self._balloon_height(len(words.lines)) - tip
        place = Rect(0, 0, words.width + 2 * self.pad + tip, height)
        name = f"balloon {seat.number}"
        return cluster_of(BalloonBox(name, place, self.pad, is_beside, words=words))

    def _balloon_height(self, lines: int) -> int:
        """Return the height of a balloon with this number of lines."""
        return lines * self.line + 2 * self.pad

    def _items(self, seat: SeatShape, width: int) -> Iterator[tuple[SeatPart, ...]]:
        """Yield the groups of pieces in a panel: name and signs, then cards, then each note.

        The coordinates of each group start at its own corner.
        """
        yield self._name(seat, width)
        if self.backs and seat.cards:
            yield (self._cards(seat, width),)
        for note in seat.notes[: self.notes]:
            if self.balloons and seat.says and note.strip(STOPS) == seat.says.strip(STOPS):
                continue
            pile = [self._pile(seat)] if seat.pile and note is seat.notes[0] else []
            beside = sum(part.place.width + self.pad for part in pile)
            words = wrap_whole(note, self.ruler.letters, width - beside)
            yield (*pile, SeatPart("note", Rect(beside, 0, words.width, words.height), words))

    def _name(self, seat: SeatShape, width: int) -> tuple[SeatPart, ...]:
        """Return the pieces of the first line: name, arrowhead at the seat's turn, and signs.

        The signs mark the dealer and an absent player.  Space for the arrowhead is always reserved,
        so that nothing moves with the turn.
        """
        side = self.line * 2 // 3
        seen = {"acts": seat.acts, "deals": seat.deals, "away": seat.is_away}
        signs = [sign for sign in SIGNS if seen[sign]]
        beside = (side + self.pad // 2) * (len(signs) + (not seat.acts))
        words = wrap_whole(seat.name, self.ruler.letters, width - beside)
        parts = [SeatPart("name", Rect(0, 0, words.width + beside, words.height), words)]
        top = (self.line - side) // 2
        for number, sign in enumerate(signs):
            left = words.width + (number + 1) * self.pad // 2 + number * side
            parts.append(SeatPart(sign, Rect(left, top, side, side)))
        return tuple(parts)

    def _pile(self, seat: SeatShape) -> SeatPart:
        """Return the pile of cards that the seat's side has captured."""
        high = self.line - 4
        place = Rect(0, 2, pile_width(seat.across, high), high)
        return SeatPart("pile", place, count=seat.across)

    def _cards(self, seat: SeatShape, width: int) -> SeatPart:
        """Return a row of card backs, and the number of cards."""
        words = wrap(str(seat.cards), self.ruler.letters, width)
        high = self.line - 4
        room = width - words.width - self.pad
        shown = most_backs(seat.cards, high, room)
        whole = backs_width(shown, high) + self.pad + words.width
        return SeatPart("backs", Rect(0, 2, whole, high), words, shown)


def _stacked_parts(items: Iterator[tuple[SeatPart, ...]]) -> tuple[SeatPart, ...]:
    """Place the groups of pieces of a seat's panel one below the other."""
    parts: list[SeatPart] = []
    top = 0
    for item in items:
        parts += [replace(part, place=part.place.move(0, top)) for part in item]
        top = max(part.place.bottom for part in parts)
    return tuple(parts)


def _side_by_side(
    items: Iterator[tuple[SeatPart, ...]], width: int, gap: int
) -> tuple[SeatPart, ...]:
    """Place groups of pieces side by side, in further rows where they do not fit."""
    parts: list[SeatPart] = []
    left = top = 0
    for item in items:
        wide = max(part.place.right for part in item)
        if left and left + wide > width:
            left, top = 0, max(part.place.bottom for part in parts)
        parts += [replace(part, place=part.place.move(left, top)) for part in item]
        left += wide + gap
    return tuple(parts)


def trump_cluster(ruler: Ruler, trump: SuitShape, width: int) -> Cluster:
    """Return the trump suit's shape, with its name beside it in as many lines as necessary."""
    side = font_of(ruler.letters).line + ruler.gap // 2
    words = wrap_whole(trump.name, ruler.letters, width - side)
    place = Rect(0, 0, side + words.width, words.height)
    return cluster_of(TrumpBox("trump", place, trump, words=words))


def trump_sign(ruler: Ruler, trump: SuitShape) -> Cluster:
    """Return the shape of the trump suit, without the name of the suit."""
    side = font_of(ruler.letters).line
    return cluster_of(TrumpBox("trump", Rect(0, 0, side, side), trump))


def stock_cluster(ruler: Ruler, count: int | None, height: int) -> Cluster:
    """Return the stock: a card back of this height, and the number of cards."""
    words = WrappedText((str(count),), ruler.letters)
    wide = round(height * WIDTH) + ruler.gap + words.width
    return cluster_of(StockBox("stock", Rect(0, 0, wide, height), words=words))


def in_the_column(clusters: Sequence[Cluster], place: Rect, *, at_right: bool) -> list[Box]:
    """Place groups of boxes (`Cluster`) in a column at one edge of a rectangle.

    They are spread evenly over its height.
    """
    free = place.height - sum(cluster.height for cluster in clusters)
    boxes: list[Box] = []
    top = place.y
    for number, cluster in enumerate(clusters):
        top += free * (number + 1) // (len(clusters) + 1) - free * number // (len(clusters) + 1)
        left = place.right - cluster.width if at_right else place.x
        boxes += cluster.at(left, top)
        top += cluster.height
    return boxes

"""Lays out a table with whole cards.

From the top: header, felt, the listener's own seat with buttons, the hand, and the newest sentence.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from pygame import Rect

from audiogames.present.frame import Frame, TableShape
from audiogames.shell.window.blocks import KeyName, button_row, buttons_under, corner_boxes
from audiogames.shell.window.boxes import Box, TextBox
from audiogames.shell.window.cardfaces import least_height
from audiogames.shell.window.lettering import WrappedText, font_of, paged, width_of
from audiogames.shell.window.ruler import Ruler
from audiogames.shell.window.status import status_box
from audiogames.shell.window.table.boxes import ClockBox, Divider
from audiogames.shell.window.table.clusters import (
    EMPTY,
    Cluster,
    cluster_of,
    flowing,
    in_a_row,
    stacked,
    text_cluster,
)
from audiogames.shell.window.table.felt import Felt
from audiogames.shell.window.table.hand import LARGEST, Fan, best_fan, beyond, fan_cluster
from audiogames.shell.window.table.seats import PanelMaker, stock_cluster, trump_cluster, trump_sign
from audiogames.shell.window.table.trick import chip_grid, stake_clusters, trick_fan

HEADER: Final = 4
"""The words about the turn get at most the window's height divided by this number, but at least a
line."""

TURN_SHARE: Final = 0.33
"""The least fraction of the width for the turn; the clock and the title get the rest."""

HAND_SIZES: Final = (1.0, 0.85, 0.7)
"""The fractions of the largest hand that are tried, to leave more space above it."""

BARE: Final = frozenset({"turn", "total", "status", "hand", "place"})
"""The parts that may be shown beside a card, if there is no space above it."""

CORE: Final = BARE | {
    "rows",
    "lines",
    "result",
    "laid",
    "some buttons",
    "buttons",
    "stake",
    "trump",
    "pack",
    "seats",
}
"""With only these parts, the hand may be as small as the letters allow."""

LEAST_WITH_MORE: Final = 0.75
"""With other parts, the hand is at least this fraction of the largest."""

MOVABLE: Final = frozenset({"place", "total", "stake", "trump"})
"""Parts that may move to the header; the stock ("pack") moves with the trump suit."""

GIVING_WAY: Final = frozenset({"stake", "trump", "pack", "corner"})
"""Parts that are dropped rather than take space from the turn."""

HALF: Final = 0.5
"""The fraction of the width for a list beside the hand."""

BAR: Final = 5
"""The length of the clock's bar, in line heights."""


@dataclass(frozen=True)
class TableLayout:
    """One attempt to lay out a table, with only the elements named in `kept`."""

    frame: Frame
    table: TableShape
    ruler: Ruler
    name_key: KeyName
    kept: frozenset[str]
    page: int

    def boxes(self) -> list[Box] | None:
        """Lay out the elements with the largest hand that fits; return None if they do not fit."""
        status = self._status
        for moved in self._ways:
            boxes = self._with_largest_hand(moved)
            if boxes is not None:
                return [*boxes, *status]
        boxes = self._low_layout(self._bottom) if "hand" in self.kept else None
        return None if boxes is None else [*boxes, *status]

    @property
    def _ways(self) -> Iterator[frozenset[str]]:
        """Yield sets of elements to move to the header, or beside the hand, to save height.

        The open list and the trick are moved only if little else is shown.
        """
        yield from self._moves(self.kept & MOVABLE)
        if "hand" in self.kept and self.kept <= CORE and not self._has_room_without_seats:
            for moved in self._moves(self.kept & (MOVABLE | {"laid", "rows"})):
                if moved & {"laid", "rows"}:
                    yield moved

    def _moves(self, names: frozenset[str]) -> Iterator[frozenset[str]]:
        """Yield each subset of these elements that can be moved, the smallest subsets first.

        The stock moves together with the trump suit.
        """
        for moved in _subsets(names):
            yield moved | self.kept & {"pack"} if "trump" in moved else moved

    @property
    def _has_room_without_seats(self) -> bool:
        """Whether the list and the trick would fit above the hand if the seats were not drawn.

        The list and the trick are never moved to make room for the seats.
        """
        if "seats" not in self.kept:
            return False
        without = replace(self, kept=self.kept - {"seats"})
        ways = self._moves(self.kept & MOVABLE)
        return any(without._has_room(moved) for moved in ways)  # noqa: SLF001 its own

    def _has_room(self, moved: frozenset[str]) -> bool:
        """Return whether all elements fit when those in `moved` are moved.

        This assumes the smallest size of the hand.
        """
        above = self._above(moved)
        return above is not None and self._below_header(above, 0, moved) is not None

    @property
    def _bottom(self) -> int:
        """The lower edge of the space above the newest sentence."""
        status = self._status
        return (status[0].place.top if status else self.ruler.window[1]) - self.ruler.gap

    @cached_property
    def _status(self) -> list[Box]:
        """The newest sentence as a list of one box; empty if the sentence is not shown."""
        if "status" not in self.kept:
            return []
        return [status_box(self.ruler, self.frame.status, self.page)]

    # One below the other

    def _with_largest_hand(self, moved: frozenset[str]) -> list[Box] | None:
        """Lay out the elements with the largest hand; return None if not even the smallest fits."""
        above = self._above(moved)
        if above is None:
            return None
        sizes = list(HAND_SIZES) if "hand" in self.kept else []
        if sizes and "rows" not in self.kept:  # the largest hand mostly fits if there is no list
            largest, *sizes = sizes
            boxes = self._below_header(above, largest, moved)
            if boxes is not None:
                return boxes
        least = 0 if self.kept <= CORE else LEAST_WITH_MORE
        smallest = self._below_header(above, least, moved)
        if smallest is None:
            return None
        larger = (self._below_header(above, share, moved) for share in sizes)
        return next((boxes for boxes in larger if boxes is not None), smallest)

    def _above(self, moved: frozenset[str]) -> Cluster | None:
        """Return the header with the lines below it; None if they do not fit."""
        gap, inside = self.ruler.gap, self.ruler.inside
        header = self._header(inside, self.ruler.window[1] // HEADER, moved)
        lines = self._lines(inside)
        if header is None or lines.width > inside:
            return None
        return stacked((header, lines), gap)

    def _below_header(
        self, above: Cluster, share: float, moved: frozenset[str]
    ) -> list[Box] | None:
        """Lay out everything below the header `above`; return None if it does not fit.

        `share` limits the height of the hand.
        """
        gap, inside = self.ruler.gap, self.ruler.inside
        boxes = above.at(gap, gap)
        top = gap + above.height + gap * bool(above.boxes)
        place = Rect(gap, top, inside, self._bottom - top)
        if "rows" in moved:
            place.width = int(inside * HALF)
            rows = Rect(place.right + gap, top, inside - place.width - gap, place.height)
            listed = self._felt(frozenset(), rows, self.kept & {"rows", "question"})
            if listed is None:
                return None
            boxes += listed
        below = self._below(place, share, moved)
        return None if below is None else [*boxes, *below]

    def _below(self, place: Rect, share: float, moved: frozenset[str]) -> list[Box] | None:
        """Lay out the middle of the table, the own seat and the hand, one below the other.

        The trick is in the middle or beside the hand.
        """
        gap = self.ruler.gap
        trick, fan = self._hand_and_trick(place.width, share, moved)
        beside = (trick.width + 2 * gap) * bool(trick.boxes)
        room = place.width - beside
        hand = self._hand(fan)
        strip = self._own_strip(place.width, moved, is_cut=fan.shown < len(self.frame.cards))
        if hand is None or strip.width > place.width:
            return None
        bottom, boxes = place.bottom, list[Box]()
        if hand.boxes:
            left = place.x + (room - hand.width) // 2
            boxes += hand.at(left, bottom - hand.height)
            area = Rect(left, bottom - hand.height, hand.width, hand.height)
            boxes += beyond(fan, self.frame.cards, area)
            boxes += self._trick_beside(trick, left + hand.width + beside, bottom)
            bottom -= max(hand.height, trick.height) + gap // 2
        if strip.boxes:
            boxes += strip.at(place.x, bottom - strip.height)
            bottom -= strip.height + gap // 2
        felt = self._felt(moved, Rect(place.x, place.y, place.width, bottom - place.y), self.kept)
        return None if felt is None else [*boxes, *felt]

    def _hand_and_trick(
        self, width: int, share: float, moved: frozenset[str]
    ) -> tuple[Cluster, Fan]:
        """Return the trick and the hand, to be drawn side by side.

        The trick is drawn with small cards (chips) if only this makes the whole hand visible.
        """
        ruler, cards = self.ruler, self.frame.cards
        if "laid" not in moved:
            return EMPTY, best_fan(ruler, cards, share, width)
        least = least_height(ruler.letters)
        chips = (chip_grid(ruler, self.table, least, lettered=one) for one in (True, False))
        tricks = [trick_fan(ruler, self.table), *chips]
        fans = [best_fan(ruler, cards, share, width - one.width - 2 * ruler.gap) for one in tricks]
        whole = [number for number, fan in enumerate(fans) if fan.shown == len(cards)]
        best = whole[0] if whole else 0
        return tricks[best], fans[best]

    def _trick_beside(self, trick: Cluster, right: int, bottom: int) -> list[Box]:
        """Return the trick at the right of the hand, separated by a bar."""
        if not trick.boxes:
            return []
        boxes = trick.at(right - trick.width, bottom - trick.height)
        bar = Rect(0, bottom - trick.height, max(3, self.ruler.gap // 4), trick.height)
        bar.centerx = right - trick.width - self.ruler.gap // 2
        return [*boxes, Divider("divider", bar)]

    def _hand(self, fan: Fan) -> Cluster | None:
        """Return the boxes of the hand's cards, if any; None if not even one card fits."""
        if "hand" not in self.kept:
            return EMPTY
        return fan_cluster(fan, self.frame.cards) if fan.shown else None

    def _header(self, width: int, most: int, moved: frozenset[str]) -> Cluster | None:
        """Return the header: the turn at the left, short elements such as the clock at the right.

        The trump suit is named if its name fits.
        """
        names = (True, False) if "trump" in moved else (True,)
        tried = (self._header_with(width, most, moved, is_named=named) for named in names)
        return next((header for header in tried if header is not None), None)

    def _header_with(
        self, width: int, most: int, moved: frozenset[str], *, is_named: bool
    ) -> Cluster | None:
        """Return the header with the moved elements at its right; None if they do not fit."""
        right = in_a_row(self._header_right(moved, is_named=is_named), self.ruler.gap)
        beside = right.width + self.ruler.gap if right.boxes else 0
        turn = self._turn(width - beside, most) if "turn" in self.kept else EMPTY
        if turn.boxes and width - beside < width * TURN_SHARE:
            return None
        if (moved | self.kept & {"corner"}) & GIVING_WAY and self._is_squeezed(
            turn, width, most, moved
        ):
            return None
        if right.width > width:
            return None
        height = max(turn.height, right.height)
        boxes = (*turn.boxes, *right.moved(width - right.width, 0))
        return Cluster(width, height, boxes) if boxes else EMPTY

    def _is_squeezed(self, turn: Cluster, width: int, most: int, moved: frozenset[str]) -> bool:
        """Return whether elements beside the turn's text force it into more lines or pages."""
        bare = replace(self, kept=self.kept - GIVING_WAY)
        others = in_a_row(bare._header_right(moved - GIVING_WAY), self.ruler.gap)  # noqa: SLF001 its own
        room = width - others.width - self.ruler.gap * bool(others.boxes)
        alone = self._turn(room, most)
        return (_pages(turn), turn.height) > (_pages(alone), alone.height)

    def _turn(self, width: int, most: int) -> Cluster:
        """Return the text that says whose turn it is; of a long text, the current page."""
        words = paged(self.table.turn, self.ruler.letters, (width, most), self.page)
        place = Rect(0, 0, words.width, words.height)
        return cluster_of(TextBox("turn", place, words=words, ink="title"))

    def _header_right(self, moved: frozenset[str], *, is_named: bool = True) -> list[Cluster]:
        """Return the short elements at the right of the header, such as title and clock."""
        size, width = self.ruler.letters, self.ruler.window[0]
        clusters: list[Cluster] = []
        if "title" in self.kept:
            clusters.append(text_cluster("title", self.frame.title, size, width))
        if "clock" in self.kept:
            clusters.append(self._clock())
        if "corner" in self.kept:
            boxes = corner_boxes(self.ruler, self.frame.corner, self.name_key)
            clusters.append(cluster_of(*boxes))
        if not self._is_trump_in_strip(moved):
            clusters += self._pack(moved, is_named=is_named)
        if "stake" in moved and self.table.stake is not None:
            clusters += stake_clusters(self.ruler, self.table.stake)
        if "place" in moved:
            clusters.append(text_cluster("place", self.table.place, size, width))
        if "total" in moved and self.table.total is not None:
            clusters.append(
                text_cluster("total", str(self.table.total.value), size, width, ink="title")
            )
        return clusters

    def _is_trump_in_strip(self, moved: frozenset[str]) -> bool:
        """Return whether the trump suit is drawn in the strip of the listener's own seat."""
        return "trump" in moved and "place" in self.kept - moved

    def _pack(self, moved: frozenset[str], *, is_named: bool) -> Iterator[Cluster]:
        """Yield the trump suit, with or without its name, and the stock."""
        size, width = self.ruler.letters, self.ruler.window[0]
        if "trump" in moved and self.table.trump is not None:
            yield (
                trump_cluster(self.ruler, self.table.trump, width)
                if is_named
                else trump_sign(self.ruler, self.table.trump)
            )
        if "pack" in moved:
            yield stock_cluster(self.ruler, self.table.stock, font_of(size).line)

    def _clock(self) -> Cluster:
        """Return the clock of the turn."""
        clock = self.table.clock
        assert clock is not None
        words = WrappedText((str(clock.left),), self.ruler.letters)
        widest = width_of("8" * len(str(clock.limit)), words.size)
        place = Rect(0, 0, BAR * words.line + words.line // 3 + widest, words.line)
        return cluster_of(ClockBox("clock", place, clock, words=words))

    def _lines(self, width: int) -> Cluster:
        """Return the additional lines of a table, such as the task of a lesson."""
        if "lines" not in self.kept:
            return EMPTY
        clusters = (
            text_cluster("lines", line, self.ruler.letters, width) for line in self.frame.lines
        )
        return stacked(clusters, 0)

    def _felt(self, moved: frozenset[str], room: Rect, kept: frozenset[str]) -> list[Box] | None:
        """Lay out the felt with the elements in `kept`, except those that are moved elsewhere."""
        highest = int(self.ruler.window[1] * LARGEST)
        felt = Felt(
            self.frame, self.table, self.ruler, self._panels, kept - moved, self.page, highest
        )
        return felt.boxes(room)

    @cached_property
    def _notes(self) -> int:
        """The greatest number of notes that a seat's panel may show."""
        return sum(name.startswith("note ") for name in self.kept)

    @cached_property
    def _panels(self) -> PanelMaker:
        """The `PanelMaker` that draws the seats' panels in this attempt at a layout.

        Each attempt leaves out some elements to save space; the panels have only the others.
        """
        return PanelMaker(
            self.ruler,
            notes=self._notes,
            balloons="balloons" in self.kept,
            backs="backs" in self.kept,
            air="air" in self.kept,
        )

    def _own_strip(self, inside: int, moved: frozenset[str], *, is_cut: bool) -> Cluster:
        """Return the strip above the hand: the listener's seat, the focused card, buttons."""
        gap = self.ruler.gap
        own = self._own_seat(inside) if "own" in self.kept else EMPTY
        place = EMPTY
        if is_cut and "place" in self.kept - moved:
            place = text_cluster("place", self.table.place, self.ruler.letters, inside)
        pack = self._pack(moved, is_named=False) if self._is_trump_in_strip(moved) else ()
        left = in_a_row((own, place, *pack), gap)
        if left.width > inside:
            left = stacked((own, place), gap // 2)
        buttons = self._buttons(inside)
        if left.width + gap + buttons.width <= inside:
            height = max(left.height, buttons.height)
            boxes = (
                *left.moved(0, (height - left.height) // 2),
                *buttons.moved(inside - buttons.width, (height - buttons.height) // 2),
            )
            return Cluster(inside, height, boxes) if boxes else EMPTY
        return stacked((left, buttons), gap // 2)

    def _own_seat(self, inside: int) -> Cluster:
        """Return the panel of the listener's own seat."""
        own = self.table.seats[0]
        if self.frame.cards:
            own = replace(own, cards=0)
        return self._panels.flat(own, inside)

    def _buttons(self, width: int) -> Cluster:
        """Return all buttons, or those that fit into one row."""
        if "some buttons" not in self.kept:
            return EMPTY
        most = self.ruler.window[1] if "buttons" in self.kept else button_row(self.ruler)
        group = buttons_under(self.ruler, self.frame.buttons, self.name_key, most)
        cluster = cluster_of(*group.boxes)
        return cluster_of(*cluster.at(-self.ruler.gap, 0))

    # Side by side

    def _low_layout(self, bottom: int) -> list[Box] | None:
        """Lay out a very low window: the visible cards of the hand, and words beside them.

        Return None if more elements than these are wanted or if they do not fit.
        """
        if not self.kept <= BARE:
            return None
        gap, inside = self.ruler.gap, self.ruler.inside
        fan = best_fan(self.ruler, self.frame.cards, 0, inside // 2)
        hand = fan_cluster(fan, self.frame.cards)
        if not fan.shown or hand.height > bottom - gap:
            return None
        width = inside - hand.width - gap
        total = self._header_right(frozenset({"total", "place"}) & self.kept)
        below = flowing(total, width, gap)
        left = bottom - gap - below.height - gap * bool(below.boxes)
        turn = self._turn(width, left)
        words = stacked((turn, below), gap)
        if words.height > bottom - gap or words.width > width:
            return None
        boxes = hand.at(gap, bottom - hand.height)
        return [*boxes, *words.at(gap + hand.width + gap, gap)]


def _pages(words: Cluster) -> int:
    """Return the number of pages of a text; 0 if the cluster has no text."""
    return max((box.words.pages for box, _, _ in words.boxes), default=0)


def _subsets(names: frozenset[str]) -> Iterator[frozenset[str]]:
    """Yield all subsets of these names of table elements, the smallest first.

    A subset with the element "trump" precedes the same subset with "place" (the position of the
    focused card) instead, because "place" takes space from the words about the turn.
    """
    ordered = sorted(names, key=lambda name: "p" if name == "trump" else name)
    for count in range(len(names) + 1):
        yield from map(frozenset, itertools.combinations(ordered, count))

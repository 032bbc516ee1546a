"""Lays out the player's own hand: one row along the bottom, as large as the window allows.

Cards that do not fit side by side overlap as in a real hand, each with rank and suit uncovered.
The focused card is raised and uncovered.  If not all cards are legible at the chosen letter size,
those around the focus are shown between arrowheads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from pygame import Rect

from audiogames.present.frame import CardShape
from audiogames.shell.window.blocks import focus_of
from audiogames.shell.window.boxes import Arrow, Box, CardBox
from audiogames.shell.window.cardfaces import WIDTH, index_width, least_height, ring_of
from audiogames.shell.window.ruler import Ruler
from audiogames.shell.window.table.clusters import EMPTY, Cluster, cluster_of

LARGEST: Final = 0.32
"""The greatest height of a card, as a fraction of the window's height."""

FILLED: Final = 0.9
"""The fraction of the width over which many cards are spread, even if they fit into less."""

MANY: Final = 8
"""The number of cards that are spread; fewer cards are close together in the middle."""


@dataclass(frozen=True)
class Fan:
    """The measures of a hand that is laid out as a fan of cards of this height."""

    ruler: Ruler
    height: int
    cards: int
    room: int
    """The width that the cards may take."""
    has_focus: bool = True
    """Whether a focused card must be fully visible, besides the last card."""

    @cached_property
    def width(self) -> int:
        """The width of a card."""
        return round(self.height * WIDTH)

    @property
    def ring(self) -> int:
        """The width of the focused card's frame."""
        return ring_of(self.height) if self.has_focus else 0

    @property
    def whole_height(self) -> int:
        """The height of the whole row, including the raised card with its frame."""
        return self.height + self.ring + max(self.lift, self.ring)

    @property
    def lift(self) -> int:
        """The distance by which the focused card is raised."""
        return max(8, self.height // 12) if self.shown > 1 else 0

    @cached_property
    def shown(self) -> int:
        """The number of cards that fit if only the last and the focused card are shown whole."""
        room = self._room_of_cards
        if room < self.width:
            return 0
        whole = 1 + self.has_focus
        further = room - whole * self.width
        return min(self.cards, whole + further // index_width(self.height) if further >= 0 else 1)

    @cached_property
    def step(self) -> int:
        """The distance between two overlapping cards."""
        side_by_side, room = self.width + self.ruler.gap, self._room_of_cards
        if self.shown <= 2:
            return min(side_by_side, room - self.width)
        widest = max(side_by_side, self._spread) if self.shown > MANY else side_by_side
        apart = (room - self.width) // (self.shown - 1)
        opened = (room - 2 * self.width) // (self.shown - 2) if self.has_focus else apart
        return min(widest, opened if opened < self.width else apart)

    @property
    def _room_of_cards(self) -> int:
        """The available width, without the frame of the focused card."""
        return self.room - 2 * self.ring

    @property
    def _spread(self) -> int:
        """The distance between cards at which the hand fills the row."""
        return int(self._room_of_cards * FILLED - self.width) // (self.shown - 1)

    def places(self, focus: int) -> list[Rect]:
        """Return the rectangles of the visible cards; the one at index `focus` has a frame."""
        opened = max(0, self.width + self.ruler.gap // 2 - self.step)
        opened = min(opened, self.width - self.step) if self.step < self.width else 0
        opened += 2 * self.ring
        places = [
            Rect(
                number * self.step + (opened if number > focus else 0),
                self.ring + self.lift,
                self.width,
                self.height,
            )
            for number in range(self.shown)
        ]
        if focus < self.shown:
            framed = self.width + 2 * self.ring, self.height + 2 * self.ring
            places[focus] = Rect((places[focus].x, 0), framed)
        return places

    def window_of(self, focus: int) -> int:
        """Return the index of the first visible card."""
        return max(0, min(focus - self.shown // 2, self.cards - self.shown))


def best_fan(ruler: Ruler, cards: Sequence[CardShape], share: float, room: int) -> Fan:
    """Return the fan with the tallest cards that shows the whole hand.

    `share` limits the height.  If none shows the whole hand, return the smallest legible fan.
    """
    count, has_focus = len(cards), any(card.focused for card in cards)
    least = least_height(ruler.letters)
    highest = int(ruler.window[1] * LARGEST * share)
    for height in range(highest, least, -2):
        fan = Fan(ruler, height, count, room, has_focus)
        if fan.shown == count:
            return fan
    return Fan(ruler, least, count, room, has_focus)


def fan_cluster(fan: Fan, cards: Sequence[CardShape]) -> Cluster:
    """Return the boxes of the visible cards, the first one at the left end of the row."""
    focus = focus_of(cards)
    first = fan.window_of(focus)
    places = fan.places(focus - first if fan.has_focus else fan.cards)
    boxes: list[Box] = [
        CardBox(f"card {first + number}", place, cards[first + number])
        for number, place in enumerate(places)
    ]
    if not boxes:
        return EMPTY
    return replace(cluster_of(*boxes), height=fan.whole_height)


def beyond(fan: Fan, cards: Sequence[CardShape], place: Rect) -> list[Box]:
    """Return arrowheads at the ends of the row, where the hand has more cards."""
    first = fan.window_of(focus_of(cards))
    gap = fan.ruler.gap
    left = Rect(place.x - gap + 1, place.centery - 3 * gap // 2, gap - 2, 3 * gap)
    boxes: list[Box] = [Arrow("more left", left, "left")] if first > 0 else []
    if first + fan.shown < len(cards):
        boxes.append(Arrow("more right", left.move(place.width + gap, 0), "right"))
    return boxes

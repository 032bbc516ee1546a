"""Animates cards that are dealt or played, or captured and moved to their taker.

Only face-up cards move, since backs cannot be identified.  Movements are found by comparing two
pictures; this module does not read the time.  Cards of the same hand that only shift are not
animated, so that nothing moves while the player walks through the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect

from audiogames.present.frame import TableShape
from audiogames.shell.window.boxes import Box, CardBox
from audiogames.shell.window.canvas import Canvas

SECONDS: Final = 0.5
"""Seconds of a movement: long enough to be followed by eye, even in large letters."""


@dataclass(frozen=True)
class Scene:
    """A drawn picture of a table: its data and its boxes, to be compared with the next picture."""

    table: TableShape
    boxes: Sequence[Box]
    hand: frozenset[str] = frozenset()
    """The cards of the hand, including those that do not fit."""

    @property
    def cards(self) -> Mapping[str, CardBox]:
        """The boxes of the face-up cards, by the card's id."""
        boxes = (box for box in self.boxes if isinstance(box, CardBox))
        return {box.card.id: box for box in boxes if box.card.id}

    def seat(self, number: int, size: tuple[int, int]) -> Rect | None:
        """Return where cards enter or leave at a seat; None if the seat is not drawn."""
        found = next((box for box in self.boxes if box.name == f"seat {number}"), None)
        if found is None:
            return None
        place = Rect((0, 0), size)
        place.center = found.place.center
        return place

    def dealt_from(self, size: tuple[int, int]) -> Rect | None:
        """Return the rectangle from which cards are dealt: at the stock, the dealer, or the top.

        Return None if none of these is drawn.
        """
        dealer = next((seat.number for seat in self.table.seats if seat.deals), None)
        names = ("stock", f"seat {dealer}", "turn")
        found = {box.name: box for box in self.boxes if box.name in names}
        name = next((name for name in names if name in found), None)
        if name is None:
            return None
        place = Rect((0, 0), size)
        place.center = found[name].place.center
        return place

    def player_of(self, box: Box) -> int | None:
        """Return the seat that has played a card on the table; None for other cards."""
        kind, _, number = box.name.partition(" ")
        return self.table.laid[int(number)].seat if kind == "laid" else None


@dataclass(frozen=True)
class Flight:
    """One card's movement from one rectangle to another."""

    box: CardBox
    start: Rect
    end: Rect

    def place(self, share: float) -> Rect:
        """Return the card's rectangle after this fraction of the time; it moves fast at first."""
        share = 1 - (1 - max(0.0, min(1.0, share))) ** 2
        pairs = zip(self.start, self.end, strict=True)
        return Rect(*(round(one + (other - one) * share) for one, other in pairs))


def flights(before: Scene, after: Scene) -> tuple[Flight, ...]:
    """Return the card movements that lead from one picture to the next."""
    return (*_taken(before, after), *_played(before, after))


def _played(before: Scene, after: Scene) -> Iterator[Flight]:
    """Yield the movements of cards that are dealt, played or change between hand and table."""
    were = before.cards
    for id_, box in after.cards.items():
        was, player = were.get(id_), after.player_of(box)
        if was is not None:
            start = was.place if _kind(was) != _kind(box) else None
        elif id_ in after.hand:
            start = None if id_ in before.hand else after.dealt_from(box.place.size)
        else:
            start = None if player is None else after.seat(player, box.place.size)
        if start is not None:
            yield Flight(box, start, box.place)


def _taken(before: Scene, after: Scene) -> Iterator[Flight]:
    """Yield the movements of captured cards to their taker.

    The cards of the last trick move when the next card is played, other captured cards when the
    capture is no longer shown.
    """
    taken, taker = before.table.taken, None
    if before.table.is_last:
        taker = next((laid.seat for laid in before.table.laid if laid.takes), None)
    elif taken is not None and taken.number:
        taker = taken.seat
    still_seen = after.cards
    for id_, box in before.cards.items():
        if taker is None or id_ in still_seen or _kind(box) != "laid":
            continue
        end = after.seat(taker, (box.place.width // 2, box.place.height // 2))
        if end is not None:
            yield Flight(box, box.place, end)


def _kind(box: Box) -> str:
    """Return where a card is: "card" for the hand, "laid" for the table."""
    return box.name.partition(" ")[0]


class Movement:
    """A running animation of cards over a picture; times are seconds from its start.

    `before` is the picture that was drawn last; None if the window does not show it completely.
    """

    def __init__(self, canvas: Canvas, moving: Sequence[Flight], before: Canvas | None) -> None:
        self._canvas = canvas
        moved = {id(flight.box) for flight in moving}
        canvas.paint_over(before, [box for box in canvas.boxes if id(box) not in moved])
        self._ground = canvas.surface.copy()
        self._cards = [(flight, self._drawn(flight)) for flight in moving]
        self._covered: list[Rect] = []
        """Where the cards are drawn now."""

    def draw(self, seconds: float) -> None:
        """Draw the moving cards at this time; at the end draw the whole picture."""
        if seconds >= SECONDS:
            self._canvas.paint(self._canvas.boxes)
            return
        surface = self._canvas.surface
        for place in self._covered:
            surface.blit(self._ground, place, place)
        self._covered = [flight.place(seconds / SECONDS) for flight, _ in self._cards]
        for place, (_, card) in zip(self._covered, self._cards, strict=True):
            if card.get_size() != place.size:
                card = pygame.transform.smoothscale(card, place.size)  # noqa: PLW2901 its size now
            surface.blit(card, place)

    def _drawn(self, flight: Flight) -> pygame.Surface:
        """Draw a moving card alone on a transparent surface, in its final size."""
        size = flight.box.place.size
        card = pygame.Surface(size, pygame.SRCALPHA)
        box = replace(flight.box, place=Rect((0, 0), size))
        box.draw(self._canvas.brush(card))
        return card

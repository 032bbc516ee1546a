"""Tricks: what is the same in all games that are played in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from audiogames.cards.card import Card
from audiogames.core.events import Seat


def course(
    leaders: Sequence[Seat], after: Callable[[Seat], Seat], cards: Iterable[Card]
) -> tuple[tuple[Seat, Card], ...]:
    """Cards in order of play with who played each.

    `leaders` began the tricks, `after` is who plays after a seat, round to the leader again.
    """
    seats: list[Seat] = []
    for leader in leaders:
        seats.append(leader)
        turn = after(leader)
        while turn != leader:
            seats.append(turn)
            turn = after(turn)
    return tuple(zip(seats, cards, strict=False))

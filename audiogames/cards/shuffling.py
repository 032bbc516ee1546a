"""Shuffling and cutting a pack into packets.  This module runs interpreted or compiled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from audiogames.cards.card import Card


def shuffled(cards: Sequence[Card], rng: Random) -> tuple[Card, ...]:
    """Return the cards shuffled, by sorting on random keys: four times as fast as `rng.sample`."""
    lot = rng.random
    return tuple(sorted(cards, key=lambda _card: lot()))


def packets(cards: tuple[Card, ...], sizes: Iterable[int]) -> list[tuple[Card, ...]]:
    """Return packets of these sizes from the top, and the remaining cards as a last packet."""
    found, top = [], 0  # slices: twice as fast as an iterator, and bots deal thousands of times
    for size in sizes:
        found.append(cards[top : top + size])
        top += size
    return [*found, cards[top:]]

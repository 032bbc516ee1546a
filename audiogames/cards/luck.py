"""How lucky the cards were that somebody was given: a review tells it at the end of a match."""

from __future__ import annotations

from collections.abc import Callable, Collection
from statistics import fmean

from audiogames.cards.card import Card
from audiogames.core.cues import Msg
from audiogames.core.review import Luck
from audiogames.core.telling import in_tenths


def luck_of(
    come: Collection[Card], unseen: Collection[Card], worth: Callable[[Card], float]
) -> Luck | None:
    """By how much the cards that have come are worth more than as many average ones.

    Any of them might as well have been any `unseen` card, as far as the player knows; what they saw
    before it came to them was no luck, and belongs to neither.  None where no card has come.
    """
    if not come:
        return None
    average = fmean(map(worth, (*come, *unseen)))
    return Luck(sum(worth(card) - average for card in come))


def luck_in_points(points: float) -> Msg:
    """What all cards of a match were worth beside average ones."""
    return in_tenths("luck-points-less" if points < 0 else "luck-points-more", points)

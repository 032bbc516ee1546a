"""The joint probability of both players' hands, after each sequence of played cards.

A *remaining* hand has the cards that a player has not played yet.  A *lane* is one sequence
of cards that may have been played, and a *group* is the outcome of the first trick, as in
`public_tree`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any

import numpy as np

from audiogames.games.invido.bots import public_tree as t

Array = Any
"""An alias for numpy arrays, since type checks do not cover the solver's arithmetic."""


@cache
def whole() -> Array:
    """Return the probability of each pair of dealt hands: a 120 by 120 matrix with sum 1."""
    counts = np.array([[hand.count(rank) for rank in range(t.RANKS)] for hand in t.hands(3)])
    ways = np.array([[comb(4 - a, b) for b in range(4)] for a in range(4)], dtype=np.float64)
    both = np.ones((len(counts), len(counts)))
    for rank in range(t.RANKS):
        first = counts[:, rank]
        both *= np.array([comb(4, a) for a in first])[:, None] * ways[first][:, first]
    return both / both.sum()


def _rows(size: int, played: Sequence[int]) -> list[int]:
    """Return the index of the dealt hand for each possible remaining hand of this size.

    The dealt hand has the remaining cards and the `played` ones.
    """
    places = t.places(3)
    return [places[tuple(sorted((*rest, *played)))] for rest in t.hands(size)]


def _owners(cards: int, group: str) -> list[int]:
    """Return which player played each of the first `cards` cards.

    `group` is the outcome of the first trick.
    """
    first = [t.leader(at, "" if at < 2 else group) for at in range(cards)]
    return [lead if at % 2 == 0 else 1 - lead for at, lead in enumerate(first)]


def of_lanes(group: str, played: Sequence[t.Lane], dtype: Any) -> Array:
    """Return the probability of each pair of remaining hands after each sequence of played cards.

    The axes are player 0's hands, player 1's hands, and the sequences (lanes) in `played`.
    """
    owners = _owners(len(played[0]), group)
    left = [3 - owners.count(player) for player in (0, 1)]
    table = np.empty((len(t.hands(left[0])), len(t.hands(left[1])), len(played)), dtype)
    for at, cards in enumerate(played):
        rows, columns = (
            _rows(
                left[player],
                [card for card, who in zip(cards, owners, strict=True) if who == player],
            )
            for player in (0, 1)
        )
        table[:, :, at] = whole()[np.ix_(rows, columns)]
    return table


@cache
def at_turn(cards: int, group: str, dtype: Any) -> Array:
    """Return the probability of each pair of remaining hands, before a turn to play a card.

    The turn comes after `cards` cards; `group` is the outcome of the first trick.  The last
    axis of the result has every sequence of cards that may have been played before.
    """
    return of_lanes(group, t.lanes(cards, group), dtype)


@cache
def at_end(cards: int, group: str, branch: t.Branch, dtype: Any) -> Array:
    """Return the probability of each pair of remaining hands, after plays that end the deal.

    `branch` has the plays of one turn with which the same player wins the deal before the third
    trick.  The last axis of the result has every sequence of cards that ends with such a play.
    """
    return of_lanes(group, t.lanes_after(cards, group, branch), dtype)


@cache
def at_lead(group: str, dtype: Any) -> Array:
    """Return the probability of each pair of hands before the third trick is led.

    The leader's hands are the first axis.
    """
    table = at_turn(t.LAST_TURN, group, dtype)
    if t.leader(t.LAST_TURN, group) == 0:
        return table
    return np.ascontiguousarray(table.transpose(1, 0, 2))

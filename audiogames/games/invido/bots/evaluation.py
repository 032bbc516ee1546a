"""A fast evaluation of Invido hands by ranks: suits never matter.

Cards are strengths from 0, the six, to 7, the three; COVERED is below them all.  A hand is
a sorted tuple of cards.  Tricks and outcomes are 1 (won), 0 (tied) or -1 (lost): as
seen by the leader in `result` and `settle`, elsewhere by the player who holds `mine`.

The opponent's possible hands, at most 120, are enumerated.  A deal with both hands known is
played by a simple policy: lead the highest card; follow with the cheapest card that wins,
else with one that ties, else with the lowest.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from statistics import NormalDist
from typing import Final, NamedTuple

from audiogames.core.events import Seat
from audiogames.games.invido import model as m
from audiogames.games.invido.plays import STRENGTH

Hand = tuple[int, ...]
Tricks = tuple[int, ...]

COVERED: Final = m.strength(None)
SEATS: Final = {1: Seat(0), 0: None, -1: Seat(1)}
"""Trick outcomes as seats, for the rules: the winner of an outcome 1 is seat 0."""

COPIES: Final = 4
"""Cards of each rank."""

RANKS: Final = range(len(STRENGTH))
FULL: Final = dict.fromkeys(RANKS, COPIES)
"""The number of cards of each rank in the pack."""

SPREAD: Final = 1.46
"""The randomness of a match.  With it the estimates for a race to 8 are within 0.06 matches of the
solved values, whether a player needs 1 point or 8.
"""

LUCK: Final = NormalDist()


class DealPosition(NamedTuple):
    """A deal as one seat sees it: the finished tricks, the card led if any, and who leads."""

    tricks: Tricks
    led: int | None
    leads: bool

    def turned(self) -> DealPosition:
        """Return the same position from the opponent's point of view."""
        return DealPosition(turned(self.tricks), self.led, not self.leads)


START: Final = DealPosition((), None, leads=True)


def turned(tricks: Tricks) -> Tricks:
    """Return the trick outcomes as the opponent sees them: won and lost are swapped."""
    return tuple(-trick for trick in tricks)


def without(hand: Hand, card: int) -> Hand:
    """Return the hand without one card of this strength."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


# One deal with both hands known


@cache
def verdict(tricks: Tricks) -> int | None:
    """Return the outcome of the deal after these tricks, or None if it has not ended."""
    winner = m.deal_winner([SEATS[trick] for trick in tricks])
    return {0: 1, 1: -1, m.NOBODY: 0}.get(winner)


def follow(led: int, hand: Hand) -> int:
    """Return the cheapest card that beats `led`, or else one that ties, or else the lowest."""
    takes = next((card for card in hand if card > led), None)
    if takes is not None:
        return takes
    return led if led in hand else hand[0]


@cache
def result(tricks: Tricks, leader: Hand, follower: Hand) -> int:
    """Return the deal's outcome for the player who leads the next trick, by simple play.

    Simple play is a fixed policy of both players: lead the highest card, win as cheaply as
    possible.
    """
    led = leader[-1]
    return answered(tricks, led, leader[:-1], follower)


@cache
def answered(tricks: Tricks, led: int, rest: Hand, follower: Hand) -> int:
    """Return the deal's outcome for a trick's leader; the follower has yet to answer `led`.

    Both players use a fixed simple policy: lead the highest card, win as cheaply as possible.
    """
    card = follow(led, follower)
    return settle(tricks, led, rest, card, without(follower, card))


def settle(tricks: Tricks, led: int, rest: Hand, followed: int, left: Hand) -> int:
    """Return the deal's outcome for a trick's leader, after `followed` was played to `led`.

    `rest` and `left` are the remaining hands of leader and follower.  Both use a fixed simple
    policy: lead the highest card, win as cheaply as possible.
    """
    tricks = (*tricks, (led > followed) - (led < followed))
    ended = verdict(tricks)
    if ended is not None:
        return ended
    if tricks[-1] >= 0:
        return result(tricks, rest, left)
    return -result(turned(tricks), left, rest)


def outcome(position: DealPosition, mine: Hand, theirs: Hand) -> int:
    """Return the deal's outcome for the owner of `mine`, if both use a fixed simple policy.

    The policy leads the highest card, and wins as cheaply as possible.
    """
    if not position.leads:
        return -outcome(position.turned(), theirs, mine)
    if position.led is None:
        return result(position.tricks, mine, theirs)
    return answered(position.tricks, position.led, mine, theirs)


def played(position: DealPosition, card: int, rest: Hand, theirs: Hand) -> int:
    """Return the deal's outcome if this seat plays the card and then both play simply.

    Simple play is a fixed policy: lead the highest card, and win as cheaply as possible.
    """
    if position.led is None:
        return answered(position.tricks, card, rest, theirs)
    return -settle(turned(position.tricks), position.led, theirs, card, rest)


# The opponent's hands


@cache
def hands(size: int) -> tuple[Hand, ...]:
    """Return every hand of this size."""
    return tuple(combinations_with_replacement(RANKS, size))


@cache
def counted(hand: Hand) -> tuple[tuple[int, int], ...]:
    """Return the ranks in a hand with their counts."""
    return tuple(Counter(hand).items())


def ways(hand: Hand, copies: dict[int, int]) -> int:
    """Return the number of ways to draw the hand from these copies of each rank."""
    return prod([comb(copies[rank], count) for rank, count in counted(hand)])


def copies_without(*gone: int) -> dict[int, int]:
    """Return for each rank the number of cards in the pack, without those in `gone`."""
    left = dict(FULL)
    for rank in gone:
        left[rank] -= 1
    return left


@cache
def strength(position: DealPosition, mine: Hand) -> float:
    """Return how often a hand wins against a random hand; a tie counts half.

    Played cards are not excluded from the random hand: this keeps the cache small.
    """
    table = 0 if position.led is None else 1 if position.leads else -1
    copies = copies_without(*mine)
    total = won = 0
    for theirs in hands(len(mine) + table):
        weight = ways(theirs, copies)
        total += weight
        won += weight * outcome(position, mine, theirs)
    return 0.5 + won / total / 2


# The match


def equity(needs: int, theirs: int) -> float:
    """Return the chance to win a match in which both players still need these points.

    `needs` are the player's points, `theirs` the opponent's.
    """
    if needs <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    # A race is modelled as a random walk, so its randomness grows with the root of its length.
    return LUCK.cdf((theirs - needs) / (SPREAD * (theirs + needs) ** 0.5))

"""Exact search of the end of a deal with all cards known (alpha-beta).

There are two sides: with three seats both opponents are assumed to play together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from audiogames.games.briscola.bots.codes import BRISCOLA, POINTS, SUIT
from audiogames.games.briscola.bots.playout import OpenDeal

WON: Final = 200
"""The value of winning the deal, added to the points: more than all of them."""


class TrickSoFar(NamedTuple):
    """An unfinished trick."""

    leader: int
    cards: int
    best: int
    """The card that is winning; -1 before the first card."""
    taker: int
    points: int


class Bounds(NamedTuple):
    """The alpha-beta window: values outside these bounds cannot change the result."""

    low: float
    high: float


class LastTricks:
    """The alpha-beta search of the rest of one deal.

    `ours` says for each seat, in order of play, whether it is on the searching player's side.
    """

    def __init__(self, deal: OpenDeal, ours: Sequence[bool], ahead: int) -> None:
        self._hands = [hand[:] for hand in deal.hands]
        self._stock = deal.stock
        self._ours = ours
        self._ahead = ahead
        """Our side's lead in points, without the trick on the table."""
        self._trick = TrickSoFar(0, 0, -1, 0, 0)
        for seat, code in enumerate(deal.trick):
            self._trick = _with_card(self._trick, seat, code)

    def value(self, first: int) -> float:
        """Return the searching player's final lead if card `first` is played now, in points."""
        seat = self._trick.cards
        held = self._hands[seat]
        self._hands[seat] = [code for code in held if code != first]
        trick = _with_card(self._trick, seat, first)
        found = self._after(trick, self._ahead, 0, Bounds(-1e9, 1e9))
        self._hands[seat] = held
        return found

    def _after(self, trick: TrickSoFar, ahead: int, drawn: int, window: Bounds) -> float:
        """Return the value of an unfinished trick under best play of the remaining cards."""
        hands = self._hands
        seats = len(hands)
        if trick.cards == seats:
            gained = trick.points if self._ours[trick.taker] else -trick.points
            return self._taken(trick.taker, ahead + gained, drawn, window)
        seat = (trick.leader + trick.cards) % seats
        own, held, (low, high) = self._ours[seat], hands[seat], window
        found = -1e9 if own else 1e9
        for code in held:
            hands[seat] = [other for other in held if other != code]
            value = self._after(_with_card(trick, seat, code), ahead, drawn, Bounds(low, high))
            found = max(found, value) if own else min(found, value)
            low, high = (max(low, found), high) if own else (low, min(high, found))
            if low >= high:
                break
        hands[seat] = held
        return found

    def _taken(self, taker: int, ahead: int, drawn: int, window: Bounds) -> float:
        """Return the value of the position after `taker` wins a trick and all seats draw."""
        hands, seats = self._hands, len(self._hands)
        following = TrickSoFar(taker, 0, -1, taker, 0)
        if drawn == len(self._stock):
            if hands[taker]:
                return self._after(following, ahead, drawn, window)
            return ahead + (WON if ahead > 0 else -WON if ahead < 0 else 0)
        before = hands[:]
        for place in range(seats):
            hands[(taker + place) % seats] = [
                *hands[(taker + place) % seats],
                self._stock[drawn + place],
            ]
        found = self._after(following, ahead, drawn + seats, window)
        hands[:] = before
        return found


def _with_card(trick: TrickSoFar, seat: int, code: int) -> TrickSoFar:
    """Return the trick with one more card."""
    leader, cards, best, taker, points = trick
    points += POINTS[code]
    if best < 0 or (code > best if SUIT[code] == SUIT[best] else code >= BRISCOLA):
        return TrickSoFar(leader, cards + 1, code, seat, points)
    return TrickSoFar(leader, cards + 1, best, taker, points)

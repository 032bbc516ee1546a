"""The last tricks played perfectly, where all four hands are known: alpha-beta on thirds.

Hands are sets of cards as `determinization.Cards` has them, a bit each, and go round from the
leader: the leader and the third player are one side.  A value is what the leader's side makes more
than the other in the tricks that are left, in thirds, the last trick too.  The points of a deal and
the chance to win the match grow with it, so playing for the most thirds is playing for those too.

The search is the usual double-dummy search of bridge: neighbouring cards of equal worth are one
move, and the bounds found for a position at the start of a trick are kept (a transposition table).
A test finds the same values by trying every course of play in the rules' own engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from audiogames.games.tressette.bots.candidates import (
    SUIT,
    WORTH,
    representatives,
    representatives_of_suit,
)
from audiogames.games.tressette.bots.rollout import ASSO, LAST_TRICK
from audiogames.games.tressette.determinization import Cards

Hands = tuple[Cards, ...]
"""From the leader, to the right."""

ASSI: Final = sum(card for card, thirds in WORTH.items() if thirds == ASSO)
OTHERS: Final = sum(card for card, thirds in WORTH.items() if thirds == 1)
"""All that count a third."""
MOST: Final = 99
"""Above every value."""
UNKNOWN: Final = (-MOST, MOST)


@lru_cache(maxsize=1 << 16)
def _answers(cards: Cards, in_play: Cards, best: Cards) -> tuple[Cards, ...]:
    """Cards of the suit led: what takes first, then the poorest; the richest, if best is 0."""
    found = representatives_of_suit(cards, in_play)
    if not best:
        return tuple(sorted(found, key=WORTH.__getitem__, reverse=True))
    return tuple(sorted(found, key=lambda card: (card < best, WORTH[card], card)))


class SearchStopped(Exception):
    """Nobody waits for the value any more."""


PATIENCE: Final = 32
"""After so many positions, about a millisecond, it is asked whether to stop."""


class Endgame:
    """Values of positions; what was found is kept from one question to the next."""

    def __init__(self, stop: Callable[[], bool] = lambda: False) -> None:
        self._stop = stop
        self._known: dict[Hands, tuple[int, int]] = {}
        """Between what the value of a position is known to lie."""

    def value(self, hands: Hands, led: Sequence[Cards] = ()) -> int:
        """The value for the leader, whose trick may have begun: `led` are its cards so far.

        They are still in the hands of those who played them.  Raises `SearchStopped`.
        """
        if not led:
            return self._lead(hands, -MOST, MOST)
        best, taker = _taking(led)
        played = sum(led)
        if len(led) == len(hands):
            return self._close(hands, played, taker, -MOST, MOST)
        return self._answer(hands, sum(hands), len(led), played, best, taker, -MOST, MOST)

    def _lead(self, hands: Hands, alpha: int, beta: int) -> int:
        """The value at the start of a trick, if it lies between alpha and beta."""
        low, high = self._known.get(hands, UNKNOWN)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        in_play = sum(hands)
        most = _thirds(in_play) + LAST_TRICK
        if not hands[0] & (hands[0] - 1):
            return -most if _taking(hands)[1] & 1 else most
        if alpha >= most:
            return most
        if beta <= -most:
            return -most
        alpha, beta = max(alpha, low), min(beta, high)
        if len(self._known) % PATIENCE == 0 and self._stop():
            raise SearchStopped
        best = -MOST
        for card in representatives(hands[0], in_play):
            worth = self._answer(hands, in_play, 1, card, card, 0, max(alpha, best), beta)
            if worth > best:
                best = worth
                if best >= beta:
                    break
        self._known[hands] = (
            low if best <= alpha else best,
            high if best >= beta else best,
        )
        return best

    def _answer(  # noqa: PLR0913, PLR0917 - a record a card would take most of the time
        self,
        hands: Hands,
        in_play: Cards,
        place: int,
        played: Cards,
        best: Cards,
        taker: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value when the next of a trick is to play; the second and the fourth keep it low."""
        suit, hand = SUIT[best], hands[place]
        follows = hand & suit
        if follows:
            theirs = (taker ^ place) & 1
            cards = _answers(follows, in_play & suit, best if theirs else 0)
        else:
            cards = representatives(hand, in_play)
        found = -MOST if place == 2 else MOST
        for card in cards:
            now = (card, place) if follows and card > best else (best, taker)
            if place == 3:
                worth = self._close(hands, played | card, now[1], alpha, beta)
            else:
                worth = self._answer(hands, in_play, place + 1, played | card, *now, alpha, beta)
            if place == 2:
                if worth > found:
                    found = worth
                    alpha = max(alpha, found)
            elif worth < found:
                found = worth
                beta = min(beta, found)
            if alpha >= beta:
                break
        return found

    def _close(self, hands: Hands, played: Cards, taker: int, alpha: int, beta: int) -> int:
        """The value when all four have played: the trick, and what comes after it."""
        thirds = _thirds(played)
        h0, h1, h2, h3 = hands
        left = ~played
        h0 &= left
        if not h0:
            thirds += LAST_TRICK
            return -thirds if taker & 1 else thirds
        h1 &= left
        h2 &= left
        h3 &= left
        if taker & 1:
            rest = (h1, h2, h3, h0) if taker == 1 else (h3, h0, h1, h2)
            return -thirds - self._lead(rest, -beta - thirds, -alpha - thirds)
        rest = (h2, h3, h0, h1) if taker else (h0, h1, h2, h3)
        return thirds + self._lead(rest, alpha - thirds, beta - thirds)


def _taking(led: Sequence[Cards]) -> tuple[Cards, int]:
    """The best card of a trick, and whose it is."""
    suit = SUIT[led[0]]
    best = max([card & suit for card in led])
    return best, led.index(best)


def _thirds(played: Cards) -> int:
    """What cards count."""
    return ASSO * (played & ASSI).bit_count() + (played & OTHERS).bit_count()

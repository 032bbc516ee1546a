"""What a hand promises at a glance: the judgement of the normal bot, in a hurry.

It weighs the same marks as `judgement`, less those that decide least when cards are played: what
the others want, who leads, and how many trumps there are in one's own hand.  So it is the same for
all suits of one shape, and is worked out once for each.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from audiogames.games.wist import model as m
from audiogames.games.wist.judgement import UNWANTED, WANTED, Marks, chance

SCENES: Final = 1 << 7
"""So many are remembered."""

# Cards as the bits of one number: of a suit the weakest comes first.

WIDTH: Final = 16
SUITS: Final = {
    suit: sum(1 << WIDTH * place + power for power in range(len(m.RANKS)))
    for place, suit in enumerate(m.SUITS)
}
"""All cards of a suit."""
CARD: Final = {
    play: 1 << WIDTH * m.SUITS.index(play.suit) + play.power for play in m.PLAYS.values()
}
ABOVE: Final = {play: SUITS[play.suit] & -CARD[play] for play in CARD}
"""A card and those above it."""
PACKS: Final = {seats: sum(CARD[m.PLAYS[card]] for card in pack) for seats, pack in m.PACKS.items()}

Promised = tuple[float, float]
"""The most and the least tricks."""


def bits(plays: Iterable[m.Play]) -> int:
    """Some cards as one number."""
    return sum(map(CARD.__getitem__, plays))


class Scene:
    """What all cards of a kind have in common, and what their suits promise."""

    def __init__(self, kind: str, left: int, trumps: float, share: float) -> None:
        """So many tricks are left; each of the others has so many trumps, on the average.

        `share` is how much of the unseen cards is in hands at all.
        """
        self._each = 1 / left
        self._trumps, self._share = trumps, share
        self._weights = WANTED[kind], UNWANTED[kind]
        self._suits: dict[tuple[int, tuple[int, ...]], Promised] = {}
        self._cards: dict[tuple[int, ...], Promised] = {}

    def promise(self, out: int, above: tuple[int, ...]) -> Promised:
        """What the cards of a suit promise.

        `above` tells of each, from the lowest, how many of the suit's cards that are `out`, unseen,
        are higher.
        """
        found = self._suits.get((out, above))
        if found is None:
            length = len(above)
            cards = [
                self._of_card((higher, out - higher, guards, length))
                for guards, higher in enumerate(above)
            ]
            found = sum(most for most, _ in cards), sum(least for _, least in cards)
            self._suits[out, above] = found
        return found

    def _of_card(self, shape: tuple[int, int, int, int]) -> Promised:
        """By the unseen cards above and below, its guards and the length of its suit."""
        found = self._cards.get(shape)
        if found is None:
            above, below, guards, length = shape
            share = self._share
            marks = Marks(
                above * share, below * share, guards, length, self._each, self._trumps
            ).weighed()
            wanted, unwanted = self._weights
            found = self._cards[shape] = chance(wanted, marks), chance(unwanted, marks)
        return found


@lru_cache(SCENES)
def scenes(trump: str | None, left: int, trumps: float, share: float) -> dict[str, Scene]:
    """By suit; the rest as for one."""
    if trump is None:
        return dict.fromkeys(m.SUITS, Scene("plain", left, trumps, share))
    side = dict.fromkeys(m.SUITS, Scene("side", left, trumps, share))
    return {**side, trump: Scene("trump", left, trumps, share)}

"""The opponent model of Wist: the cards that others may hold, and the tricks that they want."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.games.wist import model as m
from audiogames.games.wist.rules import voids

PLAUSIBLE: Final = 2
"""A bid above this many fair shares plus one is not believed: it counts as a fair share."""

REMEMBERED: Final = 1 << 12
"""The cache size for probabilities."""

# The probability that a player who may take or leave a trick takes it

NEEDS: Final = 0.8
"""The eagerness of a player who still needs tricks."""
HAS_ENOUGH: Final = 0.1
BOUND_TO_ZERO: Final = 0.05
MISSED: Final = 0.9
"""The eagerness of a player who has missed the bid and gets a point for each trick."""
SECRET: Final = 0.6
"""The eagerness of a player with a secret bid."""


def fair_share(view: m.WistView) -> float:
    """Return the number of tricks per player, as a fraction."""
    return view.cards / len(view.bids)


def plausible_bid(view: m.WistView, seat: Seat) -> float:
    """Return a player's bid, or a fair share if it is unknown or implausibly high."""
    fair = fair_share(view)
    bid = view.bids[seat]
    return fair if bid is None or bid > PLAUSIBLE * fair + 1 else bid


def eagerness(bid: int | None, taken: int, left: int) -> float:
    """Return the probability that a player takes a trick that they need not take.

    `left` is the number of cards in hand.
    """
    if bid is None:
        return SECRET
    if bid == 0:
        return HAS_ENOUGH if taken else BOUND_TO_ZERO
    if bid == taken:
        return HAS_ENOUGH
    return NEEDS if 0 < bid - taken <= left else MISSED


def beats(eager: float, cuts: float, higher: float, lower: float) -> float:
    """Return the probability that a player beats a card of the suit led.

    `eager` is the probability that they want the trick, and `cuts` that they can cut the
    card; `higher` and `lower` are the probabilities that they hold a higher or a lower card
    of its suit.
    """
    return cuts * eager + higher * (1 - lower * (1 - eager))


@lru_cache(REMEMBERED)
def holds_any(number: int, out: int, size: int) -> float:
    """Return the probability that a hand of this size has any of `number` cards out of `out`.

    Cards are drawn with replacement, which is fast and accurate enough.
    """
    return 1.0 - float((1 - number / out) ** size) if number else 0.0


class OpponentModel:
    """One seat's model of the other players: their possible cards, and the tricks they want.

    `unseen` lists the unseen ranks (powers) of each suit, the lowest first; `share` is the fraction
    of the unseen cards that are in hands.  `demand` is the number of tricks that the others want
    beyond their fair shares, as a fraction of all tricks.
    """

    def __init__(self, view: m.WistView) -> None:
        assert view.seat is not None
        self.view = view
        self.seat: Seat = view.seat
        self.seats = len(view.bids)
        self.others = [Seat(seat) for seat in range(self.seats) if seat != view.seat]
        self.unseen = self._unseen()
        self._voids: list[set[str]] = [set() for _ in view.bids]
        for seat, suit in voids(view):
            self._voids[seat].add(suit)
        self._may_hold = [self._number(suits) for suits in self._voids]
        number = self._number(())
        in_hands = sum(view.hand_sizes) - view.hand_sizes[self.seat]
        self.share = in_hands / number if number else 1.0
        self.demand = self._demand()
        played = {seat for seat, _ in view.on_table}
        self.later = [seat for seat in self.others if seat not in played]
        """The players after this seat in the trick."""

    def _unseen(self) -> dict[str, list[int]]:
        view = self.view
        known = {*view.hand, view.turned, *(card for _, card in view.history)}
        unseen: dict[str, list[int]] = {suit: [] for suit in m.SUITS}
        for card in m.PACKS[self.seats]:
            if card not in known:
                unseen[card.suit].append(m.POWER[card])
        for powers in unseen.values():
            powers.sort()
        return unseen

    def _number(self, lacking: set[str] | tuple[()]) -> int:
        return sum(len(powers) for suit, powers in self.unseen.items() if suit not in lacking)

    # Wanted tricks

    def _demand(self) -> float:
        """Return the excess of the tricks that the other players want over their fair share.

        It is a fraction of the tricks left.
        """
        left = len(self.view.hand)
        wanted = sum(min(self._wants(seat), left) for seat in self.others)
        return wanted / left - len(self.others) / self.seats

    def _wants(self, seat: Seat) -> float:
        if self.view.bound:
            return 0
        return max(0, plausible_bid(self.view, seat) - self.view.tricks[seat])

    # Held cards

    def holds_any(self, seat: Seat, number: int) -> float:
        """Return the probability that a player holds any of `number` unseen cards."""
        return holds_any(number, self._may_hold[seat], self.view.hand_sizes[seat])

    def follows(self, seat: Seat, suit: str) -> float:
        """Return the probability that a player has a card of the suit."""
        return 0.0 if suit in self._voids[seat] else self.holds_any(seat, len(self.unseen[suit]))

    def fallen(self, suit: str) -> float:
        """Return the fraction of a suit's unseen cards that are left after a trick in the suit."""
        number = len(self.unseen[suit])
        if not number:
            return 1.0
        follow = sum(self.follows(seat, suit) for seat in self.later)
        return max(0.0, 1 - follow / number)

    def win_chance(self, best: Card, led: str) -> float:
        """Return the probability that no later player beats this card in this trick."""
        chance = 1.0
        for seat in self.later:
            chance *= 1 - self._beats(seat, best, led)
        return chance

    def _beats(self, seat: Seat, best: Card, led: str) -> float:
        """Return the probability that this player beats a card, willingly or not."""
        view = self.view
        eager = eagerness(view.bids[seat], view.tricks[seat], view.hand_sizes[seat])
        cuts = (1 - self.follows(seat, led)) * self._cuts(seat, best, led)
        if best.suit != led or led in self._voids[seat]:
            return cuts * eager
        lower = bisect_right(self.unseen[led], m.POWER[best])
        has_higher = self.holds_any(seat, len(self.unseen[led]) - lower)
        return beats(eager, cuts, has_higher, self.holds_any(seat, lower))

    def _cuts(self, seat: Seat, best: Card, led: str) -> float:
        """Return the probability that a player has a trump that beats the card."""
        trump = self.view.trump
        if trump is None or trump == led or trump in self._voids[seat]:
            return 0.0
        trumps = self.unseen[trump]
        below = bisect_right(trumps, m.POWER[best]) if best.suit == trump else 0
        return self.holds_any(seat, len(trumps) - below)

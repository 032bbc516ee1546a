"""How the normal bot judges its cards: the chance that each takes a trick, and what a bid is worth.

A card's chance falls with the number of higher cards that others may hold.  The chances of a hand
give how likely each number of tricks is; a bid is likelier to come true than that, since one steers
for it.  A card is played for what it leaves: the worth of the bid with the tricks still needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import exp
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.core.game import Move
from audiogames.games.wist import model as m
from audiogames.games.wist.redeal import voids
from audiogames.games.wist.scores import cagliari, eight

SURE: Final = {"plain": 0.9, "trump": 0.97, "side": 0.82}
"""The chance of the highest card of a suit, where there is no trump, in trump, beside it."""

FALL: Final = {"plain": 0.6, "trump": 0.45, "side": 0.7}
"""How fast it falls with each higher card outside."""

LONG: Final = 4
"""From so many cards of a suit on, low ones may become high in the end."""

LENGTH: Final = {"plain": 0.25, "trump": 0.45, "side": 0.05}
"""What each card beyond that adds to its chance."""

LONE: Final = 0.5
"""What is left of the chance of a bare card below the highest."""

RUFF: Final = 0.35
"""What a trump gains for each card that a side suit is short of two."""

STEER: Final = 0.45
"""How often a trick too many or too few can still be steered away."""

HOLDS: Final = 0.75
"""How often a card holds against each later player who might beat it and needs no trick."""


def suit_kind(suit: str, trump: str | None) -> str:
    """How a suit counts in this round."""
    if trump is None:
        return "plain"
    return "trump" if suit == trump else "side"


def chances(hand: Iterable[Card], unseen: Sequence[Card], trump: str | None) -> list[float]:
    """For each card of the hand, how likely it takes a trick some time."""
    held = list(hand)
    return [_chance(card, held, unseen, trump) for card in held]


def _chance(card: Card, hand: Sequence[Card], unseen: Sequence[Card], trump: str | None) -> float:
    kind = suit_kind(card.suit, trump)
    power = m.POWER[card]
    mates = [other for other in hand if other.suit == card.suit]
    above = sum(other.suit == card.suit and m.POWER[other] > power for other in unseen)
    chance = SURE[kind] * exp(-FALL[kind] * above)
    if above and len(mates) == 1:
        chance *= LONE
    if len(mates) > LONG and above > 1:
        chance += LENGTH[kind] * (len(mates) - LONG) / len(mates)
    if kind == "trump":
        chance += (1 - chance) * min(1.0, RUFF * _shortness(hand, trump) / max(2, len(mates)))
    return min(0.98, chance)


def _shortness(hand: Sequence[Card], trump: str | None) -> int:
    """Cards that the side suits are short of two."""
    lengths = [sum(card.suit == suit for card in hand) for suit in m.SUITS if suit != trump]
    return sum(max(0, 2 - length) for length in lengths)


def spread(parts: Iterable[float]) -> list[float]:
    """How likely each number of tricks is, of independent chances."""
    likely = [1.0]
    for chance in parts:
        longer = [*likely, 0.0]
        for count, share in enumerate(likely):
            longer[count] -= share * chance
            longer[count + 1] += share * chance
        likely = longer
    return likely


def worth(view: m.WistView, bid: int, taken: int, likely: Sequence[float]) -> float:
    """The points to be expected of a bid, with so many tricks and these still to come."""
    need = bid - taken
    total = 0.0
    made = _points(view, bid, bid)
    for count, share in enumerate(likely):
        steered = STEER if abs(count - need) == 1 and 0 <= need < len(likely) else 0.0
        total += share * (steered * made + (1 - steered) * _points(view, bid, taken + count))
    return total


def _points(view: m.WistView, bid: int, tricks: int) -> float:
    if view.options.form == "cagliari":
        return cagliari(bid, tricks, always=view.options.cagliari_points == "always")
    return eight(bid, tricks, len(view.bids))


def unseen_cards(view: m.WistView) -> list[Card]:
    """What may be in the hands of others."""
    known = {*view.hand, *(card for _, card in view.history)}
    return [
        card for card in m.PACKS[len(view.bids)] if card not in known and card is not view.turned
    ]


def bid_worths(view: m.WistView) -> list[float]:
    """What each bid from zero on is worth with the cards of the view."""
    likely = spread(chances(view.hand, unseen_cards(view), view.trump))
    return [worth(view, bid, 0, likely) for bid in range(view.cards + 1)]


class Judgement:
    """One decision in play."""

    def __init__(self, view: m.WistView) -> None:
        assert view.seat is not None
        self._view = view
        self._seat: Seat = view.seat
        self._bid = view.bids[view.seat] or 0
        self._taken = view.tricks[view.seat]
        self._unseen = unseen_cards(view)
        self._voids = set(voids(view))

    def best_card(self, rng: Random) -> Move:
        """The card that leaves most; equals are drawn by lot, so that bots are not read."""
        plays = [move for move in self._view.legal if isinstance(move, m.Play)]
        if len(plays) == 1:
            return plays[0]
        return max(plays, key=lambda play: (round(self._left_by(play.card), 9), rng.random()))

    def _left_by(self, card: Card) -> float:
        """The worth of the bid after this card, whether it takes or not."""
        rest = [other for other in self._view.hand if other is not card]
        likely = spread(chances(rest, self._unseen, self._view.trump))
        takes = self._takes(card)
        won = worth(self._view, self._bid, self._taken + 1, likely) if takes else 0.0
        lost = worth(self._view, self._bid, self._taken, likely) if takes < 1 else 0.0
        return takes * won + (1 - takes) * lost

    def _takes(self, card: Card) -> float:
        """How likely the card takes the trick that is on the table."""
        trick = (*self._view.on_table, (self._seat, card))
        taker, _ = m.best_of(trick, self._view.trump)
        if taker != self._seat:
            return 0.0
        led = trick[0][1].suit
        chance = 1.0
        for seat in self._later:
            chance *= 1 - self._beats(seat, card, led)
        return chance

    @cached_property
    def _later(self) -> list[Seat]:
        """Who plays to this trick after this seat."""
        played = {seat for seat, _ in self._view.on_table}
        return [
            Seat(seat)
            for seat in range(len(self._view.bids))
            if seat != self._seat and seat not in played
        ]

    def _beats(self, seat: Seat, card: Card, led: str) -> float:
        """How likely a later player beats the card: because he wants to, or because he must."""
        trump = self._view.trump
        share = self._view.hand_sizes[seat] / max(1, len(self._unseen))
        eager = self._eagerness(seat)
        of_led = [other for other in self._unseen if other.suit == led]
        higher = sum(self._is_beaten(card, other) for other in of_led)
        void = 1.0 if (seat, led) in self._voids else float((1 - share) ** len(of_led))
        has_higher = 0.0 if void == 1 else float(1 - (1 - share) ** higher)
        no_lower = float((1 - share) ** (len(of_led) - higher))
        follow = has_higher * (no_lower + (1 - no_lower) * eager)
        if trump is None or trump == led or (seat, trump) in self._voids:
            return follow
        cuts = sum(other.suit == trump and self._is_beaten(card, other) for other in self._unseen)
        return follow + (1 - follow) * void * eager * float(1 - (1 - share) ** cuts)

    def _is_beaten(self, card: Card, other: Card) -> bool:
        """Whether another card, played later, takes the trick from this one."""
        trump = self._view.trump
        return m.best_of(((Seat(0), card), (Seat(1), other)), trump)[0] == 1

    def _eagerness(self, seat: Seat) -> float:
        """How willingly a player takes: who still needs tricks does."""
        bid = self._view.bids[seat]
        if bid is None:
            return HOLDS
        return 1.0 if self._view.tricks[seat] < bid else 1 - HOLDS

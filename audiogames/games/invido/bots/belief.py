"""A seat's belief: the hands that the opponent may hold, with their probabilities.

The prior counts in how many ways each hand can be dealt from the unseen cards.  Bayes' rule then
weights it by the likelihood of the opponent's actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final, NamedTuple

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.evaluation import (
    COVERED,
    START,
    DealPosition,
    Hand,
    copies_without,
    hands,
    strength,
    ways,
)

CALL_FROM: Final = 0.5
CALL_SURELY: Final = 0.8
"""The strengths from which a hand sometimes calls, and from which it always does."""
CALL_BLUFF: Final = 0.12
"""How often a weaker hand calls.  Higher values played worse: assuming too many bluffs is
costly."""
CALL_HARDER: Final = 0.1
"""How much more strength each further call of the same player shows."""
STAY_FROM: Final = 0.3
STAY_SURELY: Final = 0.6
STAY_WEAK: Final = 0.1
"""The same three values for accepting a call."""
HELD_BACK: Final = 0.4
"""The weight of hands that led a card and kept a better one, which some players do on purpose."""
MISSED: Final = 0.3
"""The weight of hands that could have taken a trick but did not."""


class Holding(NamedTuple):
    """A possible hand of the opponent and its probability, `weight`."""

    weight: float
    hand: Hand


def rising(x: float, low: float, high: float) -> float:
    """Return 0 for `x` up to `low`, 1 from `high` on, and a linear interpolation between them."""
    return min(1.0, max(0.0, (x - low) / (high - low)))


def ranks(cards: Sequence[Card]) -> Hand:
    """Return the strengths of these cards, sorted."""
    return tuple(sorted(map(m.strength, cards)))


def position(view: m.InvidoView) -> DealPosition:
    """Return the deal as the view's seat sees it: finished tricks, card led, and who leads."""
    tricks = tuple(0 if who is None else 1 if who == view.seat else -1 for who in view.tricks)
    led = m.strength(view.on_table[0][1]) if view.on_table else None
    return DealPosition(tricks, led, view.leader == view.seat)


def opponent(view: m.InvidoView) -> Seat:
    """Return the opponent of the view's seat."""
    assert view.seat is not None
    return Seat(1 - view.seat)


def holdings(view: m.InvidoView) -> list[Holding]:
    """Return all hands that the opponent may hold, with their probabilities."""
    shown = [card for _, card in view.played if card is not None]
    copies = copies_without(*ranks([*view.hand, *view.covered, *shown]))
    likelihood = _Likelihood(view)
    found = [
        (count * likelihood.of(hand), hand)
        for hand in hands(view.hand_sizes[opponent(view)])
        if (count := ways(hand, copies))
    ]
    total = sum(weight for weight, _ in found)
    return [Holding(weight / total, hand) for weight, hand in found]


class _Likelihood:
    """The likelihood of the cards and calls in a view, as a function of the opponent's hand."""

    def __init__(self, view: m.InvidoView) -> None:
        self.other = opponent(view)
        self.leads = view.dealer == view.seat
        self.own = tuple(m.strength(card) for who, card in view.played if who == self.other)
        self.led, self.missed = _tricks(view)
        self.made, self.accepted = _calls_of(view)
        fresh = view.asker is not None or view.raised_at == len(view.played)
        self.now = position(view).turned() if fresh else None

    def of(self, hand: Hand) -> float:
        """Return the likelihood of a hand, up to a constant factor."""
        return self._cards(hand) * self._calls(hand)

    def _cards(self, hand: Hand) -> float:
        best = hand[-1] if hand else COVERED
        held_back = sum(best > led for led in self.led)
        missed = sum(best > led for led in self.missed)
        return HELD_BACK**held_back * MISSED**missed

    def _calls(self, hand: Hand) -> float:
        if self.made + self.accepted == 0:
            return 1.0
        looks = self._apparent_strength(hand)
        called = prod([_calls(looks, step) for step in range(self.made)])
        return called * _stays(looks) ** self.accepted

    def _apparent_strength(self, hand: Hand) -> float:
        """Return the strength that the opponent saw in this hand when calling or accepting.

        If no card has been played since the call, the hand is judged in the present deal.
        Otherwise it is judged as the opponent's whole hand before the first card, and counts as
        strong if one of its cards was played face down.
        """
        if self.now is not None:
            return strength(self.now, hand)
        if COVERED in self.own:
            return CALL_SURELY
        return strength(START._replace(leads=self.leads), tuple(sorted((*hand, *self.own))))


def _tricks(view: m.InvidoView) -> tuple[list[int], list[int]]:
    """Return the opponent's face-up leads, and the seat's leads that the opponent did not beat."""
    led, missed = [], []
    cards = [m.strength(card) for _, card in view.played]
    for at in range(0, len(cards), 2):
        seat, _ = view.played[at]
        if seat != view.seat:
            led += [cards[at]] if cards[at] != COVERED else []
        elif at + 1 < len(cards) and cards[at + 1] < cards[at]:
            missed.append(cards[at])
    return led, missed


def _calls_of(view: m.InvidoView) -> tuple[int, int]:
    """Return the numbers of calls that the opponent made and accepted; the players call in turn."""
    steps = sum(level <= view.value for level in m.CALLS)
    made = (steps + (view.last_raiser == opponent(view))) // 2
    return made + (view.asker == opponent(view)), steps - made


def _calls(chance: float, step: int) -> float:
    """Return the probability of a call, given the chance to win and the earlier calls.

    The player has made `step` calls so far.
    """
    harder = step * CALL_HARDER
    bluff = CALL_BLUFF / (1 + step)
    return bluff + (1 - bluff) * rising(chance, CALL_FROM + harder, CALL_SURELY + harder)


def _stays(chance: float) -> float:
    """Return the probability that a hand with this chance to win accepts a call."""
    return STAY_WEAK + (1 - STAY_WEAK) * rising(chance, STAY_FROM, STAY_SURELY)

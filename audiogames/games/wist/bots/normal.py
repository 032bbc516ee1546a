"""The normal bot of Wist: it tries each card, and evaluates the hand that is left after it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Final

from audiogames.core.character import EVEN, Character
from audiogames.core.contract import Bot, Move
from audiogames.core.events import Seat
from audiogames.games.wist import model as m
from audiogames.games.wist.bots.easy import legal_bids, legal_cards, nearest_bid
from audiogames.games.wist.bots.hand_evaluation import HandEvaluator, Held, Prospect
from audiogames.games.wist.bots.opponents import OpponentModel, fair_share, plausible_bid

HINDERS: Final = 0.6
"""The weight of another player's gain by a trick, relative to its own."""
SPOILS: Final = 0.7
"""The probability that a player who has enough tricks takes no more."""
HELPS: Final = 3
"""The value in points of a trick that another player needs."""
EQUAL: Final = 9
"""Cards are equally good if their points agree to this many decimals."""
DARES: Final = 0.4
"""The points that a bold bot gives up to bid higher, or a careful one to bid lower."""


class NormalBot(Bot[m.WistView, Move]):
    """Bids the number with the most expected points, and plays for exactly that many tricks."""

    def __init__(self, character: Character = EVEN) -> None:
        self._daring = character.daring

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Return the bid or card with the most expected points; no randomness is involved."""
        del rng, budget, stop
        if view.hidden:
            return nearest_bid(view, _dark(view))
        decision = Decision(view)
        return decision.bid(self._daring) if view.bidding else decision.card()


def liking(move: Move, usual: m.Bid, daring: int) -> float:
    """Return a bonus for a bid above (daring) or below (careful) the usual one, by character."""
    strays = isinstance(move, m.Bid) and (move.number - usual.number) * daring > 0
    return DARES if strays else 0.0


def _dark(view: m.WistView) -> float:
    """Return a bid for an unseen hand: a fair share, corrected by the bids made so far.

    It is at least 1.
    """
    fair = fair_share(view)
    made = [seat for seat, bid in enumerate(view.bids) if bid is not None]
    left = view.cards - sum(plausible_bid(view, Seat(seat)) for seat in made)
    return max(1.0, (fair + left / (len(view.bids) - len(made))) / 2)


class Decision:
    """Evaluates the bids or cards of one decision for the normal bot."""

    def __init__(self, view: m.WistView) -> None:
        assert view.seat is not None
        self._view = view
        self._seat: Seat = view.seat
        self._opponents = OpponentModel(view)
        self._evaluator = HandEvaluator(self._opponents)
        self._bid = view.bids[view.seat] or 0
        self._held: Held = {suit: _powers(view, suit) for suit in m.SUITS}

    def bid(self, daring: int = 0) -> m.Bid:
        """Return the best bid; a daring or careful character may choose one nearly as good."""
        bids = legal_bids(self._view)
        best = max(bids, key=self.expected_points)
        if not daring:
            return best
        return max(bids, key=lambda bid: self.expected_points(bid) + liking(bid, best, daring))

    def hand_worth(self) -> float:
        """Return the expected points of the best bid, or of zero in a round without bids."""
        numbers = [self._bid] if self._view.bound else range(self._view.cards + 1)
        return max(self.expected_points(m.Bid(number)) for number in numbers)

    def card(self) -> m.Play:
        """Return the best card; of equal ones the lowest if tricks are needed, else the highest."""
        sign = -1 if self._view.tricks[self._seat] < self._bid else 1
        return max(
            legal_cards(self._view),
            key=lambda play: (round(self._card_points(play), EQUAL), sign * play.power),
        )

    def expected_points(self, move: Move) -> float:
        """Return the expected points of a bid or a card."""
        if isinstance(move, m.Bid):
            return self._evaluator.expected_points(move.number, 0, self._prospect)
        assert isinstance(move, m.Play)
        return self._card_points(move)

    @cached_property
    def _prospect(self) -> Prospect:
        """The expected tricks of the whole hand, before a card is played."""
        return self._evaluator.prospect(self._held, int(self._view.first == self._seat), {})

    def _card_points(self, play: m.Play) -> float:
        """Return the expected points after this card, minus a fraction of the others' gain."""
        view = self._view
        trick = (*view.on_table, (self._seat, play.card))
        taker, best = m.best_of(trick, view.trump)
        led = trick[0][1].suit
        stands = self._opponents.win_chance(best, led)
        if taker == self._seat:
            won, lost = self._after(play, led, took=1), self._after(play, led, took=0)
            return stands * won + (1 - stands) * lost
        others = len(view.bids) - 1
        return self._after(play, led, took=0) - HINDERS * stands * self._gain(taker) / others

    def _after(self, play: m.Play, led: str, took: int) -> float:
        """Return the expected points after playing this card.

        `took` is 1 if the card takes the trick, otherwise 0.
        """
        view = self._view
        suit = play.card.suit
        rest = tuple(power for power in self._held[suit] if power != play.power)
        fallen = {led: self._opponents.fallen(led)}
        prospect = self._evaluator.prospect({**self._held, suit: rest}, took, fallen)
        return self._evaluator.expected_points(self._bid, view.tricks[self._seat] + took, prospect)

    def _gain(self, seat: Seat) -> float:
        """Return how many points a trick is worth to another player, if the bid is known."""
        bid, taken = self._view.bids[seat], self._view.tricks[seat]
        if bid is None:
            return 0.0
        payoff = self._evaluator.payoff(bid)
        if taken == bid:
            return SPOILS * (payoff.missed(bid + 1) - payoff.made)
        if bid - self._view.hand_sizes[seat] <= taken < bid:
            return HELPS
        return payoff.missed(taken + 1) - payoff.missed(taken)


def _powers(view: m.WistView, suit: str) -> tuple[int, ...]:
    return tuple(sorted((m.POWER[c] for c in view.hand if c.suit == suit), reverse=True))

"""Bots of Wist: easy counts honours, normal weighs what each card leaves to be hoped for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.core.game import Bot, Move
from audiogames.games.wist import model as m
from audiogames.games.wist.judgement import Held, Judgement, Promise
from audiogames.games.wist.outlook import Outlook, believed, fair_share

# Easy.

CARELESS: Final = 0.25
"""How often the easy bot plays any card."""
HONOURS: Final = "AK"
"""What it counts as a trick each."""
LONG_TRUMPS: Final = 3
"""Each trump beyond so many is one, too."""

# Normal.

HINDERS: Final = 0.6
"""How much it cares for what a trick brings to another, against what it brings to itself."""
SPOILS: Final = 0.7
"""How likely a player who has enough would have stayed there."""
HELPS: Final = 3
"""What a trick that he needs brings him, in points."""
EQUAL: Final = 9
"""Worths are equal that are the same to so many decimals."""


class EasyBot(Bot[m.WistView, Move]):
    """Bids its aces and kings; takes while it needs tricks, then ducks; at times plays any card."""

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """One of the legal moves."""
        del budget, stop
        if view.bidding:
            return _nearest(view, fair_share(view) if view.hidden else _honours(view))
        if rng.random() < CARELESS:
            return rng.choice(_plays(view))
        return _plain(view)


class NormalBot(Bot[m.WistView, Move]):
    """Bids what is worth most, and plays what leaves the best hope of just that many tricks."""

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """One of the legal moves; nothing is left to the lot."""
        del rng, budget, stop
        if view.hidden:
            return _nearest(view, _dark(view))
        decision = Decision(view)
        return decision.bid() if view.bidding else decision.card()


def _bids(view: m.WistView) -> list[m.Bid]:
    return [move for move in view.legal if isinstance(move, m.Bid)]


def _plays(view: m.WistView) -> list[m.Play]:
    return [move for move in view.legal if isinstance(move, m.Play)]


def _nearest(view: m.WistView, wanted: float) -> m.Bid:
    return min(_bids(view), key=lambda bid: (abs(bid.number - wanted), bid.number))


def _dark(view: m.WistView) -> float:
    """Unseen, halfway between a fair share and what the other bids leave; but a trick at least."""
    fair = fair_share(view)
    known = [believed(view, Seat(seat)) for seat, bid in enumerate(view.bids) if bid is not None]
    left = (view.cards - sum(known)) / (len(view.bids) - len(known))
    return max(1.0, (fair + left) / 2)


def _honours(view: m.WistView) -> int:
    """What the easy bot sees in its hand."""
    hand: tuple[Card, ...] = view.hand
    trumps = sum(card.suit == view.trump for card in hand)
    return sum(card.rank in HONOURS for card in hand) + max(0, trumps - LONG_TRUMPS)


def _plain(view: m.WistView) -> m.Play:
    """The highest card that takes, while tricks are needed; otherwise the highest that does not."""
    assert view.seat is not None
    plays = sorted(_plays(view), key=lambda play: (play.power, str(play)))
    takers = [play for play in plays if _taker(view, play.card) == view.seat]
    losers = [play for play in plays if play not in takers]
    if view.tricks[view.seat] < (view.bids[view.seat] or 0):
        return takers[-1] if takers else plays[0]
    return losers[-1] if losers else plays[0]


def _taker(view: m.WistView, card: Card) -> Seat:
    """Who has the trick once this card lies on the table."""
    assert view.seat is not None
    return m.best_of((*view.on_table, (view.seat, card)), view.trump)[0]


class Decision:
    """What the normal bot weighs at one decision."""

    def __init__(self, view: m.WistView) -> None:
        assert view.seat is not None
        self._view = view
        self._seat: Seat = view.seat
        self._outlook = Outlook(view)
        self._judgement = Judgement(self._outlook)
        self._bid = view.bids[view.seat] or 0
        self._held: Held = {suit: _powers(view, suit) for suit in m.SUITS}

    def bid(self) -> m.Bid:
        """The bid that is worth most."""
        return max(_bids(self._view), key=self.worth)

    def card(self) -> m.Play:
        """The card that is worth most; of equals the lowest in need, otherwise the highest."""
        sign = -1 if self._view.tricks[self._seat] < self._bid else 1
        return max(
            _plays(self._view),
            key=lambda play: (round(self._of_card(play), EQUAL), sign * play.power),
        )

    def worth(self, move: Move) -> float:
        """The points to be expected of a bid or a card."""
        if isinstance(move, m.Bid):
            return self._judgement.worth(move.number, 0, self._promise)
        assert isinstance(move, m.Play)
        return self._of_card(move)

    @cached_property
    def _promise(self) -> Promise:
        """What the whole hand promises."""
        return self._judgement.promise(self._held, int(self._view.first == self._seat), {})

    def _of_card(self, play: m.Play) -> float:
        """The points to be expected after this card, less a part of what others gain by it."""
        view = self._view
        trick = (*view.on_table, (self._seat, play.card))
        taker, best = m.best_of(trick, view.trump)
        led = trick[0][1].suit
        stands = self._outlook.stands(best, led)
        if taker == self._seat:
            won, lost = self._after(play, led, took=1), self._after(play, led, took=0)
            return stands * won + (1 - stands) * lost
        others = len(view.bids) - 1
        return self._after(play, led, took=0) - HINDERS * stands * self._gain(taker) / others

    def _after(self, play: m.Play, led: str, took: int) -> float:
        """What the rest of the hand is worth; who takes the trick leads to the next."""
        view = self._view
        rest = tuple(power for power in self._held[play.suit] if power != play.power)
        fallen = {led: self._outlook.fallen(led)}
        promise = self._judgement.promise({**self._held, play.suit: rest}, took, fallen)
        return self._judgement.worth(self._bid, view.tricks[self._seat] + took, promise)

    def _gain(self, seat: Seat) -> float:
        """What a trick brings to another player, so far as his bid is known."""
        bid, taken = self._view.bids[seat], self._view.tricks[seat]
        if bid is None:
            return 0.0
        stake = self._judgement.stake(bid)
        if taken == bid:
            return SPOILS * (stake.missed(bid + 1) - stake.made)
        if bid - self._view.hand_sizes[seat] <= taken < bid:
            return HELPS
        return stake.missed(taken + 1) - stake.missed(taken)


def _powers(view: m.WistView, suit: str) -> tuple[int, ...]:
    return tuple(sorted((m.POWER[c] for c in view.hand if c.suit == suit), reverse=True))

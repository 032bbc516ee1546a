"""Bots of Wist: easy counts high cards, normal weighs every bid and steers for just its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.game import Bot, Move
from audiogames.games.wist import model as m
from audiogames.games.wist.judgement import Judgement, bid_worths
from audiogames.games.wist.model import Bid, Play

CARELESS: Final = 0.25
"""How often the easy bot plays any card that it may."""

HIGH: Final = 11
"""From the king on the easy bot counts a trick."""

DARK_SPREAD: Final = 0.3
"""How much the easy bot's blind bid differs from a fair share, in shares."""


class EasyBot(Bot[m.WistView, Move]):
    """Bids its aces and kings; takes while it needs tricks, then ducks; careless at times."""

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """One of the legal moves."""
        del budget, stop
        if view.bidding:
            return _nearest(view, _counted(view, rng))
        if rng.random() < CARELESS:
            return any_of(view.legal, rng)
        return _plainly(view)


class NormalBot(Bot[m.WistView, Move]):
    """Bids what is worth most with its cards, and plays each card for the worth that it leaves."""

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """One of the legal moves."""
        del budget, stop
        if not view.bidding:
            return Judgement(view).best_card(rng)
        if view.hidden:
            return _nearest(view, round(fair_share(view)))
        return max(_bids(view), key=lambda bid: (bid_worths(view)[bid.number], -bid.number))


def any_of(moves: Sequence[Move], rng: Random) -> Move:
    """Any of these."""
    return rng.choice(moves)


def _bids(view: m.WistView) -> list[Bid]:
    return [move for move in view.legal if isinstance(move, Bid)]


def _nearest(view: m.WistView, wanted: float) -> Bid:
    return min(_bids(view), key=lambda bid: (abs(bid.number - wanted), bid.number))


def fair_share(view: m.WistView) -> float:
    """What the others have left of the tricks, for each who has not bid."""
    known = [bid for bid in view.bids if bid is not None]
    waiting = len(view.bids) - len(known)
    share = (view.cards - sum(known)) / max(1, waiting)
    return max(1.0, share)


def _counted(view: m.WistView, rng: Random) -> float:
    """The high cards; in the dark about a fair share."""
    if view.hidden:
        share = view.cards / len(view.bids)
        return share + rng.uniform(-DARK_SPREAD, DARK_SPREAD) * share
    return sum(m.POWER[card] >= HIGH for card in view.hand)


def _plainly(view: m.WistView) -> Move:
    """The highest card while tricks are needed, the lowest afterwards."""
    assert view.seat is not None
    bid = view.bids[view.seat] or 0
    needs = view.tricks[view.seat] < bid
    plays = [move for move in view.legal if isinstance(move, Play)]
    return max(plays, key=lambda play: (play.power if needs else -play.power, str(play)))

"""The strong bot's search: it looks ahead to the next player's reply, then uses value tables.

Theory of operation
-------------------
The value of a play is the tokens that it moves now plus the value of the position after
it. The value of a position is read from the tables (`value_tables`), by the total, the two
cards that are kept, whose turn it is and how many players are left, but regardless of the
cards that were played. So the next player's reply is searched for each play that is nearly
the best by the tables: the probability of each of that player's hands given the unseen
cards, and their play with it (`opponent_model`).  If only two players are left, the next
player's last play counts too. After that reply the tables apply again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from audiogames.core.events import Seat
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots import opponent_model
from audiogames.games.novantanove.bots.value_tables import PLAYERS, ValueTables

NEAR: Final = 0.6
"""Plays are searched if the tables value them within this many tokens of the best."""
MATCH: Final = 1000.0
"""The value of the match: more than any number of tokens."""


class Lookahead:
    """Evaluates the plays at one decision: all by the value tables, the best also by a search."""

    def __init__(self, view: m.NovantanoveView, tables: ValueTables) -> None:
        assert view.seat is not None
        self._view = view
        self._tables = tables
        self._seat = view.seat
        self._alive = [Seat(seat) for seat, alive in enumerate(view.alive) if alive]
        self._players = min(len(self._alive), PLAYERS[-1])
        self._likely: dict[Seat, opponent_model.Weights] = {}

    def best(self, rng: Random, stop: Callable[[], bool]) -> m.Play:
        """Return the play with the highest value; of equal plays, a random one."""
        near = self.near_best(stop)
        return max(near, key=lambda play: (near[play], rng.random()))

    def near_best(self, stop: Callable[[], bool]) -> dict[m.Play, float]:
        """Return the plays that the tables rate near the best, with their values by search."""
        plays = [play for play in self._view.legal if isinstance(play, m.Play)]
        worths = {play: self._worth(play) for play in plays}
        enough = max(worths.values()) - NEAR
        near = {play: worths[play] for play in plays if worths[play] >= enough}
        if len(near) > 1:
            for play in near:
                if stop():
                    break
                near[play] += self._correction(play)
        return near

    # Values by the tables

    def _worth(self, play: m.Play) -> float:
        after = self._after(play)
        cost = m.outcome(self._view.total, after)
        now = self._swing(cost)
        if cost.ends_round:
            return now
        return now + self._from(self._past(play), self._kept(play), ab.place_of(after))

    def _after(self, play: m.Play) -> int:
        return m.total_after(self._view.total, play, min_zero=self._view.options.min_zero)

    def _swing(self, cost: m.Outcome) -> float:
        """Return the tokens won from each other player on average, minus the tokens lost.

        A player cannot lose more tokens than they have.  Winning the match counts more than any
        tokens.
        """
        tokens = self._view.tokens
        others = [tokens[seat] for seat in self._alive if seat != self._seat]
        if cost.others >= max(others):
            return MATCH
        if cost.player >= tokens[self._seat]:
            return -MATCH
        return sum(min(cost.others, left) for left in others) / len(others) - cost.player

    def _past(self, play: m.Play) -> int:
        return ab.turn_after(ab.action_of(play), 0, self._players)

    def _kept(self, play: m.Play) -> tuple[int, ...]:
        """Return the value tables' indices of the pairs that represent the hand after a play.

        The tables know only hands of two cards.  A single card counts as two cards of its kind, and
        an empty hand as every possible pair of equal cards.
        """
        hand = list(self._view.hand)
        hand.remove(play.card)
        kinds = [ab.kind_of(card) for card in hand]
        if len(kinds) == 2:
            return (ab.pair_of(*kinds),)
        return tuple(ab.pair_of(kind, kind) for kind in kinds or range(len(ab.KINDS)))

    def _from(self, past: int, pairs: tuple[int, ...], total: int) -> float:
        """Return a position's value in the value tables, averaged over these pairs of cards."""
        values = [self._tables.value(self._players, past, pair, total) for pair in pairs]
        return sum(values) / len(values)

    # The next player's reply

    def _correction(self, play: m.Play) -> float:
        """Return the value of this play by search, minus its value by the tables."""
        after = self._after(play)
        past = self._past(play)
        if past != 1 or m.outcome(self._view.total, after).ends_round:
            return 0.0
        pairs, total = self._kept(play), ab.place_of(after)
        replied = self._replied(self._hands(self._next(play)), pairs, total)
        return replied - self._from(past, pairs, total)

    def _replied(
        self, weights: opponent_model.Weights, pairs: tuple[int, ...], total: int
    ) -> float:
        """Return the expected value after the next player's reply (an expectimax of one ply)."""
        worth = whole = 0.0
        steps = ab.EFFECTS[total]
        for model in opponent_model.action_models(self._tables, self._players, total):
            chance = model.chance(weights)
            step = steps[model.action]
            gained = (step.player - step.others) / (len(self._alive) - 1)
            if not step.ends_round:
                past = ab.turn_after(model.action, 1, self._players)
                gained += self._from(past, pairs, step.after)
            worth += chance * gained
            whole += chance
        return worth / whole if whole else self._from(1, pairs, total)

    def _next(self, play: m.Play) -> Seat:
        turns = play.card.rank == "4" and len(self._alive) > 2
        step = -self._view.direction if turns else self._view.direction
        place = (self._alive.index(self._seat) + step) % len(self._alive)
        return self._alive[place]

    def _hands(self, seat: Seat) -> opponent_model.Weights:
        """Return the probability of each hand of this seat."""
        if seat not in self._likely:
            self._likely[seat] = self._weighed(seat)
        return self._likely[seat]

    def _weighed(self, seat: Seat) -> opponent_model.Weights:
        view = self._view
        weights = opponent_model.prior(
            opponent_model.unseen(view, packs_of(view)), view.hand_sizes[seat]
        )
        if view.last is None or view.last[0] != seat or view.hand_sizes[seat] != m.HAND:
            return weights
        _, play, total = view.last
        before = opponent_model.total_before(play, total)
        if before is None:
            return weights
        place = ab.place_of(before)
        return opponent_model.posterior(weights, self._tables, self._players, place, play)


def packs_of(view: m.NovantanoveView) -> int:
    """Return the number of packs of this table."""
    if view.options.packs == "auto":
        return 2 if len(view.tokens) > m.TWO_PACKS_ABOVE else 1
    return int(view.options.packs)

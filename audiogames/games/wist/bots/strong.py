"""The strong bot of Wist: Monte Carlo search over determinizations.

Theory of operation.  Determinizations are sampled that fit what was played and bid (`belief`), as
in M. Ginsberg's bridge program ("GIB: Imperfect Information in a Computationally Challenging
Game", JAIR 14, 2001).  Every move is tried in the same determinizations.  Policies play the round
to its end (`rollout_policy`), where GIB solves it with open cards; in the last tricks all of the
seat's own plays are searched (`endgame`).  The value of a round's points depends on the match.

The budget is spent by sequential halving (Z. Karnin, T. Koren, O. Somekh, "Almost Optimal
Exploration in Multi-Armed Bandits", ICML 2013): after each stage the worse half of the moves is
dropped, so that the best are tried most often.

Rollouts and the normal bot, which evaluates its own hand alone, make different errors.  So a move's
value is the mean of its trials plus, with a certain weight, the points that the normal bot expects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt
from random import Random
from typing import Final

from audiogames.core.character import EVEN, Character
from audiogames.core.contract import Bot, Move
from audiogames.core.events import Seat
from audiogames.games.wist import model as m
from audiogames.games.wist.bots.belief import Belief, Determinization, Stopped
from audiogames.games.wist.bots.endgame import EndgameSearch
from audiogames.games.wist.bots.normal import Decision, NormalBot, liking
from audiogames.games.wist.bots.rollout_policy import rollout

NORMAL_WEIGHT: Final = {True: 0.4, False: 0.25}
"""The weight of the normal bot's expectation beside the trials: for bids, and for cards."""
NEAR: Final = 2
"""Bids further than this from the normal bot's are not tried."""
ENDGAME: Final = {4: 4, 5: 3}
"""The number of last tricks that are searched, by the number of players."""
ENDGAME_WORLDS: Final = 60
"""The most determinizations to search in the last tricks."""
PAID: Final = 5
"""The cards in hand up to which the whole budget is spent; with more there are fewer rollouts."""

# The value of a round for the match

ROUND: Final = {"eight": 8.0, "cagliari": 6.0}
"""How many points a seat typically wins or loses against another in one round."""
NEAR_EVEN: Final = 4.0
"""The lead in points at the end of a match that still counts as nearly even."""
POINTS: Final = 0.1
"""The additional value of a point, so that a decided match is still played for the score."""
FAR: Final = 50.0
"""Leads of more than this many spreads are equal."""


class StrongBot(Bot[m.WistView, Move]):
    """Chooses the move with the best result in sampled deals that fit its knowledge."""

    def __init__(self, character: Character = EVEN) -> None:
        self._character = character

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Return the move with the best value; each rollout costs one unit of the budget."""
        usual = NormalBot().choose(view, rng, budget, stop)
        if view.hidden:
            return usual
        moves = candidate_bids(view, usual) if isinstance(usual, m.Bid) else candidate_cards(view)
        if len(moves) == 1 or budget < len(moves):
            return usual
        trials = Trials(view, rng, moves, self._likings(moves, usual))
        try:
            trials.run(budget, stop)
        except Stopped:
            return usual
        return trials.moves[0]

    def _likings(self, moves: Sequence[Move], usual: Move) -> Mapping[Move, float]:
        """Return a bonus for each move: the bot's character prefers some bids."""
        daring = self._character.daring
        if not daring or not isinstance(usual, m.Bid):
            return {}
        return {move: liking(move, usual, daring) for move in moves}


def candidate_bids(view: m.WistView, usual: m.Bid) -> list[Move]:
    """Return the bids worth trying, near the normal bot's."""
    return [bid for bid in view.legal if abs(bid.number - usual.number) <= NEAR]


def candidate_cards(view: m.WistView) -> list[Move]:
    """Return the legal cards, but only the lowest of each run of equivalent neighbours."""
    fallen = {card for _, card in view.history} - {card for _, card in view.on_table}
    gone = fallen | set(view.hand)
    between = [card for card in m.PACKS[len(view.bids)] if card not in gone]
    found: list[Move] = []
    below: dict[int, int] = {}
    for play in sorted(view.legal, key=lambda play: play.power):
        powers = [m.POWER[card] for card in between if m.PLAYS[card].suit == play.suit]
        number = sum(power < play.power for power in powers)
        if below.get(play.suit) != number:
            found.append(play)
        below[play.suit] = number
    return found


def is_late(view: m.WistView) -> bool:
    """Return True if so few tricks are left that they are searched exactly."""
    return not view.bidding and len(view.hand) <= ENDGAME[len(view.bids)]


def paid(view: m.WistView) -> float:
    """Return the fraction of the budget to spend.

    It is lower early in a round, when rollouts are long.
    """
    return min(1.0, PAID / len(view.hand))


class Trials:
    """Compares moves by rollouts or search.

    `moves` are the moves that have not been dropped yet, the best first.
    """

    def __init__(
        self,
        view: m.WistView,
        rng: Random,
        moves: Sequence[Move],
        likings: Mapping[Move, float] | None = None,
    ) -> None:
        assert view.seat is not None
        self._seat: Seat = view.seat
        self.moves = list(moves)
        self._belief = Belief(view, rng)
        self._equity = MatchEquity(view)
        decision, weight = Decision(view), NORMAL_WEIGHT[view.bidding]
        self._normal = {move: weight * decision.expected_points(move) for move in moves}
        for move, more in (likings or {}).items():
            self._normal[move] += more
        self._sums = dict.fromkeys(moves, 0.0)
        self._late = is_late(view)
        self._tried = 0
        self._paid = paid(view)

    def run(self, budget: int, stop: Callable[[], bool]) -> None:
        """Evaluate the moves by rollouts, repeatedly dropping the worse half, or by endgame search.

        Raises `Stopped`.
        """
        if self._late:
            self._search_endgame(min(ENDGAME_WORLDS, budget // len(self.moves)), stop)
            return
        budget = round(budget * self._paid)
        stages = (len(self.moves) - 1).bit_length()
        for stage in range(stages, 0, -1):
            number = budget // (stage * len(self.moves))
            budget -= number * len(self.moves)
            self._try(number, stop)
            if stage > 1:
                del self.moves[(len(self.moves) + 1) // 2 :]

    def values(self, moves: Sequence[Move], number: int, stop: Callable[[], bool]) -> list[float]:
        """Return each move's mean value in `number` new sampled deals.  Raises `Stopped`."""
        worlds = self._belief.sample(number, stop)
        if self._late:
            search = EndgameSearch(self._seat, self._equity.value, stop)
            sums = [search.value(worlds, move) for move in moves]
        else:
            sums = [0.0] * len(moves)
            for world in worlds:
                for place, move in enumerate(moves):
                    if stop():
                        raise Stopped
                    sums[place] += self._equity.value(self._points(world, move))
        return [
            total / len(worlds) + self._normal[move]
            for total, move in zip(sums, moves, strict=True)
        ]

    def _value(self, move: Move) -> float:
        return self._sums[move] / max(1, self._tried) + self._normal[move]

    def _search_endgame(self, number: int, stop: Callable[[], bool]) -> None:
        """Evaluate all moves by search, in the same `number` sampled deals."""
        worlds = self._belief.sample(number, stop)
        search = EndgameSearch(self._seat, self._equity.value, stop)
        for move in self.moves:
            self._sums[move] = search.value(worlds, move)
        self._sort(number)

    def _try(self, number: int, stop: Callable[[], bool]) -> None:
        """Try all remaining moves in `number` new sampled deals.  Raises `Stopped`."""
        for world in self._belief.sample(number, stop):
            for move in self.moves:
                if stop():
                    raise Stopped
                points = self._points(world, move)
                self._sums[move] += self._equity.value(points)
        self._sort(number)

    def _sort(self, number: int) -> None:
        """Add `number` to the count of trials, and sort the moves, the best first."""
        self._tried += number
        self.moves.sort(key=self._value, reverse=True)

    def _points(self, world: Determinization, move: Move) -> Sequence[int]:
        """Return all seats' points after this move and a rollout."""
        state = world.state.copy()
        state.apply(self._seat, move)
        if state.phase is m.Phase.BIDDING:
            self._belief.bid_on(Determinization(state, world.policies))
        return rollout(state, world.policies)


class MatchEquity:
    """The value of a round's points to one seat, depending on the scores and the rounds left.

    A seat's expected share of the win falls with each point by which another seat leads, as in
    a softmax of the scores; the more rounds are left, the less a point decides.  At equal
    scores the value is the margin over the other seats, in points; in the last round it is
    nearly the probability of winning.
    """

    def __init__(self, view: m.WistView) -> None:
        assert view.seat is not None
        self._seat = view.seat
        self._scores = view.scores
        left = view.rounds - view.round
        self._spread = sqrt(NEAR_EVEN**2 + left * ROUND[view.options.form] ** 2)

    def value(self, points: Sequence[int]) -> float:
        """Return the value of scoring these points; at equal scores it is the margin in points."""
        seat, spread = self._seat, self._spread
        own = self._scores[seat] + points[seat]
        against = 0.0
        for score, more in zip(self._scores, points, strict=True):
            against += exp(min(FAR, (score + more - own) / spread))
        margin = points[seat] - sum(points) / len(points)
        return len(points) * spread / against + POINTS * margin

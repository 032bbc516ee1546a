"""The strong bot's play at a table of two: it infers hidden cards from the opponent's plays.

Theory of operation
-------------------
After a play, two cards stay in hand: the kept pair. It is hidden, but each play reveals
something about it: an ace would be played at 98. Between two players most of a round is
known: every card that the opponent has played, and from which total (`course`). Bayes' rule
is applied to these plays one by one; it weights each pair that the opponent may have kept
(`kept_pairs`), by the unseen cards. A play's value is the expected value of the opponent's
answers over these weights; after the answer the value comes from tables for both known
pairs (`duel_tables`). The opponent is assumed to choose partly by the best immediate swing
(tokens won minus tokens lost), partly by the recommendations of the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import Final

from audiogames.core.events import Seat
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots import opponent_model
from audiogames.games.novantanove.bots.duel_tables import UNIT, DuelTables
from audiogames.games.novantanove.bots.lookahead import Lookahead, packs_of
from audiogames.games.novantanove.bots.opponent_model import Weights
from audiogames.games.novantanove.bots.value_tables import ValueTables

GREEDY: Final = 0.35
"""The share of the opponent's play that is assumed to be the best immediate swing."""
DOUBT: Final = 0.05
"""How often the opponent is assumed to deviate from the model."""

NEVER: Final = (0.0,) * len(ab.PAIRS)

Step = tuple[int, m.Play]
"""The total before a play, and the play."""

Course = tuple[tuple[Seat, int, m.Play], ...]
"""The plays of a round: the player, the total before, and the play."""

Likely = Callable[[int, int], Sequence[float]]
"""A function that returns the probability of an action at a total's index, for each pair then kept.
"""


# The opponent's plays


def course(view: m.NovantanoveView) -> list[Step]:
    """Return the opponent's plays of this round that can be inferred, the oldest first.

    The history lacks the chosen values of aces and tens, but nearly always only one sequence of
    values leads to the current total.  If there are several, the one with the fewest blunders is
    assumed.  A blunder is a value with a worse immediate cost than another value of the same card.
    """
    if view.last is None:
        return []
    who, play, total = view.last
    known: Course = ()
    if not view.reshuffled:
        known = _likeliest(view)
    elif any(card is not None for _, card in view.history):
        before = opponent_model.total_before(play, total)
        known = () if before is None else ((who, before, play),)
    return [(before, play) for who, before, play in known if who != view.seat]


def _likeliest(view: m.NovantanoveView) -> Course:
    """Return the sequence of plays with the fewest blunders that leads to the present total.

    It begins with the first play of the round, at total 0.  It is empty if no choice of card values
    leads to this total.
    """
    cards = [(seat, card) for seat, card in view.history if card is not None]
    courses: dict[int, tuple[int, Course]] = {0: (0, ())}
    for number, (seat, card) in enumerate(cards, 1):
        plays = m.PLAYS[card]
        if number == len(cards) and view.last is not None:
            plays = (view.last[1],)
        longer: dict[int, tuple[int, Course]] = {}
        for total, (blunders, before) in courses.items():
            for after, blunder, play in _continuations(
                plays, total, min_zero=view.options.min_zero
            ):
                cost = blunders + blunder
                if after not in longer or cost < longer[after][0]:
                    longer[after] = (cost, (*before, (seat, total, play)))
        courses = longer
    _, known = courses.get(view.total, (0, ()))
    return known


def _continuations(
    plays: Sequence[m.Play], total: int, *, min_zero: bool
) -> list[tuple[int, bool, m.Play]]:
    """Return the ways to play a card that do not end the round.

    Each is a tuple: the total after it, whether the play is a blunder, and the play.
    """
    afters = [m.total_after(total, play, min_zero=min_zero) for play in plays]
    costs = [m.outcome(total, after) for after in afters]
    best = max(cost.others - cost.player for cost in costs)
    return [
        (after, cost.others - cost.player < best, play)
        for play, after, cost in zip(plays, afters, costs, strict=True)
        if not cost.ends_round
    ]


# The opponent's kept cards and answers


@lru_cache(maxsize=len(ab.TOTALS))
def answers(tables: DuelTables, total: int) -> Mapping[int, Sequence[float]]:
    """Return each action's probability at this total, for every pair kept after the action."""
    worths = opponent_model.worths_of(tables.value, 2, total)
    found: dict[int, list[float]] = {}
    for options in ab.CHOICES:
        kept = dict(options)
        for action, share in opponent_model.shares_of(options, worths, total, GREEDY).items():
            found.setdefault(action, [0.0] * len(ab.PAIRS))[kept[action]] = share
    return found


def kept_pairs(plays: Sequence[Step], left: Sequence[int], likely: Likely) -> Weights | None:
    """Return for each pair of cards the probability that the opponent holds it after these plays.

    `left` is the number of unseen cards of each kind; `likely` returns the likelihood of an action
    at a total, for each pair.  None means that there are no plays, or that no pair explains them.
    """
    unseen = list(left)
    for _, play in plays:
        unseen[ab.kind_of(play.card)] += 1
    pairs: Weights | None = None
    for before, play in plays:
        kind = ab.kind_of(play.card)
        hands = [by_kind[kind] for by_kind in ab.DRAWN]
        if pairs is None:
            made = list(map(opponent_model.prior(unseen, m.HAND).__getitem__, hands))
        else:
            made = drawn(pairs, unseen, hands)
        pairs = list(map(mul, made, likely(ab.action_of(play), ab.place_of(before))))
        whole = sum(pairs)
        if not whole:
            return None
        pairs = [weight / whole for weight in pairs]
        unseen[kind] -= 1
    return pairs


_WAYS: Final = tuple(
    tuple({(kept, kind, hand.count(kind) - 1) for kind, kept in zip(hand, pairs, strict=True)})
    for hand, pairs in zip(ab.HANDS, ab.KEPT, strict=True)
)
"""How each hand can arise: the pair before, the kind drawn, and how many of it the pair had."""


def drawn(pairs: Weights, left: Sequence[int], hands: Iterable[int]) -> list[float]:
    """Return the probability of each hand after one of the remaining cards is drawn to a pair."""
    return [
        sum([pairs[pair] * max(left[kind] - held, 0) for pair, kind, held in _WAYS[hand]])
        for hand in hands
    ]


# The decision


class Duel(Lookahead):
    """The search at a table of two, which infers the opponent's hand from all their plays.

    The hand is the pair of cards that the opponent holds after a play, before the draw.
    """

    def __init__(self, view: m.NovantanoveView, tables: ValueTables, duel: DuelTables) -> None:
        super().__init__(view, tables)
        self._duel = duel
        self._left = opponent_model.unseen(view, packs_of(view))
        self.kept = self._concluded()
        self._weights = self._weighed_hands()

    def near_best(self, stop: Callable[[], bool]) -> dict[m.Play, float]:
        """Return the value of every legal play.

        Once `stop` returns True, values are read from tables; the opponent's answers are not tried.
        """
        plays = [play for play in self._view.legal if isinstance(play, m.Play)]
        return {play: self._play_worth(play, by_sheets=stop()) for play in plays}

    def _concluded(self) -> Weights | None:
        """Return the probability of each pair of cards that the opponent may hold, or None.

        None means that it is unknown: after a missed draw, or if no play of the opponent can
        be inferred.
        """
        view = self._view
        other = 1 - self._seat
        gone = [card for seat, card in view.history if seat == other]
        if view.hand_sizes[other] != m.HAND or gone.count(None) * 2 != len(gone):
            return None
        plays = course(view)
        return kept_pairs(plays, self._left, self._likely_actions) if plays else None

    def _likely_actions(self, action: int, total: int) -> Sequence[float]:
        often = answers(self._duel, total).get(action, NEVER)
        return [DOUBT + share for share in often]

    def _weighed_hands(self) -> Weights:
        """Return the probability of each hand of the opponent, or zeros if no hand is possible."""
        size = self._view.hand_sizes[1 - self._seat]
        weights: Weights = (
            [0.0] if self.kept is None else drawn(self.kept, self._left, range(len(ab.HANDS)))
        )
        if not any(weights):
            weights = opponent_model.prior(self._left, size)
        whole = sum(weights) or 1.0
        return [weight / whole for weight in weights]

    def _play_worth(self, play: m.Play, *, by_sheets: bool) -> float:
        after = self._after(play)
        cost = m.outcome(self._view.total, after)
        now = self._swing(cost)
        if cost.ends_round:
            return now
        again, total = play.card.rank == "J", ab.place_of(after)
        values = []
        for pair in self._kept(play):
            if by_sheets or (again and self.kept is None):
                values.append(self._duel.value(0 if again else 1, pair, total))
            elif again:
                values.append(self._acting(pair, total))
            else:
                values.append(self._answered(pair, total))
        return now + sum(values) / len(values)

    def _acting(self, pair: int, total: int) -> float:
        """Return the expected value of this pair if the bot plays again, as after a jack."""
        assert self.kept is not None
        worth = sum(map(mul, self.kept, self._duel.to_act(pair, total)))
        return float(worth / UNIT / sum(self.kept))

    def _answered(self, pair: int, total: int) -> float:
        """Return the expected value of keeping this pair of cards, over the opponent's replies."""
        worth = 0.0
        effects = ab.EFFECTS[total]
        for action, shares in answers(self._duel, total).items():
            kind, effect = ab.KIND[action], effects[action]
            chances = [
                share and share * self._weights[hands[kind]]
                for share, hands in zip(shares, ab.DRAWN, strict=True)
            ]
            worth += sum(chances) * (effect.player - effect.others)
            if effect.ends_round:
                continue
            if kind == ab.JACK:
                ahead = -sum(map(mul, chances, self._duel.to_wait(pair, effect.after)))
            else:
                ahead = sum(map(mul, chances, self._duel.to_act(pair, effect.after)))
            worth += ahead / UNIT
        return worth

"""The strong bot's play at a table of two: what the other keeps is concluded from all their plays.

Theory of operation
-------------------
A kept card is a secret, and each play tells something of it: with an ace at 98 one plays it.
Between two players most of a round is known: every card that the other has played, and from which
total (`course`).
Bayes' rule goes through these plays one by one and weighs each pair that the other may have kept
(`kept_pairs`), by the cards that are not seen.
A play is worth what the other's answers to it are worth, each hand weighed so; behind the answer
the tables speak, which know both pairs (`duel_tables`).
The other is taken to play partly the best swing at once, partly what the same tables recommend.
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
"""How much of the other's play is taken to be the best swing at once."""
DOUBT: Final = 0.05
"""How often the other does what nobody expects."""

NEVER: Final = (0.0,) * len(ab.PAIRS)

Step = tuple[int, m.Play]
"""The total before, and what was played."""

Course = tuple[tuple[Seat, int, m.Play], ...]
"""Who played, from which total, and what."""

Likely = Callable[[int, int], Sequence[float]]
"""How likely an action is at the place of a total, for each pair that is then kept."""


# What the other has played


def course(view: m.NovantanoveView) -> list[Step]:
    """The plays of the other in this round, as far as they are known, the oldest first.

    The history does not tell which value an ace or a ten had, but nearly always only one course
    leads to the total.  Of several, the one is taken in which fewest values were a blunder.
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
    """All plays from the total of nothing on; none where no course leads to the total."""
    cards = [(seat, card) for seat, card in view.history if card is not None]
    courses: dict[int, tuple[int, Course]] = {0: (0, ())}
    for number, (seat, card) in enumerate(cards, 1):
        plays = m.PLAYS[card]
        if number == len(cards) and view.last is not None:
            plays = (view.last[1],)
        longer: dict[int, tuple[int, Course]] = {}
        for total, (blunders, before) in courses.items():
            for after, blunder, play in _goes_on(plays, total, min_zero=view.options.min_zero):
                cost = blunders + blunder
                if after not in longer or cost < longer[after][0]:
                    longer[after] = (cost, (*before, (seat, total, play)))
        courses = longer
    _, known = courses.get(view.total, (0, ()))
    return known


def _goes_on(
    plays: Sequence[m.Play], total: int, *, min_zero: bool
) -> list[tuple[int, bool, m.Play]]:
    """The totals to which a card leads in a round that goes on, and whether its value was poor."""
    afters = [m.total_after(total, play, min_zero=min_zero) for play in plays]
    costs = [m.outcome(total, after) for after in afters]
    best = max(cost.others - cost.player for cost in costs)
    return [
        (after, cost.others - cost.player < best, play)
        for play, after, cost in zip(plays, afters, costs, strict=True)
        if not cost.ends_round
    ]


# What the other keeps, and what they would do


@lru_cache(maxsize=len(ab.TOTALS))
def answers(tables: DuelTables, total: int) -> Mapping[int, Sequence[float]]:
    """How often each action is taken at a total, for each pair that it then keeps."""
    worths = opponent_model.worths_of(tables.value, 2, total)
    found: dict[int, list[float]] = {}
    for options in ab.CHOICES:
        kept = dict(options)
        for action, share in opponent_model.shares_of(options, worths, total, GREEDY).items():
            found.setdefault(action, [0.0] * len(ab.PAIRS))[kept[action]] = share
    return found


def kept_pairs(plays: Sequence[Step], left: Sequence[int], likely: Likely) -> Weights | None:
    """How likely each pair is that the other kept at the last of these plays; None: nobody knows.

    `left` is how many cards of each kind are not seen yet.
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
"""How each hand came about: the pair that there was, the kind drawn to it, how many it had."""


def drawn(pairs: Weights, left: Sequence[int], hands: Iterable[int]) -> list[float]:
    """How likely these hands are, once one of the cards that are left has come to the pair."""
    return [
        sum([pairs[pair] * max(left[kind] - held, 0) for pair, kind, held in _WAYS[hand]])
        for hand in hands
    ]


# The decision


class Duel(Lookahead):
    """One decision at a table of two."""

    def __init__(self, view: m.NovantanoveView, tables: ValueTables, duel: DuelTables) -> None:
        super().__init__(view, tables)
        self._duel = duel
        self._left = opponent_model.unseen(view, packs_of(view))
        self.kept = self._concluded()
        self._weights = self._weighed_hands()

    def near_best(self, stop: Callable[[], bool]) -> dict[m.Play, float]:
        """What every play is worth; where there is no time, what the sheets say of it."""
        plays = [play for play in self._view.legal if isinstance(play, m.Play)]
        return {play: self._play_worth(play, by_sheets=stop()) for play in plays}

    def _concluded(self) -> Weights | None:
        """How likely each pair is that the other keeps, where they have missed no draw."""
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
        """How likely each hand of the other's is; together 1, unless none is possible."""
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
        """What this pair is worth when it is its own turn."""
        assert self.kept is not None
        worth = sum(map(mul, self.kept, self._duel.to_act(pair, total)))
        return float(worth / UNIT / sum(self.kept))

    def _answered(self, pair: int, total: int) -> float:
        """What this pair is worth when the other answers, over all that they may do."""
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

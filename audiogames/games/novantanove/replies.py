"""What another player is likely to do: his hands, by the cards not seen yet, and his habits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import Final, NamedTuple

from audiogames.games.novantanove import model as m
from audiogames.games.novantanove import positions as p
from audiogames.games.novantanove.tables import NEAR_SIGHTED, Tables

DOUBT: Final = 0.02
"""How often anybody does what nothing speaks for."""

Weights = Sequence[float]
"""How likely each hand is beside the others."""


def unseen(view: m.NovantanoveView, packs: int) -> list[int]:
    """How many cards of each kind this seat cannot see."""
    left = [packs * copies for copies in p.COPIES]
    for card in (*view.hand, *(card for _, card in view.history if card is not None)):
        left[p.kind_of(card)] -= 1
    return left


def hands(left: Sequence[int], size: int) -> Weights:
    """The ways of drawing each hand from what is left."""
    if size == 3:
        return _threes(left)
    weights = [0.0] * len(p.HANDS)
    for first, cards in enumerate(left):
        if size < 2:
            weights[_TWICE[first][first]] = float(cards)
            continue
        weights[_TWICE[first][first]] = cards * (cards - 1) / 2
        for second in range(first + 1, len(left)):
            weights[_TWICE[first][second]] = float(cards * left[second])
    return weights


_TWICE: Final = tuple(
    tuple(p.DRAWN[p.pair_of(first, second)][second] for second in range(len(p.KINDS)))
    for first in range(len(p.KINDS))
)
"""The hand of three that stands for one of two: the second card counts twice."""


def _threes(left: Sequence[int]) -> Weights:
    """In the order of `HANDS`: equal cards first."""
    weights: list[float] = []
    for first, cards in enumerate(left):
        two = cards * (cards - 1) / 2
        after = left[first + 1 :]
        weights.append(two * (cards - 2) / 3)
        weights += [two * other for other in after]
        for second, others in enumerate(after):
            both = cards * others
            weights.append(both * (others - 1) / 2)
            weights += [both * other for other in after[second + 1 :]]
    return weights


class Habit(NamedTuple):
    """One way, the hands that lead to it, and how often each does."""

    way: int
    hands: tuple[int, ...]
    shares: tuple[float, ...]

    def chance(self, weights: Weights) -> float:
        """How likely the way is, in the measure of the weights."""
        return float(sum(map(mul, self.shares, map(weights.__getitem__, self.hands))))


@lru_cache(maxsize=512)
def habits(tables: Tables, players: int, total: int) -> tuple[Habit, ...]:
    """What players do at a total: partly the best swing at once, partly what the tables say."""
    worths = _worths(tables, players, total)
    found: dict[int, dict[int, float]] = {}
    known: dict[float, float] = {}  # there are few different shares: each number is kept once
    for hand, options in enumerate(p.OPTIONS):
        for way, share in _shares(options, worths, total).items():
            found.setdefault(way, {})[hand] = known.setdefault(share, share)
    return tuple(Habit(way, tuple(by), tuple(by.values())) for way, by in sorted(found.items()))


def _worths(tables: Tables, players: int, total: int) -> list[list[float]]:
    """What each way, with each pair kept, is worth to the player himself."""
    worths = []
    for way, step in enumerate(p.STEPS[total]):
        swing = float(step.others - step.player)
        past = p.turn_after(way, 0, players)
        worths.append(
            [
                swing + (0 if step.ends_round else tables.value(players, past, pair, step.after))
                for pair in range(len(p.PAIRS))
            ]
        )
    return worths


def _shares(
    options: Sequence[tuple[int, int]], worths: Sequence[Sequence[float]], total: int
) -> Mapping[int, float]:
    """How often a hand takes each way."""
    steps = p.STEPS[total]
    swings = [steps[way].others - steps[way].player for way, _ in options]
    best = max(swings)
    equals = [way for (way, _), swing in zip(options, swings, strict=True) if swing == best]
    shares: Counter[int] = Counter()
    for way in equals:
        shares[way] += NEAR_SIGHTED / len(equals)  # type: ignore[assignment]
    wise, _ = max(options, key=lambda option: worths[option[0]][option[1]])
    shares[wise] += 1 - NEAR_SIGHTED  # type: ignore[assignment]
    return shares


def remembered(
    weights: Weights, tables: Tables, players: int, before: int, play: m.Play
) -> Weights:
    """The weights once it counts what this player did last, at this place of the total.

    Any of his three cards may be the one that he drew since.
    """
    way = p.way_of(play)
    done = next((habit for habit in habits(tables, players, before) if habit.way == way), None)
    if done is None:
        return weights
    often = dict(zip(done.hands, done.shares, strict=True))
    kind = p.KIND[way]
    likely = [DOUBT + often.get(drawn[kind], 0.0) for drawn in p.DRAWN]
    return [
        weight * (likely[first] + likely[second] + likely[third])
        for weight, (first, second, third) in zip(weights, p.KEPT, strict=True)
    ]


def total_before(play: m.Play, total: int) -> int | None:
    """The total that this play started from, or None where that cannot be told."""
    starts: Iterable[int] = (2 * total, total // 2) if play.doubles else (total - play.points,)
    fitting = {
        start for start in starts if start in p.TOTALS and m.total_after(start, play) == total
    }
    return fitting.pop() if len(fitting) == 1 else None

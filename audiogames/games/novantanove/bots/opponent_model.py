"""The opponent model: the probabilities of a player's hands, and of their plays with each.

The prior counts the ways of drawing each hand from the unseen cards.  Bayes' rule weights it by the
likelihood of the player's last play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from operator import mul
from typing import Final, NamedTuple

from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots.value_tables import GREEDY_SHARE, ValueTables

DOUBT: Final = 0.02
"""How often players deviate from the model: no hand is ever ruled out."""

Weights = Sequence[float]
"""The relative probability of each hand."""


def unseen(view: m.NovantanoveView, packs: int) -> list[int]:
    """Return the number of cards of each kind that this seat cannot see."""
    left = [packs * copies for copies in ab.COPIES]
    for card in (*view.hand, *(card for _, card in view.history if card is not None)):
        left[ab.kind_of(card)] -= 1
    return left


def prior(left: Sequence[int], size: int) -> Weights:
    """Return a weight for each hand: the number of ways to draw it from the remaining cards."""
    if size == 3:
        return _threes(left)
    weights = [0.0] * len(ab.HANDS)
    for first, cards in enumerate(left):
        if size < 2:
            weights[_TWICE[first][first]] = float(cards)
            continue
        weights[_TWICE[first][first]] = cards * (cards - 1) / 2
        for second in range(first + 1, len(left)):
            weights[_TWICE[first][second]] = float(cards * left[second])
    return weights


_TWICE: Final = tuple(
    tuple(ab.DRAWN[ab.pair_of(first, second)][second] for second in range(len(ab.KINDS)))
    for first in range(len(ab.KINDS))
)
"""The hand of three that stands for a hand of two: the second card counts twice."""


def _threes(left: Sequence[int]) -> Weights:
    """Return the number of ways to draw each hand of three cards, in the order of `HANDS`.

    `left` is the number of unseen cards of each kind.
    """
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


class ActionModel(NamedTuple):
    """An action, the hands with which it may be chosen, and its probability with each of them."""

    action: int
    hands: tuple[int, ...]
    shares: tuple[float, ...]

    def chance(self, weights: Weights) -> float:
        """Return the total probability of this action.

        It is the sum, over all hands, of the hand's weight times the action's probability with it.
        """
        return float(sum(map(mul, self.shares, map(weights.__getitem__, self.hands))))


@lru_cache(maxsize=512)
def action_models(tables: ValueTables, players: int, total: int) -> tuple[ActionModel, ...]:
    """Return the hands that may choose each action at this total, with probabilities.

    A share of the players is assumed to choose greedily, by the tokens that are won or lost at
    once; the others choose by the value tables.
    """
    worths = worths_of(partial(tables.value, players), players, total)
    found: dict[int, dict[int, float]] = {}
    known: dict[float, float] = {}  # few shares differ, so equal ones share one object
    for hand, options in enumerate(ab.CHOICES):
        for action, share in shares_of(options, worths, total, GREEDY_SHARE).items():
            found.setdefault(action, {})[hand] = known.setdefault(share, share)
    return tuple(
        ActionModel(action, tuple(by), tuple(by.values())) for action, by in sorted(found.items())
    )


def worths_of(
    value: Callable[[int, int, int], float], players: int, total: int
) -> list[list[float]]:
    """Return the acting player's value of each action, for each pair of cards kept after it.

    `value` returns the value of a position, given whose turn it is, the pair and the total.
    """
    worths = []
    for action, effect in enumerate(ab.EFFECTS[total]):
        swing = float(effect.others - effect.player)
        past = ab.turn_after(action, 0, players)
        worths.append(
            [
                swing + (0 if effect.ends_round else value(past, pair, effect.after))
                for pair in range(len(ab.PAIRS))
            ]
        )
    return worths


def shares_of(
    options: Sequence[tuple[int, int]],
    worths: Sequence[Sequence[float]],
    total: int,
    greedy: float,
) -> Mapping[int, float]:
    """Return the probability of each action of an opponent with one hand.

    `options` has the hand's possible actions, each with the pair of cards kept after it.  A
    share `greedy` of the players is assumed to choose the best immediate difference in tokens,
    the other players the best value in `worths`.
    """
    effects = ab.EFFECTS[total]
    swings = [effects[action].others - effects[action].player for action, _ in options]
    best = max(swings)
    equals = [action for (action, _), swing in zip(options, swings, strict=True) if swing == best]
    shares: Counter[int] = Counter()
    for action in equals:
        shares[action] += greedy / len(equals)  # type: ignore[assignment]
    wise, _ = max(options, key=lambda option: worths[option[0]][option[1]])
    shares[wise] += 1 - greedy  # type: ignore[assignment]
    return shares


def posterior(
    weights: Weights, tables: ValueTables, players: int, before: int, play: m.Play
) -> Weights:
    """Return the weights of a player's hands, updated by the likelihood of their last play.

    `before` is the index of the total before the play.  Any of the three cards may be the one
    that the player drew after the play.
    """
    action = ab.action_of(play)
    done = next(
        (model for model in action_models(tables, players, before) if model.action == action), None
    )
    if done is None:
        return weights
    often = dict(zip(done.hands, done.shares, strict=True))
    kind = ab.KIND[action]
    likely = [DOUBT + often.get(drawn[kind], 0.0) for drawn in ab.DRAWN]
    return [
        weight * (likely[first] + likely[second] + likely[third])
        for weight, (first, second, third) in zip(weights, ab.KEPT, strict=True)
    ]


def total_before(play: m.Play, total: int) -> int | None:
    """Return the total before this play, or None if it is ambiguous."""
    starts: Iterable[int] = (2 * total, total // 2) if play.doubles else (total - play.points,)
    fitting = {
        start for start in starts if start in ab.TOTALS and m.total_after(start, play) == total
    }
    return fitting.pop() if len(fitting) == 1 else None

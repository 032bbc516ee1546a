"""Estimates how many points it is worth to be dealt each card, for the luck in match reviews.

    python -m tools.fit_card_worth GAME --seats 2 [--deals 10000] [--seed 1] [--set form=scopone]

Run it from the top folder of the project. Normal bots play single deals, in all seats. A side's
lead over the best other side is explained by the cards dealt to its first seat, with least squares
over classes of cards (`numpy.linalg.lstsq`): in Briscola the ranks, separately for the trump suit,
in Scopa the ranks, separately for coins. The tool prints the value of each class relative to the
average card of the pack, by rank, and the largest standard error of a row.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from audiogames.cards.card import SUITS, Card
from audiogames.core.contract import Turn
from audiogames.core.options import read_options
from audiogames.core.registry import Spec, game
from audiogames.games.briscola.bots.luck import class_of as briscola_class
from audiogames.games.scopa.bots.luck import class_of as scopa_class
from audiogames.search.arena import BUDGET, bot, never

Class = tuple[bool, int]
"""Whether a card is a trump (or in Scopa a coin), and its rank."""


def deals(spec: Spec, options: object, seats: int, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Play deals endlessly; yield each deal's final state and the cards that seat 0 played."""
    normal = bot(spec, "normal")
    while True:
        state: Any = spec.rules.start(options, seats)
        while isinstance(state.to_act, Turn):
            state.apply(None, spec.rules.chance(state, rng))
        given: list[Card] = []
        while not isinstance(turn := state.to_act, Turn):
            move: Any = normal.choose(state.view(turn), rng, BUDGET, never)
            if turn == 0:
                given.append(move.card)
            state.apply(turn, move)
        yield state, given


def observed(id_: str, state: Any, given: list[Card]) -> tuple[Counter[Class], float]:
    """Return how many cards of each class seat 0 had, and its points minus the best opponent's."""
    if id_ == "briscola":
        points, trump = state.sheet[-1].points, SUITS["italian"][state.trump]
        classes = Counter(briscola_class(card, trump) for card in given)
    else:
        points = state.score
        classes = Counter(map(scopa_class, given))
    return classes, points[0] - max(points[1:])


def fitted(seen: list[tuple[Counter[Class], float]]) -> dict[Class, tuple[float, float]]:
    """Return the value of each class of cards relative to the average card, with its error.

    Cards are in one class if they have the same rank and are both trumps (in Scopa coins) or
    both not.  The error is the standard error.
    """
    classes = sorted(set().union(*(counts for counts, _ in seen)))
    counts = np.array([[one[name] for name in classes] for one, _ in seen], dtype=float)
    made = np.array([value for _, value in seen])
    weights, *_ = np.linalg.lstsq(counts, made, rcond=None)
    often = counts.sum(axis=0) / counts.sum()
    rest = made - counts @ weights
    inverse = np.linalg.pinv(counts.T @ counts) * (rest @ rest) / (len(made) - len(classes))
    centre = np.eye(len(classes)) - often
    errors = np.sqrt(np.diag(centre @ inverse @ centre.T))
    found = weights - often @ weights
    return {
        name: (float(worth), float(error))
        for name, worth, error in zip(classes, found, errors, strict=True)
    }


def main() -> None:
    """Play deals, fit the value of each class of cards to them, and print the values."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("briscola", "scopa"))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    spec = game(asked.game)
    options = read_options(spec.options, dict(one.split("=") for one in asked.set))
    played = deals(spec, options, asked.seats, Random(asked.seed))
    seen = [observed(spec.id, *next(played)) for _ in range(asked.deals)]
    found = fitted(seen)
    for is_apart in (False, True):
        row = [found[name] for name in sorted(found) if name[0] == is_apart]
        worths = ", ".join(f"{worth:.2f}" for worth, _ in row)
        print(f"({worths})  +-{max(error for _, error in row):.2f}")


if __name__ == "__main__":
    main()

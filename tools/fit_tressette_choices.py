"""Fits how bots of Tressette choose among their cards: writes the game's `fitted.py`.

    python tools/fit_tressette_choices.py [--deals N] [--budget N] [--seed S]

Strong bots that ignore the choices of others play deals. Each card played is a choice among the
legal cards, and the weights of the cards' features are fitted by maximum likelihood: a conditional
logit (McFadden 1974) with a small penalty on the squares of the weights. One deal of five is kept
out of the fit. The game's `bots/features` uses the weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from audiogames.core.contract import Turn
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots import features
from audiogames.games.tressette.bots.likelihood import ObservedPlay, observed_plays
from audiogames.games.tressette.bots.strong import StrongBot
from audiogames.games.tressette.rules import TressetteRules
from audiogames.games.tressette.state import TressetteState

FITTED: Final = Path("audiogames/games/tressette/bots/fitted.py")
HEAD: Final = '''"""What the features of a card weigh: made by `tools/fit_tressette_choices.py`.

{0}
"""

from typing import Final

WEIGHTS: Final[dict[str, float]] = {{
'''
KEPT_OUT: Final = 5
PENALTY: Final = 2.0
STEPS: Final = 100
RULES: Final = TressetteRules()

Row = tuple[list[list[str]], int]
"""The features of each playable card, and which one was played."""


def never() -> bool:
    """Return False: never stop a bot."""
    return False


def played(seed: str, bot: StrongBot, budget: int) -> TressetteState:
    """Return the final state of the deal with this seed."""
    state = RULES.start(m.Options(), m.SEATS)
    for word in ("dealer", "deal"):
        state.apply(None, RULES.chance(state, Random(f"{seed} {word}")))
    lot = Random(f"{seed} bots")
    while not isinstance(seat := state.to_act, Turn):
        state.apply(seat, bot.choose(state.view(seat), lot, budget, never))
    return state


def row(choice: ObservedPlay) -> Row | None:
    """Return a choice; None if there was only one card to choose."""
    cards = [
        (suit, card, held) for suit, held in choice.since.items() for card in features.bits(held)
    ]
    if len(cards) == 1:
        return None
    of_cards = [list(features.features(choice.now, *card)) for card in cards]
    return of_cards, [(suit, card) for suit, card, _ in cards].index((choice.suit, choice.card))


def rows(seeds: Sequence[str], budget: int) -> Iterator[Row]:
    """Yield all choices of these deals."""
    bot = StrongBot(weighted=False)
    for seed in seeds:
        found = map(row, observed_plays(played(seed, bot, budget).view(None)))
        yield from (one for one in found if one)


class Table:
    """Choices as arrays: one row per card, with ones at its features."""

    def __init__(self, of: Sequence[Row], names: Sequence[str]) -> None:
        places = {name: place for place, name in enumerate(names)}
        lines = [card for cards, _ in of for card in cards]
        self.ones: Any = np.zeros((len(lines), len(names)), dtype=np.float32)
        for line, card in enumerate(lines):
            self.ones[line, [places[name] for name in card if name in places]] = 1
        sizes = [len(cards) for cards, _ in of]
        self.starts = np.cumsum([0, *sizes[:-1]])
        self.sizes = np.array(sizes)
        self.chosen = self.starts + np.array([place for _, place in of])

    def likelihood(self, weights: Any) -> tuple[float, Any]:
        """Return the mean log-likelihood of the choices, and its gradient."""
        exps = np.exp(self.ones @ weights)
        sums = np.add.reduceat(exps, self.starts)
        parts = exps / np.repeat(sums, self.sizes)
        gradient = self.ones[self.chosen].sum(0) - parts @ self.ones
        return float(np.log(parts[self.chosen]).mean()), gradient


def fit(table: Table) -> Any:
    """Return the weights, by Adam (Kingma and Ba 2015): smaller steps for large gradients."""
    weights: Any = np.zeros(table.ones.shape[1], dtype=np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = table.likelihood(weights)[1] - PENALTY * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        rate = 0.05 * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
        weights += rate
    return weights


def write(names: Sequence[str], weights: Any, told: str) -> None:
    """Write the file of weights."""
    lines = [f'    "{name}": {weight:.2f},\n' for name, weight in zip(names, weights, strict=True)]
    FITTED.write_text(HEAD.format(told) + "".join(lines) + "}\n", encoding="utf-8")


def main() -> None:
    """Play, fit, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--budget", type=int, default=100)
    parser.add_argument("--seed", default="choices")
    asked = parser.parse_args()
    seeds = [f"{asked.seed} {deal}" for deal in range(asked.deals)]
    kept = list(rows(seeds[::KEPT_OUT], asked.budget))
    used = list(rows([one for place, one in enumerate(seeds) if place % KEPT_OUT], asked.budget))
    names = sorted({name for cards, _ in used for card in cards for name in card})
    weights = fit(Table(used, names))
    likelihood = Table(kept, names).likelihood(weights)[0]
    blind = -float(np.mean([np.log(len(cards)) for cards, _ in kept]))
    told = (
        f"{len(used)} choices of {asked.deals} deals; the {len(kept)} that were kept out\n"
        f"have a mean log-likelihood of {likelihood:.3f}, and {blind:.3f} if all were as likely."
    )
    print(told)
    write(names, weights, told)


if __name__ == "__main__":
    main()

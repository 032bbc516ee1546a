"""How strong the bots of Invido are, against three simple players and one another.

Each match is played twice with the same cards, the seats changed, so that cards and the first lead
favour nobody.

    python -m bench.invido_bots [--matches N] [--seed S] [--only NAME]

from the top folder of the project.  `--matches` counts both; `--only` names one pairing.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from audiogames.core.events import Event
from audiogames.core.game import Bot, Move, Turn
from audiogames.games.invido import model as m
from audiogames.games.invido.bot import EasyBot, NormalBot
from audiogames.games.invido.rules import InvidoRules
from audiogames.search.bots import RandomBot

RULES = InvidoRules()
PARTS = {"annulled": "MonteAccepted", "given up": "Folded", "all tied": "DealTied"}
"""What the shares of deals are called, and the events that end them so."""
STRONG = (m.STRENGTH["2"], m.STRENGTH["3"])


@dataclass(frozen=True)
class SimplePlayer(Bot[m.InvidoView, Move]):
    """Plays the highest card, never raises, refuses every a monte; `stays` answers a stake."""

    stays: Callable[[m.InvidoView], bool]

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """One of the legal moves."""
        del rng, budget, stop
        if view.monte_asked:
            return m.NO
        if view.asked is not None:
            return m.VA_BENE if self.stays(view) else m.VADO_VIA
        return m.Play(max(view.hand, key=m.strength))


def holds_strong(view: m.InvidoView) -> bool:
    """Whether there is a two or a three in the hand."""
    return any(m.strength(card) in STRONG for card in view.hand)


ACCEPTS = SimplePlayer(lambda _view: True)
FOLDS = SimplePlayer(lambda _view: False)
STRONG_ONLY = SimplePlayer(holds_strong)

PAIRINGS: Mapping[str, tuple[Bot[Any, Any], Bot[Any, Any]]] = {
    "normal-accepts": (NormalBot(), ACCEPTS),
    "normal-folds": (NormalBot(), FOLDS),
    "normal-strong-only": (NormalBot(), STRONG_ONLY),
    "normal-easy": (NormalBot(), EasyBot()),
    "easy-random": (EasyBot(), RandomBot()),
    "normal-normal": (NormalBot(), NormalBot()),
}


@dataclass
class Tally:
    """What happened in the matches of one pairing.

    `wins` and `seconds`, the time of each decision, are those of the first bot.
    """

    matches: int = 0
    wins: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def share(self, event: str) -> float:
        """How many of these events a deal."""
        return self.counts[event] / self.counts["Dealt"]

    def in_order(self) -> list[tuple[int, int]]:
        """Deals won by their points, from 1 on."""
        return sorted(self.points.items())

    def see(self, event: Event) -> None:
        """Count an event."""
        self.counts[type(event).__name__] += 1
        if isinstance(event, m.DealWon):
            self.points[event.points] += 1


def play(bots: Sequence[Bot[Any, Any]], first: int, seed: str, tally: Tally) -> None:
    """One match; the first bot of the pairing sits on `first`."""
    state = RULES.start(m.Options(), len(bots))
    lot = Random(seed)
    while (turn := state.to_act) is not Turn.OVER:
        if isinstance(turn, Turn):
            cards = Random(f"{seed} {state.deal} {state.expects}")
            state.apply(None, RULES.chance(state, cards), tally.see)
            continue
        view = state.view(turn)
        began = perf_counter()
        move = bots[turn].choose(view, lot, 0, lambda: False)
        if turn == first:
            tally.seconds.append(perf_counter() - began)
        state.apply(turn, move, tally.see)
    result = state.result()
    assert result is not None
    tally.wins += first in result.winners


def pairing(first: Bot[Any, Any], second: Bot[Any, Any], matches: int, seed: int) -> Tally:
    """Matches between two bots, seats alternated."""
    tally = Tally(matches)
    for match in range(matches):
        bots = (first, second) if match % 2 == 0 else (second, first)
        play(bots, match % 2, f"{seed} {match // 2}", tally)
    return tally


def tell(name: str, tally: Tally) -> None:
    """The figures of one pairing."""
    deals, won = tally.counts["Dealt"], tally.counts["DealWon"]
    shares = ", ".join(f"{points}: {count / won:.1%}" for points, count in tally.in_order())
    cuts = statistics.quantiles(tally.seconds, n=100)
    print(f"{name}: {100 * tally.wins / tally.matches:.1f} of 100 ({tally.matches} matches)")
    calls = tally.share("StakeCalled")
    print(f"  deals a match {deals / tally.matches:.1f}, calls a deal {calls:.2f}")
    parts = ", ".join(f"{told} {tally.share(event):.1%}" for told, event in PARTS.items())
    print(f"  of the deals: {parts}")
    print(f"  points of a won deal: {shares}")
    print(f"  decisions: p50 {1000 * cuts[49]:.3f}, p99 {1000 * cuts[98]:.3f} ms")


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=PAIRINGS)
    asked = parser.parse_args()
    for name, (first, second) in PAIRINGS.items():
        if asked.only in {None, name}:
            tell(name, pairing(first, second, asked.matches, asked.seed))


if __name__ == "__main__":
    main()

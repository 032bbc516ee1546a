"""A level that finds its player: bots that are mixed so that everybody wins their share of matches.

Theory of operation.  The levels of a game are the rungs of a ladder, and a place on it is a number:
1.25 means that of four decisions three are made as on rung 1 and one as on rung 2.  After a match
the place moves by a step times what the player won beyond their share (1, or 0 for a loss, less a
half where two sides play): stochastic approximation (Robbins and Monro, "A Stochastic Approximation
Method", 1951), which is also what Elo's rating does for a player whose opponent has a known one.
The steps become smaller up to a last one, with which the place follows a player who learns.

From then on the sum of all moves is the step times what was won beyond the share.  As the place
cannot leave the ladder, nobody can in the long run win more or less than their share while they
stand between its ends, whatever the game, the player and the bots are.

A match is long, so its move is made in parts, one after each deal: the game says what each side may
hope for by the scores (`GameSpec.outlook`), and the place moves by what that changed.  The parts
make the whole whatever the game says, as with potentials in reinforcement learning (Ng, Harada and
Russell, "Policy Invariance Under Reward Transformations", 1999); so a rough guess is good enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from audiogames.core.contract import Bot, Move, Result, View
from audiogames.core.events import Seat
from audiogames.core.registry import Spec
from audiogames.core.text import is_writable

LIKE_ME: Final = "like-me"
"""The name of the level that finds its player, beside those of the games."""

FIRST_STEP: Final = 0.3
"""How far the first match moves the place for each win beyond the share, in parts of the ladder."""

LAST_STEP: Final = 0.1
"""How far every match does when the player is known; smaller would follow them too slowly."""

SLOWER: Final = 3
"""After so many matches the step is half the first: five lost ones lead from the middle of three
levels to the weakest."""

MARGIN: Final = 0.25
"""So far beyond its ends, in parts of the ladder, the place may go; the bots play as at the end.

Without it those who are as good as the last rung would be kept away from it by every stroke of
luck; with more it would take too long to come back.
"""


HIGHEST: Final = 100
"""No place that was kept is further from nothing; no game has so many levels."""


@dataclass(frozen=True)
class LevelFound:
    """Where a player stands on the ladder of one game.

    `place` is in rungs from the weakest, and goes a little beyond both ends; `matches` counts those
    that moved it to their end; `told` says that the player has heard that they are beyond an end.
    """

    game: str
    place: float
    matches: int = 0
    told: bool = False


def has_ladder(spec: Spec) -> bool:
    """Whether there is anything to mix."""
    return len(spec.bots.rungs) > 1


def offered_levels(spec: Spec) -> tuple[str, ...]:
    """The levels at a table where one plays alone: its own, and the one that finds its player."""
    return (*spec.bots.levels, *([LIKE_ME] if has_ladder(spec) else []))


def at_first(spec: Spec) -> LevelFound:
    """A player of whom nothing is known: the middle."""
    return LevelFound(spec.id, (len(spec.bots.rungs) - 1) / 2)


def on_ladder(spec: Spec, place: float) -> float:
    """Where the bots play: between the ends."""
    return min(max(place, 0.0), len(spec.bots.rungs) - 1.0)


def drawn_level(spec: Spec, place: float, lot: Random) -> str:
    """The level at which one decision is made."""
    return spec.bots.rungs[_drawn(on_ladder(spec, place), lot)]


def _drawn(place: float, lot: Random) -> int:
    """The rung below or above a place: the nearer, the likelier."""
    lower = int(place)
    return lower + (lot.random() < place - lower)


class MixedBot(Bot[View, Move]):
    """Makes each decision as one of several bots would, which stand on the rungs of a ladder."""

    def __init__(self, rungs: Sequence[Bot[Any, Any]], place: float) -> None:
        self._rungs = rungs
        self._place = place

    def choose(self, view: View, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """What the bot of the rung that is drawn chooses."""
        chosen = self._rungs[_drawn(self._place, rng)].choose(view, rng, budget, stop)
        assert isinstance(chosen, Move)
        return chosen


def moved(spec: Spec, found: LevelFound, won: float) -> LevelFound:
    """After `won`, a win or a part of one beyond what could be expected."""
    ladder = len(spec.bots.rungs) - 1
    step = max(LAST_STEP, FIRST_STEP / (1 + found.matches / SLOWER)) * ladder
    margin = MARGIN * ladder
    place = min(max(found.place + step * won, -margin), ladder + margin)
    return replace(found, place=place)


def is_beyond(spec: Spec, found: LevelFound) -> bool:
    """Whether the player is better than the last rung, or not as good as the first."""
    margin, ladder = MARGIN * (len(spec.bots.rungs) - 1), len(spec.bots.rungs) - 1
    return not -margin < found.place < ladder + margin


# What was won ------------------------------------------------------------------------------------


def hope(spec: Spec, view: View, seat: Seat) -> float:
    """What part of the win the side of this seat may hope for while the match goes on."""
    sides = spec.partners(len(view.hand_sizes))
    if spec.outlook is None:
        return 1 / len(sides)
    return spec.outlook(view)[_side_of(sides, seat)]


def part_won(spec: Spec, result: Result, seats: int, seat: Seat) -> float:
    """What part of the win the side of this seat has in the end."""
    sides = spec.partners(seats)
    won = [bool(set(side) & set(result.winners)) for side in sides]
    return won[_side_of(sides, seat)] / sum(won)


def hopes(leads: Sequence[float], spread: float) -> tuple[float, ...]:
    """The parts of the win by what each side has, for games that say no better.

    `spread` is by how much the rest of the match sets two sides apart, in the same unit.
    """
    most = max(leads)
    weights = [math.exp((lead - most) / spread) for lead in leads]
    return tuple(weight / sum(weights) for weight in weights)


def _side_of(sides: Sequence[Sequence[Seat]], seat: Seat) -> int:
    return next(place for place, side in enumerate(sides) if seat in side)


# How it is kept ----------------------------------------------------------------------------------


def written_found(found: Iterable[LevelFound]) -> dict[str, dict[str, object]]:
    """As the file of settings keeps it: by game."""
    return {
        one.game: {"place": round(one.place, 4), "matches": one.matches, "told": one.told}
        for one in found
    }


def read_found(given: object) -> tuple[tuple[LevelFound, ...], tuple[str, ...]]:
    """What can be understood of it, and the names of what cannot.

    A game may be among it that is not there now.
    """
    if not isinstance(given, Mapping):
        return (), ("found_levels",)
    found = {str(game): _read_one(str(game), values) for game, values in given.items()}
    good = tuple(one for one in found.values() if one is not None)
    return good, tuple(f"found_levels.{game}" for game, one in found.items() if one is None)


def _read_one(game: str, values: object) -> LevelFound | None:
    if (
        not is_writable(game)
        or not isinstance(values, Mapping)
        or set(values) != {"place", "matches", "told"}
    ):
        return None
    place, matches, told = values["place"], values["matches"], values["told"]
    is_place = isinstance(place, int | float) and abs(place) <= HIGHEST
    if not is_place or type(matches) is not int or matches < 0 or not isinstance(told, bool):
        return None
    return LevelFound(game, float(place), matches, told)

"""A level that adapts to its player: a mix of bots against which every player wins a fair share.

Theory of operation.  The levels of a game are the rungs of a ladder, and a place on it is a number:
1.25 means that three of four decisions are made as on rung 1 and one as on rung 2.  After a match
the place moves by a step times the player's win beyond their share (1 or 0, minus 1/2 if two sides
play).  This is stochastic approximation (Robbins and Monro, "A Stochastic Approximation Method",
1951); Elo's rating does the same for a player whose opponent has a known rating.  The steps become
smaller down to a last one, with which the place follows a player who learns.

With that step, the sum of all changes is the step times the wins beyond the share.  As the place
cannot leave the ladder, a player between its ends wins exactly their share in the long run,
whatever the game, the player and the bots are.

A match is long, so the change is made in parts, one after each deal: the game estimates each side's
expected share of the win from the scores (`GameSpec.outlook`), and the place moves by the
difference.  The parts add up to the whole for any estimate, as with potentials in reinforcement
learning (Ng, Harada and Russell, "Policy Invariance Under Reward Transformations", 1999); so a
rough guess is good enough.
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
"""The name of the adaptive level, offered beside those of the games."""

FIRST_STEP: Final = 0.3
"""By how much a full win beyond the share moves the place after the first match, as a fraction of
the ladder.
"""

LAST_STEP: Final = 0.1
"""The same after many matches; a smaller step would adapt too slowly to a player who learns."""

SLOWER: Final = 3
"""The number of matches after which the step is half of the first one.

With it, five losses lead from the middle of three levels to the weakest.
"""

MARGIN: Final = 0.25
"""How far the place may be beyond an end of the ladder, as a fraction of the ladder; the bots play
as at the end.

Without a margin, every unlucky match would take players as good as the last rung off that rung;
with a larger one, coming back would take too long.
"""


HIGHEST: Final = 100
"""The largest absolute place accepted from a file; no game has so many levels."""


@dataclass(frozen=True)
class LevelFound:
    """A player's place on the ladder of one game.

    `place` is counted in rungs from the weakest, and may be beyond either end of the ladder by
    a margin.  `matches` counts the finished matches that have changed `place`.  `told` records
    that the player was informed of being beyond an end.
    """

    game: str
    place: float
    matches: int = 0
    told: bool = False


def has_ladder(spec: Spec) -> bool:
    """Return whether the game has several rungs, which an adaptive level can mix."""
    return len(spec.bots.rungs) > 1


def offered_levels(spec: Spec) -> tuple[str, ...]:
    """Return the levels offered for practice: the game's own, and the adaptive level."""
    return (*spec.bots.levels, *([LIKE_ME] if has_ladder(spec) else []))


def at_first(spec: Spec) -> LevelFound:
    """Return the place of a new player, the middle of the ladder."""
    return LevelFound(spec.id, (len(spec.bots.rungs) - 1) / 2)


def on_ladder(spec: Spec, place: float) -> float:
    """Limit a place to the range of the ladder, so that bots can be chosen for it."""
    return min(max(place, 0.0), len(spec.bots.rungs) - 1.0)


def drawn_level(spec: Spec, place: float, lot: Random) -> str:
    """Draw the level for one decision at random: one of the two next to a place on the ladder."""
    return spec.bots.rungs[_drawn(on_ladder(spec, place), lot)]


def _drawn(place: float, lot: Random) -> int:
    """Draw the rung below or above a place, the nearer one with higher probability."""
    lower = int(place)
    return lower + (lot.random() < place - lower)


class MixedBot(Bot[View, Move]):
    """A bot at a place on a ladder: the bot of a randomly drawn rung makes each decision."""

    def __init__(self, rungs: Sequence[Bot[Any, Any]], place: float) -> None:
        self._rungs = rungs
        self._place = place

    def choose(self, view: View, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """Choose one of the mixed levels at random, and return its bot's move."""
        chosen = self._rungs[_drawn(self._place, rng)].choose(view, rng, budget, stop)
        assert isinstance(chosen, Move)
        return chosen


def place_after(spec: Spec, found: LevelFound, won: float) -> LevelFound:
    """Return the player's new place after a result.

    `won` is the difference between the result and the expected one, as a share of a win; it is
    negative if the result is worse.
    """
    ladder = len(spec.bots.rungs) - 1
    step = max(LAST_STEP, FIRST_STEP / (1 + found.matches / SLOWER)) * ladder
    margin = MARGIN * ladder
    place = min(max(found.place + step * won, -margin), ladder + margin)
    return replace(found, place=place)


def is_beyond(spec: Spec, found: LevelFound) -> bool:
    """Return whether the player is stronger than the last rung, or weaker than the first."""
    margin, ladder = MARGIN * (len(spec.bots.rungs) - 1), len(spec.bots.rungs) - 1
    return not -margin < found.place < ladder + margin


# Shares of the win -------------------------------------------------------------------------------


def expected_share(spec: Spec, view: View, seat: Seat) -> float:
    """Return the expected share of the win of this seat's side, during a match."""
    sides = spec.partners(len(view.hand_sizes))
    if spec.outlook is None:
        return 1 / len(sides)
    return spec.outlook(view)[_side_of(sides, seat)]


def final_share(spec: Spec, result: Result, seats: int, seat: Seat) -> float:
    """Return the share of the win that a seat's side has after a match.

    The share is 0, or 1 divided by the number of winning sides.
    """
    sides = spec.partners(seats)
    won = [bool(set(side) & set(result.winners)) for side in sides]
    return won[_side_of(sides, seat)] / sum(won)


def expected_shares(leads: Sequence[float], spread: float) -> tuple[float, ...]:
    """Return each side's expected share of the win, given its lead.

    This is for games that have no better estimate.  `spread` is the typical difference between
    two sides in the rest of the match, in the unit of the leads.
    """
    most = max(leads)
    weights = [math.exp((lead - most) / spread) for lead in leads]
    return tuple(weight / sum(weights) for weight in weights)


def _side_of(sides: Sequence[Sequence[Seat]], seat: Seat) -> int:
    return next(place for place, side in enumerate(sides) if seat in side)


# Storage -----------------------------------------------------------------------------------------


def written_found(found: Iterable[LevelFound]) -> dict[str, dict[str, object]]:
    """Convert the adaptive level's place in each game to the form of the settings file."""
    return {
        one.game: {"place": round(one.place, 4), "matches": one.matches, "told": one.told}
        for one in found
    }


def read_found(given: object) -> tuple[tuple[LevelFound, ...], tuple[str, ...]]:
    """Parse the stored adaptive levels, which are places on the games' ladders.

    Return the valid levels, and the setting names of the invalid ones.  Levels of games that
    are not installed are kept.
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

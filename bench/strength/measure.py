"""Plays the duplicate deals of a measurement, and returns the result as a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, quantiles
from time import thread_time
from typing import Any

from audiogames.core.character import Character, read_character
from audiogames.core.contract import Bot, Move
from audiogames.core.events import Event, Seat
from audiogames.core.registry import Spec
from audiogames.search import estimates
from audiogames.search.arena import BUDGET, bot, levels
from audiogames.search.duplicate import Observation, Player, blind, observe
from bench.strength.fingerprint import rules_hash
from bench.strength.matchup import Anything, Form, Matchup
from bench.strength.perfect import NAME as PERFECT
from bench.strength.perfect import Perfect

DIGITS = 4


@dataclass(frozen=True)
class Asked:
    """The settings of one measurement."""

    form: str
    bots: tuple[str, str]
    """The tested bot, and the one in the other seats."""
    deals: int
    seed: int
    budget: int = BUDGET
    rest_budget: int = BUDGET
    first: int = 0
    """The number of the first deal, for a measurement in parts."""


@dataclass
class Tally:
    """The results so far: observations by kind of deal, counted events, and decision times."""

    kinds: dict[str, list[Observation]] = field(default_factory=dict)
    events: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def see(self, event: Event) -> None:
        """Count an event by its type, and by its points if it has any."""
        points = getattr(event, "points", None)
        worth = f" {points}" if isinstance(points, int) else ""
        self.events[f"{type(event).__name__}{worth}"] += 1

    def margins(self) -> dict[str, list[float]]:
        """Return the tested bot's margin in each deal, by kind of deal, such as a round of Wist."""
        return {kind: [one.margin for one in seen] for kind, seen in self.kinds.items()}

    def points(self) -> dict[str, list[float]]:
        """Return the tested bot's points in each deal, by kind of deal."""
        return {kind: [one.points for one in seen] for kind, seen in self.kinds.items()}

    @property
    def deals(self) -> int:
        """Return the number of deals played."""
        return sum(map(len, self.kinds.values()))


def names(matchup: Matchup) -> tuple[str, ...]:
    """Return the names of all bots, from the random one to the one that sees all cards."""
    return ("random", *matchup.bots, *levels(matchup.spec), PERFECT)


def is_known(matchup: Matchup, name: str) -> bool:
    """Return True if this is the name of a bot, or has the form `LEVEL:CHARACTER` as in a log."""
    level, colon, words = name.partition(":")
    if not colon:
        return name in names(matchup)
    try:
        read_character(words)
    except ValueError:
        return False
    return level in levels(matchup.spec)


def player(matchup: Matchup, name: str, budget: int) -> Player:
    """Return the player of this name.

    A player named in the form `LEVEL:CHARACTER` also makes remarks; the character may be empty.
    """
    if name == PERFECT:
        return Perfect(matchup)
    level, colon, words = name.partition(":")
    if colon:
        who = read_character(words)
        return speaking(matchup.spec, blind(bot(matchup.spec, level, who), budget), who)
    made: Bot[Any, Any] = matchup.bots[name]() if name in matchup.bots else bot(matchup.spec, name)
    return blind(made, budget)


def speaking(spec: Spec, silent: Player, who: Character) -> Player:
    """Return a player that also makes the remarks of its character before a move."""
    after: dict[Seat, list[Move]] = {}
    """The moves that a seat must still make at its current decision."""

    def choose(state: Anything, seat: Seat, lot: Random) -> Move:
        if not after.get(seat):
            move = silent(state, seat, lot)
            after[seat] = [*spec.bots.remarks(move, state.view(seat), who), move]
        return after[seat].pop(0)

    return choose


def timed(tested: Player, seconds: list[float]) -> Player:
    """Return a player whose decisions are timed.

    The processor seconds of each decision between several moves are appended to `seconds`.
    """

    def choose(state: Anything, seat: Seat, lot: Random) -> Move:
        began = thread_time()
        move = tested(state, seat, lot)
        if len(state.legal_moves(seat)) > 1:
            seconds.append(thread_time() - began)
        return move

    return choose


def play(matchup: Matchup, form: Form, asked: Asked) -> Iterator[Tally]:
    """Play the deals; after each deal, yield the results so far."""
    tally = Tally()
    tested = timed(player(matchup, asked.bots[0], asked.budget), tally.seconds)
    rest = player(matchup, asked.bots[1], asked.rest_budget)
    kinds = matchup.kinds(form)
    contests = [matchup.contest(form, number, tally.see) for number in range(len(kinds))]
    for number in range(asked.first, asked.first + asked.deals):
        kind = number % len(kinds)
        seen = observe(contests[kind], tested, rest, f"{asked.seed} {number}")
        tally.kinds.setdefault(kinds[kind], []).append(seen)
        yield tally


def measure(matchup: Matchup, form: Form, asked: Asked) -> Tally:
    """Play all deals and return the results."""
    tally = Tally()
    for tally in play(matchup, form, asked):  # noqa: B007 - the last one counts
        pass
    return tally


# --- Output ---------------------------------------------------------------------------------------


def result(matchup: Matchup, form: Form, asked: Asked, tally: Tally) -> dict[str, Any]:
    """Return the results as a record for the result file."""
    told = {
        "game": matchup.spec.id,
        "form": asked.form,
        "options": {name: str(value) for name, value in vars(form.options).items()},
        "seats": form.seats,
        "rules_version": matchup.spec.rules.version,
        "rules_hash": rules_hash(matchup.spec.id),
        "bots": list(asked.bots),
        "budget": asked.budget,
        "rest_budget": asked.rest_budget,
        "seed": asked.seed,
        "first": asked.first,
        "deals": tally.deals,
        "plays": sum(one.plays for seen in tally.kinds.values() for one in seen),
        "unit": matchup.unit,
        "margin": _told(estimates.mean(tally.margins())),
        "points": _told(estimates.mean(tally.points())),
    }
    if matchup.wins:
        told["wins"] = _told(_wins(tally))
    if len(tally.kinds) > 1:
        told["kinds"] = {kind: _of_kind(seen) for kind, seen in tally.margins().items()}
    return {**told, "events": dict(tally.events), "milliseconds": milliseconds(tally.seconds)}


def _wins(tally: Tally) -> estimates.Estimate:
    seen = [one for kind in tally.kinds.values() for one in kind]
    return estimates.share([one.points for one in seen], seen[0].plays)


def _told(estimate: estimates.Estimate) -> dict[str, float]:
    return {name: round(getattr(estimate, name), DIGITS) for name in ("mean", "low", "high")}


def _of_kind(margins: Sequence[float]) -> dict[str, float]:
    estimate = estimates.mean({"": margins})
    return {"deals": len(margins), **_told(estimate)}


def milliseconds(seconds: Sequence[float]) -> dict[str, float]:
    """Return the decision times: median, 99th percentile, and maximum."""
    if not seconds:
        return {}
    cuts = quantiles(seconds, n=100) if len(seconds) > 1 else [*seconds] * 99
    times = {"p50": cuts[49], "p99": min(cuts[98], max(seconds)), "max": max(seconds)}
    told = {name: round(1000 * time, DIGITS) for name, time in times.items()}
    return {"decisions": len(seconds), "mean": round(1000 * fmean(seconds), DIGITS), **told}


def sentences(told: dict[str, Any]) -> Iterator[str]:
    """Yield the results in sentences."""
    tested, rest = told["bots"]
    yield f"{told['game']}, {told['form']}, {told['seats']} seats: {tested} against {rest}"
    yield f"  {_phrase(told['margin'])} points a {told['unit']}, {told['deals']} deals"
    if "wins" in told:
        wins = told["wins"]
        yield f"  wins {wins['mean']:.2%}, from {wins['low']:.2%} to {wins['high']:.2%}"
    for kind, figure in told.get("kinds", {}).items():
        yield f"  {kind}: {_phrase(figure)}, {figure['deals']} deals"
    if times := told["milliseconds"]:
        yield f"  decisions: p50 {times['p50']:.3f}, p99 {times['p99']:.3f} ms"


def _phrase(figure: dict[str, float]) -> str:
    return f"{figure['mean']:+.2f} ±{(figure['high'] - figure['low']) / 2:.2f}"

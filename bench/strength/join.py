"""Joins the results of one measurement that was made in parts, with `--first`.

    python -m bench.strength.join PART.json PART.json... --out FILE.json

The parts must differ in their deals alone.  The means are weighed by their deals, and so are the
errors; of the times of decisions the greatest p99 is kept, which is not less than that of all.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, Final

Told = dict[str, Any]

SAME: Final = (
    "game", "form", "options", "seats", "rules_version", "rules_hash", "bots", "budget",
    "rest_budget", "seed", "unit",
)  # fmt: skip
ESTIMATES: Final = ("margin", "points")
DIGITS: Final = 4


class Mismatch(Exception):
    """The parts are not of one measurement; the text says why."""


def join(parts: Sequence[Told]) -> Told:
    """One result of several.  Raises `Mismatch`."""
    _check(parts)
    deals = [part["deals"] for part in parts]
    joined = {name: parts[0][name] for name in SAME}
    joined |= {"first": min(part["first"] for part in parts)}
    joined |= {name: sum(part[name] for part in parts) for name in ("deals", "plays")}
    joined |= {name: _mean([part[name] for part in parts], deals) for name in ESTIMATES}
    if "wins" in parts[0]:
        joined["wins"] = _mean([part["wins"] for part in parts], deals)
    if "kinds" in parts[0]:
        joined["kinds"] = {kind: _kind(parts, kind) for kind in parts[0]["kinds"]}
    events = sum((Counter(part["events"]) for part in parts), Counter[str]())
    return {**joined, "events": dict(events), "milliseconds": _times(parts)}


def _check(parts: Sequence[Told]) -> None:
    for name in SAME:
        if len({json.dumps(part[name]) for part in parts}) > 1:
            raise Mismatch(f"The parts differ in {name}.")
    ranges = sorted((part["first"], part["first"] + part["deals"]) for part in parts)
    for (_, end), (start, _) in pairwise(ranges):
        if start < end:
            raise Mismatch("The parts have deals in common.")


def _mean(figures: Sequence[dict[str, float]], deals: Sequence[int]) -> dict[str, float]:
    """The mean of means, each end of its interval apart, since Wilson's are not symmetrical."""
    shares = [number / sum(deals) for number in deals]
    pairs = list(zip(figures, shares, strict=True))
    mean = sum(figure["mean"] * share for figure, share in pairs)
    below = sqrt(sum(((one["mean"] - one["low"]) * share) ** 2 for one, share in pairs))
    above = sqrt(sum(((one["high"] - one["mean"]) * share) ** 2 for one, share in pairs))
    ends = {"mean": mean, "low": mean - below, "high": mean + above}
    return {name: round(value, DIGITS) for name, value in ends.items()}


def _kind(parts: Sequence[Told], kind: str) -> Told:
    figures = [part["kinds"][kind] for part in parts]
    deals = [figure["deals"] for figure in figures]
    return {"deals": sum(deals), **_mean(figures, deals)}


def _times(parts: Sequence[Told]) -> dict[str, float]:
    times = [part["milliseconds"] for part in parts]
    decisions = sum(time["decisions"] for time in times)
    mean = sum(time["mean"] * time["decisions"] for time in times) / decisions
    greatest = {name: max(time[name] for time in times) for name in ("p50", "p99", "max")}
    return {"decisions": decisions, "mean": round(mean, DIGITS), **greatest}


def main(given: list[str] | None = None) -> int:
    """Join and tell."""
    parser = argparse.ArgumentParser(prog="bench.strength.join")
    parser.add_argument("parts", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args(given)
    try:
        told = join([json.loads(path.read_text(encoding="utf-8")) for path in asked.parts])
    except Mismatch as why:
        parser.error(str(why))
    asked.out.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    margin = told["margin"]
    print(f"{told['deals']} deals: {margin['mean']:+.4f}, {margin['low']} to {margin['high']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

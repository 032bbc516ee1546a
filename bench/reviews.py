"""Measures how often reviews are right, by planting errors in the strong bot's matches.

    python -m bench.reviews GAME [--seats N] [--matches N] [--seconds N] [--every N] [--keep]

Run it from the top folder of the project. Each match has its own seed; `bench/planting.py` plants
and counts the errors. With `--keep` the matches are added to `docs/reviews/GAME.json`, and start
after the last seed there, so that a measurement continues an earlier one; without matches it prints
the stored results, even if the rules' source has changed since. No match is started after
`--seconds` of processor time. In matches with many decisions, one of `--every` is reviewed.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from math import inf
from pathlib import Path
from time import process_time
from typing import Any, Final

from audiogames.core.registry import Spec, game
from audiogames.search.estimates import wilson
from bench.planting import Counts, Planting
from bench.strength.fingerprint import rules_hash

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "reviews"

Kept = dict[str, Any]
"""A result file: the game, its rules, and the counts of each match by its seed."""


def opened(path: Path | None, spec: Spec, seats: int) -> Kept:
    """Return the results stored in this file, or empty results if it does not exist."""
    if path is not None and path.exists():
        kept: Kept = json.loads(path.read_text(encoding="utf-8"))
        return kept
    return {"game": spec.id, "seats": seats, "rules_hash": rules_hash(spec.id), "matches": {}}


def is_of_today(kept: Kept, seats: int) -> bool:
    """Return True if the results were measured with the current rules and this number of seats."""
    return bool(kept["rules_hash"] == rules_hash(kept["game"]) and kept["seats"] == seats)


def measure(kept: Kept, path: Path | None, spec: Spec, asked: argparse.Namespace) -> None:
    """Play and review matches with new seeds, and store the results after each match."""
    done: dict[str, dict[str, int]] = kept["matches"]
    first = max(map(int, done), default=0) + 1
    for seed in range(first, first + asked.matches):
        if process_time() >= asked.seconds:
            break
        found = Planting(spec, kept["seats"], seed, asked.every).run()
        done[str(seed)] = asdict(found)
        if path is not None:
            _write(path, kept)


def _write(path: Path, kept: Kept) -> None:
    """Write the file atomically, since a measurement may be interrupted."""
    path.parent.mkdir(exist_ok=True)
    half = path.with_suffix(".part")
    half.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    half.replace(path)


def told(kept: Kept) -> list[str]:
    """Return the summed results as lines of text."""
    found = Counts()
    for one in kept["matches"].values():
        found.add(Counts(**one))
    since = "" if is_of_today(kept, kept["seats"]) else ", before the rules' source changed"
    return [
        f"{kept['game']}, {kept['seats']} seats, {len(kept['matches'])} matches{since}",
        f"planted errors that were told: {share(found.planted_told, found.planted)}",
        f"told and confirmed: {share(found.confirmed, found.told)}",
        f"own moves of the strong bot that were told: {share(found.own_told, found.own)}",
        f"own moves that another judge calls wrong: {share(found.own_wrong, found.own)}",
    ]


def share(part: int, whole: int) -> str:
    """Return a share with its 95 % interval, such as "3 of 4, 75.0 of 100 (30.1 to 95.4)"."""
    if not whole:
        return "none"
    found = wilson(part / whole, whole)
    mean, low, high = (100 * number for number in (found.mean, found.low, found.high))
    return f"{part} of {whole}, {mean:.1f} of 100 ({low:.1f} to {high:.1f})"


def main(given: list[str] | None = None) -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--matches", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=inf)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args(given)
    spec = game(asked.game)
    seats, path = asked.seats or spec.usual_seats, FOLDER / f"{spec.id}.json"
    is_kept = asked.keep or not asked.matches
    kept = opened(path if is_kept else None, spec, seats)
    if asked.matches and not is_of_today(kept, seats):
        parser.error(f"{path} was measured with other rules or players: move it away first")
    measure(kept, path if asked.keep else None, spec, asked)
    print("\n".join(told(kept)))


if __name__ == "__main__":
    main()

"""Checks in many matches that no player is bound by an announcement not delivered yet.

    python -m bench.telling [--game ID] [--matches N] [--first SEED] [--keys N] [--mutants]

Run it from the top folder of the project. Each match is played alone, at one keyboard or online,
with random settings and 0 to 2 seconds between two keys. Each rule to be checked is a clause in
`tests/telling/judge.py`. `--mutants` makes the program violate one clause at a time, and prints
the match that detects the violation. The exit code is 1 if a match violated a clause, or if no
match detected a mutant.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Final

from audiogames.core.registry import game_ids
from tests.telling.matches import KEYS, play, way_of
from tests.telling.mutants import MUTANTS, caught

EVERY: Final = 10.0
"""Seconds between two progress lines."""

SHOWN: Final = 10
"""Findings of a game that are printed in full."""


def tell_matches(id_: str, seeds: range, keys: int) -> int:
    """Play matches of a game with these seeds; return the number that broke a rule."""
    ways: Counter[str] = Counter()
    found: list[str] = []
    began = told = time.monotonic()
    for number, seed in enumerate(seeds):
        way = way_of(seed)
        ways[way] += 1
        broken = play(id_, way, seed, keys)
        found += [f"  {way}, seed {seed}: {broken[0]}"] if broken else []
        now = time.monotonic()
        if now - told >= EVERY:
            told, left = now, (now - began) / (number + 1) * (len(seeds) - number - 1)
            line = f"{id_}, {number + 1} of {len(seeds)} matches, about {left:.0f} seconds left"
            print(line, file=sys.stderr, flush=True)
    played = ", ".join(f"{count} {way}" for way, count in sorted(ways.items()))
    print(f"{id_}: {len(seeds)} matches ({played}), {len(found)} broke a clause")
    for line in found[:SHOWN]:
        print(line)
    return len(found)


def tell_mutants(seeds: range) -> int:
    """Play until each mutant is detected; return the number of undetected mutants.

    A mutant is the program with one clause deliberately violated.
    """
    missed = 0
    for name, mutant in MUTANTS.items():
        found = caught(mutant, seeds)
        missed += found is None
        where = "not found" if found is None else f"{found[0]}, seed {found[1]}: {found[2]}"
        print(f"{name}: {where}", flush=True)
    return missed


def main() -> int:
    """Play the matches, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=game_ids(), help="only this one")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keys", type=int, default=KEYS)
    parser.add_argument("--mutants", action="store_true")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.matches)
    if asked.mutants:
        return int(tell_mutants(seeds) > 0)
    games = [asked.game] if asked.game else game_ids()
    return int(sum(tell_matches(id_, seeds, asked.keys) for id_ in games) > 0)


if __name__ == "__main__":
    sys.exit(main())

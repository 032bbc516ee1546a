"""Prints digests of seeded matches, to check that compiled and interpreted programs play alike.

Bots of all levels play with random options, the strong bots with a small budget. The digest covers
every view, move and event, and no clock is read.

    python -m bench.digests [--matches N] [--budget N] [--game ID]

`python tools/compile_modules.py FOLDER` makes the compiled program. The same command with
PYTHONPATH=FOLDER must print the same digests; the last line says which program ran.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move, Turn, View
from audiogames.core.events import Event
from audiogames.core.native import is_compiled
from audiogames.core.options import read_options
from audiogames.core.registry import Spec, game, game_ids
from audiogames.core.text import plain
from audiogames.search.arena import bot, levels
from tests.contract.walk import plan_of

LONGEST: Final = 400
"""Moves after which a match is stopped: later ones show nothing new."""


def digest(spec: Spec, seed: int, budget: int) -> str:
    """Return a hash of one match: all views, moves and events, and the result."""
    plan, rng = plan_of(spec, seed, 1), Random(seed)
    state = spec.rules.start(read_options(spec.options, plan.options), plan.seats)
    players: list[Bot[View, Move]] = [bot(spec, level) for level in levels(spec)]
    heard: list[Event] = []
    found = hashlib.sha256()
    for number in range(LONGEST):
        if (turn := state.to_act) is Turn.OVER:
            break
        if isinstance(turn, Turn):
            seat, move = None, spec.rules.chance(state, rng)
        else:
            seat, view = turn, state.view(turn)
            found.update(json.dumps(plain(view)).encode())
            level = players[(seed + number // plan.seats) % len(players)]
            move = level.choose(view, rng, budget, lambda: False)
        if number % 5 == 0:
            state = state.copy()
        state.apply(seat, move, heard.append)
        found.update(f"{seat} {move} {json.dumps(plain(heard))}".encode())
        heard.clear()
    found.update(str(state.result()).encode())
    return found.hexdigest()


def main() -> int:
    """Print the digest of each game, and whether the program is compiled."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--budget", type=int, default=12)
    parser.add_argument("--game", choices=game_ids())
    asked = parser.parse_args()
    for id_ in [asked.game] if asked.game else game_ids():
        whole = hashlib.sha256()
        for seed in range(asked.matches):
            whole.update(digest(game(id_), seed, asked.budget).encode())
        print(f"{id_} {whole.hexdigest()}", flush=True)
    print("compiled" if is_compiled() else "pure")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Make the value tables of the strong bot of Novantanove, by value iteration; it needs numpy.

    python tools/solve_novantanove.py [FILE]

For each number of players it looks for values that agree with themselves: a fixed point of
Bellman's equation (Dynamic Programming, 1957).
A player who is to act takes the action that is worth most: the tokens it moves at once, and what
the pair that they keep is worth at the new total.
The others hold any cards of an endless pack; so much of their play as `GREEDY_SHARE` says is the
best swing at once, the rest what the same values recommend.
What happens is counted in tokens gained on the mean of the others, and a round ends at 99.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

# Run as a program, a file has only its own folder to import from.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots import value_tables

CHANCE: Final = np.array(ab.COPIES) / sum(ab.COPIES)
HANDS: Final = np.array(ab.HANDS)
DRAWN: Final = np.array(ab.DRAWN)
ACTIONS: Final = range(len(ab.ACTIONS))
AFTER: Final = np.array(
    [[ab.EFFECTS[t][action].after for t in range(len(ab.EFFECTS))] for action in ACTIONS]
)
PLAYER: Final = np.array(
    [[ab.EFFECTS[t][action].player for t in range(len(ab.EFFECTS))] for action in ACTIONS]
)
OTHERS: Final = np.array(
    [[ab.EFFECTS[t][action].others for t in range(len(ab.EFFECTS))] for action in ACTIONS]
)
ENDS: Final = np.array(
    [[ab.EFFECTS[t][action].ends_round for t in range(len(ab.EFFECTS))] for action in ACTIONS]
)
SWING: Final = OTHERS - PLAYER

MOST: Final = 6
"""Things that a hand can do at most."""
SLOTS: Final = np.array([(*o, *[o[-1]] * MOST)[:MOST] for o in ab.CHOICES])
"""Action and kept pair a hand, the last one again where there are fewer."""
REAL: Final = np.array([[slot < len(o) for slot in range(MOST)] for o in ab.CHOICES])

SWEEPS: Final = 200
SETTLED: Final = 1e-4
"""Tokens by which no value changes any more."""
CALM_FROM: Final = 20
"""After so many sweeps the others change their minds by halves, lest equals take turns for ever."""

Array = Any


def chances_of_hands() -> Array:
    """How likely each hand is from an endless pack."""
    chances = np.zeros(len(HANDS))
    for first in range(len(ab.KINDS)):
        for second in range(len(ab.KINDS)):
            pair = ab.pair_of(first, second)
            np.add.at(chances, DRAWN[pair], CHANCE[first] * CHANCE[second] * CHANCE)
    return chances


def greedy_shares(hands: Array) -> Array:
    """How often each action is taken at each total for its swing alone: [action, total]."""
    swings = np.where(REAL[:, :, None], SWING[SLOTS[:, :, 0]], -99)
    best = swings == swings.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True) * hands[:, None, None]
    taken = np.zeros(SWING.shape)
    for slot in range(MOST):
        np.add.at(taken, SLOTS[:, slot, 0], shares[:, slot])
    return taken


def own_turn(players: int, sheets: Array, hands: Array) -> tuple[Array, Array]:
    """The worth of each kept pair before drawing, and how often each action is then the best."""
    worth = np.stack(
        [
            SWING[action]
            + np.where(ENDS[action], 0, sheets[ab.turn_after(action, 0, players)][:, AFTER[action]])
            for action in ACTIONS
        ]
    )
    choices = worth[SLOTS[:, :, 0], SLOTS[:, :, 1]]
    taken = np.zeros(SWING.shape)
    chosen = np.take_along_axis(SLOTS[:, :, :1], choices.argmax(axis=1)[:, None, :], axis=1)[:, 0]
    for action in ACTIONS:
        taken[action] = ((chosen == action) * hands[:, None]).sum(axis=0)
    return np.einsum("pkt,k->pt", choices.max(axis=1)[DRAWN], CHANCE), taken


def others_turns(players: int, sheets: Array, taken: Array) -> Array:
    """The worth of each kept pair while each of the others is to act: the sheets from 1 on."""
    blow = (taken * -SWING).sum(axis=0) / (players - 1)
    new = np.zeros_like(sheets)
    for past in range(1, players):
        new[past] = blow
        for action in ACTIONS:
            sheet = sheets[ab.turn_after(action, past, players)]
            new[past] += np.where(ENDS[action], 0, taken[action] * sheet[:, AFTER[action]])
    return new


def solve(players: int) -> tuple[Array, int, float]:
    """The sheets, how many sweeps they took, and by how much the last one still changed them."""
    hands = chances_of_hands()
    greedy = greedy_shares(hands)
    sheets = np.zeros((players, len(ab.PAIRS), len(ab.TOTALS)))
    usual, change, sweep = greedy, np.inf, 0
    while change > SETTLED and sweep < SWEEPS:
        own, best = own_turn(players, sheets, hands)
        usual = (usual + best) / 2 if sweep >= CALM_FROM else best
        share = value_tables.GREEDY_SHARE
        new = others_turns(players, sheets, share * greedy + (1 - share) * usual)
        new[0] = own
        change, sheets, sweep = float(np.abs(new - sheets).max()), new, sweep + 1
    return sheets, sweep, change


def main() -> None:
    """Solve for every number of players and write the file."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else value_tables.FILE
    numbers: list[int] = []
    for players in value_tables.PLAYERS:
        sheets, sweeps, change = solve(players)
        print(f"{players} players: {sweeps} sweeps, last change {change:.5f} tokens", flush=True)
        numbers += np.rint(sheets.ravel() * value_tables.UNIT).astype(int).tolist()
    content = value_tables.packed(numbers)
    file.write_bytes(content)
    print(f"{file}: {len(content)} bytes")


if __name__ == "__main__":
    main()

"""Compute the value tables of Novantanove's strong bot by value iteration; needs numpy.

    python tools/solve_novantanove.py [FOLDER]

For each number of players it computes a fixed point of Bellman's equation (Dynamic Programming,
1957). The player to act takes the most valuable action: the tokens that it moves immediately plus
the value of the kept pair at the new total. The others hold random cards of an endless pack; a
fraction `GREEDY_SHARE` of their play takes the best immediate swing (tokens won minus lost), the
rest follows the same values. Values are tokens gained relative to the mean of the others, and a
round ends at 99.

Matches of two players have value tables of their own. They start from values against an opponent
who is never greedy. Then the value of each combination of the two players' pairs is computed, with
both playing by these values. The means over the opponent's pair determine the bot's first choice
and its model of the opponent.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

# Run as a program, a file can import from its own folder only.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots import duel_tables, value_tables

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
"""The most choices that a hand can have."""
SLOTS: Final = np.array([(*o, *[o[-1]] * MOST)[:MOST] for o in ab.CHOICES])
"""Action and kept pair of a hand's choices, padded by repeating the last one."""
REAL: Final = np.array([[slot < len(o) for slot in range(MOST)] for o in ab.CHOICES])

SWEEPS: Final = 200
SETTLED: Final = 1e-4
"""Convergence threshold in tokens."""
SETTLED_BOTH: Final = 1e-3
"""The convergence threshold if both pairs are known."""
CALM_FROM: Final = 20
"""The number of sweeps after which the others' policy changes only by half, so that ties do not
oscillate.
"""

Array = Any


def chances_of_hands() -> Array:
    """Return the probability of each hand of three, dealt from an endless pack."""
    chances = np.zeros(len(HANDS))
    for first in range(len(ab.KINDS)):
        for second in range(len(ab.KINDS)):
            pair = ab.pair_of(first, second)
            np.add.at(chances, DRAWN[pair], CHANCE[first] * CHANCE[second] * CHANCE)
    return chances


def greedy_shares(hands: Array) -> Array:
    """Return how often a greedy player takes each action at each total."""
    swings = np.where(REAL[:, :, None], SWING[SLOTS[:, :, 0]], -99)
    best = swings == swings.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True) * hands[:, None, None]
    taken = np.zeros(SWING.shape)
    for slot in range(MOST):
        np.add.at(taken, SLOTS[:, slot, 0], shares[:, slot])
    return taken


def own_turn(players: int, sheets: Array, hands: Array) -> tuple[Array, Array]:
    """Return the value of each pair of cards to its player, who draws a third card and plays.

    Also return how often each action is best at each total.
    """
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
    """Return the value of holding each pair of cards while other players are to act.

    The array has a sheet for each number of turns until the player's own; sheet 0 is
    left empty.
    """
    blow = (taken * -SWING).sum(axis=0) / (players - 1)
    new = np.zeros_like(sheets)
    for past in range(1, players):
        new[past] = blow
        for action in ACTIONS:
            sheet = sheets[ab.turn_after(action, past, players)]
            new[past] += np.where(ENDS[action], 0, taken[action] * sheet[:, AFTER[action]])
    return new


def solve(players: int, share: float) -> tuple[Array, int, float]:
    """Run value iteration; return the value tables, the number of sweeps, and the last change.

    `share` is the fraction of the other players' plays that are assumed to be greedy.
    """
    hands = chances_of_hands()
    greedy = greedy_shares(hands)
    sheets = np.zeros((players, len(ab.PAIRS), len(ab.TOTALS)))
    usual, change, sweep = greedy, np.inf, 0
    while change > SETTLED and sweep < SWEEPS:
        own, best = own_turn(players, sheets, hands)
        usual = (usual + best) / 2 if sweep >= CALM_FROM else best
        new = others_turns(players, sheets, share * greedy + (1 - share) * usual)
        new[0] = own
        change, sheets, sweep = float(np.abs(new - sheets).max()), new, sweep + 1
    return sheets, sweep, change


class Policy(NamedTuple):
    """A policy of a player, as arrays of actions and of pairs to keep, by hand and total."""

    action: Array
    kept: Array


def recommended(sheets: Array) -> Policy:
    """Return the policy that takes the most valuable action, in a game of two players."""
    worth = np.stack(
        [
            SWING[action]
            + np.where(ENDS[action], 0, sheets[ab.turn_after(action, 0, 2)][:, AFTER[action]])
            for action in ACTIONS
        ]
    )
    best = worth[SLOTS[:, :, 0], SLOTS[:, :, 1]].argmax(axis=1)
    hands = np.arange(len(SLOTS))[:, None]
    return Policy(SLOTS[hands, best, 0], SLOTS[hands, best, 1])


def evaluated(policy: Policy) -> tuple[Array, int, float]:
    """Return each position's value to the acting player if both follow a policy.

    A position is the player's pair, the opponent's pair and the total.  The number of passes
    over all positions is returned too, with the largest change of a value in the last pass.
    """
    totals = np.arange(len(ab.TOTALS))
    swing, ends, after = (all_[policy.action, totals] for all_ in (SWING, ENDS, AFTER))
    again = np.array(ab.KIND)[policy.action] == ab.JACK
    worth = np.zeros((len(ab.PAIRS), len(ab.PAIRS), len(totals)))
    change, sweep = np.inf, 0
    while change > SETTLED_BOTH and sweep < SWEEPS:
        new = np.empty_like(worth)
        for other in range(len(ab.PAIRS)):
            then = np.where(
                again, worth[policy.kept, other, after], -worth[other, policy.kept, after]
            )
            hands = swing + np.where(ends, 0, then)
            new[:, other] = np.einsum("pkt,k->pt", hands[DRAWN], CHANCE)
        change, worth, sweep = float(np.abs(new - worth).max()), new, sweep + 1
    return worth, sweep, change


def duel_numbers() -> list[int]:
    """Solve the game for two players; return the numbers to be written to its table file."""
    sheets, _, _ = solve(2, share=0)
    worth, sweeps, change = evaluated(recommended(sheets))
    print(f"both pairs known: {sweeps} sweeps, last change {change:.5f} tokens", flush=True)
    pairs = np.array([CHANCE[a] * CHANCE[b] * (1 if a == b else 2) for a, b in ab.PAIRS])
    means = np.stack([np.einsum("pqt,q->pt", worth, pairs), -np.einsum("qpt,q->pt", worth, pairs)])
    both = np.rint(worth.transpose(2, 0, 1).ravel() * duel_tables.UNIT)
    return [
        *np.rint(means.ravel() * value_tables.UNIT).astype(int).tolist(),
        *both.astype(int).tolist(),
    ]


def write(file: Path, numbers: list[int]) -> None:
    """Pack the numbers into the file and print its size."""
    content = value_tables.packed(numbers)
    file.write_bytes(content)
    print(f"{file}: {len(content)} bytes", flush=True)


def main() -> None:
    """Solve for every number of players and write both files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=value_tables.FILE.parent)
    folder = parser.parse_args().folder
    numbers: list[int] = []
    for players in value_tables.PLAYERS:
        sheets, sweeps, change = solve(players, value_tables.GREEDY_SHARE)
        print(f"{players} players: {sweeps} sweeps, last change {change:.5f} tokens", flush=True)
        numbers += np.rint(sheets.ravel() * value_tables.UNIT).astype(int).tolist()
    write(folder / value_tables.FILE.name, numbers)
    write(folder / duel_tables.FILE.name, duel_numbers())


if __name__ == "__main__":
    main()

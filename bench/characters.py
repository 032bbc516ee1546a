"""Tests whether a classifier can distinguish two bot characters by their observable behaviour.

    python -m bench.characters GAME [--level L] [--pair ONE,OTHER] [--groups N] [--seed S]

Run it from the top folder of the project. Bots of the two characters play matches against
bots of the usual character. A simple classifier uses one number for each group of ten
matches: how often the bot called or spoke, or how high it bid. From half of the groups it
learns the threshold between the two characters; then it classifies the other groups.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any, Final

from audiogames.core.character import EVEN, Character, read_character
from audiogames.core.contract import Move, Turn, View
from audiogames.core.options import read_options
from audiogames.core.registry import Spec, game
from audiogames.games.invido import model as invido
from audiogames.games.wist import model as wist
from audiogames.search.arena import BUDGET, bot, never
from audiogames.search.simulate import SeededDealer

MATCHES: Final = 10
"""The number of matches in a group, which the classifier classifies together."""

Heard = float | None
"""The number that a move adds to the evidence about a character; None if it adds none."""


def _calls(view: Any, move: Move, _said: Sequence[Move]) -> Heard:
    """Return 1 for a call and 0 for another move, or None if the player could not call freely."""
    free = view.asked is None and any(isinstance(one, invido.Call) for one in view.legal)
    return float(isinstance(move, invido.Call)) if free else None


def _bids(view: Any, move: Move, _said: Sequence[Move]) -> Heard:
    """Return the number of tricks bid, or None for other moves and for bids on hidden cards."""
    return float(move.number) if isinstance(move, wist.Bid) and not view.hidden else None


def _spoke(view: Any, _move: Move, said: Sequence[Move]) -> Heard:
    """Return 1 if the player spoke before leading a card, 0 if not; None for other cards."""
    return None if view.on_table else float(bool(said))


GAMES: Final[Mapping[str, tuple[str, dict[str, object], Callable[..., Heard]]]] = {
    "invido": ("bold,careful", {}, _calls),
    "wist": ("bold,careful", {}, _bids),
    "tressette": ("talkative,silent", {"declarations": "manual"}, _spoke),
}
"""The pair of characters, the table's options, and the evidence used."""


def heard(spec: Spec, level: str, who: Character, seed: str) -> Iterator[float]:
    """Play a match with this character in seat 0; yield the numbers that show the character.

    For example, 1 for each call, and 0 for each other move when a call was possible.
    """
    _, given, listen = GAMES[spec.id]
    seats = spec.usual_seats
    bots = [bot(spec, level, who if seat == 0 else EVEN) for seat in range(seats)]
    state = spec.rules.start(read_options(spec.options, given), seats)
    dealer, lot = SeededDealer(spec, seed), Random(f"{seed} bots")
    while (turn := state.to_act) is not Turn.OVER:
        if isinstance(turn, Turn):
            state.apply(None, dealer(state))
            continue
        view: View = state.view(turn)
        move = bots[turn].choose(view, lot, BUDGET, never)
        said = spec.bots.remarks(move, view, who if turn == 0 else EVEN)
        for one in said:
            state.apply(turn, one)
        if turn == 0 and (told := listen(view, move, said)) is not None:
            yield told
        state.apply(turn, move)


def group(spec: Spec, level: str, who: Character, seed: str) -> float:
    """Return the mean of the numbers from `heard` over ten matches, as the classifier's input."""
    seeds = (f"{seed} {who} {match}" for match in range(MATCHES))
    return fmean(told for one in seeds for told in heard(spec, level, who, one))


def right(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how often a classifier tells two characters apart, as a fraction.

    The classifier is trained on the first half of each character's groups of matches, and
    tested on the second half of them.
    """
    half = len(one) // 2
    ones, others = fmean(one[:half]), fmean(other[:half])
    middle, sign = (ones + others) / 2, 1 if ones > others else -1
    hits = [sign * (number - middle) > 0 for number in one[half:]]
    hits += [sign * (number - middle) < 0 for number in other[half:]]
    return fmean(hits)


def main() -> None:
    """Play the matches, and print the accuracy."""
    parser = argparse.ArgumentParser(prog="python -m bench.characters")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--pair", default="")
    parser.add_argument("--groups", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    pair = (asked.pair or GAMES[asked.game][0]).split(",")
    numbers = {
        words: [
            group(game(asked.game), asked.level, read_character(words), f"{asked.seed} {number}")
            for number in range(asked.groups)
        ]
        for words in pair
    }
    one, other = numbers.values()
    names = (f"{words or 'even'}: {fmean(found):.3f}" for words, found in numbers.items())
    print(f"{asked.game}, {asked.level}: {', '.join(names)}; right {right(one, other):.1%}")


if __name__ == "__main__":
    main()

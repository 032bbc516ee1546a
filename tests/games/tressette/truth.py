"""Checks that no declaration of Tressette excludes the cards that were really held.

Deals are played with random cards and with random check boxes for declarations; after each deal all
cards are known, and every declaration is compared with them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from audiogames.core.contract import Move, Turn
from audiogames.core.events import Seat
from audiogames.games.tressette import model as m
from audiogames.games.tressette.determinization import Determinizer
from audiogames.games.tressette.state import TressetteState
from bench.strength.tressette import dealt


@dataclass
class Truth:
    """The numbers of declarations that were made and checked in random deals."""

    deals: int = 0
    excluded: int = 0
    names: Counter[str] = field(default_factory=Counter)


def any_move(state: TressetteState, seat: Seat, lot: Random) -> Move:
    """Return a random legal card, three times out of four with random check boxes ticked.

    The check boxes make declarations about the card.
    """
    ticked = state.unlisted(seat) if lot.random() < 0.75 else ()
    return lot.choice(ticked or state.legal_moves(seat))


def play_anyhow(number: int, seed: int, truth: Truth) -> None:
    """Play one random deal, then check every declaration against the cards."""
    federation = number % 2 == 1
    state, lot = dealt(f"{seed} {number}", m.Options(federation=federation)), Random(number)
    while not isinstance(seat := state.to_act, Turn):
        state.apply(seat, any_move(state, seat, lot))
    truth.deals += 1
    truth.names.update(one.name for one in state.declarations if one.name)
    truth.excluded += not Determinizer(state.view(None)).fits([()] * m.SEATS)


def check_truth(deals: int, seed: int) -> Truth:
    """Play random deals and check all declarations in them."""
    truth = Truth()
    for number in range(deals):
        play_anyhow(number, seed, truth)
    return truth

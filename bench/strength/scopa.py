"""Measures the strength of Scopa's bots in single deals, replayed with sides swapped.

Each deal starts at a score of 0 to 0; results are in points per deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from audiogames.cards.sides import PAIRS, sides
from audiogames.core.contract import Turn
from audiogames.core.events import Emit, Seat
from audiogames.core.registry import game
from audiogames.games.scopa import model as m
from audiogames.games.scopa.bots.easy import EasyBot
from audiogames.games.scopa.bots.rollout import margin, rollout
from audiogames.games.scopa.state import ScopaState
from audiogames.search.duplicate import Contest
from bench.strength.matchup import Foresight, Form, Matchup, seeded

GAME: Final = game("scopa")


def dealt(lot: str, form: Form) -> ScopaState:
    """Return the deal with the seed `lot`, or the next deal if three kings void it."""
    state: ScopaState = GAME.rules.start(form.options, form.seats)
    rng = Random(f"{lot} deal")
    while isinstance(state.to_act, Turn):
        state.apply(None, GAME.rules.chance(state, rng))
    return state


def _over(state: ScopaState) -> bool:
    """Return True if the points of the deal have been counted."""
    return isinstance(state.to_act, Turn)


def _points(state: ScopaState) -> tuple[int, ...]:
    return tuple(state.score)


def _contest(form: Form, _kind: int, emit: Emit) -> Contest:
    def openings(lot: str) -> Iterable[ScopaState]:
        return (dealt(lot, form),)

    return Contest(
        sides(form.seats), openings, seeded(GAME), _over, _points, GAME.clock.window, emit
    )


def _standing(state: ScopaState, seat: Seat) -> float:
    """Return the lead of the seat's side after the deal has been counted."""
    return margin(state, seat % len(state.score))


def _outlook(state: ScopaState, seat: Seat) -> float:
    """Return the expected lead of the seat's side, by a rollout."""
    return rollout(state, seat % len(state.score))


MATCHUP: Final = Matchup(
    GAME,
    "deal",
    {
        "scientifico": Form(m.UICI, PAIRS),
        "scopone": Form(m.Options(form="scopone"), PAIRS),
        "two": Form(m.Options(), 2),
    },
    _contest,
    Foresight(_over, _standing, EasyBot, outlook=_outlook),
)

"""How the strength of Briscola's bots is measured: single deals, with swapped sides.

The unit is card points, of which a deal has 120.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from audiogames.cards.sides import sides
from audiogames.core.events import Emit, Seat
from audiogames.core.registry import game
from audiogames.games.briscola import model as m
from audiogames.games.briscola.bots.normal import NormalBot
from audiogames.games.briscola.state import BriscolaState
from audiogames.search.duplicate import Contest
from bench.strength.matchup import Foresight, Form, Matchup, seeded

GAME: Final = game("briscola")


def dealt(lot: str, form: Form) -> BriscolaState:
    """Return the deal with the seed `lot`."""
    state: BriscolaState = GAME.rules.start(form.options, form.seats)
    for word in ("dealer", "deal"):
        state.apply(None, GAME.rules.chance(state, Random(f"{lot} {word}")))
    return state


def _over(state: BriscolaState) -> bool:
    """Return True if the points of the deal have been counted."""
    return bool(state.sheet)


def _points(state: BriscolaState) -> tuple[int, ...]:
    return state.sheet[-1].points


def _contest(form: Form, _kind: int, emit: Emit) -> Contest:
    def openings(lot: str) -> Iterable[BriscolaState]:
        return (dealt(lot, form),)

    return Contest(
        sides(form.seats), openings, seeded(GAME), _over, _points, GAME.clock.window, emit
    )


def _standing(state: BriscolaState, seat: Seat) -> float:
    """Return the points of the seat's side minus the mean points of the other sides."""
    points = _points(state)
    own = points[seat % len(points)]
    return own - (sum(points) - own) / (len(points) - 1)


MATCHUP: Final = Matchup(
    GAME,
    "deal",
    {
        "two": Form(m.Options(), 2),
        "three": Form(m.Options(), 3),
        "four": Form(m.Options(), 4),
    },
    _contest,
    Foresight(_over, _standing, NormalBot),
)

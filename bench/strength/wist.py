"""Measures the strength of Wist's bots in single rounds, in points.

All rounds of a match are played equally often.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from audiogames.core.events import Emit, Seat
from audiogames.core.registry import game
from audiogames.games.wist import model as m
from audiogames.games.wist.bots.normal import NormalBot
from audiogames.games.wist.state import WistState
from audiogames.search.duplicate import Contest
from bench.strength.matchup import Foresight, Form, Matchup, seeded
from bench.strength.wist_players import RulePlayer, SamplingPlayer

GAME: Final = game("wist")


def before_deal(form: Form, turno: int, dealer: Seat) -> WistState:
    """Return a match in which this round (counted from 0) is about to be dealt."""
    state: WistState = GAME.rules.start(form.options, form.seats)
    state.sit(tuple(Seat(seat) for seat in range(form.seats)))
    state.dealer, state.phase = dealer, m.Phase.DEALING
    state.deal = turno
    return state


def _over(state: WistState) -> bool:
    """Return True if the round has been scored."""
    return bool(state.sheet)


def _points(state: WistState) -> tuple[int, ...]:
    return tuple(state.sheet[-1].points)


def _rounds(form: Form) -> tuple[str, ...]:
    """Return number and name of each round in a match; in Cagliari several rounds have one name."""
    rounds = enumerate(m.plan(form.options, form.seats), start=1)
    return tuple(f"{number} {played.name}" for number, played in rounds)


def _contest(form: Form, kind: int, emit: Emit) -> Contest:
    def openings(_lot: str) -> Iterable[WistState]:
        return (before_deal(form, kind, Seat(0)),)

    sides = tuple((Seat(seat),) for seat in range(form.seats))
    return Contest(sides, openings, seeded(GAME), _over, _points, GAME.clock.window, emit)


def _standing(state: WistState, seat: Seat) -> float:
    """Return a seat's points minus the mean of the others."""
    points = _points(state)
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


MATCHUP: Final = Matchup(
    GAME,
    "round",
    {
        "four": Form(m.Options(), 4),
        "five": Form(m.Options(), 5),
        "cagliari": Form(m.Options(form="cagliari"), 4),
    },
    _contest,
    Foresight(_over, _standing, NormalBot),
    kinds=_rounds,
    bots={"rule": RulePlayer, "sampling": SamplingPlayer},
)

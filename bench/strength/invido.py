"""How the strength of Invido's bots is measured: whole matches, with swapped seats.

Each match is played once with either player as the first dealer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move
from audiogames.core.events import Emit, Seat
from audiogames.core.registry import game
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.evaluation import equity
from audiogames.games.invido.bots.normal import NormalBot
from audiogames.games.invido.state import InvidoState
from audiogames.search.duplicate import Contest
from bench.strength.invido_2018 import Player2018
from bench.strength.matchup import Foresight, Form, Matchup, ended, seeded

GAME: Final = game("invido")
STRONG: Final = (m.STRENGTH["2"], m.STRENGTH["3"])
SEATS: Final = (Seat(0), Seat(1))


@dataclass(frozen=True)
class SimplePlayer(Bot[m.InvidoView, Move]):
    """A bot that plays the highest card, never raises, and refuses every "a monte".

    `stays` decides whether it accepts a stake.
    """

    stays: Callable[[m.InvidoView], bool]

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return one of the legal moves."""
        del rng, budget, stop
        if view.monte_asked:
            return m.NO
        if view.asked is not None:
            return m.VA_BENE if self.stays(view) else m.VADO_VIA
        return m.OPEN[max(view.hand, key=m.strength)]


def holds_strong(view: m.InvidoView) -> bool:
    """Return True if there is a two or a three in the hand."""
    return any(m.strength(card) in STRONG for card in view.hand)


def accepts() -> SimplePlayer:
    """Return a player that accepts every stake."""
    return SimplePlayer(lambda _view: True)


def folds() -> SimplePlayer:
    """Return a player that folds at every stake."""
    return SimplePlayer(lambda _view: False)


def strong_only() -> SimplePlayer:
    """Return a player that accepts a stake only with a two or a three."""
    return SimplePlayer(holds_strong)


def shares(state: InvidoState) -> tuple[int | Fraction, ...]:
    """Return each seat's share of the win: 1 for the winner, 0 for the loser."""
    result = state.result()
    assert result is not None
    return tuple(int(seat in result.winners) for seat in SEATS)


def _contest(form: Form, _kind: int, emit: Emit) -> Contest:
    def openings(_lot: str) -> Iterable[InvidoState]:
        for dealer in SEATS:
            state = GAME.rules.start(form.options, form.seats)
            state.apply(None, GAME.rules.read(f"dealer {dealer}"))
            yield state

    sides = tuple((seat,) for seat in SEATS)
    return Contest(sides, openings, seeded(GAME), ended, shares, GAME.clock.window, emit)


def _standing(state: InvidoState, seat: Seat) -> float:
    """Return the seat's chance to win the match, estimated from the score."""
    if (result := state.result()) is not None:
        return float(seat in result.winners)
    goal = m.SHORT_GOAL if state.short else m.GOAL
    return equity(goal - state.score[seat], goal - state.score[1 - seat])


MATCHUP: Final = Matchup(
    GAME,
    "match",
    {"match": Form(m.Options(), 2)},
    _contest,
    Foresight(lambda state: state.deal, _standing, NormalBot, looks=2),
    wins=True,
    bots={"accepts": accepts, "folds": folds, "strong-only": strong_only, "2018": Player2018},
)

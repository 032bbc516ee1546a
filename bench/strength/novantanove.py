"""Measures the strength of Novantanove's bots: whole matches, one against the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from random import Random
from typing import Final

from audiogames.core.contract import Bot, Move
from audiogames.core.events import Emit, Seat
from audiogames.core.registry import game
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots.normal import NormalBot
from audiogames.games.novantanove.state import NovantanoveState
from audiogames.search.duplicate import Contest
from bench.strength.matchup import Foresight, Form, Matchup, ended, seeded

GAME: Final = game("novantanove")
BLOW: Final = 0.5
"""The extra value of the last token."""


class GreedyBot(Bot[m.NovantanoveView, Move]):
    """A bot that plays for the best immediate swing of tokens, with ties broken at random."""

    def choose(
        self, view: m.NovantanoveView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Draw whenever a draw is allowed; otherwise return the best play.

        The best play has the best immediate swing of tokens; ties are broken at random.
        """
        del budget, stop
        if m.DRAW in view.legal:
            return m.DRAW
        plays: tuple[m.Play, ...] = view.legal
        return max(plays, key=lambda play: (_swing(view, play), rng.random()))


def _swing(view: m.NovantanoveView, play: m.Play) -> int:
    """Return the tokens that each other player loses by a play, minus this seat's loss."""
    after = m.total_after(view.total, play, min_zero=view.options.min_zero)
    cost = m.outcome(view.total, after)
    return cost.others - cost.player


def shares(state: NovantanoveState) -> tuple[int | Fraction, ...]:
    """Return each seat's share of the win."""
    result = state.result()
    assert result is not None
    part = Fraction(1, len(result.winners))
    return tuple(part if seat in result.winners else 0 for seat in range(state.seats))


def _contest(form: Form, _kind: int, emit: Emit) -> Contest:
    def openings(_lot: str) -> Iterable[NovantanoveState]:
        return (GAME.rules.start(form.options, form.seats),)

    sides = tuple((Seat(seat),) for seat in range(form.seats))
    return Contest(sides, openings, seeded(GAME), ended, shares, GAME.clock.window, emit)


def _standing(state: NovantanoveState, seat: Seat) -> float:
    """Return a seat's tokens minus the mean of the others.

    Each player's last token counts more than the other tokens.
    """
    worth = [tokens + BLOW * (tokens > 0) for tokens in state.tokens]
    own = worth[seat]
    return float(own - (sum(worth) - own) / (len(worth) - 1))


MATCHUP: Final = Matchup(
    GAME,
    "match",
    {"match": Form(m.Options(), 2)},
    _contest,
    Foresight(lambda state: state.round, _standing, NormalBot, looks=4),
    wins=True,
    bots={"greedy": GreedyBot},
)

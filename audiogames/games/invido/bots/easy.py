"""The easy bot of Invido, which considers only its own hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from audiogames.core.character import EVEN, Character
from audiogames.core.contract import Bot, Move
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.belief import position, ranks
from audiogames.games.invido.bots.evaluation import strength

# Strengths are chances to win the deal, a tie counting half.

HOPELESS: Final = 0.05
"""Bots ask to annul a deal only below this strength: more frequent requests would be tiresome."""

ERRS: Final = 0.2
"""How often the easy bot plays a random card."""
CALLS_FROM: Final = {-1: 0.8, 0: 0.75, 1: 0.65}
CALLS: Final = {-1: 0.25, 0: 0.4, 1: 0.6}
"""The strength from which it may call, by its daring."""
FEARS: Final = {-1: 0.35, 0: 0.3, 1: 0.25}
"""The strength below which it folds at any stake, by its daring."""
ANNULS: Final = 0.4
"""The strength below which it agrees to annul the deal."""


class EasyBot(Bot[m.InvidoView, Move]):
    """Estimates its own hand's strength only, plays carelessly, and calls by fixed thresholds."""

    def __init__(self, character: Character = EVEN) -> None:
        self._daring = character.daring

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Choose a move by the strength of the bot's own hand, with some randomness."""
        del budget, stop
        if len(view.legal) == 1:
            return only(view)
        hope = strength(position(view), ranks(view.hand))
        if view.monte_asked:
            return m.VA_BENE if hope < ANNULS else m.NO
        call = offered_call(view)
        daring = self._daring
        if call and hope > CALLS_FROM[daring] and rng.random() < CALLS[daring]:
            return call
        if view.asked is not None:
            return m.VA_BENE if hope > FEARS[daring] else m.VADO_VIA
        if may_ask_monte(view) and hope < HOPELESS:
            return m.A_MONTE
        return _careless(view, rng)


def only(view: m.InvidoView) -> Move:
    (move,) = view.legal
    assert isinstance(move, Move)
    return move


def _careless(view: m.InvidoView, rng: Random) -> m.Play:
    """Return the play of the highest card, or sometimes of a random one."""
    plays = face_up(view)
    if rng.random() < ERRS:
        return rng.choice(plays)
    return max(plays, key=lambda play: m.strength(play.card))


def face_up(view: m.InvidoView) -> list[m.Play]:
    return [move for move in view.legal if isinstance(move, m.Play) and not move.covered]


def offered_call(view: m.InvidoView) -> m.Call | None:
    return next((move for move in view.legal if isinstance(move, m.Call)), None)


def may_ask_monte(view: m.InvidoView) -> bool:
    """Return True if the bot may ask to annul the deal ("a monte").

    It asks at most once before each of the first three cards of a deal.  If the options set no
    limit on requests, the view does not count them, so the bot never asks.
    """
    assert view.seat is not None
    fresh = view.montes[view.seat] == view.options.monte_cap
    return fresh and m.A_MONTE in view.legal and len(view.played) < m.HAND

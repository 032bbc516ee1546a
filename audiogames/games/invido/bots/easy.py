"""The easy bot of Invido: it looks at its own hand alone."""

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
"""Below this strength bots ask to annul the deal, as people do: with every weak hand it tires."""

ERRS: Final = 0.2
"""How often the easy bot plays any card."""
CALLS_FROM: Final = {-1: 0.8, 0: 0.75, 1: 0.65}
CALLS: Final = {-1: 0.25, 0: 0.4, 1: 0.6}
"""From this strength it calls, but not each time; by how daring it is."""
FEARS: Final = {-1: 0.35, 0: 0.3, 1: 0.25}
"""It gives up below this strength, whatever is at stake."""
ANNULS: Final = 0.4
"""It lets the deal be annulled below this strength."""


class EasyBot(Bot[m.InvidoView, Move]):
    """Looks only at its own cards, and not always well."""

    def __init__(self, character: Character = EVEN) -> None:
        self._daring = character.daring

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """One of the legal moves."""
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
    """The highest card, but sometimes any."""
    plays = face_up(view)
    if rng.random() < ERRS:
        return rng.choice(plays)
    return max(plays, key=lambda play: m.strength(play.card))


def face_up(view: m.InvidoView) -> list[m.Play]:
    return [move for move in view.legal if isinstance(move, m.Play) and not move.covered]


def offered_call(view: m.InvidoView) -> m.Call | None:
    return next((move for move in view.legal if isinstance(move, m.Call)), None)


def may_ask_monte(view: m.InvidoView) -> bool:
    """At most once between two cards and only before the third: so three times a deal at most.

    Where there is no cap the view does not tell what was asked before, and it is not asked at all.
    """
    assert view.seat is not None
    fresh = view.montes[view.seat] == view.options.monte_cap
    return fresh and m.A_MONTE in view.legal and len(view.played) < m.HAND

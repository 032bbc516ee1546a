"""The easy bot of Scopa: it captures as much as it can, and prefers coins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from audiogames.cards.card import Cards, set_of
from audiogames.core.contract import Bot
from audiogames.games.scopa import model as m
from audiogames.games.scopa.model import Play
from audiogames.games.scopa.rules import taken_by
from audiogames.games.scopa.scores import ALL_COINS, SETTEBELLO


class EasyBot(Bot[m.ScopaView, Play]):
    """Makes a scopa, or the capture with most coins; without a capture, plays a low card."""

    def choose(self, view: m.ScopaView, rng: Random, budget: int, stop: Callable[[], bool]) -> Play:
        """Return the move with the best capture; of equal moves, a random one."""
        del budget, stop
        plays: Sequence[Play] = view.legal
        return max(plays, key=lambda play: (*_likes(view, play), rng.random()))


def _likes(view: m.ScopaView, play: Play) -> tuple[int, ...]:
    taken = taken_by(play, view)
    if not taken:
        return 0, 0, 0, -_worth(play.bit), -play.power
    scopa = taken == set_of(view.table)
    return 1, scopa, _worth(taken | play.bit), taken.bit_count(), 0


def _worth(cards: Cards) -> int:
    """Return the number of coins in a capture; the seven of coins counts as three."""
    return (cards & ALL_COINS).bit_count() + 2 * bool(cards & SETTEBELLO)

"""Evaluates Tressette's moves for a review, in deals sampled and searched by the strong bot.

A gain is reported in points or, if the deal may decide the match, as a percentage of matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from audiogames.core.contract import Move, View
from audiogames.core.cues import Msg
from audiogames.core.review import Luck, LuckSpec, Stop, World
from audiogames.core.telling import in_tenths
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots import candidates as classes
from audiogames.games.tressette.bots import match_equity
from audiogames.games.tressette.bots.endgame import SearchStopped
from audiogames.games.tressette.bots.rollout import rollout
from audiogames.games.tressette.bots.strong import (
    ExactTrial,
    RolloutTrial,
    StrongBot,
    exact_worlds,
    rollout_worlds,
)
from audiogames.games.tressette.determinization import cards_of
from audiogames.games.tressette.rules import known_state
from audiogames.search.arena import BUDGET
from audiogames.search.judging import LIKELY, PairedGain, luck_in_points

LEAST_POINTS: Final = 0.3
LEAST_CHANCE: Final = 0.03
"""The least gains worth reporting: in points, and in chances to win the match."""
LEAST_LUCK: Final = 0.5
"""The least luck worth reporting, in points over a match."""
HAND_WORLDS: Final = 400
"""Worlds in which a hand is played out to estimate its value."""
HUNDRED: Final = 100

candidates = classes.candidates
"""Return the cards to evaluate, one of each class."""


def stands_for(move: Move, view: m.TressetteView) -> Move | None:
    """Return the representative of all plays equivalent to this move, with no box ticked.

    Return None if the move plays no card.
    """
    return classes.equals(view)[move.card] if isinstance(move, m.Play) else None


def worlds(view: m.TressetteView, moves: int, budget: int) -> int:
    """Return the number of deals that the strong bot samples for this decision."""
    return exact_worlds(view, budget) or rollout_worlds(view, moves, budget)


def weigh(
    view: m.TressetteView, moves: Sequence[Move], count: int, rng: Random, stop: Stop
) -> Iterator[World]:
    """Yield the cards' values in likely deals, by the strong bot's exact search or rollouts."""
    is_exact = exact_worlds(view, BUDGET) > 0
    cards = [move for move in moves if isinstance(move, m.Play)]
    trial = ExactTrial(view, cards, stop) if is_exact else RolloutTrial(view, cards)
    unit = 1.0 if may_decide(view) else 1 / m.THIRDS["1"]
    try:
        for world, times in StrongBot().likely(view, count, rng, stop).items():
            if stop():
                return
            yield float(times), [unit * value for value in trial.values(world)]
    except SearchStopped:
        return


def may_decide(view: m.TressetteView) -> bool:
    """Return True if a side may reach the target score in this deal.

    Then a move is judged by the chance of winning the match, otherwise by points.
    """
    return match_equity.may_decide(view)


def least(view: m.TressetteView) -> float:
    """Return the smallest gain that a review reports, in points or in chances to win."""
    return LEAST_CHANCE if may_decide(view) else LEAST_POINTS


def price(gain: float, view: m.TressetteView) -> Msg:
    """Describe a gain in points, or as a percentage of matches."""
    if may_decide(view):
        return in_tenths("price-matches", HUNDRED * gain)
    return in_tenths("price-points", gain)


def luck(view: m.TressetteView, before: View | None, rng: Random, stop: Stop) -> Luck | None:
    """Return the pair's expected points minus half of all points; None after the first card."""
    assert view.seat is not None
    if before is not None or len(view.hand) < m.HAND:
        return None
    state, side, made = known_state(view), m.side(view.seat), PairedGain()
    for world, times in StrongBot().likely(view, HAND_WORLDS, rng, stop).items():
        state.hold([cards_of(hand) for hand in world])
        # A rollout returns a lead in thirds: half of it is the excess over an average deal.
        made.add(times, rollout(state.copy(), side) / (2 * m.THIRDS["1"]))
    return Luck(made.mean, made.half / LIKELY) if made.worlds > 1 else None


LUCK: Final = LuckSpec(luck, luck_in_points, LEAST_LUCK)

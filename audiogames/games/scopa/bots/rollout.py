"""Plays out a deal whose hands are all known, by a rollout policy or by exact search.

The policy makes the most valuable capture, and avoids a table that the next player can sweep.  It
sees all hands, and is fast: it runs hundreds of times for one decision.
"""

from __future__ import annotations

from typing import Final

from audiogames.core.contract import Turn
from audiogames.games.scopa.bots.values import sum_of, worth
from audiogames.games.scopa.model import PLAYS, Play
from audiogames.games.scopa.state import ScopaState
from audiogames.games.scopa.takes import moves_of

SCOPA: Final = 1.0
LOST: Final = 0.3
OWN: Final[tuple[float, ...]] = tuple(worth(play.bit) for play in PLAYS.values())
"""The value of each card by `Card.order`."""
FAR: Final = 99.0
"""More points than a deal can have."""


def margin(state: ScopaState, side: int) -> float:
    """Return by how many points a side leads the best other side."""
    others = (points for place, points in enumerate(state.score) if place != side)
    return state.score[side] - max(others)


def standing(state: ScopaState, side: int) -> float:
    """Return by how many points a side leads, estimated from the cards captured so far."""
    has = [worth(pile) + SCOPA * made for pile, made in zip(state.piles, state.scope, strict=True)]
    return has[side] - max(one for place, one in enumerate(has) if place != side)


def lookahead(state: ScopaState, side: int, plies: int) -> float:
    """Play `plies` cards by the policy; return the side's estimated lead after them.

    A rollout to the end would hide a card's present value in the randomness of later cards.
    """
    while plies and isinstance(seat := state.to_act, int):
        state.apply(seat, policy(state, seat))
        plies -= 1
    return standing(state, side)


def rollout(state: ScopaState, side: int) -> float:
    """Play the deal to its end by the policy; return the side's lead in points."""
    lookahead(state, side, -1)
    return margin(state, side)


def policy(state: ScopaState, seat: int) -> Play:
    """Return the rollout policy's move for this seat.

    Values are additive, so the whole table is summed once for all cards.
    """
    hand, table = state.hands[seat], state.table
    known = state.known
    total, at_stake = sum_of(table), worth(table)
    after = {card.power for card in state.hands[state.following[seat]]}
    best, most = hand[0], -FAR
    for move in moves_of(hand, table, known):
        taken, own = move.chosen or known.by_value[move.power] & table, OWN[move.card.order]
        if not taken:
            value, left, lost = 0.0, total + move.power, at_stake + own
        elif taken == table:
            value, left, lost = at_stake + own + SCOPA, 0.0, 0.0
        else:
            gain = worth(taken)
            value, left, lost = gain + own, total - move.power, at_stake - gain
        value -= SCOPA + lost if left in after else LOST * lost
        if value > most:
            best, most = move, value
    return best


def search(state: ScopaState, side: int, low: float = -FAR, high: float = FAR) -> float:
    """Return a side's final lead under best play with all cards known, by alpha-beta search.

    With three sides the other two play against `side`.  Values outside `low` and `high` are not
    computed exactly.
    """
    seat = state.to_act
    if isinstance(seat, Turn):
        return margin(state, side)
    is_ours = seat % len(state.score) == side
    for move in state.legal_moves(seat):
        tried = state.copy()
        tried.apply(seat, move)
        value = search(tried, side, low, high)
        if is_ours:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if is_ours else high

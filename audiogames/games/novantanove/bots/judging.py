"""Evaluates Novantanove's moves for a review, by rounds simulated with the strong bot's tables.

A gain is reported in tokens: a seat's tokens at the end of the round, minus the mean of the
others'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.contract import Move, Turn
from audiogames.core.cues import Msg
from audiogames.core.events import Seat
from audiogames.core.review import Stop, World
from audiogames.core.telling import in_tenths
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots import duel_tables
from audiogames.games.novantanove.bots.strong import decision
from audiogames.games.novantanove.bots.value_tables import (
    PLAYERS,
    TablesRefused,
    ValueTables,
    shipped,
)
from audiogames.games.novantanove.rules import NovantanoveRules
from audiogames.games.novantanove.state import NovantanoveState

WORLDS: Final = 100
"""Sampled worlds for a budget of 1,000."""
LEAST: Final = 0.3
"""The least gain worth reporting, in tokens."""
SOUND: Final = 0.1
"""A play is no mistake if the strong bot's search values it within this many tokens of the best."""
OUT: Final = 3.0
"""The value in tokens of winning or losing the match."""
RULES: Final = NovantanoveRules()


def candidates(view: m.NovantanoveView) -> Sequence[Move]:
    """Return the plays to evaluate, one of each group of plays with the same effect.

    Return none if the value tables cannot be read.
    """
    try:
        shipped()
        duel_tables.shipped()
    except TablesRefused:
        return ()
    found = {ab.action_of(play): play for play in _plays(view)}
    return tuple(found.values())


def stands_for(move: Move, view: m.NovantanoveView) -> Move | None:
    """Return the evaluated play that has the same effect as this move.

    Return None if the move draws a card, or if no such play is evaluated.
    """
    if not isinstance(move, m.Play):
        return None
    action = ab.action_of(move)
    return next((one for one in candidates(view) if _does(one, action)), None)


def is_sound(move: Move, view: m.NovantanoveView) -> bool:
    """Return True if the strong bot's search rates the play as high as its own choice.

    The search considers one reply and the others' possible hands, while evaluation simulates rounds
    by the tables alone.  A play is a mistake only if both find it worse.
    """
    if not isinstance(move, m.Play):
        return False
    near = decision(view, shipped(), duel_tables.shipped()).near_best(lambda: False)
    found = [worth for play, worth in near.items() if _does(play, ab.action_of(move))]
    return bool(found) and max(found) >= max(near.values()) - SOUND


def worlds(_view: m.NovantanoveView, _moves: int, budget: int) -> int:
    """Return the number of deals to sample, which depends only on the budget."""
    return max(1, WORLDS * budget // 1000)


def weigh(
    view: m.NovantanoveView, moves: Sequence[Move], count: int, rng: Random, stop: Stop
) -> Iterator[World]:
    """Yield the values of the plays in each of several sampled deals that fit the view.

    In each deal the round is played to its end after every play, with the same random choices.
    """
    assert view.seat is not None
    tables = shipped()
    for _ in range(count):
        state, lot = RULES.redeal(view, rng), rng.random()
        values = []
        for move in moves:
            if stop():
                return
            tried = state.copy()
            tried.apply(view.seat, move)
            play_round(tried, tables, Random(lot))
            values.append(round_worth(view, tried))
        yield 1.0, values


def play_round(state: NovantanoveState, tables: ValueTables, rng: Random) -> None:
    """Play the round to its end, all seats by the value tables; draw a card whenever possible."""
    number = state.round
    while state.round == number:
        if state.drawer is not None:
            state.apply(state.drawer, m.DRAW)
        turn = state.to_act
        if isinstance(turn, Turn):
            if state.expects != "reshuffle":
                return
            state.apply(None, RULES.chance(state, rng))
        else:
            state.apply(turn, table_play(state, turn, tables))


def table_play(state: NovantanoveState, seat: Seat, tables: ValueTables) -> m.Play:
    """Return the play of this seat that has the highest value in the value tables."""
    players = min(len(state.alive()), PLAYERS[-1])
    best, _ = best_by_tables(state.hands[seat], state.total, players, tables)
    return best


def best_by_tables(
    hand: Sequence[Card], total: int, players: int, tables: ValueTables
) -> tuple[m.Play, float]:
    """Return the best play of this hand by the tables, and its value in tokens."""
    steps, best, most = ab.EFFECTS[ab.place_of(total)], None, float("-inf")
    for card in hand:
        kept = [ab.kind_of(one) for one in hand if one is not card]
        pair = ab.pair_of(kept[0], kept[-1]) if kept else 0
        for play in m.PLAYS[card]:
            action = ab.action_of(play)
            step = steps[action]
            worth = float(step.others - step.player)
            if not step.ends_round:
                past = ab.turn_after(action, 0, players)
                worth += tables.value(players, past, pair, step.after)
            if worth > most:
                best, most = play, worth
    assert best is not None
    return best, most


def least(_view: m.NovantanoveView) -> float:
    """Return the least gain worth reporting, in tokens."""
    return LEAST


def price(gain: float, _view: m.NovantanoveView) -> Msg:
    """Describe a gain in tokens."""
    return in_tenths("price-tokens", gain)


def round_worth(view: m.NovantanoveView, state: NovantanoveState) -> float:
    """Return the seat's tokens after a round, minus the mean of the other players' tokens.

    Winning or losing the match adds or subtracts OUT.
    """
    assert view.seat is not None
    others = [
        state.tokens[seat] for seat, alive in enumerate(view.alive) if alive and seat != view.seat
    ]
    own = state.tokens[view.seat]
    match = OUT * ((not any(others)) - (not own))
    return own - sum(others) / len(others) + match


def _plays(view: m.NovantanoveView) -> list[m.Play]:
    return [move for move in view.legal if isinstance(move, m.Play)]


def _does(play: Move, action: int) -> bool:
    return isinstance(play, m.Play) and ab.action_of(play) == action

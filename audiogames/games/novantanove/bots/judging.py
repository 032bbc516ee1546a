"""Novantanove's moves weighed for a review: rounds played out by the strong bot's tables.

A gain is told in tokens: what a seat has at the end of the round, less the mean of the others.
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
"""Of a budget of 1,000."""
LEAST: Final = 0.3
"""Tokens: less than this is no mistake."""
SOUND: Final = 0.1
"""Tokens: what the strong bot's own search puts so near its best is no mistake."""
OUT: Final = 3.0
"""What the match is worth in tokens to whoever loses or takes the last one."""
RULES: Final = NovantanoveRules()


def candidates(view: m.NovantanoveView) -> Sequence[Move]:
    """Every play, of cards that do the same only one; none where the tables are missing."""
    try:
        shipped()
        duel_tables.shipped()
    except TablesRefused:
        return ()
    found = {ab.action_of(play): play for play in _plays(view)}
    return tuple(found.values())


def stands_for(move: Move, view: m.NovantanoveView) -> Move | None:
    """The play of a card that does the same; a draw is not weighed."""
    if not isinstance(move, m.Play):
        return None
    action = ab.action_of(move)
    return next((one for one in candidates(view) if _does(one, action)), None)


def is_sound(move: Move, view: m.NovantanoveView) -> bool:
    """Whether the strong bot's search holds it for as good as its best.

    It weighs one reply by what the others may hold, and rounds are played out by the tables alone:
    only what both call worse is a mistake.
    """
    if not isinstance(move, m.Play):
        return False
    near = decision(view, shipped(), duel_tables.shipped()).near_best(lambda: False)
    found = [worth for play, worth in near.items() if _does(play, ab.action_of(move))]
    return bool(found) and max(found) >= max(near.values()) - SOUND


def worlds(_view: m.NovantanoveView, _moves: int, budget: int) -> int:
    """The strong bot looks into its tables instead; so many tell as much."""
    return max(1, WORLDS * budget // 1000)


def weigh(
    view: m.NovantanoveView, moves: Sequence[Move], count: int, rng: Random, stop: Stop
) -> Iterator[World]:
    """Plays in deals that fit the view, each round played to its end with the same lot."""
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
    """Everybody draws at once, and plays what the tables put first."""
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
    """What the tables put first, without a search of replies."""
    players = min(len(state.alive()), PLAYERS[-1])
    best, _ = best_by_tables(state.hands[seat], state.total, players, tables)
    return best


def best_by_tables(
    hand: Sequence[Card], total: int, players: int, tables: ValueTables
) -> tuple[m.Play, float]:
    """The play that the tables put first, and what it is worth in tokens."""
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
    """A third of a token, nearly."""
    return LEAST


def price(gain: float, _view: m.NovantanoveView) -> Msg:
    """Tokens."""
    return in_tenths("price-tokens", gain)


def round_worth(view: m.NovantanoveView, state: NovantanoveState) -> float:
    """Own tokens after a round, less the mean of the others who were in at the decision."""
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

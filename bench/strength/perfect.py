"""A player that sees all cards, as the upper bound for every bot.

For each of its moves it copies the true state and lets the game's normal bots play the dealt cards;
it takes the move with the best result. Random draws that come later are sampled again. In Tressette
a simple policy plays with open hands, and the last tricks are searched. This player receives the
state itself, which no level of a game does, and exists only here.
"""

from __future__ import annotations

from random import Random
from statistics import fmean

from audiogames.core.contract import Move, Turn
from audiogames.core.events import Seat
from bench.strength.matchup import Anything, Matchup, ended

NAME = "perfect"
BUDGET = 0
"""The budget of the bots that play on."""


class Perfect:
    """A player that sees all cards."""

    def __init__(self, matchup: Matchup) -> None:
        self._spec = matchup.spec
        self._foresight = matchup.foresight
        self._bot = matchup.foresight.bot()

    def __call__(self, state: Anything, seat: Seat, lot: Random) -> Move:
        """Return the move with the best result, or the first of several equally good ones."""
        moves = list(state.legal_moves(seat))
        worth = [self._value(state, seat, move, lot) for move in moves] if moves[1:] else [0.0]
        best = moves[worth.index(max(worth))]
        assert isinstance(best, Move)
        return best

    def _value(self, state: Anything, seat: Seat, move: Move, lot: Random) -> float:
        return fmean(
            self._value_after(state, seat, move, lot) for _ in range(self._foresight.looks)
        )

    def _value_after(self, state: Anything, seat: Seat, move: Move, lot: Random) -> float:
        """Return the seat's value after this move.

        It is the game's estimate (`outlook`) or, if the game has none, the value that results when
        bots play on as far as this player looks ahead.
        """
        stretch = self._foresight.stretch(state)
        ahead = state.copy()
        self._make(ahead, seat, move)
        if self._foresight.outlook:
            return self._foresight.outlook(ahead, seat)
        while not ended(ahead) and self._foresight.stretch(ahead) == stretch:
            self._play_on(ahead, lot)
        return self._foresight.worth(ahead, seat)

    def _play_on(self, ahead: Anything, lot: Random) -> None:
        turn = ahead.to_act
        if isinstance(turn, Turn):
            ahead.apply(None, self._spec.rules.chance(ahead, lot))
            return
        self._make(ahead, turn, self._bot.choose(ahead.view(turn), lot, BUDGET, lambda: False))

    def _make(self, ahead: Anything, seat: Seat, move: Move) -> None:
        """Make a move; then draw a card if the rules allow a draw."""
        ahead.apply(seat, move)
        if opened := self._spec.clock.window(ahead):
            ahead.apply(opened.seat, opened.move)

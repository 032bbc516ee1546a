"""The strong bot of Wist: it tries its moves in worlds that it thinks possible.

Theory of operation.  Worlds are drawn that fit what was played and bid (`worlds`).  Every move is
tried in the same ones: the round is played out by habit (`playout`), its last tricks as well as can
be (`endgame`), and what it brings is valued for the match (`standing`).  The budget is spent in
stages; after each the worse half of the moves is dropped, so that the best are tried most often.

Habit errs in ways of its own, and so does the normal bot, which looks at its own hand alone.  What
counts is the mean of the trials and, at a certain weight, the worth that the normal bot sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.events import Seat
from audiogames.core.game import Bot, Move
from audiogames.games.wist import model as m
from audiogames.games.wist.bot import Decision, NormalBot
from audiogames.games.wist.endgame import Ending, Stopped
from audiogames.games.wist.playout import play_out
from audiogames.games.wist.rules import WistState
from audiogames.games.wist.standing import Standing
from audiogames.games.wist.worlds import Worlds

LOOK: Final = {True: 1.0, False: 1.0}
"""How much the worth that the normal bot sees counts beside the trials: of bids, and of cards."""
NEAR: Final = 2
"""Bids that are further from the normal bot's are not tried."""
ENDING: Final = {4: 3, 5: 2}
"""So many tricks are searched to their end, by the number of players."""
ENDINGS: Final = 40
"""In so many worlds, at most, for each move."""


class StrongBot(Bot[m.WistView, Move]):
    """Bids and plays what did best in worlds that fit what it knows."""

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """One of the legal moves; each playout and each searched ending is one of the budget."""
        usual = NormalBot().choose(view, rng, budget, stop)
        if view.hidden:
            return usual
        moves = bids(view, usual) if isinstance(usual, m.Bid) else cards(view)
        if len(moves) == 1 or budget < len(moves):
            return usual
        trials = Trials(view, rng, moves)
        try:
            trials.run(budget, stop)
        except Stopped:
            return usual
        return trials.moves[0]


def bids(view: m.WistView, usual: m.Bid) -> list[Move]:
    """The bids that are worth a trial: for a Wist, habit is no judge, since it attacks nobody."""
    if not usual.number:
        return [usual]
    return [bid for bid in view.legal if bid.number > 0 and abs(bid.number - usual.number) <= NEAR]


def cards(view: m.WistView) -> list[Move]:
    """The legal cards, of neighbours with nothing between them only the lowest."""
    fallen = {card for _, card in view.history} - {card for _, card in view.on_table}
    gone = fallen | set(view.hand)
    between = [card for card in m.PACKS[len(view.bids)] if card not in gone]
    found: list[Move] = []
    below: dict[str, int] = {}
    for play in sorted(view.legal, key=lambda play: play.power):
        powers = [m.POWER[card] for card in between if card.suit == play.suit]
        number = sum(power < play.power for power in powers)
        if below.get(play.suit) != number:
            found.append(play)
        below[play.suit] = number
    return found


class Trials:
    """The trials of some moves; `moves` are those that are left, the best first."""

    def __init__(self, view: m.WistView, rng: Random, moves: Sequence[Move]) -> None:
        assert view.seat is not None
        self._seat: Seat = view.seat
        self.moves = list(moves)
        self._worlds = Worlds(view, rng)
        self._standing = Standing(view)
        decision, look = Decision(view), LOOK[view.bidding]
        self._look = {move: look * decision.worth(move) for move in moves}
        self._sums = dict.fromkeys(moves, 0.0)
        self._late = not view.bidding and len(view.hand) <= ENDING[len(view.bids)]
        self._tried = 0

    def run(self, budget: int, stop: Callable[[], bool]) -> None:
        """Try, drop the worse half, try again.  Raises `Stopped`."""
        if self._late:
            budget = min(budget, ENDINGS * len(self.moves))
        stages = (len(self.moves) - 1).bit_length()
        for stage in range(stages, 0, -1):
            number = budget // (stage * len(self.moves))
            budget -= number * len(self.moves)
            self._try(number, stop)
            self.moves.sort(key=self._worth, reverse=True)
            if stage > 1:
                del self.moves[(len(self.moves) + 1) // 2 :]

    def _worth(self, move: Move) -> float:
        return self._sums[move] / max(1, self._tried) + self._look[move]

    def _try(self, number: int, stop: Callable[[], bool]) -> None:
        """Every move that is left in so many new worlds."""
        for world in self._worlds.draw(number, stop):
            for move in self.moves:
                if stop():
                    raise Stopped
                points = self._points(world, move, stop)
                self._sums[move] += self._standing.worth(points)
        self._tried += number

    def _points(self, world: WistState, move: Move, stop: Callable[[], bool]) -> Sequence[int]:
        """What comes of a move in one world."""
        state = world.copy()
        state.apply(self._seat, move)
        if self._late:
            return Ending(state, stop).points()
        if state.bidding:
            self._worlds.bid_on(state)
        return play_out(state)

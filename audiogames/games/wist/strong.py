"""The strong bot of Wist: it tries its moves in worlds that it thinks possible.

Theory of operation.  Worlds are drawn that fit what was played and bid (`worlds`).  Every move is
tried in the same ones: the round is played out by habit (`playout`), or of the last tricks every
course is tried (`course`), and what it brings is valued for the match (`standing`).  The budget is
spent in stages; after each the worse half of the moves is dropped, so that the best are tried most
often.

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
from audiogames.games.wist.course import Course
from audiogames.games.wist.playout import play_out
from audiogames.games.wist.standing import Standing
from audiogames.games.wist.worlds import Stopped, World, Worlds

LOOK: Final = {True: 0.4, False: 0.25}
"""How much the worth that the normal bot sees counts beside the trials: of bids, and of cards."""
NEAR: Final = 2
"""Bids that are further from the normal bot's are not tried."""
LAST: Final = {4: 4, 5: 3}
"""Of so many tricks every course is tried, by the number of players."""
ENOUGH: Final = 60
"""In so many worlds, at most."""
PAID: Final = 5
"""The budget pays trials of so many own cards; longer ones cost more, so that there are fewer."""


class StrongBot(Bot[m.WistView, Move]):
    """Bids and plays what did best in worlds that fit what it knows."""

    def choose(self, view: m.WistView, rng: Random, budget: int, stop: Callable[[], bool]) -> Move:
        """One of the legal moves; each playout and each course is one of the budget."""
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
    """The bids that are worth a trial."""
    return [bid for bid in view.legal if abs(bid.number - usual.number) <= NEAR]


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
        self._late = not view.bidding and len(view.hand) <= LAST[len(view.bids)]
        self._tried = 0
        self._paid = min(1.0, PAID / len(view.hand))

    def run(self, budget: int, stop: Callable[[], bool]) -> None:
        """Try, drop the worse half, try again; or every course, at the end.  Raises `Stopped`."""
        if self._late:
            self._try_courses(min(ENOUGH, budget // len(self.moves)), stop)
            return
        budget = round(budget * self._paid)
        stages = (len(self.moves) - 1).bit_length()
        for stage in range(stages, 0, -1):
            number = budget // (stage * len(self.moves))
            budget -= number * len(self.moves)
            self._try(number, stop)
            if stage > 1:
                del self.moves[(len(self.moves) + 1) // 2 :]

    def _worth(self, move: Move) -> float:
        return self._sums[move] / max(1, self._tried) + self._look[move]

    def _try_courses(self, number: int, stop: Callable[[], bool]) -> None:
        """Every course in the same worlds."""
        worlds, course = self._worlds.draw(number, stop), Course(self._seat, self._standing, stop)
        for move in self.moves:
            self._sums[move] = course.worth(worlds, move)
        self._sort(number)

    def _try(self, number: int, stop: Callable[[], bool]) -> None:
        """Every move that is left in so many new worlds."""
        for world in self._worlds.draw(number, stop):
            for move in self.moves:
                if stop():
                    raise Stopped
                points = self._points(world, move)
                self._sums[move] += self._standing.worth(points)
        self._sort(number)

    def _sort(self, number: int) -> None:
        """The best first, after so many more trials."""
        self._tried += number
        self.moves.sort(key=self._worth, reverse=True)

    def _points(self, world: World, move: Move) -> Sequence[int]:
        """What comes of a move in one world."""
        state = world.state.copy()
        state.apply(self._seat, move)
        if state.bidding:
            self._worlds.bid_on(World(state, world.manners))
        return play_out(state, world.manners)

"""The last tricks of a round of Wist: every course that a seat may take, in all its worlds at once.

The seat may choose differently only where it would have seen something different: worlds in which
the same cards are played stay together, and one choice is made for all of them.  So it never counts
on what it cannot know.  The others play on by their manners.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from audiogames.core.events import Seat
from audiogames.core.game import Move
from audiogames.games.wist.model import Play
from audiogames.games.wist.playout import play_on
from audiogames.games.wist.standing import Standing
from audiogames.games.wist.worlds import Stopped, World


class Course:
    """Values the moves of one seat by what is the best that it can make of them."""

    def __init__(self, seat: Seat, standing: Standing, stop: Callable[[], bool]) -> None:
        self._seat = seat
        self._standing = standing
        self._stop = stop

    def worth(self, worlds: Sequence[World], move: Move) -> float:
        """The worth of a move that is legal in all these worlds, summed.  Raises `Stopped`."""
        total = 0.0
        seen: dict[tuple[Play, ...], list[World]] = defaultdict(list)
        for world in worlds:
            if self._stop():
                raise Stopped
            state = world.state.copy()
            begin = len(state.trail)
            state.apply(self._seat, move)
            if play_on(state, world.manners, self._seat):
                total += self._standing.worth(state.sheet[-1].points)
            else:
                seen[tuple(state.trail[begin:])].append(World(state, world.manners))
        return total + sum(map(self._best, seen.values()))

    def _best(self, worlds: Sequence[World]) -> float:
        """The worth of the best move in worlds that look the same."""
        moves = worlds[0].state.legal_moves(self._seat)
        return max(self.worth(worlds, move) for move in moves)

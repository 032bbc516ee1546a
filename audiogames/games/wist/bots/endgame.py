"""The search of the last tricks of Wist: one choice for all worlds that a seat cannot distinguish.

Solving each determinization separately and averaging the results would let the seat play
differently in worlds that it cannot distinguish: strategy fusion (I. Frank and D. Basin, "Search in
Games with Incomplete Information: A Case Study Using Bridge Card Play", Artificial Intelligence
100, 1998). Here worlds with the same played cards stay together, and one choice is made for all of
them.  The other players use their rollout policies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from audiogames.core.contract import Move
from audiogames.core.events import Seat
from audiogames.games.wist.bots.belief import Determinization, Stopped
from audiogames.games.wist.bots.rollout_policy import rollout_until
from audiogames.games.wist.model import Play

Points = Sequence[int]


class EndgameSearch:
    """An exhaustive search of one seat's moves in the last tricks."""

    def __init__(
        self, seat: Seat, equity: Callable[[Points], float], stop: Callable[[], bool]
    ) -> None:
        """Set the searching seat; `equity` returns the value of a round's points to that seat."""
        self._seat = seat
        self._equity = equity
        self._stop = stop

    def value(self, worlds: Sequence[Determinization], move: Move) -> float:
        """Return a move's total value over all worlds, if the seat plays its best moves afterwards.

        Raises `Stopped`.
        """
        total = 0.0
        alike: dict[tuple[Play, ...], list[Determinization]] = defaultdict(list)
        for world in worlds:
            if self._stop():
                raise Stopped
            state = world.state.copy()
            begin = len(state.trail)
            state.apply(self._seat, move)
            if rollout_until(state, world.policies, self._seat):
                total += self._equity(state.sheet[-1].points)
            else:
                alike[tuple(state.trail[begin:])].append(Determinization(state, world.policies))
        return total + sum(map(self._best, alike.values()))

    def _best(self, worlds: Sequence[Determinization]) -> float:
        """Return the value of the best move in worlds that the seat cannot distinguish."""
        moves = worlds[0].state.legal_moves(self._seat)
        return max(self.value(worlds, move) for move in moves)

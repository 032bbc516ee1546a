"""The deal of the day: on one date all players get the same cards and meet the same bots' choices.

Theory of operation.  Each random draw in such a match has its own seed, derived from the game, the
date, the purpose of the draw and a count: for a dealer's move the number of earlier moves of that
kind, for a bot's decision the number of moves that its seat has made.  So the cards do not depend
on how anyone plays, two players who make the same moves meet the same replies, and a match resumed
from its log continues as if it had not been interrupted.  The number of rollouts of the bots is
fixed and low enough for a phone.

The same deal is also played with a bot in the player's own seat, for comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from audiogames.core.character import EVEN
from audiogames.core.contract import Move, State, View
from audiogames.core.events import Seat
from audiogames.core.log import Log
from audiogames.core.registry import Spec, game
from audiogames.core.spec import DaySpec
from audiogames.table.clock import TimeSettings
from audiogames.table.protocol import BotRequest, DayPlayed, DayRequest
from audiogames.table.seats import Player, bot_named
from audiogames.table.setup import Setup, new_log, places
from audiogames.table.table import Lots, Table

BUDGET: Final = 200
"""Rollouts per decision."""

OWN: Final = Seat(0)
"""The player's seat."""


@dataclass(frozen=True)
class DayDeal:
    """The deal of the day of one game on one date, such as "2026-11-27".

    A deal of a server also has a secret, so that its cards cannot be computed from the date.
    """

    game: str
    date: str
    secret: str = ""

    @property
    def spec(self) -> Spec:
        """The `GameSpec` of the game."""
        return game(self.game)

    @property
    def what(self) -> DaySpec[Any, Any]:
        """The game's settings for the deal of the day."""
        found = self.spec.day
        assert found is not None
        return found

    @property
    def level(self) -> str:
        """The level of the bots: the strongest one of the game."""
        return self.spec.bots.rungs[-1]

    def log(self, player: Player | None, time: TimeSettings, started: str = "") -> Log:
        """Return the log of this deal before its first move.

        If `player` is None, a bot plays the first seat.
        """
        spec, options = self.spec, self.what.options or self.spec.options()
        first = bot_named("", self.level) if player is None else player
        setup = Setup(spec, options, (first,), level=self.level).filled(spec.usual_seats)
        seated = [replace(one, character=EVEN) for one in places(spec, setup.players)]
        return new_log(spec, options, seated, time, started)

    def lots(self, log: Log) -> DayLots:
        """Return the source of the random draws in the match of this log."""
        return DayLots(self.spec, f"{self.game} {self.date} {self.secret}".rstrip(), log)

    def is_over(self, table: Table) -> bool:
        """Return whether the deal of the day has been played to its end."""
        is_dealt = table.waiting and table.deals >= self.what.deals
        return is_dealt or table.result() is not None

    def points(self, view: View) -> tuple[int, ...]:
        """Return the final points of each side."""
        return tuple(self.what.points(view))


class DayLots(Lots):
    """The dealer and source of bots' seeds in a match of the deal of the day.

    Its draws depend on the moves in the match's log.
    """

    budget = BUDGET

    def __init__(self, spec: Spec, name: str, log: Log) -> None:
        self._spec = spec
        self._name = name
        self._log = log

    def __call__(self, state: State[Any, Any], _rng: Random) -> Move:
        """Return the dealer's move."""
        verb = state.expects or ""
        before = sum(
            one.seat is None and one.move.partition(" ")[0] == verb for one in self._log.moves()
        )
        move = self._spec.rules.chance(state, Random(f"day {self._name} {verb} {before}"))
        assert isinstance(move, Move)
        return move

    def seed(self, seat: Seat) -> int:
        """Return the seed of the next decision of the bot in this seat."""
        before = sum(one.seat == seat for one in self._log.moves())
        return Random(f"day {self._name} seat {seat} {before}").getrandbits(32)


def played_by_bots(
    wanted: DayRequest, choose: Callable[[BotRequest], Move], stop: Callable[[], bool]
) -> DayPlayed:
    """Play the deal of the day with bots in all seats.

    If `stop` returns True meanwhile, the result has no points.
    """
    day = DayDeal(wanted.game, wanted.date, wanted.secret)
    log = day.log(None, TimeSettings(None, pace=0.0, grace=0.0, thought=0.0))
    lots = day.lots(log)
    table, now = Table(log, Random(0), dealer=lots, listeners=()), 0.0
    table.start(now)
    while not day.is_over(table):
        if stop():
            return DayPlayed(())
        asked = table.wanted
        if asked is not None and table.deadline is None:
            table.submit(asked.seat, choose(asked), asked.seq, now, requested=True)
            continue
        assert table.deadline is not None
        now = max(now, table.deadline)
        table.tick(now)
    return DayPlayed(day.points(table.look(OWN).view))


def ahead(points: Sequence[int], side: int) -> int:
    """Return how many points more this side has than the best other side."""
    return points[side] - max(one for at, one in enumerate(points) if at != side)

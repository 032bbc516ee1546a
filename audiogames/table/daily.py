"""The deal of the day: on one date the same cards, and bots with the same luck, for everybody.

Theory of operation.  Everything that is drawn by lot in such a match has a lot of its own, made of
the game, the date and what it is for: the dealer's moves by how many of that kind came before, a
bot's decision by how many moves its seat has made.  So the cards are the same whatever is played,
two players who play alike meet the same answers, and a match that is resumed goes on as it would
have.  Bots have a fixed number of playouts, which a telephone manages.

The same deal is played once more with a bot in the player's own seat, as what to compare with.
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
"""Playouts a decision."""

OWN: Final = Seat(0)
"""Where the player sits."""


@dataclass(frozen=True)
class DayDeal:
    """The deal of one game on one date, as in "2026-11-27"."""

    game: str
    date: str

    @property
    def spec(self) -> Spec:
        """Its game."""
        return game(self.game)

    @property
    def what(self) -> DaySpec[Any, Any]:
        """What of the game is played."""
        found = self.spec.day
        assert found is not None
        return found

    @property
    def level(self) -> str:
        """How strong the bots are: as strong as there are any."""
        return self.spec.bots.rungs[-1]

    def log(self, player: Player | None, time: TimeSettings, started: str = "") -> Log:
        """Return the log of this deal before its first move; without a player a bot sits there."""
        spec, options = self.spec, self.what.options or self.spec.options()
        first = bot_named("", self.level) if player is None else player
        setup = Setup(spec, options, (first,), level=self.level).filled(spec.usual_seats)
        seated = [replace(one, character=EVEN) for one in places(spec, setup.players)]
        return new_log(spec, options, seated, time, started)

    def lots(self, log: Log) -> DayLots:
        """Everything that is drawn by lot in the match of this log."""
        return DayLots(self.spec, f"{self.game} {self.date}", log)

    def is_over(self, table: Table) -> bool:
        """Whether all of it has been played."""
        is_dealt = table.waiting and table.deals >= self.what.deals
        return is_dealt or table.result() is not None

    def points(self, view: View) -> tuple[int, ...]:
        """What each side has made, at the end."""
        return tuple(self.what.points(view))


class DayLots(Lots):
    """The lots of one match, of which the log tells how many were drawn."""

    budget = BUDGET

    def __init__(self, spec: Spec, name: str, log: Log) -> None:
        self._spec = spec
        self._name = name
        self._log = log

    def __call__(self, state: State[Any, Any], _rng: Random) -> Move:
        """Make the dealer's move."""
        verb = state.expects or ""
        before = sum(
            one.seat is None and one.move.partition(" ")[0] == verb for one in self._log.moves()
        )
        move = self._spec.rules.chance(state, Random(f"day {self._name} {verb} {before}"))
        assert isinstance(move, Move)
        return move

    def seed(self, seat: Seat) -> int:
        """The seed of the next decision of the bot in this seat."""
        before = sum(one.seat == seat for one in self._log.moves())
        return Random(f"day {self._name} seat {seat} {before}").getrandbits(32)


def played_by_bots(
    wanted: DayRequest, choose: Callable[[BotRequest], Move], stop: Callable[[], bool]
) -> DayPlayed:
    """Play the deal with bots in all seats; without points where it is to stop."""
    day = DayDeal(wanted.game, wanted.date)
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
    """By how much a side is ahead of the best of the others."""
    return points[side] - max(one for at, one in enumerate(points) if at != side)

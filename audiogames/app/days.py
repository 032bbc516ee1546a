"""The player's results in the deals of the day, as stored on this device.

Each deal can be played once, and its result is compared with that of a bot in the same seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from audiogames.app.storage import DAYS, StorageError
from audiogames.core.contract import View
from audiogames.core.cues import Msg, Priority, Say, msg
from audiogames.core.registry import game_ids, games
from audiogames.table.daily import OWN, DayDeal, ahead
from audiogames.table.foreign import FileName, Stamp, Word
from audiogames.table.protocol import DayPlayed, DayRequest

if TYPE_CHECKING:
    from audiogames.app.context import Context

KEPT: Final = 400
"""The number of results kept: more than a year of one game a day."""

MOST_SIDES: Final = 16


@dataclass(frozen=True)
class DayResult:
    """The stored record of one deal of the day; it is created when the deal starts.

    `match` is the name of the stored match and `side` the number of the player's side.  `points`
    has each side's points, and `bots` each side's points when a bot plays the same deal in the
    player's seat; both are empty until they are known.
    """

    game: Word
    date: Stamp
    match: FileName
    side: int = 0
    points: tuple[int, ...] = ()
    bots: tuple[int, ...] = ()

    @property
    def day(self) -> DayDeal:
        """The deal of the day to which this result belongs."""
        return DayDeal(self.game, self.date)

    @property
    def is_over(self) -> bool:
        """Whether the deal has been played to its end."""
        return bool(self.points)

    @property
    def is_sound(self) -> bool:
        """Whether the fields of the record fit together; stored data may be damaged."""
        sizes = {len(one) for one in (self.points, self.bots) if one}
        return len(sizes) <= 1 and all(self.side in range(size) and size > 1 for size in sizes)


class Days:
    """The player's results in deals of the day, and a bot's results in the same deals."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._asked: DayRequest | None = None
        self._tells = False
        """Whether to announce the result once the bot's is known."""

    # Records

    def all(self) -> dict[tuple[str, str], DayResult]:
        """Return all results by game and date, without unreadable lines."""
        found: dict[tuple[str, str], DayResult] = {}
        for line in self._context.storage.load_results(DAYS).splitlines():
            with suppress(msgspec.MsgspecError, RecursionError):
                one = msgspec.json.decode(line, type=DayResult)
                if one.is_sound:
                    found[one.game, one.date] = one
        return found

    def today(self, game: str) -> DayDeal:
        """Return today's deal of this game."""
        return DayDeal(game, self._context.storage.today())

    def of(self, day: DayDeal) -> DayResult | None:
        """Return the record of a deal of the day; None if the player has not started it."""
        return self.all().get((day.game, day.date))

    def of_match(self, name: str) -> DayResult | None:
        """Return the record of the deal that was played in this match; None for other matches."""
        return next((one for one in self.all().values() if one.match == name), None)

    def newest(self) -> str:
        """Return the date of the last deal that was started; empty if there is none."""
        return max((one.date for one in self.all().values()), default="")

    def streak(self) -> int:
        """Return the number of successive days, up to today or yesterday, with a finished deal.

        Days after today do not count: the device's clock was wrong when they were played.
        """
        played = {one.date for one in self.all().values() if one.is_over}
        try:
            day = date.fromisoformat(self._context.storage.today())
        except ValueError:
            return 0
        if day.isoformat() not in played:
            day -= timedelta(days=1)
        count = 0
        while day.isoformat() in played:
            count, day = count + 1, day - timedelta(days=1)
        return count

    # Changes

    def begun(self, day: DayDeal, match: str) -> None:
        """Record that a deal was started, so that it cannot be started again."""
        self._save(DayResult(day.game, day.date, match))

    def over(self, day: DayDeal, view: View) -> None:
        """Record the end of a deal, unless that is recorded already, and announce the result."""
        known = self.of(day)
        if known is None or not known.is_over:
            sides = day.spec.partners(len(view.hand_sizes))
            side = next(at for at, seats in enumerate(sides) if OWN in seats)
            match = "" if known is None else known.match
            self._save(DayResult(day.game, day.date, match, side, day.points(view)))
        self.tell(day)

    def tell(self, day: DayDeal) -> None:
        """Announce the result of a deal; if the bot's result is not known, request it first."""
        known = self.of(day)
        if known is not None and known.bots:
            self._say(known)
            return
        self._tells = True
        self._asked = DayRequest(day.game, day.date)
        self._context.think(self._asked)

    def bots_played(self, wanted: DayRequest, found: DayPlayed) -> None:
        """Record the bot's result, and announce both results if the player waits for them.

        `found` has no points if the bots were stopped.
        """
        is_awaited, self._asked = self._asked == wanted, None
        known = self.of(DayDeal(wanted.game, wanted.date))
        if known is None or not known.is_over:
            return
        beside = replace(known, bots=found.points)
        if found.points and beside.is_sound:
            self._save(beside)
            known = beside
        if is_awaited and self._tells:
            self._say(known)

    def lose(self) -> None:
        """Record that the request for the bots' result in a deal of the day was cancelled."""
        self._asked = None

    def _say(self, known: DayResult) -> None:
        self._tells = False
        self._context.say(*(Say(one, Priority.MINE) for one in result_words(known)))

    def _save(self, new: DayResult) -> None:
        known = self.all()
        known[new.game, new.date] = new
        try:
            self._context.storage.save_results(DAYS, _text(list(known.values())[-KEPT:]))
        except StorageError as error:
            self._context.notify(error.message)


def _text(results: Iterable[DayResult]) -> str:
    return "".join(msgspec.json.encode(one).decode() + "\n" for one in results)


def result_words(known: DayResult) -> Sequence[Msg]:
    """Return sentences that compare the player's result with a bot's in the same seat, if known."""
    return tuple(_result(known))


def _result(known: DayResult) -> Iterator[Msg]:
    yield msg("day-own", **_points(known.points, known.side))
    if known.bots:
        yield msg("day-bot", **_points(known.bots, known.side))
        own, bot = ahead(known.points, known.side), ahead(known.bots, known.side)
        yield msg("day-better" if own > bot else "day-worse" if own < bot else "day-even")


def _points(points: Sequence[int], side: int) -> dict[str, int]:
    """Return the points of this side and of the best other side, as arguments of a message."""
    others = (one for at, one in enumerate(points) if at != side)
    return {"own": points[side], "other": max(others)}


def games_of_the_day() -> tuple[str, ...]:
    """Return the games that have a deal of the day."""
    return tuple(spec.id for spec in games() if spec.day is not None and spec.id in game_ids())

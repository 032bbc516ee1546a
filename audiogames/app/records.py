"""The results of finished matches, as lines of a summary file from which statistics are computed.

If a line is missing or unreadable, it is made from the log of the match.  Only the newest logs are
stored; lines remain when their log is deleted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import msgspec

from audiogames.app.storage import Storage, StorageError
from audiogames.core.contract import Result
from audiogames.core.events import Seat
from audiogames.core.log import Log, LogError, replay
from audiogames.core.registry import game
from audiogames.table.foreign import FileName, PlayerNames, Points, Stamp, Word
from audiogames.table.seats import Player, read_player

KEPT: Final = 200
"""How many finished matches are kept for replays."""

MIXED: Final = "mixed"
"""The level of opponents whose levels differ."""


@dataclass(frozen=True)
class Summary:
    """The result of one match for the listener; `name` is the name of the match's log.

    `others` are the names of the other players, `level` is their level.  `is_open` means that
    the listener saw all cards, `is_shared` that several people shared the keyboard; statistics
    omit such matches.
    """

    name: FileName
    game: Word
    started: Stamp
    others: PlayerNames
    level: Word
    has_won: bool
    has_shared: bool
    points: Points
    is_open: bool
    is_shared: bool

    @property
    def counts(self) -> bool:
        """Whether the match counts in statistics."""
        return not (self.is_open or self.is_shared)


def summary_of(name: str, log: Log, result: Result, me: Seat | None = None) -> Summary | None:
    """Return the summary of a match for this seat, by default for the first person's seat.

    Return None if only bots played.
    """
    spec, header = game(log.header.game), log.header
    players = tuple(map(read_player, header.players))
    if me is None:
        me = next((Seat(seat) for seat, player in enumerate(players) if not player.is_bot), None)
    if me is None:
        return None
    sides = spec.partners(len(players))
    mine = next(place for place, side in enumerate(sides) if me in side)
    against = [player for seat, player in enumerate(players) if Seat(seat) not in sides[mine]]
    return Summary(
        name=name,
        game=spec.id,
        started=header.started,
        others=tuple(player.name for player in (*players[me + 1 :], *players[:me])),
        level=_level(against),
        has_won=me in result.winners,
        has_shared=not set(result.winners) <= set(sides[mine]),
        points=result.points[mine],
        is_open=log.is_open,
        is_shared=sum(not player.is_bot for player in players) > 1,
    )


def _level(opponents: Iterable[Player]) -> str:
    levels = {player.level for player in opponents}
    return levels.pop() if len(levels) == 1 else MIXED


class Records:
    """The summaries of all known finished matches, oldest first."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def note(self, name: str, log: Log, result: Result) -> None:
        """Record the result of a match, and delete logs beyond the newest ones."""
        new = summary_of(name, log, result)
        if new is None:
            return
        known = read_summaries(self._storage.load_summary())
        self._save({**{old: one for old, one in known.items() if old != name}, name: new})
        for old in self._storage.finished()[KEPT:]:
            if old in known:  # a log without a line may still yield one
                self._storage.drop(old)

    def all(self) -> tuple[Summary, ...]:
        """Return the summaries of all known matches, including those whose logs were deleted."""
        return tuple(self._complete().values())

    def past(self) -> tuple[tuple[Summary, ...], int]:
        """Return the replayable matches, newest first, and how many others cannot be replayed."""
        names, known = self._storage.finished(), self._complete()
        found = tuple(known[name] for name in names if name in known)
        return found, len(names) - len(found)

    def _complete(self) -> Mapping[str, Summary]:
        """Return the summaries by match name; missing ones are made from the logs."""
        known = read_summaries(self._storage.load_summary())
        missing = [name for name in reversed(self._storage.finished()) if name not in known]
        made = [one for one in map(self._made_of_log, missing) if one is not None]
        if made:
            known = {**known, **{one.name: one for one in made}}
            self._save(known)
        return known

    def _made_of_log(self, name: str) -> Summary | None:
        """Return a summary made from a log.

        Return None if the log is unreadable or unfinished, or if only bots played.
        """
        try:
            log = self._storage.recall(name)
            result = replay(log).result()
            return None if result is None else summary_of(name, log, result)
        except (StorageError, LogError):
            return None

    def _save(self, known: Mapping[str, Summary]) -> None:
        """Save the summaries.  If that fails, they will be made from the logs again."""
        with suppress(StorageError):
            self._storage.save_summary(summaries_text(known.values()))


def summaries_text(summaries: Iterable[Summary]) -> str:
    """Return the text of the summary file, with one line for each summary."""
    return "".join(msgspec.json.encode(one).decode() + "\n" for one in summaries)


def read_summaries(text: str) -> dict[str, Summary]:
    """Parse the summaries, skipping unreadable lines; return them by match name."""
    found: dict[str, Summary] = {}
    for line in text.splitlines():
        with suppress(msgspec.MsgspecError):
            one = msgspec.json.decode(line, type=Summary)
            found[one.name] = one
    return found


# --- Statistics -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tally:
    """The number of matches played, and the number of matches won."""

    played: int
    won: int


@dataclass(frozen=True)
class Figures:
    """The statistics of one game.

    `levels` are in the order of the game; `streak` is the number of wins since the last loss;
    `uncounted` are matches with open hands, or with several people at the keyboard.
    """

    tally: Tally
    levels: Mapping[str, Tally]
    best: int
    average: int
    streak: int
    longest: int
    uncounted: int


def figures(id_: str, summaries: Iterable[Summary]) -> Figures | None:
    """Return the statistics of a game, or None if no match of this game was finished."""
    mine = [one for one in summaries if one.game == id_]
    counted = [one for one in mine if one.counts]
    if not mine:
        return None
    points = [one.points for one in counted] or [0]
    now, longest = _streaks(counted)
    return Figures(
        _tally(counted),
        {
            level: _tally([one for one in counted if one.level == level])
            for level in met_levels(counted)
        },
        max(points),
        round(sum(points) / len(points)),
        now,
        longest,
        len(mine) - len(counted),
    )


def _tally(matches: Sequence[Summary]) -> Tally:
    return Tally(len(matches), sum(one.has_won for one in matches))


def met_levels(counted: Sequence[Summary]) -> list[str]:
    """Return the levels of the opponents, the weakest first and unknown levels last."""
    met = {one.level for one in counted}
    declared = [
        level for one in counted[:1] for level in game(one.game).bots.levels if level in met
    ]
    return declared + sorted(met - set(declared))


def _streaks(counted: Sequence[Summary]) -> tuple[int, int]:
    """Return the lengths of the current and of the longest series of wins."""
    now = longest = 0
    for one in counted:
        now = now + 1 if one.has_won else 0
        longest = max(longest, now)
    return now, longest

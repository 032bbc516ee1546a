"""Puzzles that the player has tried: which were solved at the first try, and when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from audiogames.app.storage import PUZZLES, StorageError
from audiogames.core.registry import games
from audiogames.table.foreign import Stamp, Word
from audiogames.table.puzzles import Puzzle, puzzles_of

if TYPE_CHECKING:
    from audiogames.app.context import Context

KEPT: Final = 400
"""So many results are kept, the newest."""

WEEKS: Final = 8
"""So many weeks are told of."""

ROUGHLY: Final = 10
"""Marks of a bar that stands for all."""


@dataclass(frozen=True)
class PuzzleResult:
    """The first try at one puzzle; in short words, since a browser has little room."""

    p: Word
    g: Word
    d: Stamp
    r: bool


class Puzzles:
    """What was tried, and what is next."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def results(self, game: str) -> dict[str, PuzzleResult]:
        """The first tries at the puzzles of a game, by the names of these."""
        return {one.p: one for one in self._all() if one.g == game}

    def next(self, game: str, difficulty: str) -> Puzzle | None:
        """The first one that was not tried; then those that were not solved, then all again."""
        known = self.results(game)
        those = [one for one in puzzles_of(game) if one.difficulty == difficulty]
        untried = (one for one in those if one.name not in known)
        unsolved = (one for one in those if one.name in known and not known[one.name].r)
        return next(untried, None) or next(unsolved, None) or next(iter(those), None)

    def tried(self, puzzle: Puzzle, *, solved: bool) -> None:
        """A puzzle was tried: only the first time counts."""
        known = self._all()
        if any((one.g, one.p) == (puzzle.game, puzzle.name) for one in known):
            return
        today = self._context.storage.today()
        kept = (*known, PuzzleResult(puzzle.name, puzzle.game, today, solved))[-KEPT:]
        text = "".join(msgspec.json.encode(one).decode() + "\n" for one in kept)
        try:
            self._context.storage.save_results(PUZZLES, text)
        except StorageError as error:
            self._context.notify(error.message)

    def _all(self) -> Sequence[PuzzleResult]:
        found: list[PuzzleResult] = []
        for line in self._context.storage.load_results(PUZZLES).splitlines():
            with suppress(msgspec.MsgspecError, RecursionError):
                found.append(msgspec.json.decode(line, type=PuzzleResult))
        return found


def games_with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles for the rules that are played."""
    return tuple(spec.id for spec in games() if puzzles_of(spec.id))


@dataclass(frozen=True)
class Week:
    """How many were done in one week, and how many of them well; 0 is this week, 1 the last."""

    ago: int
    done: int
    well: int

    @property
    def bar(self) -> str:
        """The share as marks for the eye."""
        return "|" * round(ROUGHLY * self.well / self.done) if self.done else ""


def weeks(done: Iterable[tuple[str, bool]], today: str) -> tuple[Week, ...]:
    """The last weeks, this one first, of what was done on which date and how well.

    Weeks begin on Monday.  What has no date, or one that is still to come, is left out.
    """
    try:
        now = date.fromisoformat(today)
    except ValueError:
        return ()
    monday = now - timedelta(days=now.weekday())
    counts = [[0, 0] for _ in range(WEEKS)]
    for day, well in done:
        with suppress(ValueError):
            ago = (monday - date.fromisoformat(day[:10])).days
            place = -(-ago // 7)
            if date.fromisoformat(day[:10]) <= now and place < WEEKS:
                counts[max(0, place)][0] += 1
                counts[max(0, place)][1] += well
    return tuple(Week(ago, *count) for ago, count in enumerate(counts))

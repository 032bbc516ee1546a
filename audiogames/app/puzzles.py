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
"""How many of the newest results are kept."""

WEEKS: Final = 8
"""How many weeks are shown."""

ROUGHLY: Final = 10
"""The number of marks in a full bar."""


@dataclass(frozen=True)
class PuzzleResult:
    """The first try at one puzzle; field names are short, since a browser has little room."""

    p: Word
    g: Word
    d: Stamp
    r: bool


class Puzzles:
    """The results, and the choice of the next puzzle."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def results(self, game: str) -> dict[str, PuzzleResult]:
        """Return the first tries at the puzzles of a game, by puzzle name."""
        return {one.p: one for one in self._all() if one.g == game}

    def next(self, game: str, difficulty: str) -> Puzzle | None:
        """Return the first puzzle not yet tried, else the first unsolved one, else the first."""
        known = self.results(game)
        those = [one for one in puzzles_of(game) if one.difficulty == difficulty]
        untried = (one for one in those if one.name not in known)
        unsolved = (one for one in those if one.name in known and not known[one.name].r)
        return next(untried, None) or next(unsolved, None) or next(iter(those), None)

    def tried(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Record the first try at a puzzle; later ones do not count."""
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
    """Return the games that have puzzles for the current rules."""
    return tuple(spec.id for spec in games() if puzzles_of(spec.id))


@dataclass(frozen=True)
class Week:
    """The number of results in a week, and of good ones; 0 is this week, 1 the last."""

    ago: int
    done: int
    well: int

    @property
    def bar(self) -> str:
        """The share as a bar of text."""
        return "|" * round(ROUGHLY * self.well / self.done) if self.done else ""


def weeks(done: Iterable[tuple[str, bool]], today: str) -> tuple[Week, ...]:
    """Return the last weeks, this one first, counting results by date.

    Weeks begin on Monday.  Results without a valid date, or with a future one, are left out.
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

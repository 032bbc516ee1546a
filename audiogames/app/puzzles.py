"""Puzzles that the player has tried: which were solved at the first try, and when."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec

from audiogames.app.storage import PUZZLES, StorageError
from audiogames.core.registry import games
from audiogames.table.foreign import Stamp, Word
from audiogames.table.puzzles import Puzzle, puzzle_count, puzzles_of

if TYPE_CHECKING:
    from audiogames.app.context import Context

KEPT: Final = 400
"""How many of the newest results are kept."""


@dataclass(frozen=True)
class PuzzleResult:
    """The first try at one puzzle.

    Names of fields are short, because a browser stores little data.
    """

    p: Word
    g: Word
    d: Stamp
    r: bool


class Puzzles:
    """The player's results in puzzles, and the choice of the next puzzle."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def results(self, game: str) -> dict[str, PuzzleResult]:
        """Return the first tries at the puzzles of a game, keyed by the name of the puzzle."""
        return {one.p: one for one in self._all() if one.g == game}

    def next(self, game: str, difficulty: str) -> Puzzle | None:
        """Return the next puzzle: an untried one, else an unsolved one, else the first."""
        known = self.results(game)
        those = [one for one in puzzles_of(game) if one.difficulty == difficulty]
        untried = (one for one in those if one.name not in known)
        unsolved = (one for one in those if one.name in known and not known[one.name].r)
        return next(untried, None) or next(unsolved, None) or next(iter(those), None)

    def tried(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Record the first try at a puzzle; later tries are not recorded."""
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
    """Return the games that have puzzles for their current rules."""
    return tuple(spec.id for spec in games() if puzzle_count(spec.id))

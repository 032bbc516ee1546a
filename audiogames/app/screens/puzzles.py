"""The lists of puzzles: games with puzzles, and levels of difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.puzzles import PuzzleResult, games_with_puzzles
from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.screens.progress import Group, ProgressGroups
from audiogames.core.cues import Msg, msg
from audiogames.core.log import LogError
from audiogames.table.puzzles import DIFFICULTIES, puzzle_count, puzzles_of

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext


class PuzzleGames(ListScreen):
    """A list of the games with puzzles, each with the number solved at the first try."""

    context: MatchContext

    def title(self) -> Msg:
        return msg("puzzles-title")

    def items(self) -> Sequence[Item]:
        """Return a line for each game."""
        return tuple(map(self._line, games_with_puzzles())) or (
            Item(msg("puzzles-none"), self.tell),
        )

    def _line(self, id_: str) -> Item:
        tried = self.context.matches.puzzles.results(id_).values()
        game, right = msg(f"game-{id_}"), sum(one.r for one in tried)
        label = msg("puzzles-game", puzzle_count(id_), game=game)
        if tried:
            label = msg("puzzles-tried", len(tried), game=game, right=right)
        return Item(label, lambda: self.context.push(PuzzleLevels(self.context, id_)))


class PuzzleLevels(ListScreen):
    """A list for choosing a level of difficulty; the last item opens the weekly progress."""

    context: MatchContext

    def __init__(self, context: MatchContext, id_: str) -> None:
        super().__init__(context)
        self._id = id_

    def title(self) -> Msg:
        """Return the name of the game."""
        return msg("item", name=msg(f"game-{self._id}"))

    def items(self) -> Sequence[Item]:
        """Return the levels that have puzzles, easiest first, then the progress."""
        known = self.context.matches.puzzles.results(self._id)
        levels = []
        for level in DIFFICULTIES:
            those = [one for one in puzzles_of(self._id) if one.difficulty == level]
            left = sum(one.name not in known for one in those)
            if those:
                words = msg("puzzles-level", left, level=msg(f"puzzle-{level}"))
                levels.append(Item(words, partial(self._open, level)))
        return (*levels, Item(msg("progress"), self._progress))

    def _open(self, level: str) -> None:
        puzzle = self.context.matches.puzzles.next(self._id, level)
        assert puzzle is not None
        try:
            self.context.matches.open_puzzle(puzzle)
        except LogError:
            self.context.answer(msg("puzzle-lost"))

    def _progress(self) -> None:
        results = self.context.matches.puzzles.results(self._id)
        groups = [Group(msg("progress-all-puzzles"), _dated(results.values()))]
        for level in DIFFICULTIES:
            names = {one.name for one in puzzles_of(self._id) if one.difficulty == level}
            tried = [one for name, one in results.items() if name in names]
            if tried:
                groups.append(Group(msg(f"puzzle-{level}"), _dated(tried)))
        self.context.push(ProgressGroups(self.context, msg("progress-right"), groups))


def _dated(results: Iterable[PuzzleResult]) -> tuple[tuple[str, bool], ...]:
    return tuple((one.d, one.r) for one in results)

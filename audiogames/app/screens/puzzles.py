"""The lists of puzzles: the games, the levels, and the progress over the weeks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.puzzles import Week, games_with_puzzles, weeks
from audiogames.app.screens.base import Item, ListScreen
from audiogames.core.cues import Msg, msg
from audiogames.core.log import LogError
from audiogames.present.frame import Frame
from audiogames.table.puzzles import DIFFICULTIES, puzzles_of

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext


class PuzzleGames(ListScreen):
    """The games with puzzles, and how many first tries were right."""

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
        label = msg("puzzles-game", len(puzzles_of(id_)), game=game)
        if tried:
            label = msg("puzzles-tried", len(tried), game=game, right=right)
        return Item(label, lambda: self.context.push(PuzzleLevels(self.context, id_)))


class PuzzleLevels(ListScreen):
    """The levels of difficulty, then the progress over the weeks."""

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
        results = self.context.matches.puzzles.results(self._id).values()
        done = ((one.d, one.r) for one in results)
        found = weeks(done, self.context.storage.today())
        self.context.push(ProgressScreen(self.context, found))


class ProgressScreen(ListScreen):
    """The last weeks: a sentence each, and a bar in the drawing."""

    def __init__(self, context: MatchContext, found: Sequence[Week]) -> None:
        super().__init__(context)
        last = max((one.ago for one in found if one.done), default=0)
        self._weeks = tuple(found[: max(2, last + 1)])

    def title(self) -> Msg:
        return msg("progress")

    def remarks(self) -> Sequence[Msg]:
        """Compare this week with the one before, if both have results."""
        if len(self._weeks) < 2 or not (self._weeks[0].done and self._weeks[1].done):
            return ()
        now, before = (
            one.well * self._weeks[1 - at].done for at, one in enumerate(self._weeks[:2])
        )
        word = "more" if now > before else "fewer" if now < before else "as"
        return (msg(f"progress-{word}"),)

    def items(self) -> Sequence[Item]:
        """Return a line for each week."""
        lines = tuple(Item(_of_week(one), self.tell) for one in self._weeks)
        return lines or (Item(msg("progress-none"), self.tell),)

    def in_picture(self, picture: Frame) -> Frame:
        """Draw the bars after the words."""
        drawn = super().in_picture(picture)
        bars = [one.bar for one in self._weeks] or [""]
        rows = (
            replace(row, text=f"{row.text} {bar}".rstrip())
            for row, bar in zip(drawn.rows, bars, strict=True)
        )
        return replace(drawn, rows=tuple(rows))


def _of_week(week: Week) -> Msg:
    when = msg("week-this") if not week.ago else msg("week-ago", week.ago)
    if not week.done:
        return msg("progress-idle", when=when)
    return msg("progress-week", week.done, when=when, well=week.well)

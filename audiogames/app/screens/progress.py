"""Progress over the weeks: a comparison of this week with the last one, and a bar for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.weeks import Week, weeks
from audiogames.core.cues import Msg, msg
from audiogames.present.frame import Frame

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext


@dataclass(frozen=True)
class Group:
    """Results that are counted together: the date of each, and whether it was a success."""

    words: Msg
    done: Sequence[tuple[str, bool]]


class ProgressGroups(ListScreen):
    """A list of groups of results: all results, and the results of each level.

    Enter opens the weeks of the focused group.
    """

    context: MatchContext

    def __init__(self, context: MatchContext, title: Msg, groups: Sequence[Group]) -> None:
        super().__init__(context)
        today = context.storage.today()
        self._title = title
        self._groups = [(one.words, weeks(one.done, today)) for one in groups]

    def title(self) -> Msg:
        """Return the title, which names the things counted, such as solved puzzles."""
        return self._title

    def items(self) -> Sequence[Item]:
        """Return an item for each group, with the counts of this week and the last one."""
        return tuple(self._line(words, found) for words, found in self._groups)

    def _line(self, words: Msg, found: Sequence[Week]) -> Item:
        if not found:
            return Item(msg("progress-none"), self.tell)
        now, before = (
            _beside(one, when) for one, when in zip(found, ("this", "last"), strict=False)
        )
        line = msg("progress-beside", what=words, now=now, before=before)
        return Item(line, partial(self._open, words, found))

    def _open(self, words: Msg, found: Sequence[Week]) -> None:
        self.context.push(ProgressScreen(self.context, words, found))


class ProgressScreen(ListScreen):
    """The results of recent weeks, for all levels or one: a sentence and a bar for each week."""

    def __init__(self, context: MatchContext, words: Msg, found: Sequence[Week]) -> None:
        super().__init__(context)
        last = max((one.ago for one in found if one.done), default=0)
        self._words = words
        self._weeks = tuple(found[: max(2, last + 1)])

    def title(self) -> Msg:
        """Return the name of the group: all results, or the results of one level."""
        return msg("item", name=self._words)

    def remarks(self) -> Sequence[Msg]:
        """Return a sentence that compares this week with the last one, if both have results."""
        if not (self._weeks[0].done and self._weeks[1].done):
            return ()
        now, before = (
            one.well * self._weeks[1 - at].done for at, one in enumerate(self._weeks[:2])
        )
        word = "more" if now > before else "fewer" if now < before else "as"
        return (msg(f"progress-{word}"),)

    def items(self) -> Sequence[Item]:
        """Return a line for each week."""
        return tuple(Item(_of_week(one), self.tell) for one in self._weeks)

    def in_picture(self, picture: Frame) -> Frame:
        """Draw the list, with a bar after each sentence."""
        drawn = super().in_picture(picture)
        rows = (
            replace(row, text=f"{row.text} {one.bar}".rstrip())
            for row, one in zip(drawn.rows, self._weeks, strict=True)
        )
        return replace(drawn, rows=tuple(rows))


def _beside(week: Week, when: str) -> Msg:
    """Return the counts of this week or the last one, in words for use inside a sentence."""
    if not week.done:
        return msg(f"beside-{when}-none")
    return msg(f"beside-{when}", week.done, well=week.well)


def _of_week(week: Week) -> Msg:
    when = msg("week-this") if not week.ago else msg("week-ago", week.ago)
    if not week.done:
        return msg("progress-idle", when=when)
    return msg("progress-week", week.done, when=when, well=week.well)

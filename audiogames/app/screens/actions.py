"""The list of actions for players with a touch screen: in groups, with the most used first.

It replaces the key list.  Actions that can be done by touching a card, a row or a button are left
out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from audiogames.app.keys.bindings import Binding
from audiogames.app.screens.base import Item, ListScreen, Screen
from audiogames.app.screens.history import HistoryScreen
from audiogames.app.screens.match.choices import MatchList
from audiogames.app.screens.match.table import MatchScreen
from audiogames.app.screens.sharing import is_at_an_end
from audiogames.core.cues import Msg, msg
from audiogames.present.frame import Frame

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

RECALLS: Final = "recalls"
"""Placeholder for the game's question about the last trick, capture or play."""

QUERIES: Final = "queries"
"""Placeholder for all other questions of the game that have no button now."""

GROUPS: Final = {
    "most-used": ("suggest", "take-back", RECALLS, "look-back", "pause", "chat"),
    "here": (
        "about-player", "other-bot", "remove-person", "rename-favourite", "delete-favourite",
        "person", "table-rules", "table-standing",
        "search", "search-on", "describe", "read-sheet", "deals",
    ),
    "questions": (
        QUERIES, "hand", "turn", "time-left", "recap", "explain", "second-best", "open-hands",
    ),
    "table": (
        "order", "type-call", "sheet", "more-time", "skip", "save", "share-ending", "save-match",
        "watch", "who-here", "invite",
        "answer-seat", "own-digits", "kick", "ban", "pass-table", "private", "mute-chat",
        "friends", "who-online", "ping", "moderation", "stop-review", "leave-lesson", "leave-table",
    ),
    "program": (
        "where", "repeat", "copy", "save-history", "to-history", "rules", "help", "settings",
        "functions", "stop-sounds", "blank-screen",
    ),
}  # fmt: skip
"""The bindings of each group, by their ids, in the order of the list."""

WAYS: Final = ("other-bot", "search-on", "deals")
"""Bindings whose keys have different effects: each gets its own line, `way-ID-NUMBER`."""

ALONE: Final = frozenset({"suggest", "take-back", "second-best", "open-hands"})
"""Actions available only when playing alone against bots."""

OF_HISTORY: Final = frozenset({"copy", "save-history"})
"""Actions available only in the history."""


class Line(NamedTuple):
    """A line of the list: its group, its words, its binding, and the key that a tap presses."""

    group: str
    words: Msg
    binding: Binding
    key: str


class TouchActions(ListScreen):
    """The actions possible on the screen below, as a list; a tap on a line performs one."""

    context: MatchContext

    def __init__(self, context: MatchContext, below: Screen) -> None:
        super().__init__(context)
        self._below = below

    def title(self) -> Msg:
        return msg("touch-actions")

    def items(self) -> Sequence[Item]:
        """Return one item for each action."""
        return tuple(Item(one.words, partial(self._run, one)) for one in self._lines)

    def in_picture(self, picture: Frame) -> Frame:
        """Draw the list, with the name of a group on the first line of the group."""
        drawn, before, rows = super().in_picture(picture), "", []
        for line, row in zip(self._lines, drawn.rows, strict=True):
            is_new = line.group != before
            rows.append(replace(row, group=self.context.text(msg(line.group)) if is_new else ""))
            before = line.group
        return replace(drawn, rows=tuple(rows))

    @cached_property
    def _lines(self) -> Sequence[Line]:
        """The items of the list, built once: they must not change while the player reads it."""
        found = {one.id: one for one in reversed([*self.context.keymap.of(self._below.layers)])}
        return tuple(
            line
            for name, ids in GROUPS.items()
            for id_ in self._ids(ids)
            if id_ in found and self._is_possible(id_)
            for line in _lines_of(f"actions-{name}", found[id_])
        )

    def _ids(self, ids: Sequence[str]) -> Iterator[str]:
        """Yield the ids of a group's bindings, except those with a button on the screen below.

        Placeholders are replaced by the ids of the game's own questions.
        """
        spec = self.context.spec
        queries = () if spec is None else spec.queries
        shown = {one.text for one in self._below.frame().questions}
        for id_ in ids:
            if id_ == RECALLS:
                yield from (one.id for one in queries if one.recalls)
            elif id_ == QUERIES:
                plain = (one.id for one in queries if not one.recalls)
                yield from (
                    one for one in plain if self.context.text(msg(f"do-{one}")) not in shown
                )
            elif self.context.text(msg(f"do-{id_}")) not in shown:
                yield id_

    def _is_possible(self, id_: str) -> bool:
        session, match = self.context.session, self._match
        if id_ == "moderation":
            return self.context.moderates
        if id_ in OF_HISTORY:
            return isinstance(self._below, HistoryScreen)
        if session is None or match is None:
            return True
        if session.over and id_ in {*ALONE, "pause", "save", "explain", "more-time"}:
            return False
        weighs = session.spec.bots.review is not None
        conditions = {
            "second-best": weighs,
            "look-back": weighs and match.finished() is not None,
            "time-left": session.is_timed,
            "more-time": session.is_timed,
            "skip": self.context.matches.skip.is_possible,
            "stop-review": match.finished() is not None,
            "share-ending": is_at_an_end(session),
            "save-match": is_at_an_end(session) and match.log is not None,
        }
        return conditions.get(id_, True) and (id_ not in ALONE or session.practice)

    @property
    def _match(self) -> MatchScreen | None:
        """The match screen on which the list was opened, directly or from a list of moves.

        None without a match.
        """
        below = self._below.match if isinstance(self._below, MatchList) else self._below
        return below if isinstance(below, MatchScreen) else None

    def _run(self, line: Line) -> None:
        self.context.pop(silently=True)
        self.context.press(line.binding.id, line.key)


def _lines_of(group: str, binding: Binding) -> Iterator[Line]:
    """Yield the line of a binding; if its keys have different effects, a line for each effect."""
    if binding.id not in WAYS:
        name = msg("item", name=msg(f"do-{binding.id}"))
        yield Line(group, name, binding, binding.standard[0])
        return
    for number, key in enumerate(binding.standard, start=1):
        yield Line(group, msg("item", name=msg(f"way-{binding.id}-{number}")), binding, key)

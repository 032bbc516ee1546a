"""The history as a list of announcements, and one announcement as a list of its sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, overload

from audiogames.app.screens.base import Action, Item, ListScreen
from audiogames.core.cues import Cue, Msg, msg
from audiogames.present.frame import Frame, Row
from audiogames.present.history import VIEWS, Remembered

if TYPE_CHECKING:
    from audiogames.app.context import Context

SENTENCE_END = re.compile(r"(?<=[.?!]) ")


class _Messages(Sequence[Item]):
    """The messages of the history as list items, each created when it is accessed."""

    def __init__(self, messages: Sequence[Remembered], tell: Callable[[], None]) -> None:
        self._messages = messages
        self._tell = tell

    def __len__(self) -> int:
        return len(self._messages)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Sequence[Item]:
        if isinstance(place, slice):
            return _Messages(self._messages[place], self._tell)
        return Item(msg("text", text=self._messages[place].text), self._tell)


class HistoryScreen(ListScreen):
    """One view of the history as a list, with the newest message focused.

    Messages read here are not added to the history again.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._to_newest()

    def title(self) -> Msg:
        """Return the name of the current view."""
        return msg("history", view=msg(f"view-{self._view}"))

    def items(self) -> Sequence[Item]:
        """Return the messages of the view, oldest first."""
        return _Messages(self._messages, self.tell)

    def frame(self) -> Frame:
        """Draw the list from the messages' texts, because rendering a thousand items is slow."""
        rows = (Row(one.text, focused=at == self.place) for at, one in enumerate(self._messages))
        return Frame(self.context.text(self.title()), rows=tuple(rows), status=self.context.status)

    def opened(self) -> None:
        """Announce the name of the view and the focused message."""
        entry = self._entry
        text = msg("history-empty") if entry is None else msg("text", text=entry.text)
        self.context.remark(msg("history-at", history=self.title(), text=text))

    def returned(self) -> None:
        """Announce the list; if another screen has changed the view, focus its newest message."""
        if self._view != self._placed_in:
            self._to_newest()
        super().returned()

    def where(self) -> Sequence[Cue]:
        """Return only the name of the view, because the focused message was announced already."""
        return super().where()[:1]

    def tell(self) -> None:
        """Announce the focused message."""
        entry = self._entry
        if entry is None:
            self.context.remark(msg("history-empty"))
        else:
            self.context.quote(entry)

    def actions(self) -> Mapping[str, Action]:
        """Return the actions; keys that browse the history start from the focused message."""
        return {
            **super().actions(),
            "older-newer": lambda key: self._step(-1 if key == "pageup" else 1),
            "oldest-newest": lambda key: self._go(
                len(self.items()) - 1 if key.endswith("pagedown") else 0
            ),
            "views": lambda key: self._step_view(-1 if key == "alt+left" else 1),
            "view-number": lambda key: self._turn_to(VIEWS[int(key[-1]) - 1]),
            "copy": lambda _key: self._copy(),
        }

    @property
    def _messages(self) -> Sequence[Remembered]:
        """The messages of the view, or a sentence in their place if there are none."""
        nothing = self.context.text(msg("history-empty"))
        return self._entries or (Remembered(nothing, nothing),)

    @property
    def _view(self) -> str:
        return self.context.announcer.history.view

    @property
    def _entries(self) -> tuple[Remembered, ...]:
        return self.context.announcer.history.entries(self._view)

    @property
    def _entry(self) -> Remembered | None:
        """The focused message, or None if the view is empty."""
        entries = self._entries
        return entries[min(self.place, len(entries) - 1)] if entries else None

    def _to_newest(self) -> None:
        self._placed_in = self._view
        self.place = max(0, len(self._entries) - 1)

    def _step_view(self, by: int) -> None:
        self._turn_to(self.context.announcer.history.step_view(by))

    def _turn_to(self, view: str) -> None:
        self.context.announcer.history.turn_to(view)
        self._to_newest()
        self.opened()

    def _copy(self) -> None:
        entry = self._entry
        if entry is None:
            self.tell()
        else:
            self.context.copy(entry.text)


class Sentences(ListScreen):
    """An announcement as a list of its sentences."""

    def __init__(self, context: Context, text: str) -> None:
        super().__init__(context)
        self._lines = SENTENCE_END.split(text)

    def title(self) -> Msg:
        return msg("last-announcement")

    def items(self) -> Sequence[Item]:
        """Return an item for each sentence."""
        return tuple(Item(msg("text", text=line), self.tell) for line in self._lines)

"""The history of announcements, sorted into views (general and by subject) that keys browse."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

GENERAL: Final = "general"
GAME: Final = "game"
SYSTEM: Final = "system"

VIEWS: Final = (GENERAL, GAME, "chat", "private", "invitations", "people", SYSTEM)
"""The views, in the order of the keys Alt+1 to Alt+7."""

KEPT: Final = 1000
"""The most announcements a view keeps."""


@dataclass(frozen=True)
class Remembered:
    """One entry of the history."""

    text: str
    braille: str
    is_of_cards: bool = False
    """Whether it announces cards that were played."""


class History:
    """The history: its views, and the selected message of the current view.

    The general view holds all messages.
    """

    def __init__(self) -> None:
        self._views: dict[str, deque[Remembered]] = {view: deque(maxlen=KEPT) for view in VIEWS}
        self.view = GENERAL
        self._place: int | None = None
        self.latest: Remembered | None = None
        """The last announcement that was not read from the history; Ctrl+R repeats it."""
        self.recall: int | None = None
        """How many of the newest announcements of cards may be looked up; None: all of them."""

    def add(self, view: str, text: str, braille: str, *, is_of_cards: bool = False) -> None:
        """Add an announcement to its view and to the general one."""
        entry = Remembered(text, braille, is_of_cards)
        self.latest = entry
        for name in dict.fromkeys((view, GENERAL)):
            self._views[name].append(entry)

    def entries(self, view: str) -> tuple[Remembered, ...]:
        """Return the entries of a view that the player may look up, oldest first."""
        entries = tuple(self._views[view])
        if self.recall is None:
            return entries
        of_cards = [place for place, entry in enumerate(entries) if entry.is_of_cards]
        hidden = set(of_cards[: max(0, len(of_cards) - self.recall)])
        return tuple(entry for place, entry in enumerate(entries) if place not in hidden)

    def turn_to(self, view: str) -> None:
        """Switch to this view, at its newest message."""
        self.view = view
        self._place = None

    def step_view(self, by: int) -> str:
        """Switch to the next or previous view of the history, such as the chat; return its name.

        At either end the view stays the same.
        """
        place = VIEWS.index(self.view) + by
        self.turn_to(VIEWS[max(0, min(len(VIEWS) - 1, place))])
        return self.view

    def step(self, by: int) -> Remembered | None:
        """Move to an older (-1) or newer (1) message and return it.

        At either end, return the same message again; None if the view is empty.
        """
        entries = self.entries(self.view)
        if not entries:
            return None
        start = len(entries) if self._place is None else self._place
        self._place = max(0, min(len(entries) - 1, start + by))
        return entries[self._place]

    def current(self) -> Remembered | None:
        """Return the selected message; the newest one if none is selected."""
        entries = self.entries(self.view)
        if not entries:
            return None
        return entries[-1 if self._place is None else min(self._place, len(entries) - 1)]

    def edge(self, *, last: bool) -> Remembered | None:
        """Move to the first or the last message of the view and return it."""
        entries = self.entries(self.view)
        self._place = (len(entries) - 1 if last else 0) if entries else None
        return None if self._place is None else entries[self._place]

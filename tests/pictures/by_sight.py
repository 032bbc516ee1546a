"""A simulated player who plays Wist only by what the picture shows.

The player hears nothing and looks nothing up: it only sees boxes, waits for pages that turn
automatically, and presses arrows, digits, Enter and Space.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


from audiogames.present.frame import Frame
from audiogames.shell.window.boxes import Box, CardBox, RowBox
from audiogames.shell.window.canvas import arrange
from tests.kit.pilot import Pilot
from tests.pictures.judge import ruler_of

MOST_BID: Final = 4
MOST_KEYS: Final = 6000

SPACE: Final = ("spazio", "space")
"""The key that continues, as the picture names it."""

WON: Final = ("Vince", "vinto", "wins", "win with")
"""Words that announce the end of a match."""


@dataclass(frozen=True)
class Sight:
    """Everything that a player sees in one picture: the boxes of all its pages."""

    boxes: Sequence[Box]
    turned: Callable[[int], Sequence[Box]]

    @cached_property
    def text(self) -> str:
        """Return all text in the picture, page by page."""
        last = max((box.words.pages for box in self.boxes), default=1)
        pages = (self.boxes, *(self.turned(page) for page in range(1, last)))
        return " ".join(line for boxes in pages for box in boxes for line in box.words.lines)

    @property
    def rows(self) -> list[RowBox]:
        """Return the visible rows of the list."""
        return [box for box in self.boxes if isinstance(box, RowBox)]

    @property
    def cards(self) -> list[CardBox]:
        """Return the visible cards of the hand."""
        hand = [box for box in self.boxes if isinstance(box, CardBox)]
        return [box for box in hand if box.name.startswith("card ")]

    @property
    def focused(self) -> CardBox | None:
        """Return the focused card, or None."""
        return next((box for box in self.cards if box.card.focused), None)

    @property
    def asks_space(self) -> bool:
        """Return True if the picture says that Space continues."""
        return any(word in self.text.casefold() for word in SPACE)

    @property
    def tells_end(self) -> bool:
        """Return True if the picture says who has won."""
        return any(word in self.text for word in WON)


def see(frame: Frame, size: tuple[int, int], scale: int) -> Sight:
    """Draw a frame at this size and scale; return all that can be seen of it."""
    ruler = ruler_of(size, scale)
    return Sight(arrange(frame, ruler), lambda page: arrange(frame, ruler, page=page))


@dataclass
class Player:
    """A player who sees only a `Sight`, and decides which key to press."""

    lot: Random = field(default_factory=lambda: Random(1))
    played: list[str] = field(default_factory=list)
    """Rank and suit of each card, as read off the picture."""
    tries: int = 0
    """The number of keys pressed in the current list."""
    waits_for: str = ""
    """The card on which Enter was pressed last, until another key is pressed.  News may answer a
    key, which is then pressed once more."""

    def key(self, sight: Sight) -> str | None:
        """Return the key to press, or None if the player must wait."""
        if sight.rows:
            self.waits_for = ""
            return self._choose()
        self.tries = 0
        if any(box.card.playable is not None for box in sight.cards):
            return self._play(sight)
        if sight.tells_end or not sight.asks_space:
            return None
        self.waits_for = ""
        return "space"

    def _choose(self) -> str:
        """Return the next key for a bid: a random number first, then Enter and Down in turn."""
        self.tries += 1
        if self.tries == 1:
            return str(self.lot.randint(1, MOST_BID))
        return "down" if self.tries % 2 else "enter"

    def _play(self, sight: Sight) -> str:
        """Return Enter if the focused card is legal, otherwise the key to the next card."""
        focused = sight.focused
        if focused is None or not focused.card.playable:
            self.waits_for = ""
            return "down"
        card = focused.card.rank + focused.card.suit
        if self.waits_for != card:
            self.played.append(card)
        self.waits_for = card
        return "enter"


def play(pilot: Pilot, size: tuple[int, int], scale: int) -> Player:
    """Play a match to its end.  Raises `RuntimeError` if the pictures do not show what to do."""
    player = Player()
    for _ in range(MOST_KEYS):
        sight = see(pilot.app.frame(), size, scale)
        key = player.key(sight)
        if key is not None:
            pilot.press(key)
        elif sight.tells_end:
            return player
        elif pilot.app.deadline is not None:
            pilot.wait(max(0.05, pilot.app.deadline - pilot.now))
        else:
            raise RuntimeError(f"nothing to press and nothing to wait for: {sight.text}")
    raise RuntimeError("no end is seen")

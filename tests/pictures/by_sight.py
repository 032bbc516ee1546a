"""Plays a match of Wist only by sight: all information comes from the picture.

The player hears nothing and looks up nothing, sees boxes, waits for pages that turn by themselves,
and presses arrows, digits, Enter and Space.
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
    """What a player sees of one picture: its boxes, including all pages that turn."""

    boxes: Sequence[Box]
    turned: Callable[[int], Sequence[Box]]

    @cached_property
    def text(self) -> str:
        """Return all words that can be read, page by page."""
        last = max((box.words.pages for box in self.boxes), default=1)
        pages = (self.boxes, *(self.turned(page) for page in range(1, last)))
        return " ".join(line for boxes in pages for box in boxes for line in box.words.lines)

    @property
    def rows(self) -> list[RowBox]:
        """Return the visible part of a list."""
        return [box for box in self.boxes if isinstance(box, RowBox)]

    @property
    def cards(self) -> list[CardBox]:
        """Return the visible part of the hand."""
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
    """Return the picture with every page of the texts that turn."""
    ruler = ruler_of(size, scale)
    return Sight(arrange(frame, ruler), lambda page: arrange(frame, ruler, page=page))


@dataclass
class Player:
    """A player who sees only a `Sight` and answers with keys."""

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
        """Return the next key for a bid: first a random number, then Enter and Down by turns."""
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
    """Play a match to its end.  Raises `RuntimeError` if the picture does not say what to do."""
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

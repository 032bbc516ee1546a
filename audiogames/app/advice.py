"""What a bot would do in the listener's place: thought like its move, told while it still holds.

Nothing waits for it.  Who asked hears that it is being thought when that takes a moment; an answer
to a position that has gone meanwhile is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from audiogames.core.game import Move
from audiogames.table.table import Wanted

SILENCE: Final = 0.4
"""After so many seconds without an answer one hears that it is being thought."""


@dataclass(frozen=True)
class Asker:
    """Who wants the advice: he is told the move, or before it that it takes a moment."""

    told: Callable[[Move], None]
    slow: Callable[[], None]


class Advice:
    """The advice that was asked for last."""

    def __init__(self, think: Callable[[Wanted], None]) -> None:
        self._think = think
        self._wanted: Wanted | None = None
        self._move: Move | None = None
        """What was advised; the same question again has the same answer, at once."""
        self._asker: Asker | None = None
        self.deadline: float | None = None
        """When to say that it takes a moment."""

    def ask(self, wanted: Wanted, asker: Asker, now: float) -> None:
        """Have it thought, or tell it again."""
        if wanted != self._wanted:
            self._wanted, self._move = wanted, None
            self._asker, self.deadline = asker, now + SILENCE
            self._think(wanted)
        elif self._move is not None:
            asker.told(self._move)
        else:
            self._asker, self.deadline = asker, None
            asker.slow()

    def thought(self, wanted: Wanted, move: Move, *, holds: bool) -> None:
        """An answer; what nobody has asked, or what no longer `holds`, is dropped."""
        if wanted != self._wanted or self._asker is None or not holds:
            return
        asker, self._asker, self.deadline = self._asker, None, None
        self._move = move
        asker.told(move)

    def tick(self, now: float) -> None:
        """Say that it takes a moment, once."""
        if self.deadline is not None and now >= self.deadline and self._asker is not None:
            self.deadline = None
            self._asker.slow()

    def drop(self) -> None:
        """What was asked is no longer wanted."""
        self._wanted = self._move = self._asker = self.deadline = None

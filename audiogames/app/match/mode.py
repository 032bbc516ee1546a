"""What a mode of play changes in a match, and what a match needs of the program around it.

A `MatchController` runs every match.  It asks its mode who is at the keyboard and whether the match
may go on.  `MatchMode` itself answers for one person at home; `audiogames/app/modes` and
`audiogames/app/online/updates.py` have the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from audiogames.core.contract import Move
from audiogames.core.cues import Cue
from audiogames.core.events import Seat
from audiogames.present.announcer import Announcer
from audiogames.present.facts import Facts
from audiogames.table.protocol import BotRequest, JudgeRequest, Listener, Update


def always() -> bool:
    """Spectators have the match in front of them."""
    return True


def nothing(*_given: object) -> None:
    """Stands where a mode has nothing to do."""


@dataclass(frozen=True)
class MatchServices:
    """What a match needs of the program around it."""

    announcer: Announcer
    tell: Callable[[Iterable[Cue]], None]
    """Announces what is no fact: hints, lessons, the time."""
    tell_facts: Callable[[Sequence[Facts]], None]
    """Announces what has happened, and what is asked after it."""
    think: Callable[[BotRequest], None] = nothing
    """Asks for a bot's move."""
    deal_ended: Callable[[], None] = nothing
    """Is told when the next deal waits."""
    judge: Callable[[JudgeRequest], None] = nothing
    """Asks what other moves would have brought."""
    ended: Callable[[], None] = nothing
    """Is told once, when the match is over."""
    at_the_table: Callable[[], bool] = always
    """Whether the match is in front, and no menu."""
    forget: Callable[[], None] = nothing
    """Whatever is being thought is no longer wanted."""
    all_told: Callable[[], bool] = always
    """Whether everything had been told when the key was pressed that is being answered."""


class MatchMode:
    """One person plays, or listens, at home."""

    allows_practice = True
    """Whether a person who plays alone against bots may ask for advice and take moves back."""
    allows_auto_draw = True
    """Whether the player's wish for automatic drawing holds."""
    is_played = True
    """Whether something would be lost by leaving the match."""
    is_online = False

    @property
    def pauses(self) -> bool:
        """Whether the table stands still, so that only the mode itself acts."""
        return False

    @property
    def acts_at(self) -> float | None:
        """When to call `tick` while the match pauses."""
        return None

    def tick(self, now: float) -> None:
        """Time passed while the match pauses."""

    def settle(self, now: float) -> None:
        """Every key and moment has been dealt with."""

    def left(self) -> None:
        """The match is put away."""

    def seats(self, seat: Listener) -> Sequence[Seat]:
        """For whom the keyboard speaks on which this listener plays."""
        return () if seat is None else (seat,)

    def is_away(self, seat: Seat) -> bool:
        """Whether the player of this seat is not there."""
        del seat
        return False

    def hears(self, seat: Listener) -> bool:
        """Whether this listener is there."""
        del seat
        return True

    def question_may_change(self, now: float) -> None:
        """The table has moved on."""

    def keeps(self, update: Update) -> bool:
        """Whether an update is kept for somebody who is not there."""
        del update
        return False

    def holds(self, wanted: BotRequest, move: Move) -> bool:
        """Whether a bot's answer is held back, or dropped."""
        del wanted, move
        return False

    def asks(self, update: Update) -> Iterable[Cue] | None:
        """What is asked after this update here; None: what is asked everywhere."""
        del update
        return None

    def ending(self, update: Update) -> Iterable[Cue] | None:
        """How the end is told here; None as everything else is."""
        del update
        return None

"""`MatchMode`, the variable part of a match controller, and the services that it needs.

A `MatchController` runs every match.  It asks its mode who is at the keyboard and whether
the match may continue.  `MatchMode` itself is for one person at home; the other modes are
in `audiogames/app/modes` and `audiogames/app/online/updates.py`.
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
    """Return True: the default of `at_the_table`."""
    return True


def nothing(*_given: object) -> None:
    """Do nothing: the default of a service that a mode does not need."""


@dataclass(frozen=True)
class MatchServices:
    """The functions of the program that a match calls, for example to speak or to ask bots."""

    announcer: Announcer
    tell: Callable[[Iterable[Cue]], None]
    """Announces cues that are not events of the match: hints, lessons, the time."""
    announce_facts: Callable[[Sequence[Facts]], None]
    """Announces events, and the questions after them."""
    think: Callable[[BotRequest], None] = nothing
    """Requests a bot's move."""
    deal_ended: Callable[[], None] = nothing
    """Called when the next deal waits."""
    judge: Callable[[JudgeRequest], None] = nothing
    """Requests a bot's judgement of a move."""
    ended: Callable[[], None] = nothing
    """Called once, when the match has ended."""
    at_the_table: Callable[[], bool] = always
    """Whether the match screen is on top, with no menu or list over it."""
    forget: Callable[[], None] = nothing
    """Cancels the pending questions to bots."""


class MatchMode:
    """A local match that one person plays or watches; the base class of the other modes."""

    allows_practice = True
    """Whether a person who plays alone against bots may ask for advice and take moves back."""
    allows_auto_draw = True
    """Whether the setting of automatic drawing applies."""
    is_played = True
    """Whether leaving the match would lose anything."""
    is_online = False

    @property
    def pauses(self) -> bool:
        """Whether this mode has paused the match; then only the mode's own `tick` is called."""
        return False

    @property
    def acts_at(self) -> float | None:
        """When to call `tick` while the match is paused."""
        return None

    def tick(self, now: float) -> None:
        """Perform the actions of this mode that are due while the table is paused."""

    def settle(self, now: float) -> None:
        """Called after each key or tick is handled."""

    def left(self) -> None:
        """Called when the match is closed."""

    def seats(self, seat: Listener) -> Sequence[Seat]:
        """Return the seats of the people at the listener's keyboard."""
        return () if seat is None else (seat,)

    def is_away(self, seat: Seat) -> bool:
        """Whether the player of this seat is absent."""
        del seat
        return False

    def hears(self, seat: Listener) -> bool:
        """Whether this listener can hear announcements."""
        del seat
        return True

    def received(self, updates: Sequence[Update], now: float) -> Sequence[Update]:
        """Handle updates of the table; return those to be delivered to the current listener."""
        del now
        return updates

    def holds(self, wanted: BotRequest, move: Move) -> bool:
        """Whether the mode handles a bot's answer itself, so that it is not submitted."""
        del wanted, move
        return False

    def asks(self, update: Update) -> Iterable[Cue] | None:
        """Return the prompts that follow this update; None to use the game's own prompts."""
        del update
        return None

    def ending(self, update: Update) -> Iterable[Cue] | None:
        """Return the announcement of the end of the match; None to use the game's own."""
        del update
        return None

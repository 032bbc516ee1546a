"""`Watch`: records what a program announces and draws during a match, and its log.

It uses none of the program's own records: only announcements, the log with the times at which it
grew, the view from which keys are answered, and the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from audiogames.app.modes.hotseat import HotSeat
from audiogames.app.outputs import Output
from audiogames.core.contract import View
from audiogames.core.events import Seat
from audiogames.core.log import Entry, Log
from audiogames.present.frame import TableShape
from audiogames.present.history import Remembered
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Announcement
from audiogames.table.protocol import Listener


@dataclass(frozen=True)
class Logged:
    """When `Watch` first saw a log entry, and how many announcements had been made before it."""

    moment: int
    at: float
    announced: int


@dataclass(frozen=True)
class Before:
    """The screen and the player's possible actions just before a key press."""

    holder: Listener
    kind: str = ""
    """The kind of the screen in front."""
    query: str = ""
    """The question that the key asks."""
    could_move: bool = False
    """Whether the table would let this key play a card."""
    could_draw: bool = False


NOBODY = Before(None)


@dataclass(frozen=True)
class Moment:
    """A recorded step of a match: a key press or a passage of time, and its effects."""

    at: float
    key: str
    """The key; empty if time passed instead."""
    before: Before
    holder: Listener
    """The listener afterwards; None for spectators and if nobody listens."""
    announced: range
    logged: range
    view: View | None
    table: TableShape | None
    """The picture of the table after a key."""
    hushed: bool
    is_away: bool
    returns: bool
    """Whether the window has come to the front again."""
    paused: bool
    """Whether nothing moves, as while the menu is open."""


class Watch:
    """Records what one program (a pilot) announces and draws in a match, and the match's log."""

    def __init__(self, pilot: Any, log: Callable[[], Log]) -> None:
        self.pilot = pilot
        self.moments: list[Moment] = []
        self.logged: list[Logged] = []
        self.first = len(pilot.announcements)
        """The first announcement of the match."""
        self.key = ""
        self.is_away = False
        self.returns = False
        self._log = log
        self._before = NOBODY
        self._depth = 0
        self.perform = pilot.perform
        pilot.perform = self._performing

    @property
    def log(self) -> Log:
        """Return the match's log so far."""
        return self._log()

    @property
    def entries(self) -> Sequence[Entry]:
        """Return the log's entries so far."""
        return self._log().entries

    @property
    def is_shared(self) -> bool:
        """Return True if several players share the keyboard."""
        return isinstance(self.pilot.app.session.mode, HotSeat)

    @property
    def ended_at(self) -> Logged | None:
        """Return when the last entry was seen if the match is over, otherwise None."""
        session = self.pilot.app.session
        return self.logged[-1] if session is not None and session.over else None

    @property
    def told(self) -> Sequence[Announcement]:
        """Return all announcements, including those before the match."""
        announcements: Sequence[Announcement] = self.pilot.announcements
        return announcements

    @property
    def localizer(self) -> Localizer:
        """Return the localizer that the announcer uses."""
        localizer: Localizer = self.pilot.app.announcer.localizer
        return localizer

    @property
    def holder(self) -> Listener:
        """Return the listener's seat; at a shared keyboard, the seat of the player using it."""
        session = self.pilot.app.session
        if session is None:
            return None
        mode = session.mode
        return mode.holder if isinstance(mode, HotSeat) else session.seat

    def press(self, key: str) -> None:
        """Press a key now, and record the moment."""
        self.key, self._before = key, self._look(key)
        pilot = self.pilot
        pilot.perform(pilot.app.handle(key, pilot.now))
        self.key, self._before = "", NOBODY

    def look_away(self, *, gone: bool) -> None:
        """Switch to another window or, if not `gone`, back to this program."""
        pilot = self.pilot
        self.is_away, self.returns = gone, not gone
        self._before = Before(self.holder)
        pilot.perform(pilot.app.focus(pilot.now, gained=not gone))
        self.returns, self._before = False, NOBODY

    def _look(self, key: str) -> Before:
        app = self.pilot.app
        session, screen = app.session, app.screen
        if session is None:
            return NOBODY
        queries = [one.id for one in session.spec.queries if key in one.keys and not one.pages]
        asks = screen.at_the_table and queries and key not in app.screen.layers
        is_open = screen.kind == "game" and not (session.waiting or session.over or session.paused)
        moves = is_open and key == "enter" and self._has_one_way(screen)
        return Before(
            self.holder,
            screen.kind,
            queries[0] if asks else "",
            could_move=moves,
            could_draw=is_open and key == "space" and not session.table.paused_since,
        )

    def _has_one_way(self, screen: Any) -> bool:
        card = screen.hand.focused
        ways = [] if card is None else screen._ways(card)
        return len(ways) == 1 and not screen.is_too_soon

    def _performing(self, outputs: Sequence[Output]) -> None:
        """Record a step of the match (a `Moment`) while the program's outputs are executed.

        This replaces the method `perform` of the test driver (`Pilot`).  Calls are nested if a
        server answers at once.
        """
        pilot = self.pilot
        if self._depth == 0:
            self._begin = len(pilot.announcements), len(self.logged), pilot.hushed
        announced = len(pilot.announcements)
        self._note(announced)
        self._depth += 1
        try:
            self.perform(outputs)
        finally:
            self._depth -= 1
        self._note(announced)
        if self._depth == 0:
            self._end()

    def _note(self, announced: int) -> None:
        """Record the step, and the number of announcements so far, for each new log entry."""
        new = len(self.entries) - len(self.logged)
        one = Logged(len(self.moments), self.pilot.now, announced)
        self.logged += [one] * new

    def _end(self) -> None:
        app, (announced, logged, hushed) = self.pilot.app, self._begin
        session, holder = app.session, self.holder
        shows = session is not None and holder == session.seat and self.key != ""
        self.moments.append(
            Moment(
                self.pilot.now,
                self.key,
                self._before,
                holder,
                range(announced, len(self.pilot.announcements)),
                range(logged, len(self.logged)),
                session.view if session is not None and holder == session.seat else None,
                app.frame().table if shows and app.screen.kind == "game" else None,
                self.pilot.hushed > hushed,
                self.is_away,
                self.returns,
                session is not None and session.paused,
            )
        )


def history_of(watch: Watch, seat: Seat, view: str) -> tuple[Remembered, ...]:
    """Return the entries of a listener's history view, oldest first."""
    app = watch.pilot.app
    mode = app.session.mode
    shared = isinstance(mode, HotSeat)
    history = mode._histories[seat] if shared else app.announcer.history
    return tuple(history._views[view])  # also texts that players must remember for now

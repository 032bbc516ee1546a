"""Runs the match of an online table to its end, even after a lost connection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from audiogames.app.match.cues import queued
from audiogames.app.match.services import services_of
from audiogames.app.online.news import AT_TABLE
from audiogames.app.online.opening import OnlineScreens, TableOfServer
from audiogames.app.online.tables import away_from, players_of
from audiogames.app.online.telling import Return
from audiogames.app.online.updates import OnlineUpdates
from audiogames.app.screens.base import Screen
from audiogames.app.storage import StorageError
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Say, Sound, msg
from audiogames.core.events import Seat
from audiogames.core.options import read_options
from audiogames.net import wire
from audiogames.net.client.core import LineState
from audiogames.net.client.remote_table import RemoteTable
from audiogames.present.history import GAME, SYSTEM
from audiogames.table.clock import TimeSettings
from audiogames.table.journal import Journal
from audiogames.table.setup import new_log

if TYPE_CHECKING:
    from audiogames.app.online.online import Online
    from audiogames.app.online_context import OnlineContext

SILENT: Final = (wire.AskView, wire.Heard, wire.TellWishes, wire.Here, wire.Ping)
"""Requests that the program sends automatically, so that their refusal is not announced."""


class MatchAtServer:
    """Runs the match at the player's online table, if there is one.

    The screen of the match is inserted directly above the table's screen, below any other open
    screens.
    """

    def __init__(self, context: OnlineContext, online: Online, screens: OnlineScreens) -> None:
        self._context = context
        self._screens = screens
        self._online = online
        self._screen: Screen | None = None
        self.is_new = False
        """Whether the next update belongs to a new match."""
        self._joins = False
        """Whether the new match is already running."""
        self._first: Sequence[Say] = ()
        self._then: Sequence[Say] = ()
        self.tells_at: float | None = None
        """When to announce held messages even if no table has arrived."""
        self.returning: Return | None = None
        """Set while missed messages still arrive after a reconnection."""
        self._kept: Journal | None = None
        """The journal of the last match saved after its end."""

    @property
    def updates(self) -> OnlineUpdates | None:
        """The mode of the online match, current or just ended; None without such a match."""
        mode = None if self._context.session is None else self._context.session.mode
        return mode if isinstance(mode, OnlineUpdates) else None

    @property
    def is_unfinished(self) -> bool:
        """Whether there is a match that has not ended, as far as this client knows."""
        last = None if self.updates is None else self.updates.remote.last
        return last is not None and not last.over

    def hold(
        self, first: Sequence[Say], then: Sequence[Say], *, until: float | None = None
    ) -> None:
        """Store announcements that the start of an expected match would interrupt.

        `first` is announced before the match, `then` after it.  At the time `until` they are
        announced even if the server has sent no table.
        """
        self._first, self._then, self.tells_at = first, then, until

    def release(self, where: Sequence[Cue]) -> None:
        """Announce the messages stored by `hold` if no match has started; then announce `where`.

        Messages stored without a time limit continue to wait for a match.
        """
        if self.tells_at is not None:
            self._context.say(*self._first, *self._then, *where)
            self.hold((), ())

    def sit_down(self, table: TableOfServer, *, asked: bool, is_announced: bool = True) -> None:
        """Announce the table at which the player has sat down.

        If a match is running there, the match is announced first, because it would interrupt this
        announcement.  Without `is_announced`, a match starts at once and its announcements suffice.
        """
        context, online = self._context, self._online
        self.leave()
        self.is_new, self._joins = True, online.table.playing
        if self._joins:
            context.sound("sit-down")
            self._then = (*self._then, *table.beside_match())
            return
        cues = table.arrival() if is_announced else ()
        with context.beginning_with(*self._first, *self._then):
            context.say(*(cues if asked else map(queued, cues)))
        self.hold((), ())

    def seated(self, table: wire.Seated, now: float) -> None:
        """Update the match after a change of its table: who plays, and whether it is paused."""
        if self.updates is not None and table.playing and not self.is_new:
            self.updates.remote.sit(players_of(table), away_from(table))
            self.updates.remote.stand_still(now, paused=table.paused)

    def update(self, message: wire.MatchUpdate, now: float, below: Sequence[Screen]) -> None:
        """Handle an update; if a match begins, open its screen above the screens `below`.

        Raises `FormError`.
        """
        updates = self.updates
        if self.returning is not None and updates is not None and message.seq < updates.remote.seq:
            self.returning.too_late = self.is_new = self._joins = True
            self.hold([Say(msg("online-back")), Say(msg("online-match-gone"))], ())
        if updates is None or self.is_new or updates.session.seat != message.seat:
            self._begin(message, now, below)
        elif message.over and message.seq == updates.remote.seq and not self.is_unfinished:
            return  # the end is sent again to a player who returns
        elif self.returning is not None:
            is_new = message.seq > updates.remote.seq
            self.returning.updates += is_new
            if not is_new:  # a process that took over the table sends known events again
                message = msgspec.structs.replace(message, events=[])
            self._context.announcer.remember(updates.absorb(message, now), GAME)
        else:
            updates.arrived(message, now, answers=bool(message.re))
        self._keep_past()

    def _keep_past(self) -> None:
        """Save the journal of a match that has ended, for a later review."""
        remote = None if self.updates is None else self.updates.remote
        if remote is None or remote.journal is None or remote.last is None or not remote.last.over:
            return
        if remote.journal is not self._kept:
            self._kept = remote.journal
            try:
                self._context.matches.journals.keep(remote.journal, remote.last.view)
            except StorageError as error:
                self._context.notify(error.message)

    def leave(self) -> None:
        """Close the match."""
        if self.updates is not None:
            self._context.announcer.forget(GAME)
            self._context.enter(None)
        self._screen = None

    def come_back(self, now: float) -> None:
        """Announce the events missed while the connection was lost."""
        back, self.returning = self.returning, None
        assert back is not None
        if back.too_late:
            return  # announced already, before the state of the next match
        updates = self.updates
        is_news = self.is_unfinished or bool(back.updates)
        turn = updates.whose_turn() if updates is not None and is_news else None
        self._context.say(Sound("sit-down", notice=True), *back.words(turn), view=SYSTEM)
        if updates is not None:
            cues = list(map(queued, updates.caught_up(now)))
            if cues:
                self._context.tell(cues)
            updates.has_heard()

    def _begin(self, message: wire.MatchUpdate, now: float, below: Sequence[Screen]) -> None:
        """Open the screen of a match that starts, or of a running match that the player joins."""
        context, online = self._context, self._online
        joins, self.is_new, self._joins = self._joins, False, False
        context.announcer.drop(AT_TABLE)  # from a table that waited for its match
        table = RemoteTable(online.spec, players_of(online.table), self._ask)
        table.sit(players_of(online.table), away_from(online.table))
        update = table.take(message, now)
        if update.seat is not None:
            table.journal = self._journal(table, update.seat)
            table.journal.record(update.events, dealt=True)
        updates = OnlineUpdates(table, update.seat, services_of(context))
        before, self._screen = self._screen, None
        if before is not None:
            kept = [context.screen] if context.screen.outlasts_matches else []
            context.stack(*below, *kept)
        context.enter(updates.session)
        self._screen = self._screens.match(updates.session)
        context.slip_in(self._screen, below[-1])
        context.matches.follow()
        with context.beginning_with(*self._first):
            updates.began(update, now, is_joined=joins)
        context.say(*self._then)
        self.hold((), ())

    def _journal(self, table: RemoteTable, seat: Seat) -> Journal:
        """Return an empty journal for this match."""
        seated = self._online.table
        options = read_options(table.spec.options, seated.options)
        time, stamp = TimeSettings(seated.limit), self._context.storage.stamp()
        return Journal(new_log(table.spec, options, table.players, time, stamp).header, seat)

    def _ask(self, kind: type[wire.Request], **given: Any) -> int:
        core = self._online.core
        if core.state is not LineState.IN:
            if issubclass(kind, SILENT):
                return 0
            raise Refused("online-lost", msg("online-lost"))
        return core.ask(kind, self._context.now, **given)

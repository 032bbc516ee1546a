"""The mode of an online match: sends moves to the server, and delivers its updates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from audiogames.app.match.controller import MatchController
from audiogames.app.match.cues import DescribedUpdate, described, queued
from audiogames.app.match.mode import MatchMode, MatchServices
from audiogames.core.contract import Turn
from audiogames.core.cues import Cue, Msg, Say, mine, msg
from audiogames.core.events import Event, Seat
from audiogames.net import wire
from audiogames.net.client.remote_table import RemoteTable
from audiogames.table.codec import FormError
from audiogames.table.protocol import Listener, Update

MOST_UNDELIVERED: Final = 4000
"""How many updates may wait for delivery, for example while the window is in the background."""


class OnlineUpdates(MatchMode):
    """The mode of an online match, in which a move takes effect when the server confirms it."""

    allows_practice = False
    is_online = True

    def __init__(self, table: RemoteTable, seat: Listener, services: MatchServices) -> None:
        self.session = MatchController(table, seat, services, self)
        self.remote = table
        self._missed: list[Event] = []
        """Events during a lost connection."""

    def whose_turn(self) -> Msg:
        """Return a message that says whose turn it is, or what the match waits for."""
        session = self.session
        if session.my_turn:
            return msg("your-turn")
        if self.is_day_over:
            return msg("day-over")
        if session.over:
            return msg("match-over-prompt")
        return msg("go-on-prompt") if session.waits_for_me else session.spec.turn(session.view)

    @property
    def is_day_over(self) -> bool:
        """Whether a deal of the day has ended, although the match would continue by the rules."""
        return self.session.over and self.session.view.to_act is not Turn.OVER

    def asks(self, update: Update) -> Iterable[Cue] | None:
        """Return the announcement that ends a deal of the day; None before its end.

        The announcement says how to hear the result again.
        """
        is_end = update.events and update.over and update.view.to_act is not Turn.OVER
        return (mine("day-over"),) if is_end else None

    def is_away(self, seat: Seat) -> bool:
        """Whether the player of this seat is absent, according to the server."""
        return seat in self.remote.away

    # Messages from the server

    def began(self, update: Update, now: float, *, is_joined: bool) -> None:
        """Handle the first update of a match that starts, is joined, or has ended.

        If the player joins a running match, the events of the update are not announced; key E
        reports them. The end of a match waits until the table has been announced.
        """
        update = self._described(update)
        if update.over:
            self.session.take(update, now)
            self.session.events = list(update.events)
            self.session.services.tell(list(map(queued, self.session.cues.cues(update))))
        elif update.events and not is_joined:
            self.session.deliver([update], now, answers=True)
        else:
            self.session.go_on([update], lambda: self.session.resumed("online-match"), now)
            self.session.events = list(update.events)

    def arrived(self, message: wire.MatchUpdate, now: float, *, answers: bool) -> None:
        """Deliver an update; with `answers`, as the answer to a key.  Raises `FormError`."""
        session = self.session
        seq, asked, sent = session.table.seq, session.lists(), self.remote.sent
        update = self._receive(message, now)
        if sent is not None and (answers or session.my_turn):
            session.note_move(sent, seq, asked=asked)
        session.deliver([update], now, answers=answers)

    def absorb(self, message: wire.MatchUpdate, now: float) -> list[Say]:
        """Apply an update that was missed while disconnected.

        Return the messages that would have been announced.
        """
        newest = self._receive(message, now)
        due = [*self.session.take_undelivered(now), newest]
        self.session.take(newest, now)
        self._missed += [event for update in due for event in update.events]
        cues = (cue for update in due for cue in self.session.cues.event_cues(update))
        return [cue for cue in cues if isinstance(cue, Say)]

    def caught_up(self, now: float) -> Iterator[Cue]:
        """Yield announcements after a reconnection: the pending decision, a recap, a result."""
        missed, self._missed = self._missed, []
        session = self.session
        update = self.remote.look(session.seat)
        yield from (cue for cue in session.cues.prompts(update) if cue != mine("your-turn"))
        yield from session.cues.decision(update)
        if missed:
            yield from session.spec.recap(missed, session.view)
        if missed and session.over:
            yield from session.spec.describe(missed[-1], session.view)
        session.note_list(now)

    def note_news(self, news: wire.News, now: float) -> None:
        """Handle news about the match: it paused or resumed, or the server received a move."""
        if news.what in {"paused", "resumed"}:
            self.remote.stand_still(now, paused=news.what == "paused")
        elif news.what in {"store-away", "store-back"}:
            self.remote.hold(now, held=news.what == "store-away")
        elif news.what == "one-moment":
            self.remote.taken(news.re)

    def has_heard(self) -> None:
        """Report to the server when the listener will have heard all announcements."""
        self.remote.listening(self.session.seat, self.session.services.announcer.ends())

    # Internal

    def _receive(self, message: wire.MatchUpdate, now: float) -> DescribedUpdate:
        """Parse an update and make all its announcements.  Raises `FormError`."""
        if len(self.session.undelivered) >= MOST_UNDELIVERED:
            raise FormError("Expected fewer updates at once")
        return self._described(self.remote.take(message, now))

    def _described(self, update: Update) -> DescribedUpdate:
        """Create all announcements of an update at once, so that their errors are raised here.

        An error raised only at a later key press would look like a bug of the program.  So the
        answers to keys that depend on the update are rendered too.
        """
        announcer, spec, view = self.session.services.announcer, self.session.spec, update.view
        ready = described(update, spec, announcer.render)
        announcer.render(spec.recap(update.events, view))
        for message in (spec.summary(view), spec.turn(view)):
            announcer.localizer.speech(message)
        return ready

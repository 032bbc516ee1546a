"""Several people who take turns at one keyboard.

Each of them has a match controller and a history of their own.  Between turns a screen
called the curtain hides the cards.  When a person opens it, the events since their last
turn are announced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.match.controller import MatchController
from audiogames.app.match.cues import UpdateCues
from audiogames.app.match.mode import MatchMode, MatchServices
from audiogames.app.match.opening import MatchScreens
from audiogames.app.outputs import ChangeHands
from audiogames.core.contract import Move, Turn
from audiogames.core.cues import Cue, Name, Priority, Say, msg
from audiogames.core.events import Seat
from audiogames.present.history import GAME, GENERAL, History
from audiogames.table.protocol import BotRequest, Listener, Update
from audiogames.table.seats import Player
from audiogames.table.table import Table

if TYPE_CHECKING:
    from audiogames.app.context import Context


def people(players: Sequence[Player]) -> tuple[Seat, ...]:
    """Return the seats whose players are not bots."""
    return tuple(Seat(seat) for seat, player in enumerate(players) if not player.is_bot)


class HotSeat(MatchMode):
    """The mode of several people who take turns at one keyboard.

    `holder` is the person using the keyboard.  While the curtain is closed it is None, and `next`
    is the person who has to open the curtain.
    """

    def __init__(
        self,
        context: Context,
        screens: MatchScreens,
        table: Table,
        services: MatchServices,
    ) -> None:
        self._context = context
        self._curtain = screens.curtain
        self._table = table
        self.people = people(table.players)
        self._sessions = {
            seat: MatchController(table, seat, services, self) for seat in self.people
        }
        self._screens = {
            seat: screens.shared(session, self) for seat, session in self._sessions.items()
        }
        self._histories = {seat: History() for seat in self.people}
        self._before = context.announcer.history
        self.holder: Seat | None = None
        self.next = self.people[0]
        self.closed_at = self.lifted_at = self.asked_at = float("-inf")
        """When the curtain was closed, when it was lifted, and when the current question began."""
        self._closes_at: float | None = None
        """When the holder will have heard everything, if the curtain waits for that."""
        self.bot_reply: tuple[BotRequest, Move] | None = None
        """A bot's answer that arrived while the curtain was closed."""
        self._seq = -1
        self._offered = -1
        self._resumes = set(self.people) if table.begun else set()
        """The people who have yet to hear that the match was resumed."""

    @property
    def first(self) -> MatchController:
        """The match controller of the person who joined the table first."""
        return self._sessions[self.people[0]]

    @property
    def due(self) -> Seat | None:
        """The person to whom the keyboard must be passed next; None if it stays where it is."""
        if self.holder is None or self._sessions[self.holder].listing is not None:
            return None
        return self._waits_for

    @property
    def pauses(self) -> bool:
        """Whether the match waits for the keyboard to be passed on."""
        return self.holder is None or self._waits_for is not None

    @property
    def acts_at(self) -> float | None:
        """When to close the curtain, if it must wait for the last announcement to be delivered.

        The curtain is the screen between two players at one keyboard.
        """
        return self._closes_at

    def begin(self, now: float) -> None:
        """Start or resume the match behind the curtain, the screen between two players."""
        resumed = self._table.begun
        updates = self._table.start(now)
        if resumed:
            for session in self._sessions.values():
                session.resume()
        self.received(updates, now)
        seat = self._waits_for
        self._close(self.people[0] if seat is None else seat, now, Priority.REPLY)
        self.first.ask_bot()

    def received(self, updates: Sequence[Update], now: float) -> list[Update]:
        """Return the updates for the person at the keyboard; queue those for the others.

        Also record the time at which a new question is asked.
        """
        if self._table.seq != self._seq:
            self._seq, self.asked_at = self._table.seq, now
        for update in updates:
            if update.seat is not None and update.seat != self.holder:
                self._sessions[update.seat].miss(update)
        return [update for update in updates if update.seat == self.holder]

    def holds(self, wanted: BotRequest, move: Move) -> bool:
        """Store a bot's answer while the curtain is closed; return whether it was stored.

        The curtain is the screen between two people at one keyboard.
        """
        if self.holder is None:
            self.bot_reply = wanted, move
        return self.holder is None

    def seats(self, seat: Listener) -> Sequence[Seat]:
        """Return the seats of all people at the keyboard."""
        return self.people

    def hears(self, seat: Listener) -> bool:
        """Whether this person is using the keyboard."""
        return seat == self.holder

    def ending(self, update: Update) -> Iterator[Cue]:
        """Yield the announcement of the end of the match as a spectator hears it.

        All people hear it together, and sounds must not reveal anyone's cards.
        """
        public_events = tuple(event for event in update.events if event.heard_by(None))
        public = replace(update, seat=None, events=public_events, view=self._table.look(None).view)
        yield from UpdateCues(self._table.spec, None).event_cues(public)

    def settle(self, now: float) -> None:
        """Close the curtain when the next person is due and the present one has finished.

        The curtain is the screen between two players at one keyboard.  The present person is
        `holder`; they have finished when everything has been announced to them and they have no
        card to draw.
        """
        due, voice, self._closes_at = self.due, self._context.announcer, None
        if due is None or self.holder is None:
            return
        if self._holder_may_draw:
            self._offer(due)
        elif voice.deadline is None and self._sessions[self.holder].is_up_to_date:
            if voice.delivered_at <= now:
                self._close(due, now, Priority.MINE)
            else:
                self._closes_at = voice.delivered_at

    def pass_on(self, now: float) -> None:
        """Show the curtain at once if it is another person's turn, without waiting for speech.

        The curtain is the screen between two players at one keyboard.
        """
        if self.due is not None:
            self._close(self.due, now, Priority.REPLY)

    def lift(self, now: float) -> None:
        """Open the curtain for the person whose name it shows."""
        self._forget()
        self.holder, self.lifted_at = self.next, now
        self._context.announcer.history = self._histories[self.holder]
        session = self._sessions[self.holder]
        self._start_clock(now)
        self._context.session = session
        self._context.show_only(self._screens[self.holder])
        session.asks_first = partial(self._first_question, session)
        session.deliver_missed(now)
        if self.bot_reply is not None:
            (wanted, move), self.bot_reply = self.bot_reply, None
            session.bot_replied(wanted, move, now)

    def left(self) -> None:
        """Restore the history from before the match, because the match is being closed."""
        self._forget()
        self._context.announcer.history = self._before

    def _first_question(self, session: MatchController, update: Update) -> Iterator[Cue]:
        """Yield the question to the player who closed the screen between two players' turns."""
        if session.seat in self._resumes:
            self._resumes.discard(session.seat)
            yield from session.going_on(session.resumed(), update)
            return
        asked = [*session.cues.prompts(update), *session.cues.decision(update)]
        yield from asked
        if session.paused:
            yield Say(msg("pause"))  # the person who paused the match has passed the keyboard on
        elif not (asked or update.events):
            yield Say(session.standing())

    @property
    def _waits_for(self) -> Seat | None:
        """The person who has to move but is not using the keyboard; None if there is none."""
        seat = self._table.state.to_act
        if isinstance(seat, Turn) or seat == self.holder or seat not in self.people:
            return None
        return seat

    @property
    def _holder_may_draw(self) -> bool:
        window = self._table.spec.clock.window(self._table.state)
        return window is not None and window.seat == self.holder

    def _offer(self, due: Seat) -> None:
        """Announce the key that passes the keyboard to the next player without drawing a card.

        It is announced once in each turn.
        """
        if self._offered != self._seq:
            self._offered = self._seq
            self._context.say(Say(msg("curtain-instead", seat=Name(due)), Priority.MINE))

    def _close(self, seat: Seat, now: float, priority: Priority) -> None:
        """Hide the match behind the curtain, a screen that names the next person to play.

        The curtain is announced with this priority.
        """
        self._forget()
        self.holder, self.next, self.closed_at = None, seat, now
        self._context.announcer.history = History()
        self._context.show_only(self._curtain(self, priority))

    def _forget(self) -> None:
        """Before another person plays, discard waiting announcements and the sentence on screen."""
        for view in (GAME, GENERAL):
            self._context.announcer.forget(view)
        self._context.status = ""
        self._context.put(ChangeHands())

    def _start_clock(self, now: float) -> None:
        """Start the clock of the turn, which has waited until its player opened the curtain."""
        clock = self._table.clock
        if clock is not None and self._table.state.to_act == self.holder:
            clock.resume(self.asked_at, now)

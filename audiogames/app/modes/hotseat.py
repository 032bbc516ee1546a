"""Several people at one keyboard: who has it, and what each of the others has yet to hear.

Each of them has a session and a history of their own.  What happens while another has the keyboard
waits until they have lifted the curtain.
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
    """The seats that people play."""
    return tuple(Seat(seat) for seat, player in enumerate(players) if not player.is_bot)


class HotSeat(MatchMode):
    """The people at one keyboard.

    `holder` has it; it is None while the curtain is up, for `next` to lift.
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
        """When the curtain came up, when it was lifted, and since when somebody is asked."""
        self._closes_at: float | None = None
        """When the holder will have been told everything, if the curtain waits for that."""
        self.bot_reply: tuple[BotRequest, Move] | None = None
        """A bot's answer that came while the curtain was up."""
        self._seq = -1
        self._offered = -1
        self._resumes = set(self.people) if table.begun else set()
        """Who has yet to hear that the match goes on."""

    @property
    def first(self) -> MatchController:
        """The session of the person who sat down first."""
        return self._sessions[self.people[0]]

    @property
    def due(self) -> Seat | None:
        """Who is to get the keyboard now."""
        if self.holder is None or self._sessions[self.holder].listing is not None:
            return None
        return self._waits_for

    @property
    def pauses(self) -> bool:
        """Whether the match waits until the keyboard has been passed on."""
        return self.holder is None or self._waits_for is not None

    @property
    def acts_at(self) -> float | None:
        """When the curtain closes, if that waits for the voice."""
        return self._closes_at

    def begin(self, now: float) -> None:
        """Start the match, or go on with it: nobody has the keyboard yet."""
        resumed = self._table.begun
        updates = self._table.start(now)
        if resumed:
            for session in self._sessions.values():
                session.resume()
        self.question_may_change(now)
        for update in updates:
            self.keeps(update)
        seat = self._waits_for
        self._close(self.people[0] if seat is None else seat, now, Priority.REPLY)
        self.first.ask_bot()

    def keeps(self, update: Update) -> bool:
        """Something for one who has not got the keyboard: they hear it when they have it."""
        if update.seat == self.holder:
            return False
        assert update.seat is not None
        self._sessions[update.seat].miss(update)
        return True

    def holds(self, wanted: BotRequest, move: Move) -> bool:
        """A bot's answer waits while nobody listens."""
        if self.holder is None:
            self.bot_reply = wanted, move
        return self.holder is None

    def seats(self, seat: Listener) -> Sequence[Seat]:
        """One speaks for all at the keyboard."""
        return self.people

    def hears(self, seat: Listener) -> bool:
        """Only the person who has the keyboard."""
        return seat == self.holder

    def question_may_change(self, now: float) -> None:
        """Since when somebody is asked."""
        if self._table.seq != self._seq:
            self._seq, self.asked_at = self._table.seq, now

    def ending(self, update: Update) -> Iterator[Cue]:
        """How the match ended, for all at once, as a listener hears it who did not play.

        So nobody hears their neighbour's cards by their sounds.
        """
        told = tuple(event for event in update.events if event.heard_by(None))
        public = replace(update, seat=None, events=told, view=self._table.look(None).view)
        yield from UpdateCues(self._table.spec, None).told(public)

    def settle(self, now: float) -> None:
        """Close the curtain when the holder was told everything and may not draw any more."""
        due, voice, self._closes_at = self.due, self._context.announcer, None
        if due is None or self.holder is None:
            return
        if self._holder_may_draw:
            self._offer(due)
        elif voice.deadline is None and self._sessions[self.holder].is_up_to_date:
            if voice.told_at <= now:
                self._close(due, now, Priority.MINE)
            else:
                self._closes_at = voice.told_at

    def pass_on(self, now: float) -> None:
        """The holder will neither draw nor listen any longer."""
        if self.due is not None:
            self._close(self.due, now, Priority.REPLY)

    def lift(self, now: float) -> None:
        """Who is named has the keyboard."""
        self._forget()
        self.holder, self.lifted_at = self.next, now
        self._context.announcer.history = self._histories[self.holder]
        session = self._sessions[self.holder]
        self._start_clock(now)
        self._context.session = session
        self._context.show_only(self._screens[self.holder])
        session.asks_first = partial(self._first_question, session)
        session.tell_missed(now)
        if self.bot_reply is not None:
            (wanted, move), self.bot_reply = self.bot_reply, None
            session.bot_replied(wanted, move, now)

    def left(self) -> None:
        """The history is again that of before the match."""
        self._forget()
        self._context.announcer.history = self._before

    def _first_question(self, session: MatchController, update: Update) -> Iterator[Cue]:
        """What is asked of who has just taken the keyboard, also where it was asked before."""
        if session.seat in self._resumes:
            self._resumes.discard(session.seat)
            yield from session.going_on(session.resumed(), update)
            return
        asked = [*session.cues.prompts(update), *session.cues.decision(update)]
        yield from asked
        if session.paused:
            yield Say(msg("pause"))  # the person who pressed it has given the keyboard away
        elif not (asked or update.events):
            yield Say(session.standing())

    @property
    def _waits_for(self) -> Seat | None:
        """Who is asked, and has not got the keyboard."""
        seat = self._table.state.to_act
        if isinstance(seat, Turn) or seat == self.holder or seat not in self.people:
            return None
        return seat

    @property
    def _holder_may_draw(self) -> bool:
        window = self._table.spec.clock.window(self._table.state)
        return window is not None and window.seat == self.holder

    def _offer(self, due: Seat) -> None:
        """Say once how to go on without a draw."""
        if self._offered != self._seq:
            self._offered = self._seq
            self._context.say(Say(msg("curtain-instead", seat=Name(due)), Priority.MINE))

    def _close(self, seat: Seat, now: float, priority: Priority) -> None:
        """An answer where a key closes it, else told after what is being told."""
        self._forget()
        self.holder, self.next, self.closed_at = None, seat, now
        self._context.announcer.history = History()
        self._context.show_only(self._curtain(self, priority))

    def _forget(self) -> None:
        """Nothing that waits to be spoken, nor the last sentence, is for the next person."""
        for view in (GAME, GENERAL):
            self._context.announcer.forget(view)
        self._context.status = ""
        self._context.put(ChangeHands())

    def _start_clock(self, now: float) -> None:
        """Nobody's time runs before they have the keyboard."""
        clock = self._table.clock
        if clock is not None and self._table.state.to_act == self.holder:
            clock.resume(self.asked_at, now)

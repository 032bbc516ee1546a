"""Several people at one keyboard: who has it, and what each of the others has yet to hear.

Each of them lives the match in a session of his own, with a history of his own.  What happens
while another has the keyboard waits, as cues, until he has lifted the curtain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from audiogames.app.desk import Desk
from audiogames.app.outputs import ChangeHands
from audiogames.app.screens.curtain import Curtain, SharedMatch
from audiogames.app.session import Around, Session
from audiogames.app.teller import Teller
from audiogames.core.cues import Cue, Name, Priority, Say, mine, msg
from audiogames.core.events import Seat
from audiogames.core.game import Move, Turn
from audiogames.present.history import GAME, GENERAL, History
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import Player
from audiogames.table.table import Table, Update, Wanted


def people(players: Sequence[Player]) -> tuple[Seat, ...]:
    """The seats that people play."""
    return tuple(Seat(seat) for seat, player in enumerate(players) if not player.is_bot)


class SharedSession(Session):
    """The match as one of several people at a keyboard lives it."""

    def __init__(self, table: Table, seat: Seat, around: Around, party: Party) -> None:
        super().__init__(table, seat, around)
        self._party = party
        self._resumes = table.begun
        self._takes_over = False
        """Whether the first question is still to be put since they have the keyboard."""

    # The table's life

    def begin(self, now: float) -> None:
        """Start the match, or go on with it, behind the curtain."""
        self._party.begin(now)
        self._ask_bot()

    def tick(self, now: float) -> None:
        """Time stands still until whoever is asked has the keyboard."""
        if self._party.pauses:
            self._tell_on(now)
        else:
            super().tick(now)

    def thought(self, wanted: Wanted, move: Move, now: float) -> None:
        """A bot's answer; it waits while nobody listens."""
        if self._party.holder is None:
            self._party.thought = (wanted, move)
        else:
            super().thought(wanted, move, now)

    def ready(self, now: float) -> None:
        """On to the next deal: one speaks for all at the keyboard."""
        seats = self._party.seats
        self._answer([one for seat in seats for one in self.table.ready(seat, now)], now)

    def follow(self, time: TimeSettings, now: float, *, auto_draw: bool, patience: float) -> None:
        """The settings are those of everybody at the keyboard."""
        self.table.retime(replace(time, limit=self.table.time.limit))
        for seat in self._party.seats:
            told = self.table.accommodate(seat, now, auto_draw=auto_draw, patience=patience)
            self._deliver(told, now)

    @property
    def deadline(self) -> float | None:
        """Only what is told happens before the keyboard has been passed on."""
        if not self._party.pauses:
            return super().deadline
        times = (self._tells_at, self._party.closes_at)
        return min((time for time in times if time is not None), default=None)

    def time_left(self, now: float) -> float | None:
        """The clock of who has not got the keyboard yet stands still."""
        return None if self._party.pauses else super().time_left(now)

    def settle(self, now: float) -> None:
        """Pass the keyboard on where it is time to."""
        super().settle(now)
        self._party.settle(now)

    def left(self) -> None:
        """The match is put away, and what everybody heard of it with it."""
        self._party.leave()

    # What is told

    def miss(self, update: Update) -> None:
        """Something happened while another had the keyboard; the end is told to all at once."""
        if not update.over and update.events:
            self._untold.append(update)

    @property
    def _hears(self) -> bool:
        return super()._hears and self._party.holder == self.seat

    def recall(self) -> None:
        """A match that is resumed: what had happened since their last move."""
        self._untold.clear()
        self._dealt = self.table.deals
        self.events = list(self.table.since_move(self.seat))

    def take_over(self, now: float) -> None:
        """They have the keyboard: what they missed, in its order, then what they are asked.

        The first of it answers Enter, the rest follows as the voice is free.
        """
        self._takes_over = True
        now_stands = self.table.look(self.seat)
        if not self._untold or self._untold[-1].view != now_stands.view:
            self._untold.append(now_stands)
        self._tell_updates([self._untold.pop(0)], now, answers=True, cuts=True)
        while self._untold and self._may_go(now):
            self._tell_updates([self._untold.pop(0)], now, answers=True, cuts=True)

    def _happened(self, update: Update) -> Iterable[Cue]:
        """The end is told to all at once; nobody hears their neighbour's cards by their sounds."""
        if update.over:
            return self._party.ending(update)
        return super()._happened(update)

    def _asks(self, update: Update) -> Iterator[Cue]:
        if update.over:
            yield from (mine("match-over-prompt"),) if update.events else ()
        elif self._takes_over:
            self._takes_over = False
            yield from self._first_question(update)
        else:
            yield from super()._asks(update)

    def _first_question(self, update: Update) -> Iterator[Cue]:
        """What is asked of who has just taken the keyboard, also where it was asked before."""
        resumes, self._resumes = self._resumes, False
        if resumes:
            yield from self._going_on("resumed-match", update)
            return
        asked = [*self._teller.prompts(update), *self._teller.decision(update.view)]
        yield from asked
        if self.paused:
            yield Say(msg("pause"))  # whoever pressed it has given the keyboard away
        elif not (asked or update.events):
            yield Say(self.standing())

    def _deliver(self, updates: Sequence[Update], now: float, *, answers: bool = False) -> None:
        self._party.note_question(now)
        super()._deliver(updates, now, answers=answers)

    def _bring(self, update: Update) -> None:
        if update.seat == self._party.holder:
            super()._bring(update)
        else:
            self._party.keep(update)


class Party:
    """The people at one keyboard.

    `holder` has it; it is None while the curtain is up, for `next` to lift.
    """

    def __init__(self, app: Desk, table: Table, around: Around) -> None:
        self._app = app
        self._table = table
        self.seats = people(table.players)
        self._sessions = {seat: SharedSession(table, seat, around, self) for seat in self.seats}
        self._screens = {
            seat: SharedMatch(app, session, self) for seat, session in self._sessions.items()
        }
        self._histories = {seat: History() for seat in self.seats}
        self._before = app.announcer.history
        self.holder: Seat | None = None
        self.next = self.seats[0]
        self.closed_at = self.lifted_at = self.asked_at = float("-inf")
        """When the curtain came up, when it was lifted, and since when somebody is asked."""
        self.closes_at: float | None = None
        """When the holder will have been told everything, if the curtain waits for that."""
        self.thought: tuple[Wanted, Move] | None = None
        """A bot's answer that came while the curtain was up."""
        self._seq = -1
        self._offered = -1

    @property
    def first(self) -> SharedSession:
        """The session of whoever sat down first."""
        return self._sessions[self.seats[0]]

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

    def begin(self, now: float) -> None:
        """Start the match, or go on with it: nobody has the keyboard yet."""
        resumed = self._table.begun
        updates = self._table.start(now)
        if resumed:
            for session in self._sessions.values():
                session.recall()
        self.note_question(now)
        for update in updates:
            self.keep(update)
        seat = self._waits_for
        self._close(self.seats[0] if seat is None else seat, now, Priority.REPLY)

    def keep(self, update: Update) -> None:
        """Something for one who has not got the keyboard: they hear it when they have it."""
        assert update.seat is not None
        self._sessions[update.seat].miss(update)

    def note_question(self, now: float) -> None:
        """Since when somebody is asked."""
        if self._table.seq != self._seq:
            self._seq, self.asked_at = self._table.seq, now

    def ending(self, update: Update) -> Iterator[Cue]:
        """How the match ended, for all at once: as one hears it who did not play."""
        told = tuple(event for event in update.events if event.heard_by(None))
        public = replace(update, seat=None, events=told, view=self._table.look(None).view)
        yield from Teller(self._table.spec, None).told(public)

    def settle(self, now: float) -> None:
        """Close the curtain when the holder was told everything and may not draw any more."""
        due, voice, self.closes_at = self.due, self._app.announcer, None
        if due is None or self.holder is None:
            return
        if self._holder_may_draw:
            self._offer(due)
        elif voice.deadline is None and self._sessions[self.holder].is_up_to_date:
            if voice.told_at <= now:
                self._close(due, now, Priority.MINE)
            else:
                self.closes_at = voice.told_at

    def pass_on(self, now: float) -> None:
        """The holder will neither draw nor listen any longer."""
        if self.due is not None:
            self._close(self.due, now, Priority.REPLY)

    def lift(self, now: float) -> None:
        """Who is named has the keyboard."""
        self._forget()
        self.holder, self.lifted_at = self.next, now
        self._app.announcer.history = self._histories[self.holder]
        session = self._sessions[self.holder]
        self._start_clock(now)
        self._app.session = session
        self._app.show_only(self._screens[self.holder])
        session.take_over(now)
        if self.thought is not None:
            (wanted, move), self.thought = self.thought, None
            session.thought(wanted, move, now)

    def leave(self) -> None:
        """The history is again that of before the match."""
        self._forget()
        self._app.announcer.history = self._before

    @property
    def _waits_for(self) -> Seat | None:
        """Who is asked, and has not got the keyboard."""
        seat = self._table.state.to_act
        if isinstance(seat, Turn) or seat == self.holder or seat not in self.seats:
            return None
        return seat

    @property
    def _holder_may_draw(self) -> bool:
        window = self._table.spec.window(self._table.state)
        return window is not None and window.seat == self.holder

    def _offer(self, due: Seat) -> None:
        """Say once how to go on without a draw."""
        if self._offered != self._seq:
            self._offered = self._seq
            self._app.say(Say(msg("curtain-instead", seat=Name(due)), Priority.MINE))

    def _close(self, seat: Seat, now: float, priority: Priority) -> None:
        """An answer where a key closes it, else told after what is being told."""
        self._forget()
        self.holder, self.next, self.closed_at = None, seat, now
        self._app.announcer.history = History()
        self._app.show_only(Curtain(self._app, self, priority))

    def _forget(self) -> None:
        """Nothing that waits to be spoken, nor the last sentence, is for the next person."""
        for view in (GAME, GENERAL):
            self._app.announcer.forget(view)
        self._app.status = ""
        self._app.put(ChangeHands())

    def _start_clock(self, now: float) -> None:
        """Nobody's time runs before he has the keyboard."""
        clock = self._table.clock
        if clock is not None and self._table.state.to_act == self.holder:
            clock.resume(self.asked_at, now)

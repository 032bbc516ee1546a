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
from audiogames.app.session import Around, Rank, Session, as_replies
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
        self.missed: list[tuple[Cue, ...]] = []
        """What he has not heard yet, one item a moment."""
        self._party = party
        self._resumes = table.begun

    # The table's life

    def begin(self, now: float) -> None:
        """Start the match, or go on with it, behind the curtain."""
        self._party.begin(now)
        self._ask_bot()

    def tick(self, now: float) -> None:
        """Time stands still until whoever is asked has the keyboard."""
        if not self._party.pauses:
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
        """None while nothing happens before the keyboard has been passed on."""
        return None if self._party.pauses else super().deadline

    def time_left(self, now: float) -> float | None:
        """The clock of who has not got the keyboard yet stands still."""
        return None if self._party.pauses else super().time_left(now)

    def settle(self, now: float) -> None:
        """Pass the keyboard on where it is time to."""
        self._party.settle(now)

    def left(self) -> None:
        """The match is put away, and what everybody heard of it with it."""
        self._party.leave()

    # What is told

    def miss(self, update: Update, now: float) -> None:
        """Something happened while another had the keyboard; the end is told to all at once."""
        self._take(update, now)
        cues = tuple(cue for cue in self._teller.told(update) if isinstance(cue, Say))
        if cues and not update.over:
            self.missed.append(cues)

    def recall(self) -> None:
        """A match that is resumed: what had happened since his last move."""
        self._dealt = self.table.deals
        self.events = list(self.table.since_move(self.seat))

    def take_over(self, now: float) -> None:
        """He has the keyboard: what he missed, in its order, then what he is asked."""
        moments, self.missed = [*self.missed, tuple(self._questions())], []
        said = [cues for cues in moments if any(isinstance(cue, Say) for cue in cues)]
        if said and self.paused:
            said.append((Say(msg("pause")),))  # whoever pressed it has given the keyboard away
        for place, cues in enumerate(said or [(Say(self.standing()),)]):
            self._tell(as_replies(cues) if place == 0 else _queued(cues), now)
        self.table.listening(self.seat, self._around.announcer.ends())

    def _questions(self) -> Iterator[Cue]:
        update = self.table.look(self.seat)
        resumes, self._resumes = self._resumes, False
        if resumes:
            yield from self._going_on("resumed-match", update)
        else:
            yield from self._teller.prompts(update)
            yield from self._teller.decision(update.view)

    def _deliver(self, updates: Sequence[Update], now: float, rank: Rank = list) -> None:
        super()._deliver(self._party.shared_out(updates, now), now, rank)

    def _cues(self, update: Update) -> Iterable[Cue]:
        return self._party.ending(update) if update.over else super()._cues(update)


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
        self.shared_out(updates, now)
        seat = self._waits_for
        self._close(self.seats[0] if seat is None else seat, now, Priority.REPLY)

    def shared_out(self, updates: Sequence[Update], now: float) -> list[Update]:
        """What the holder hears now; the others hear theirs when they have the keyboard."""
        if self._table.seq != self._seq:
            self._seq, self.asked_at = self._table.seq, now
        for update in updates:
            if update.seat is not None and update.seat != self.holder:
                self._sessions[update.seat].miss(update, now)
        return [update for update in updates if update.seat == self.holder]

    def ending(self, update: Update) -> Iterator[Cue]:
        """How the match ended, for all at once: as one hears it who did not play."""
        told = tuple(event for event in update.events if event.heard_by(None))
        public = replace(update, seat=None, events=told, view=self._table.look(None).view)
        yield from Teller(self._table.spec, None).told(public)
        if told:
            yield mine("match-over-prompt")

    def settle(self, now: float) -> None:
        """Close the curtain when the holder has heard everything and may not draw any more."""
        due = self.due
        if due is None:
            return
        if self._holder_may_draw:
            self._offer(due)
        elif self._app.announcer.deadline is None:
            self._close(due, now, Priority.MINE)

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


def _queued(cues: Iterable[Cue]) -> list[Cue]:
    """The same, told after what is being told."""
    return [
        replace(cue, priority=min(cue.priority, Priority.MINE)) if isinstance(cue, Say) else cue
        for cue in cues
    ]

"""The match controller: runs one match for one listener, and delivers each update to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from audiogames.app.match.cues import DescribedUpdate, UpdateCues, as_events, as_replies
from audiogames.app.match.mode import MatchMode, MatchServices
from audiogames.app.match.practice import PracticeAids
from audiogames.core.contract import Move, Refused, Turn, View
from audiogames.core.controls import Listing
from audiogames.core.cues import Cue, Msg, Say, mine, msg
from audiogames.core.events import Event
from audiogames.present.announcer import MERGE_FROM
from audiogames.present.facts import Facts
from audiogames.present.history import GAME
from audiogames.present.localizer import Called
from audiogames.present.table_speech import TIME, standing, standing_in_full
from audiogames.table.clock import TABLE_EVENTS, TimeExtended, TimeSettings, TimeWarned
from audiogames.table.protocol import BotRequest, Listener, TableProtocol, Update

RECAP_FROM: Final = 7
"""If at least this many updates were missed in the background, a recap is announced instead."""

TIMES: Final = frozenset({TimeWarned, TimeExtended})
"""Events about the time of a turn, which are announced without waiting for facts of the match."""


class Undelivered(Refused):
    """Refuses a move made before everything was delivered.

    The undelivered announcements are made instead.
    """

    def __init__(self) -> None:
        super().__init__("one-moment", msg("one-moment"))


class MatchController:
    """Runs a match for one listener: delivers updates, asks questions and submits moves.

    `view` contains only delivered facts, so it may be older than the table's view: an update
    waits in `_undelivered` until no other speech is running, or until a key is pressed.
    """

    all_delivered = True
    """Whether everything had been delivered when the current key was pressed."""

    def __init__(
        self,
        table: TableProtocol,
        seat: Listener,
        services: MatchServices,
        mode: MatchMode | None = None,
    ) -> None:
        self.table = table
        self.seat = seat
        self.spec = table.spec
        look = table.look(seat)
        self.view: View = look.view
        self.seq = look.seq if table.begun else -1
        """The number of the newest decision delivered to the listener."""
        self.waiting = self._is_over = False
        self.dealt_at = float("-inf")
        self.waiting_since = float("-inf")
        """When the next deal or match began to wait for the listener."""
        self.events: list[Event] = []
        """Events since the listener's last move."""
        self.news: tuple[Event, ...] = ()
        """The events delivered last, all at one moment."""
        self._news_at = float("-inf")
        self.asked_last = 0
        """How often the listener has asked for the last trick or capture."""
        self.turns = 0
        """How many turns of the listener have ended, whether or not they played a card."""
        self._is_resumed = table.begun
        self._moved = False
        """Whether the listener has moved since the deal; if not, `events` begin with the deal."""
        self._dealt = 0
        """The number of deals in the log."""
        self.mode = MatchMode() if mode is None else mode
        self.services = services
        self._asked: BotRequest | None = None
        self.aids = PracticeAids(self)
        self.listed_at = float("-inf")
        """When the list of moves of the latest decision was announced."""
        self._listed = 0
        self.cues = UpdateCues(table.spec, seat, services.at_the_table)
        self._undelivered: list[Update] = []
        """Updates received from the table and not delivered yet, oldest first."""
        self._draw: Update | None = None
        """The draw of the first dealer, if it is announced separately."""
        self.asks_first: Callable[[Update], Iterable[Cue]] | None = None
        """Makes the next question instead of the usual one; used only once."""
        self._reports = False
        """Whether to report to the table when the listener will have heard the announcements."""
        self._reported_until = 0.0
        """Until when the table waits for the listener, as last reported to it."""

    # What the listener knows

    @property
    def over(self) -> bool:
        """Whether the match has ended by the rules, or was ended by the table."""
        return self.view.to_act is Turn.OVER or self._is_over

    @property
    def has_moved(self) -> bool:
        """Whether the listener may have made a move; after resuming a match this is assumed."""
        return self.turns > 0 or self._is_resumed

    @property
    def my_turn(self) -> bool:
        """Whether it is the listener's turn."""
        return self.seat is not None and self.view.to_act == self.seat

    @property
    def waits_for_me(self) -> bool:
        """Whether the next deal waits for the listener to be ready.

        Always False for a spectator.
        """
        return self.waiting and self.seat is not None

    @property
    def is_timed(self) -> bool:
        """Whether turns have a time limit."""
        return self.table.time.limit is not None

    def called(self, seat: int) -> Called:
        """Return the name and gender of the player of a seat."""
        player = self.table.players[seat]
        return Called(player.name, player.gender)

    def standing(self) -> Msg:
        """Describe the score and whose turn it is."""
        if self.paused:
            return msg("standing-paused", where=self.spec.summary(self.view))
        return standing(self.spec, self.view, waiting=self.waiting)

    @property
    def paused(self) -> bool:
        """Whether the match is paused: no moves are made and no clock runs."""
        return self.table.paused_since is not None

    # Running the table

    def begin(self, now: float) -> None:
        """Start the match, or resume it and describe the position."""
        if not self.table.begun:
            self.deliver([*self._opening(self.table.start(now))], now, answers=True)
            return
        self._dealt = self.table.deals
        self.go_on(self.table.start(now), self.resumed, now)

    def _opening(self, updates: Iterable[Update]) -> Iterator[Update]:
        """Split an update in two after the draw of the first dealer.

        The two parts are announced one after the other.  The listener's view changes only with the
        second part, the deal.  Updates without such a draw are not split.
        """
        for update in updates:
            draws = [
                place
                for place, event in enumerate(update.events, 1)
                if update.seat == self.seat and self._is_apart(event, update)
            ]
            if not draws:
                yield update
                continue
            drawn, dealt = update.events[: draws[-1]], update.events[draws[-1] :]
            self._draw = replace(update, seq=self.seq, events=drawn, view=self.view)
            yield from (self._draw, replace(update, events=dealt))

    def _is_apart(self, event: Event, update: Update) -> bool:
        """Whether an event is to be announced on its own, separate from the other events."""
        if isinstance(event, TABLE_EVENTS):
            return False
        cues, speaks = self.spec.describe(event, update.view), self.services.announcer.speaks
        return any(isinstance(cue, Say) and cue.apart and speaks(cue) for cue in cues)

    def resume(self) -> None:
        """Restore the events since the listener's last move, in a match that is already running.

        It is called if a server or another object has started or resumed the match.
        """
        self._undelivered.clear()
        self._dealt = self.table.deals
        self.events = list(self.table.since_move(self.seat))

    def tick(self, now: float) -> None:
        """Do everything in the match that is due at this time."""
        if self.mode.pauses:
            self._deliver_due(now)
            self.mode.tick(now)
            return
        self.aids.tick(now)
        self.deliver(self.table.tick(now), now)

    def bot_replied(self, wanted: BotRequest, move: Move, now: float) -> None:
        """Submit a bot's move, unless it comes too late; pass advice to the practice aids."""
        if self.mode.holds(wanted, move):
            return
        if self.table.wanted != wanted:
            self.aids.advised(wanted, move)
            return
        if wanted.seq != self.table.seq:
            return
        updates = self.table.submit(wanted.seat, move, wanted.seq, now, requested=True)
        self.deliver(updates, now)

    def submit(self, move: Move, now: float, *, at_once: bool = False) -> None:
        """Make the listener's move.

        With `at_once`, undelivered announcements do not prevent it; a draw, for example, does not
        depend on them.  Raises `Refused`, or `Undelivered` if something must be announced first.
        """
        assert self.seat is not None
        if not at_once:
            self.require_delivered()
        seq, newest = self.table.seq, self._undelivered[-1].view if self._undelivered else self.view
        asked = self.spec.lists.listing(newest) is not None
        updates = self.table.submit(self.seat, move, seq, now)
        self.note_move(move, seq, asked=asked)
        self.deliver(updates, now, answers=True)

    def note_move(self, move: Move, seq: int, *, asked: bool) -> None:
        """Record that the listener has made this move at decision number `seq`.

        `asked` says whether the decision had a list of moves to choose from.
        """
        listing = self.cues.listing
        if listing is not None and move in listing.moves:
            self.cues.decided()
        if self.table.seq != seq or (asked and not self.lists()):
            self.events.clear()
            self._moved = True

    def ready(self, now: float) -> None:
        """Report that the listener is ready for the next deal.  Raises `Undelivered`."""
        self.require_delivered()
        seats = self.mode.seats(self.seat)
        self.deliver(
            [one for seat in seats for one in self.table.ready(seat, now)], now, answers=True
        )

    def go_back(self, updates: Sequence[Update], words: Msg, now: float) -> None:
        """Continue from an earlier position after an undo, announcing `words`."""
        self.services.announcer.forget(GAME)
        self._undelivered.clear()
        self.services.forget()
        self._asked = None
        self.cues.decided()
        self.turns += 1
        self.go_on(updates, lambda: words, now)

    def extend(self, now: float) -> None:
        """Ask the table to restart the turn clock with its full time.  Raises `Refused`."""
        if self.seat is None:
            raise Refused("no-time-to-extend")
        self.deliver(self.table.extend(self.seat, now), now, answers=True)

    def follow(self, time: TimeSettings, now: float, *, auto_draw: bool, patience: float) -> None:
        """Apply the settings of the listener to the table."""
        self.table.retime(replace(time, limit=self.table.time.limit))
        draws = auto_draw and self.mode.allows_auto_draw
        for seat in self.mode.seats(self.seat):
            updates = self.table.accommodate(seat, now, auto_draw=draws, patience=patience)
            self.deliver(updates, now)

    @property
    def is_asked(self) -> bool:
        """Whether the listener has a decision to make.

        In simultaneous decisions, such as bids written on tickets, it need not be their turn.
        """
        return self.my_turn or self.listing is not None

    @property
    def listing(self) -> Listing[Any] | None:
        """The list of moves of the listener's current decision; None if it has no list."""
        return self.cues.listing

    @property
    def decisions(self) -> int:
        """How many decisions have had a list of moves so far, including the current decision."""
        return self.cues.decisions

    @property
    def practice(self) -> bool:
        """Whether practice aids are allowed, because the listener plays alone against bots."""
        return self.aids.is_allowed

    def time_left(self, now: float) -> float | None:
        """Return the seconds that the player to act has left; None without a limit."""
        if self.mode.pauses:
            return None
        at = now if self.table.paused_since is None else self.table.paused_since
        return self.table.clock.left(at) if self.table.clock else None

    @property
    def deadline(self) -> float | None:
        """Return when to call `tick` next, or None."""
        times = [self._delivers_at]
        if self.mode.pauses:
            times.append(self.mode.acts_at)
        else:
            times += self.table.deadline, self.aids.deadline
        return min((time for time in times if time is not None), default=None)

    def settle(self, now: float) -> None:
        """Report to the table when the listener will have heard the announcements and answers.

        Called after each key and each tick.
        """
        voice = self.services.announcer
        if self._reports and not self._undelivered:
            self._reports = False
            self._reported_until = max(now, voice.heard_at())
            self.table.listening(self.seat, self._reported_until)
        self.table.answering(self.seat, voice.ends())
        self.mode.settle(now)

    def speech_ended(self, now: float) -> None:
        """Have `settle` report again if speech has ended earlier than it had predicted."""
        self._reports = self._reports or self._reported_until > now

    def lists(self) -> bool:
        """Whether the table waits for the listener to choose from a list of moves."""
        return self.spec.lists.listing(self.table.look(self.seat).view) is not None

    # Delivery

    @property
    def undelivered(self) -> Sequence[Update]:
        """The updates received from the table but not delivered yet, oldest first."""
        return self._undelivered

    def take_undelivered(self, now: float) -> list[Update]:
        """Apply all undelivered updates to the view without announcing them, and return them."""
        due, self._undelivered = self._undelivered, []
        for update in due:
            self.take(update, now)
        return due

    @property
    def is_up_to_date(self) -> bool:
        """Whether every update has been delivered to the listener."""
        return not self._undelivered

    def require_delivered(self) -> None:
        """Raise `Undelivered` if anything was undelivered when the current key was pressed."""
        if not self.all_delivered:
            raise Undelivered

    def catch_up(self, now: float, *, in_short: bool = False) -> bool:
        """Deliver all waiting updates before a key is answered; return whether there were any.

        With `in_short`, a recap replaces them if there are many.
        """
        if not self._can_deliver:
            return False
        due, self._undelivered = self._undelivered, []
        if in_short and sum(bool(update.events) for update in due) >= RECAP_FROM:
            self._deliver_in_short(due, now)
        else:
            self._deliver_updates(due, now, cuts=True)
        return True

    def deliver(self, updates: Sequence[Update], now: float, *, answers: bool = False) -> None:
        """Queue updates from the table, and deliver those that are due.

        With `answers`, the listener's own key has caused the updates, so they are delivered at
        once.
        """
        for update in self.mode.received(updates, now):
            self._queue_update(update)
        self._deliver_due(now, answers=answers)
        self.ask_bot()

    def miss(self, update: Update) -> None:
        """Queue an update for a player who shares the keyboard and is not using it now.

        The end of the match is not queued, because it is announced to all players.
        """
        if not update.over and update.events:
            self._undelivered.append(update)

    def deliver_missed(self, now: float) -> None:
        """Deliver the updates that a player missed while another player used the keyboard.

        The player's pending question follows.  The first update is announced as the answer to
        Enter, the others when no other speech is running.
        """
        now_stands = self.table.look(self.seat)
        if not self._undelivered or self._undelivered[-1].view != now_stands.view:
            self._undelivered.append(now_stands)
        self._deliver_updates([self._undelivered.pop(0)], now, answers=True, cuts=True)
        while self._undelivered and self._may_go(now):
            self._deliver_updates([self._undelivered.pop(0)], now, answers=True, cuts=True)

    def _queue_update(self, update: Update) -> None:
        """Queue an update; if it is only about the time of a turn, announce it at once instead."""
        if update.events and {type(event) for event in update.events} <= TIMES:
            self.services.tell(list(self.cues.event_cues(update)))
            return
        self._undelivered.append(update)
        if self.services.announcer.is_quiet:
            self.services.tell(list(self.cues.notices(update)))
        if update.events and (update.waiting or update.over):
            (self.services.ended if update.over else self.services.deal_ended)()

    @property
    def _hears(self) -> bool:
        """Whether the listener can hear announcements now."""
        return not self.services.announcer.is_quiet and self.mode.hears(self.seat)

    @property
    def _can_deliver(self) -> bool:
        """Whether there are updates to deliver, and a listener who hears them."""
        return bool(self._undelivered) and self._hears

    @property
    def _delivers_at(self) -> float | None:
        """When to deliver the next update; None if there is none to deliver."""
        return self.services.announcer.facts_due_at if self._can_deliver else None

    def _deliver_due(self, now: float, *, answers: bool = False) -> None:
        """Deliver updates one by one while no other speech is running.

        If many are waiting, deliver them all at once.
        """
        while self._can_deliver and (answers or self._may_go(now)):
            is_draw = self._undelivered[0] is self._draw
            many = (answers or len(self._undelivered) >= MERGE_FROM) and not is_draw
            due = self._undelivered[: None if many else 1]
            del self._undelivered[: len(due)]
            self._deliver_updates(due, now, answers=answers, cuts=answers)
            answers = answers and not is_draw

    def _may_go(self, now: float) -> bool:
        """Whether the next update can be delivered now.

        It can if it has no events, or if no fact is being spoken.
        """
        return now >= self.services.announcer.facts_due_at or not self._undelivered[0].events

    def _deliver_updates(
        self, due: Sequence[Update], now: float, *, answers: bool = False, cuts: bool = False
    ) -> None:
        """Deliver these updates, with the question that follows the last one.

        With `cuts`, the announcement interrupts the previous one.  If that one contained a question
        that is still open and not delivered, the question is asked again.
        """
        rank = as_replies if answers else list
        facts = []
        asks_anew = cuts and not self.services.announcer.is_delivered(now)
        if asks_anew:
            asks_anew = self.cues.ask_anew(self.seq)
        for update in due:
            binds = self._binds(update)
            self.take(update, now)
            is_newest = update is due[-1] and not self._undelivered
            happened = tuple(rank(self._happened(update)))  # first: events may end a question
            asked = tuple(rank(self._asks(update) if is_newest else ()))
            is_question = bool(asked) and (answers or not asks_anew)
            rendered = update.rendered if isinstance(update, DescribedUpdate) else None
            facts.append(Facts(happened, asked, binds or is_question, update.events, rendered))
        self._tell(facts, now)

    def _binds(self, update: Update) -> bool:
        """Whether an update can affect the listener's decisions, like a card that they drew."""
        old, new = self.view, update.view
        is_news = update.seq != self.seq or new.hand != old.hand or new.legal != old.legal
        return is_news or update.waiting or update.over

    def _deliver_in_short(self, due: Sequence[Update], now: float) -> None:
        """Deliver many missed updates: add all facts to the history, but announce only a recap."""
        for update in due:
            self.take(update, now)
            says = [cue for cue in self._happened(update) if isinstance(cue, Say)]
            self.services.announcer.remember(says, GAME)
        missed = [event for update in due for event in update.events]
        recap = as_events(self.spec.recap(missed, self.view))
        self._tell([Facts(recap, tuple(self._asks(due[-1])))], now)

    def _happened(self, update: Update) -> Iterable[Cue]:
        """Return the announcements of an update's events.

        At the end of the match they are the mode's own announcements, if it has any.
        """
        ending = self.mode.ending(update) if update.over else None
        return self.cues.event_cues(update) if ending is None else ending

    def _asks(self, update: Update) -> Iterable[Cue]:
        """Return the questions after an update, as the mode or the game asks them."""
        asked = self.mode.asks(update)
        if asked is not None:
            return asked
        if self.asks_first is None or update.over:
            return self.cues.asked(update)
        first, self.asks_first = self.asks_first, None
        return first(update)

    def _tell(self, facts: Sequence[Facts], now: float) -> None:
        """Announce these facts and questions.

        If they include a new list of moves, record when it was announced.
        """
        if self.cues.decisions != self._listed:
            self.note_list(now)
        self._reports = True
        self.services.announce_facts(facts)

    def note_list(self, now: float) -> None:
        """Record the time at which the current list of moves was announced."""
        self._listed, self.listed_at = self.decisions, now

    def take(self, update: Update, now: float) -> None:
        """Apply an update to the listener's view.

        If the turn has changed, drop waiting announcements about the time of the previous turn.
        """
        if update.seq != self.seq:
            # Announcements about the time that still wait concern a past turn.
            self.services.announcer.drop(TIME)
        self._learn(update, now)
        self.services.announcer.history.recall = self.spec.recall(self.view)

    def _learn(self, update: Update, now: float) -> None:
        """Store an update's view, and record its events and any new turn, deal or wait."""
        before, self.view, self.seq = self.view, update.view, update.seq
        self._is_over = update.over
        was_asked, is_asked = before.to_act == self.seat, self.my_turn
        if was_asked and self.seat is not None and not is_asked:
            self.events = []
        if was_asked and not (is_asked and _still_holds_all(before, self.view)):
            self.turns += 1
        self.events += update.events
        if update.events:
            self.news = (*(self.news if now == self._news_at else ()), *update.events)
            self._news_at = now
        dealt = self.table.deals
        if dealt != self._dealt:
            self._dealt, self.dealt_at = dealt, now
            if not self._moved:
                self.events = list(update.events)
            self._moved = False
        if update.over or (update.waiting and not self.waiting):
            self.waiting_since = now
        self.waiting = update.waiting

    def go_on(self, updates: Sequence[Update], words: Callable[[], Msg], now: float) -> None:
        """Continue at a position restored from the log, and describe it with `words`."""
        for update in updates:
            self.take(update, now)
            self.events, self._moved = list(self.table.since_move(self.seat)), False
            self.news = ()
            self._tell([Facts((), tuple(as_replies(self.going_on(words(), update))))], now)
        self.ask_bot()

    def resumed(self, word: str = "resumed-match") -> Msg:
        """Describe the score and the deal of a match that the listener resumes or joins."""
        if self.paused:
            return msg(word, where=self.standing())
        return msg(word, where=standing_in_full(self.spec, self.view, waiting=self.waiting))

    def going_on(self, words: Msg, update: Update) -> Iterator[Cue]:
        """Describe the position with `words`, and ask the pending question; omit "your turn"."""
        yield Say(words)
        yield from (cue for cue in self.cues.prompts(update) if cue != mine("your-turn"))
        if update.waiting:
            yield mine("go-on-prompt")
        yield from self.cues.decision(update)

    def ask_bot(self) -> None:
        """Request the bot's move that the table waits for, unless it was already requested."""
        wanted = self.table.wanted
        if wanted is not None and wanted != self._asked:
            self._asked = wanted
            self.services.think(wanted)


def _still_holds_all(before: View, after: View) -> bool:
    """Return whether no card has left the hand between these two views.

    A seat that has to act in both views has then not played a card in between.
    """
    return not Counter(before.hand) - Counter(after.hand)

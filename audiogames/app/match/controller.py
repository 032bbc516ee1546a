"""One match as one listener lives it: the table, its file, and what is told of each update."""

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
"""So many updates that were missed in the background are told in short."""

TIMES: Final = frozenset({TimeWarned, TimeExtended})
"""What is told of the time is no fact of the match, and waits for none."""


class Untold(Refused):
    """A key would have moved before everything had been told: that is told, and no move made."""

    def __init__(self) -> None:
        super().__init__("one-moment", msg("one-moment"))


class MatchController:
    """A running match.

    `view` is what the listener has been told, which may be older than what the table knows: an
    update waits in `_untold` until the voice is free for it, or until a key is pressed.
    """

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
        """The number of the decision that the listener has been told of."""
        self.waiting = False
        self.dealt_at = float("-inf")
        self.waiting_since = float("-inf")
        """Since when the next deal, or the next match, waits for the listener."""
        self.events: list[Event] = []
        """What happened since the listener's last move."""
        self.news: tuple[Event, ...] = ()
        """What was told last: the events of one moment, until there are newer ones."""
        self._news_at = float("-inf")
        self.asked_last = 0
        """How often the listener has asked for the last trick or take."""
        self.turns = 0
        """How many turns of the listener have ended, by a card of theirs or otherwise."""
        self._is_resumed = table.begun
        self._moved = False
        """Whether the listener moved since the last deal; spectators forget the past."""
        self._dealt = 0
        """How many deals the log holds."""
        self.mode = MatchMode() if mode is None else mode
        self.services = services
        self._asked: BotRequest | None = None
        self.aids = PracticeAids(self)
        self.listed_at = float("-inf")
        """When the last decision that is no card was told."""
        self._listed = 0
        self.cues = UpdateCues(table.spec, seat, services.at_the_table)
        self._untold: list[Update] = []
        """What the table has brought and the listener has not been told yet, oldest first."""
        self._draw: Update | None = None
        """The draw for the deal, where it is announced by itself."""
        self.asks_first: Callable[[Update], Iterable[Cue]] | None = None
        """What is asked next, once, in the place of what is asked usually."""
        self._reports = False
        """Whether the table has yet to hear when the listener will have heard."""
        self._reported_until = 0.0
        """Until when the table waits for the listener, by the last such report."""

    # What the listener knows

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.view.to_act is Turn.OVER

    @property
    def has_moved(self) -> bool:
        """Whether there may be a last move to speak of; in a resumed match there may."""
        return self.turns > 0 or self._is_resumed

    @property
    def my_turn(self) -> bool:
        """Whether the listener is asked."""
        return self.seat is not None and self.view.to_act == self.seat

    @property
    def waits_for_me(self) -> bool:
        """Whether the next deal comes when the listener is ready; spectators need not be."""
        return self.waiting and self.seat is not None

    @property
    def is_timed(self) -> bool:
        """Whether turns have a time limit."""
        return self.table.time.limit is not None

    def called(self, seat: int) -> Called:
        """How the player of a seat is called."""
        player = self.table.players[seat]
        return Called(player.name, player.gender)

    def standing(self) -> Msg:
        """Where the match stands, and whose turn it is."""
        if self.paused:
            return msg("standing-paused", where=self.spec.summary(self.view))
        return standing(self.spec, self.view, waiting=self.waiting)

    @property
    def paused(self) -> bool:
        """Whether nothing moves and no time runs."""
        return self.table.paused_since is not None

    # The table's life

    def begin(self, now: float) -> None:
        """Start the match, or go on with it; on going on, say how things stand."""
        if not self.table.begun:
            self.deliver([*self._opening(self.table.start(now))], now, answers=True)
            return
        self._dealt = self.table.deals
        self.go_on(self.table.start(now), self.resumed, now)

    def _opening(self, updates: Iterable[Update]) -> Iterator[Update]:
        """Split off the draw for the deal where it is spoken: it is long enough by itself.

        The listener knows nothing of the deal until the second part is told.
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
        if isinstance(event, TABLE_EVENTS):
            return False
        told, speaks = self.spec.describe(event, update.view), self.services.announcer.speaks
        return any(isinstance(cue, Say) and cue.apart and speaks(cue) for cue in told)

    def resume(self) -> None:
        """A match that others begin or go on with: what has happened since the last move."""
        self._untold.clear()
        self._dealt = self.table.deals
        self.events = list(self.table.since_move(self.seat))

    def tick(self, now: float) -> None:
        """Let time pass."""
        if self.mode.pauses:
            self._tell_on(now)
            self.mode.tick(now)
            return
        self.aids.tick(now)
        self.deliver(self.table.tick(now), now)

    def bot_replied(self, wanted: BotRequest, move: Move, now: float) -> None:
        """A bot's answer; one that comes too late is dropped."""
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
        """The listener moves; `at_once` whatever has not been told, as a draw does.

        Raises `Refused`, and `Untold` where something is to be told first.
        """
        assert self.seat is not None
        if not at_once:
            self.see_that_all_is_told()
        seq, newest = self.table.seq, self._untold[-1].view if self._untold else self.view
        asked = self.spec.lists.listing(newest) is not None
        updates = self.table.submit(self.seat, move, seq, now)
        self.note_move(move, seq, asked=asked)
        self.deliver(updates, now, answers=True)

    def note_move(self, move: Move, seq: int, *, asked: bool) -> None:
        """The move that answered decision `seq`, or a list where one was asked, has been made."""
        listing = self.cues.listing
        if listing is not None and move in listing.moves:
            self.cues.decided()
        if self.table.seq != seq or (asked and not self.lists()):
            self.events.clear()
            self._moved = True

    def ready(self, now: float) -> None:
        """On to the next deal.  Raises `Untold`."""
        self.see_that_all_is_told()
        seats = self.mode.seats(self.seat)
        self.deliver(
            [one for seat in seats for one in self.table.ready(seat, now)], now, answers=True
        )

    def go_back(self, updates: Sequence[Update], words: Msg, now: float) -> None:
        """The log has been cut short: on from where it ends now, in these words."""
        self.services.announcer.forget(GAME)
        self._untold.clear()
        self.services.forget()
        self._asked = None
        self.cues.decided()
        self.turns += 1
        self.go_on(updates, lambda: words, now)

    def extend(self, now: float) -> None:
        """More time.  Raises `Refused`."""
        if self.seat is None:
            raise Refused("no-time-to-extend")
        self.deliver(self.table.extend(self.seat, now), now, answers=True)

    def follow(self, time: TimeSettings, now: float, *, auto_draw: bool, patience: float) -> None:
        """The listener's settings changed: they hold from now on."""
        self.table.retime(replace(time, limit=self.table.time.limit))
        draws = auto_draw and self.mode.allows_auto_draw
        for seat in self.mode.seats(self.seat):
            told = self.table.accommodate(seat, now, auto_draw=draws, patience=patience)
            self.deliver(told, now)

    @property
    def is_asked(self) -> bool:
        """Whether the listener can decide something: a ticket is written in anybody's turn."""
        return self.my_turn or self.listing is not None

    @property
    def listing(self) -> Listing[Any] | None:
        """The decision that is no card, while the listener has one to make."""
        return self.cues.listing

    @property
    def decisions(self) -> int:
        """How many such decisions there have been: the number of the last one."""
        return self.cues.decisions

    @property
    def practice(self) -> bool:
        """Whether the listener plays alone against bots: nobody minds what they ask."""
        return self.aids.is_allowed

    def time_left(self, now: float) -> float | None:
        """Seconds left to the player to act, or None without a limit."""
        if self.mode.pauses:
            return None
        at = now if self.table.paused_since is None else self.table.paused_since
        return self.table.clock.left(at) if self.table.clock else None

    @property
    def deadline(self) -> float | None:
        """When to let time pass next."""
        times = [self._tells_at]
        if self.mode.pauses:
            times.append(self.mode.acts_at)
        else:
            times += self.table.deadline, self.aids.deadline
        return min((time for time in times if time is not None), default=None)

    def settle(self, now: float) -> None:
        """Every key and moment has been dealt with: the table hears what it must wait for."""
        voice = self.services.announcer
        if self._reports and not self._untold:
            self._reports = False
            self._reported_until = max(now, voice.heard_at())
            self.table.listening(self.seat, self._reported_until)
        self.table.answering(self.seat, voice.ends())
        self.mode.settle(now)

    def speech_ended(self, now: float) -> None:
        """The facts have been spoken: the table, which waits for longer yet, learns of it."""
        self._reports = self._reports or self._reported_until > now

    def lists(self) -> bool:
        """Whether the table waits for a decision of the listener that is no card."""
        return self.spec.lists.listing(self.table.look(self.seat).view) is not None

    # What is told

    @property
    def untold(self) -> Sequence[Update]:
        """What the table has brought and the listener has not been told yet, oldest first."""
        return self._untold

    def take_untold(self, now: float) -> list[Update]:
        """What waited becomes known without being told."""
        due, self._untold = self._untold, []
        for update in due:
            self.take(update, now)
        return due

    @property
    def is_up_to_date(self) -> bool:
        """Whether the listener has been told all that the table knows."""
        return not self._untold

    def see_that_all_is_told(self) -> None:
        """Raises `Untold` where a key was pressed before everything had been told."""
        if not self.services.all_told():
            raise Untold

    def catch_up(self, now: float, *, in_short: bool = False) -> bool:
        """Tell everything at once, before the answer to a key; much of it `in_short`.

        Return whether there was anything.
        """
        if not self._may_tell_on:
            return False
        due, self._untold = self._untold, []
        if in_short and sum(bool(update.events) for update in due) >= RECAP_FROM:
            self._tell_in_short(due, now)
        else:
            self._tell_updates(due, now, cuts=True)
        return True

    def deliver(self, updates: Sequence[Update], now: float, *, answers: bool = False) -> None:
        """Take what the table has brought, and tell it when it is time.

        With `answers`, the updates were caused by the listener's own key and are told at once.
        """
        self.mode.question_may_change(now)
        for update in updates:
            if not self.mode.keeps(update):
                self._bring(update)
        self._tell_on(now, answers=answers)
        self.ask_bot()

    def miss(self, update: Update) -> None:
        """Something happened while another had the keyboard; the end is told to all at once."""
        if not update.over and update.events:
            self._untold.append(update)

    def tell_missed(self, now: float) -> None:
        """They have the keyboard: what they missed, in its order, then what they are asked.

        The first of it answers Enter, the rest follows as the voice is free.
        """
        now_stands = self.table.look(self.seat)
        if not self._untold or self._untold[-1].view != now_stands.view:
            self._untold.append(now_stands)
        self._tell_updates([self._untold.pop(0)], now, answers=True, cuts=True)
        while self._untold and self._may_go(now):
            self._tell_updates([self._untold.pop(0)], now, answers=True, cuts=True)

    def _bring(self, update: Update) -> None:
        """The table has brought this."""
        if update.events and {type(event) for event in update.events} <= TIMES:
            self.services.tell(list(self.cues.told(update)))
            return
        self._untold.append(update)
        if self.services.announcer.is_quiet:
            self.services.tell(list(self.cues.notices(update)))
        if update.events and (update.waiting or update.over):
            (self.services.ended if update.over else self.services.deal_ended)()

    @property
    def _hears(self) -> bool:
        """Whether the listener is there to hear something."""
        return not self.services.announcer.is_quiet and self.mode.hears(self.seat)

    @property
    def _may_tell_on(self) -> bool:
        """Whether there is something to tell, and somebody to hear it."""
        return bool(self._untold) and self._hears

    @property
    def _tells_at(self) -> float | None:
        """When to tell on."""
        return self.services.announcer.facts_due_at if self._may_tell_on else None

    def _tell_on(self, now: float, *, answers: bool = False) -> None:
        """Tell one update after the other, as the voice is free; when many wait, all at once."""
        while self._may_tell_on and (answers or self._may_go(now)):
            is_draw = self._untold[0] is self._draw
            many = (answers or len(self._untold) >= MERGE_FROM) and not is_draw
            due = self._untold[: None if many else 1]
            del self._untold[: len(due)]
            self._tell_updates(due, now, answers=answers, cuts=answers)
            answers = answers and not is_draw

    def _may_go(self, now: float) -> bool:
        """Whether the voice is free for facts; what has no words need not wait for it."""
        return now >= self.services.announcer.facts_due_at or not self._untold[0].events

    def _tell_updates(
        self, due: Sequence[Update], now: float, *, answers: bool = False, cuts: bool = False
    ) -> None:
        """These become the listener's; what is asked is what is asked after the last one.

        Where it `cuts` a question that was not told yet, that is asked again, if it still stands.
        """
        rank = as_replies if answers else list
        told = []
        asks_anew = cuts and not self.services.announcer.is_told(now)
        if asks_anew:
            asks_anew = self.cues.ask_anew(self.seq)
        for update in due:
            binds = self._binds(update)
            self.take(update, now)
            is_newest = update is due[-1] and not self._untold
            happened = tuple(rank(self._happened(update)))  # first: it may end a question
            asked = tuple(rank(self._asks(update) if is_newest else ()))
            is_question = bool(asked) and (answers or not asks_anew)
            rendered = update.rendered if isinstance(update, DescribedUpdate) else None
            told.append(Facts(happened, asked, binds or is_question, update.events, rendered))
        self._tell(told, now)

    def _binds(self, update: Update) -> bool:
        """Whether what the listener may decide depends on this: on a draw of their own it does."""
        old, new = self.view, update.view
        is_news = update.seq != self.seq or new.hand != old.hand or new.legal != old.legal
        return is_news or update.waiting or update.over

    def _tell_in_short(self, due: Sequence[Update], now: float) -> None:
        """The same where much was missed: each fact is in the history, and a recap is told."""
        for update in due:
            self.take(update, now)
            says = [cue for cue in self._happened(update) if isinstance(cue, Say)]
            self.services.announcer.remember(says, GAME)
        missed = [event for update in due for event in update.events]
        recap = as_events(self.spec.recap(missed, self.view))
        self._tell([Facts(recap, tuple(self._asks(due[-1])))], now)

    def _happened(self, update: Update) -> Iterable[Cue]:
        ending = self.mode.ending(update) if update.over else None
        return self.cues.told(update) if ending is None else ending

    def _asks(self, update: Update) -> Iterable[Cue]:
        asked = self.mode.asks(update)
        if asked is not None:
            return asked
        if self.asks_first is None or update.over:
            return self.cues.asked(update)
        first, self.asks_first = self.asks_first, None
        return first(update)

    def _tell(self, told: Sequence[Facts], now: float) -> None:
        """Tell what there is to tell; a decision among it begins now."""
        if self.cues.decisions != self._listed:
            self.note_list(now)
        self._reports = True
        self.services.tell_facts(told)

    def note_list(self, now: float) -> None:
        """A decision that is no card has been told."""
        self._listed, self.listed_at = self.decisions, now

    def take(self, update: Update, now: float) -> None:
        """From now on the listener knows this update."""
        if update.seq != self.seq:
            # What still waits to be said of the time is of a past turn.
            self.services.announcer.drop(TIME)
        self._learn(update, now)
        self.services.announcer.history.recall = self.spec.recall(self.view)

    def _learn(self, update: Update, now: float) -> None:
        before, self.view, self.seq = self.view, update.view, update.seq
        was_asked, is_asked = before.to_act == self.seat, self.my_turn
        if was_asked and self.seat is not None and not is_asked:
            self.events = []
        if was_asked and not (is_asked and _holds_all(before, self.view)):
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
        """Go on from a position restored from the log; `words` describe it."""
        for update in updates:
            self.take(update, now)
            self.events, self._moved = list(self.table.since_move(self.seat)), False
            self.news = ()
            self._tell([Facts((), tuple(as_replies(self.going_on(words(), update))))], now)
        self.ask_bot()

    def resumed(self, word: str = "resumed-match") -> Msg:
        """Where a match stands that was left or joined, and its deal."""
        if self.paused:
            return msg(word, where=self.standing())
        return msg(word, where=standing_in_full(self.spec, self.view, waiting=self.waiting))

    def going_on(self, words: Msg, update: Update) -> Iterator[Cue]:
        """How things stand, and what is asked beside playing: the standing tells the turn."""
        yield Say(words)
        yield from (cue for cue in self.cues.prompts(update) if cue != mine("your-turn"))
        if update.waiting:
            yield mine("go-on-prompt")
        yield from self.cues.decision(update)

    def ask_bot(self) -> None:
        """Have a bot think, where the table wants one and none was asked yet."""
        wanted = self.table.wanted
        if wanted is not None and wanted != self._asked:
            self._asked = wanted
            self.services.think(wanted)


def _holds_all(before: View, after: View) -> bool:
    """Whether no card of the hand is gone: a player who is asked again has played none."""
    return not Counter(before.hand) - Counter(after.hand)

"""One match as one listener lives it: the table, its file, and what is told of each update."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from audiogames.app.advice import Advice, Asker
from audiogames.app.teller import Teller, always
from audiogames.core.cues import Cue, Msg, Priority, Say, mine, msg, say
from audiogames.core.events import Event, Seat
from audiogames.core.game import Listing, Move, Refused, Turn, View
from audiogames.present.announcer import MERGE_FROM, Announcer
from audiogames.present.facts import Facts
from audiogames.present.history import GAME
from audiogames.present.localizer import Called
from audiogames.present.tabletalk import TIME, standing
from audiogames.search.bots import levels
from audiogames.table.clock import TimeSettings
from audiogames.table.events import TimeExtended, TimeWarned
from audiogames.table.face import AnyTable
from audiogames.table.table import Listener, Update, Wanted

Tell = Callable[[Iterable[Cue]], None]

TellFacts = Callable[[Sequence[Facts]], None]

RECAP_FROM: Final = 7
"""So many updates that were missed in the background are told in short."""

TIMES: Final = (TimeWarned, TimeExtended)
"""What is told of the time is no fact of the match, and waits for none."""


class Untold(Refused):
    """A key would have moved before everything had been told: that is told, and no move made."""

    def __init__(self) -> None:
        super().__init__("one-moment", msg("one-moment"))


def _nothing() -> None:
    """A session that nobody thinks for has no thoughts to forget."""


@dataclass(frozen=True)
class Around:
    """What a session needs of the program around it."""

    announcer: Announcer
    tell: Tell
    """Announces what is no fact: hints, lessons, the time."""
    tell_facts: TellFacts
    """Announces what has happened, and what is asked after it."""
    think: Callable[[Wanted], None]
    """Asks for a bot's move."""
    ended: Callable[[], None]
    """Is told once, when the match is over."""
    at_the_table: Callable[[], bool] = always
    """Whether the match is in front, and no menu."""
    forget: Callable[[], None] = _nothing
    """Whatever is being thought is no longer wanted."""
    all_told: Callable[[], bool] = always
    """Whether everything had been told when the key was pressed that is being answered."""


class Session:
    """A running match.

    `view` is what the listener has been told, which may be older than what the table knows: an
    update waits in `_untold` until the voice is free for it, or until a key is pressed.
    """

    def __init__(
        self,
        table: AnyTable,
        seat: Listener,
        around: Around,
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
        self._around = around
        self._asked: Wanted | None = None
        self._advice = Advice(around.think)
        self._advised_on = 0
        """The number of the decision, if it was one, that advice was asked for last."""
        self._moved = False
        """Whether the listener moved since the last deal; who only listens forgets the past."""
        self._dealt = 0
        """How many deals the log holds."""
        self.listed_at = float("-inf")
        """When the last decision that is no card was told."""
        self._listed = 0
        self.turns = 0
        """How many turns of the listener have ended, by a card of his or otherwise."""
        self._teller = Teller(table.spec, seat, around.at_the_table)
        self._untold: list[Update] = []
        """What the table has brought and the listener has not been told yet, oldest first."""
        self._reports = False
        """Whether the table has yet to hear when the listener will have heard."""

    # The table's life

    def begin(self, now: float) -> None:
        """Start the match, or go on with it; on going on, say how things stand."""
        if not self.table.begun:
            self._answer(self.table.start(now), now)
            return
        self._dealt = self.table.deals
        self._go_on(self.table.start(now), "resumed-match", now)

    def tick(self, now: float) -> None:
        """Let time pass."""
        self._advice.tick(now)
        self._deliver(self.table.tick(now), now)

    def thought(self, wanted: Wanted, move: Move, now: float) -> None:
        """A bot's answer; one that comes too late is dropped."""
        if self.table.wanted != wanted:
            self._advice.thought(wanted, move, holds=self._still_asks(wanted))
            return
        if wanted.seq != self.table.seq:
            return
        updates = self.table.submit(wanted.seat, move, wanted.seq, now, thought=True)
        self._deliver(updates, now)

    def submit(self, move: Move, now: float, *, at_once: bool = False) -> None:
        """The listener moves; `at_once` whatever has not been told, as a draw does.

        Raises `Refused`, and `Untold` where something is to be told first.
        """
        assert self.seat is not None
        if not at_once:
            self.see_that_all_is_told()
        seq, asked = self.table.seq, self._lists()
        updates = self.table.submit(self.seat, move, seq, now)
        self._note_move(move, seq, asked=asked)
        self._answer(updates, now)

    def _note_move(self, move: Move, seq: int, *, asked: bool) -> None:
        """The move that answered decision `seq`, or a list where one was asked, has been made."""
        if self.listing is not None and move in self.listing.moves:
            self._teller.decided()
        if self.table.seq != seq or (asked and not self._lists()):
            self.events.clear()
            self._moved = True

    def ready(self, now: float) -> None:
        """On to the next deal.  Raises `Untold`."""
        assert self.seat is not None
        self.see_that_all_is_told()
        self._answer(self.table.ready(self.seat, now), now)

    def take_back(self, now: float) -> None:
        """Undo the listener's last move and all that followed.  Raises `Refused`."""
        self._see_to_practice()
        assert self.seat is not None
        updates = self.table.take_back(self.seat, now)
        self._around.announcer.forget(GAME)
        self._untold.clear()
        self._around.forget()
        self._asked = None
        self._advice.drop()
        self._teller.decided()
        self.turns += 1
        self._go_on(updates, "taken-back", now)

    def advise(self, asker: Asker, now: float) -> None:
        """Ask what a bot would do here.  Raises `Refused`."""
        self._see_to_practice()
        wanted = self._question()
        assert wanted is not None
        self._advised_on = self.decisions
        self._advice.ask(wanted, asker, now)

    def open_hands(self, now: float) -> list[View]:
        """What the others see, from the listener on; the log says so.  Raises `Refused`."""
        self._see_to_practice()
        assert self.seat is not None
        self.table.note_open_hands(self.seat, now)
        seats = len(self.table.players)
        others = (Seat((self.seat + step) % seats) for step in range(1, seats))
        return [self.table.look(seat).view for seat in others]

    def extend(self, now: float) -> None:
        """More time.  Raises `Refused`."""
        if self.seat is None:
            raise Refused("no-time-to-extend")
        self._answer(self.table.extend(self.seat, now), now)

    def follow(self, time: TimeSettings, now: float, *, auto_draw: bool, patience: float) -> None:
        """The listener's settings changed: they hold from now on."""
        self.table.retime(replace(time, limit=self.table.time.limit))
        if self.seat is not None:
            told = self.table.accommodate(self.seat, now, auto_draw=auto_draw, patience=patience)
            self._deliver(told, now)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.view.to_act is Turn.OVER

    @property
    def my_turn(self) -> bool:
        """Whether the listener is asked."""
        return self.seat is not None and self.view.to_act == self.seat

    @property
    def is_asked(self) -> bool:
        """Whether the listener can decide something: a ticket is written in anybody's turn."""
        return self.my_turn or self.listing is not None

    @property
    def listing(self) -> Listing[Any] | None:
        """The decision that is no card, while the listener has one to make."""
        return self._teller.listing

    @property
    def decisions(self) -> int:
        """How many such decisions there have been: the number of the last one."""
        return self._teller.decisions

    @property
    def waits_for_me(self) -> bool:
        """Whether the next deal comes when the listener is ready; who only listens need not be."""
        return self.waiting and self.seat is not None

    @property
    def practice(self) -> bool:
        """Whether the listener plays alone against bots: nobody minds what he asks."""
        humans = sum(not player.is_bot for player in self.table.players)
        return self.seat is not None and humans == 1

    @property
    def is_timed(self) -> bool:
        """Whether turns have a time limit."""
        return self.table.time.limit is not None

    def time_left(self, now: float) -> float | None:
        """Seconds left to whoever is to act, or None without a limit."""
        at = now if self.table.paused_since is None else self.table.paused_since
        return self.table.clock.left(at) if self.table.clock else None

    def called(self, seat: int) -> Called:
        """How the player of a seat is called."""
        player = self.table.players[seat]
        return Called(player.name, player.gender)

    @property
    def deadline(self) -> float | None:
        """When to let time pass next."""
        times = (self.table.deadline, self._advice.deadline, self._tells_at)
        return min((time for time in times if time is not None), default=None)

    def settle(self, now: float) -> None:
        """Every key and moment has been dealt with: the table hears what it must wait for."""
        voice = self._around.announcer
        if self._reports and not self._untold:
            self._reports = False
            self.table.listening(self.seat, max(now, voice.heard_at()))
        self.table.answering(self.seat, voice.ends())

    def left(self) -> None:
        """The match is put away."""

    def _see_to_practice(self) -> None:
        """Raises `Refused` where anybody might mind."""
        if not self.practice:
            raise Refused("only-in-practice")

    def _question(self) -> Wanted | None:
        """What the listener is asked, as a bot would be: by its best, and always with one lot."""
        if self.seat is None or not self.is_asked:
            return None
        level, seq = levels(self.spec)[-1], self.table.seq
        return Wanted(self.seat, self.view, self.spec.id, level, seq, seq)

    def _still_asks(self, wanted: Wanted) -> bool:
        """Whether advice holds: while a ticket is thought of, others write theirs."""
        same = self.listing is not None and self._advised_on == self.decisions
        return same or wanted == self._question()

    def _lists(self) -> bool:
        """Whether the table waits for a decision of the listener that is no card."""
        return self.spec.listing(self.table.look(self.seat).view) is not None

    # What is told

    @property
    def is_up_to_date(self) -> bool:
        """Whether the listener has been told all that the table knows."""
        return not self._untold

    def see_that_all_is_told(self) -> None:
        """Raises `Untold` where a key was pressed before everything had been told."""
        if not self._around.all_told():
            raise Untold

    def catch_up(self, now: float, *, in_short: bool = False) -> None:
        """Tell everything at once, before the answer to a key; much of it `in_short`."""
        if not self._hears:
            return
        due, self._untold = self._untold, []
        if in_short and sum(bool(update.events) for update in due) >= RECAP_FROM:
            self._tell_in_short(due, now)
        elif due:
            self._tell_updates(due, now, cuts=True)

    def _answer(self, updates: Sequence[Update], now: float) -> None:
        """What the listener's own key brought about is the answer to it: nothing goes before."""
        self._deliver(updates, now, answers=True)

    def _deliver(self, updates: Sequence[Update], now: float, *, answers: bool = False) -> None:
        for update in updates:
            self._bring(update)
        self._tell_on(now, answers=answers)
        self._ask_bot()

    def _bring(self, update: Update) -> None:
        """The table has brought this."""
        if update.events and all(isinstance(event, TIMES) for event in update.events):
            self._around.tell(list(self._teller.told(update)))
            return
        self._untold.append(update)
        if self._around.announcer.is_quiet:
            self._around.tell(list(self._teller.notices(update)))
        if update.over and update.events:
            self._around.ended()

    @property
    def _hears(self) -> bool:
        """Whether the listener is there to hear something."""
        return not self._around.announcer.is_quiet

    @property
    def _may_tell_on(self) -> bool:
        """Whether there is something to tell, and somebody to hear it."""
        return bool(self._untold) and self._hears

    @property
    def _tells_at(self) -> float | None:
        """When to tell on."""
        return self._around.announcer.facts_may_go_at if self._may_tell_on else None

    def _tell_on(self, now: float, *, answers: bool = False) -> None:
        """Tell one update after the other, as the voice is free; when many wait, all at once."""
        while self._may_tell_on and (answers or self._may_go(now)):
            many = answers or len(self._untold) >= MERGE_FROM
            due = self._untold[: None if many else 1]
            del self._untold[: len(due)]
            self._tell_updates(due, now, answers=answers, cuts=answers)

    def _may_go(self, now: float) -> bool:
        """Whether the voice is free for facts; what has no words need not wait for it."""
        return now >= self._around.announcer.facts_may_go_at or not self._untold[0].events

    def _tell_updates(
        self, due: Sequence[Update], now: float, *, answers: bool = False, cuts: bool = False
    ) -> None:
        """These become the listener's; what is asked is what is asked after the last one.

        Where it `cuts` a question that was not told yet, that is asked again, if it still stands.
        """
        rank = as_replies if answers else list
        told = []
        asks_anew = cuts and not self._around.announcer.is_told(now)
        if asks_anew:
            asks_anew = self._teller.ask_anew(self.seq)
        for update in due:
            binds = self._binds(update)
            self._take(update, now)
            is_newest = update is due[-1] and not self._untold
            happened = tuple(rank(self._happened(update)))  # first: it may end a question
            asked = tuple(rank(self._asks(update) if is_newest else ()))
            is_question = bool(asked) and (answers or not asks_anew)
            told.append(Facts(happened, asked, binds=binds or is_question))
        self._tell(told, now)

    def _binds(self, update: Update) -> bool:
        """Whether what the listener may decide depends on this: on a draw of their own it does."""
        is_news = update.seq != self.seq or update.view.hand != self.view.hand
        return is_news or update.waiting or update.over

    def _tell_in_short(self, due: Sequence[Update], now: float) -> None:
        """The same where much was missed: each fact is in the history, and a recap is told."""
        for update in due:
            self._take(update, now)
            says = [cue for cue in self._happened(update) if isinstance(cue, Say)]
            self._around.announcer.remember(says, GAME)
        missed = [event for update in due for event in update.events]
        recap = _no_replies(self.spec.recap(missed, self.view))
        self._tell([Facts(recap, tuple(self._asks(due[-1])))], now)

    def _happened(self, update: Update) -> Iterable[Cue]:
        return self._teller.told(update)

    def _asks(self, update: Update) -> Iterable[Cue]:
        return self._teller.asked(update)

    def _tell(self, told: Sequence[Facts], now: float) -> None:
        """Tell what there is to tell; a decision among it begins now."""
        if self.decisions != self._listed:
            self._listed, self.listed_at = self.decisions, now
        self._reports = True
        self._around.tell_facts(told)

    def _take(self, update: Update, now: float) -> None:
        if update.seq != self.seq:
            self._around.announcer.drop(TIME)  # what still waits to be said of it is of a past turn
        before, self.view, self.seq = self.view, update.view, update.seq
        was_asked = before.to_act == self.seat and self.seat is not None
        if was_asked and not self.my_turn:
            self.events = []
        if before.to_act == self.seat and not (self.my_turn and _holds_all(before, self.view)):
            self.turns += 1
        self.events += update.events
        dealt = self.table.deals
        if dealt != self._dealt:
            self._dealt, self.dealt_at = dealt, now
            if not self._moved:
                self.events = list(update.events)
            self._moved = False
        if update.over or (update.waiting and not self.waiting):
            self.waiting_since = now
        self.waiting = update.waiting

    def standing(self) -> Msg:
        """Where the match stands, and whose turn it is."""
        if self.paused:
            return msg("standing-paused", where=self.spec.summary(self.view))
        return standing(self.spec, self.view, waiting=self.waiting)

    @property
    def paused(self) -> bool:
        """Whether nothing moves and no time runs."""
        return self.table.paused_since is not None

    def _go_on(self, updates: Sequence[Update], word: str, now: float) -> None:
        """On from a position that the log brought about: how things stand there."""
        for update in updates:
            self._take(update, now)
            self.events, self._moved = list(self.table.since_move(self.seat)), False
            self._tell([Facts((), tuple(as_replies(self._going_on(word, update))))], now)
        self._ask_bot()

    def _going_on(self, word: str, update: Update) -> Iterator[Cue]:
        """How things stand, and what is asked beside playing: the standing tells the turn."""
        yield say(word, where=self.standing())
        yield from (cue for cue in self._teller.prompts(update) if cue != mine("your-turn"))
        if update.waiting:
            yield mine("go-on-prompt")
        yield from self._teller.decision(update.view)

    def _ask_bot(self) -> None:
        wanted = self.table.wanted
        if wanted is not None and wanted != self._asked:
            self._asked = wanted
            self._around.think(wanted)


def as_replies(cues: Iterable[Cue]) -> list[Cue]:
    """The same, each message at least as urgent as an answer."""
    return [
        replace(cue, priority=max(cue.priority, Priority.REPLY)) if isinstance(cue, Say) else cue
        for cue in cues
    ]


def _no_replies(cues: Iterable[Cue]) -> tuple[Cue, ...]:
    """The same as events: nobody has asked for it by a key."""
    return tuple(
        replace(cue, priority=min(cue.priority, Priority.MINE)) if isinstance(cue, Say) else cue
        for cue in cues
    )


def _holds_all(before: View, after: View) -> bool:
    """Whether every card of the hand is still there: who is asked again has played none."""
    return not Counter(before.hand) - Counter(after.hand)

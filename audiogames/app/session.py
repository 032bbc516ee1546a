"""One match as one listener lives it: the table, its file, and what is told of each update."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from audiogames.app.advice import Advice, Asker
from audiogames.app.storage import Book, StorageError
from audiogames.app.teller import Teller, always
from audiogames.core.cues import Cue, Msg, Priority, Say, mine, msg, say
from audiogames.core.events import Event, Seat
from audiogames.core.game import Listing, Move, Refused, Turn, View
from audiogames.core.log import Entry, Log
from audiogames.present.announcer import Announcer
from audiogames.present.history import GAME
from audiogames.present.localizer import Called
from audiogames.present.tabletalk import standing
from audiogames.search.bots import levels
from audiogames.table.clock import TimeSettings
from audiogames.table.face import AnyTable
from audiogames.table.table import Listener, Update, Wanted

Tell = Callable[[Iterable[Cue]], None]

Rank = Callable[[Iterable[Cue]], list[Cue]]


def _nothing() -> None:
    """A session that nobody thinks for has no thoughts to forget."""


@dataclass(frozen=True)
class Around:
    """What a session needs of the program around it."""

    announcer: Announcer
    tell: Tell
    think: Callable[[Wanted], None]
    """Asks for a bot's move."""
    ended: Callable[[], None]
    """Is told once, when the match is over."""
    at_the_table: Callable[[], bool] = always
    """Whether the match is in front, and no menu."""
    forget: Callable[[], None] = _nothing
    """Whatever is being thought is no longer wanted."""


class Session:
    """A running match."""

    def __init__(
        self,
        table: AnyTable,
        seat: Listener,
        around: Around,
    ) -> None:
        self.table = table
        self.seat = seat
        self.spec = table.spec
        self.view: View = table.look(seat).view
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
        mine_before, known = self.my_turn, len(self.events)
        self._deliver(self.table.tick(now), now)
        if mine_before and not self.my_turn:
            self.events = self.events[known:]

    def thought(self, wanted: Wanted, move: Move, now: float) -> None:
        """A bot's answer; one that comes too late is dropped."""
        if self.table.wanted != wanted:
            self._advice.thought(wanted, move, holds=self._still_asks(wanted))
            return
        if wanted.seq != self.table.seq:
            return
        updates = self.table.submit(wanted.seat, move, wanted.seq, now, thought=True)
        self._deliver(updates, now)

    def submit(self, move: Move, now: float) -> None:
        """The listener moves.  Raises `Refused`."""
        assert self.seat is not None
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
        """On to the next deal."""
        assert self.seat is not None
        self._answer(self.table.ready(self.seat, now), now)

    def take_back(self, now: float) -> None:
        """Undo the listener's last move and all that followed.  Raises `Refused`."""
        self._see_to_practice()
        assert self.seat is not None
        updates = self.table.take_back(self.seat, now)
        self._around.announcer.forget(GAME)
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
        times = (self.table.deadline, self._advice.deadline)
        return min((time for time in times if time is not None), default=None)

    def settle(self, now: float) -> None:
        """Every key and moment has been dealt with: alone at the keyboard, nothing follows."""

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

    def _answer(self, updates: Sequence[Update], now: float) -> None:
        """What the listener's own key brought about is the answer to it: nothing goes before."""
        self._deliver(updates, now, as_replies)

    def _deliver(self, updates: Sequence[Update], now: float, rank: Rank = list) -> None:
        for update in updates:
            self._take(update, now)
            self._tell(rank(self._cues(update)), now)
            self.table.listening(self.seat, self._around.announcer.ends())
            if update.over and update.events:
                self._around.ended()
        self._ask_bot()

    def _cues(self, update: Update) -> Iterable[Cue]:
        return self._teller.cues(update)

    def _tell(self, cues: Sequence[Cue], now: float) -> None:
        """Tell what there is to tell; a decision among it begins now."""
        if self.decisions != self._listed:
            self._listed, self.listed_at = self.decisions, now
        if cues:
            self._around.tell(cues)

    def _take(self, update: Update, now: float) -> None:
        before, self.view = self.view, update.view
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
            self._tell(as_replies(self._going_on(word, update)), now)
            self.table.listening(self.seat, self._around.announcer.ends())
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


def _holds_all(before: View, after: View) -> bool:
    """Whether every card of the hand is still there: who is asked again has played none."""
    return not Counter(before.hand) - Counter(after.hand)


class Keeper:
    """Writes a match into its book, and tells when it no longer can."""

    def __init__(self, book: Book | None, failed: Callable[[Msg], None]) -> None:
        self._book = book
        self._failed = failed
        self.keeps = book is not None
        """Whether everything so far was written."""

    @property
    def name(self) -> str | None:
        """What the match is called that is being written; None when the file is let go."""
        return None if self._book is None else self._book.name

    def record(self, entry: Entry) -> None:
        """Write one entry; a book that cannot write keeps it and tries again with the next."""
        if self._book is None:
            return
        try:
            self._book.append(entry)
        except StorageError as error:
            if self.keeps:
                self._failed(error.message)
            self.keeps = False
        else:
            self.keeps = True

    def save(self) -> None:
        """Try again to write what the book could not take."""
        if self._book is not None:
            with suppress(StorageError):
                self._book.save()
                self.keeps = True

    def close(self, *, finished: bool) -> None:
        """Let go of the file."""
        if self._book is not None:
            self.save()
            self._book.close(finished=finished)
            self._book = None


def human_seat(log: Log) -> int | None:
    """The first seat that a person plays, or None where bots play among themselves."""
    return next(
        (seat for seat, player in enumerate(log.header.players) if player.get("kind") == "human"),
        None,
    )

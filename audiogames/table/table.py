"""A match at its table: the same for one player, several at a keyboard, a server and the tests.

The table takes moves and the time and returns updates; it never looks at a clock, never calls a
bot and never waits.  What it waits for, it says: `wanted` (a bot's move), `waiting` (somebody must
be ready for the next deal), `deadline` (call `tick` then).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from audiogames.core.events import Event, Seat
from audiogames.core.game import Move, Refused, Result, State, Turn, View
from audiogames.core.log import OPENED, UNDO, Entry, Header, Log
from audiogames.core.options import read_options
from audiogames.core.referee import admit
from audiogames.core.registry import Spec, game
from audiogames.core.text import plain
from audiogames.table.clock import LONGEST_ANSWER, TimeSettings, TurnClock, read_time
from audiogames.table.course import CLOCK, Course, last_move, since_move
from audiogames.table.events import ClockMoved, TimeExtended, TimeWarned, time_limits
from audiogames.table.seats import Player, read_player

Listener = Seat | None
Dealer = Callable[[State[Any, Any], Random], Move]
Record = Callable[[Entry], None]

CLOCKS_BOT = "normal"
"""The bot that moves for a player whose time is up, where no rule says what that costs."""


@dataclass(frozen=True)
class Update:
    """What one listener is told at one moment: events, and the view after them.

    `seq` numbers the decisions of the match; a move must name the one that it answers.
    """

    seat: Listener
    seq: int
    events: tuple[Event, ...]
    view: View
    waiting: bool = False
    over: bool = False


@dataclass(frozen=True)
class Wanted:
    """A bot's move is asked for: think about `view`, and submit with `seq`."""

    seat: Seat
    view: View
    game: str
    level: str
    seed: int
    seq: int


class Table:
    """A game being played."""

    def __init__(
        self,
        log: Log,
        rng: Random,
        *,
        dealer: Dealer | None = None,
        listeners: Sequence[Listener] | None = None,
    ) -> None:
        header = log.header
        self.spec: Spec = game(header.game)
        self.players = tuple(map(read_player, header.players))
        self.time = read_time(header.time)
        self.log = log
        self.wanted: Wanted | None = None
        self.waiting = False
        """Whether the next deal waits until everybody is ready."""
        self.clock: TurnClock | None = None
        self._rng = rng
        self._record: Record = lambda _entry: None
        self._dealer: Dealer = dealer or self.spec.rules.chance
        self._listeners = self._humans() if listeners is None else tuple(listeners)
        self._heard: dict[Listener, float] = {}
        self._answering: dict[Listener, float] = {}
        self._ready: set[Seat] = set()
        self._clock_moves = -1
        """The decision that a bot makes because the player's time was up."""
        self._clock_of: Seat | None = None
        self._clock_seq = 0
        self._stint: object = None
        """What the clock was set for, where a question to another may interrupt it."""
        self._stopped: tuple[object, TurnClock, float] | None = None
        """A clock that waits for the answer of another: what it was set for, and since when."""
        self._held: Move | None = None
        """A move of a bot, or the clock's, that came in a pause or before the last was heard."""
        self.paused_since: float | None = None
        self._moved_at = 0.0
        self._started_at = 0.0
        self._events: list[Event] = []
        options = read_options(self.spec.options, header.options)
        start = self.spec.rules.start(options, len(self.players))
        self._course = Course(self.spec, start).play(log)

    @property
    def state(self) -> State[Any, Any]:
        """The position, which nobody but the table may change."""
        return self._course.state

    @property
    def seq(self) -> int:
        """The number of the decision that is waited for."""
        return self._course.seq

    @property
    def begun(self) -> bool:
        """Whether anything has happened yet."""
        return bool(self.log.entries)

    @property
    def deals(self) -> int:
        """How many deals there were, with those that were taken back."""
        return sum(entry.deals for entry in self.log.entries)

    @property
    def is_open(self) -> bool:
        """Whether a player has seen the hands of the others."""
        return self.log.is_open

    # What the shells ask

    def start(self, now: float) -> list[Update]:
        """Begin the match, or go on with the one of the log."""
        played = self.log.entries[-1].at if self.log.entries else 0.0
        self._started_at = now - played
        self._moved_at = now
        self._events += [] if self.begun else time_limits(self.time, self.players)
        self._go_on(now)
        return self._updates()

    def keep(self, record: Record) -> None:
        """Give each log entry from now on to `record` as it is made."""
        self._record = record

    def submit(
        self, seat: Seat, move: Move, seq: int, now: float, *, thought: bool = False
    ) -> list[Update]:
        """A seat moves; `thought` where it answers `wanted`.

        Raises `Refused`; then nothing has changed.
        """
        is_bot = self.players[seat].is_bot
        if not (is_bot or thought):
            self._must_run()
        admit(self.spec.rules, self.state, seat, move)
        in_turn = self._is_in_turn(seat, move)
        by_clock = in_turn and self._clock_moves == self.seq
        if in_turn and (seq != self.seq or (by_clock and not thought)):
            raise Refused("stale")
        if in_turn and (is_bot or by_clock) and self._is_early(now):
            self._held = move
            return []
        for said in self.spec.remarks(move, self.state.view(seat)) if in_turn and is_bot else ():
            self._apply(seat, said, now)
        self._apply(seat, move, now, by=CLOCK if by_clock else None)
        self._go_on(now)
        return self._updates()

    def tick(self, now: float) -> list[Update]:
        """What time alone brings: a bot's move, a warning, the end of a turn, the next deal."""
        if self.paused_since is not None:
            return []
        if self._drawing_seat() is not None:
            self._go_on(now)
            return self._updates()
        if self._held is not None and now >= self._bot_moves_at():
            seat, move = self.state.to_act, self._held
            assert isinstance(seat, int)
            return self.submit(seat, move, self.seq, now, thought=True)
        if self._deals_itself_at() is not None and now >= (self._deals_itself_at() or 0):
            return self._deal_next(now)
        if self.clock is not None and now >= self.clock.deadline:
            self._clock_strikes(self.clock, now)
            return [] if self._clock_moves == self.seq else self._updates()
        return []

    def ready(self, seat: Seat, now: float) -> list[Update]:
        """A player has heard the result; when all have, the next deal comes."""
        self._must_run()
        self._ready.add(seat)
        if not self.waiting or not set(self._humans()) <= self._ready:
            return []
        return self._deal_next(now)

    def take_back(self, seat: Seat, now: float) -> list[Update]:
        """Undo the seat's last move and all that followed; the dealer will deal the same again.

        Raises `Refused` where there is nothing to take back.
        """
        if self.state.to_act is Turn.OVER:
            raise Refused("match-over")
        self._must_run()
        since = last_move(self.log, seat)
        if since is None:
            raise Refused("nothing-to-take-back")
        seq, undo = self.seq, self._entry(seat, f"{UNDO} {since}", now)
        course = self._course_with(undo)
        self._see_that_nothing_was_seen(seat, course.state)
        self._keep(undo)
        self._course = course
        self._course.seq = seq + 1
        self.clock = self.wanted = self._stopped = None
        self._old_answers_are_stale(now)
        self._go_on(now)
        return self._updates()

    def _course_with(self, entry: Entry) -> Course:
        """The match as it would be with one entry more, before anything is written."""
        log = Log(self.log.header, [*self.log.entries, entry])
        return Course.of(log).play(log)

    def _see_that_nothing_was_seen(self, seat: Seat, then: State[Any, Any]) -> None:
        """Who has looked at his hand makes no decision anew that is made in the dark."""
        hidden = self.spec.hidden_hand
        if hidden(then.view(seat)) is not None and hidden(self.state.view(seat)) is None:
            raise Refused("seen-since")

    def note_open_hands(self, seat: Seat, now: float) -> None:
        """The seat sees the cards of the others from now on; the log says so, once."""
        if not self.log.is_open:
            self._write(seat, OPENED, now)

    def pause(self, now: float) -> None:
        """Nothing moves and no time runs until `go_on`."""
        self.paused_since = now

    def go_on(self, now: float) -> None:
        """After a pause everything has the time that it had; what came due meanwhile, `tick` does.

        So whoever lets time pass delivers it, as anything that nobody has pressed a key for.
        """
        since, self.paused_since = self.paused_since, None
        if since is None:
            return
        lost = now - since
        self._moved_at += lost
        self._started_at += lost
        self._heard = {listener: until + lost for listener, until in self._heard.items()}
        if self.clock is not None:
            self.clock.resume(since, now)

    def listening(self, listener: Listener, until: float) -> None:
        """What this listener was told is estimated to end then: bots and the clock wait for it."""
        self._heard[listener] = until
        if self.clock is not None and listener == self.state.to_act:
            self.clock.heard(until)

    def answering(self, listener: Listener, until: float) -> None:
        """The answers to this listener's keys are estimated to end then: bots wait a little."""
        self._answering[listener] = until

    def extend(self, seat: Seat, now: float) -> list[Update]:
        """More time for the seat to act.  Raises `Refused`."""
        self._must_run()
        if self.clock is None or self.state.to_act != seat:
            raise Refused("no-time-to-extend")
        if not self.clock.extend(now):
            raise Refused("no-more-extensions")
        self._events.append(TimeExtended(seat, round(self.clock.limit)))
        return self._updates()

    def look(self, listener: Listener) -> Update:
        """How things stand, with nothing told."""
        return self._update(listener, ())

    def since_move(self, seat: Listener) -> list[Event]:
        """What this seat heard after its last move."""
        return since_move(seat, Course.of(self.log).follow(self.log.moves()))

    def retime(self, time: TimeSettings) -> None:
        """Other settings of pace and grace, from now on; a turn that runs keeps its limit."""
        self.time = time

    def accommodate(
        self, seat: Seat, now: float, *, auto_draw: bool, patience: float
    ) -> list[Update]:
        """What a player asks for himself, from now on; during a pause nothing is done with it."""
        wishes = replace(self.players[seat], auto_draw=auto_draw, patience=patience)
        self.players = (*self.players[:seat], wishes, *self.players[seat + 1 :])
        if self.paused_since is not None or self._drawing_seat() is None:
            return []
        self._go_on(now)
        return self._updates()

    def result(self) -> Result | None:
        """How the match ended, or None."""
        return self.state.result()

    @property
    def deadline(self) -> float | None:
        """When to call `tick` next; never, while the match is paused."""
        if self.paused_since is not None:
            return None
        times = [self._deals_itself_at(), self.clock.deadline if self.clock else None]
        if self._held is not None:
            times.append(self._bot_moves_at())
        if self._drawing_seat() is not None:
            times.append(self._moved_at)
        return min((time for time in times if time is not None), default=None)

    # Inside

    def _humans(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, player in enumerate(self.players) if not player.is_bot)

    def _is_in_turn(self, seat: Seat, move: Move) -> bool:
        """Whether this move answers the decision that `seq` numbers; a draw does not."""
        return seat == self.state.to_act and not self._course.is_aside(seat, move)

    def _apply(self, seat: Seat | None, move: Move, now: float, by: str | None = None) -> None:
        if self._course.make(seat, move, by, self._events.append):
            self._old_answers_are_stale(now)
        self._write(seat, str(move), now, by)

    def _write(self, seat: Seat | None, move: str, now: float, by: str | None = None) -> None:
        self._keep(self._entry(seat, move, now, by))

    def _entry(self, seat: Seat | None, move: str, now: float, by: str | None = None) -> Entry:
        at = round(now - self._started_at, 3)
        return Entry(len(self.log.entries) + 1, at, seat, move, by)

    def _keep(self, entry: Entry) -> None:
        self.log.entries.append(entry)
        self._record(entry)

    def _old_answers_are_stale(self, now: float) -> None:
        self._held = None
        self._moved_at = now
        self._heard.clear()
        self._answering.clear()

    def _go_on(self, now: float) -> None:
        """Make the moves that nobody decides, then say what is waited for."""
        self.waiting = False
        while self._draws_by_itself(now) or self._deals(now):
            pass
        self._wait_for_seat(now)

    def _drawing_seat(self) -> Seat | None:
        """Who uses an open window without being asked: bots, and players with automatic draw."""
        window = self.spec.window(self.state)
        if window is None:
            return None
        player = self.players[window.seat]
        return window.seat if player.is_bot or player.auto_draw else None

    def _draws_by_itself(self, now: float) -> bool:
        """Such a window is used at once."""
        seat, window = self._drawing_seat(), self.spec.window(self.state)
        if seat is None or window is None:
            return False
        self._apply(seat, window.move, now, by=None if self.players[seat].is_bot else "auto")
        return True

    def _deals(self, now: float) -> bool:
        if self.state.to_act is not Turn.CHANCE:
            return False
        if self.state.expects == "deal" and self._has_dealt():
            self.waiting = True
            self._ready.clear()
            return False
        self._apply(None, self._dealers_move(), now)
        return True

    def _dealers_move(self) -> Move:
        """The same again where it was taken back, else by lot."""
        known = self.log.dealt_before(self.state.expects or "")
        if known is not None:
            move: Move = self.spec.rules.read(known)
            if self.spec.rules.allows_chance(self.state, move):
                return move
        return self._dealer(self.state, self._rng)

    def _has_dealt(self) -> bool:
        """Whether a deal counts: one that was undone does not."""
        return any(entry.deals for entry in self.log.moves())

    def _deals_itself_at(self) -> float | None:
        """With nobody to be ready, the next deal comes after a pause for the listeners."""
        if not self.waiting or self._humans():
            return None
        return self._heard_by_all() + self.time.pace

    def _deal_next(self, now: float) -> list[Update]:
        self.waiting = False
        self._moved_at = now
        self._apply(None, self._dealers_move(), now)
        self._go_on(now)
        return self._updates()

    def _wait_for_seat(self, now: float) -> None:
        seat = self.state.to_act
        self._course.ask()
        if self.clock is not None and (self._clock_of, self._clock_seq) == (seat, self.seq):
            return
        self._stop_clock(now)
        if not isinstance(seat, int) or (self.wanted and self.wanted.seq == self.seq):
            self.wanted = self.wanted if isinstance(seat, int) else None
            return
        player = self.players[seat]
        self.wanted = self._want(seat, player.level) if player.is_bot else None
        if not player.is_bot and self.time.limit is not None:
            self.clock = self._clock_for(seat, self.time.limit * player.patience, now)
            self._clock_of, self._clock_seq = seat, self.seq

    def _stop_clock(self, now: float) -> None:
        if self.clock is not None and self._stint is not None:
            self._stopped = self._stint, self.clock, now
        self.clock = None

    def _clock_for(self, seat: Seat, limit: float, now: float) -> TurnClock:
        """A new clock, or the seat's own that a question to another interrupted."""
        stint = self.spec.stint(self.state)
        self._stint = None if stint is None else (seat, stint)
        if self._stopped is not None and self._stopped[0] == self._stint:
            _, clock, stopped = self._stopped
            clock.resume(stopped, now)
            return clock
        return TurnClock(now, limit)

    def _want(self, seat: Seat, level: str) -> Wanted:
        seed = self._rng.getrandbits(32)
        return Wanted(seat, self.state.view(seat), self.spec.id, level, seed, self.seq)

    def _heard_by_all(self) -> float:
        return max([self._moved_at, *self._heard.values()])

    def _must_run(self) -> None:
        if self.paused_since is not None:
            raise Refused("paused")

    def _is_early(self, now: float) -> bool:
        """Whether a bot's move, or the clock's, must wait: for the ears, or for a pause's end."""
        return self.paused_since is not None or now < self._bot_moves_at()

    def _bot_moves_at(self) -> float:
        """Not before the last announcement has ended, nor while a person may draw in grace."""
        at = max(self._moved_at + self.time.pace, self._heard_by_all())
        window = self.spec.window(self.state)
        if window is not None and window.seat != self.state.to_act:
            at = max(at, self._heard_by_all() + self.time.grace)
        return max(at, min(at + LONGEST_ANSWER, max(self._answering.values(), default=at)))

    def _clock_strikes(self, clock: TurnClock, now: float) -> None:
        seat = self.state.to_act
        assert isinstance(seat, int)
        if now < clock.ends:
            warning = clock.warning(now)
            if warning is not None:
                self._events.append(TimeWarned(warning, clock.is_spoken(warning), to=seat))
            return
        self.clock = None
        move = self.spec.timeout(self.state)
        if move is None:
            # Told together with the bot's move: between the two nothing could be asked truly.
            self._events.append(ClockMoved(seat))
            self._clock_moves = self.seq
            self.wanted = self._want(seat, CLOCKS_BOT)
            return
        self._apply(None, move, now, by=CLOCK)
        self._go_on(now)

    def _updates(self) -> list[Update]:
        events, self._events = self._events, []
        return [self._update(listener, events) for listener in self._listeners]

    def _update(self, listener: Listener, events: Sequence[Event]) -> Update:
        heard = tuple(event for event in events if event.heard_by(listener))
        over = self.state.to_act is Turn.OVER
        return Update(listener, self.seq, heard, self.state.view(listener), self.waiting, over)


def new_log(
    spec: Spec, options: object, players: Sequence[Player], time: TimeSettings, started: str = ""
) -> Log:
    """The log of a match about to begin."""
    written = plain(options)
    assert isinstance(written, dict)
    header = Header(
        game=spec.id,
        rules=spec.rules.version,
        options=written,
        players=[player.written() for player in players],
        time=time.written(),
        started=started,
    )
    return Log(header)

"""A match at its table, as played alone, by several people at a keyboard, on a server and in tests.

The table takes moves and the time and returns updates; it never reads a clock, calls a bot or
blocks.  Its attributes say what it waits for: `wanted` is a bot's move, `waiting` means that the
players must be ready for the next deal, and `deadline` is when to call `tick`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from audiogames.core.contract import Move, Refused, Result, State, Turn, Window, admit
from audiogames.core.events import Event, Seat
from audiogames.core.log import OPENED, UNDO, Entry, Log
from audiogames.core.registry import Spec, game
from audiogames.search.levelling import LIKE_ME, at_first, drawn_level
from audiogames.table.clock import (
    ClockMoved,
    TimeExtended,
    TimeSettings,
    TimeWarned,
    TurnClock,
    TurnClocks,
    read_time,
    time_limits,
)
from audiogames.table.decisions import (
    CLOCK,
    STAND_IN,
    HeardSince,
    MatchProgress,
    MatchRecord,
    dealt_before,
    has_seen_since,
    last_moves,
    progress_with,
    since_move,
    taken_back,
)
from audiogames.table.pacing import Pacing, hesitation
from audiogames.table.protocol import BotRequest, Listener, TakenBack, Update
from audiogames.table.seats import BOT, HUMAN, Player, read_player

Dealer = Callable[[State[Any, Any], Random], Move]


class Lots(ABC):
    """A dealer that also gives bots their seeds, for matches with equal luck for all players."""

    budget: int
    """Rollouts per decision of a bot."""

    @abstractmethod
    def __call__(self, state: State[Any, Any], rng: Random, /) -> Move:
        """Return the dealer's next move."""

    @abstractmethod
    def seed(self, seat: Seat, /) -> int:
        """Return the seed of the next decision of the bot in this seat."""


class Table:
    """A match in progress: it validates moves, deals, requests bots' moves, and measures time."""

    def __init__(
        self,
        log: Log,
        rng: Random,
        *,
        dealer: Dealer | None = None,
        listeners: Sequence[Listener] | None = None,
        cards_wait: bool = False,
    ) -> None:
        """Set up the table; `listeners` receive updates, by default all people.

        With `cards_wait` a person's card also waits while another player may draw, so that over a
        network a quick player cannot take away a slow player's chance to draw.
        """
        header = log.header
        self.spec: Spec = game(header.game)
        self.players = tuple(map(read_player, header.players))
        self.log = log
        self.waiting = False
        """Whether the next deal waits until every player is ready."""
        self.place_on_ladder = at_first(self.spec).place
        """The ladder place of bots at the adaptive level: the middle until the caller sets the
        player's."""
        self.wanted: BotRequest | None = None
        self.timeouts: Counter[Seat] = Counter()
        """How many consecutive turns of a seat the clock has ended."""
        self.played: Counter[Seat] = Counter()
        """How many decisions of a seat were made by a bot, also one that substitutes for a person.
        """
        self.paused_since: float | None = None
        self._cards_wait = cards_wait
        self._record = MatchRecord(log)
        self._rng = rng
        self._dealer: Dealer = dealer or self.spec.rules.chance
        self._lots = dealer if isinstance(dealer, Lots) else None
        self._listeners = self._humans() if listeners is None else tuple(listeners)
        self._events: list[Event] = []
        self._heard = HeardSince(log)
        self._progress = self._heard.progress()
        self._pacing = Pacing(read_time(header.time))
        self._clocks = TurnClocks()
        self._ready: set[Seat] = set()
        self._clock_moves = -1
        """The number of the decision that a bot makes because the player's time was up."""
        self._held: tuple[Seat, Move] | None = None
        """A seat and its move that is held back: for the listeners, for a draw, or until a pause
        ends."""

    @property
    def state(self) -> State[Any, Any]:
        """The state of the game; only the table may change it."""
        return self._progress.state

    @property
    def seq(self) -> int:
        """The number of the pending decision."""
        return self._progress.seq

    @property
    def overruns(self) -> Mapping[Seat, int]:
        """The number of turns of each seat that were ended by the clock in this match."""
        return self._progress.overruns

    @property
    def begun(self) -> bool:
        """Whether anything has been logged: a move or an undo."""
        return bool(self.log.entries)

    @property
    def deals(self) -> int:
        """How many times cards were dealt, including undone deals."""
        return self._record.deals

    @property
    def is_open(self) -> bool:
        """Whether a player has seen the hands of the other players."""
        return self.log.is_open

    @property
    def time(self) -> TimeSettings:
        """The time settings: the limit of a turn, the pace of bots, and the time to draw."""
        return self._pacing.time

    @property
    def clock(self) -> TurnClock | None:
        """The clock of the turn, if one is running."""
        return self._clocks.running

    @property
    def holding(self) -> Seat | None:
        """The person whose card is held back while another player may draw, or None."""
        if self._held is None or self._clock_moves == self._progress.seq:
            return None
        seat, _ = self._held
        return None if self.players[seat].is_bot else seat

    # Called by the shells

    def listen(self, listeners: Sequence[Listener]) -> None:
        """Set the listeners that will receive updates."""
        self._listeners = tuple(listeners)

    def keep(self, record: Callable[[Entry], None]) -> None:
        """Call `record` with each entry that is added to the log."""
        self._record.copy_to = record

    def look(self, listener: Listener) -> Update:
        """Return an update without events: the current view of a listener."""
        return self._update(listener, ())

    def since_move(self, seat: Listener) -> list[Event]:
        """Return the events that this seat has received after its last move."""
        if seat is None:
            return since_move(seat, MatchProgress.of(self.log).follow(self.log.moves()))
        return self._heard.by(seat)

    def result(self) -> Result | None:
        """Return how the match ended, or None while it goes on."""
        return self.state.result()

    def note_open_hands(self, seat: Seat, now: float) -> None:
        """Log that the seat now sees the other players' cards, unless that is logged already."""
        if not self.log.is_open:
            self._record.write(seat, OPENED, now)

    def start(self, now: float) -> list[Update]:
        """Begin the match, or resume it after the last move of its log."""
        self._record.begin(now)
        self._pacing.moved_at = now
        self._events += [] if self.begun else time_limits(self.time, self.players)
        self._go_on(now)
        return self._updates()

    def submit(
        self, seat: Seat, move: Move, seq: int, now: float, *, requested: bool = False
    ) -> list[Update]:
        """Submit a seat's move; `requested` means that it answers the request in `wanted`.

        A person's card may be held back because another player may still draw (`holding`).  Raises
        `Refused`; then nothing has changed.
        """
        is_bot = self.players[seat].is_bot
        if not (is_bot or requested):
            self._require_running()
        admit(self.spec.rules, self.state, seat, move)
        in_turn = seat == self._progress.to_act and not self._progress.is_aside(seat, move)
        by_clock = in_turn and self._clock_moves == self._progress.seq
        if in_turn and (seq != self._progress.seq or (by_clock and not requested)):
            raise Refused("stale")
        is_meanwhile = is_bot and not in_turn and self.state.is_awaited(seat)
        if ((in_turn and (is_bot or by_clock)) or is_meanwhile) and self._is_early(now):
            self._held = seat, move
            return []
        if in_turn and not (is_bot or requested) and now < self._grace_ends():
            self._held, self._clocks.running = (seat, move), None
            return []
        for said in self._remarks(seat, move) if in_turn and is_bot else ():
            self._apply(seat, said, now)
        self._apply(seat, move, now, by=CLOCK if by_clock else None)
        self._go_on(now)
        return self._updates()

    def tick(self, now: float) -> list[Update]:
        """Do what is due now: a bot's move, a warning, the end of a turn or the next deal."""
        if self.paused_since is not None:
            return []
        if self._automatic_window() is not None:
            self._go_on(now)
            return self._updates()
        if self._held is not None and now >= self._bot_moves_at():
            seat, move = self._held
            return self.submit(seat, move, self._progress.seq, now, requested=True)
        if self._next_deal_at() is not None and now >= (self._next_deal_at() or 0):
            return self._deal_next(now)
        if self.clock is not None and now >= self.clock.deadline:
            self._run_clock(self.clock, now)
            return [] if self._clock_moves == self._progress.seq else self._updates()
        return []

    def ready(self, seat: Seat, now: float) -> list[Update]:
        """Record that a player is ready; when all players are, make the next deal."""
        self._require_running()
        self._ready.add(seat)
        if not self.waiting or not set(self._humans()) <= self._ready:
            return []
        return self._deal_next(now)

    def take_back(self, seat: Seat, now: float) -> tuple[TakenBack, list[Update]]:
        """Undo the seat's last move and all later ones; the same cards will be dealt again.

        Return a summary of what was undone, and the updates.  Raises `Refused` if nothing can be.
        """
        if self._progress.to_act is Turn.OVER:
            raise Refused("match-over")
        self._require_running()
        moves = last_moves(self.log, seat)
        if not moves:
            raise Refused("nothing-to-take-back")
        since = moves[0].entry.seq
        seq, undo = self._progress.seq, self._record.entry(seat, f"{UNDO} {since}", now)
        progress = progress_with(self.log, undo)
        if has_seen_since(self.spec, seat, progress.state, self.state):
            raise Refused("seen-since")
        self._record.add_undo(undo)
        self._progress = progress
        self._progress.seq = seq + 1
        self.wanted = None
        self._clocks.drop()
        self._discard_old_answers(now)
        self._go_on(now)
        return taken_back(moves, seat), self._updates()

    def pause(self, now: float) -> None:
        """Stop all moves, deadlines and clocks until `go_on` is called."""
        self.paused_since = now

    def go_on(self, now: float) -> None:
        """End a pause; all deadlines are shifted by its length.

        The next `tick` does what was due before the pause; its caller delivers the updates.
        """
        since, self.paused_since = self.paused_since, None
        if since is None:
            return
        lost = now - since
        self._record.shift(lost)
        self._pacing.shift(lost)
        if self.clock is not None:
            self.clock.resume(since, now)

    def listening(self, listener: Listener, until: float) -> None:
        """Record when this listener will have heard everything; until then bots and clock wait."""
        self._pacing.heard[listener] = until
        clock = self._clocks.running
        if clock is not None and listener == self._progress.to_act:
            clock.heard(until)

    def answering(self, listener: Listener, until: float) -> None:
        """Record until when this listener hears answers to keys; bots wait for it, but briefly."""
        self._pacing.answered[listener] = until

    def extend(self, seat: Seat, now: float) -> list[Update]:
        """Restart the turn clock of the seat to act, with its full time.  Raises `Refused`."""
        self._require_running()
        if self.clock is None or self._progress.to_act != seat:
            raise Refused("no-time-to-extend")
        if not self.clock.extend(now):
            raise Refused("no-more-extensions")
        self._events.append(TimeExtended(seat, round(self.clock.limit)))
        return self._updates()

    def retime(self, time: TimeSettings) -> None:
        """Replace the time settings; the current turn keeps its limit."""
        self._pacing.time = time

    def accommodate(
        self, seat: Seat, now: float, *, auto_draw: bool, patience: float
    ) -> list[Update]:
        """Set whether a player draws automatically, and the factor `patience` of their time limit.

        An automatic draw that is due is made at once, except during a pause.
        """
        wishes = replace(self.players[seat], auto_draw=auto_draw, patience=patience)
        self.players = (*self.players[:seat], wishes, *self.players[seat + 1 :])
        if self.paused_since is not None or self._automatic_window() is None:
            return []
        self._go_on(now)
        return self._updates()

    def substitute(self, seat: Seat, level: str, now: float) -> list[Update]:
        """Replace this player by a bot of this level until `give_back` is called."""
        return self._reseat(seat, replace(self.players[seat], kind=BOT, level=level), now)

    def give_back(self, seat: Seat, now: float) -> list[Update]:
        """Let the player move again instead of the bot; their turn starts with its full time."""
        return self._reseat(seat, replace(self.players[seat], kind=HUMAN, level=""), now)

    def renew(self, seat: Seat, now: float) -> None:
        """Restart the turn of this seat with its full time, because its player was absent.

        Do nothing if another seat is to act.
        """
        if self._progress.to_act == seat and self.clock is not None:
            self._clocks.drop()
            self._wait_for_seat(now)

    @property
    def deadline(self) -> float | None:
        """When to call `tick` next; None while the match is paused."""
        if self.paused_since is not None:
            return None
        times = [self._next_deal_at(), self.clock.deadline if self.clock else None]
        if self._held is not None:
            times.append(self._bot_moves_at())
        if self._automatic_window() is not None:
            times.append(self._pacing.moved_at)
        return min((time for time in times if time is not None), default=None)

    # Internals

    def _reseat(self, seat: Seat, player: Player, now: float) -> list[Update]:
        """Replace the player on a seat, and continue the match; return the updates."""
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])
        self.timeouts[seat] = 0
        if self._progress.to_act == seat:
            self.wanted = self._held = None
            self._clocks.drop()
            self._clock_moves = -1
        elif self.wanted is not None and self.wanted.seat == seat:
            self.wanted = self._held = None
        if self.waiting:
            people = set(self._humans())
            all_ready = people and people <= self._ready and self.paused_since is None
            return self._deal_next(now) if all_ready else []
        if self.paused_since is not None:
            self._wait_for_seat(now)
            return []
        self._go_on(now)
        return self._updates() if self._events else []

    def _apply(self, seat: Seat | None, move: Move, now: float, by: str | None = None) -> None:
        """Make a move, log it, and count time-outs and the moves of bots and clock."""
        by_bot = seat is not None and self.players[seat].is_bot
        if by is None and by_bot and self._record.began_as_person(seat):
            by = STAND_IN
        asked = self._progress.to_act
        is_meanwhile = seat is not None and seat != asked and self.state.is_awaited(seat)
        if self._progress.make(seat, move, by, self._events.append):
            self._discard_old_answers(now)
            if isinstance(asked, int):
                self.timeouts[asked] = self.timeouts[asked] + 1 if by == CLOCK else 0
            if seat is not None:
                self.played[seat] += by_bot or by == CLOCK
        elif by_bot and is_meanwhile and seat is not None:
            self.wanted = self._held = None
            self.played[seat] += 1
        self._record.write(seat, str(move), now, by)

    def _discard_old_answers(self, now: float) -> None:
        self._held = None
        self._pacing.moved(now)

    def _go_on(self, now: float) -> None:
        """Make the moves that no player decides, then ask the next seat."""
        self.waiting = False
        while self._draw_automatically(now) or self._deals(now):
            pass
        self._wait_for_seat(now)
        self._play_held(now)

    def _play_held(self, now: float) -> None:
        """Play a card that was held back, if the other player has drawn or may no longer draw."""
        if self._held is None or self.holding is None or now < self._grace_ends():
            return
        (seat, move), self._held = self._held, None
        if self.state.allows(seat, move):
            self._apply(seat, move, now)
        self._go_on(now)

    def _draw_automatically(self, now: float) -> bool:
        """Make an automatic move, such as a draw, if one is due; return whether it was due."""
        window = self._automatic_window()
        if window is None:
            return False
        by = None if self.players[window.seat].is_bot else "auto"
        self._apply(window.seat, window.move, now, by=by)
        return True

    def _deals(self, now: float) -> bool:
        """Make the dealer's move if it is due; return False if a new deal waits for the players."""
        if self._progress.to_act is not Turn.CHANCE:
            return False
        if self.state.expects == "deal" and self._has_dealt:
            self.waiting = True
            self._ready.clear()
            return False
        self._apply(None, self._chance_move(), now)
        return True

    def _next_deal_at(self) -> float | None:
        """Return when the next deal starts by itself; None if a person must confirm it."""
        if not self.waiting or self._humans():
            return None
        return self._pacing.next_deal_at()

    def _deal_next(self, now: float) -> list[Update]:
        self.waiting = False
        self._pacing.moved_at = now
        self._apply(None, self._chance_move(), now)
        self._go_on(now)
        return self._updates()

    def _wait_for_seat(self, now: float) -> None:
        self._ask_seat_to_act(now)
        self._ask_meanwhile()

    def _ask_meanwhile(self) -> None:
        """Ask bots for simultaneous decisions, such as stakes, while a person is thinking."""
        asked = self._progress.to_act
        if not isinstance(asked, int) or self.wanted is not None or self.players[asked].is_bot:
            return
        for seat in map(Seat, range(len(self.players))):
            if self.players[seat].is_bot and self.state.is_awaited(seat):
                self.wanted = wanted = self._request_bot(seat, self.players[seat].level)
                self._hesitate(wanted)
                return

    def _hesitate(self, wanted: BotRequest) -> None:
        """Choose how long the bot hesitates before the requested move."""
        speed = wanted.character.speed
        self._pacing.hesitation = hesitation(self.spec, wanted.view, wanted.seed, speed)

    def _ask_seat_to_act(self, now: float) -> None:
        seat = self._progress.to_act
        self._progress.ask()
        if self._clocks.runs_for(seat, self._progress.seq):
            return
        self._clocks.stop(now)
        if not isinstance(seat, int) or (self.wanted and self.wanted.seq == self._progress.seq):
            self.wanted = self.wanted if isinstance(seat, int) else None
            return
        player = self.players[seat]
        self.wanted = wanted = self._request_bot(seat, player.level) if player.is_bot else None
        if wanted is not None:
            self._hesitate(wanted)
        if not player.is_bot and self.time.limit is not None:
            turn = self.spec.clock.timed_turn(self.state)
            limit = self.time.limit * player.patience
            self._clocks.start(seat, self._progress.seq, turn, limit, now)

    def _require_running(self) -> None:
        if self.paused_since is not None:
            raise Refused("paused")

    def _is_early(self, now: float) -> bool:
        """Return whether it is too early for a bot's move, which is then held back."""
        return self.paused_since is not None or now < self._bot_moves_at()

    def _bot_moves_at(self) -> float:
        """Return the earliest time for a bot's move, or for playing a card held back."""
        if self.holding is not None:
            return self._grace_ends()
        window = self._progress.window
        others_draw = window is not None and window.seat != self._progress.to_act
        return self._pacing.bot_moves_at(somebody_may_draw=others_draw)

    def _grace_ends(self) -> float:
        """Return the time until which a person's card waits for a draw by another player."""
        window = self._progress.window if self._cards_wait else None
        if (
            window is None
            or window.seat == self._progress.to_act
            or self._automatic_window() is not None
        ):
            return -math.inf
        return self._pacing.grace_ends(window.seat)

    def _run_clock(self, clock: TurnClock, now: float) -> None:
        """Announce a warning that is due; when the time is up, make a move for the player."""
        seat = self._progress.to_act
        assert isinstance(seat, int)
        if now < clock.ends:
            warning = clock.warning(now)
            if warning is not None:
                self._events.append(TimeWarned(warning, clock.is_spoken(warning), to=seat))
            return
        self._clocks.running = None
        move = self.spec.clock.timeout(self.state)
        if move is None:
            # Announced together with the bot's move: a query between the two would answer wrongly.
            self._events.append(ClockMoved(seat))
            self._clock_moves = self._progress.seq
            # The rules set no penalty for time, so a bot moves at once; the player had time to
            # think.
            self._pacing.hesitation = 0.0
            self.wanted = self._request_bot(seat, self.spec.bots.default)
            return
        self._apply(None, move, now, by=CLOCK)
        self._go_on(now)

    # The match apart from time

    def _humans(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, player in enumerate(self.players) if not player.is_bot)

    def _automatic_window(self) -> Window | None:
        """Return the optional move to be made automatically: a bot's, or an automatic draw."""
        window = self._progress.window
        if window is None:
            return None
        player = self.players[window.seat]
        return window if player.is_bot or player.auto_draw else None

    @property
    def _has_dealt(self) -> bool:
        """Whether the log has a deal that was not undone."""
        if not self._record.took_back:
            return self.deals > 0
        return any(entry.deals for entry in self.log.moves())

    def _chance_move(self) -> Move:
        """Return the dealer's move: the one that was undone at this point, or a random one."""
        again = None
        if self._record.took_back:
            again = dealt_before(self.spec, self.state, self.log)
        return self._dealer(self.state, self._rng) if again is None else again

    def _request_bot(self, seat: Seat, level: str) -> BotRequest:
        seed = self._rng.getrandbits(32) if self._lots is None else self._lots.seed(seat)
        if level == LIKE_ME:
            level = drawn_level(self.spec, self.place_on_ladder, Random(f"{LIKE_ME} {seed}"))
        view, character = self.state.view(seat), self.players[seat].character
        seq, budget = self._progress.seq, None if self._lots is None else self._lots.budget
        return BotRequest(seat, view, self.spec.id, level, seed, seq, character, budget)

    def _remarks(self, seat: Seat, move: Move) -> Sequence[Move]:
        """Return the remarks that the bot of this seat makes before its move."""
        character = self.players[seat].character
        return self.spec.bots.remarks(move, self.state.view(seat), character)

    def _updates(self) -> list[Update]:
        events, self._events = self._events, []
        return [self._update(listener, events) for listener in self._listeners]

    def _update(self, listener: Listener, events: Sequence[Event]) -> Update:
        heard = tuple([event for event in events if event.heard_by(listener)])
        over = self._progress.to_act is Turn.OVER
        return Update(
            listener, self._progress.seq, heard, self.state.view(listener), self.waiting, over
        )

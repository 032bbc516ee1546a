"""A match as it stands at its table, without the time: who plays, what happened, who is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from audiogames.core.contract import Move, Result, State, Turn
from audiogames.core.events import Event, Seat
from audiogames.core.log import OPENED, Entry, Log
from audiogames.core.registry import Spec, game
from audiogames.search.levelling import LIKE_ME, at_first, drawn_level
from audiogames.table.decisions import (
    HeardSince,
    MatchProgress,
    MatchRecord,
    dealt_before,
    since_move,
)
from audiogames.table.protocol import BotRequest, Listener, Update
from audiogames.table.seats import read_player

Dealer = Callable[[State[Any, Any], Random], Move]


class MatchAtTable:
    """A match: its players, its log, its position, and those who get updates."""

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
        self.log = log
        self.waiting = False
        """Whether the next deal waits until everybody is ready."""
        self.place_on_ladder = at_first(self.spec).place
        """Where bots of the level that finds its player stand, whoever they play with."""
        self._record = MatchRecord(log)
        self._rng = rng
        self._dealer: Dealer = dealer or self.spec.rules.chance
        self._listeners = self._humans() if listeners is None else tuple(listeners)
        self._events: list[Event] = []
        self._heard = HeardSince(log)
        self._progress = self._heard.progress()

    @property
    def state(self) -> State[Any, Any]:
        """The position, which nobody but the table may change."""
        return self._progress.state

    @property
    def seq(self) -> int:
        """The number of the decision that is waited for."""
        return self._progress.seq

    @property
    def begun(self) -> bool:
        """Whether anything has happened yet."""
        return bool(self.log.entries)

    @property
    def deals(self) -> int:
        """How many deals there were, with those that were taken back."""
        return self._record.deals

    @property
    def is_open(self) -> bool:
        """Whether a player has seen the hands of the others."""
        return self.log.is_open

    def listen(self, listeners: Sequence[Listener]) -> None:
        """Updates go to these from now on."""
        self._listeners = tuple(listeners)

    def keep(self, record: Callable[[Entry], None]) -> None:
        """Give each log entry from now on to `record` as it is made."""
        self._record.copy_to = record

    def look(self, listener: Listener) -> Update:
        """How things stand, with nothing told."""
        return self._update(listener, ())

    def since_move(self, seat: Listener) -> list[Event]:
        """What this seat heard after its last move."""
        if seat is None:
            return since_move(seat, MatchProgress.of(self.log).follow(self.log.moves()))
        return self._heard.by(seat)

    def result(self) -> Result | None:
        """How the match ended, or None."""
        return self.state.result()

    def note_open_hands(self, seat: Seat, now: float) -> None:
        """The seat sees the cards of the others from now on; the log says so, once."""
        if not self.log.is_open:
            self._record.add(self._record.entry(seat, OPENED, now))

    def _humans(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, player in enumerate(self.players) if not player.is_bot)

    def _drawing_seat(self) -> Seat | None:
        """Who uses an open window without being asked: bots, and players with automatic draw."""
        window = self.spec.clock.window(self.state)
        if window is None:
            return None
        player = self.players[window.seat]
        return window.seat if player.is_bot or player.auto_draw else None

    @property
    def _has_dealt(self) -> bool:
        """Whether cards have been dealt, and that was not taken back."""
        if not self._record.took_back:
            return self.deals > 0
        return any(entry.deals for entry in self.log.moves())

    def _chance_move(self) -> Move:
        """The same again where it was taken back, else by lot."""
        again = None
        if self._record.took_back:
            again = dealt_before(self.spec, self.state, self.log)
        return self._dealer(self.state, self._rng) if again is None else again

    def _want(self, seat: Seat, level: str) -> BotRequest:
        seed = self._rng.getrandbits(32)
        if level == LIKE_ME:
            level = drawn_level(self.spec, self.place_on_ladder, Random(f"{LIKE_ME} {seed}"))
        view, character = self.state.view(seat), self.players[seat].character
        return BotRequest(seat, view, self.spec.id, level, seed, self.seq, character)

    def _remarks(self, seat: Seat, move: Move) -> Sequence[Move]:
        """What the bot of this seat says before its move."""
        character = self.players[seat].character
        return self.spec.bots.remarks(move, self.state.view(seat), character)

    def _updates(self) -> list[Update]:
        events, self._events = self._events, []
        return [self._update(listener, events) for listener in self._listeners]

    def _update(self, listener: Listener, events: Sequence[Event]) -> Update:
        heard = tuple([event for event in events if event.heard_by(listener)])
        over = self.state.to_act is Turn.OVER
        return Update(listener, self.seq, heard, self.state.view(listener), self.waiting, over)

"""The table of a match that is played over the network.

Beyond what any table does, people's cards too wait for a draw, so that a quick player does not
take a slow one's draw away, and a bot may move for a player who is not there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from audiogames.core.events import Seat
from audiogames.core.game import Move
from audiogames.core.log import Log
from audiogames.core.referee import admit
from audiogames.table.course import CLOCK
from audiogames.table.seats import BOT, HUMAN, Player
from audiogames.table.table import Dealer, Listener, Table, Update

STAND_IN: Final = "stand-in"
"""By whom a move is that a bot made for a person who was not there."""


class ServedTable(Table):
    """A table whose players come and go."""

    def __init__(
        self,
        log: Log,
        rng: Random,
        *,
        dealer: Dealer | None = None,
        listeners: Sequence[Listener] | None = None,
    ) -> None:
        super().__init__(log, rng, dealer=dealer, listeners=listeners)
        self.timeouts: Counter[Seat] = Counter()
        """How many turns of a seat in a row the clock has ended."""
        self.played: Counter[Seat] = Counter()
        """How many decisions of a seat a bot has made, its own or a stand-in."""
        self._dealt = self._counted = 0

    @property
    def deals(self) -> int:
        """How many deals there were: every update tells it, so they are not counted each time."""
        entries = self.log.entries
        for entry in entries[self._counted :]:
            self._dealt += entry.deals
        self._counted = len(entries)
        return self._dealt

    @property
    def holding(self) -> Seat | None:
        """The person whose card waits until another has drawn, or could have."""
        seat = self.state.to_act
        if self._held is None or not isinstance(seat, int) or self.players[seat].is_bot:
            return None
        return None if self._clock_moves == self.seq else seat

    def listen(self, listeners: Sequence[Listener]) -> None:
        """Updates go to these from now on."""
        self._listeners = tuple(listeners)

    def substitute(self, seat: Seat, level: str, now: float) -> list[Update]:
        """A bot moves for this player until `give_back`."""
        return self._seat(seat, replace(self.players[seat], kind=BOT, level=level), now)

    def give_back(self, seat: Seat, now: float) -> list[Update]:
        """The player moves again himself; a turn of his begins anew, with all its time."""
        return self._seat(seat, replace(self.players[seat], kind=HUMAN, level=""), now)

    def renew(self, seat: Seat, now: float) -> None:
        """A turn of this seat has all its time again: its player was not there."""
        if self.state.to_act == seat and self.clock is not None:
            self.clock = self._stopped = None
            self._wait_for_seat(now)

    def submit(
        self, seat: Seat, move: Move, seq: int, now: float, *, thought: bool = False
    ) -> list[Update]:
        """A seat moves; a person's card may have to wait for another's draw (`holding`).

        Raises `Refused`.
        """
        by_person = not (thought or self.players[seat].is_bot)
        if not by_person or now >= self._grace_ends() or seq != self.seq:
            return super().submit(seat, move, seq, now, thought=thought)
        self._must_run()
        admit(self.spec.rules, self.state, seat, move)
        if not self._is_in_turn(seat, move) or self._clock_moves == self.seq:
            return super().submit(seat, move, seq, now)
        self._held, self.clock = move, None
        return []

    # Inside

    def _seat(self, seat: Seat, player: Player, now: float) -> list[Update]:
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])
        self.timeouts[seat] = 0
        if self.state.to_act == seat:
            self.clock = self.wanted = self._held = self._stopped = None
            self._clock_moves = -1
        if self.waiting:
            return self._deal_next(now) if self._all_ready() else []
        if self.paused_since is not None:
            self._wait_for_seat(now)
            return []
        self._go_on(now)
        return self._updates() if self._events else []

    def _all_ready(self) -> bool:
        people = set(self._humans())
        return bool(people) and people <= self._ready and self.paused_since is None

    def _apply(self, seat: Seat | None, move: Move, now: float, by: str | None = None) -> None:
        asked, seq = self.state.to_act, self.seq
        if by is None and seat is not None and self._is_stood_in(seat):
            by = STAND_IN
        super()._apply(seat, move, now, by)
        if isinstance(asked, int) and self.seq != seq:
            self.timeouts[asked] = self.timeouts[asked] + 1 if by == CLOCK else 0
        if seat is not None and self.seq != seq:
            self.played[seat] += self.players[seat].is_bot or by == CLOCK

    def _is_stood_in(self, seat: Seat) -> bool:
        return self.players[seat].is_bot and self.log.header.players[seat].get("kind") == HUMAN

    def _go_on(self, now: float) -> None:
        super()._go_on(now)
        self._play_held(now)

    def _play_held(self, now: float) -> None:
        """The draw has been made: a card that waited for it is played."""
        seat, move = self.holding, self._held
        if seat is None or move is None or now < self._grace_ends():
            return
        self._held = None
        if self.state.allows(seat, move):
            self._apply(seat, move, now)
        self._go_on(now)

    def _bot_moves_at(self) -> float:
        return super()._bot_moves_at() if self.holding is None else self._grace_ends()

    def _grace_ends(self) -> float:
        """Until when a person's card waits, so that another person may still draw."""
        window = self.spec.window(self.state)
        if window is None or window.seat in {self.state.to_act, self._drawing_seat()}:
            return -math.inf
        heard = self._heard.get(window.seat, self._moved_at)
        return max(self._moved_at, heard) + self.time.grace

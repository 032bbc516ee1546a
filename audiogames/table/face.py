"""What a player's program sees of a table, whether the table is here or at the other end of a line.

`Table` is one at which the match is played; `net.remote` has one that a server keeps.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from audiogames.core.events import Event, Seat
from audiogames.core.game import Move
from audiogames.core.registry import Spec
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import Player
from audiogames.table.table import Listener, Update, Wanted


class Running(Protocol):
    """The clock of a turn, as it is asked for."""

    @abstractmethod
    def left(self, now: float) -> float: ...


class AnyTable(Protocol):
    """A table as a session lives at it.  `Table` says what each of these is."""

    spec: Spec
    wanted: Wanted | None
    paused_since: float | None

    @property
    def players(self) -> tuple[Player, ...]: ...
    @property
    def time(self) -> TimeSettings: ...
    @property
    def seq(self) -> int: ...
    @property
    def clock(self) -> Running | None: ...
    @property
    def deadline(self) -> float | None: ...
    @property
    def begun(self) -> bool: ...
    @property
    def deals(self) -> int: ...
    @property
    def is_open(self) -> bool: ...
    @abstractmethod
    def start(self, now: float) -> list[Update]: ...
    @abstractmethod
    def submit(
        self, seat: Seat, move: Move, seq: int, now: float, *, thought: bool = False
    ) -> list[Update]: ...
    @abstractmethod
    def tick(self, now: float) -> list[Update]: ...
    @abstractmethod
    def ready(self, seat: Seat, now: float) -> list[Update]: ...
    @abstractmethod
    def take_back(self, seat: Seat, now: float) -> list[Update]: ...
    @abstractmethod
    def note_open_hands(self, seat: Seat, now: float) -> None: ...
    @abstractmethod
    def pause(self, now: float) -> None: ...
    @abstractmethod
    def go_on(self, now: float) -> None: ...
    @abstractmethod
    def listening(self, listener: Listener, until: float) -> None: ...
    @abstractmethod
    def answering(self, listener: Listener, until: float) -> None: ...
    @abstractmethod
    def extend(self, seat: Seat, now: float) -> list[Update]: ...
    @abstractmethod
    def look(self, listener: Listener) -> Update: ...
    @abstractmethod
    def retime(self, time: TimeSettings) -> None: ...
    @abstractmethod
    def accommodate(
        self, seat: Seat, now: float, *, auto_draw: bool, patience: float
    ) -> list[Update]: ...
    @abstractmethod
    def since_move(self, seat: Listener) -> Sequence[Event]: ...

"""What crosses between a table and those who sit at it, and the table as they see it.

`Table` is one at which the match is played; `net.client.remote_table` has one that a server keeps.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from audiogames.core.character import EVEN, Character
from audiogames.core.contract import Move, View
from audiogames.core.events import Event, Seat
from audiogames.core.log import LogError
from audiogames.core.registry import Spec
from audiogames.core.review import Hindsight
from audiogames.table.clock import TimeSettings
from audiogames.table.journal import Journal
from audiogames.table.seats import Player

Listener = Seat | None
"""A seat, or None for those who watch."""


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
class BotRequest:
    """A bot's move is asked for: think about `view`, and submit with `seq`."""

    seat: Seat
    view: View
    game: str
    level: str
    seed: int
    seq: int
    character: Character = EVEN
    budget: int | None = None
    """Playouts where all machines must decide alike; otherwise as many as there is time for."""


@dataclass(frozen=True)
class JudgeRequest:
    """A look back is asked for: what `move` cost, by what its seat knew, which is `view`.

    `factor` is how many times the worlds of play are tried; `opens` tells that it was the seat's
    first decision of a deal, otherwise `before` is what it knew at the one before.  With neither
    luck is not asked for.  The same `seed` finds the same.
    """

    view: View
    game: str
    move: Move
    seed: str
    factor: int
    opens: bool = False
    before: View | None = None


@dataclass(frozen=True)
class JournalRequest:
    """A kept journal is to be read: its text, which may be anybody's, and its game."""

    game: str
    text: str


@dataclass(frozen=True)
class DayRequest:
    """The deal of a day is to be played with bots in all seats."""

    game: str
    date: str


@dataclass(frozen=True)
class DayPlayed:
    """What each side has made in the deal of a day; nothing where it was not played to its end."""

    points: tuple[int, ...]


Question = BotRequest | JudgeRequest | JournalRequest | DayRequest
"""What the bots' processes are asked."""

Answer = Move | Hindsight | Journal | LogError | DayPlayed
"""What comes of it, in the same order; a `LogError` is a journal that cannot be read."""


class Running(Protocol):
    """The clock of a turn, as it is asked for."""

    limit: float
    """Seconds that a whole turn has."""

    @abstractmethod
    def left(self, now: float) -> float: ...


@dataclass(frozen=True)
class TakenBack:
    """What an undo took back: the text of the move, and what its seat heard from it on.

    There is no text where the rules moved because the time was up.
    """

    move: str | None
    events: tuple[Event, ...]


class TableProtocol(Protocol):
    """A table as a session lives at it.  `Table` says what each of these is."""

    spec: Spec
    wanted: BotRequest | None
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
        self, seat: Seat, move: Move, seq: int, now: float, *, requested: bool = False
    ) -> list[Update]: ...
    @abstractmethod
    def tick(self, now: float) -> list[Update]: ...
    @abstractmethod
    def ready(self, seat: Seat, now: float) -> list[Update]: ...
    @abstractmethod
    def take_back(self, seat: Seat, now: float) -> tuple[TakenBack, list[Update]]: ...
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

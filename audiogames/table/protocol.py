"""The interface between a table and its users: updates, requests to bots, and `TableProtocol`.

`Table` implements the protocol for a local match, `net.client.remote_table` for a match on a
server.
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
"""A seat, or None for spectators."""


@dataclass(frozen=True)
class Update:
    """What one listener receives at one moment: events, and the view after them.

    `seq` is the number of the pending decision; the move that answers it must name this number.
    """

    seat: Listener
    seq: int
    events: tuple[Event, ...]
    view: View
    waiting: bool = False
    over: bool = False


@dataclass(frozen=True)
class BotRequest:
    """A request for a bot's move: choose a move for `view`, and submit it with the number `seq`."""

    seat: Seat
    view: View
    game: str
    level: str
    seed: int
    seq: int
    character: Character = EVEN
    budget: int | None = None
    """The number of rollouts if all devices must reach the same decision; None for the default."""


@dataclass(frozen=True)
class JudgeRequest:
    """A request to review a decision: how much worse `move` was than the best move for `view`.

    `factor` multiplies the number of worlds that are tried.  Luck is measured at the seat's
    first decision of a deal (`opens`), and whenever `before`, the view of its previous
    decision, is given.  The same `seed` gives the same result.
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
    """A request to parse a stored journal, which is untrusted text."""

    game: str
    text: str


@dataclass(frozen=True)
class DayRequest:
    """A request to play a deal of the day with bots in all seats; `secret` as in `DayDeal`."""

    game: str
    date: str
    secret: str = ""


@dataclass(frozen=True)
class DayPlayed:
    """The result of a `DayRequest`: the points of each side, or empty if the bots were stopped."""

    points: tuple[int, ...]


Question = BotRequest | JudgeRequest | JournalRequest | DayRequest
"""The requests to the bots' processes."""

Answer = Move | Hindsight | Journal | LogError | DayPlayed
"""The results, in the same order; a `LogError` is a journal that cannot be read."""


class Running(Protocol):
    """The running clock of a turn, for reading only: its limit, and the seconds left."""

    limit: float
    """Seconds of a whole turn."""

    @abstractmethod
    def left(self, now: float) -> float: ...


@dataclass(frozen=True)
class TakenBack:
    """The result of an undo: the text of the move taken back, and the events undone with it.

    The text is None if the rules made the move because the time was up.
    """

    move: str | None
    events: tuple[Event, ...]


class TableProtocol(Protocol):
    """The interface of a table that a match controller uses.  `Table` documents each member."""

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

"""The contract between a game and everything that plays, tells, saves, searches or tests it.

A game is a `GameSpec`: nothing outside its folder names it.
The state machine is mutable, small and private to its owner (a `Table`, a bot's own samples);
what leaves it is frozen: moves, events, views, results.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from audiogames.core.cues import Cue, Msg, Name
from audiogames.core.events import Emit, Event, Seat, drop
from audiogames.core.lesson import Lesson
from audiogames.core.text import Notation


class Turn(Enum):
    """What the game waits for when it is no seat's decision."""

    CHANCE = "chance"
    OVER = "over"


class Move(Notation):
    """A verb: what a seat, the dealer or the clock does.  Frozen; `str()` is its text form."""

    __slots__ = ()


class Refused(Exception):
    """A move that the rules do not allow, with the reason as a message for the player.

    `id` is the short English id that the engine protocol answers.
    """

    def __init__(self, id_: str, message: Msg | None = None) -> None:
        super().__init__(id_)
        self.id = id_
        self.message = message or Msg(f"refused-{id_}")


@dataclass(frozen=True)
class Result:
    """How a match ended: the winning seats, the points of each side, and why (an id)."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    why: str


@dataclass(frozen=True, kw_only=True)
class View:
    """What one seat knows, built by adding; a spectator's `seat` is None.

    Lists a seat are in seat order.  `hand` is empty where it is hidden.
    """

    seat: Seat | None
    to_act: Seat | Turn
    legal: tuple[Any, ...]
    dealer: Seat | None
    hand: tuple[Any, ...]
    hand_sizes: tuple[int, ...]


Opts = TypeVar("Opts")
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State[Any, Any]")
Opts_contra = TypeVar("Opts_contra", contravariant=True)
M_co = TypeVar("M_co", bound=Move, covariant=True)
V_co = TypeVar("V_co", bound=View, covariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class State(Protocol[M, V_co]):
    """A position of a game.  `apply` trusts its caller: `referee.admit` checks what comes in."""

    @property
    def to_act(self) -> Seat | Turn:
        """Whose decision the game waits for."""
        ...

    @property
    def expects(self) -> str | None:
        """At chance, the word that the dealer's move begins with; otherwise None."""
        ...

    @abstractmethod
    def legal_moves(self, seat: Seat) -> Sequence[M]:
        """Everything that this seat may do now; also a seat that is not `to_act` may have some."""
        ...

    def allows(self, seat: Seat, move: M) -> bool:
        """Whether this seat may make this move now."""
        return move in self.legal_moves(seat)

    def unlisted(self, seat: Seat) -> Sequence[M]:
        """Moves that are allowed too, where `legal_moves` leaves some out to stay short.

        Where there is no end of them, some.
        """
        del seat
        return ()

    @abstractmethod
    def apply(self, seat: Seat | None, move: M, emit: Emit = drop) -> None:
        """Make a legal move; None is the dealer and the clock."""
        ...

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy."""
        ...

    @abstractmethod
    def view(self, seat: Seat | None) -> V_co:
        """What this seat, or a spectator, knows."""
        ...

    @abstractmethod
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        ...


class Rules(Protocol[Opts_contra, S, M, V_contra]):
    """The rules of one game as functions of its state."""

    version: int
    """Raised when old logs would replay differently."""

    @abstractmethod
    def start(self, options: Opts_contra, seats: int) -> S:
        """The state before the first dealer's move.  Raises `OptionError` for too few cards."""
        ...

    @abstractmethod
    def chance(self, state: S, rng: Random) -> M:
        """The dealer's move that the state expects."""
        ...

    @abstractmethod
    def redeal(self, view: V_contra, rng: Random) -> S:
        """Some state that this seat cannot rule out."""
        ...

    @abstractmethod
    def read(self, text: str) -> M:
        """The move with this text form.  Raises `Refused("malformed")`."""
        ...

    @abstractmethod
    def refusal(self, view: V_contra, move: M) -> Refused:
        """Why this move, which is not legal for the seat of the view, is not.

        The view of no seat is the dealer's.
        """
        ...

    @abstractmethod
    def allows_chance(self, state: S, move: M) -> bool:
        """Whether the dealer or the clock may make this move now."""
        ...


class Bot(Protocol[V_contra, M_co]):
    """A player made of code.  It sees a view, never a state."""

    @abstractmethod
    def choose(self, view: V_contra, rng: Random, budget: int, stop: Callable[[], bool]) -> M_co:
        """One of `view.legal`.  `budget` is a count of playouts, so that tests repeat."""
        ...


def _everywhere(_view: Any) -> bool:
    return True


def _no_reason(_view: Any) -> Msg | None:
    return None


@dataclass(frozen=True)
class Page:
    """An item of a long answer: what it says, and the heading of the rules that tells more."""

    label: Msg
    heading: Msg | None = None
    """The words of the heading, as the rules of that language have it."""


@dataclass(frozen=True)
class Query(Generic[V]):
    """A question that a key asks of the view, answered at any time: "C: the total"."""

    id: str
    keys: tuple[str, ...]
    answer: Callable[[V], Iterable[Cue]]
    allowed: Callable[[V], bool] = _everywhere
    """Whether the table plays with it; where one practises alone against bots, every table does."""
    pages: Callable[[V], Sequence[Page]] | None = None
    """A long answer as a list to arrow through; where it is empty, `answer` is said instead."""
    title: Callable[[V], Msg] | None = None
    """The title of that list; otherwise the words of its key."""


@dataclass(frozen=True)
class Command(Generic[V]):
    """A key that makes a move: "Space: draw".  `move` may raise `Refused` to say why not."""

    id: str
    keys: tuple[str, ...]
    move: Callable[[V], Move]
    required: bool = False
    """Whether Space is its key: the one thing that is required and no choice."""
    label: Callable[[V], Msg] | None = None
    """What it would do now, for menus and buttons; otherwise the words of its key."""
    confirm: Callable[[V], Msg] | None = None
    """A question to be answered with yes before the move is made."""
    declined: Callable[[V], Msg | None] | None = None
    """What is said after a no."""


@dataclass(frozen=True)
class Toggle(Generic[V]):
    """A box that may be ticked in one's own turn, before the card that it goes with.

    Its key goes from "off" through `values` and back.  What it then stands at is told by the
    message `toggle-<id>-<value>`, and heard as the sound `box-on` or `box-off`.
    """

    id: str
    keys: tuple[str, ...]
    values: tuple[str, ...] = ("on",)
    refusal: Callable[[V], Msg | None] = _no_reason
    """Why it cannot be ticked now; None where it can.  Also asked in the turns of others."""
    outlook: Callable[[V, Any, str], Msg | None] = field(default=lambda _view, _card, _value: None)
    """What that value will bring with the card under the focus, which is None where none has it:
    told instead of the message of the value.  Raises `Refused` where it would bring nothing."""


@dataclass(frozen=True)
class Listing(Generic[M]):
    """A decision that is no card: its moves as a list, which opens when it is to be made.

    It holds also those that are not legal, so that choosing one tells why.  A digit goes to the
    move of that number; `first` is the number of the first one.
    """

    title: Msg
    moves: tuple[M, ...]
    first: int = 1


@dataclass(frozen=True)
class Opener(Generic[V]):
    """A key that opens a list of moves which nobody has to make, in turn or out of it.

    The list stays until a move was made, it is left, or `listing` raises `Refused`, as it does
    wherever there is nothing to choose from.
    """

    id: str
    keys: tuple[str, ...]
    listing: Callable[[V], Listing[Any]]


@dataclass(frozen=True)
class Cell:
    """A box of a score sheet: what stands in its upper and in its lower half, or None."""

    upper: Msg | None = None
    lower: Msg | None = None


@dataclass(frozen=True)
class Sheet:
    """A score sheet: a row for each name, a cell for each column, in the same order.

    `columns` are the heads; each of `cells` is one row.  `current` is the number of the column that
    is being filled: there the sheet opens.
    """

    columns: tuple[Msg, ...]
    names: tuple[Msg, ...]
    cells: tuple[tuple[Cell, ...], ...]
    current: int = 0


@dataclass(frozen=True)
class Window:
    """A move that a seat may still make until the next player moves, as a draw."""

    seat: Seat
    move: Move


def each_alone(seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Every seat plays for itself."""
    return tuple((Seat(seat),) for seat in range(seats))


def by_number(view: View) -> tuple[Seat, ...]:
    """In most games the seats are numbered as people sit: clockwise."""
    return tuple(map(Seat, range(len(view.hand_sizes))))


def whose_turn(view: View) -> Msg:
    """In most games there is nothing to say of a turn but whose it is."""
    if isinstance(view.to_act, Turn):
        return Msg("dealing")
    if view.to_act == view.seat:
        return Msg("your-turn")
    return Msg("turn-of", {"seat": Name(view.to_act)})


def no_window(_state: Any) -> Window | None:
    """In most games nothing is open to a seat that is not to act, or nobody need wait for it."""
    return None


def unticked(move: Any, _ticked: Mapping[str, str], _view: Any) -> Any:
    """In most games nothing goes with a card."""
    return move


def no_timeout(_state: Any) -> Move | None:
    """In most games a bot plays for the player whose time is up."""
    return None


@dataclass(frozen=True)
class GameSpec(Generic[Opts, S, M, V]):
    """Everything that the program knows of one game."""

    id: str
    seats: tuple[int, ...]
    usual_seats: int
    options: type[Opts]
    rules: Rules[Opts, S, M, V]
    events: tuple[type[Event], ...]
    describe: Callable[[Event, V], Iterable[Cue]]
    queries: tuple[Query[V], ...]
    commands: tuple[Command[V], ...]
    explain: Callable[[M, V], Iterable[Cue]]
    prompt: Callable[[V], Iterable[Cue]]
    """What is asked of this seat now; empty where nothing is."""
    choice: Callable[[M, V], Msg]
    """How a move reads in the list that opens where a card can be played in several ways."""
    choice_title: Callable[[M, V], Msg]
    """What that list asks."""
    ways: Callable[[Any, V], Sequence[M]]
    """The ways in which a card of the hand can be played, also before it may."""
    recap: Callable[[Sequence[Event], V], Iterable[Cue]]
    summary: Callable[[V], Msg]
    """Where the match stands, in a few words without a full stop: "total 22"."""
    bots: Mapping[str, Callable[[], Bot[V, M]]]
    """By level, from the weakest."""
    plays_as: Callable[[Opts, str], str] = field(default=lambda _options, level: level)
    """Under which name the bots of a level play at a table with these options."""
    remarks: Callable[[M, V], Sequence[M]] = field(default=lambda _move, _view: ())
    """What a bot says before a move of its own, where to speak is a move as well."""
    unsound: Callable[[V], Iterable[str]] = field(default=lambda _view: ())
    """The fields of a view from elsewhere that the rules could not compute with: a card in two
    places, a number that no match reaches, an order of seats that is none."""
    place: int = 100
    """Where it stands in the lists of games: the lowest first, then by id."""
    partners: Callable[[int], tuple[tuple[Seat, ...], ...]] = each_alone
    is_out: Callable[[V], bool] = field(default=lambda _view: False)
    """Whether this seat has nothing to decide any more while the others play on."""
    window: Callable[[Any], Window | None] = no_window
    stint: Callable[[Any], Any] = field(default=lambda _state: None)
    """What a seat thinks about, where a question to another may come in between: while it is the
    same, his clock goes on with what was left.  None: every turn has its own time."""
    timeout: Callable[[Any], Move | None] = no_timeout
    """The clock's own move in this game, if it has one."""
    screen: Callable[[V], Iterable[Msg]] = field(default=lambda _view: ())
    """The lines that are drawn above the hand."""
    symbols: Callable[[V], Iterable[tuple[Msg, tuple[str, ...]]]] = field(default=lambda _view: ())
    """Rows of small drawn signs, each with what it says: lamps, a traditional score."""
    turn: Callable[[V], Msg] = whose_turn
    """Who must do what now."""
    standing: Callable[[V], Msg | None] = field(default=lambda _view: None)
    """A question that waits for an answer, inside a sentence; None where it is just a turn."""
    around: Callable[[V], tuple[Seat, ...]] = by_number
    """Who sits where, clockwise: each is heard from his side."""
    typed: Callable[[str, V, Any], Move] | None = None
    """The move that a typed text means, where moves may be typed: it may speak of the card under
    the focus, which is None where none has it.  Raises `Refused`."""
    untyped: Callable[[V], Msg | None] = _no_reason
    """Why nothing can be typed now, at this table or at this moment; None where it can."""
    toggles: tuple[Toggle[V], ...] = ()
    """The boxes that may be ticked before a card is played."""
    tick: Callable[[M, Mapping[str, str], V], M] = unticked
    """The same move of a card with its boxes: what is ticked and may be, by the toggles' ids."""
    openers: tuple[Opener[V], ...] = ()
    """Keys that open lists of moves which nobody has to make."""
    listing: Callable[[V], Listing[Any] | None] = field(default=lambda _view: None)
    """The decision of this seat that is no card, as a list; None where there is none to make."""
    hidden_hand: Callable[[V], Msg | None] = field(default=lambda _view: None)
    """Why the listener may not look at his own cards now; None where he may."""
    order: Callable[[Any], tuple[int, int]] | None = None
    """Where a card stands in a hand: the place of its suit, and its own place within the suit.

    Hands then start sorted by suit; sorted by rank, the second number comes before the first.
    Without it they start as dealt.
    """
    to_follow: Callable[[V], Sequence[Any]] = field(default=lambda _view: ())
    """The cards of the hand that an arrow goes to first: those of the suit to be followed."""
    sheet: Callable[[V], Sheet] | None = None
    """The score sheet, in games that have one."""
    lesson: Lesson | None = None
    """The match by script in which it can be learnt."""

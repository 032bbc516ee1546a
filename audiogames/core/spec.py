"""A game as one record: everything that the program knows of it.

Nothing outside its folder names a game: the registry finds its `GameSpec`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from audiogames.core.board import NO_BOARD, BoardSpec
from audiogames.core.character import Character
from audiogames.core.contract import Bot, M, Move, Opts, Rules, S, Turn, V, View, Window
from audiogames.core.controls import Command, Listing, Opener, Query, Sheet, Toggle, no_reason
from audiogames.core.cues import Cue, Msg, Name, reply
from audiogames.core.events import Event, Seat
from audiogames.core.lesson import Lesson
from audiogames.core.review import ReviewSpec
from audiogames.core.telling import your_turn


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


def no_effect(_events: Sequence[Event], _view: Any) -> Msg | None:
    """In some games there is nothing to say of a move that was taken back but its card."""
    return None


def no_window(_state: Any) -> Window | None:
    """In most games nothing is open to a seat that is not to act, or nobody need wait for it."""
    return None


def unticked(move: Any, _ticked: Mapping[str, str], _view: Any) -> Any:
    """In most games nothing goes with a card."""
    return move


def one_way(move: Any, _view: Any) -> Msg:
    """In many games no card can be played in several ways."""
    raise NotImplementedError(f"{move} stands in a list: the game must give `lists`")


def no_timeout(_state: Any) -> Move | None:
    """In most games a bot plays for the player whose time is up."""
    return None


def name_card(card: Any, _view: Any) -> Iterable[Cue]:
    """In most games there is nothing to say of a card in the hand but what playing it would do."""
    yield reply("card", card=card)


@dataclass(frozen=True)
class HandSpec(Generic[M, V]):
    """The cards that a player holds, and how one of them is played."""

    ways: Callable[[Any, V], Sequence[M]]
    """The ways in which a card of the hand can be played, also before it may; `()` where cards are
    held and not played."""
    facts: Callable[[Any, V], Iterable[Cue]] = name_card
    """What X tells of a card that has no ways."""
    order: Callable[[Any], tuple[int, int]] | None = None
    """Where a card stands in a hand: the place of its suit, and its own place within the suit.

    Hands then start sorted by suit; sorted by rank, the second number comes before the first.
    Without it they start as dealt.
    """
    to_follow: Callable[[V], Sequence[Any]] = field(default=lambda _view: ())
    """The cards of the hand that an arrow goes to first: those of the suit to be followed."""
    hidden: Callable[[V], Msg | None] = no_reason
    """Why the listener may not look at their own cards now; None where they may."""
    shown: Callable[[V], Sequence[Seat]] = field(default=lambda _view: ())
    """Whose hands lie open to the listener by the rules, as a partner's before the last tricks."""
    toggles: tuple[Toggle[V], ...] = ()
    """The boxes that may be ticked before a card is played."""
    tick: Callable[[M, Mapping[str, str], V], M] = unticked
    """The same move of a card with its boxes: what is ticked and may be, by the toggles' ids."""


@dataclass(frozen=True)
class ClockSpec:
    """What the rules say of time."""

    window: Callable[[Any], Window | None] = no_window
    """A move that is open to a seat, also one that is not to act."""
    timed_turn: Callable[[Any], Any] = field(default=lambda _state: None)
    """The turn that the clock times, where a question to another seat may interrupt it.

    While it is the same, the seat's clock goes on with the time that was left.  None: every
    decision has a whole turn's time.
    """
    timeout: Callable[[Any], Move | None] = no_timeout
    """The clock's own move in this game, if it has one."""


@dataclass(frozen=True)
class TypingSpec(Generic[V]):
    """Moves that may be typed as text."""

    read: Callable[[str, V, Any], Move]
    """The move that a typed text means: it may speak of the card under the focus, which is None
    where none has it.  Raises `Refused`."""
    refusal: Callable[[V], Msg | None] = no_reason
    """Why nothing can be typed now, at this table or at this moment; None where it can."""
    longest: int = 300
    """How many letters may be typed."""


@dataclass(frozen=True)
class ListSpec(Generic[V]):
    """Moves that are chosen from a list."""

    choice: Callable[[Any, V], Msg] = one_way
    """How a move reads in the list that opens where a card can be played in several ways."""
    choice_title: Callable[[Any, V], Msg] = one_way
    """What that list asks."""
    listing: Callable[[V], Listing[Any] | None] = field(default=lambda _view: None)
    """The decision of this seat that is no card, as a list; None where there is none to make."""
    openers: tuple[Opener[V], ...] = ()
    """Keys that open lists of moves which nobody has to make."""
    way: Callable[[Any, V], Msg] | None = None
    """How a move of a card that can be played in several ways reads after the card in advice and in
    reviews, inside a sentence; None: only the card is named."""


@dataclass(frozen=True)
class BotSpec(Generic[Opts, M, V]):
    """The bots of a game, and what the program may take for granted of them."""

    levels: Mapping[str, Callable[..., Bot[V, M]]]
    """By name, from the weakest; those of `characters` can be made with a `Character`."""
    default: str
    """The level that plays where nobody chose one, and for a player who is away."""
    counted: Collection[str] | None = None
    """The levels that the statistics name, each by its message `against-<level>`; None means all.

    Matches against any other are counted as matches against mixed opponents.
    """
    ladder: Sequence[str] | None = None
    """The levels between which bots may be mixed, from the weakest; None means all.

    Levels that are about equally strong are one rung: one of them stands for all.
    """
    plays_as: Callable[[Opts, str], str] = field(default=lambda _options, level: level)
    """Under which name the bots of a level play at a table with these options."""
    remarks: Callable[[M, V, Character], Sequence[M]] = field(default=lambda _move, _view, _who: ())
    """What a bot says before a move of its own, where to speak is a move as well."""
    characters: Collection[str] = ()
    """The levels whose bots have one, which is passed to what makes them."""
    traits: Callable[[Opts, str, Character], Sequence[Msg]] = field(
        default=lambda _options, _level, _who: ()
    )
    """What shows of a character at this level, at a table with these options, in a few words."""
    ratings: Mapping[str, float] = field(default_factory=dict)
    """What the bots of a level are rated, as openskill counts, where that was measured: people may
    then be rated by playing with them."""
    review: ReviewSpec[M, V] | None = None
    """How a decision is looked back at; None where the game has no review."""

    @property
    def rungs(self) -> tuple[str, ...]:
        """The levels between which bots may be mixed."""
        return tuple(self.levels if self.ladder is None else self.ladder)

    def counts(self, level: str) -> bool:
        """Whether the statistics name this level."""
        return level in (self.levels if self.counted is None else self.counted)


@dataclass(frozen=True)
class DaySpec(Generic[Opts, V]):
    """What of a game is the deal of the day."""

    points: Callable[[V], Sequence[int]]
    """What each side has made when it is over, in side order."""
    deals: int = 1
    """It is over with so many deals, or with the match."""
    options: Opts | None = None
    """None: the usual ones."""


@dataclass(frozen=True, repr=False)
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
    explain: Callable[[Any, V], Iterable[Cue]]
    """What a way of playing a card of the hand would do."""
    recap: Callable[[Sequence[Event], V], Iterable[Cue]]
    summary: Callable[[V], Msg]
    """Where the match stands, in a few words without a full stop: "total 22"."""
    hand: HandSpec[M, V]
    bots: BotSpec[Opts, M, V]
    commands: tuple[Command[V], ...] = ()
    prompt: Callable[[V], Iterable[Cue]] = your_turn
    """What is asked of this seat now, in many games only its turn; empty where nothing is."""
    lists: ListSpec[V] = ListSpec()
    clock: ClockSpec = ClockSpec()
    board: BoardSpec[V] = NO_BOARD
    typing: TypingSpec[V] | None = None
    """None where no move may be typed."""
    recall: Callable[[V], int | None] = field(default=lambda _view: None)
    """How many of the newest facts of cards may be looked up in the history; None: all of them."""
    presets: Mapping[str, Opts] = field(default_factory=dict)
    """Options under one name, as a union plays: the message `option-preset-<name>`."""
    deal: Callable[[V], Msg | None] = field(default=lambda _view: None)
    """Where the deal stands, inside a sentence: what is on the table, which trick it is; None
    where the summary says it."""
    undone: Callable[[Sequence[Event], V], Msg | None] = no_effect
    """What a move of the listener's that is taken back had done: "which had taken two cards"."""
    place: int = 100
    """Where it stands in the lists of games: the lowest first, then by id."""
    partners: Callable[[int], tuple[tuple[Seat, ...], ...]] = each_alone
    around: Callable[[V], tuple[Seat, ...]] = by_number
    """Who sits where, clockwise: each is heard from their side."""
    is_out: Callable[[V], bool] = field(default=lambda _view: False)
    """Whether this seat has nothing to decide any more while the others play on."""
    turn: Callable[[V], Msg] = whose_turn
    """Who must do what now."""
    answers: Callable[[V], Msg | None] = field(default=lambda _view: None)
    """The keys that answer the question which waits for this seat; None where none waits."""
    standing: Callable[[V], Msg | None] = field(default=lambda _view: None)
    """A question that waits for an answer, inside a sentence; None where it is just a turn."""
    outlook: Callable[[V], Sequence[float]] | None = None
    """What part of the win each side may hope for by the scores alone, if all play alike.

    The sides are those of `partners`, the parts are 1 together.  Whatever it is, it must not change
    within a hand of cards.  None: before the end of a match nothing is known.
    """
    sheet: Callable[[V], Sheet] | None = None
    """The score sheet, in games that have one."""
    unsound: Callable[[V], Iterable[str]] = field(default=lambda _view: ())
    """The fields of a view from elsewhere that the rules could not compute with: a card in two
    places, a number that no match reaches, an order of seats that is none."""
    public: Collection[str] = ()
    """The fields of a view that are the same for every seat and for who watches.

    A server writes them once for everybody; what is not named here it writes for each alone.
    """
    day: DaySpec[Opts, V] | None = None
    """The deal of the day; None where there is none."""
    lesson: Lesson | None = None
    """The match by script in which it can be learnt."""

    def __repr__(self) -> str:
        """Short, for tests that fail print it."""
        return f"<game {self.id}>"

    @property
    def named_options(self) -> dict[str, Opts]:
        """The presets, and before them the usual options as `usual`."""
        return {"usual": self.options(), **self.presets}

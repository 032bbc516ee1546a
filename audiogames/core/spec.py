"""A game as one record: everything that the program knows about it.

No code outside a game's folder names the game: the registry finds its `GameSpec`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
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


@cache
def each_alone(seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Return one side per seat: every player for themselves."""
    return tuple((Seat(seat),) for seat in range(seats))


def by_number(view: View) -> tuple[Seat, ...]:
    """Return the seats in numerical order, which is clockwise in most games."""
    return tuple(map(Seat, range(len(view.hand_sizes))))


def whose_turn(view: View) -> Msg:
    """Return whose turn it is and nothing more: the default of `GameSpec.turn`."""
    if isinstance(view.to_act, Turn):
        return Msg("dealing")
    if view.to_act == view.seat:
        return Msg("your-turn")
    return Msg("turn-of", {"seat": Name(view.to_act)})


def no_effect(_events: Sequence[Event], _view: Any) -> Msg | None:
    """Return None: an undone move needs no comment.  The default of `GameSpec.undone`."""
    return None


def no_window(_state: Any) -> Window | None:
    """Return None: no seat may move out of turn.  The default in most games."""
    return None


def unticked(move: Any, _ticked: Mapping[str, str], _view: Any) -> Any:
    """Return the move unchanged: the default for games without check boxes."""
    return move


def one_way(move: Any, _view: Any) -> Msg:
    """Raise an error: the default for games in which each card can be played in only one way."""
    raise NotImplementedError(f"{move} stands in a list: the game must give `lists`")


def no_timeout(_state: Any) -> Move | None:
    """Return None: when the time of a turn is up, a bot plays.  The default in most games."""
    return None


def name_card(card: Any, _view: Any) -> Iterable[Cue]:
    """Announce the name of the card: the default for cards without a special effect."""
    yield reply("card", card=card)


@dataclass(frozen=True)
class HandSpec(Generic[M, V]):
    """The cards that a player holds, and how they are played."""

    ways: Callable[[Any, V], Sequence[M]]
    """The moves that play a card of the hand, legal now or not; `()` if cards are held but not
    played."""
    facts: Callable[[Any, V], Iterable[Cue]] = name_card
    """The announcement of key X about a card that cannot be played."""
    order: Callable[[Any], tuple[int, int]] | None = None
    """The sort key of a card in a hand: the rank of its suit, and its own rank within the suit.

    With a key, hands start sorted by suit; sorting by rank swaps the two numbers.  Without one,
    they start as dealt.
    """
    to_follow: Callable[[V], Sequence[Any]] = field(default=lambda _view: ())
    """The cards of the hand that an arrow key selects first: those of the suit to be followed."""
    hidden: Callable[[V], Msg | None] = no_reason
    """Why the player may not look at their own cards now; None if they may."""
    shown: Callable[[V], Sequence[Seat]] = field(default=lambda _view: ())
    """The seats whose hands the rules open to the player, such as a partner's before the last
    tricks."""
    toggles: tuple[Toggle[V], ...] = ()
    """The check boxes to tick before a card is played."""
    tick: Callable[[M, Mapping[str, str], V], M] = unticked
    """Return the move with its toggles applied: the values ticked and allowed, by toggle id."""


@dataclass(frozen=True)
class ClockSpec:
    """A game's rules about time limits and moves out of turn."""

    window: Callable[[Any], Window | None] = no_window
    """A move open to a seat, even if it is not that seat's turn."""
    timed_turn: Callable[[Any], Any] = field(default=lambda _state: None)
    """An id of the turn that the clock times, if a question to another seat may interrupt it.

    While it is the same, the seat's clock continues with the time left.  None: every decision has a
    whole turn's time.
    """
    timeout: Callable[[Any], Move | None] = no_timeout
    """The move that is made when the time of a turn is up; None if a bot moves instead."""


@dataclass(frozen=True)
class TypingSpec(Generic[V]):
    """The functions that parse typed text as a move, and the greatest length of a text."""

    read: Callable[[str, V, Any], Move]
    """Parse typed text as a move; it may refer to the focused card (None if there is none).  Raises
    `Refused`."""
    refusal: Callable[[V], Msg | None] = no_reason
    """Why nothing can be typed now; None if it can."""
    longest: int = 300
    """The most characters that may be typed."""


@dataclass(frozen=True)
class ListSpec(Generic[V]):
    """The lists from which moves of a game are chosen, and the words in these lists."""

    choice: Callable[[Any, V], Msg] = one_way
    """The text of a move in the list that opens for a card playable in several ways."""
    choice_title: Callable[[Any, V], Msg] = one_way
    """The title of that list."""
    listing: Callable[[V], Listing[Any] | None] = field(default=lambda _view: None)
    """This seat's pending decision that is not made with a card, as a list; None if there is none.
    """
    openers: tuple[Opener[V], ...] = ()
    """Keys that open lists of optional moves."""
    way: Callable[[Any, V], Msg] | None = None
    """The text that follows the card in advice and reviews, inside a sentence, for a card playable
    in several ways; None: only the card is named."""


@dataclass(frozen=True)
class BotSpec(Generic[Opts, M, V]):
    """The bots of a game, with their levels, names and characters."""

    levels: Mapping[str, Callable[..., Bot[V, M]]]
    """The bots' classes by level, from the weakest; levels in `characters` take a `Character`."""
    default: str
    """The level for seats without a chosen one, and for an absent player's stand-in."""
    counted: Collection[str] | None = None
    """The levels named in the statistics, each by its message `against-<level>`; None means all.

    Matches against any other level count as matches against mixed opponents.
    """
    ladder: Sequence[str] | None = None
    """The levels between which bots may be mixed, from the weakest; None means all.

    Levels of about equal strength are one rung: one of them represents all.
    """
    plays_as: Callable[[Opts, str], str] = field(default=lambda _options, level: level)
    """The name under which the bots of a level play at a table with these options."""
    remarks: Callable[[M, V, Character], Sequence[M]] = field(default=lambda _move, _view, _who: ())
    """What a bot says before its own move, in games in which speaking is a move."""
    characters: Collection[str] = ()
    """The levels whose bots have a character, which is passed to their constructor."""
    traits: Callable[[Opts, str, Character], Sequence[Msg]] = field(
        default=lambda _options, _level, _who: ()
    )
    """The visible traits of a character at this level, at a table with these options, in a few
    words."""
    ratings: Mapping[str, float] = field(default_factory=dict)
    """The measured rating of a level's bots, on openskill's scale; people may be rated by playing
    with the levels named here."""
    review: ReviewSpec[M, V] | None = None
    """How a decision is reviewed; None if the game has no review."""

    @property
    def rungs(self) -> tuple[str, ...]:
        """The levels that the adaptive level ("like me") mixes, from the weakest."""
        return tuple(self.levels if self.ladder is None else self.ladder)

    def counts(self, level: str) -> bool:
        """Return whether the statistics count matches against this level separately."""
        return level in (self.levels if self.counted is None else self.counted)


@dataclass(frozen=True)
class DaySpec(Generic[Opts, V]):
    """The form of a game's deal of the day: its options, its length and its final points."""

    points: Callable[[V], Sequence[int]]
    """Return the final points of each side, in side order."""
    deals: int = 1
    """The deal of the day ends after this many deals, or with the match."""
    options: Opts | None = None
    """The options of the match; None for the usual ones."""


@dataclass(frozen=True, repr=False)
class GameSpec(Generic[Opts, S, M, V]):
    """The record of one game: its rules, events, bots, keys and words."""

    id: str
    seats: tuple[int, ...]
    usual_seats: int
    options: type[Opts]
    rules: Rules[Opts, S, M, V]
    events: tuple[type[Event], ...]
    describe: Callable[[Event, V], Iterable[Cue]]
    queries: tuple[Query[V], ...]
    explain: Callable[[Any, V], Iterable[Cue]]
    """The announcement of what a move that plays a card would do."""
    recap: Callable[[Sequence[Event], V], Iterable[Cue]]
    summary: Callable[[V], Msg]
    """The state of the match in a few words without a full stop: "total 22"."""
    hand: HandSpec[M, V]
    bots: BotSpec[Opts, M, V]
    commands: tuple[Command[V], ...] = ()
    prompt: Callable[[V], Iterable[Cue]] = your_turn
    """The question that this seat must answer now, in many games only "your turn"; empty if none.
    """
    lists: ListSpec[V] = ListSpec()
    clock: ClockSpec = ClockSpec()
    board: BoardSpec[V] = NO_BOARD
    typing: TypingSpec[V] | None = None
    """None if no move may be typed."""
    recall: Callable[[V], int | None] = field(default=lambda _view: None)
    """How many of the newest card facts the history shows; None: all of them."""
    presets: Mapping[str, Opts] = field(default_factory=dict)
    """Sets of options, such as a federation's rules, each with the message
    `option-preset-<name>`."""
    deal: Callable[[V], Msg | None] = field(default=lambda _view: None)
    """The state of the deal, inside a sentence: cards on the table, number of the trick; None if
    the summary says it."""
    undone: Callable[[Sequence[Event], V], Msg | None] = no_effect
    """What the listener's undone move had done: "which had taken two cards"."""
    place: int = 100
    """The sort key in lists of games, lowest first, then by id."""
    partners: Callable[[int], tuple[tuple[Seat, ...], ...]] = each_alone
    around: Callable[[V], tuple[Seat, ...]] = by_number
    """The seats in clockwise order around the table, for panning sounds."""
    is_out: Callable[[V], bool] = field(default=lambda _view: False)
    """Whether this seat has no more decisions while the others play on."""
    turn: Callable[[V], Msg] = whose_turn
    """Whose turn it is, and what that player must decide."""
    answers: Callable[[V], Msg | None] = field(default=lambda _view: None)
    """The keys that answer this seat's pending question; None if none is pending."""
    standing: Callable[[V], Msg | None] = field(default=lambda _view: None)
    """A pending question, inside a sentence; None for an ordinary turn."""
    outlook: Callable[[V], Sequence[float]] | None = None
    """Each side's expected share of the win by the scores alone, if all play alike.

    The sides are those of `partners` and the shares add up to 1.  They must not change within a
    deal.  None: unknown until the end of a match.
    """
    sheet: Callable[[V], Sheet] | None = None
    """The score sheet, in games that have one."""
    unsound: Callable[[V], Iterable[str]] = field(default=lambda _view: ())
    """The fields of an untrusted view whose values would break the rules: a card in two places, a
    number that no match reaches, an invalid order of seats."""
    public: Collection[str] = ()
    """The fields of a view that are the same for every seat and for spectators.

    A server writes them once for all listeners; it writes all other fields for each listener.
    """
    day: DaySpec[Opts, V] | None = None
    """The deal of the day; None if the game has none."""
    lesson: Lesson | None = None
    """The scripted match that teaches the game."""

    def __repr__(self) -> str:
        """Return a short form, because failing tests print it."""
        return f"<game {self.id}>"

    @property
    def named_options(self) -> dict[str, Opts]:
        """Return all named sets of options: the default one, named `usual`, then the presets."""
        return {"usual": self.options(), **self.presets}

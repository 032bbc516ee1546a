"""What trick-taking games share: cards as moves, the course of a deal, and answers to keys.

The highest card of the suit led takes a trick, or the highest trump if there is one; its player
leads the next one.  A game derives its state from
`TrickState` and its view from `TrickView`, adds its own phases, and decides which of a
seat's cards may be played.  The words are in the catalogue `tricks`; a game's own words for the
same message override them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Generic, Self, TypeVar

from audiogames.cards.card import Card
from audiogames.cards.telling import grouped, plays, suit_words
from audiogames.core.board import Board, BoardEnding
from audiogames.core.contract import Move, Refused, SlottedState, Turn, View
from audiogames.core.cues import Echo, Msg, Say, msg, reply
from audiogames.core.events import Event, Seat
from audiogames.core.telling import ranking, who

Course = tuple[tuple[Seat, Card], ...]
"""Cards in order of play with who played each: a trick, or a whole deal."""


class TrickPlay(Move):
    """A card as a move, with its suit and its power at hand for the rules.  Interned."""

    __slots__ = ("card", "power", "suit")

    def __init__(self, card: Card, power: int) -> None:
        self.card = card
        self.power = power
        self.suit = card.suit

    def __str__(self) -> str:
        return str(self.card)

    def __repr__(self) -> str:
        return f"<play {self}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self


class CardPlay(TrickPlay):
    """A card that is played in one way only, with what it counts; made once for each card."""

    __slots__ = ("points",)
    known: ClassVar[dict[Card, Self]]

    def __init__(self, card: Card, power: int, points: int = 0) -> None:
        super().__init__(card, power)
        self.points = points

    @classmethod
    def of_pack(cls, power: Mapping[Card, int], points: Mapping[str, int]) -> dict[Card, Self]:
        """The plays of all cards, by their power and by what a rank counts."""
        plays = ((card, cls(card, high, points.get(card.rank, 0))) for card, high in power.items())
        cls.known = dict(plays)
        return cls.known

    @classmethod
    def of(cls, card: Card) -> Self:
        """The one play of a card, also where it is unpickled."""
        return cls.known[card]

    def __reduce__(self) -> tuple[object, tuple[Card]]:
        return self.of, (self.card,)


P = TypeVar("P", bound=TrickPlay)


@dataclass(frozen=True, kw_only=True)
class TrickView(View):
    """What a seat knows; `on_table` holds the cards of the trick, in order of play."""

    on_table: Course


V = TypeVar("V", bound=TrickView)
A = TypeVar("A", bound=Any)  # a `TrickView` with the course of the deal as its `history`


class TrickState(SlottedState[Move, V], Generic[P, V], lists=("leaders", "trail")):
    """Hands, and the course of the tricks of a deal.

    Bots play to copies hundreds of times for one decision.  So hands are kept by suit, since what
    follows suit is asked before every card, and the best card of the trick is carried along
    instead of being looked for.
    """

    __slots__ = ("best", "closer", "leaders", "led", "suits", "taker", "to_act", "trail")

    to_act: Seat | Turn
    suits: list[dict[str, list[P]]]
    """The hands: of each seat, its cards of each suit, the suits in the order of a sorted hand."""

    def clear_course(self) -> None:
        """Nothing has been played."""
        self.trail: list[P] = []
        """The cards of the deal, in order of play."""
        self.leaders: list[Seat] = []
        """Who led each trick."""
        self.led: str | None = None
        """The suit led to this trick; None before its first card."""
        self.best: P | None = None
        """The card that takes the trick so far."""
        self.taker = self.closer = Seat(0)
        """Whose that card is, and who plays last to the trick."""

    @abstractmethod
    def after(self, seat: Seat) -> Seat:
        """Who plays after a seat."""
        ...

    def lead(self, seat: Seat, closer: Seat) -> None:
        """Let this seat lead the next trick."""
        self.leaders.append(seat)
        self.closer = closer
        self.to_act = seat

    def hand(self, seat: Seat) -> tuple[P, ...]:
        """The cards of a seat as moves."""
        one, two, three, four = self.suits[seat].values()
        return (*one, *two, *three, *four)

    def held(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a seat."""
        return tuple(play.card for play in self.hand(seat))

    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(sum(map(len, suits.values())) for suits in self.suits)

    def history(self) -> Course:
        """The course of the deal so far."""
        return course(self.leaders, self.after, [play.card for play in self.trail])

    def lay_course(self, history: Course, leader: Seat | None, plays: Mapping[Card, P]) -> None:
        """Put back the course of a deal as a view has it, with who leads the next trick, if any.

        Who closes and who takes the trick on the table is the game's to say.
        """
        self.trail = [plays[card] for _, card in history]
        self.leaders = [seat for seat, _ in history[:: len(self.suits)]]
        if leader is not None:
            self.leaders.append(leader)

    def lay_trick(self, trick: Course, taker: Seat, best: P) -> None:
        """Put back a trick that has begun, with its best card."""
        self.led = trick[0][1].suit
        self.taker, self.best = taker, best

    def copy(self) -> Self:
        """An independent copy."""
        twin = super().copy()
        twin.suits = [{suit: held[:] for suit, held in suits.items()} for suits in self.suits]
        return twin


def course(leaders: Sequence[Seat], after: Callable[[Seat], Seat], cards: Iterable[Card]) -> Course:
    """Cards in order of play with who played each.

    `leaders` began the tricks, `after` is who plays after a seat, round to the leader again.
    """
    played = list(cards)
    seats: list[Seat] = []
    rounds: dict[Seat, list[Seat]] = {}  # every view is made with this: no round is walked twice
    for leader in leaders:
        if leader not in rounds:
            rounds[leader] = _round_from(leader, after, len(played))
        seats += rounds[leader]
        if len(seats) >= len(played):  # a table from elsewhere may go round in part only
            break
    return tuple(zip(seats, played, strict=False))


def _round_from(leader: Seat, after: Callable[[Seat], Seat], most: int) -> list[Seat]:
    """The seats in order of play, never more than `most`, whatever `after` says."""
    seats = [leader]
    while len(seats) < most and (turn := after(seats[-1])) != leader:
        seats.append(turn)
    return seats


def finished(view: Any) -> Iterator[Course]:
    """Yield the finished tricks of this deal, from a view with a `history`."""
    seats = len(view.hand_sizes)
    for place in range(0, len(view.history) - len(view.on_table), seats):
        yield view.history[place : place + seats]


def best_of(
    trick: Sequence[tuple[Seat, Card]], power: Mapping[Card, int], trump: str | None = None
) -> tuple[Seat, Card]:
    """Return who is winning a trick and with which card: the highest trump, or of the suit led."""
    led = trick[0][1].suit
    return max(trick, key=lambda one: (one[1].suit == trump, one[1].suit == led, power[one[1]]))


# What a seat may consider


def to_follow(view: TrickView) -> tuple[Card, ...]:
    """Return the seat's cards of the suit led; none if it has played to the trick."""
    if not view.on_table or any(seat == view.seat for seat, _ in view.on_table):
        return ()
    return _of_suit_led(view)


def _of_suit_led(view: TrickView) -> tuple[Card, ...]:
    led = view.on_table[0][1].suit
    return tuple(card for card in view.hand if card.suit == led)


def led_words(view: TrickView) -> Msg:
    """Return the name of the suit led."""
    led = view.on_table[0][1]
    return suit_words(led.suit, led.pack)


def one_way(plays: Mapping[Card, Move]) -> Callable[[Any, TrickView], Sequence[Move]]:
    """Return a `HandSpec.ways` for games in which each card is played in one way."""
    return lambda card, _view: (plays[card],)


def must_follow(view: TrickView, id_: str = "refused-must-follow") -> Refused:
    """Refuse a card of another suit, with the number of cards of the suit led in the hand."""
    return Refused("must-follow", msg(id_, len(_of_suit_led(view)), suit=led_words(view)))


def would_take(view: TrickView, card: Card, taking: Callable[[Course], tuple[Seat, Card]]) -> bool:
    """Return whether a card of the viewing seat would be winning the trick on the table."""
    me = Seat(-1) if view.seat is None else view.seat
    return taking((*view.on_table, (me, card)))[0] == me


# What is drawn


def trick_board(
    view: TrickView,
    taking: Callable[[Course], tuple[Seat, Card]],
    last: Course = (),
    *,
    notes: Iterable[Iterable[Msg]] = (),
) -> Board:
    """Build the board: the trick on the table with its current winner, and the previous trick."""
    return Board(
        laid=view.on_table,
        taker=taking(view.on_table)[0] if view.on_table else None,
        last=last,
        last_taker=taking(last)[0] if last else None,
        notes=tuple(map(tuple, notes)),
    )


def board_by_tricks(
    view: TrickView, taking: Callable[[Course], tuple[Seat, Card]], tricks: Sequence[int]
) -> Board:
    """Build the board of a game in which only the number of tricks counts."""
    board = trick_board(view, taking, notes=((tricks_note(number),) for number in tricks))
    over = BoardEnding(msg("match-over"), ranking(view, tricks))
    return replace(board, ending=over if view.to_act is Turn.OVER else None)


def tricks_note(number: int) -> Msg:
    """Return the note beside a seat: how many tricks it has taken."""
    return msg("note-tricks", number=number)


# Answers to the keys


class TrickAnswers(Generic[A]):
    """Announcements and drawings of tricks, given who wins one.

    `taking` returns the winner of a trick; the view has the course of the deal as its `history`.
    """

    def __init__(self, taking: Callable[[A, Course], tuple[Seat, Card]]) -> None:
        self._taking = taking

    def taker(self, view: A, trick: Course) -> Seat:
        """Return who is winning a trick."""
        return self._taking(view, trick)[0]

    def would_take(self, view: A, card: Card) -> bool:
        """Return whether a card of the viewing seat would be winning the trick on the table."""
        return would_take(view, card, partial(self._taking, view))

    def outcome(self, view: A, card: Card) -> str:
        """Return the message for key X: whether the card would win the trick, or be winning it."""
        if not self.would_take(view, card):
            return "explain-loses"
        is_last = len(view.on_table) == len(view.hand_sizes) - 1
        return "explain-takes" if is_last else "explain-takes-so-far"

    def last(self, view: A) -> Course:
        """Return the last finished trick of this deal."""
        course: Course = view.history
        done = len(course) - len(view.on_table)
        return course[max(0, done - len(view.hand_sizes)) : done]

    def board(self, view: A, notes: Callable[[A, Seat], Iterable[Msg]]) -> Board:
        """Build the board: the trick on the table, the previous one, and notes beside each seat."""
        beside = (notes(view, Seat(seat)) for seat in range(len(view.hand_sizes)))
        return trick_board(view, partial(self._taking, view), self.last(view), notes=beside)

    def table(self, view: A) -> Iterator[Say]:
        """Answer key C: the cards of this trick, and who is winning it."""
        return cards_on_table(view, lambda: self.taker(view, view.on_table))

    def last_trick(self, view: A) -> Iterator[Say]:
        """Answer key L: the last trick, and who took it."""
        trick = self.last(view)
        return last_trick(view, trick, lambda: who(view, self.taker(view, trick), "took"))


def turn_to_play(view: TrickView, seat: Seat) -> Msg:
    """Return the answer to key T: who leads or plays, and which suit must be followed."""
    if not view.on_table:
        return who(view, seat, "leads")
    return who(view, seat, "plays-to", suit=led_words(view))


def deal_stands(view: Any) -> Msg | None:
    """Return the trick's number and the cards played to it; None between deals.

    The view has the course of the deal as its `history`.
    """
    seats = len(view.hand_sizes)
    if not any(view.hand_sizes) and not view.on_table:
        return None
    number = (len(view.history) - len(view.on_table)) // seats + 1
    if not view.on_table:
        return msg("deal-leads", number=number)
    return msg("deal-in-trick", number=number, cards=plays(view, view.on_table))


def undone_trick(taken: type[Any]) -> Callable[[Sequence[Event], TrickView], Msg | None]:
    """Build a `GameSpec.undone`: whether an undone card had taken its trick (event `taken`)."""

    def undone(events: Sequence[Event], view: TrickView) -> Msg | None:
        trick = next((event for event in events if isinstance(event, taken)), None)
        is_mine = trick is not None and trick.seat == view.seat
        return msg("undone-took-trick") if is_mine else None

    return undone


def cards_on_table(view: TrickView, taker: Callable[[], Seat]) -> Iterator[Say]:
    """Answer key C: the cards of this trick, and who is winning it.

    Right after the first card was announced, that part of the answer is omitted.
    """
    if not view.on_table:
        yield reply("trick-table-empty")
        return
    takes = who(view, taker(), "trick-takes-so-far")
    told = reply("trick-table", cards=plays(view, view.on_table), taker=takes)
    yield replace(told, echo=Echo(view.on_table[0])) if len(view.on_table) == 1 else told


def last_trick(view: TrickView, trick: Course, taker: Callable[[], Msg]) -> Iterator[Say]:
    """Answer key L: the last trick, and who took it, in the game's words."""
    if trick:
        yield reply("last-trick", cards=plays(view, trick), taker=taker())
    else:
        yield reply("no-trick-yet")


def held_of_suit_led(
    place_in_hand: Callable[[Card], tuple[int, int]],
) -> Callable[[TrickView], Iterator[Say]]:
    """Return the answer to Shift+H: the held cards of the suit led, in hand order."""

    def answer(view: TrickView) -> Iterator[Say]:
        if not view.on_table:
            yield reply("trick-table-empty")
        elif view.seat is None:
            yield reply("refused-not-playing")
        elif held := sorted(_of_suit_led(view), key=place_in_hand):
            yield reply("trick-held", suits=grouped(held))
        else:
            yield reply("trick-none-held", suit=led_words(view))

    return answer


def not_allowed(view: TrickView) -> Say:
    """Answer key X for a card that does not follow suit."""
    return reply("explain-not-allowed", suit=led_words(view))

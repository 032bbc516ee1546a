"""What all games of tricks share: cards as moves, the course of a deal, and answers to the keys.

A trick is begun by its leader and taken by the best card: the highest of the suit led, or of the
trump suit where there is one.  Who takes it leads the next one.  A game derives its state from
`TrickState` and its view from `TrickView`, adds its own phases, and decides itself which of a
seat's cards may be played.  The words are in the catalogue `tricks`; a game's own words for the
same message override them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from audiogames.cards.card import Card
from audiogames.cards.course import Course
from audiogames.cards.telling import grouped, plays, suit_words
from audiogames.core.board import Board, BoardEnding
from audiogames.core.contract import Move, Refused, Turn, View
from audiogames.core.cues import Echo, Msg, Say, msg, reply
from audiogames.core.events import Event, Seat
from audiogames.core.telling import ranking, who


@dataclass(frozen=True, kw_only=True)
class TrickView(View):
    """What a seat knows; `on_table` holds the cards of the trick, in order of play."""

    on_table: Course


V = TypeVar("V", bound=TrickView)
A = TypeVar("A", bound=Any)  # a `TrickView` with the course of the deal as its `history`


def finished(view: Any) -> Iterator[Course]:
    """The tricks of this deal that are over, of a view with the course of the deal as `history`."""
    seats = len(view.hand_sizes)
    for place in range(0, len(view.history) - len(view.on_table), seats):
        yield view.history[place : place + seats]


def best_of(
    trick: Sequence[tuple[Seat, Card]], power: Mapping[Card, int], trump: str | None = None
) -> tuple[Seat, Card]:
    """Who takes a trick so far, and with which card: the highest trump, or of the suit led."""
    led = trick[0][1].suit
    return max(trick, key=lambda one: (one[1].suit == trump, one[1].suit == led, power[one[1]]))


# What a seat may think of


def to_follow(view: TrickView) -> tuple[Card, ...]:
    """What the seat holds of the suit led, as long as it has not played to the trick."""
    if not view.on_table or any(seat == view.seat for seat, _ in view.on_table):
        return ()
    return _of_suit_led(view)


def _of_suit_led(view: TrickView) -> tuple[Card, ...]:
    led = view.on_table[0][1].suit
    return tuple(card for card in view.hand if card.suit == led)


def led_words(view: TrickView) -> Msg:
    """The suit led."""
    led = view.on_table[0][1]
    return suit_words(led.suit, led.pack)


def one_way(plays: Mapping[Card, Move]) -> Callable[[Any, TrickView], Sequence[Move]]:
    """The ways of playing a card, where there is only one."""
    return lambda card, _view: (plays[card],)


def must_follow(view: TrickView, id_: str = "refused-must-follow") -> Refused:
    """Why a card of another suit may not be played, with how many of the suit led one holds."""
    return Refused("must-follow", msg(id_, len(_of_suit_led(view)), suit=led_words(view)))


def would_take(view: TrickView, card: Card, taking: Callable[[Course], tuple[Seat, Card]]) -> bool:
    """Whether a card of the viewing seat, played to the trick on the table, would take it."""
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
    """The trick on the table with who takes it so far, and the trick before."""
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
    """What is drawn of a game in which only the number of tricks counts."""
    board = trick_board(view, taking, notes=((tricks_note(number),) for number in tricks))
    over = BoardEnding(msg("match-over"), ranking(view, tricks))
    return replace(board, ending=over if view.to_act is Turn.OVER else None)


def tricks_note(number: int) -> Msg:
    """How many tricks a seat has taken, as it is drawn beside it."""
    return msg("note-tricks", number=number)


# Answers to the keys


class TrickAnswers(Generic[A]):
    """What is told and drawn of the tricks of a deal, once a game says who takes one.

    `taking` says that of a trick and a view; the view has the course of the deal as its `history`.
    """

    def __init__(self, taking: Callable[[A, Course], tuple[Seat, Card]]) -> None:
        self._taking = taking

    def taker(self, view: A, trick: Course) -> Seat:
        """Who takes a trick so far."""
        return self._taking(view, trick)[0]

    def would_take(self, view: A, card: Card) -> bool:
        """Whether a card of the viewing seat would take the trick on the table."""
        return would_take(view, card, partial(self._taking, view))

    def outcome(self, view: A, card: Card) -> str:
        """X, as a message: whether it would take the trick on the table, for good if it is last."""
        if not self.would_take(view, card):
            return "explain-loses"
        is_last = len(view.on_table) == len(view.hand_sizes) - 1
        return "explain-takes" if is_last else "explain-takes-so-far"

    def last(self, view: A) -> Course:
        """The last trick of this deal that is over."""
        course: Course = view.history
        done = len(course) - len(view.on_table)
        return course[max(0, done - len(view.hand_sizes)) : done]

    def board(self, view: A, notes: Callable[[A, Seat], Iterable[Msg]]) -> Board:
        """The trick on the table, the one before, and the notes beside each seat."""
        beside = (notes(view, Seat(seat)) for seat in range(len(view.hand_sizes)))
        return trick_board(view, partial(self._taking, view), self.last(view), notes=beside)

    def table(self, view: A) -> Iterator[Say]:
        """C: the cards of this trick, and who takes it so far."""
        return cards_on_table(view, lambda: self.taker(view, view.on_table))

    def last_trick(self, view: A) -> Iterator[Say]:
        """L: the last trick, and whose it was."""
        trick = self.last(view)
        return last_trick(view, trick, lambda: who(view, self.taker(view, trick), "took"))


def turn_to_play(view: TrickView, seat: Seat) -> Msg:
    """T: who leads or plays, and what must be followed."""
    if not view.on_table:
        return who(view, seat, "leads")
    return who(view, seat, "plays-to", suit=led_words(view))


def deal_stands(view: Any) -> Msg | None:
    """Which trick of the deal it is, and what was played to it; None between two deals.

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
    """Of a card that was taken back, whether it had taken its trick, as events `taken` say."""

    def undone(events: Sequence[Event], view: TrickView) -> Msg | None:
        trick = next((event for event in events if isinstance(event, taken)), None)
        is_mine = trick is not None and trick.seat == view.seat
        return msg("undone-took-trick") if is_mine else None

    return undone


def cards_on_table(view: TrickView, taker: Callable[[], Seat]) -> Iterator[Say]:
    """C: the cards of this trick, and who takes it so far.

    Right after the first card that has been said, and is left out.
    """
    if not view.on_table:
        yield reply("trick-table-empty")
        return
    takes = who(view, taker(), "trick-takes-so-far")
    told = reply("trick-table", cards=plays(view, view.on_table), taker=takes)
    yield replace(told, echo=Echo(view.on_table[0])) if len(view.on_table) == 1 else told


def last_trick(view: TrickView, trick: Course, taker: Callable[[], Msg]) -> Iterator[Say]:
    """L: the last trick, and whose it was, in the words of the game."""
    if trick:
        yield reply("last-trick", cards=plays(view, trick), taker=taker())
    else:
        yield reply("no-trick-yet")


def held_of_suit_led(
    place_in_hand: Callable[[Card], tuple[int, int]],
) -> Callable[[TrickView], Iterator[Say]]:
    """Shift+H: of all that one holds only the suit led, sorted as the hand is."""

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
    """X, of a card that does not follow suit."""
    return reply("explain-not-allowed", suit=led_words(view))

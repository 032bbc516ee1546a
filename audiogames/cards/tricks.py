"""Code that trick-taking games share: views, the winner of a trick, boards, and answers to keys.

The highest card of the suit led takes a trick, or the highest trump if there is one; its player
leads the next one.  A game derives its state from `TrickState` and its view from `TrickView`, adds
its own phases, and decides which of a seat's cards may be played.  The words are in the catalogue
`tricks`; a game's own words for the same message override them.
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
    """The view of a seat in a trick-taking game; `on_table` is the trick, in order of play."""

    on_table: Course


V = TypeVar("V", bound=TrickView)
A = TypeVar("A", bound=Any)  # a `TrickView` with the course of the deal as its `history`


def finished(view: Any) -> Iterator[Course]:
    """Yield the finished tricks of this deal, from a view with a `history`."""
    seats = len(view.hand_sizes)
    for place in range(0, len(view.history) - len(view.on_table), seats):
        yield view.history[place : place + seats]


def best_of(
    trick: Sequence[tuple[Seat, Card]], power: Mapping[Card, int], trump: str | None = None
) -> tuple[Seat, Card]:
    """Return the winning seat and card of a trick.

    That is the highest trump, or without trumps the highest card of the suit led.
    """
    led = trick[0][1].suit
    return max(trick, key=lambda one: (one[1].suit == trump, one[1].suit == led, power[one[1]]))


# What a seat may consider


def to_follow(view: TrickView) -> tuple[Card, ...]:
    """Return the cards with which the seat can follow suit; empty if it has played to the trick."""
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
    """Return the refusal of a card that does not follow suit.

    Its message names the suit and how many cards of it the player holds.
    """
    return Refused("must-follow", msg(id_, len(_of_suit_led(view)), suit=led_words(view)))


def would_take(view: TrickView, card: Card, taking: Callable[[Course], tuple[Seat, Card]]) -> bool:
    """Return whether a card of this seat would win the trick as it is now.

    `taking` returns the winner of a trick.
    """
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
    """Build the board: the trick on the table with its current winner, and the previous trick.

    `taking` returns the winner of a trick.
    """
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
    """Return the note that a seat has taken this number of tricks."""
    return msg("note-tricks", number=number)


# Answers to the keys


class TrickAnswers(Generic[A]):
    """Builds the answers to keys, and the board, for a trick-taking game.

    `taking` is the game's rule: it returns the seat and card that take a trick.  The view must
    have a field `history` with all cards played in the deal.
    """

    def __init__(self, taking: Callable[[A, Course], tuple[Seat, Card]]) -> None:
        self._taking = taking

    def taker(self, view: A, trick: Course) -> Seat:
        """Return the seat that is winning, or has won, a trick."""
        return self._taking(view, trick)[0]

    def would_take(self, view: A, card: Card) -> bool:
        """Return whether a card of this seat would win the trick as it is now."""
        return would_take(view, card, partial(self._taking, view))

    def outcome(self, view: A, card: Card) -> str:
        """Return the message id for key X: the card takes the trick, takes it so far, or loses."""
        if not self.would_take(view, card):
            return "explain-loses"
        is_last = len(view.on_table) == len(view.hand_sizes) - 1
        return "explain-takes" if is_last else "explain-takes-so-far"

    def last(self, view: A) -> Course:
        """Return the cards of the last finished trick of this deal."""
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
    """Return the number of the current trick and its cards, in words; None between deals.

    The view must have a field `history` with all cards played in the deal.
    """
    seats = len(view.hand_sizes)
    if not any(view.hand_sizes) and not view.on_table:
        return None
    number = (len(view.history) - len(view.on_table)) // seats + 1
    if not view.on_table:
        return msg("deal-leads", number=number)
    return msg("deal-in-trick", number=number, cards=plays(view, view.on_table))


def undone_trick(taken: type[Any]) -> Callable[[Sequence[Event], TrickView], Msg | None]:
    """Build a `GameSpec.undone`: its message says that the undone card had taken the trick.

    It returns a message only if the card was the listener's own.  `taken` is the type of the
    event for a taken trick.
    """

    def undone(events: Sequence[Event], view: TrickView) -> Msg | None:
        trick = next((event for event in events if isinstance(event, taken)), None)
        is_mine = trick is not None and trick.seat == view.seat
        return msg("undone-took-trick") if is_mine else None

    return undone


def cards_on_table(view: TrickView, taker: Callable[[], Seat]) -> Iterator[Say]:
    """Answer key C: the cards of this trick, and who is winning it.

    If the last announcement named the only card on the table, the answer is omitted.
    """
    if not view.on_table:
        yield reply("trick-table-empty")
        return
    takes = who(view, taker(), "trick-takes-so-far")
    answer = reply("trick-table", cards=plays(view, view.on_table), taker=takes)
    yield replace(answer, echo=Echo(view.on_table[0])) if len(view.on_table) == 1 else answer


def last_trick(view: TrickView, trick: Course, taker: Callable[[], Msg]) -> Iterator[Say]:
    """Answer key L: the cards of the last trick, and who took it, in the words of `taker`."""
    if trick:
        yield reply("last-trick", cards=plays(view, trick), taker=taker())
    else:
        yield reply("no-trick-yet")


def held_of_suit_led(
    place_in_hand: Callable[[Card], tuple[int, int]],
) -> Callable[[TrickView], Iterator[Say]]:
    """Build the answer to Shift+H: the cards in hand of the suit led, sorted."""

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

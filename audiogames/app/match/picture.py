"""The drawing of a table, as far as its listener knows it: without undelivered updates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Final

from audiogames.app.match.controller import MatchController
from audiogames.cards.card import Card
from audiogames.core.board import Board, Laid, LargeNumber, Signs
from audiogames.core.controls import Sheet
from audiogames.core.cues import Msg, msg
from audiogames.core.events import Seat
from audiogames.present.frame import (
    CardShape,
    ClockShape,
    LaidShape,
    NumberShape,
    ResultShape,
    SeatShape,
    SheetShape,
    StakeShape,
    SuitShape,
    SymbolRow,
    TableShape,
    TakenShape,
    bare,
)
from audiogames.present.localizer import BRAILLE, Localizer
from audiogames.table.clock import TABLE_EVENTS

TEN: Final = "T"


class CardShapes:
    """Creates the shapes of all cards in one drawing, each with its own id.

    Create the shapes of the hand first.  A card that is drawn a second time gets another id.
    """

    def __init__(self, localizer: Localizer) -> None:
        self._localizer = localizer
        self._shown: Counter[Card] = Counter()

    def of(self, card: Card) -> CardShape:
        """Return the shape of a card; its rank and suit are the letters that braille uses."""
        letters = self._localizer.shown(card, "", (BRAILLE,))
        self._shown[card] += 1
        copy = self._shown[card]
        return CardShape(
            rank="10" if card.rank == TEN else letters[:-1],
            suit=card.suit,
            pack=card.pack,
            name=self._localizer.speech(msg("card", card=card)),
            letter=letters[-1],
            id=str(card) if copy == 1 else f"{card} {copy}",
        )


def sheet_shape(
    sheet: Sheet, text: Callable[[Msg], str], focus: tuple[int, int] | None = None
) -> SheetShape:
    """Convert a score sheet for drawing; `text` renders its messages."""

    def half(words: Msg | None) -> str:
        return "" if words is None else text(words)

    return SheetShape(
        tuple(map(text, sheet.columns)),
        tuple(map(text, sheet.names)),
        tuple(tuple((half(one.upper), half(one.lower)) for one in row) for row in sheet.cells),
        focus,
    )


class TablePicture:
    """Creates the drawing of a match: the cards of the hand, rows of signs, and the table."""

    def __init__(self, session: MatchController, localizer: Localizer) -> None:
        self._session = session
        self._localizer = localizer
        self._shapes = CardShapes(localizer)
        self._board: Board = session.spec.board.of(session.view)

    def hand(self, cards: Sequence[Card], focus: int | None) -> tuple[CardShape, ...]:
        """Return the shapes of the listener's cards, in order.  Call this before `table`."""
        session = self._session
        moves = session.view.legal if session.my_turn and not session.mode.pauses else ()
        playable = {move.card for move in moves if hasattr(move, "card")}
        return tuple(
            replace(
                self._shapes.of(card),
                focused=place == focus,
                playable=card in playable if playable else None,
            )
            for place, card in enumerate(cards)
        )

    def signs(self) -> tuple[SymbolRow, ...]:
        """Return the rows of small drawn symbols, such as those for points, with their labels."""
        return tuple(map(self._row, self._board.signs))

    def table(self, turn: Msg, now: float) -> TableShape:
        """Return the drawing of the table, without the hand; `turn` says whose turn it is."""
        board = self._board
        is_last = not board.laid and bool(board.last)
        laid = (board.last, board.last_taker) if is_last else (board.laid, board.taker)
        middle = (LaidShape(None, self._shapes.of(card)) for card in board.middle)
        seats = tuple(self._seats())
        others = [seat.number for seat in seats[1:]]
        return TableShape(
            seats=seats,
            order=(*(reversed(others) if board.backwards else others), seats[0].number),
            turn=self._text(turn),
            laid=(*middle, *self._laid(*laid), *self._spread()),
            is_last=is_last,
            taken=self._taken(),
            facts=tuple(map(self._text, board.facts)),
            total=None if board.total is None else self._number(board.total),
            stake=self._stake(),
            trump=self._trump(),
            turned=None if board.turned is None else self._shapes.of(board.turned),
            stock=board.stock,
            clock=self._clock(now),
            result=self._result(),
        )

    def _text(self, message: Msg) -> str:
        return self._localizer.speech(message)

    def _laid(self, plays: Laid, taker: Seat | None) -> tuple[LaidShape, ...]:
        """Return the cards on the table, with the card of the seat `taker` marked as winning."""
        return tuple(
            LaidShape(seat, None if card is None else self._shapes.of(card), takes=seat == taker)
            for seat, card in plays
        )

    def _spread(self) -> Iterator[LaidShape]:
        """Yield the exposed cards in front of each seat, clockwise from the listener."""
        board = self._board
        for seat in self._around() if board.spread else ():
            yield from self._laid(tuple((seat, card) for card in board.spread[seat]), None)

    def _number(self, number: LargeNumber) -> NumberShape:
        value = number.value if isinstance(number.value, int) else self._text(number.value)
        return NumberShape(self._text(number.label), value)

    def _row(self, row: Signs) -> SymbolRow:
        return SymbolRow(self._text(row.words), row.signs)

    def _taken(self) -> TakenShape | None:
        """Return the newest capture, or the previous trick if the listener has asked for it."""
        board, asked = self._board, self._session.asked_last
        if board.capture is not None:
            found = board.capture
            laid = (
                LaidShape(None, self._shape_with_own_id(card), takes=True) for card in found.cards
            )
            return TakenShape(found.seat, tuple(laid), found.number, asked)
        if not board.last or not asked:
            return None
        plays = ((seat, card and self._shape_with_own_id(card)) for seat, card in board.last)
        shown = (LaidShape(seat, card, takes=seat == board.last_taker) for seat, card in plays)
        return TakenShape(board.last_taker, tuple(shown), asked=asked)

    def _shape_with_own_id(self, card: Card) -> CardShape:
        """Return the picture of a card, with the card as its id.

        Another picture of the same card may be drawn elsewhere.
        """
        return replace(self._shapes.of(card), id=str(card))

    def _stake(self) -> StakeShape | None:
        stake = self._board.stake
        if stake is None:
            return None
        return StakeShape(self._number(stake.number), self._row(stake.parts))

    def _trump(self) -> SuitShape | None:
        trump = self._board.trump
        if trump is None:
            return None
        return SuitShape(trump.suit, trump.pack, self._text(trump.name))

    def _result(self) -> ResultShape | None:
        ending = self._board.ending
        if ending is None:
            return None
        make, ranked = self._session.spec.sheet, ending.ranked
        sheet = ending.sheet if make is None else make(self._session.view)
        return ResultShape(
            bare(self._text(ending.title)),
            tuple(self._text(words) for _, words in ranked),
            tuple(place for place, _ in ranked),
            None if sheet is None else sheet_shape(sheet, self._text),
        )

    def _seats(self) -> Iterator[SeatShape]:
        """Yield the seats clockwise from the listener."""
        session, board = self._session, self._board
        view = session.view
        says = self._balloons()
        for seat in self._around():
            yield SeatShape(
                number=seat,
                name=self._name(seat),
                cards=view.hand_sizes[seat],
                notes=tuple(map(self._text, board.notes[seat] if board.notes else ())),
                says=says.get(seat, ""),
                pile=board.piles[seat].cards if board.piles else 0,
                across=board.piles[seat].across if board.piles else 0,
                is_own=seat == session.seat,
                acts=seat == view.to_act,
                deals=seat == view.dealer,
                is_away=session.mode.is_away(seat),
                is_out=seat in board.out,
            )

    def _around(self) -> tuple[Seat, ...]:
        """Return the numbers of the seats clockwise from the listener."""
        session = self._session
        around = session.spec.around(session.view)
        first = 0 if session.seat is None else around.index(session.seat)
        return (*around[first:], *around[:first])

    def _name(self, seat: Seat) -> str:
        """Return a player's name as sentences use it; the listener is "you"."""
        session = self._session
        is_own = seat == session.seat
        return self._text(msg("who-you")) if is_own else session.called(seat).name

    def _balloons(self) -> dict[Seat, str]:
        """Return the balloon of each seat: its calls and bids among the events delivered last."""
        session = self._session
        words: dict[Seat, tuple[Msg, ...]] = {}
        for event in session.news:
            if isinstance(event, TABLE_EVENTS):
                continue
            if (balloon := session.spec.board.said(event, session.view)) is not None:
                seat, message = balloon
                words[seat] = (*words.get(seat, ()), message)
        return {seat: self._text(msg("balloon", said=said)) for seat, said in words.items()}

    def _clock(self, now: float) -> ClockShape | None:
        """Return the clock of the current turn, if the listener knows of that turn."""
        session = self._session
        left, clock = session.time_left(now), session.table.clock
        if left is None or clock is None or session.seq != session.table.seq:
            return None
        return ClockShape(ceil(left), ceil(clock.limit))

"""A position of Briscola: the rules as a state machine.

A match is played in deals until a side has won enough of them.  The dealer (`Turn.CHANCE`) makes
the move `dealer` once, and the move `deal` before each deal.  Then the seats play one card each,
any card, counter-clockwise.  The winner of a trick draws first and leads the next; the turned-up
card under the stock is drawn last.  After the last card `_score` counts the deal.

Before playing a card a seat may give a sign (in pairs, also out of turn) and exchange the seven.
`apply` trusts its caller: moves from outside are checked by `core.contract.admit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from audiogames.cards.card import ITALIAN, Card, packets
from audiogames.cards.course import NO_SUIT, TrickState, suit_letter
from audiogames.cards.dealing import HandDealt
from audiogames.cards.drawing import CardDrawn, CardTaken
from audiogames.cards.sides import PAIRS, most, partner, side_of, sides
from audiogames.cards.signs import GivenSign, Sign, give, may_sign, signed_in
from audiogames.core.contract import Move
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.native import mypyc_attr
from audiogames.games.briscola import model as m
from audiogames.games.briscola.model import HAND
from audiogames.games.briscola.plays import PLAYS, Play

IN_PACK: Final = [PLAYS[card] for card in ITALIAN]
"""The move that plays each card, by the card's place in the pack."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BriscolaState(TrickState[Play, m.BriscolaView]):
    """A position of Briscola, with all hidden cards."""

    __slots__ = (
        "extras", "known", "points", "sheet", "signs", "stock", "trump", "turned",
    )  # fmt: skip
    _lists: ClassVar[tuple[str, ...]] = ("known", "points", "sheet", "signs", "stock")

    why = "deals-won"
    ended = m.MatchEnded

    def __init__(self, options: m.Options, seats: int) -> None:
        super().__init__(options, seats)
        self.extras: bool = options.signals or options.exchange
        """Whether there are legal moves besides the cards."""
        self.trump: int = NO_SUIT
        self.sheet: list[m.DealScored] = []
        self.clear([()] * seats)

    def clear(self, hands: Sequence[Sequence[Card]]) -> None:
        """Start a deal: set the hands, and reset tricks, signs and points."""
        self.hands = [[] for _ in hands]
        for seat, hand in enumerate(hands):
            for card in hand:
                self.take(Seat(seat), IN_PACK[card.order])
        self.clear_course()
        self.stock: list[Play] = []
        """The cards to draw, the last one first."""
        self.turned: Card | None = None
        self.known: list[tuple[Seat, Card]] = []
        self.signs: list[GivenSign] = []
        self.points = [0] * len(self.score)

    def take(self, seat: Seat, play: Play) -> None:
        """Add a card to a hand, after the hand's other cards of the same suit."""
        hand, suit = self.hands[seat], play.suit
        place = len(hand)
        while place and hand[place - 1].suit > suit:
            place -= 1
        hand.insert(place, play)

    # Queries

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Return the seat's legal moves; signs may also be given out of turn."""
        is_turn = seat == self.to_act
        if is_turn and not self.extras:
            return self.hands[seat]
        options = self.options
        signs = m.SIGNS if options.signals and may_sign(self, seat) else ()
        if not is_turn:
            return signs
        hand = self.hands[seat]
        if options.exchange and self._may_exchange(seat):
            return (*hand, m.EXCHANGE, *signs)
        return (*hand, *signs) if signs else hand

    def _may_exchange(self, seat: Seat) -> bool:
        turned, sides = self.turned, len(self.score)
        if turned is None or turned.rank not in m.POINTS:
            return False
        has_taken = any(taker % sides == seat % sides for taker in self.leaders[1:])
        return has_taken and self._seven_of_trumps(seat) is not None

    def _seven_of_trumps(self, seat: Seat) -> Play | None:
        for play in self.hands[seat]:
            if play.suit == self.trump and play.card.rank == "7":
                return play
        return None

    def view(self, seat: Seat | None) -> m.BriscolaView:
        """Return the view of a seat: table, own cards, and the partner's signs and shown hand."""
        history, mine = self.history(), side_of(seat, self.seats)
        done = max(0, len(self.leaders) - 1) * self.seats
        shown = self.options.show_hands and self.turned is None and len(mine) > 1
        counted = {"own": [s % len(self.score) for s in mine], "all": range(len(self.score))}
        return m.BriscolaView(
            **self.seen(seat),
            hand=() if seat is None else self.held(seat),
            hand_sizes=self.hand_sizes(),
            on_table=() if self.led == NO_SUIT else history[done:],
            partner_hand=self.held(partner(seat)) if shown and seat is not None else (),
            briscola=suit_letter(self.trump, m.SUITS),
            turned=self.turned,
            stock=len(self.stock),
            history=history,
            known=tuple(self.known),
            signs=tuple(one for one in self.signs if one.seat in mine),
            signed=signed_in(self.signs, len(self.leaders)),
            points=tuple(
                points if side in counted.get(self.options.count, ()) else None
                for side, points in enumerate(self.points)
            ),
            wins=tuple(self.score),
            sheet=tuple(self.sheet),
        )

    # Transitions

    def apply(self, seat: Seat | None, move: Move, emit: Emit = drop) -> None:
        """Make a legal move, and emit its events."""
        if move.__class__ is not Play:
            self._deal_or_speak(seat, move, emit)
            return
        assert seat is not None
        suit, best = move.suit, self.best
        self.hands[seat].remove(move)
        self.trail.append(move)
        if self.known and (seat, move.card) in self.known:
            self.known.remove((seat, move.card))
        if best is None:
            self.led = suit
            self.best = move
            self.taker = seat
        elif (move.power > best.power) if suit == best.suit else suit == self.trump:
            self.best = move
            self.taker = seat
        if emit is not drop:
            emit(m.CardPlayed(seat, move.card))
        if seat == self.closer:
            self._take_trick(emit)
        else:
            self.to_act = self.following[seat]

    def _deal_or_speak(self, seat: Seat | None, move: Move, emit: Emit) -> None:
        if seat is None:
            self.make_dealers_move(move, emit)
        elif isinstance(move, Sign):
            self.signs.append(give(seat, len(self.leaders), move.sign, emit))
        else:
            self._exchange(seat, emit)

    def deal_cards(self, cards: tuple[Card, ...], dealer: Seat, emit: Emit) -> None:
        """Deal three cards each in seat order, then the turned-up card and the stock, top first."""
        *hands, (turned, *stock) = packets(cards, [HAND] * self.seats)
        self.clear(hands)
        self.turned = turned
        self.trump = IN_PACK[turned.order].suit
        self.stock = [IN_PACK[card.order] for card in reversed(stock)]
        self.deal += 1
        self.lead(self.following[dealer], dealer)
        if emit is not drop:
            first = self.leaders[0]
            emit(m.Dealt(self.deal, dealer, first, turned, tuple(self.score)))
            for seat in map(Seat, range(self.seats)):
                emit(HandDealt(self.held(seat), to=seat))

    def _exchange(self, seat: Seat, emit: Emit) -> None:
        """Exchange the seven for the turned-up card; all seats see both cards."""
        assert self.turned is not None
        got, seven = self.turned, self._seven_of_trumps(seat)
        assert seven is not None
        self.hands[seat].remove(seven)
        self.take(seat, PLAYS[got])
        self.turned = seven.card
        self.known.append((seat, got))
        emit(m.Exchanged(seat, seven.card, got))

    def _take_trick(self, emit: Emit) -> None:
        taker, n = self.taker, self.seats
        points = 0
        for play in self.trail[-n:]:
            points += play.points
        self.points[taker % len(self.points)] += points
        self.led = NO_SUIT
        self.best = None
        if emit is not drop:
            emit(m.TrickTaken(taker, len(self.leaders)))
        if self.turned is not None:
            self._draw(taker, emit)
        elif not self.hands[taker]:
            self._score(emit)
            return
        self.lead(taker, Seat((taker + 1) % n))

    def _draw(self, taker: Seat, emit: Emit) -> None:
        """Let all seats draw a card, the taker first.

        After the last draw of a deal, partners see each other's hands if the options say so.
        """
        stock, seat = self.stock, taker
        for _ in range(self.seats):
            if stock:
                self._take_drawn(seat, stock.pop(), None, emit)
            else:
                assert self.turned is not None
                last, self.turned = self.turned, None
                self.known.append((seat, last))
                self._take_drawn(seat, PLAYS[last], last, emit)
            seat = self.following[seat]
        if emit is drop or self.turned is not None:
            return
        if self.options.show_hands and self.seats == PAIRS:
            for one in map(Seat, range(PAIRS)):
                emit(m.HandShown(one, self.held(one), to=partner(one)))

    def _take_drawn(self, seat: Seat, play: Play, seen: Card | None, emit: Emit) -> None:
        """Let a seat take a drawn card, which everyone has seen if it is the turned-up one."""
        self.take(seat, play)
        if emit is not drop:
            emit(CardDrawn(seat, len(self.stock), seen))
            emit(CardTaken(play.card, to=seat))

    def _score(self, emit: Emit) -> None:
        """Score the deal for the side with most points; end the match or change dealers."""
        if (side := most(self.points)) is not None:
            self.score[side] += 1
        winners = () if side is None else sides(self.seats)[side]
        scored = m.DealScored(tuple(self.points), winners, tuple(self.score))
        self.sheet.append(scored)
        emit(scored)
        self.pass_deal(emit, over=max(self.score) == self.options.deals)

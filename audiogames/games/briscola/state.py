"""A position of Briscola: the rules as a state machine.

A match is played in deals until a side has won enough of them.  The dealer (`Turn.CHANCE`) makes
`dealer` once and a `deal` before each.  Then the seats play a card each, any card, to the right:
counter-clockwise.  Whoever takes a trick draws first and leads the next; the card turned up under
the stock is drawn last.  The last card of a deal runs through `_score`.

Before one's card, in pairs also out of turn, there are signs and the exchange of the seven.
`apply` trusts its caller: moves from outside come in through `core.contract.admit`.
"""

from __future__ import annotations

from collections.abc import Sequence

from audiogames.cards.card import Card
from audiogames.cards.dealing import HandDealt
from audiogames.cards.drawing import draw_round
from audiogames.cards.rules import DealtState
from audiogames.cards.sides import PAIRS, most, partner, side_of, sides
from audiogames.cards.signs import GivenSign, Sign, give, may_sign, signed_in
from audiogames.cards.tricks import TrickState
from audiogames.core.contract import Move
from audiogames.core.events import Emit, Seat, drop
from audiogames.games.briscola import model as m
from audiogames.games.briscola.model import HAND, PLAYS, Play


class BriscolaState(
    DealtState,
    TrickState[Play, m.BriscolaView],
    lists=("known", "points", "score", "sheet", "signs", "stock"),
):
    """A position."""

    __slots__ = (
        "deal", "dealer", "known", "options", "points", "right", "score", "seats", "sheet", "signs",
        "stock", "trump", "turned",
    )  # fmt: skip

    why = "deals-won"

    def __init__(self, options: m.Options, seats: int) -> None:
        self.begin(options, seats)
        self.trump: str | None = None
        self.sheet: list[m.DealScored] = []
        self.clear([()] * seats)

    def clear(self, hands: Sequence[Sequence[Card]]) -> None:
        """These hands, and nothing played yet."""
        self.suits = [
            {s: [PLAYS[card] for card in hand if card.suit == s] for s in m.SUITS} for hand in hands
        ]
        self.clear_course()
        self.stock: list[Play] = []
        """From the last card to the first."""
        self.turned: Card | None = None
        self.known: list[tuple[Seat, Card]] = []
        self.signs: list[GivenSign] = []
        self.points = [0] * len(self.score)

    # What the state says of itself

    def after(self, seat: Seat) -> Seat:
        """Who sits on the right."""
        return self.right[seat]

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """In turn any card, and the exchange; signs also before one's turn."""
        options = self.options
        signs = m.SIGNS if options.signals and may_sign(self, seat) else ()
        if seat != self.to_act:
            return signs
        hand = self.hand(seat)
        if options.exchange and self._may_exchange(seat):
            return (*hand, m.EXCHANGE, *signs)
        return (*hand, *signs) if signs else hand

    def _may_exchange(self, seat: Seat) -> bool:
        turned, sides = self.turned, len(self.score)
        if turned is None or turned.rank not in m.POINTS:
            return False
        has_taken = any(taker % sides == seat % sides for taker in self.leaders[1:])
        return has_taken and any(play.card.rank == "7" for play in self.suits[seat][turned.suit])

    def view(self, seat: Seat | None) -> m.BriscolaView:
        """What a seat knows: the table, its own cards, what its partner told or showed it."""
        history, mine = self.history(), side_of(seat, self.seats)
        done = max(0, len(self.leaders) - 1) * self.seats
        shown = self.options.show_hands and self.turned is None and len(mine) > 1
        counted = {"own": [s % len(self.score) for s in mine], "all": range(len(self.score))}
        return m.BriscolaView(
            **self.seen(seat),
            hand=() if seat is None else self.held(seat),
            hand_sizes=self.hand_sizes(),
            on_table=history[done:] if self.led else (),
            partner_hand=self.held(partner(seat)) if shown and seat is not None else (),
            briscola=self.trump,
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
        """Make a legal move."""
        if move.__class__ is not Play:
            self._deal_or_speak(seat, move, emit)
            return
        assert seat is not None
        suit, best = move.suit, self.best
        self.suits[seat][suit].remove(move)
        self.trail.append(move)
        if self.known and (seat, move.card) in self.known:
            self.known.remove((seat, move.card))
        if best is None:
            self.led, self.best, self.taker = suit, move, seat
        elif (move.power > best.power) if suit == best.suit else suit == self.trump:
            self.best, self.taker = move, seat
        if emit is not drop:
            emit(m.CardPlayed(seat, move.card))
        if seat == self.closer:
            self._take_trick(self.taker, emit)
        else:
            self.to_act = self.right[seat]

    def _deal_or_speak(self, seat: Seat | None, move: Move, emit: Emit) -> None:
        match move:
            case Sign(sign=sign):
                assert seat is not None
                self.signs.append(give(seat, len(self.leaders), sign, emit))
            case m.EXCHANGE:
                assert seat is not None
                self._exchange(seat, emit)
            case _:
                self.make_dealers_move(move, emit)

    def deal_cards(self, cards: tuple[Card, ...], dealer: Seat, emit: Emit) -> None:
        """Three each in seat order, the card turned up, and the stock, top first."""
        n = self.seats
        self.clear([cards[seat * HAND : (seat + 1) * HAND] for seat in range(n)])
        self.turned, *stock = cards[n * HAND :]
        self.stock = [PLAYS[card] for card in reversed(stock)]
        self.trump = self.turned.suit
        self.deal += 1
        self.lead(self.right[dealer], dealer)
        if emit is not drop:
            first = self.leaders[0]
            emit(m.Dealt(self.deal, dealer, first, self.turned, tuple(self.score)))
            for seat in map(Seat, range(n)):
                emit(HandDealt(self.held(seat), to=seat))

    def _exchange(self, seat: Seat, emit: Emit) -> None:
        """The seven goes under the stock; everybody has seen what was taken for it."""
        assert self.turned is not None
        got, held = self.turned, self.suits[seat][self.turned.suit]
        (seven,) = (play for play in held if play.card.rank == "7")
        held.remove(seven)
        held.append(PLAYS[got])
        self.turned = seven.card
        self.known.append((seat, got))
        emit(m.Exchanged(seat, seven.card, got))

    def _take_trick(self, taker: Seat, emit: Emit) -> None:
        n = self.seats
        points = self.points
        for play in self.trail[-n:]:
            points[taker % len(points)] += play.points
        self.led = self.best = None
        if emit is not drop:
            emit(m.TrickTaken(taker, len(self.leaders)))
        if self.turned is not None:
            self._draw(taker, emit)
        elif not self.hand(taker):
            self._score(emit)
            return
        self.lead(taker, Seat((taker + 1) % n))

    def _draw(self, taker: Seat, emit: Emit) -> None:
        """The taker first; partners see each other's last cards."""
        draw_round(self, taker, PLAYS, emit)
        if self.turned is None and self.options.show_hands and self.seats == PAIRS:
            for one in map(Seat, range(PAIRS)):
                emit(m.HandShown(one, self.held(one), to=partner(one)))

    def _score(self, emit: Emit) -> None:
        """The most points win, unless somebody has as many; the deal passes to the right."""
        winners: tuple[Seat, ...] = ()
        if (side := most(self.points)) is not None:
            self.score[side] += 1
            winners = sides(self.seats)[side]
        scored = m.DealScored(tuple(self.points), winners, tuple(self.score))
        self.sheet.append(scored)
        emit(scored)
        is_over = max(self.score) == self.options.deals
        self.pass_deal(over=is_over)
        if is_over:
            emit(m.MatchEnded(winners, tuple(self.score)))

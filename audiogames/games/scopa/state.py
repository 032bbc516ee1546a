"""A position of Scopa: the rules as a state machine.

Theory of operation
-------------------
The first dealer is drawn once (`Turn.CHANCE`), and a deal with three kings on the table is
repeated.  Otherwise a seat has to play a card, until the match is over.

`apply` plays a card.  The card makes the capture found in `known` or, if there is a choice, the
capture that the move names.  Once all hands are empty the next packets come from the stock, or the
deal is counted (`_end_deal`).  Play and deals are counter-clockwise.

Bots play hundreds of thousands of cards, so the table and the piles are sets of cards, and
captures are computed once for all tables with the same values (`takes`).  The order in which the
table was laid is in `opened` and `trail`: only views need it.

Every transition is in this file.  `apply` trusts its caller: see `core.contract.admit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from audiogames.cards.card import BIT, Card, Cards, cards_of, packets, set_of
from audiogames.cards.dealing import HandDealt
from audiogames.cards.dealt import DealtState
from audiogames.cards.sides import most
from audiogames.core.contract import Move
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.native import mypyc_attr
from audiogames.games.scopa import model as m
from audiogames.games.scopa import scores
from audiogames.games.scopa.plays import IN_ORDER, OF_VALUE, PLAYS, Play, profile_of
from audiogames.games.scopa.takes import ACE, KNOWN, moves_of

DROP: Final = drop
"""A constant, because compiled code looks up functions of interpreted modules slowly."""
KINGS: Final = 3
"""This many kings on the table void a deal (2.6)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ScopaState(DealtState[m.ScopaView]):
    """A position of Scopa, with all hidden cards.

    `closer` plays last in a round.  `dealt` is the last packet of each seat (the cards dealt to
    it at once), and `hands` has the unplayed cards of the packet, in pack order; `trail` has the
    plays, and `captures` the cards that each play captured.
    """

    __slots__ = (
        "captures", "closer", "dealt", "hands", "known", "last_taker", "opened", "piles", "scope",
        "stock", "table", "trail",
    )  # fmt: skip
    _lists: ClassVar[tuple[str, ...]] = ("captures", "dealt", "piles", "scope", "trail")
    _nested: ClassVar[tuple[str, ...]] = ("hands",)

    why = "target-reached"
    ended = m.MatchEnded

    def __init__(self, options: m.Options, seats: int) -> None:
        super().__init__(options, seats)
        self.clear()
        self.lay(())

    def clear(self) -> None:
        """Reset all fields that belong to a deal."""
        self.hands: list[list[Play]] = [[] for _ in self.following]
        self.dealt: list[tuple[Card, ...]] = [()] * self.seats
        self.stock: tuple[Card, ...] = ()
        self.trail: list[Play] = []
        self.captures: list[Cards] = []
        self.last_taker: Seat | None = None
        self.closer = Seat(0) if self.dealer is None else self.dealer
        self.piles: list[Cards] = [0] * len(self.score)
        self.scope = [0] * len(self.score)

    def lay(self, table: Sequence[Card]) -> None:
        """Put these cards on the table, and remove all others."""
        self.opened = tuple(table)
        self.table = set_of(table)
        self.known = KNOWN[self.options.ace_takes_all][profile_of(self.table)]

    def hold(self, seat: Seat, packet: tuple[Card, ...], emit: Emit = drop) -> None:
        """Deal a packet of cards to a seat with an empty hand."""
        self.dealt[seat] = packet
        places = [card.order for card in packet]
        places.sort()
        self.hands[seat] = [IN_ORDER[place] for place in places]
        if emit is not DROP:
            emit(HandDealt(packet, to=seat))

    # Queries

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Return the moves of all cards in hand, one for each possible capture."""
        if seat != self.to_act:
            return ()
        return moves_of(self.hands[seat], self.table, self.known)

    def view(self, seat: Seat | None) -> m.ScopaView:
        """Return the view of a seat: the table, the plays so far, and its own cards."""
        first = self.following[self.closer]
        history = tuple(
            (Seat((first - place) % self.seats), one.card, cards_of(taken))
            for place, (one, taken) in enumerate(zip(self.trail, self.captures, strict=True))
        )
        held = () if seat is None else self.dealt[seat]
        return m.ScopaView(
            **self.seen(seat),
            hand=tuple(card for card in held if PLAYS[card] in self.hands[seat or 0]),
            hand_sizes=tuple(map(len, self.hands)),
            table=self.laid(),
            stock=len(self.stock),
            taken=tuple(pile.bit_count() for pile in self.piles),
            scope=tuple(self.scope),
            last_take=next(((card, *takes) for _, card, takes in history[-1:] if takes), ()),
            last_taker=self.last_taker,
            history=history,
            score=tuple(self.score),
        )

    def laid(self) -> tuple[Card, ...]:
        """Return the cards on the table in the order in which they were laid."""
        laid = (*self.opened, *(one.card for one in self.trail))
        return tuple(card for card in laid if self.table & BIT[card])

    # Transitions

    def apply(self, seat: Seat | None, move: Move, emit: Emit = drop) -> None:
        """Make a legal move, and emit its events."""
        if move.__class__ is not Play:
            self.make_dealers_move(move, emit)
            return
        assert seat is not None
        taken = move.chosen
        if taken:
            self.known = self.known.without(move.units)
            move = IN_ORDER[move.card.order]
        else:
            taken = self.known.by_value[move.power] & self.table
            self.known = self.known.after(move.power)
        hand = self.hands[seat]
        hand.remove(move)
        self.trail.append(move)
        self.captures.append(taken)
        scopa = False
        if taken:
            self.table ^= taken
            self.last_taker = seat
            side = seat % len(self.score)
            self.piles[side] = self.piles[side] | taken | move.bit
            if not self.table and self._is_scopa(move, taken):
                scopa = True
                self.scope[side] += 1
        else:
            self.table |= move.bit
        if emit is not DROP:
            emit(m.CardPlayed(seat, move.card, cards_of(taken), scopa))
        if hand or seat != self.closer:
            self.to_act = self.following[seat]
        elif self.stock:
            self._deal_packets(emit)
        else:
            self._end_deal(emit)

    def _is_scopa(self, move: Play, taken: Cards) -> bool:
        """Return True if a sweep counts as a scopa.

        The options may exclude a sweep by the last card (2.4) or by an ace (2.7h).
        """
        if not (self.options.last_scopa or self.stock or any(self.hands)):
            return False
        is_ace = self.options.ace_takes_all and move.power == ACE
        return not is_ace or taken in map(BIT.get, cards_of(OF_VALUE[ACE]))

    def deal_cards(self, cards: tuple[Card, ...], dealer: Seat, emit: Emit) -> None:
        """Deal the packets to the seats, then the cards of the table; the rest is the stock."""
        self.clear()
        size, on_table, _ = m.FORMS[self.options.form]
        hands = packets(cards, (*[size] * self.seats, on_table))
        self.stock, table = hands.pop(), hands.pop()
        if [card.rank for card in table].count("R") >= KINGS:
            self.stock = ()
            self.lay(())
            emit(m.DealVoid(dealer, table))
            return
        self.deal += 1
        self.to_act = self.following[dealer]
        self.lay(table)
        if emit is not DROP:
            emit(m.Dealt(self.deal, dealer, self.to_act, tuple(self.score), table))
        for seat, packet in enumerate(hands):
            self.hold(Seat(seat), packet, emit)

    def _deal_packets(self, emit: Emit) -> None:
        """Deal the next packet of cards to each hand; the player on the dealer's right is next."""
        hands = packets(self.stock, [m.FORMS[self.options.form][0]] * self.seats)
        self.stock = hands.pop()
        seat = self.to_act = self.following[self.closer]
        for packet in hands:
            self.hold(seat, packet, emit)
            seat = self.following[seat]

    def _end_deal(self, emit: Emit) -> None:
        """Give the table to the last capturer, score the deal, end the match or change dealers."""
        assert self.last_taker is not None
        self.piles[self.last_taker % len(self.score)] |= self.table
        if self.table:
            if emit is not DROP:
                emit(m.Swept(self.last_taker, self.laid()))
            self.table = 0
        self.known = KNOWN[self.options.ace_takes_all][0]
        counts = scores.counts_of(self.piles, self.scope, self.options)
        points = scores.points_of(counts)
        for side, more in enumerate(points):
            self.score[side] += more
        if emit is not DROP:
            emit(scores.scored(counts, points, self.score))
        is_won = max(self.score) >= self.options.target and most(self.score) is not None
        self.pass_deal(emit, over=is_won)

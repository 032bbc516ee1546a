"""A position of Scopa: the rules as a state machine.

Theory of operation
-------------------
Its `phase` says what is waited for: the dealer (`Turn.CHANCE`), who is drawn by lot once, and who
deals again where three kings lie on the table; a seat, for a card; nothing, when it is over.

A card runs through `apply`.  It takes what `takes.outcomes` says of the table's profile or, where
there is a choice, what was chosen.  Once all hands are empty the next packets come from the stock,
or the deal is counted (`_end_deal`).  Everything goes to the right.

Bots play hundreds of thousands of cards, so the table and what was taken are sets of cards.  The
order in which the table was laid is in `opened` and `trail`: only views ask for it.

Every transition is in this file.  `apply` trusts its caller: see `core.contract.admit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Final

from audiogames.cards.card import ITALIAN, Card
from audiogames.cards.dealing import Deal, Dealer, DealerChosen, HandDealt
from audiogames.core.contract import Move, Result, SlottedState, Turn
from audiogames.core.events import Emit, Seat, drop
from audiogames.games.scopa import model as m
from audiogames.games.scopa import scores
from audiogames.games.scopa.model import BIT, PLAYS, Cards, Phase, Play, cards_of
from audiogames.games.scopa.takes import outcomes, ways

DEALERS_VERBS: Final = {Phase.DRAWING: "dealer", Phase.DEALING: "deal"}
KINGS: Final = 3
"""So many kings on the table void a deal (2.6)."""


class ScopaState(
    SlottedState[Move, m.ScopaView],
    lists=("captures", "dealt", "piles", "scope", "score", "trail"),
    nested=("hands",),
):
    """A position.

    `right` is who plays after each seat, `closer` who plays last in a round; `dealt` is the last
    packet of each seat, `hands` what is left of it in the order of the pack; `captures` is what
    each card of the `trail` took.
    """

    __slots__ = (
        "captures", "closer", "deal", "dealer", "dealt", "hands", "last_taker", "opened",
        "options", "phase", "piles", "profile", "right", "scope", "score", "stock", "table",
        "to_act", "trail",
    )  # fmt: skip
    to_act: Seat | Turn

    def __init__(self, options: m.Options, seats: int) -> None:
        self.options = options
        self.right = tuple(Seat((seat - 1) % seats) for seat in range(seats))
        self.phase, self.to_act = Phase.DRAWING, Turn.CHANCE
        self.deal = 0
        self.dealer: Seat | None = None
        self.score = [0] * len(m.pairs(seats))
        self.clear()

    def clear(self) -> None:
        """Nothing has been dealt or played."""
        self.hands: list[list[Play]] = [[] for _ in self.right]
        self.dealt: list[tuple[Card, ...]] = [()] * len(self.right)
        self.stock: tuple[Card, ...] = ()
        self.trail: list[Play] = []
        self.captures: list[Cards] = []
        self.last_taker: Seat | None = None
        self.closer = Seat(0) if self.dealer is None else self.dealer
        self.piles: list[Cards] = [0] * len(self.score)
        self.scope = [0] * len(self.score)
        self.lay(())

    def lay(self, table: Sequence[Card]) -> None:
        """Let these cards lie on the table, and no others."""
        self.opened = tuple(table)
        self.table, self.profile = m.set_of(table), m.profile_of(table)

    def hold(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Give a seat this packet."""
        self.dealt[seat] = tuple(cards)
        self.hands[seat] = [PLAYS[ITALIAN[place]] for place in sorted([c.order for c in cards])]

    # What the state says of itself

    @property
    def expects(self) -> str | None:
        """The dealer's next verb."""
        return DEALERS_VERBS.get(self.phase)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Any card of the hand; one that may take several sets once for each of them."""
        if seat != self.to_act:
            return ()
        known = outcomes(self.profile, self.options.ace_takes_all)
        if not known.choices:
            return self.hands[seat]
        moves: list[Play] = []
        for card in self.hands[seat]:
            if known.by_value[card.power] is None:
                moves += ways(card, self.table, known)
            else:
                moves.append(card)
        return moves

    def view(self, seat: Seat | None) -> m.ScopaView:
        """What a seat knows: the table, what was played, and its own cards."""
        first = self.right[self.closer]
        order = cycle((first - place) % len(self.right) for place in range(len(self.right)))
        history = tuple(
            (Seat(next(order)), one.card, cards_of(taken))
            for one, taken in zip(self.trail, self.captures, strict=True)
        )
        laid = (*self.opened, *(one.card for one in self.trail))
        held = () if seat is None else self.dealt[seat]
        return m.ScopaView(
            seat=seat,
            to_act=self.to_act,
            legal=() if seat is None else tuple(self.legal_moves(seat)),
            dealer=self.dealer,
            hand=tuple(card for card in held if PLAYS[card] in self.hands[seat or 0]),
            hand_sizes=tuple(map(len, self.hands)),
            deal=self.deal,
            table=tuple(card for card in laid if self.table & BIT[card]),
            stock=len(self.stock),
            taken=tuple(pile.bit_count() for pile in self.piles),
            scope=tuple(self.scope),
            last_take=next(((card, *takes) for _, card, takes in history[-1:] if takes), ()),
            last_taker=self.last_taker,
            history=history,
            score=tuple(self.score),
            options=self.options,
        )

    def result(self) -> Result | None:
        """The side that has most."""
        if self.phase is not Phase.OVER:
            return None
        winners = m.pairs(len(self.hands))[self.score.index(max(self.score))]
        return Result(winners, tuple(self.score), "target-reached")

    # Transitions

    def apply(self, seat: Seat | None, move: Move, emit: Emit = drop) -> None:
        """Make a legal move."""
        if move.__class__ is not Play:
            self._prepare(move, emit)
            return
        assert seat is not None
        if move.chosen:
            taken, units = move.chosen, move.units
            move = PLAYS[move.card]
        else:
            found = outcomes(self.profile, self.options.ace_takes_all).by_value[move.power]
            assert found is not None
            taken, units = found[0] & self.table, found[1]
        hand = self.hands[seat]
        hand.remove(move)
        self.trail.append(move)
        self.captures.append(taken)
        scopa = False
        if taken:
            self.profile -= units
            self.table ^= taken
            self.last_taker = seat
            side = seat % len(self.score)
            self.piles[side] |= taken | move.bit
            if not self.table and self._is_scopa(move, taken):
                scopa = True
                self.scope[side] += 1
        else:
            self.profile += move.unit
            self.table |= move.bit
        if emit is not drop:
            emit(m.CardPlayed(seat, move.card, cards_of(taken), scopa))
        if hand or seat != self.closer:
            self.to_act = self.right[seat]
        elif self.stock:
            self._deal_packets(emit)
        else:
            self._end_deal(seat, emit)

    def _is_scopa(self, move: Play, taken: Cards) -> bool:
        """Not with the last card (2.4), nor by an ace that takes more than an ace (2.7h)."""
        if not (self.options.last_scopa or self.stock or any(self.hands)):
            return False
        is_ace = self.options.ace_takes_all and move.power == m.ACE
        return not is_ace or taken in map(BIT.get, cards_of(m.OF_VALUE[m.ACE]))

    def _prepare(self, move: Move, emit: Emit) -> None:
        """A move of the dealer.  A deal is packets, then the table, then the stock."""
        if isinstance(move, Dealer):
            self.dealer, self.phase = move.seat, Phase.DEALING
            emit(DealerChosen(move.seat))
            return
        assert isinstance(move, Deal)
        assert self.dealer is not None
        self.clear()
        size, on_table, _ = m.FORMS[self.options.form]
        seats = len(self.hands)
        table, rest = move.cards[size * seats :][:on_table], move.cards[size * seats + on_table :]
        if [card.rank for card in table].count("R") >= KINGS:
            emit(m.DealVoid(self.dealer, table))
            return
        self.deal += 1
        self.phase, self.to_act = Phase.PLAYING, self.right[self.dealer]
        self.stock = rest
        self.lay(table)
        if emit is not drop:
            emit(m.Dealt(self.deal, self.dealer, self.to_act, tuple(self.score), table))
        for seat in range(seats):
            self._give(Seat(seat), move.cards[seat * size : (seat + 1) * size], emit)

    def _give(self, seat: Seat, cards: Sequence[Card], emit: Emit) -> None:
        self.hold(seat, cards)
        if emit is not drop:
            emit(HandDealt(self.dealt[seat], to=seat))

    def _deal_packets(self, emit: Emit) -> None:
        """The next packets from the stock, the dealer's right first, who plays next too."""
        seat, size = self.closer, m.FORMS[self.options.form][0]
        for _ in self.hands:
            seat = self.right[seat]
            self._give(seat, self.stock[:size], emit)
            self.stock = self.stock[size:]
        self.to_act = self.right[self.closer]

    def _end_deal(self, dealer: Seat, emit: Emit) -> None:
        """Sweep the table, count, see whether a side has won (2.8), and pass the deal on."""
        assert self.last_taker is not None
        self.piles[self.last_taker % len(self.score)] |= self.table
        if self.table:
            swept = self.view(None).table
            self.table = self.profile = 0
            emit(m.Swept(self.last_taker, swept))
        scored = scores.count(self.piles, self.scope, self.options, self.score)
        emit(scored)
        self.score = list(scored.score)
        self.dealer = self.right[dealer]
        if max(self.score) < self.options.target or scores.most(self.score) is None:
            self.to_act, self.phase = Turn.CHANCE, Phase.DEALING
            return
        self.to_act, self.phase = Turn.OVER, Phase.OVER
        if (result := self.result()) is not None:
            emit(m.MatchEnded(result.winners, scored.score))

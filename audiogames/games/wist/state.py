"""A position of Wist: the rules as a state machine.

Theory of operation
-------------------
A match is a fixed plan of rounds (turni; in the Cagliari variant, 25 hands), see `model.plan`.
Its `phase` is what the state waits for:

- the dealer (`Turn.CHANCE`): `seats` while SEATING, in the Cagliari variant; `draw-dealer` while
  DRAWING, again after a tie; then a `deal` before each round, while DEALING;
- a seat: a bid while BIDDING, afterwards a card while PLAYING;
- nothing (`Turn.OVER`): the last round has been scored.

Bidding starts on the dealer's right; the dealer bids last and is barred from the number that would
make the sum equal to the tricks.  In a secret round the seats write their bids in any order, and
`to_act` is the first seat that has not written.  In a dark round no view contains a hand until the
last bid.  In a bound round, in which all aim at zero, there are no bids.

`apply` plays a card.  After the last card of a trick, `_take_trick` gives it to its winner; after
the last card of a round, `_score` opens the tickets, counts, and passes the deal to the right.

Play and deals are counter-clockwise unless the options say clockwise: `following` maps each seat to
the next one in that direction.

Every transition is in this file.  `apply` trusts its caller: moves from outside are checked by
`core.contract.admit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from audiogames.cards.card import Card
from audiogames.cards.course import NO_SUIT, FollowState, suit_letter, suit_number
from audiogames.cards.dealing import Deal, DealerChosen, HandDealt
from audiogames.core.contract import Move
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.native import mypyc_attr
from audiogames.core.spec import each_alone
from audiogames.games.wist import model as m
from audiogames.games.wist.model import Phase
from audiogames.games.wist.plays import BIDS_UP_TO, IN_PACK, SUITS, Bid, Play, bids_but
from audiogames.games.wist.scores import round_points

NOTHING: Final[tuple[Move, ...]] = ()

# Faster where compiled: looking up an enumeration's member takes longer than a global.
BIDDING: Final = Phase.BIDDING
PLAYING: Final = Phase.PLAYING

DEALERS_VERBS: Final = {
    Phase.SEATING: "seats",
    Phase.DRAWING: "draw-dealer",
    Phase.DEALING: "deal",
}


@mypyc_attr(allow_interpreted_subclasses=True)
class WistState(FollowState[Play, m.WistView]):
    """A position of Wist, with all hidden cards."""

    __slots__ = (
        "bids", "cutter", "draws", "now", "order", "phase", "plan", "preceding", "sheet",
        "tricks", "trump", "turned",
    )  # fmt: skip
    _lists: ClassVar[tuple[str, ...]] = ("bids", "sheet", "tricks")

    why = "all-rounds-played"
    ended = m.MatchEnded

    @staticmethod
    def partners(seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Return the sides of the match: each seat is a side."""
        return each_alone(seats)

    def __init__(self, options: m.Options, seats: int) -> None:
        super().__init__(options, seats)
        self.plan = m.plan(options, seats)
        self.now: m.Round | None = None
        self.order: tuple[Seat, ...] = ()
        self.preceding: tuple[Seat, ...] = ()
        self.draws = 0
        """How often cards were drawn for the first deal."""
        self.hold([()] * seats)
        self.turned: Card | None = None
        self.trump: int = NO_SUIT
        self.cutter: int = NO_SUIT
        """The suit that may be played instead of the suit led: trump, if free cutting is
        allowed."""
        self.bids: list[int | None] = [None] * seats
        self.clear_course()
        self.tricks = [0] * seats
        self.sheet: list[m.Scored] = []
        self.phase = Phase.SEATING
        if options.form != "cagliari":
            self.sit(tuple(Seat(seat) for seat in range(seats)))

    # Queries

    @property
    def expects(self) -> str | None:
        """The first word of the dealer's next move; None if it is not the dealer's turn."""
        return DEALERS_VERBS.get(self.phase)

    @property
    def hidden(self) -> bool:
        """Whether players may not see their hands yet, as in a dark round before the last bid."""
        return self.phase is BIDDING and self.now is not None and self.now.dark

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Return the cards that may be played or, while bidding, the allowed bids."""
        if self.phase is BIDDING:
            return self._legal_bids(seat)
        if seat != self.to_act:
            return NOTHING
        led = self.led
        if led == NO_SUIT:
            return self.hands[seat]
        suits = self.suits[seat]
        follow = suits[led]
        if not follow:
            return self.hands[seat]
        if self.cutter not in (NO_SUIT, led):
            return (*follow, *suits[self.cutter])
        return follow

    def is_awaited(self, seat: Seat) -> bool:
        """Return True if a seat must act; in a secret round several seats may have to."""
        if self.phase is BIDDING and self.now is not None and self.now.secret:
            return self.bids[seat] is None
        return seat == self.to_act

    def _legal_bids(self, seat: Seat) -> Sequence[Move]:
        assert self.now is not None
        if self.now.secret:
            return BIDS_UP_TO[self.now.cards] if self.bids[seat] is None else NOTHING
        return bids_but(self.now.cards, self.forbidden()) if seat == self.to_act else NOTHING

    def forbidden(self) -> int | None:
        """Return the number that the dealer may not bid, if the dealer is to bid next."""
        if self.phase is not BIDDING or self.to_act != self.dealer:
            return None
        assert self.now is not None
        made = [bid for bid in self.bids if bid is not None]
        return None if self.now.secret else m.forbidden(self.now.cards, made)

    def view(self, seat: Seat | None) -> m.WistView:
        """Return the view of a seat: the table, the public bids, and its cards unless hidden."""
        now, history = self.now, self.history()
        done = max(0, len(self.leaders) - 1) * self.seats
        return m.WistView(
            seat=seat,
            to_act=self.to_act,
            legal=() if seat is None else tuple(self.legal_moves(seat)),
            dealer=self.dealer,
            hand=() if seat is None or self.hidden else self.held(seat),
            hand_sizes=self.hand_sizes(),
            round=self.deal,
            rounds=len(self.plan),
            round_name=now.name if now else None,
            cards=now.cards if now else 0,
            trump=suit_letter(self.trump, SUITS),
            bids=self._bids_known_to(seat),
            tricks=tuple(self.tricks),
            scores=tuple(self.score),
            forbidden=self.forbidden() if seat == self.to_act else None,
            on_table=() if self.led == NO_SUIT else history[done:],
            leader=self.leaders[-1] if self.leaders and self.phase is not BIDDING else None,
            bidding=self.phase is BIDDING,
            secret=now is not None and now.secret,
            hidden=self.hidden,
            bound=now is not None and now.bound,
            written=tuple(bid is not None for bid in self.bids),
            turned=self.turned,
            first=self.leaders[0] if self.leaders else None,
            order=self.order,
            history=history,
            sheet=tuple(self.sheet),
            options=self.options,
        )

    def _bids_known_to(self, seat: Seat | None) -> tuple[int | None, ...]:
        """Return the bids that a seat knows: others' tickets are None until the round is over."""
        if self.now is None or not self.now.secret or len(self.sheet) == self.deal:
            return tuple(self.bids)
        return tuple(bid if who == seat else None for who, bid in enumerate(self.bids))

    # Transitions

    def apply(self, seat: Seat | None, move: Move, emit: Emit = drop) -> None:
        """Make a legal move, and emit its events."""
        if move.__class__ is not Play:
            self._bid_or_deal(seat, move, emit)
            return
        assert seat is not None
        suit, best = move.suit, self.best
        self.suits[seat][suit].remove(move)
        self.hands[seat].remove(move)
        self.trail.append(move)
        if best is None:
            self.led = suit
            self.best = move
            self.taker = seat
        elif (move.power > best.power) if suit == best.suit else suit == self.trump:
            self.best = move
            self.taker = seat
        if emit is not drop:
            emit(m.CardPlayed(seat, move.card, suit == self.trump != self.led))
        if seat == self.closer:
            self._take_trick(emit)
        else:
            self.to_act = self.following[seat]

    def _bid_or_deal(self, seat: Seat | None, move: Move, emit: Emit) -> None:
        match move:
            case Bid():
                assert seat is not None
                self._bid(seat, move, emit)
            case Deal():
                self.make_dealers_move(move, emit)
            case m.DrawDealer():
                self._draw_dealer(move, emit)
            case m.DrawSeats(order=order):
                self.sit(order)
                emit(m.SeatsDrawn(order))

    def sit(self, order: tuple[Seat, ...]) -> None:
        """Set the seating, clockwise, and the direction of play.

        After that, cards are drawn for the first deal.
        """
        self.phase = Phase.DRAWING
        others = (*order[1:], order[0]) if self.options.clockwise else (order[-1], *order[:-1])
        self.order = order
        self.following = _map_seats(order, others)
        self.preceding = _map_seats(others, order)

    def _draw_dealer(self, drawn: m.DrawDealer, emit: Emit) -> None:
        self.draws += 1
        if emit is not drop:
            emit(m.DealerCardsDrawn(drawn.cards))
        highest = drawn.highest()
        if len(highest) > 1:
            emit(m.DrawTied())
            return
        self.dealer = highest[0]
        self.phase = Phase.DEALING
        emit(DealerChosen(self.dealer))

    def deal_cards(self, cards: tuple[Card, ...], dealer: Seat, emit: Emit) -> None:
        """Deal whole hands in seat order; turn up the next card if the round requires it."""
        now = self.now = self.plan[self.deal]
        self.deal += 1
        size = now.cards
        self.hold([cards[seat * size : (seat + 1) * size] for seat in range(self.seats)])
        self.turned = cards[size * self.seats] if now.turned else None
        self.set_trump(self.turned.suit if self.turned else now.trump)
        first = self.following[dealer]
        self.trail = []
        self.tricks = [0] * self.seats
        self.bids = [0 if now.bound else None] * self.seats
        self.phase = PLAYING if now.bound else BIDDING
        self.leaders = [first]
        self.led, self.best = NO_SUIT, None
        self.closer = dealer
        self.to_act = first
        if emit is not drop:
            self._tell_deal(now, first, emit)

    def set_trump(self, suit: str | None) -> None:
        """Set the trump suit (seme del turno); with free cuts it may be played on any suit."""
        self.trump = suit_number(suit, SUITS)
        self.cutter = self.trump if self.options.free_cut else NO_SUIT

    def hold(self, hands: Sequence[Sequence[Card]]) -> None:
        """Give each seat these cards; within a suit they keep their order."""
        self.suits, self.hands = [], []
        for hand in hands:
            suits: list[list[Play]] = [[], [], [], []]
            for card in hand:
                play = IN_PACK[card.order]
                suits[play.suit].append(play)
            self.suits.append(suits)
            self.hands.append([*suits[0], *suits[1], *suits[2], *suits[3]])

    def _tell_deal(self, now: m.Round, first: Seat, emit: Emit) -> None:
        assert self.dealer is not None
        cutter = self.preceding[self.dealer]
        emit(m.Dealt(self.deal, now.name, now.cards, now.trump, self.dealer, cutter, first))
        if self.turned:
            emit(m.TrumpTurned(self.turned))
        if not self.hidden:
            self._tell_hands(emit)

    def _tell_hands(self, emit: Emit) -> None:
        for seat in map(Seat, range(self.seats)):
            emit(HandDealt(self.held(seat), to=seat))

    def _bid(self, seat: Seat, bid: Bid, emit: Emit) -> None:
        assert self.now is not None
        self.bids[seat] = bid.number
        if emit is not drop:
            self._tell_bid(seat, bid.number, emit)
        if seat == self.to_act:
            self.to_act = self._next_bidder(self.following[seat])
        if None not in self.bids:
            self._end_bids(emit)

    def _next_bidder(self, seat: Seat) -> Seat:
        """Return the next seat to bid; in a secret round, skip seats that have written."""
        for _ in self.bids:
            if self.bids[seat] is None:
                break
            seat = self.following[seat]
        return seat

    def _tell_bid(self, seat: Seat, number: int, emit: Emit) -> None:
        assert self.now is not None
        if not self.now.secret:
            emit(m.BidMade(seat, number))
            return
        emit(m.BidMade(seat, number, to=seat))
        emit(m.BidWritten(seat))

    def _end_bids(self, emit: Emit) -> None:
        self.phase = PLAYING
        self.to_act = self.leaders[0]
        if self.now and self.now.dark and emit is not drop:
            emit(m.HandsLifted())
            self._tell_hands(emit)

    def _take_trick(self, emit: Emit) -> None:
        taker = self.taker
        self.tricks[taker] += 1
        self.led, self.best = NO_SUIT, None
        if emit is not drop:
            emit(m.TrickTaken(taker, self.tricks[taker]))
        assert self.now is not None
        if len(self.leaders) == self.now.cards:
            self._score(emit)
            return
        self.lead(taker, self.preceding[taker])

    def _score(self, emit: Emit) -> None:
        """Open the tickets, score the round, and end the match or change dealers."""
        assert self.now is not None
        bids = tuple([bid for bid in self.bids if bid is not None])
        tricks = tuple(self.tricks)
        points = round_points(bids, tricks, self.options)
        self.sheet.append(m.Scored(self.now.name, bids, tricks, points))
        for seat, more in enumerate(points):
            self.score[seat] += more
        if emit is not drop:
            if self.now.secret:
                emit(m.BidsRevealed(bids))
            emit(m.RoundScored(self.deal, bids, tricks, points, tuple(self.score)))
        is_last = self.deal == len(self.plan)
        self.phase = Phase.OVER if is_last else Phase.DEALING
        self.pass_deal(emit, over=is_last)


def _map_seats(some: Sequence[Seat], others: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return a mapping of seats as a tuple: `some[i]` is mapped to `others[i]`."""
    known = dict(zip(some, others, strict=True))
    return tuple(known[seat] for seat in sorted(known))

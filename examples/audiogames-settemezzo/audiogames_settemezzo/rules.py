"""The rules of Sette e mezzo as a state machine.

The first bank is drawn by lot (`dealer 2`).  Each deal is the whole pack in order (`deal ...`): a
card face down for each seat, the rest is the stock.  Then everybody but the bank stakes, at once
and in secret: a simultaneous node, at which `is_awaited` names all who have not staked.  When the
last one has, the stakes are shown, and from the bank's right on each seat draws or stays; a bust
or seven and a half ends its turn by itself.  The bank shows its card and plays last, if anybody is
left to play against.  The deal is settled, the bank passes to the first natural seven and a half,
and the next deal comes until all are played.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from audiogames.cards.card import Card
from audiogames.cards.checks import Look
from audiogames.cards.dealing import HandDealt
from audiogames.cards.dealt import DealtState
from audiogames.cards.hidden import deal_hidden
from audiogames.cards.rules import DealtRules
from audiogames.core.contract import (
    Impossible,
    Move,
    Refused,
    Turn,
)
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.spec import each_alone
from audiogames_settemezzo import model as m


class SetteMezzoState(DealtState[m.SetteMezzoView]):
    """A position."""

    __slots__ = ("gains", "hands", "shown", "stakes", "standings", "stock")
    _lists = ("stakes", "standings", "shown", "stock", "gains")
    _nested = ("hands",)
    why = "all-deals-played"
    ended = m.MatchEnded
    partners = staticmethod(each_alone)

    def __init__(self, options: m.Options, seats: int) -> None:
        super().__init__(options, seats)
        self.score = [options.tokens] * seats
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.shown = [False] * seats
        """Whose first card is face up."""
        self.stakes: list[int | None] = [None] * seats
        self.standings = [m.IN_PLAY] * seats
        self.gains = [0] * seats
        self.stock: list[Card] = []

    @property
    def is_staking(self) -> bool:
        """Whether stakes are being made."""
        return self.deal > 0 and None in self.stakes

    def is_awaited(self, seat: Seat) -> bool:
        """All who have not staked; afterwards whose turn it is."""
        return self.stakes[seat] is None if self.is_staking else seat == self.to_act

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Stakes, in any order; in turn a card, or none."""
        if self.is_staking:
            return m.STAKES[: self.options.stake] if self.stakes[seat] is None else ()
        return (m.DRAW, m.STAY) if seat == self.to_act else ()

    def apply(self, seat: Seat | None, move: Move, emit: Emit = drop) -> None:
        """Make a legal move."""
        if seat is None:
            self.make_dealers_move(move, emit)
        elif isinstance(move, m.Stake):
            self._stake(seat, move.tokens, emit)
        elif move == m.DRAW:
            self._draw(seat, emit)
        else:
            self.standings[seat] = m.STAYED
            emit(m.Stayed(seat))
            self._next(seat, emit)

    def deal_cards(self, cards: tuple[Card, ...], dealer: Seat, emit: Emit) -> None:
        """A card face down for each seat."""
        self.deal += 1
        self.hands = [[card] for card in cards[: self.seats]]
        self.stock = list(cards[self.seats :])
        self.shown = [False] * self.seats
        self.standings = [m.IN_PLAY] * self.seats
        self.gains = [0] * self.seats
        self.stakes = [None] * self.seats
        self.stakes[dealer] = 0
        for seat, hand in enumerate(self.hands):
            emit(HandDealt(tuple(hand), to=Seat(seat)))
        self.to_act = self.following[dealer]

    def _stake(self, seat: Seat, tokens: int, emit: Emit) -> None:
        self.stakes[seat] = tokens
        emit(m.StakeLaid(seat))
        emit(m.StakeMade(seat, tokens, to=seat))
        assert self.dealer is not None
        if None not in self.stakes:
            emit(m.StakesShown(tuple(stake or 0 for stake in self.stakes)))
            self.to_act = self.following[self.dealer]
            return
        while self.stakes[self.to_act] is not None:  # type: ignore[index]
            self.to_act = self.following[self.to_act]  # type: ignore[index]

    def _draw(self, seat: Seat, emit: Emit) -> None:
        card = self.stock.pop(0)
        hand = self.hands[seat]
        hand.append(card)
        emit(m.CardDrawn(seat, card))
        now = self.standings[seat] = m.standing(hand)
        if now == m.IN_PLAY:
            return
        self.shown[seat] = True
        if now == m.BUST:
            emit(m.Busted(seat, hand[0]))
        else:
            emit(m.Reached(seat, hand[0], now == m.NATURAL))
        self._next(seat, emit)

    def _next(self, seat: Seat, emit: Emit) -> None:
        """The neighbour on the right; the bank only where somebody is not bust; then the end."""
        assert self.dealer is not None
        if seat == self.dealer:
            self._settle(emit)
            return
        self.to_act = following = self.following[seat]
        if following != self.dealer:
            return
        if all(
            standing == m.BUST for who, standing in enumerate(self.standings) if who != self.dealer
        ):
            self._settle(emit)
            return
        self._show(following, emit)

    def _show(self, seat: Seat, emit: Emit) -> None:
        if not self.shown[seat]:
            self.shown[seat] = True
            emit(m.CardShown(seat, self.hands[seat][0], m.total(self.hands[seat])))

    def _settle(self, emit: Emit) -> None:
        bank = self.dealer
        assert bank is not None
        for seat in map(Seat, range(self.seats)):
            self._show(seat, emit)
        counts = [m.total(hand) for hand in self.hands]
        ways, stakes = self.standings, [stake or 0 for stake in self.stakes]
        self.gains = [
            m.gain(stakes[seat], ways[seat], counts[seat], ways[bank], counts[bank])
            for seat in range(self.seats)
        ]
        self.gains[bank] = -sum(gain for seat, gain in enumerate(self.gains) if seat != bank)
        self.score = [tokens + gain for tokens, gain in zip(self.score, self.gains, strict=True)]
        emit(m.Settled(tuple(self.gains), tuple(self.score)))
        if self.deal == self.options.deals:
            self.to_act = Turn.OVER
            emit(m.MatchEnded(self.winners(), tuple(self.score)))
            return
        self.to_act = Turn.CHANCE
        if ways[bank] != m.NATURAL:
            self._pass_bank(bank, emit)

    def _pass_bank(self, bank: Seat, emit: Emit) -> None:
        seat = self.following[bank]
        while seat != bank:
            if self.standings[seat] == m.NATURAL:
                self.dealer = seat
                emit(m.BankPassed(seat))
                return
            seat = self.following[seat]

    def view(self, seat: Seat | None) -> m.SetteMezzoView:
        """What a seat knows."""
        return m.SetteMezzoView(
            **self.seen(seat),
            hand=() if seat is None else tuple(self.hands[seat]),
            hand_sizes=tuple(map(len, self.hands)),
            spread=tuple(
                tuple(hand) if shown else (None, *hand[1:]) if hand else ()
                for hand, shown in zip(self.hands, self.shown, strict=True)
            ),
            stakes=tuple(
                None if self.is_staking and who not in {seat, self.dealer} else stake
                for who, stake in enumerate(self.stakes)
            ),
            staked=tuple(stake is not None for stake in self.stakes),
            standings=tuple(self.standings),
            score=tuple(self.score),
            gains=tuple(self.gains),
            stock=len(self.stock),
        )


class SetteMezzoRules(DealtRules[m.Options, SetteMezzoState, m.SetteMezzoView]):
    """The rules as the table, the bots and the engine protocol use them."""

    version = 1
    packs = dict.fromkeys(m.SEATS, m.PACK)
    state = SetteMezzoState
    moves = m.MOVES

    def redeal(self, view: m.SetteMezzoView, rng: Random) -> SetteMezzoState:
        """Deal the cards again that this seat has not seen; others stake what they may."""
        state = SetteMezzoState.as_seen(view)
        known: list[list[Card | None]] = [list(cards) for cards in view.spread]
        if view.seat is not None:
            known[view.seat] = list(view.hand)
        seen = {card for cards in known for card in cards if card is not None}
        unseen = [card for card in m.PACK if card not in seen]
        covered = [seat for seat, cards in enumerate(known) if None in cards]
        if len(unseen) != view.stock + len(covered) and view.deal:
            raise Impossible("cards are missing")

        def may_hold(place: int, card: Card) -> bool:
            shown: list[Any] = known[covered[place]][1:]
            return m.is_possible(card, shown)

        *hidden, stock = deal_hidden(unseen, [1] * len(covered), may_hold, rng)
        for seat, (card,) in zip(covered, hidden, strict=True):
            known[seat][0] = card
        state.hands = [[card for card in cards if card is not None] for cards in known]
        state.shown = [bool(cards) and None not in cards for cards in view.spread]
        state.stock = list(stock) if view.deal else []
        rng.shuffle(state.stock)
        state.stakes = [
            rng.randint(1, view.options.stake) if stake is None and view.staked[seat] else stake
            for seat, stake in enumerate(view.stakes)
        ]
        state.standings, state.score = list(view.standings), list(view.score)
        state.gains = list(view.gains)
        return state

    def looks(self, view: m.SetteMezzoView) -> Iterator[Look]:
        """As many of everything as there are seats, and the own hand as it lies on the table."""
        sizes = view.hand_sizes
        for name in ("spread", "stakes", "staked", "standings", "score", "gains"):
            yield name, len(getattr(view, name)) == len(sizes)
        yield "hand_sizes", tuple(map(len, view.spread)) == sizes
        yield "spread", all(None not in cards[1:] for cards in view.spread)
        if view.seat is not None:
            yield "hand", view.hand[1:] == view.spread[view.seat][1:]

    def refusal(self, view: m.SetteMezzoView, move: Move) -> Refused:
        """Why not: while stakes are made, nobody waits for a turn."""
        if view.seat is not None and view.staking:
            if view.seat == view.dealer:
                return Refused("bank-stakes-nothing")
            if view.staked[view.seat]:
                return Refused("staked-already")
            is_stake = isinstance(move, m.Stake)
            return Refused("stake-too-high" if is_stake else "stake-first")
        return super().refusal(view, move)

    def why_not(self, view: m.SetteMezzoView, move: Move) -> Refused:
        """In turn nothing is refused but a stake."""
        return Refused("staked-already")


RULES = SetteMezzoRules()

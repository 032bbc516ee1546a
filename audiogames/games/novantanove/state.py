"""The rules of Novantanove as a state machine.

Theory of operation
-------------------
A match is a sequence of rounds (manche).  Its `phase` is what the state waits for:

- the dealer (`Turn.CHANCE`): `dealer` once, `deal` at the start of each round, `reshuffle` when the
  stock is empty;
- a seat, `player`: a card, with its value where the card has two;
- nothing (`Turn.OVER`): one player has tokens left.

Besides the seat to act, the one that played last may still draw: its *draw window* (`drawer`)
closes when the next card is played, when the round ends and when that seat is eliminated.  A
time-out does not close it.

`_play` processes a card in the order of the announcements: card and new total; limits; tokens;
eliminations; the end of match or round; a four or a jack; then the window opens and the turn passes
(`_turn_to`), where an empty hand is settled at once.

Every transition is in this file.  `apply` trusts its caller: see `core.contract.admit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from audiogames.cards.card import FRENCH, Card
from audiogames.cards.dealing import (
    Deal,
    Dealer,
    DealerChosen,
    HandDealt,
    Reshuffle,
)
from audiogames.core.contract import Move, Result, SlottedState, Turn
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.native import mypyc_attr
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.model import Phase
from audiogames.games.novantanove.plays import (
    DRAW,
    PLAYS_AT,
    Draw,
    Play,
    next_limit,
    total_after,
)

CLOCKWISE: Final = 1

# Faster where compiled: looking up an enumeration's member takes longer than a constant of this
# module, and so does looking up a function of an interpreted module.
PLAYING: Final = Phase.PLAYING
OVER: Final = Phase.OVER
DEALERS_TURN: Final = Turn.CHANCE
DROP: Final = drop
VERBS: Final = {
    Phase.CHOOSING_DEALER: "dealer",
    Phase.DEALING: "deal",
    Phase.RESHUFFLING: "reshuffle",
}
"""The dealer's move in each phase that waits for one."""
DRAWN: Final[tuple[Move, ...]] = (DRAW,)


@mypyc_attr(allow_interpreted_subclasses=True)
class NovantanoveState(SlottedState[Move, m.NovantanoveView]):
    """A position of Novantanove, with all hidden cards.

    `trail` has the plays and draws since the last shuffle.
    """

    __slots__ = (
        "_auto_choice", "_min_zero", "_packs", "dealer", "direction", "drawer", "hands", "last",
        "options", "phase", "player", "reshuffled", "round", "seats", "starter", "stock",
        "timeouts", "tokens", "total", "trail",
    )  # fmt: skip
    _lists: ClassVar[tuple[str, ...]] = ("stock", "timeouts", "tokens", "trail")
    _nested: ClassVar[tuple[str, ...]] = ("hands",)

    def __init__(self, options: m.Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self._packs = m.packs_of(options, seats)
        self._min_zero: bool = options.min_zero
        self._auto_choice: bool = options.auto_choice
        self.tokens = [options.tokens] * seats
        self.timeouts = [0] * seats
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.stock: list[Card] = []
        """The top card, the next to be drawn, is the last of the list."""
        self.trail: list[tuple[Seat, Card | None]] = []
        self.reshuffled: tuple[Card, ...] = ()
        self.total = 0
        self.round = 0
        self.direction = CLOCKWISE
        self.dealer: Seat | None = None
        self.starter: Seat | None = None
        self.drawer: Seat | None = None
        self.last: tuple[Seat, Play, int] | None = None
        self.phase = Phase.CHOOSING_DEALER
        self.player: Seat | None = None
        """Whose turn it is, also during a reshuffle."""

    # Queries

    @property
    def to_act(self) -> Seat | Turn:
        """The seat to play a card, `Turn.CHANCE` for the dealer, or `Turn.OVER`."""
        if self.phase is PLAYING:
            assert self.player is not None
            return self.player
        return Turn.OVER if self.phase is OVER else DEALERS_TURN

    @property
    def expects(self) -> str | None:
        """The word that begins the dealer's next move; None if it is not the dealer's turn."""
        return VERBS.get(self.phase)

    def pack(self) -> tuple[Card, ...]:
        """Return all the cards that the table plays with."""
        return FRENCH * self._packs

    def alive(self) -> list[Seat]:
        """Return the seats that still have tokens."""
        return [Seat(seat) for seat, tokens in enumerate(self.tokens) if tokens]

    def discards(self) -> list[Card]:
        """Return the face-up pile, oldest first."""
        return [card for _, card in self.trail if card is not None]

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Return the plays of the seat to act, with every value, or the draw in an open window."""
        player, drawer = self.player, self.drawer
        may_draw = drawer is not None and drawer == seat
        if player is None or player != seat or self.phase is not PLAYING:
            return DRAWN if may_draw else ()
        hand = self.hands[seat] if self._packs == 1 else [*dict.fromkeys(self.hands[seat])]
        plays: list[Move] = [play for card in hand for play in PLAYS_AT[card.order]]
        if self._auto_choice and self.total > m.ACE_IS_ONE_ABOVE:
            plays = [play for play in plays if not self._chosen_away(play)]
        if may_draw:
            plays.append(DRAW)
        return plays

    def _chosen_away(self, play: Move) -> bool:
        value = play.value if isinstance(play, Play) else None
        return value == 11 or (value == 10 and self.total >= m.TEN_IS_MINUS_FROM)

    def view(self, seat: Seat | None) -> m.NovantanoveView:
        """Return the view of a seat: the table, its cards, and all plays and draws of the round."""
        return m.NovantanoveView(
            seat=seat,
            to_act=self.to_act,
            legal=() if seat is None else tuple(self.legal_moves(seat)),
            dealer=self.dealer,
            hand=() if seat is None else tuple(self.hands[seat]),
            hand_sizes=tuple(map(len, self.hands)),
            total=self.total,
            tokens=tuple(self.tokens),
            alive=tuple(map(bool, self.tokens)),
            direction=self.direction,
            stock=len(self.stock),
            may_draw=seat is not None and seat == self.drawer,
            round=self.round,
            drawer=self.drawer,
            starter=self.starter,
            resumes=self.player if self.phase is Phase.RESHUFFLING else None,
            last=self.last,
            timeouts=tuple(self.timeouts),
            options=self.options,
            history=tuple(self.trail),
            reshuffled=self.reshuffled,
        )

    def result(self) -> Result | None:
        """Return the result: the last player with tokens wins."""
        if self.phase is not OVER:
            return None
        return Result(tuple(self.alive()), tuple(self.tokens), "last-with-tokens")

    # Transitions

    def apply(self, seat: Seat | None, move: Move, emit: Emit = drop) -> None:
        """Make a legal move, and emit its events."""
        # A chain of tests, because compiled code checks the classes of `case` slowly.
        if isinstance(move, Play):
            assert seat is not None
            self._play(seat, move, emit)
        elif isinstance(move, Draw):
            self._draw(emit)
        elif isinstance(move, Deal):
            self._deal(move.cards, emit)
        elif isinstance(move, Dealer):
            self._choose_dealer(move.seat, emit)
        elif isinstance(move, Reshuffle):
            self._reshuffle(move.cards, emit)
        else:
            assert isinstance(move, m.Timeout)
            self._time_out(move.seat, emit)

    def _choose_dealer(self, seat: Seat, emit: Emit) -> None:
        self.dealer = seat
        self.phase = Phase.DEALING
        if emit is not DROP:
            emit(DealerChosen(seat))

    def _deal(self, cards: Sequence[Card], emit: Emit) -> None:
        """Deal three cards to each player, and reset the total and the direction."""
        assert self.dealer is not None
        stock = list(reversed(cards))
        self.hands = [
            [stock.pop() for _ in range(m.HAND)] if tokens else [] for tokens in self.tokens
        ]
        self.stock = stock
        self.trail = []
        self.reshuffled = ()
        self.total = 0
        self.round += 1
        self.direction = CLOCKWISE
        self.drawer = None
        self.last = None
        self.starter = self._next(self.dealer)
        if emit is not DROP:
            emit(m.Dealt(self.round, self.dealer, self.starter, tuple(self.tokens)))
            for seat in self.alive():
                emit(HandDealt(tuple(self.hands[seat]), to=seat))
        self._turn_to(self.starter, emit)

    def _play(self, seat: Seat, play: Play, emit: Emit) -> None:
        card = play.card
        before = self.total
        self.hands[seat].remove(card)
        self.trail.append((seat, card))
        self.total = total = total_after(before, play, min_zero=self._min_zero)
        self.last = (seat, play, total)
        missed, self.drawer = self.drawer, None
        if emit is not DROP:
            emit(m.CardPlayed(seat, card, play.value, before, total))
        if total >= next_limit(before):
            cost = m.outcome(before, total)
            self._settle(seat, before, cost, emit)
            if self._is_over(emit):
                return
            if cost.ends_round:
                self._end_round(emit)
                return
        if emit is not DROP and missed is not None and self.tokens[missed]:
            emit(m.DrawMissed(len(self.hands[missed]), to=missed))
        self._pass_on(seat, card, emit)

    def _settle(self, seat: Seat, before: int, cost: m.Outcome, emit: Emit) -> None:
        """Announce the limit that was reached or passed, and charge the tokens for it."""
        if emit is not DROP:
            limit = m.reached(before, self.total)
            limits = m.passed(before, self.total)
            if limits:
                emit(m.LimitsPassed(seat, limits))
            if limit is not None:
                emit(m.LimitReached(seat, limit))
        if cost.player:
            self._pay([seat], cost.player, emit, ends_round=cost.ends_round)
        if cost.others:
            others = [other for other in self.alive() if other != seat]
            self._pay(others, cost.others, emit, ends_round=cost.ends_round)

    def _pay(self, seats: list[Seat], count: int, emit: Emit, *, ends_round: bool) -> None:
        """Take up to `count` tokens from each seat; a seat that has none left is eliminated."""
        tokens = self.tokens
        paid = [min(count, tokens[seat]) for seat in seats]
        for place, seat in enumerate(seats):
            tokens[seat] -= paid[place]
        if emit is not DROP:
            for amount in sorted(set(paid), reverse=True):
                payers = tuple(seat for seat, one in zip(seats, paid, strict=True) if one == amount)
                emit(m.TokensLost(payers, amount, tuple(tokens[seat] for seat in payers)))
        out = [seat for seat in seats if not tokens[seat]]
        for seat in out:
            if emit is not DROP:
                emit(m.PlayerEliminated(seat))
        if out and not ends_round and len(self.alive()) > 1:
            for seat in out:
                self._lay_down(seat, emit)

    def _lay_down(self, seat: Seat, emit: Emit) -> None:
        """Move an eliminated player's cards to the discards, and close their draw window."""
        cards = self.hands[seat]
        self.hands[seat] = []
        self.trail += [(seat, card) for card in cards]
        if self.drawer == seat:
            self.drawer = None
        if cards and emit is not DROP:
            emit(m.CardsLaidDown(seat, tuple(cards)))

    def _is_over(self, emit: Emit) -> bool:
        alive = self.alive()
        if len(alive) > 1:
            return False
        self.phase = OVER
        self.player = self.drawer = None
        if emit is not DROP:
            emit(m.MatchEnded(alive[0], self.tokens[alive[0]]))
        return True

    def _end_round(self, emit: Emit) -> None:
        """End the round; the next dealer is the next surviving player on the dealer's right."""
        assert self.dealer is not None
        self.player = self.drawer = None
        self.dealer = self._next(self.dealer, -CLOCKWISE)
        self.phase = Phase.DEALING
        if emit is not DROP:
            emit(m.RoundEnded(self.round))

    def _pass_on(self, seat: Seat, card: Card, emit: Emit) -> None:
        """Apply a four or a jack, open the draw window, and pass the turn."""
        if card.rank == "4":
            self._reverse(emit)
        following = self._next(seat)
        if card.rank == "J":
            following = self._skip(seat, following, emit)
        if self.tokens[seat] and self.stock:
            self.drawer = seat
        self._turn_to(following, emit)

    def _reverse(self, emit: Emit) -> None:
        if len(self.alive()) == 2:
            return
        self.direction = -self.direction
        if emit is not DROP:
            emit(m.DirectionReversed(self.direction))

    def _skip(self, seat: Seat, skipped: Seat, emit: Emit) -> Seat:
        following = self._next(skipped)
        if emit is not DROP:
            emit(m.TurnRepeated(seat) if following == seat else m.TurnSkipped(skipped))
        return following

    def _next(self, seat: Seat, direction: int | None = None) -> Seat:
        """Return the next seat with tokens, by default in the direction of play."""
        step = self.direction if direction is None else direction
        following = (seat + step) % self.seats
        while not self.tokens[following]:
            following = (following + step) % self.seats
        return Seat(following)

    def _turn_to(self, seat: Seat, emit: Emit) -> None:
        """Give the turn to this seat; if it has no card, it pays tokens and the round ends."""
        self.phase, self.player = PLAYING, seat
        if self.hands[seat] or self.drawer == seat:
            return
        if emit is not DROP:
            emit(m.HandEmpty(seat))
        self._pay([seat], m.EMPTY_HAND_COST, emit, ends_round=True)
        if not self._is_over(emit):
            self._end_round(emit)

    def _draw(self, emit: Emit) -> None:
        """Draw the top card; if it was the last one, the dealer must reshuffle the discards."""
        seat = self.drawer
        assert seat is not None
        card = self.stock.pop()
        self.hands[seat].append(card)
        self.trail.append((seat, None))
        self.drawer = None
        if emit is not DROP:
            emit(m.CardDrawn(seat, len(self.stock)))
            emit(m.CardTaken(card, to=seat))
        if not self.stock and self.discards():
            self.phase = Phase.RESHUFFLING

    def _reshuffle(self, cards: Sequence[Card], emit: Emit) -> None:
        self.stock = list(reversed(cards))
        self.reshuffled = tuple(sorted(cards))
        self.trail = []
        assert self.player is not None
        if emit is not DROP:
            emit(m.StockReshuffled(len(cards)))
        self._turn_to(self.player, emit)

    def _time_out(self, seat: Seat, emit: Emit) -> None:
        """Charge two tokens and pass the turn without a card; draw windows stay open."""
        self.timeouts[seat] += 1
        free = self.options.gentle_timeouts and self.timeouts[seat] <= m.FREE_TIMEOUTS
        if emit is not DROP:
            emit(m.TimedOut(seat, free))
        if not free:
            self._pay([seat], m.TIMEOUT_COST, emit, ends_round=False)
        if self._is_over(emit):
            return
        following = self._next(seat)
        if emit is not DROP:
            emit(m.TurnPassed(following))
        self._turn_to(following, emit)

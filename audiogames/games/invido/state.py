"""The rules of Invido as a state machine.

Theory of operation
-------------------
A match is a chain of deals (giocate).  Within a deal `player` is the seat that plays the next card,
and at most two questions may be pending before that, stacked in this order:

- a *stake*: `asked`, called by `asker`; its opponent accepts, gives up or raises;
- *a monte*, asked by `monte_asker`; its opponent says "va bene" or "no" and nothing else.

The `phase` names the uppermost question.  `to_act` is the seat that must answer it; without a
question it is `player`.  Answering a question returns to the one below it, so that a refused "a
monte" restores the position in which it was asked.  "A monte" is the one move that may be made out
of turn: by either player, while none is pending, even over one's own call.

A call must be the next step of the ladder.  After the first only the opponent of the last caller
(`last_raiser`) may raise.  A deal ends as soon as its winner is certain (`model.deal_winner`), by
folding, or annulled; after every deal the dealer changes.

Every transition is in this file.  `apply` trusts its caller: see `admit` in
`core.contract`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import product
from typing import ClassVar, Final

from audiogames.cards.card import Card
from audiogames.cards.dealing import (
    Deal,
    Dealer,
    DealerChosen,
    HandDealt,
)
from audiogames.core.contract import Move, Result, SlottedState, Turn
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.native import mypyc_attr
from audiogames.games.invido import model as m
from audiogames.games.invido.model import Phase
from audiogames.games.invido.plays import (
    A_MONTE,
    ANSWERS,
    ASKING,
    CALLING,
    COVERED,
    MONTE,
    NO,
    OPEN,
    OPEN_AT,
    TURN,
    VA_BENE,
    VADO_VIA,
    Answer,
    Call,
    Play,
    next_call,
)

SEATS: Final = 2
OTHER: Final[tuple[Seat, ...]] = (Seat(1), Seat(0))
"""The opponent of each seat."""
HAND: Final = m.HAND
DEALT: Final = SEATS * HAND
VERBS: Final = {Phase.CHOOSING_DEALER: "dealer", Phase.DEALING: "deal"}
"""The dealer's move in each phase that waits for one."""

# Faster where compiled: looking up an enumeration's member takes longer than a constant of this
# module, and so does looking up a function of an interpreted module.
PLAYING: Final = Phase.PLAYING
ANSWERING_STAKE: Final = Phase.ANSWERING_STAKE
ANSWERING_MONTE: Final = Phase.ANSWERING_MONTE
DEALING: Final = Phase.DEALING
OVER: Final = Phase.OVER
DEALERS_TURN: Final = Turn.CHANCE
MATCH_OVER: Final = Turn.OVER
DROP: Final = drop

DECIDED: Final = {
    tricks: m.deal_winner(tricks)
    for taken in range(m.HAND + 1)
    for tricks in product((*OTHER, None), repeat=taken)
}
"""The winner for every possible sequence of tricks."""

MANNER: Final = len(fields(m.Manner))
# The same records are in many views, and a frozen dataclass is slow to build.
_manner: Final = lru_cache(maxsize=4096)(m.Manner)


@mypyc_attr(allow_interpreted_subclasses=True)
class InvidoState(SlottedState[Move, m.InvidoView]):
    """A position of Invido, with all hidden cards.

    A card played face down is None in `played` and hidden in all other seats' views.
    """

    __slots__ = (
        "all_montes", "asked", "asker", "calls", "covered", "deal", "dealer", "goal", "hands",
        "last_deal", "last_raiser", "leader", "monte_asker", "montes", "on_table", "options",
        "phase", "played", "player", "raised_at", "records", "score", "short", "stock", "tricks",
        "vado_dentro", "value",
    )  # fmt: skip
    _lists: ClassVar[tuple[str, ...]] = (
        "calls", "covered", "on_table", "played", "records", "score", "tricks",
    )  # fmt: skip
    _nested: ClassVar[tuple[str, ...]] = ("hands",)

    def __init__(self, options: m.Options) -> None:
        self.options = options
        self.vado_dentro: bool = options.vado_dentro
        self.score = [0, 0]
        self.goal = m.GOAL
        self.short = False
        self.phase = Phase.CHOOSING_DEALER
        self.dealer: Seat | None = None
        self.deal = 0
        self.last_deal: Seat | None = None
        self.records = [0] * (SEATS * MANNER)
        """For each seat the three numbers of its `Manner`."""
        self.hands: list[list[Play]] = [[], []]
        self.stock: tuple[Card, ...] = ()
        self.all_montes: tuple[int, ...] = (options.monte_cap,) * SEATS
        """How often each seat may ask "a monte" between two cards."""
        self.covered: list[tuple[int, Card]] = []
        self._clear()

    def _clear(self) -> None:
        """Reset all fields that belong to a deal."""
        self.player: Seat | None = None
        self.leader: Seat | None = None
        self.value = 1
        self.last_raiser: Seat | None = None
        self.asked: int | None = None
        self.asker: Seat | None = None
        self.monte_asker: Seat | None = None
        self.montes = self.all_montes
        self.tricks: list[Seat | None] = []
        self.on_table: list[tuple[Seat, Card | None]] = []
        self.played: list[tuple[Seat, Card | None]] = []
        self.raised_at = 0
        self.calls: list[tuple[Seat, int]] = []

    # Queries

    @property
    def to_act(self) -> Seat | Turn:
        """The seat that must answer the pending question or play, or a `Turn`."""
        phase = self.phase
        if phase is PLAYING:
            assert self.player is not None
            return self.player
        if phase is ANSWERING_STAKE:
            assert self.asker is not None
            return OTHER[self.asker]
        if phase is ANSWERING_MONTE:
            assert self.monte_asker is not None
            return OTHER[self.monte_asker]
        return MATCH_OVER if phase is OVER else DEALERS_TURN

    @property
    def expects(self) -> str | None:
        """The word that begins the dealer's next move; None if it is not the dealer's turn."""
        return VERBS.get(self.phase)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Return the legal moves of the seat; "a monte" also out of turn."""
        phase = self.phase
        if phase is ANSWERING_MONTE:
            return self._answers_to_monte(seat)
        words = ASKING if self.montes[seat] > 0 or self.options.monte_cap == 0 else 0
        if phase is PLAYING:
            player, raiser = self.player, self.last_raiser
            if player is None or player != seat:
                return MONTE[words]
            if raiser is None or raiser != seat:
                words += CALLING
            moves = self._cards(seat)
            moves += TURN[self.value][words]
            return moves
        if phase is not ANSWERING_STAKE:
            return ()
        if seat == self.asker:
            return MONTE[words]
        assert self.asked is not None
        if self.options.implicit_accept and seat == self.player:
            return ANSWERS[self.asked][CALLING] + self._cards(seat) + MONTE[words]
        return ANSWERS[self.asked][CALLING + words]

    def _answers_to_monte(self, seat: Seat) -> Sequence[Move]:
        """Return the answers to "a monte"; under `implicit_no`, a call counts as a refusal."""
        if seat == self.monte_asker:
            return ()
        call = next_call(self.value)
        if self.options.implicit_no and self.asker is None and call and seat != self.last_raiser:
            return VA_BENE, NO, call
        return VA_BENE, NO

    def _cards(self, seat: Seat) -> list[Move]:
        hand = self.hands[seat]
        if self.vado_dentro:
            return [way for play in hand for way in (play, COVERED[play.card])]
        return [play for play in hand]  # noqa: C416 - a list of moves, faster where compiled

    def held(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards of a seat."""
        return tuple([play.card for play in self.hands[seat]])

    def view(self, seat: Seat | None) -> m.InvidoView:
        """Return the view of a seat: the table and its own cards."""
        capped = self.options.monte_cap > 0
        return m.InvidoView(
            seat=seat,
            to_act=self.to_act,
            legal=() if seat is None else tuple(self.legal_moves(seat)),
            dealer=self.dealer,
            hand=() if seat is None else self.held(seat),
            hand_sizes=tuple(map(len, self.hands)),
            score=(self.score[0], self.score[1]),
            goal=self.goal,
            value=self.value,
            asked=self.asked,
            monte_asked=self.monte_asker is not None,
            last_raiser=self.last_raiser,
            tricks=tuple(self.tricks),
            on_table=tuple(self.on_table),
            leader=self.leader,
            player=self.player,
            asker=self.asker,
            monte_asker=self.monte_asker,
            montes=tuple(left if capped else None for left in self.montes),
            played=tuple(self.played),
            covered=tuple(card for who, card in self.covered if who == seat),
            deal=self.deal,
            short=self.short,
            raised_at=self.raised_at,
            calls=tuple(self.calls),
            last_deal=self.last_deal,
            manners=(_manner(*self.records[:MANNER]), _manner(*self.records[MANNER:])),
            options=self.options,
        )

    def result(self) -> Result | None:
        """Return the result: the player who reached or passed the goal wins."""
        if self.phase is not OVER:
            return None
        winner = Seat(0 if self.score[0] >= self.goal else 1)
        return Result((winner,), tuple(self.score), "goal-reached")

    # Transitions

    def apply(self, seat: Seat | None, move: Move, emit: Emit = drop) -> None:
        """Make a legal move, and emit its events."""
        if isinstance(move, Play):
            self._play(_known(seat), move, emit)
        elif isinstance(move, Answer):
            self._speak(_known(seat), move, emit)
        elif isinstance(move, Call):
            self._call(_known(seat), move, emit)
        elif isinstance(move, Deal):
            self._deal(move.cards, emit)
        else:
            assert isinstance(move, Dealer)
            self._choose_dealer(move.seat, emit)

    def _speak(self, seat: Seat, answer: Answer, emit: Emit) -> None:
        """Apply an answer, or a request "a monte"; "va bene" accepts the latest question."""
        if answer is VADO_VIA:
            self._fold(seat, emit)
        elif answer is A_MONTE:
            self._ask_monte(seat, emit)
        elif answer is NO:
            self._refuse_monte(seat, emit)
        elif self.phase is ANSWERING_STAKE:
            self._accept(seat, emit)
        else:
            self._annul(seat, emit)

    def _choose_dealer(self, dealer: Seat, emit: Emit) -> None:
        self.dealer = dealer
        self.phase = DEALING
        if emit is not DROP:
            emit(DealerChosen(dealer))

    def _deal(self, cards: tuple[Card, ...], emit: Emit) -> None:
        """Deal three cards each; the opponent of the dealer plays first."""
        assert self.dealer is not None
        self._clear()
        held = [OPEN_AT[card.order] for card in cards[:DEALT]]
        self.hands = [held[:HAND], held[HAND:]]
        self.stock = cards[DEALT:]
        self.covered = []
        self.deal += 1
        self.phase = PLAYING
        self.player = self.leader = OTHER[self.dealer]
        if emit is not DROP:
            score = (self.score[0], self.score[1])
            emit(m.Dealt(self.deal, self.dealer, self.leader, score, self.goal))
            for seat in (Seat(0), Seat(1)):
                emit(HandDealt(self.held(seat), to=seat))

    def _play(self, seat: Seat, play: Play, emit: Emit) -> None:
        """Play a card; under `implicit_accept` this also accepts a pending call."""
        if self.phase is ANSWERING_STAKE:
            self._accept(seat, emit)
        self.hands[seat].remove(OPEN[play.card] if play.covered else play)
        shown = None if play.covered else play.card
        self.on_table.append((seat, shown))
        self.played.append((seat, shown))
        self.montes = self.all_montes
        if shown is None:
            self.covered.append((seat, play.card))
        if emit is not DROP:
            emit(m.CardCovered(seat) if shown is None else m.CardPlayed(seat, shown))
        if len(self.on_table) == SEATS:
            self._take_trick(emit)
        else:
            self.player = OTHER[seat]

    def _take_trick(self, emit: Emit) -> None:
        """Give the trick to the stronger card; after a tie the same player leads again."""
        (leader, led), (follower, followed) = self.on_table
        difference = m.strength(led) - m.strength(followed)
        winner = None if difference == 0 else leader if difference > 0 else follower
        self.tricks.append(winner)
        self.on_table = []
        self.leader = self.player = leader if winner is None else winner
        if emit is not DROP:
            emit(m.TrickTaken(len(self.tricks), winner))
        decided = DECIDED[tuple(self.tricks)]
        if decided == m.NOBODY:
            self._end_deal(None)
            if emit is not DROP:
                emit(m.DealTied())
        elif decided != m.UNDECIDED:
            self._win(Seat(decided), emit)

    def _call(self, seat: Seat, call: Call, emit: Emit) -> None:
        """Make a call; it accepts a pending call, or refuses a pending "a monte"."""
        if self.phase is ANSWERING_MONTE:
            self._refuse_monte(seat, emit, by_call=True)
        raising = self.phase is ANSWERING_STAKE
        if raising:
            self._raise_value()
        self.asked, self.asker = call.level, seat
        self.phase = ANSWERING_STAKE
        self.calls.append((seat, len(self.played)))
        if emit is not DROP:
            emit(m.StakeCalled(seat, call.name, call.level, raising))

    def _raise_value(self) -> None:
        assert self.asked is not None
        self.value, self.last_raiser = self.asked, self.asker
        self.asked = self.asker = None
        self.phase = PLAYING
        self.raised_at = len(self.played)

    def _accept(self, seat: Seat, emit: Emit) -> None:
        self._raise_value()
        if emit is not DROP:
            emit(m.StakeAccepted(seat, self.value))

    def _fold(self, seat: Seat, emit: Emit) -> None:
        """Fold: the opponent scores the stake before the call."""
        if emit is not DROP:
            emit(m.Folded(seat))
        self._win(OTHER[seat], emit)

    def _ask_monte(self, seat: Seat, emit: Emit) -> None:
        self.monte_asker = seat
        self.phase = ANSWERING_MONTE
        left = [*self.montes]
        left[seat] -= 1
        self.montes = tuple(left)
        if emit is not DROP:
            emit(m.MonteAsked(seat))

    def _refuse_monte(self, seat: Seat, emit: Emit, *, by_call: bool = False) -> None:
        self.monte_asker = None
        self.phase = PLAYING if self.asker is None else ANSWERING_STAKE
        if emit is not DROP:
            emit(m.MonteRefused(seat, by_call))

    def _annul(self, seat: Seat, emit: Emit) -> None:
        self._end_deal(None)
        if emit is not DROP:
            emit(m.MonteAccepted(seat))

    def _win(self, winner: Seat, emit: Emit) -> None:
        """Add the stake to the winner's score, and end or reset the match if required."""
        points = self.value
        self.score[winner] += points
        self._end_deal(winner)
        if emit is not DROP:
            emit(m.DealWon(winner, points, (self.score[0], self.score[1])))
        if self.score[winner] >= self.goal:
            self.phase = OVER
            if emit is not DROP:
                emit(m.MatchEnded(winner, (self.score[0], self.score[1])))
        elif self.score[0] == self.score[1]:
            self._level(self.score[0], emit)

    def _level(self, level: int, emit: Emit) -> None:
        """Reset the score at 23 all and play to 8; after that, reset it at each 7 all."""
        if level != (m.SHORT_LEVEL if self.short else m.LEVEL):
            return
        self.score = [0, 0]
        self.goal = m.SHORT_GOAL
        self.short = True
        if emit is not DROP:
            emit(m.ScoreReset(level, self.goal))

    def _end_deal(self, winner: Seat | None) -> None:
        """End the deal; the other player deals next."""
        assert self.dealer is not None
        if self.calls:
            self._record_calls(is_fold=winner is not None)
        self.last_deal = winner
        self.phase = DEALING
        self.player = None
        self.asked = self.asker = self.monte_asker = None
        self.dealer = OTHER[self.dealer]

    def _record_calls(self, *, is_fold: bool) -> None:
        """Add the calls and answers of a finished deal to both players' records.

        If `asker` was still waiting for an answer, either the opponent folded, or the deal was
        annulled.
        """
        records = self.records
        for caller, _ in self.calls:
            records[MANNER * caller] += 1
            records[MANNER * OTHER[caller] + 1] += 1
        if self.asker is not None:
            answerer = MANNER * OTHER[self.asker]
            if is_fold:
                records[answerer + 2] += 1
            else:
                records[answerer + 1] -= 1


def _known(seat: Seat | None) -> Seat:
    """Return the seat; assert that the move is not the dealer's."""
    assert seat is not None
    return seat

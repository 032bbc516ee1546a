"""The rules of High card as a state machine.

The dealer deals once.  Then the seats play a card each, in turn from the one who leads; whoever
takes the trick leads the next.  The match ends with the last card.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random

from audiogames.cards.card import FRENCH, Card, shuffled
from audiogames.cards.dealing import Deal, HandDealt, read_cards, same_cards
from audiogames.core.contract import Move, Refused, Result, State, Turn
from audiogames.core.cues import Name, msg
from audiogames.core.events import Emit, Seat, drop
from audiogames_highcard import model as m


@dataclass
class HighCardState(State[Move, m.HighCardView]):
    """A position."""

    options: m.Options
    hands: list[list[Card]]
    tricks: list[int]
    on_table: list[tuple[Seat, Card]] = field(default_factory=list)
    gone: list[Card] = field(default_factory=list)
    to_act: Seat | Turn = Turn.CHANCE

    @property
    def expects(self) -> str | None:
        """The dealer's word."""
        return "deal" if self.to_act is Turn.CHANCE else None

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Any card of the hand, in turn."""
        return [m.Play(card) for card in self.hands[seat]] if seat == self.to_act else ()

    def apply(self, seat: Seat | None, move: Move, emit: Emit = drop) -> None:
        """Deal, or play a card."""
        if isinstance(move, Deal):
            self._deal(move.cards, emit)
        elif isinstance(move, m.Play) and seat is not None:
            self._play(seat, move.card, emit)

    def _deal(self, cards: Sequence[Card], emit: Emit) -> None:
        size = self.options.cards
        for seat, hand in enumerate(self.hands):
            hand[:] = cards[seat * size : (seat + 1) * size]
            emit(HandDealt(tuple(hand), to=Seat(seat)))
        self.to_act = Seat(0)

    def _play(self, seat: Seat, card: Card, emit: Emit) -> None:
        self.hands[seat].remove(card)
        self.on_table.append((seat, card))
        emit(m.CardPlayed(seat, card))
        if len(self.on_table) < len(self.hands):
            self.to_act = Seat((seat + 1) % len(self.hands))
            return
        taker = m.best_of(self.on_table)[0]
        self.tricks[taker] += 1
        self.gone += [card for _, card in self.on_table]
        self.on_table = []
        emit(m.TrickTaken(taker))
        self.to_act = taker if any(self.hands) else Turn.OVER
        if self.to_act is Turn.OVER:
            emit(m.MatchEnded(self._winners(), max(self.tricks)))

    def _winners(self) -> tuple[Seat, ...]:
        most = max(self.tricks)
        return tuple(Seat(seat) for seat, tricks in enumerate(self.tricks) if tricks == most)

    def copy(self) -> "HighCardState":
        """An independent copy; the cards themselves are never copied."""
        return deepcopy(self)

    def view(self, seat: Seat | None) -> m.HighCardView:
        """What a seat knows."""
        return m.HighCardView(
            seat=seat,
            to_act=self.to_act,
            legal=() if seat is None else tuple(self.legal_moves(seat)),
            dealer=None,
            hand=() if seat is None else tuple(self.hands[seat]),
            hand_sizes=tuple(map(len, self.hands)),
            tricks=tuple(self.tricks),
            on_table=tuple(self.on_table),
            gone=tuple(self.gone),
            options=self.options,
        )

    def result(self) -> Result | None:
        """The most tricks win."""
        if self.to_act is not Turn.OVER:
            return None
        return Result(self._winners(), tuple(self.tricks), "most-tricks")


class HighCardRules:
    """The rules as the table, the bots and the engine protocol use them."""

    version = 1

    def start(self, options: m.Options, seats: int) -> HighCardState:
        """Before the deal; 13 cards for each of 4 are the whole pack."""
        return HighCardState(options, [[] for _ in range(seats)], [0] * seats)

    def chance(self, state: HighCardState, rng: Random) -> Move:
        """Shuffle the pack."""
        return Deal(shuffled(FRENCH, rng))

    def redeal(self, view: m.HighCardView, rng: Random) -> HighCardState:
        """Deal the cards that this seat has not seen again."""
        seen = {*view.hand, *view.gone, *(card for _, card in view.on_table)}
        unseen = list(shuffled([card for card in FRENCH if card not in seen], rng))
        hands = [
            list(view.hand) if seat == view.seat else [unseen.pop() for _ in range(size)]
            for seat, size in enumerate(view.hand_sizes)
        ]
        tricks, on_table, gone = list(view.tricks), list(view.on_table), list(view.gone)
        return HighCardState(view.options, hands, tricks, on_table, gone, view.to_act)

    def read(self, text: str) -> Move:
        """The move with this text form."""
        verb, *rest = text.split(" ")
        if verb == "deal":
            return Deal(read_cards(rest, "french"))
        (card,) = read_cards([text], "french")
        return m.Play(card)

    def allows_chance(self, state: HighCardState, move: Move) -> bool:
        """The deal of a whole pack, once."""
        return bool(state.expects) and isinstance(move, Deal) and same_cards(move.cards, FRENCH)

    def refusal(self, view: m.HighCardView, move: Move) -> Refused:
        """Why not."""
        if not isinstance(move, m.Play) or view.seat is None:
            return Refused("not-your-move")
        if isinstance(view.to_act, Turn):
            return Refused("being-dealt")
        if view.to_act != view.seat:
            return Refused("not-your-turn", msg("refused-not-your-turn", seat=Name(view.to_act)))
        return Refused("card-not-held", msg("refused-card-not-held", card=move.card))

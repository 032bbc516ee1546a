"""The nouns of Sette e mezzo: options, moves, events, the view, and what a hand counts.

Points are counted in halves, so that they are whole numbers: seven and a half is 15.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.cards.card import ITALIAN, Card
from audiogames.core.contract import BareMove, Move, View
from audiogames.core.events import Event, Seat
from audiogames.core.options import number

SEATS: Final = (3, 4, 5, 6)
GOAL: Final = 15
"""Seven and a half, in halves."""
MATTA: Final = Card.read("Rd", "italian")
"""The king of coins counts whatever its holder likes: a half, or any whole number up to seven."""
MATTA_COUNTS: Final = (14, 12, 10, 8, 6, 4, 2, 1)
HIGHEST_STAKE: Final = 10

IN_PLAY, STAYED, BUST, REACHED, NATURAL = "in-play", "stayed", "bust", "reached", "natural"
"""How the hand of a seat stands."""


@dataclass(frozen=True)
class Options:
    """What a table may choose."""

    deals: int = number(10, 1, 50)
    tokens: int = number(20, 1, 100)
    stake: int = number(5, 1, HIGHEST_STAKE)


@dataclass(frozen=True)
class Stake(Move):
    """So many tokens: `stake 3`."""

    tokens: int

    def __str__(self) -> str:
        return f"stake {self.tokens}"


STAKES: Final = tuple(map(Stake, range(1, HIGHEST_STAKE + 1)))
DRAW: Final = BareMove("draw")
STAY: Final = BareMove("stay")
MOVES: Final[dict[str, Move]] = {str(move): move for move in (*STAKES, DRAW, STAY)}


@dataclass(frozen=True, kw_only=True)
class SetteMezzoView(View):
    """What a seat knows."""

    deal: int
    options: Options
    spread: tuple[tuple[Card | None, ...], ...]
    """The cards before each seat; None is the first one while it is face down."""
    stakes: tuple[int | None, ...]
    """As far as the seat knows them: others' only when all have staked.  The bank has none."""
    staked: tuple[bool, ...]
    standings: tuple[str, ...]
    score: tuple[int, ...]
    """Tokens; who has lost more than they had owes them."""
    gains: tuple[int, ...]
    """What the deal has brought each seat, once it is over."""
    stock: int

    @property
    def staking(self) -> bool:
        """Whether stakes are being made."""
        return self.deal > 0 and not all(self.staked)


@dataclass(frozen=True)
class StakeMade(Event):
    """Your stake."""

    seat: Seat
    tokens: int


@dataclass(frozen=True)
class StakeLaid(Event):
    """A seat has staked; nobody else knows how much."""

    seat: Seat


@dataclass(frozen=True)
class StakesShown(Event):
    """All have staked: what each seat has, 0 for the bank."""

    stakes: tuple[int, ...]


@dataclass(frozen=True)
class CardDrawn(Event):
    """A card face up."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class Stayed(Event):
    """A seat draws no more."""

    seat: Seat


@dataclass(frozen=True)
class Busted(Event):
    """More than seven and a half; the first card is shown."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class Reached(Event):
    """Seven and a half, natural with two cards; the first card is shown."""

    seat: Seat
    card: Card
    natural: bool


@dataclass(frozen=True)
class CardShown(Event):
    """A first card is turned up."""

    seat: Seat
    card: Card
    halves: int


@dataclass(frozen=True)
class Settled(Event):
    """The deal is over: what each seat wins or loses, and what it has now."""

    gains: tuple[int, ...]
    score: tuple[int, ...]


@dataclass(frozen=True)
class BankPassed(Event):
    """A natural seven and a half has taken the bank."""

    seat: Seat


@dataclass(frozen=True)
class MatchEnded(Event):
    """All deals are played."""

    winners: tuple[Seat, ...]
    score: tuple[int, ...]


def halves(card: Card) -> int:
    """What a card counts, in halves; the matta at least a half."""
    return 2 * int(card.rank) if card.rank.isdigit() else 1


def total(cards: Sequence[Card]) -> int:
    """What a hand counts, with the matta as useful as it can be."""
    plain = sum(halves(card) for card in cards if card is not MATTA)
    if MATTA not in cards:
        return plain
    return plain + next((count for count in MATTA_COUNTS if plain + count <= GOAL), 1)


def standing(cards: Sequence[Card]) -> str:
    """How a hand stands after its newest card."""
    count = total(cards)
    if count < GOAL:
        return IN_PLAY
    if count > GOAL:
        return BUST
    return NATURAL if len(cards) == 2 else REACHED


def is_possible(hidden: Card, shown: Sequence[Card]) -> bool:
    """Whether this first card leaves the hand in play after each of the cards shown since."""
    hand = [hidden, *shown]
    return all(standing(hand[: end + 1]) == IN_PLAY for end in range(len(hand)))


def gain(stake: int, player: str, count: int, bank: str, bank_count: int) -> int:
    """What a player wins from the bank, less than nothing where the bank wins.  Ties are its."""
    if player == BUST:
        return -stake
    if player == NATURAL:
        return -stake if bank == NATURAL else 2 * stake
    if bank == BUST:
        return stake
    return -stake if bank == NATURAL or bank_count >= count else stake


PACK: Final = ITALIAN

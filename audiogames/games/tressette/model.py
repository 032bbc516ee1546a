"""The data types of Tressette: options, moves, declarations, events and the view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.cards import tricks
from audiogames.cards.card import Card
from audiogames.cards.course import Course
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.tricks import TrickView
from audiogames.core.contract import Move
from audiogames.core.events import Event, Seat
from audiogames.core.options import choice, settle, switch, usual_number
from audiogames.games.tressette.boxes import COMPAGNO, LEADER_BOXES, NO_BOXES, PIGLIATA, Boxes
from audiogames.games.tressette.plays import PLAYS, POWER, RANKS, THIRDS, Play, play

__all__ = (  # names defined in `boxes` and `plays`
    "COMPAGNO", "LEADER_BOXES", "NO_BOXES", "PIGLIATA", "PLAYS", "POWER", "RANKS", "THIRDS",
    "Boxes", "Play", "play",
)  # fmt: skip

SEATS: Final = 4
HAND: Final = 10

SUITS: Final = "cdsb"
"""Coppe, denari, spade, bastoni."""


def place_in_hand(card: Card) -> tuple[int, int]:
    """Return the sort key of a card: coppe, denari, spade, bastoni, each from the strongest."""
    return SUITS.index(card.suit), -POWER[card]


HONOURS: Final = "321"
"""The carte di tresette: tre, due, asso."""

NEXT: Final = (Seat(3), Seat(0), Seat(1), Seat(2))
"""The next seat after each: play is counter-clockwise."""
PREVIOUS: Final = (Seat(1), Seat(2), Seat(3), Seat(0))

FIRST_LEAD: Final = Card.read("4d", "italian")
"""Under the option `four_leads` its holder leads the first deal."""


@dataclass(frozen=True)
class Options:
    """The options of a table."""

    target: int = usual_number(
        lambda options: 41 if options.accuse else 31, 21, 51, (21, 31, 41, 51)
    )
    declarations: str = choice("automatic", "manual", "none")
    federation: bool = switch()
    accuse: bool = switch()
    accuse_kept: bool = switch()
    four_leads: bool = switch()

    def __post_init__(self) -> None:
        """Set the default target, which is 41 with accuse."""
        settle(self)


def side(seat: int) -> int:
    """Return the pair of a seat, 0 or 1: seats 0 and 2 play against 1 and 3."""
    return seat % 2


def pairs(_seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of side 0 and side 1."""
    return (Seat(0), Seat(2)), (Seat(1), Seat(3))


def partner(seat: int) -> Seat:
    """Return the seat of the player's partner, who sits opposite."""
    return Seat((seat + 2) % SEATS)


# Moves


@dataclass(frozen=True)
class SayDeclaration(Move):
    """A declaration of the rules' list, at a table where declarations are made manually.

    Its text forms are `say tre-lungo c` and `say busso`, for example.
    """

    name: str
    suit: str | None = None

    def __str__(self) -> str:
        return " ".join(("say", self.name, *(self.suit or "")))


LONGEST_TEXT: Final = 120
"""The most characters of a free text."""


@dataclass(frozen=True)
class SayText(Move):
    """A free text said at a manual table: `say "free text"`."""

    text: str

    def __str__(self) -> str:
        return f'say "{self.text}"'


SAYS_A_TRICK: Final = 3
"""How often each seat may speak in a trick."""


@dataclass(frozen=True)
class Accuse(Move):
    """The announcement of a buongioco.

    `accuse napoletana c` names the suit of the napoletana, `accuse tre-3 s` the suit of the one
    missing three; `accuse quattro-3` announces all four threes.
    """

    name: str
    suit: str | None = None

    def __str__(self) -> str:
        return " ".join(("accuse", self.name, *(self.suit or "")))


# Declarations made, and their limits


@dataclass(frozen=True)
class Declaration:
    """A declaration that was made: `kind` is giocata, pigliata, altri, compagno or manuale.

    `name` is None for a free `text`.  `at` is how many cards of the deal had been played before; a
    giocata refers to the card that was played next.  If the declaration names no suit, it concerns
    one of the suits in `among`.
    """

    seat: Seat
    kind: str
    name: str | None
    suit: str | None
    at: int
    among: str = ""
    text: str | None = None


@dataclass(frozen=True)
class BarredSuits:
    """The public limits on a seat's declarations (B.4); each field is a string of suits.

    `declared`: suits that the seat led and declared; it may not declare them again in this
    passata.
    `lasting`: suits in `declared` that were declared lunghissimo; "ancora" may repeat them.
    `silent`: suits led without a declaration since the seat took the lead.
    `took`: the suit of the trick that gave the seat the lead.
    """

    declared: str = ""
    lasting: str = ""
    silent: str = ""
    took: str = ""


@dataclass(frozen=True)
class Announced:
    """An accusa that was announced after `at` cards of the deal had been played."""

    seat: Seat
    accuse: Accuse
    at: int


@dataclass(frozen=True, kw_only=True)
class TressetteView(TrickView):
    """A view of Tressette: the knowledge of one seat, or of a spectator.

    `score` and `thirds` (captured in this deal) are in side order.  `history` has the cards
    played in this deal, `declarations` its declarations, both in order; `standings` are the
    limits on each seat's declarations.  `pigliata`: the seat has ticked the checkbox of this
    name in the current trick; the result is unknown until the trick ends.  `bound` is the suit
    whose three must be led next (the federation's rule).  `says` counts for each seat how often
    it spoke in this trick.  `first` led the deal.
    """

    score: tuple[int, int]
    thirds: tuple[int, int]
    leader: Seat | None
    tricks_played: int
    declarations: tuple[Declaration, ...]
    last_trick: Course
    history: Course
    standings: tuple[BarredSuits, ...]
    accuse: tuple[Announced, ...]
    pigliata: bool
    bound: str | None
    says: tuple[int, ...]
    first: Seat | None
    deal: int
    options: Options


def best_of(trick: Sequence[tuple[Seat, Card]]) -> tuple[Seat, Card]:
    """Return the seat that is winning a trick, and its card."""
    return tricks.best_of(trick, POWER)


# Events


@dataclass(frozen=True)
class Dealt(Event):
    """A deal (passata) begins; `first` leads."""

    deal: int
    dealer: Seat
    first: Seat
    score: tuple[int, int]


@dataclass(frozen=True)
class Accused(Event):
    """A buongioco was announced, with the points it may score."""

    seat: Seat
    name: str
    suit: str | None
    points: int


@dataclass(frozen=True)
class Declared(Event):
    """A declaration was made: `kind` is giocata, pigliata, altri, compagno or manuale.

    `suit` is None if the declaration names none, `name` is None for a free `text`.  A giocata comes
    before its card, a pigliata after its trick.
    """

    seat: Seat
    kind: str
    name: str | None
    suit: str | None
    text: str | None = None


@dataclass(frozen=True)
class NothingDeclared(Event):
    """A checkbox that a seat ticked led to no declaration; sent only to that seat.

    `box` is palo, altri or pigliata; `why` is one of `declarations.WHY_NOT`, or NOT_TAKEN.
    """

    box: str
    why: str


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card was played; it `leads` a trick, or is `thrown` by a player void in the suit led."""

    seat: Seat
    card: Card
    leads: bool
    thrown: bool


@dataclass(frozen=True)
class TrickTaken(Event):
    """A trick is over; `trick` counts from 1, `thirds` is its value in thirds."""

    seat: Seat
    trick: int
    thirds: int


@dataclass(frozen=True)
class DealScored(Event):
    """A deal is over.  In side order: thirds, points (with the last trick), accuse, score.

    `last` took the last trick; `cappotto` is the side that made every point.
    """

    thirds: tuple[int, int]
    last: Seat
    points: tuple[int, int]
    accuse: tuple[int, int]
    score: tuple[int, int]
    cappotto: int | None


@dataclass(frozen=True)
class MatchEnded(Event):
    """The match is over: a side has reached the target and is ahead."""

    winners: tuple[Seat, ...]
    score: tuple[int, int]


EVENTS: Final[tuple[type[Event], ...]] = (
    DealerChosen, Dealt, HandDealt, Accused, Declared, NothingDeclared, CardPlayed, TrickTaken,
    DealScored, MatchEnded,
)  # fmt: skip

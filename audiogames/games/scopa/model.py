"""The data types of Scopa: options, moves, events and the view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from audiogames.cards.card import Card, HandOrder
from audiogames.core.contract import View
from audiogames.core.events import Event, Seat
from audiogames.core.options import choice, settle, switch, usual_number
from audiogames.games.scopa.plays import (
    OF_VALUE,
    PLAYS,
    RANKS,
    UNITS,
    VALUES,
    WHOLE,
    Play,
    Profile,
    play,
    profile_of,
)

__all__ = (  # names defined in `plays`
    "OF_VALUE", "PLAYS", "RANKS", "UNITS", "VALUES", "WHOLE", "Play", "Profile", "play",
    "profile_of",
)  # fmt: skip

SEATS: Final = (2, 3, 4)
IN_HAND: Final = HandOrder(VALUES)
COINS: Final = "d"
FORMS: Final = {"scopa": (3, 4, 11), "scopone": (9, 4, 21), "scientifico": (10, 0, 21)}
"""For each form: the cards of a packet, the cards first laid on the table, and the target."""


@dataclass(frozen=True)
class Options:
    """The options of a table; `points` defaults to the usual target of the variant (`form`)."""

    form: str = choice("scopa", "scopone", "scientifico")
    points: int = usual_number(lambda options: FORMS[options.form][2], 1, 51)
    last_scopa: bool = switch()
    napola: bool = switch()
    rebello: bool = switch()
    ace_takes_all: bool = switch()
    review: str = choice("last", "all", "none")

    def __post_init__(self) -> None:
        """If `points` is not given, set it to the usual target of the variant (`form`)."""
        settle(self)

    @property
    def target(self) -> int:
        """The points that a side must reach."""
        return self.points


UICI: Final = Options(form="scientifico", points=21)
"""The rules of the championship of the Italian union of the blind (2.12)."""


@dataclass(frozen=True, kw_only=True)
class ScopaView(View):
    """A view of Scopa: what one seat, or a spectator, knows.

    `table` is in the order in which it was laid.  `taken` (numbers of cards), `scope` and `score`
    are in side order.  `last_take` holds the last card and what it captured, or is empty if it
    captured nothing; `last_taker` made the last capture of this deal.  `history` has the plays with
    their captures.
    """

    deal: int
    table: tuple[Card, ...]
    stock: int
    taken: tuple[int, ...]
    scope: tuple[int, ...]
    last_take: tuple[Card, ...]
    last_taker: Seat | None
    history: tuple[tuple[Seat, Card, tuple[Card, ...]], ...]
    score: tuple[int, ...]
    options: Options


# Events


@dataclass(frozen=True)
class Dealt(Event):
    """A deal begins; `first` plays first."""

    deal: int
    dealer: Seat
    first: Seat
    score: tuple[int, ...]
    table: tuple[Card, ...]


@dataclass(frozen=True)
class DealVoid(Event):
    """Three or four kings were laid on the table: the same dealer deals again (2.6)."""

    dealer: Seat
    table: tuple[Card, ...]


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card was played; `takes` are the cards it captured."""

    seat: Seat
    card: Card
    takes: tuple[Card, ...]
    scopa: bool


@dataclass(frozen=True)
class Swept(Event):
    """The cards left on the table went to the player who captured last (rule 2.5)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class DealScored(Event):
    """A deal is over (2.7), with the counts of each side.

    `primiera` is None if a suit is missing.
    """

    cards: tuple[int, ...]
    coins: tuple[int, ...]
    settebello: tuple[int, ...]
    primiera: tuple[int | None, ...]
    scope: tuple[int, ...]
    napola: tuple[int, ...]
    rebello: tuple[int, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]


@dataclass(frozen=True)
class MatchEnded(Event):
    """The match is over: one side alone has the most points, and has reached the target."""

    winners: tuple[Seat, ...]
    score: tuple[int, ...]

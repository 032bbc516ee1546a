"""Public knowledge about hidden hands: from play, buongioco and automatic declarations.

Nearly all of it is about one suit at one moment of the deal: a `SuitConstraint`.  Only "sono faglio
a un palo" is about several suits, at least one of which is empty: a `VoidConstraint`.  Declarations
of the partner's suit, and all spoken ones, are unverified and constrain nothing; the strong bot
weighs them in `bots/likelihood`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette.model import FIRST_LEAD, SEATS, Declaration, TressetteView
from audiogames.games.tressette.passata import gone
from audiogames.games.tressette.scores import LACKS, NEEDS

History = Sequence[tuple[Seat, Card]]


@dataclass(frozen=True)
class SuitConstraint:
    """A limit on the cards of `suit` that `seat` held after `at` cards were played.

    `fits` returns whether the seat may have held a given set of cards.
    """

    seat: Seat
    suit: str
    at: int
    fits: Callable[[d.Suit], bool]

    def is_true_of(self, hand: Iterable[Card], history: History) -> bool:
        """Return True if the seat may hold this hand now."""
        held = d.ranks_of(hand, self.suit)
        return self.fits(held | played_since(history, self.seat, self.suit, self.at))


@dataclass(frozen=True)
class VoidConstraint:
    """At least one of `suits` was empty in the hand of `seat` after `at` cards were played."""

    seat: Seat
    suits: str
    at: int

    def is_true_of(self, hand: Iterable[Card], history: History) -> bool:
        """Return True if the seat may hold this hand now."""
        held = tuple(hand)
        return any(
            not d.ranks_of(held, suit) and not played_since(history, self.seat, suit, self.at)
            for suit in self.suits
        )


def played_since(history: History, seat: int, suit: str, at: int) -> d.Suit:
    """Return the ranks of a suit that a seat has played since card `at` of the deal.

    The seat still held these cards when card `at` was to be played.
    """
    return d.ranks_of((card for who, card in history[at:] if who == seat), suit)


def constraints(
    view: TressetteView, *, ignore_declarations: bool = False
) -> Iterator[SuitConstraint | VoidConstraint]:
    """Yield all public constraints on the hands; those from declarations can be left out."""
    yield from _voids(view)
    yield from _announced(view)
    if view.options.four_leads and view.deal == 1 and view.first is not None:
        yield _holds(view.first, FIRST_LEAD, 0)
    for one in () if ignore_declarations else view.declarations:
        yield from implied_by(view, one)


def _voids(view: TressetteView) -> Iterator[SuitConstraint]:
    for at, (seat, card) in enumerate(view.history):
        led = view.history[at - at % SEATS][1].suit
        if card.suit != led:
            yield SuitConstraint(seat, led, at, is_empty)


def is_empty(held: d.Suit) -> bool:
    """Return whether a hand holds no card of the suit."""
    return not held


def _is_lasting(held: d.Suit) -> bool:
    return held.bit_count() >= d.LASTING


def _holds(seat: Seat, card: Card, at: int) -> SuitConstraint:
    bit = d.BIT[card]
    return SuitConstraint(seat, card.suit, at, lambda held: bool(held & bit))


def _lacks(seat: Seat, card: Card, at: int) -> SuitConstraint:
    bit = d.BIT[card]
    return SuitConstraint(seat, card.suit, at, lambda held: not held & bit)


def _announced(view: TressetteView) -> Iterator[SuitConstraint]:
    for one in view.accuse:
        for card in NEEDS[one.accuse]:
            yield _holds(one.seat, card, one.at)
        for card in LACKS[one.accuse]:
            yield _lacks(one.seat, card, one.at)


def implied_by(view: TressetteView, one: Declaration) -> Iterator[SuitConstraint | VoidConstraint]:
    """Yield the constraints on the declarer's hand that follow from a true declaration."""
    if one.kind == "altri":
        yield VoidConstraint(one.seat, one.among, one.at)
    elif one.kind in d.OF_A_SUIT:
        assert one.suit is not None
        yield SuitConstraint(one.seat, one.suit, one.at, _sets(view, one, one.suit))


def _sets(view: TressetteView, one: Declaration, suit: str) -> Callable[[d.Suit], bool]:
    """Return a function that tells whether a declaration allows a set of ranks of this suit."""
    if one.name == d.ANCORA:
        return _is_lasting
    before = gone(view.history[: one.at], suit)
    if one.kind == "giocata":
        assert one.name is not None
        led = d.BIT[view.history[one.at][1]]
        held = d.possible(one.name, before, led, federation=view.options.federation)
        return held.__contains__
    if one.name == d.FATTO_PIOMBO:
        return is_empty
    in_play = d.WHOLE & ~before
    return lambda left: d.is_liscio(left, in_play & ~left)

"""What is not certain and yet tells something: silence, and what nobody vouches for.

A card led without a word: bots would have declared what is worth telling, so that there was
probably nothing.  People may just have ticked nothing, and one word from a player in the deal shows
that he does.  What is said at a manual table, or of the partner's suit, may be false and is mostly
true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import exp, log
from typing import Final

from audiogames.core.events import Seat
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette.declaring import is_worth_telling
from audiogames.games.tressette.facts import Fact, is_empty, later, told_by
from audiogames.games.tressette.model import SEATS, Declaration, TressetteView, partner
from audiogames.games.tressette.passata import gone
from audiogames.games.tressette.worlds import SHIFT, Cards

TELLS: Final = 0.7
"""How likely a player is to be one who declares, before he has."""
MISSES: Final = 0.15
"""How often such a player is silent all the same."""
FALSE: Final = 0.1
"""How much a world counts in which something said was false."""


@dataclass
class Remark:
    """Something that a world makes true or false, by what a hand has of a suit.

    It is true if one of its facts is: a word may be read in several ways.
    """

    seat: Seat
    suit: str
    facts: tuple[Fact, ...]
    since: tuple[d.Suit, ...]
    """What the seat has played of the suit since each was true."""
    _known: dict[Cards, bool] = field(default_factory=dict)

    def is_true_of(self, hand: Cards) -> bool:
        """Whether it was true, if the seat has this hand now."""
        held = hand >> SHIFT[self.suit] & d.WHOLE
        found = self._known.get(held)
        if found is None:
            readings = zip(self.facts, self.since, strict=True)
            found = self._known[held] = any(fact.fits(held | since) for fact, since in readings)
        return found


def remark(view: TressetteView, *facts: Fact) -> Remark:
    """A remark with these readings, all of one seat and suit."""
    first = facts[0]
    since = tuple(later(view.history, fact.seat, fact.suit, fact.at) for fact in facts)
    return Remark(first.seat, first.suit, facts, since)


# --- Silence --------------------------------------------------------------------------------------


def silences(view: TressetteView) -> Iterator[Remark]:
    """That there was something worth telling: a remark for each silent lead of the others.

    Only at a table that declares by itself, and where nothing barred them (B.4).
    """
    if view.options.declarations != "automatic":
        return
    told = {one.at: one for one in view.declarations if one.kind == "giocata"}
    for at in range(0, len(view.history), SEATS):
        seat, card = view.history[at]
        if seat != view.seat and at not in told and card.suit not in _barred(view, told, at):
            yield remark(view, _untold(view, at))


def _barred(view: TressetteView, told: Mapping[int, Declaration], at: int) -> set[str]:
    """The suits of which who leads now had declared, or led in silence since he took the lead."""
    seat = view.history[at][0]
    leads = [(place, *view.history[place]) for place in range(0, at, SEATS)]
    declared = {card.suit for place, who, card in leads if who == seat and place in told}
    stay = takewhile(lambda lead: lead[1] == seat, reversed(leads))
    return declared | {card.suit for place, _, card in stay if place not in told}


def _untold(view: TressetteView, at: int) -> Fact:
    """That who led this card had something worth telling of its suit."""
    seat, card = view.history[at]
    bit, before = d.BIT[card], gone(view.history[:at], card.suit)
    federation = view.options.federation

    def fits(held: d.Suit) -> bool:
        lead = d.Lead(held, d.WHOLE & ~before & ~held, bit)
        return is_worth_telling(d.declaration(lead, federation=federation))

    return Fact(seat, card.suit, at, fits)


# --- What nobody vouches for ----------------------------------------------------------------------


def rumours(view: TressetteView) -> Iterator[Remark]:
    """What others said at a manual table of a suit led or captured, and of the partner's suit."""
    for one in view.declarations:
        if one.seat == view.seat or one.name is None:
            continue
        if one.kind == "manuale":
            facts = tuple(_read(view, one))
        elif one.kind == "compagno" and one.name == d.OF_PARTNERS_SUIT["faglio"]:
            facts = tuple(_void(view, one))
        else:
            continue
        if facts:
            yield remark(view, *facts)


def _void(view: TressetteView, one: Declaration) -> Iterator[Fact]:
    """That he has none of the suit that his partner declared last."""
    across = partner(one.seat)
    suits = [
        other.suit
        for other in view.declarations
        if (other.seat, other.kind) == (across, "giocata") and other.at < one.at
    ]
    if suits and suits[-1]:
        yield Fact(one.seat, suits[-1], one.at, is_empty)


def _read(view: TressetteView, one: Declaration) -> Iterator[Fact]:
    """What a word may mean: of the card that he leads with it, or of the trick that he took."""
    assert one.name is not None
    for name in d.readings(one.name):
        if name in {*d.GIOCATA, d.ANCORA}:
            found = _of_lead(view, replace(one, name=name))
        elif name in {d.FATTO_PIOMBO, d.LISCIO_QUI}:
            found = _of_capture(view, replace(one, name=name))
        else:
            found = None
        if found is not None:
            yield from (fact for fact in told_by(view, found) if isinstance(fact, Fact))


def _of_lead(view: TressetteView, one: Declaration) -> Declaration | None:
    """The declaration of the suit led, said before the card or during its trick."""
    at = one.at - one.at % SEATS
    if at >= len(view.history):
        return None
    seat, card = view.history[at]
    if seat != one.seat or one.suit not in {None, card.suit}:
        return None
    return replace(one, kind="giocata", suit=card.suit, at=at)


def _of_capture(view: TressetteView, one: Declaration) -> Declaration | None:
    """The declaration of the suit captured, said before the next card."""
    if one.at % SEATS or not one.at or view.history[one.at - SEATS][0] == one.seat:
        return None
    suit = view.history[one.at - SEATS][1].suit
    if one.suit not in {None, suit}:
        return None
    return replace(one, kind="pigliata", suit=suit)


# --- How much it counts ---------------------------------------------------------------------------


class Hearsay:
    """How much a world counts for silence and rumours."""

    def __init__(self, view: TressetteView) -> None:
        self._silences: dict[Seat, list[Remark]] = {}
        for one in silences(view):
            self._silences.setdefault(one.seat, []).append(one)
        self._speak = {one.seat for one in view.declarations if one.kind == "giocata"}
        self._rumours = list(rumours(view))

    def weight(self, hands: tuple[Cards, ...]) -> float:
        """The logarithm of it, for hands by seat."""
        weight = log(FALSE) * sum(not one.is_true_of(hands[one.seat]) for one in self._rumours)
        for seat, silences_ in self._silences.items():
            missed = sum(one.is_true_of(hands[seat]) for one in silences_)
            weight += _of_silence(missed, speaks=seat in self._speak)
        return weight


def _of_silence(missed: int, *, speaks: bool) -> float:
    tells = 1 - (1 - TELLS) ** 3 if speaks else TELLS
    return log(tells * exp(missed * log(MISSES)) + 1 - tells)

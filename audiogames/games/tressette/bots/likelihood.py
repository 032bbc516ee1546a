"""How likely a world is beside others: the plays, the silences and the statements of other players.

Each card that another player played was chosen among those that they held then, and `features`
tells how often such a card is chosen.  A world in which the choice was strange counts less than one
in which it was usual.

A card led without a declaration says something too: bots would have declared what is worth
telling.  People may just have ticked nothing, and one declaration in the deal shows that a player
does declare.  What is said at a manual table, or of the partner's suit, may be false and is mostly
true.

No world is ever ruled out here; what is certain stands in `constraints`.  Results are kept by what
a hand holds of one suit, so that most worlds are weighed by looking up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import exp, log
from typing import Final

from audiogames.core.events import Seat
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette.bots import features
from audiogames.games.tressette.bots.declaring import is_worth_telling
from audiogames.games.tressette.constraints import (
    SuitConstraint,
    implied_by,
    is_empty,
    played_since,
)
from audiogames.games.tressette.determinization import SHIFT, Cards
from audiogames.games.tressette.model import SEATS, SUITS, Declaration, TressetteView, partner
from audiogames.games.tressette.passata import gone

TRUST: Final = 0.8
"""The exponent of the likelihood of a play: 1 would take every player for a bot of the fit.

The weights come from bots (`tools/fit_tressette_choices.py`), and the others may be people.
"""
DECLARES: Final = 0.7
"""How likely a player is to be one who declares, before they have."""
MISSES: Final = 0.15
"""How often a player who declares is silent all the same."""
FALSE: Final = 0.1
"""How much a world counts in which something said was false."""

OF: Final = {suit: d.WHOLE << SHIFT[suit] for suit in SUITS}
"""All cards of a suit."""

# --- Plays ----------------------------------------------------------------------------------------


@dataclass
class ObservedPlay:
    """A card that a seat played when it had, by suit, what it has now and `since`."""

    seat: Seat
    suit: str
    card: d.Suit
    now: features.Situation
    since: dict[str, d.Suit]
    """What was played later, of the suits from which the seat could choose."""
    _sums: dict[Cards, float] = field(default_factory=dict)
    """By what is held of a suit; by the suit's negative shift where that is nothing."""
    _own: dict[Cards, float] = field(default_factory=dict)

    def log_likelihood(self, hand: Cards) -> float:
        """The logarithm of how likely the card was, if the seat has this hand now (a softmax)."""
        whole = 0.0
        for suit in self.since:
            part = hand & OF[suit]
            found = self._sums.get(part or -SHIFT[suit])
            whole += self._sum(suit, part) if found is None else found
        part = hand & OF[self.suit]
        own = self._own.get(part)
        return (self._logit(part) if own is None else own) - log(whole)

    def _sum(self, suit: str, part: Cards) -> float:
        """The share of a suit in the denominator of the softmax."""
        held = part >> SHIFT[suit] | self.since[suit]
        logits = (features.logit(self.now, suit, card, held) for card in features.bits(held))
        found = self._sums[part or -SHIFT[suit]] = sum(map(exp, logits))
        return found

    def _logit(self, part: Cards) -> float:
        held = part >> SHIFT[self.suit] | self.since[self.suit]
        found = self._own[part] = features.logit(self.now, self.suit, self.card, held)
        return found


def observed_plays(view: TressetteView) -> Iterator[ObservedPlay]:
    """The plays of the other seats in this deal."""
    history = view.history
    for at, (seat, card) in enumerate(history):
        if seat == view.seat:
            continue
        now = features.situation(history[:at], seat)
        suits = card.suit if now.led == card.suit else SUITS
        since = {suit: played_since(history, seat, suit, at) for suit in suits}
        yield ObservedPlay(seat, card.suit, d.BIT[card], now, since)


# --- Statements -----------------------------------------------------------------------------------


@dataclass
class Statement:
    """Something that a world makes true or false, by what a hand has of a suit.

    It is true if one of its readings is: a word may be read in several ways.
    """

    seat: Seat
    suit: str
    readings: tuple[SuitConstraint, ...]
    since: tuple[d.Suit, ...]
    """What the seat has played of the suit since, for each reading."""
    _known: dict[Cards, bool] = field(default_factory=dict)

    def is_true_of(self, hand: Cards) -> bool:
        """Whether it was true, if the seat has this hand now."""
        held = hand >> SHIFT[self.suit] & d.WHOLE
        found = self._known.get(held)
        if found is None:
            found = self._known[held] = any(
                reading.fits(held | since)
                for reading, since in zip(self.readings, self.since, strict=True)
            )
        return found


def statement(view: TressetteView, *readings: SuitConstraint) -> Statement:
    """A statement with these readings, all of one seat and suit."""
    since = tuple(played_since(view.history, one.seat, one.suit, one.at) for one in readings)
    return Statement(readings[0].seat, readings[0].suit, readings, since)


def silences(view: TressetteView) -> Iterator[Statement]:
    """One statement for each silent lead: "the leader had something to declare".

    Where it is true, a declaration was missed, so that the world is less likely.

    Only at a table that declares by itself, and where nothing barred a declaration (B.4).
    """
    if view.options.declarations != "automatic":
        return
    told = {one.at: one for one in view.declarations if one.kind == "giocata"}
    for at in range(0, len(view.history), SEATS):
        seat, card = view.history[at]
        if seat != view.seat and at not in told and card.suit not in _barred(view, told, at):
            yield statement(view, _had_worth_telling(view, at))


def _barred(view: TressetteView, told: Mapping[int, Declaration], at: int) -> set[str]:
    """The suits of which the leader had declared, or led in silence since taking the lead."""
    seat = view.history[at][0]
    leads = [(place, *view.history[place]) for place in range(0, at, SEATS)]
    declared = {card.suit for place, who, card in leads if who == seat and place in told}
    stay = takewhile(lambda lead: lead[1] == seat, reversed(leads))
    return declared | {card.suit for place, _, card in stay if place not in told}


def _had_worth_telling(view: TressetteView, at: int) -> SuitConstraint:
    """That the leader of this card had something worth telling of its suit."""
    seat, card = view.history[at]
    bit, before = d.BIT[card], gone(view.history[:at], card.suit)
    federation = view.options.federation

    def fits(held: d.Suit) -> bool:
        lead = d.Lead(held, d.WHOLE & ~before & ~held, bit)
        return is_worth_telling(d.declaration(lead, federation=federation))

    return SuitConstraint(seat, card.suit, at, fits)


def unverified(view: TressetteView) -> Iterator[Statement]:
    """What others said at a manual table of a suit led or captured, and of the partner's suit."""
    for one in view.declarations:
        if one.seat == view.seat or one.name is None:
            continue
        if one.kind == "manuale":
            readings = tuple(_read(view, one))
        elif one.kind == "compagno" and one.name == d.OF_PARTNERS_SUIT["faglio"]:
            readings = tuple(_void(view, one))
        else:
            continue
        if readings:
            yield statement(view, *readings)


def _void(view: TressetteView, one: Declaration) -> Iterator[SuitConstraint]:
    """That the seat has none of the suit that its partner declared last."""
    across = partner(one.seat)
    suits = [
        other.suit
        for other in view.declarations
        if (other.seat, other.kind) == (across, "giocata") and other.at < one.at
    ]
    if suits and suits[-1]:
        yield SuitConstraint(one.seat, suits[-1], one.at, is_empty)


def _read(view: TressetteView, one: Declaration) -> Iterator[SuitConstraint]:
    """What a word may mean: of the card that is led with it, or of the trick that was taken."""
    assert one.name is not None
    for name in d.readings(one.name):
        if name in {*d.GIOCATA, d.ANCORA}:
            found = _of_lead(view, replace(one, name=name))
        elif name in {d.FATTO_PIOMBO, d.LISCIO_QUI}:
            found = _of_capture(view, replace(one, name=name))
        else:
            found = None
        if found is not None:
            implied = implied_by(view, found)
            yield from (known for known in implied if isinstance(known, SuitConstraint))


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


# --- Together -------------------------------------------------------------------------------------


class StatementLikelihood:
    """How likely the silences and the unverified statements are in a world."""

    def __init__(self, view: TressetteView) -> None:
        self._silences: dict[Seat, list[Statement]] = {}
        for one in silences(view):
            self._silences.setdefault(one.seat, []).append(one)
        self._declared = {one.seat for one in view.declarations if one.kind == "giocata"}
        self._unverified = list(unverified(view))

    def log_likelihood(self, hands: tuple[Cards, ...]) -> float:
        """The logarithm of it, for hands by seat."""
        found = log(FALSE) * sum(not one.is_true_of(hands[one.seat]) for one in self._unverified)
        for seat, silences_ in self._silences.items():
            missed = sum(one.is_true_of(hands[seat]) for one in silences_)
            found += _of_silence(missed, has_declared=seat in self._declared)
        return found


def _of_silence(missed: int, *, has_declared: bool) -> float:
    """A mixture of two kinds of players: those who declare and seldom miss, and those who do not.

    After a declaration in the deal the doubt that the player is of the first kind is cubed, as if
    they had been seen to declare three times.
    """
    declares = 1 - (1 - DECLARES) ** 3 if has_declared else DECLARES
    return log(declares * exp(missed * log(MISSES)) + 1 - declares)


class WorldLikelihood:
    """How likely all that others did is in a world, up to a constant.

    With `ignore_declarations` only their plays count.
    """

    def __init__(self, view: TressetteView, *, ignore_declarations: bool = False) -> None:
        self._plays = list(observed_plays(view))
        self._statements = None if ignore_declarations else StatementLikelihood(view)

    def log_likelihood(self, hands: tuple[Cards, ...]) -> float:
        """The logarithm of it, for hands by seat."""
        found = TRUST * sum(one.log_likelihood(hands[one.seat]) for one in self._plays)
        return found + self._statements.log_likelihood(hands) if self._statements else found

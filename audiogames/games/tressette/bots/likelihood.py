"""The relative likelihood of a world, given the other players' cards, silences and statements.

Each card that another player played was chosen among those that they held then, and `features`
estimates how often such a card is chosen.  Worlds that make the choice unusual get less weight.

A lead without a declaration is informative too: a bot would have made an informative declaration.
A person may not have ticked a box; but a player who has declared before in the deal probably would
have again.  Statements at a table with spoken declarations, or about the partner's suit, may be
false but mostly are true.

No world is ever ruled out here; `constraints` has the certain facts.  Results are cached by a
hand's cards of one suit, so that most worlds are weighted by look-ups.
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
"""The exponent of the likelihood of a play: 1 would assume that every player is like the fitted
bots.

The weights come from bots (`tools/fit_tressette_choices.py`), and the others may be people.
"""
DECLARES: Final = 0.7
"""The prior probability that a player makes declarations at all."""
MISSES: Final = 0.15
"""How often a player who makes declarations omits one."""
FALSE: Final = 0.1
"""The weight of a world in which a statement was false."""

OF: Final = {suit: d.WHOLE << SHIFT[suit] for suit in SUITS}
"""All cards of each suit."""

# --- Plays ----------------------------------------------------------------------------------------


@dataclass
class ObservedPlay:
    """A card that a seat played, and all cards that it has played since (`since`, by suit).

    `since` includes this card.  When the card was played, the seat held its present hand and
    the cards of `since`.
    """

    seat: Seat
    suit: str
    card: d.Suit
    now: features.Situation
    since: dict[str, d.Suit]
    """The cards that the seat played later, by each suit from which it could choose."""
    _sums: dict[Cards, float] = field(default_factory=dict)
    """Cached sums by the held cards of a suit; the key for a void suit is its negative shift."""
    _own: dict[Cards, float] = field(default_factory=dict)

    def log_likelihood(self, hand: Cards) -> float:
        """Return the log-likelihood of this play if the seat has this hand now (a softmax)."""
        whole = 0.0
        for suit in self.since:
            part = hand & OF[suit]
            found = self._sums.get(part or -SHIFT[suit])
            whole += self._sum(suit, part) if found is None else found
        part = hand & OF[self.suit]
        own = self._own.get(part)
        return (self._logit(part) if own is None else own) - log(whole)

    def _sum(self, suit: str, part: Cards) -> float:
        """Return one suit's share of the denominator in the probability of this play (a softmax).

        `part` has the cards of that suit in the assumed hand.
        """
        held = part >> SHIFT[suit] | self.since[suit]
        logits = (features.logit(self.now, suit, card, held) for card in features.bits(held))
        found = self._sums[part or -SHIFT[suit]] = sum(map(exp, logits))
        return found

    def _logit(self, part: Cards) -> float:
        held = part >> SHIFT[self.suit] | self.since[self.suit]
        found = self._own[part] = features.logit(self.now, self.suit, self.card, held)
        return found


def observed_plays(view: TressetteView) -> Iterator[ObservedPlay]:
    """Yield the cards that the other seats have played in this deal."""
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
    """A statement about one suit of a hand, which may be true or false.

    It is true if one of its `readings` is: a word may have several meanings.
    """

    seat: Seat
    suit: str
    readings: tuple[SuitConstraint, ...]
    since: tuple[d.Suit, ...]
    """What the seat has played of the suit since, for each reading."""
    _known: dict[Cards, bool] = field(default_factory=dict)

    def is_true_of(self, hand: Cards) -> bool:
        """Return True if the statement was true, given that the seat has this hand now."""
        held = hand >> SHIFT[self.suit] & d.WHOLE
        found = self._known.get(held)
        if found is None:
            found = self._known[held] = any(
                reading.fits(held | since)
                for reading, since in zip(self.readings, self.since, strict=True)
            )
        return found


def statement(view: TressetteView, *readings: SuitConstraint) -> Statement:
    """Build a statement from its possible meanings, which are all about one seat and suit."""
    since = tuple(played_since(view.history, one.seat, one.suit, one.at) for one in readings)
    return Statement(readings[0].seat, readings[0].suit, readings, since)


def silences(view: TressetteView) -> Iterator[Statement]:
    """Yield the statement "the leader could declare" for each lead without a declaration.

    In a world where the statement is true, a declaration was missed: that world is less likely.
    Leads are considered only at a table with automatic declarations, and only if the rules did
    not bar the leader from declaring the suit (B.4).
    """
    if view.options.declarations != "automatic":
        return
    spoken = {one.at: one for one in view.declarations if one.kind == "giocata"}
    for at in range(0, len(view.history), SEATS):
        seat, card = view.history[at]
        if seat != view.seat and at not in spoken and card.suit not in _barred(view, spoken, at):
            yield statement(view, _had_worth_telling(view, at))


def _barred(view: TressetteView, spoken: Mapping[int, Declaration], at: int) -> set[str]:
    """Return the suits that the leader may not declare.

    The leader has declared them, or has led them without a declaration since taking the lead.
    """
    seat = view.history[at][0]
    leads = [(place, *view.history[place]) for place in range(0, at, SEATS)]
    declared = {card.suit for place, who, card in leads if who == seat and place in spoken}
    stay = takewhile(lambda lead: lead[1] == seat, reversed(leads))
    return declared | {card.suit for place, _, card in stay if place not in spoken}


def _had_worth_telling(view: TressetteView, at: int) -> SuitConstraint:
    """Return a constraint: the seat that led card `at` had something informative to declare."""
    seat, card = view.history[at]
    bit, before = d.BIT[card], gone(view.history[:at], card.suit)
    federation = view.options.federation

    def fits(held: d.Suit) -> bool:
        lead = d.Lead(held, d.WHOLE & ~before & ~held, bit)
        return is_worth_telling(d.declaration(lead, federation=federation))

    return SuitConstraint(seat, card.suit, at, fits)


def unverified(view: TressetteView) -> Iterator[Statement]:
    """Yield the other seats' statements that the program has not checked.

    They are spoken declarations, and declarations of a void in the partner's suit.
    """
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
    """Yield the constraint that the declarer is void in the suit last declared by the partner."""
    across = partner(one.seat)
    suits = [
        other.suit
        for other in view.declarations
        if (other.seat, other.kind) == (across, "giocata") and other.at < one.at
    ]
    if suits and suits[-1]:
        yield SuitConstraint(one.seat, suits[-1], one.at, is_empty)


def _read(view: TressetteView, one: Declaration) -> Iterator[SuitConstraint]:
    """Yield the constraints on one suit that follow from the possible meanings of a declaration.

    Only meanings about the suit led, or about the suit of a captured trick, imply a constraint.
    """
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
    """Convert a spoken word to a declaration of the suit led; return None if it is not one.

    The word counts only if its speaker leads the trick in progress or, between two tricks, the
    next trick.
    """
    at = one.at - one.at % SEATS
    if at >= len(view.history):
        return None
    seat, card = view.history[at]
    if seat != one.seat or one.suit not in {None, card.suit}:
        return None
    return replace(one, kind="giocata", suit=card.suit, at=at)


def _of_capture(view: TressetteView, one: Declaration) -> Declaration | None:
    """Return a spoken declaration as a declaration about the captured suit, or None.

    A declaration is about the captured suit only if it was spoken after the captured trick and
    before the next card, by a player who did not lead that trick.
    """
    if one.at % SEATS or not one.at or view.history[one.at - SEATS][0] == one.seat:
        return None
    suit = view.history[one.at - SEATS][1].suit
    if one.suit not in {None, suit}:
        return None
    return replace(one, kind="pigliata", suit=suit)


# --- Combined -------------------------------------------------------------------------------------


class StatementLikelihood:
    """The likelihood of a deal, given the leads without a declaration and unverified statements."""

    def __init__(self, view: TressetteView) -> None:
        self._silences: dict[Seat, list[Statement]] = {}
        for one in silences(view):
            self._silences.setdefault(one.seat, []).append(one)
        self._declared = {one.seat for one in view.declarations if one.kind == "giocata"}
        self._unverified = list(unverified(view))

    def log_likelihood(self, hands: tuple[Cards, ...]) -> float:
        """Return the log-likelihood of these hands, in seat order."""
        found = log(FALSE) * sum(not one.is_true_of(hands[one.seat]) for one in self._unverified)
        for seat, silences_ in self._silences.items():
            missed = sum(one.is_true_of(hands[seat]) for one in silences_)
            found += _of_silence(missed, has_declared=seat in self._declared)
        return found


def _of_silence(missed: int, *, has_declared: bool) -> float:
    """Return the log-likelihood that a player misses this number of possible declarations.

    Some players never make declarations.  If this player has declared in this deal, the
    probability of being such a player is reduced to its cube, but not to zero.
    """
    declares = 1 - (1 - DECLARES) ** 3 if has_declared else DECLARES
    return log(declares * exp(missed * log(MISSES)) + 1 - declares)


class WorldLikelihood:
    """The likelihood of all actions of the other players, up to a constant factor.

    With `ignore_declarations` only the cards that they have played count.
    """

    def __init__(self, view: TressetteView, *, ignore_declarations: bool = False) -> None:
        self._plays = list(observed_plays(view))
        self._statements = None if ignore_declarations else StatementLikelihood(view)

    def log_likelihood(self, hands: tuple[Cards, ...]) -> float:
        """Return the log-likelihood of these hands, in seat order."""
        found = TRUST * sum(one.log_likelihood(hands[one.seat]) for one in self._plays)
        return found + self._statements.log_likelihood(hands) if self._statements else found

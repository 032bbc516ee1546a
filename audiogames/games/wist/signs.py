"""What the cards that were played tell of those that were not.

Who ducks gives the highest card that stays below, and who takes does it as cheaply as he can: few
play otherwise.  So the cards between what he played and what he had to beat are hardly his, nor
those that would have served him better still.  Plain and shrewd players differ most in what they
lead and what they throw off; there a sign says less.

Some do play otherwise.  A card that somebody plays later was in his hand before: where it would
have served him better, he is one of them, and his signs count for less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import Final, NamedTuple

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.games.wist import model as m
from audiogames.games.wist.picks import MANY, NOTHING

CLEAR: Final = 2.0
"""By how much a clear sign makes a holder less likely, as a logarithm."""
FAINT: Final = 1.0
"""By how much another does: of what was led, or thrown off."""

DISTRUST: Final = 5
"""How much more a choice counts that goes against the signs than one that keeps to them."""

Odds = Sequence[Mapping[Card, float]]
"""For each seat and the unseen cards: how likely a card lies there, by signs alone."""


class Choice(NamedTuple):
    """A card that a seat chose to play."""

    play: m.Play
    best: m.Play | None
    """The card that took the trick until then; None before the first."""
    led: str
    trump: str | None
    needs: bool
    """Whether it needed the trick."""


Readings = Sequence[Choice]
"""One choice, as it may be meant."""


class Signs:
    """What the course of the round tells one of its players."""

    def __init__(self, view: m.WistView) -> None:
        choices = list(_choices(view))
        seats = range(len(view.bids))
        self.trust = [_trust([choice for who, choice in choices if who == seat]) for seat in seats]
        """By seat, from 1 down: how far a player is believed to play as the signs suppose."""
        known = {card for _, card in view.history} | set(view.hand)
        unseen = [m.PLAYS[card] for card in m.PACKS[len(view.bids)] if card not in known]
        against = [dict.fromkeys((play.card for play in unseen), 0.0) for _ in (*seats, None)]
        for seat, readings in choices:
            weights, trust = against[seat], self.trust[seat]
            for play in unseen:
                weights[play.card] += trust * _said(readings, play)
        self.odds: Odds = [
            {card: exp(-weight) for card, weight in weights.items()} for weights in against
        ]


def _trust(own: Sequence[Readings]) -> float:
    """How far to believe the signs of a player, by what he had and did not play."""
    kept = broken = 0
    for number, readings in enumerate(own):
        later = [other[0].play for other in own[number + 1 :] if _might(readings[0], other[0].play)]
        if any(_said(readings, play) for play in later):
            broken += 1
        elif later:
            kept += 1
    return (1 + kept) / (1 + kept + DISTRUST * broken)


def _might(choice: Choice, other: m.Play) -> bool:
    """Whether another card could have been played as well."""
    return choice.best is None or choice.play.suit != choice.led or other.suit == choice.led


def _said(readings: Readings, other: m.Play) -> float:
    """What a choice says against another card however it is read."""
    return min(sign(choice, other) for choice in readings)


def _choices(view: m.WistView) -> Iterator[tuple[Seat, Readings]]:
    """Every card that another played, with its readings: two where his bid is not known."""
    seats, tricks = len(view.bids), [0] * len(view.bids)
    trick: list[tuple[Seat, Card]] = []
    for seat, card in view.history:
        if len(trick) == seats:
            tricks[m.best_of(trick, view.trump)[0]] += 1
            trick = []
        if seat != view.seat:
            bid = view.bids[seat]
            needs = (True, False) if bid is None else (tricks[seat] < bid,)
            yield seat, [_choice(view, trick, card, needs=needed) for needed in needs]
        trick.append((seat, card))


def _choice(
    view: m.WistView, trick: Sequence[tuple[Seat, Card]], card: Card, *, needs: bool
) -> Choice:
    best = m.PLAYS[m.best_of(trick, view.trump)[1]] if trick else None
    led = trick[0][1].suit if trick else card.suit
    return Choice(m.PLAYS[card], best, led, view.trump, needs)


def sign(choice: Choice, other: m.Play) -> float:
    """How much a choice says against its player's having held another card."""
    if choice.best is None:
        better = (
            other.power > choice.play.power if choice.needs else other.power < choice.play.power
        )
        return FAINT if better else 0.0
    if choice.play.suit == choice.led:
        return _followed(choice, other) if other.suit == choice.led else 0.0
    return _threw(choice, other)


def _followed(choice: Choice, other: m.Play) -> float:
    """Against another card of the suit led, which was followed."""
    best = choice.best
    assert best is not None
    level = best.power if best.suit == choice.led else MANY
    own, power = choice.play.power, other.power
    if own < level:
        served = power > level or power < own if choice.needs else own < power < level
    else:
        served = level < power < own if choice.needs else power < level
    return CLEAR if served else 0.0


def _threw(choice: Choice, other: m.Play) -> float:
    """Against another card where the suit led was not followed."""
    best, trump = choice.best, choice.trump
    assert best is not None
    level = best.power if best.suit == trump else NOTHING
    own, power = choice.play.power, other.power
    took = choice.play.suit == trump and own > level
    takes = other.suit == trump and power > level
    if took:
        served = (takes and power < own) if choice.needs else not takes
        return CLEAR if served else 0.0
    if takes:
        return CLEAR if choice.needs else 0.0
    if choice.needs:
        return FAINT if other.suit != trump and power < own else 0.0
    return FAINT if power > own else 0.0

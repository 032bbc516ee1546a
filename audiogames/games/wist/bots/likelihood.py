"""The likelihoods of bids and played cards, given a hand: the strong bot's evidence.

**Bids.**  A hand's *hopes* are the tricks that its holder expects under each policy: a sum over the
cards, with weights that differ by policy.  An OPEN player's sum is shifted so that an average hand
hopes for a fair share; its weights were fitted by least squares to the normal bot's bids in the
first position.  A SIMPLE player counts honours, and trumps a little.  Bids are normally distributed
around these hopes, with a floor for unusual ones.

**Cards.**  A player who ducks plays the highest card below the card to be beaten, and a player who
takes plays the lowest card above it; other plays are rare.  So the player probably does not hold
the cards between the one played and the one to be beaten, nor any that would have been even better.
Policies differ most in leads and discards; there the evidence is weaker.

Some players do not follow this model.  A card that a player plays later was in their hand before:
if it would have been better, evidence from that player's cards counts for less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp
from random import Random
from typing import Final, NamedTuple

from audiogames.cards.card import Card
from audiogames.cards.course import suit_number
from audiogames.core.events import Seat
from audiogames.games.wist import model as m
from audiogames.games.wist.bots.open_policy import MANY, NOTHING
from audiogames.games.wist.bots.rollout_policy import Policy

Worths = tuple[float, ...]
"""A value for each rank, from the two to the ace."""
SIDE: Final[Worths] = (
    0.0,
    0.0,
    0.02,
    0.04,
    0.07,
    0.1,
    0.15,
    0.25,
    0.3,
    0.42,
    0.52,
    0.65,
    0.78,
)
TRUMP: Final[Worths] = (
    0.6,
    0.7,
    0.7,
    0.77,
    0.83,
    0.88,
    0.93,
    1.0,
    1.1,
    1.23,
    1.42,
    1.73,
    2.0,
)
NO_TRUMP: Final[Worths] = (
    0.0,
    0.04,
    0.15,
    0.25,
    0.35,
    0.45,
    0.6,
    0.75,
    0.9,
    1.06,
    1.26,
    1.46,
    1.75,
)
"""An open player's expected tricks by rank, in rounds without trump."""

HONOURS: Final[Worths] = (*(0.0,) * 10, 0.3, 0.6, 0.9)
"""A simple player's expected tricks by rank, for cards that are not trumps."""
TRUMP_HONOURS: Final[Worths] = (*(0.15,) * 9, 0.5, 0.7, 0.9, 1.0)

SPREAD: Final = {True: 0.9, False: 1.3}
"""The standard deviation of an open player's bids, in tricks; by whether there is a trump."""
SIMPLE_SPREAD: Final = 0.7
FLOOR: Final = 0.05
"""The relative likelihood of any bid with any hand; a bid equal to the hopes has 1 more."""

Hopes = tuple[float, float]
"""The tricks that a hand hopes for, by `Policy`: of an open and of a simple player."""


class BidLikelihood:
    """The likelihood of a bid, given the bidder's hand, in one round."""

    def __init__(self, view: m.WistView) -> None:
        self._cards = view.cards
        self._fair = view.cards / len(view.bids)
        pack = m.PACKS[len(view.bids)]
        of_open = {card: _open_worth(card, view.trump) for card in pack}
        base = (self._fair - sum(of_open.values()) * view.cards / len(pack)) / view.cards
        self._worth = {
            card: (base + of_open[card], _simple_worth(card, view.trump)) for card in pack
        }
        self._spreads = (SPREAD[view.trump is not None], SIMPLE_SPREAD)
        self.dark = view.round_name == "buio"
        """Whether bids are made unseen and are no evidence."""

    def hopes(self, hand: Iterable[Card]) -> Hopes:
        """Return the tricks that a hand's holder expects, under each policy."""
        open_hopes = simple_hopes = 0.0
        for card in hand:
            of_open, of_simple = self._worth[card]
            open_hopes += of_open
            simple_hopes += of_simple
        return open_hopes, simple_hopes

    def exchanged(self, hopes: Hopes, lost: Card, got: Card) -> Hopes:
        """Return the expected tricks of a hand in which card `got` replaces card `lost`.

        `hopes` has the expected tricks of the hand with `lost`, one number for each rollout policy.
        """
        less, more = self._worth[lost], self._worth[got]
        return hopes[0] - less[0] + more[0], hopes[1] - less[1] + more[1]

    def likelihoods(self, hopes: Hopes, bid: int) -> tuple[float, float]:
        """Return the likelihood of a bid under each policy, given the hand's expected tricks."""
        (of_open, of_simple), (open_spread, simple_spread) = hopes, self._spreads
        return (
            self._density(of_open, bid, open_spread),
            self._density(of_simple, bid, simple_spread),
        )

    def likelihood(self, hopes: Hopes, bid: int) -> float:
        """Return the likelihood of a bid if the bidder's policy is unknown."""
        of_open, of_simple = self.likelihoods(hopes, bid)
        return (of_open + of_simple) / 2

    def _density(self, hopes: float, bid: int, spread: float) -> float:
        far = (bid - min(max(hopes, 0.0), self._cards)) / spread
        return (exp(-far * far / 2) + FLOOR) / spread

    def bid(self, hand: Iterable[Card], policy: Policy) -> float:
        """Return the number of tricks, not rounded, that a player of this policy would bid."""
        return self._fair if self.dark else self.hopes(hand)[policy]

    def ticket(self, hand: Iterable[Card], policy: Policy, rng: Random) -> int:
        """Sample the secret bid (ticket) that a player of this policy may make with this hand."""
        number = round(rng.gauss(self.bid(hand, policy), self._spreads[policy]))
        return min(max(number, 1 if self.dark else 0), self._cards)


def _open_worth(card: Card, trump: str | None) -> float:
    table = NO_TRUMP if trump is None else TRUMP if card.suit == trump else SIDE
    return table[m.POWER[card]]


def _simple_worth(card: Card, trump: str | None) -> float:
    return (TRUMP_HONOURS if card.suit == trump else HONOURS)[m.POWER[card]]


# Cards

STRONG: Final = 2.0
"""By how much strong evidence reduces a holder's log-likelihood (natural logarithm)."""
WEAK: Final = 1.0
"""The same for the weak evidence of leads and discards."""

DISTRUST: Final = 5
"""How much more a choice counts that contradicts this model than one that agrees with it."""

CardLikelihoods = Sequence[Mapping[Card, float]]
"""For each seat, the relative likelihood that it holds each unseen card, by the played cards
alone."""


class PlayedCard(NamedTuple):
    """A card that a seat chose to play, and the card that was winning the trick before."""

    play: m.Play
    best: m.Play | None
    """The card that was winning the trick before; None for the first card."""
    led: int
    trump: int
    needs: bool
    """Whether the player needed the trick."""


Readings = Sequence[PlayedCard]
"""The possible meanings of one played card."""


class CardEvidence:
    """The likelihood that a seat holds an unseen card.

    It depends on the cards that the seat has played in this round.
    """

    def __init__(self, view: m.WistView) -> None:
        choices = list(_choices(view))
        seats = range(len(view.bids))
        self.trust = [_trust([choice for who, choice in choices if who == seat]) for seat in seats]
        """For each seat, the confidence (at most 1) that the player follows this model."""
        known = {card for _, card in view.history} | set(view.hand)
        unseen = [m.PLAYS[card] for card in m.PACKS[len(view.bids)] if card not in known]
        against = [dict.fromkeys((play.card for play in unseen), 0.0) for _ in (*seats, None)]
        for seat, readings in choices:
            weights, trust = against[seat], self.trust[seat]
            for play in unseen:
                weights[play.card] += trust * _against(readings, play)
        self.likelihoods: CardLikelihoods = [
            {card: exp(-weight) for card, weight in weights.items()} for weights in against
        ]


def _trust(own: Sequence[Readings]) -> float:
    """Return how well a player's cards fit the model of play, from 0 to 1.

    The result falls with each card that, according to the model, the player should have played
    earlier than they did.
    """
    kept = broken = 0
    for number, readings in enumerate(own):
        later = [
            other[0].play
            for other in own[number + 1 :]
            if _is_alternative(readings[0], other[0].play)
        ]
        if any(_against(readings, play) for play in later):
            broken += 1
        elif later:
            kept += 1
    return (1 + kept) / (1 + kept + DISTRUST * broken)


def _is_alternative(choice: PlayedCard, other: m.Play) -> bool:
    """Return True if the player could legally have played `other` instead."""
    return choice.best is None or choice.play.suit != choice.led or other.suit == choice.led


def _against(readings: Readings, other: m.Play) -> float:
    """Return the strength of the evidence that the player of a card did not hold `other`.

    Of several readings of the play, the weakest evidence counts.
    """
    return min(evidence_against(choice, other) for choice in readings)


def _choices(view: m.WistView) -> Iterator[tuple[Seat, Readings]]:
    """Yield each card played by another player, with its readings.

    A reading assumes that the player needed the trick, or did not.  If the player's bid is unknown,
    the card has both readings.
    """
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
) -> PlayedCard:
    best = m.PLAYS[m.best_of(trick, view.trump)[1]] if trick else None
    led = m.PLAYS[trick[0][1] if trick else card].suit
    return PlayedCard(m.PLAYS[card], best, led, suit_number(view.trump, m.SUITS), needs)


def evidence_against(choice: PlayedCard, other: m.Play) -> float:
    """Return how strongly this play suggests that its player did not hold `other`.

    The result is on a logarithmic scale; 0 means no evidence.
    """
    if choice.best is None:
        better = (
            other.power > choice.play.power if choice.needs else other.power < choice.play.power
        )
        return WEAK if better else 0.0
    if choice.play.suit == choice.led:
        return _followed(choice, other) if other.suit == choice.led else 0.0
    return _threw(choice, other)


def _followed(choice: PlayedCard, other: m.Play) -> float:
    """Return the strength of the evidence that a player who followed suit does not hold `other`."""
    best = choice.best
    assert best is not None
    level = best.power if best.suit == choice.led else MANY
    own, power = choice.play.power, other.power
    if own < level:
        served = power > level or power < own if choice.needs else own < power < level
    else:
        served = level < power < own if choice.needs else power < level
    return STRONG if served else 0.0


def _threw(choice: PlayedCard, other: m.Play) -> float:
    """Return the evidence that a player who did not follow suit does not hold `other`."""
    best, trump = choice.best, choice.trump
    assert best is not None
    level = best.power if best.suit == trump else NOTHING
    own, power = choice.play.power, other.power
    took = choice.play.suit == trump and own > level
    takes = other.suit == trump and power > level
    if took:
        served = (takes and power < own) if choice.needs else not takes
        return STRONG if served else 0.0
    if takes:
        return STRONG if choice.needs else 0.0
    if choice.needs:
        return WEAK if other.suit != trump and power < own else 0.0
    return WEAK if power > own else 0.0

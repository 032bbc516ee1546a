"""Estimates the tricks of a hand of Wist, and the expected points of a bid.

Every card has two chances to take a trick: one if its owner wants as many tricks as possible, and
one if they want none.  Summed over a hand they are the most and the fewest expected tricks.  A bid
between the two is likely to be made, because its owner can steer towards it.

All chances are logistic regressions (D. R. Cox, "The Regression Analysis of Binary Sequences",
1958).  Their weights were fitted to rounds that the normal bot played against itself and against
random players: first to the outcome of each card and of each bid, then all of them together to the
result of the round after each card that might have been played.

`HandEvaluator` computes these values for one decision.  `FastEval` is its fast form for rollouts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp, sqrt
from operator import mul
from typing import Final, NamedTuple

from audiogames.cards.course import NO_SUIT
from audiogames.games.wist import model as m
from audiogames.games.wist import scores
from audiogames.games.wist.bots.opponents import OpponentModel

Held = Mapping[str, tuple[int, ...]]
"""A hand: for each suit, the powers of its cards from the highest."""

Weights = tuple[float, ...]

TrickRange = tuple[float, float]
"""The expected tricks of some cards: the most, and the fewest."""

TOP: Final = 1.2
"""How fast a card's "top" feature decays with each unseen card above it."""
GUARDS: Final = 4
"""The most guards that count: more cards below a card in hand protect it no better."""

WEIGHTS: Final[dict[str, Weights]] = {
    # wanted: no trump, side, trump; unwanted: no trump, side, trump
    "any card":            (-0.04, -0.78,  0.86, -1.67, -1.68, -0.57),
    "top":                 ( 0.23, -0.23,  3.24, -0.04, -0.33,  4.30),
    "root of those above": (-1.41, -1.07, -0.64, -0.91, -0.50, -0.58),
    "root of those below": ( 1.40,  1.27,  0.06,  1.31,  1.01,  0.07),
    "demand":              (-0.77, -2.18, -1.86, -1.02, -1.34, -0.65),
    "length a trick":      (-3.41, -1.53, -1.45, -1.19, -0.53,  0.07),
    "own above":           ( 0.54, -0.16,  0.74,  0.34, -0.02,  0.62),
    "guards":              ( 0.15,  0.37,  0.62, -1.33, -1.13, -0.10),
    "leads a trick":       ( 0.93,  0.56,  0.20,  2.72,  2.44,  0.02),
    "leads a top a trick": (10.15,  2.46,  1.26,  4.92,  0.92,  1.47),
    "above a trick":       ( 0.53, -1.62, -1.05, -1.82, -2.29, -1.38),
    "cuts a trick":        ( 0.00, -4.01,  0.00,  0.00, -1.80,  0.00),
    "own trumps a trick":  ( 0.00,  1.10, -1.45,  0.00,  0.04,  0.07),
    "short":               ( 0.00,  0.00,  0.37,  0.00,  0.00,  0.02),
}  # fmt: skip
"""Log odds that a card takes a trick if its owner wants tricks: in a round without trump, of a side
suit and of the trump suit.  Then the same if its owner wants none."""

KINDS: Final = ("no trump", "side", "trump")
_COLUMNS: Final = tuple(zip(*WEIGHTS.values(), strict=True))
WANTED: Final = dict(zip(KINDS, _COLUMNS[:3], strict=True))
UNWANTED: Final = dict(zip(KINDS, _COLUMNS[3:], strict=True))


class Prospect(NamedTuple):
    """The most and fewest tricks that a hand is expected to win, and the tricks left to play."""

    most: float
    least: float
    left: int


class Shape(NamedTuple):
    """Properties of the whole hand that affect each card's chance of taking a trick.

    `leads` is 1 if the hand leads, otherwise 0.
    """

    tricks: int
    leads: int
    trumps: int
    short: int
    """How many cards the hand lacks for two of each side suit."""


class Features(NamedTuple):
    """The inputs of the regression for a card's chance to take a trick.

    `above` and `below` are the numbers of unseen cards of its suit, `guards` is how many cards
    in hand are below it, `length` how many are of its suit.  `each` is 1 divided by the number
    of tricks still to be played; `trumps` is the mean number of trumps of each other player.
    """

    above: float
    below: float
    guards: int
    length: int
    each: float
    trumps: float
    demand: float = 0.0
    leads: int = 0
    own_trumps: int = 0
    short: int = 0

    def vector(self) -> Weights:
        """Return the features as numbers, in the order of the weights."""
        # The first unseen card above or below matters more than the fifth, so counts enter as
        # roots, and being the highest card as an exponential.
        each, top = self.each, exp(-TOP * self.above)
        return (
            1.0,
            top,
            sqrt(self.above),
            sqrt(self.below),
            self.demand,
            self.length * each,
            self.length - 1 - self.guards,
            min(self.guards, GUARDS),
            self.leads * each,
            self.leads * top * each,
            self.above * each,
            self.trumps * each,
            self.own_trumps * each,
            self.short,
        )


def probability(log_odds: float) -> float:
    """Return the probability for these log odds (the logistic function)."""
    return 1 / (1 + exp(-log_odds))


def card_range(kind: str, features: Features) -> TrickRange:
    """Return a card's two chances to take a trick: if its owner wants tricks, and if not."""
    vector = features.vector()
    most = probability(sum(map(mul, WANTED[kind], vector)))
    return most, probability(sum(map(mul, UNWANTED[kind], vector)))


def total(ranges: Sequence[TrickRange]) -> TrickRange:
    """Return the range of tricks expected from several cards or suits together."""
    return sum(most for most, _ in ranges), sum(least for _, least in ranges)


class HandEvaluator:
    """Computes expected tricks and points for one decision of a seat."""

    def __init__(self, opponents: OpponentModel) -> None:
        self._opponents = opponents
        self._trump = opponents.view.trump
        trumps = len(opponents.unseen[self._trump]) if self._trump else 0
        self._trumps_each = trumps * opponents.share / len(opponents.others)
        self._payoffs: dict[int, Payoff] = {}
        self._suits: dict[tuple[object, ...], TrickRange] = {}

    def payoff(self, bid: int) -> Payoff:
        """Return the points of a bid at this table."""
        found = self._payoffs.get(bid)
        if found is None:
            view = self._opponents.view
            found = payoff(bid, len(view.bids), view.options, no_trump=self._trump is None)
            self._payoffs[bid] = found
        return found

    def expected_points(self, bid: int, taken: int, prospect: Prospect) -> float:
        """Return the expected points of a bid for a player who has already `taken` tricks."""
        return self.payoff(bid).expected(taken, *prospect)

    def prospect(self, held: Held, leads: int, fallen: Mapping[str, float]) -> Prospect:
        """Return how many tricks a hand is expected to take; `leads` is 1 if it leads, else 0.

        `fallen` gives, for a suit, the fraction of its unseen cards left after the current trick.
        """
        trump = self._trump
        shape = Shape(
            tricks=sum(map(len, held.values())),
            leads=leads,
            trumps=len(held[trump]) if trump else 0,
            short=sum(max(0, 2 - len(held[suit])) for suit in m.SUITS if suit != trump),
        )
        suits = [
            self._suit_range(suit, powers, shape, fallen.get(suit, 1.0))
            for suit, powers in held.items()
            if powers
        ]
        return Prospect(*total(suits), shape.tricks)

    def _suit_range(
        self, suit: str, powers: tuple[int, ...], shape: Shape, left: float
    ) -> TrickRange:
        key = (suit, powers, shape, left)
        found = self._suits.get(key)
        if found is None:
            kind = "no trump" if not self._trump else "trump" if suit == self._trump else "side"
            cards = self._features(suit, powers, shape, left)
            found = self._suits[key] = total([card_range(kind, card) for card in cards])
        return found

    def _features(
        self, suit: str, powers: tuple[int, ...], shape: Shape, left: float
    ) -> Iterator[Features]:
        """Yield the features of each card of a suit in hand."""
        unseen = self._opponents.unseen[suit]
        share = self._opponents.share * left
        for place, power in enumerate(powers):
            lower = bisect_left(unseen, power)
            yield Features(
                above=(len(unseen) - lower) * share,
                below=lower * share,
                guards=len(powers) - 1 - place,
                length=len(powers),
                each=1 / shape.tricks,
                trumps=self._trumps_each,
                demand=self._opponents.demand,
                leads=shape.leads,
                own_trumps=shape.trumps,
                short=shape.short,
            )


# The value of a bid


class MissWeights(NamedTuple):
    """The log odds that a bid is missed.

    `over` and `under` weigh the distance of the needed tricks from the middle of the hand's range,
    in square roots of the tricks to come.  `zero` weighs the lower end and the middle of the range
    for a bid of zero.
    """

    zero: tuple[float, float, float]
    over: tuple[float, float]
    under: tuple[float, float]


MISS_WEIGHTS: Final = {
    True: MissWeights((-2.91, 2.51, 0.29), (-0.90, -2.31), (-1.09, 3.64)),
    False: MissWeights((-3.04, 4.92, -0.38), (-1.12, -3.13), (-1.65, 5.10)),
}
"""The weights by whether the round has no trump."""


class Payoff:
    """The points that a bid brings, if made or missed, in a match of eight rounds."""

    __slots__ = ("_miss", "_more_pays", "_trick", "bid", "made")

    def __init__(self, bid: int, seats: int, *, no_trump: bool) -> None:
        self.bid = bid
        self._miss = MISS_WEIGHTS[no_trump]
        self._more_pays = bid > 0
        self._trick = 1 if bid else scores.WIST_TRICK
        self.made: int = scores.eight(bid, bid, seats)
        """The points of the bid if it is made."""

    def missed(self, tricks: float) -> float:
        """Return the points of a missed bid; `tricks` is the expected number of tricks taken."""
        return self._trick * tricks

    def expected(self, taken: int, most: float, least: float, left: int) -> float:
        """Return the expected points of the bid after `taken` tricks.

        `most` and `least` are the most and the fewest further tricks that the hand is expected to
        win, `left` is the number of tricks left to play (see `Prospect`).
        """
        bid = self.bid
        need = bid - taken
        if need > left:
            return self.missed(taken + most)
        over = self.missed(max(bid + 1, taken + (most if self._more_pays else least)))
        if need < 0:
            return over
        if not left:
            return self.made
        zero, higher, lower = self._miss
        # Tricks are like independent draws: their spread grows as the root of their number.
        middle, spread = (most + least) / 2, sqrt(left)
        if need == 0:
            too_many = probability(zero[0] + zero[1] * least + zero[2] * middle / spread)
            return (1 - too_many) * self.made + too_many * over
        far = (need - middle) / spread
        too_many = probability(higher[0] + higher[1] * far) if need < left else 0.0
        too_few = probability(lower[0] + lower[1] * far)
        under = self.missed(min(bid - 1, taken + most))
        return max(0.0, 1 - too_many - too_few) * self.made + too_many * over + too_few * under


class CagliariPayoff(Payoff):
    """The points that a bid brings, if made or missed, in the Cagliari variant.

    With `always` a missed bid scores the points of a made bid in addition to its penalty.
    """

    __slots__ = ("_always",)

    def __init__(self, bid: int, seats: int, *, no_trump: bool, always: bool) -> None:
        super().__init__(bid, seats, no_trump=no_trump)
        self._more_pays = False
        self.made = scores.cagliari(bid, bid, always=always)
        self._always = self.made if always else 0

    def missed(self, tricks: float) -> float:
        """Return the points of a missed bid, given the expected number of tricks."""
        return self._always + scores.CAGLIARI_MISS * abs(tricks - self.bid)


def payoff(bid: int, seats: int, options: m.Options, *, no_trump: bool) -> Payoff:
    """Return the `Payoff` of a bid: its points if made and if missed, by these options."""
    if options.form == "cagliari":
        return CagliariPayoff(
            bid, seats, no_trump=no_trump, always=options.cagliari_points == "always"
        )
    return Payoff(bid, seats, no_trump=no_trump)


# The fast form


REMEMBERED: Final = 1 << 7
"""The cache size for sets of evaluations."""


def bitboard(plays: Sequence[m.Play]) -> int:
    """Return the set of these cards as a bit mask."""
    found = 0
    for play in plays:
        found |= play.bit
    return found


SUIT_BITS: Final[tuple[int, ...]] = tuple(
    bitboard([play for play in m.PLAYS.values() if play.suit == suit])
    for suit in range(len(m.SUITS))
)
PACK_BITS: Final = {
    seats: bitboard([m.PLAYS[card] for card in pack]) for seats, pack in m.PACKS.items()
}


class FastEval:
    """A faster evaluation of one suit ("trump", "side" or "no trump"), for rollouts.

    It omits the features that matter least during play: the tricks that the others want, who
    leads, and the number of trumps in hand.  So the result depends only on the shape of the
    suit, by which it is cached.
    """

    def __init__(self, kind: str, left: int, trumps: float, share: float) -> None:
        """Set the number of tricks left, and the mean number of trumps of each other player.

        `share` is the fraction of the unseen cards that are in hands.
        """
        self._kind, self._each, self._trumps, self._share = kind, 1 / left, trumps, share
        self._suits: dict[tuple[int, tuple[int, ...]], TrickRange] = {}
        self._cards: dict[tuple[int, ...], TrickRange] = {}

    def suit_range(self, out: int, above: tuple[int, ...]) -> TrickRange:
        """Return the expected tricks of the cards of a suit.

        `above` has for each card, from the lowest, how many of the `out` unseen cards of the suit
        are higher.
        """
        found = self._suits.get((out, above))
        if found is None:
            length = len(above)
            cards = [
                self._card_range((higher, out - higher, guards, length))
                for guards, higher in enumerate(above)
            ]
            found = self._suits[out, above] = total(cards)
        return found

    def _card_range(self, shape: tuple[int, int, int, int]) -> TrickRange:
        """Return a card's expected tricks; `shape` has the first four fields of its `Features`."""
        found = self._cards.get(shape)
        if found is None:
            above, below, guards, length = shape
            share = self._share
            features = Features(
                above * share, below * share, guards, length, self._each, self._trumps
            )
            found = self._cards[shape] = card_range(self._kind, features)
        return found


@lru_cache(REMEMBERED)
def fast_evals(trump: int, left: int, trumps: float, share: float) -> list[FastEval]:
    """Return for each suit the object that estimates how many tricks its cards will take.

    Suits differ only in whether they are trump; `left`, `trumps` and `share` are passed on to
    `FastEval`.
    """
    if trump == NO_SUIT:
        return [FastEval("no trump", left, trumps, share)] * len(m.SUITS)
    evals = [FastEval("side", left, trumps, share)] * len(m.SUITS)
    evals[trump] = FastEval("trump", left, trumps, share)
    return evals

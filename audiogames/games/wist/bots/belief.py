"""A seat's belief about the hidden cards of Wist: determinizations sampled by likelihood.

A determinization is a full state of the rules that the seat cannot rule out, and a policy
for each player.  Hidden cards are dealt at random, never a suit to a seat that did not
follow it.  If bids or played cards are evidence about the hands (`likelihood`), deals are
drawn by the Metropolis algorithm (N. Metropolis et al., "Equation of State Calculations by
Fast Computing Machines", J. Chem. Phys. 21, 1953).  Each step proposes to exchange two
cards of two hands.  An exchange that makes the deal likelier is always made; any other is
made with a probability equal to the ratio of the new likelihood to the old one.  In the
long run the chain visits every deal in proportion to its likelihood, so that no deal needs
a weight.

A player's policy is drawn in proportion to the probability with which that policy would
have made the player's bid.  A secret bid (ticket) is sampled for the hand that its writer
has in the determinization.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from audiogames.cards.card import Card
from audiogames.cards.hidden import deal_hidden
from audiogames.games.wist import model as m
from audiogames.games.wist.bots.likelihood import (
    BidLikelihood,
    CardEvidence,
    CardLikelihoods,
    Hopes,
)
from audiogames.games.wist.bots.rollout_policy import Policy
from audiogames.games.wist.rules import determinization, voids
from audiogames.games.wist.state import WistState

FIRST_STEPS: Final = 300
"""The steps of the chain before its first deal is used."""
STEPS: Final = 24
"""The steps of the chain from one deal to the next."""
TRIES: Final = 4
"""How often the quick dealing is tried before the exact one."""

Hands = list[list[Card]]
Place = tuple[int, Card]
"""The index of a hand, and a card that it holds."""


class Stopped(Exception):
    """Raised if `stop` returns True: no more determinizations are needed."""


class Determinization(NamedTuple):
    """A full state that the seat cannot rule out, and a rollout policy for every player."""

    state: WistState
    policies: list[Policy]


class Evidence(NamedTuple):
    """The knowledge about the hidden hands from which a `MetropolisChain` samples deals."""

    voids: Collection[tuple[int, str]]
    """The places and the suits that they may not hold."""
    card_likelihoods: CardLikelihoods
    bid_likelihood: BidLikelihood
    bids: Mapping[int, int]
    """The bids by place."""
    played: Sequence[Sequence[Card]]
    """The cards that belonged to a hand when it was bid on, and have been played since."""


class MetropolisChain:
    """A Markov chain of deals, which visits likely deals more often.

    A *place* is the index of a hand: a seat or, after all seats, the cards that were not dealt.
    """

    def __init__(self, deal: Hands, evidence: Evidence) -> None:
        self._cards = [card for hand in deal for card in hand]
        self._owners = [place for place, hand in enumerate(deal) for _ in hand]
        self._sizes = [len(hand) for hand in deal]
        self._voids, self._card_likelihoods, self._bid_likelihood, self._bids, played = evidence
        hopes, likelihood = self._bid_likelihood.hopes, self._bid_likelihood.likelihood
        self._hopes = {seat: hopes([*deal[seat], *played[seat]]) for seat in self._bids}
        self._likelihoods = {
            seat: likelihood(self._hopes[seat], bid) for seat, bid in self._bids.items()
        }

    def hands(self) -> Hands:
        """Return the current deal of the chain, a list of hands."""
        hands, begin = [], 0
        for size in self._sizes:
            hands.append(self._cards[begin : begin + size])
            begin += size
        return hands

    def advance(self, steps: int, rng: Random) -> None:
        """Propose this many exchanges of two cards between two hands."""
        draw, cards, owners, voids, likely = (
            rng.random,
            self._cards,
            self._owners,
            self._voids,
            self._card_likelihoods,
        )
        number = len(cards)
        for _ in range(steps if number else 0):
            one, other = int(number * draw()), int(number * draw())
            seat, partner = owners[one], owners[other]
            if seat == partner:
                continue
            mine, theirs = cards[one], cards[other]
            if voids and ((seat, theirs.suit) in voids or (partner, mine.suit) in voids):
                continue
            now = likely[seat][mine] * likely[partner][theirs]
            then = likely[seat][theirs] * likely[partner][mine]
            if self._accepts((seat, mine), (partner, theirs), draw() * now / then):
                cards[one], cards[other] = theirs, mine

    def _accepts(self, one: Place, other: Place, least: float) -> bool:
        """Return True if exchanging two cards multiplies the bids' likelihood by more than `least`.

        If so, store the new likelihoods of the two hands.
        """
        ratio = 1.0
        new: list[tuple[int, Hopes, float]] = []
        for (place, lost), (_, got) in ((one, other), (other, one)):
            if place in self._bids:
                hopes = self._bid_likelihood.exchanged(self._hopes[place], lost, got)
                likelihood = self._bid_likelihood.likelihood(hopes, self._bids[place])
                ratio *= likelihood / self._likelihoods[place]
                new.append((place, hopes, likelihood))
        if least >= ratio:
            return False
        for place, hopes, likelihood in new:
            self._hopes[place], self._likelihoods[place] = hopes, likelihood
        return True


class Belief:
    """Samples determinizations that fit one view."""

    def __init__(self, view: m.WistView, rng: Random) -> None:
        self._view = view
        self._rng = rng
        self._bid_likelihood = BidLikelihood(view)
        self._base = _base(view, rng)
        own = None if view.hidden else view.seat
        self._own = own
        self._sizes = [0 if seat == own else size for seat, size in enumerate(view.hand_sizes)]
        self._voids = {void for void in voids(view) if void[0] != own}
        self._played = _played(view)
        known = {card for _, card in view.history} | set(view.hand)
        unseen = [card for card in m.PACKS[len(view.bids)] if card not in known]
        self._free: list[Card] = []
        self._tied: list[tuple[Card, list[int]]] = []
        self._part(card for card in unseen if card is not view.turned)
        others = [seat for seat in range(len(self._sizes)) if seat != own]
        known_bids = {seat: view.bids[seat] for seat in others}
        self._telling_bids = {
            seat: bid
            for seat, bid in known_bids.items()
            if bid is not None and not view.bound and not self._bid_likelihood.dark
        }
        """The bids that are evidence about hands."""
        self._card_evidence = CardEvidence(view)
        self._chain: MetropolisChain | None = None
        self._tickets = [seat for seat in others if view.written[seat] and known_bids[seat] is None]

    def _part(self, unseen: Iterable[Card]) -> None:
        """Divide unseen cards: `_tied` ones, which some seat cannot hold, and `_free` ones.

        Each tied card is stored with the numbers of the seats that may hold it.  The number after
        the last seat stands for the cards that were not dealt.
        """
        everybody = [*range(len(self._sizes) + 1)]
        homes = {
            suit: [place for place in everybody if (place, suit) not in self._voids]
            for suit in m.SUITS
        }
        for card in unseen:
            if len(homes[card.suit]) == len(everybody):
                self._free.append(card)
            else:
                self._tied.append((card, homes[card.suit]))

    def sample(self, number: int, stop: Callable[[], bool]) -> list[Determinization]:
        """Sample this many determinizations.  Raises `Stopped`."""
        sampled = []
        for _ in range(number):
            if stop():
                raise Stopped
            sampled.append(self._determinization(self._next_deal()))
        return sampled

    def _next_deal(self) -> Hands:
        """Return the next random deal.

        It comes from the Metropolis chain if bids or played cards are evidence about the hands.
        """
        if not self._telling_bids and not self._view.history:
            return self._deal()
        if self._chain is None:
            evidence = Evidence(
                self._voids,
                self._card_evidence.likelihoods,
                self._bid_likelihood,
                self._telling_bids,
                self._played,
            )
            self._chain = MetropolisChain(self._deal(), evidence)
            self._chain.advance(FIRST_STEPS, self._rng)
        self._chain.advance(STEPS, self._rng)
        return self._chain.hands()

    def _determinization(self, deal: Hands) -> Determinization:
        state = self._base.copy()
        hands = [sorted(hand, key=m.POWER.__getitem__) for hand in deal]
        if self._own is not None:
            hands[self._own] = sorted(self._view.hand, key=m.POWER.__getitem__)
        state.hold(hands[: state.seats])
        policies = [self._policy(seat, hands[seat]) for seat in range(state.seats)]
        for seat in self._tickets:
            whole = hands[seat] + self._played[seat]
            state.bids[seat] = self._bid_likelihood.ticket(whole, policies[seat], self._rng)
        return Determinization(state, policies)

    def _policy(self, seat: int, hand: list[Card]) -> Policy:
        """Draw a policy that fits a seat's bid and cards; the bot's own seat has a fixed one."""
        if seat == self._own:
            return Policy.EVALUATING
        of_open = of_simple = 1.0
        if seat in self._telling_bids:
            hopes = self._bid_likelihood.hopes(hand + self._played[seat])
            of_open, of_simple = self._bid_likelihood.likelihoods(hopes, self._telling_bids[seat])
        of_simple *= self._card_evidence.trust[seat]
        return Policy(self._rng.random() * (of_open + of_simple) >= of_open)

    def bid_on(self, sampled: Determinization) -> None:
        """Make the missing bids: for each seat the legal bid nearest to its expected tricks."""
        state = sampled.state
        while state.phase is m.Phase.BIDDING:
            seat = state.to_act
            assert isinstance(seat, int)
            cards = (play.card for play in state.hands[seat])
            hopes = self._bid_likelihood.bid(cards, sampled.policies[seat])
            legal = [move for move in state.legal_moves(seat) if isinstance(move, m.Bid)]
            state.apply(seat, min(legal, key=lambda bid: abs(bid.number - hopes)))

    def _deal(self) -> Hands:
        """Deal hands that respect known voids; the bot's own hand stays empty."""
        for _ in range(TRIES):
            found = self._deal_quickly()
            if found is not None:
                return found
        cards = [*self._free, *(card for card, _ in self._tied)]
        shown = self._voids
        return deal_hidden(
            cards, self._sizes, lambda seat, card: (seat, card.suit) not in shown, self._rng
        )

    def _deal_quickly(self) -> Hands | None:
        """Deal first the cards that some seats cannot hold, then all others.

        Return None if a card that some seats cannot hold fits into no hand.
        """
        room = [*self._sizes, len(self._free) + len(self._tied) - sum(self._sizes)]
        hands: Hands = [[] for _ in room]
        if self._tied and not self._deal_tied(hands, room):
            return None
        self._rng.shuffle(self._free)
        begin = 0
        for hand, size in zip(hands, room, strict=True):
            hand.extend(self._free[begin : begin + size])
            begin += size
        return hands

    def _deal_tied(self, hands: Hands, room: list[int]) -> bool:
        """Deal the cards that some seats cannot hold; those with the fewest possible seats first.

        Return False if no hand can take one of these cards.
        """
        self._rng.shuffle(self._tied)
        self._tied.sort(key=lambda tied: len(tied[1]))
        for card, homes in self._tied:
            lot = int(self._rng.random() * sum([room[place] for place in homes]))
            for place in homes:
                lot -= room[place]
                if lot < 0:
                    break
            else:
                return False
            hands[place].append(card)
            room[place] -= 1
        return True


def _base(view: m.WistView, rng: Random) -> WistState:
    """Return a state with the fields that all determinizations of this view share.

    Its round has the view's number of cards, which may be fewer than planned.
    """
    state = determinization(view, rng)
    assert state.now is not None
    state.now = replace(state.now, cards=view.cards)
    return state


def _played(view: m.WistView) -> list[list[Card]]:
    """Return the cards that each seat has played, which were in its hand when it bid."""
    played: list[list[Card]] = [[] for _ in view.bids]
    for seat, card in view.history:
        played[seat].append(card)
    return played

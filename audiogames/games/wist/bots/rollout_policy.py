"""Rollouts of a round of Wist, and the policies by which players play in them.

The other players' reasoning is unknown, so each seat of a rollout has a policy.  SIMPLE players
consider only their own hand and the table.  OPEN players play as if all hands were open
(`open_policy`).  The bot's own seat is EVALUATING: it evaluates its cards as the normal bot does,
so that it does not rely on what it cannot know.

The hands of a state must be sorted from the lowest card of each suit, as `belief` sorts them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import IntEnum
from math import prod
from typing import Final

from audiogames.cards.course import NO_SUIT
from audiogames.core.events import Seat
from audiogames.games.wist.bots.hand_evaluation import (
    PACK_BITS,
    SUIT_BITS,
    FastEval,
    TrickRange,
    bitboard,
    fast_evals,
    payoff,
)
from audiogames.games.wist.bots.open_policy import (
    MANY,
    NOTHING,
    attack_on_wist,
    duck,
    open_card,
)
from audiogames.games.wist.bots.opponents import beats, eagerness, holds_any
from audiogames.games.wist.model import PLAYS, Play
from audiogames.games.wist.state import WistState


class Policy(IntEnum):
    """How a player bids and plays in a rollout."""

    OPEN = 0
    SIMPLE = 1
    EVALUATING = 2


def rollout(state: WistState, policies: Sequence[Policy]) -> tuple[int, ...]:
    """Play the round to its end; return each seat's points."""
    rollout_until(state, policies, None)
    return state.sheet[-1].points


def rollout_until(state: WistState, policies: Sequence[Policy], until: Seat | None) -> bool:
    """Play until it is the turn of `until`; return True if the round ended before that."""
    choose = [POLICIES[policy] for policy in policies]
    seat = state.to_act
    while isinstance(seat, int):
        if seat == until:
            return False
        state.apply(seat, choose[seat](state, seat))
        seat = state.to_act
    return True


# Simple


def simple_card(state: WistState, seat: Seat) -> Play:
    """Return the card that the SIMPLE policy plays.

    The policy uses only its own hand and the trick.  While tricks are needed it takes as cheaply as
    possible and leads the highest card.  After that it plays the highest card that does not take,
    and leads the lowest.
    """
    own, best, led = state.suits[seat], state.best, state.led
    short = state.tricks[seat] < (state.bids[seat] or 0)
    if best is None:
        return _highest(own) if short else _lowest(own)
    if held := own[led]:
        if best.suit != led:
            return held[0] if short else held[-1]
        return _over(held, best.power) if short else duck(held, best.power, last=False)
    level = best.power if best.suit == state.trump else NOTHING
    return (_cut if short else _throw)(own, level, state.trump)


def _highest(suits: Iterable[list[Play]]) -> Play:
    return max((held[-1] for held in suits if held), key=_power)


def _lowest(suits: Iterable[list[Play]]) -> Play:
    return min((held[0] for held in suits if held), key=_power)


def _power(play: Play) -> int:
    return play.power


def _over(held: list[Play], level: int) -> Play:
    """Return the cheapest card with more power than `level`, otherwise the lowest card."""
    for play in held:
        if play.power > level:
            return play
    return held[0]


def _cut(own: list[list[Play]], level: int, trump: int) -> Play:
    """Return the cheapest trump that takes, otherwise the lowest card."""
    for play in own[trump] if trump != NO_SUIT else ():
        if play.power > level:
            return play
    return _lowest(own)


def _throw(own: list[list[Play]], level: int, trump: int) -> Play:
    """Return the highest discard that does not take, otherwise the lowest trump."""
    losers = [
        [play for play in held if suit != trump or play.power < level]
        for suit, held in enumerate(own)
    ]
    return _highest(losers) if any(losers) else own[trump][0]


# Evaluating


SURE: Final = 0.97
"""A card with this probability of taking the trick, or of losing it, is assumed to do so."""


def evaluated_card(state: WistState, seat: Seat) -> Play:
    """Return the card that the EVALUATING policy plays: the best one, or an attack on a Wist.

    A Wist is a bid of zero.  The attack uses the other players' hidden cards.  That is a flaw, but
    without it another player's Wist would be safe in every rollout.
    """
    if attack := attack_on_wist(state, seat):
        return attack
    own, led = state.suits[seat], state.led
    held = own[led] if led != NO_SUIT else None
    if held and (len(held) == 1 or _ducks(state, seat)):
        return simple_card(state, seat)
    left = len(state.hands[seat]) - 1
    return _Evaluation(state, seat, left).best() if left else simple_card(state, seat)


def _ducks(state: WistState, seat: Seat) -> bool:
    """Return True if a seat wants no more tricks: its bid is reached, in a round with bids."""
    now = state.now
    assert now is not None
    return not now.bound and state.tricks[seat] >= (state.bids[seat] or 0)


class _Evaluation:
    """Evaluates the cards that a seat may play; `left` is the seat's hand size afterwards."""

    __slots__ = (
        "_above", "_evals", "_later", "_least", "_left", "_most", "_out", "_own", "_payoff",
        "_ranges", "_state", "_taken", "_unseen",
    )  # fmt: skip

    def __init__(self, state: WistState, seat: Seat, left: int) -> None:
        trump, bid = state.trump, state.bids[seat]
        assert bid is not None
        self._state, self._own, self._left = state, state.suits[seat], left
        self._taken = state.tricks[seat]
        self._payoff = payoff(bid, state.seats, state.options, no_trump=trump == NO_SUIT)
        out = self._unseen_cards(seat)
        self._unseen = out.bit_count()
        self._out = [(out & cards).bit_count() for cards in SUIT_BITS]
        self._evals = self._suit_evals(trump)
        self._above: dict[int, tuple[int, ...]] = {}
        self._ranges: dict[int, TrickRange] = {}
        self._most = self._least = 0.0
        self._evaluate_suits(out)
        self._later = self._eagerness(seat)

    def _evaluate_suits(self, out: int) -> None:
        """Compute the expected tricks of the seat's hand against the unseen cards."""
        for suit, held in enumerate(self._own):
            if held:
                left = out & SUIT_BITS[suit]
                above = tuple([(left & -play.bit).bit_count() for play in held])
                self._above[suit] = above
                tricks = self._evals[suit].suit_range(self._out[suit], above)
                self._ranges[suit] = tricks
                self._most += tricks[0]
                self._least += tricks[1]

    def _unseen_cards(self, seat: Seat) -> int:
        """Return a bit mask of all cards that this seat does not see."""
        state = self._state
        seen = bitboard(state.trail) | bitboard(state.hands[seat])
        if state.turned:
            seen |= PLAYS[state.turned].bit
        return PACK_BITS[state.seats] & ~seen

    def _suit_evals(self, trump: int) -> list[FastEval]:
        state = self._state
        assert state.now is not None
        others = state.seats - 1
        held = state.seats * state.now.cards - len(state.trail) - self._left - 1
        share = held / self._unseen if held < self._unseen else 1.0
        trumps = self._out[trump] * share / others if trump != NO_SUIT else 0.0
        return fast_evals(trump, self._left, trumps, share)

    def _eagerness(self, seat: Seat) -> list[float]:
        """Return how likely each later player of this trick is to take it if possible."""
        state, eager = self._state, []
        secret = state.now is not None and state.now.secret
        while seat != state.closer:
            seat = state.following[seat]
            bid = None if secret else state.bids[seat]
            eager.append(eagerness(bid, state.tricks[seat], self._left + 1))
        return eager

    def best(self) -> Play:
        """Return the best card: of equal ones the lowest if tricks are needed, else the highest."""
        own, led = self._own, self._state.led
        short = self._taken < self._payoff.bid
        found, most = None, -MANY
        for suit in (led,) if led != NO_SUIT and own[led] else self._ranges:
            level = self._level(suit)
            for place in _candidates(own[suit], level):
                worth = self._points(suit, place, level)
                if worth > most or (worth == most and not short):
                    found, most = own[suit][place], worth
        assert found is not None
        return found

    def _level(self, suit: int) -> float:
        """Return the power that a card of this suit must exceed to take the trick."""
        best, trump = self._state.best, self._state.trump
        if best is None:
            return NOTHING
        if best.suit == suit:
            return best.power
        return NOTHING if suit == trump else MANY

    def _points(self, suit: int, place: int, level: float) -> float:
        """Return the expected points after playing the card at index `place` of a suit.

        The card can win the trick only if its power is greater than `level`.
        """
        above, before = self._above[suit], self._ranges[suit]
        rest = above[:place] + above[place + 1 :]
        most, least = self._evals[suit].suit_range(self._out[suit], rest)
        most += self._most - before[0]
        least += self._least - before[1]
        taken, left, points = self._taken, self._left, self._payoff.expected
        stands = self._stands(suit, above[place]) if self._own[suit][place].power > level else 0.0
        if stands < 1 - SURE:
            return points(taken, most, least, left)
        won = points(taken + 1, most, least, left)
        if stands > SURE:
            return won
        return stands * won + (1 - stands) * points(taken, most, least, left)

    def _stands(self, suit: int, above: int) -> float:
        """Return the probability that no later player beats a card of this suit.

        `above` is the number of unseen cards of the suit that are higher.
        """
        later, trump = self._later, self._state.trump
        if not later or not (above or trump != NO_SUIT):
            return 1.0
        out, led, unseen, size = self._out, self._state.led, self._unseen, self._left + 1
        higher = holds_any(above, unseen, size)
        if led not in (NO_SUIT, suit):
            over = higher * (1 - holds_any(out[led], unseen, size))
            return prod([1 - over * eager for eager in later])
        lower = holds_any(out[suit] - above, unseen, size)
        cuts = 0.0
        if trump not in (NO_SUIT, suit):
            cuts = 1 - holds_any(out[suit], unseen, size)
            cuts *= holds_any(out[trump], unseen, size)
        return prod([1 - beats(eager, cuts, higher, lower) for eager in later])


def _candidates(held: Sequence[Play], level: float) -> Collection[int]:
    """Return the indices of the lowest and highest card, and of those just around `level`."""
    last = len(held) - 1
    if not last:
        return (0,)
    if held[0].power > level or held[last].power < level:
        return (0, last)
    place = 1
    while held[place].power < level:
        place += 1
    return {0, place - 1, place, last}


POLICIES: Final[tuple[Callable[[WistState, Seat], Play], ...]] = (
    open_card,
    simple_card,
    evaluated_card,
)
"""The function of each `Policy` that returns a seat's card."""

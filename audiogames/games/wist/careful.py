"""How strong goes on for its own seat in its trials: it counts on nothing that it cannot know.

It plays as the normal bot does, as far as that shows at a glance (`glance`): it knows its own hand,
the table and which cards are out, but not who has them.  It hunts a Wist as shrewd ones do
(`hunting`): that others' cards are known there is a fault on both sides, and without the hunt a
Wist of another would seem to cost nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from math import prod
from typing import Final

from audiogames.core.events import Seat
from audiogames.games.wist import glance, plain
from audiogames.games.wist.hunting import prey_in_sight
from audiogames.games.wist.model import PLAYS, Play
from audiogames.games.wist.outlook import beats, eagerness, holds_any
from audiogames.games.wist.picks import MANY, NOTHING
from audiogames.games.wist.rules import WistState
from audiogames.games.wist.stakes import stake

SURE: Final = 0.97
"""A card that stands so likely is taken to stand, and one that falls so likely to fall."""


def habit(state: WistState, seat: Seat) -> Play:
    """The card that a careful player plays."""
    return prey_in_sight(state, seat) or _weighed(state, seat)


def _weighed(state: WistState, seat: Seat) -> Play:
    """The card that leaves the best hope of the bid."""
    own, led = state.suits[seat], state.led
    held = own[led] if led else None
    if held and (len(held) == 1 or _ducks(state, seat)):
        return plain.habit(state, seat)
    left = sum(map(len, own.values())) - 1
    return _Weighing(state, seat, left).best() if left else plain.habit(state, seat)


def _ducks(state: WistState, seat: Seat) -> bool:
    """Whether it is clear that a seat stays below: where it has enough, but not in a Wist round."""
    now = state.now
    assert now is not None
    return not now.bound and state.tricks[seat] >= (state.bids[seat] or 0)


class _Weighing:
    """The cards that a seat may play, where so many are left to it after this one."""

    __slots__ = (
        "_above", "_later", "_least", "_left", "_most", "_out", "_own", "_promised", "_scenes",
        "_stake", "_state", "_taken", "_unseen",
    )  # fmt: skip

    def __init__(self, state: WistState, seat: Seat, left: int) -> None:
        trump, bid = state.trump, state.bids[seat]
        assert bid is not None
        self._state, self._own, self._left = state, state.suits[seat], left
        self._taken = state.tricks[seat]
        self._stake = stake(bid, state.seats, state.options, plain=trump is None)
        out = self._unseen_cards()
        self._unseen = out.bit_count()
        self._out = {suit: (out & cards).bit_count() for suit, cards in glance.SUITS.items()}
        self._scenes = self._set(trump)
        self._above: dict[str, tuple[int, ...]] = {}
        self._promised: dict[str, glance.Promised] = {}
        self._most = self._least = 0.0
        self._look(out)
        self._later = self._eager(seat)

    def _look(self, out: int) -> None:
        """What one's own cards promise, with so many that are out, as a number of `glance`."""
        higher = glance.ABOVE
        for suit, held in self._own.items():
            if held:
                above = tuple([(out & higher[play]).bit_count() for play in held])
                self._above[suit] = above
                promised = self._scenes[suit].promise(self._out[suit], above)
                self._promised[suit] = promised
                self._most += promised[0]
                self._least += promised[1]

    def _unseen_cards(self) -> int:
        """All that this seat does not see, as a number of `glance`."""
        state = self._state
        seen = glance.bits(chain(state.trail, *self._own.values()))
        if state.turned:
            seen |= glance.CARD[PLAYS[state.turned]]
        return glance.PACKS[state.seats] & ~seen

    def _set(self, trump: str | None) -> dict[str, glance.Scene]:
        """The scene of each suit."""
        state = self._state
        assert state.now is not None
        others = state.seats - 1
        held = state.seats * state.now.cards - len(state.trail) - self._left - 1
        share = held / self._unseen if held < self._unseen else 1.0
        trumps = self._out[trump] * share / others if trump else 0.0
        return glance.scenes(trump, self._left, trumps, share)

    def _eager(self, seat: Seat) -> list[float]:
        """How likely those who play later to this trick take it if they may."""
        state, eager = self._state, []
        secret = state.now is not None and state.now.secret
        while seat != state.closer:
            seat = state.following[seat]
            bid = None if secret else state.bids[seat]
            eager.append(eagerness(bid, state.tricks[seat], self._left + 1))
        return eager

    def best(self) -> Play:
        """The card that is worth most; of equals the lowest in need, otherwise the highest."""
        own, led = self._own, self._state.led
        short = self._taken < self._stake.bid
        found, most = None, -MANY
        for suit in (led,) if led and own[led] else self._promised:
            level = self._level(suit)
            for place in _worth_a_look(own[suit], level):
                worth = self._worth(suit, place, level)
                if worth > most or (worth == most and not short):
                    found, most = own[suit][place], worth
        assert found is not None
        return found

    def _level(self, suit: str) -> float:
        """What a card of this suit must beat."""
        best, trump = self._state.best, self._state.trump
        if best is None:
            return NOTHING
        if best.suit == suit:
            return best.power
        return NOTHING if suit == trump else MANY

    def _worth(self, suit: str, place: int, level: float) -> float:
        """The points to be expected after a card."""
        above, before = self._above[suit], self._promised[suit]
        rest = above[:place] + above[place + 1 :]
        most, least = self._scenes[suit].promise(self._out[suit], rest)
        most += self._most - before[0]
        least += self._least - before[1]
        taken, left, worth = self._taken, self._left, self._stake.worth
        stands = self._stands(suit, above[place]) if self._own[suit][place].power > level else 0.0
        if stands < 1 - SURE:
            return worth(taken, most, least, left)
        won = worth(taken + 1, most, least, left)
        if stands > SURE:
            return won
        return stands * won + (1 - stands) * worth(taken, most, least, left)

    def _stands(self, suit: str, above: int) -> float:
        """How likely nobody who plays later beats a card with so many above it."""
        later, trump = self._later, self._state.trump
        if not later or not (above or trump):
            return 1.0
        out, led, unseen, size = self._out, self._state.led, self._unseen, self._left + 1
        higher = holds_any(above, unseen, size)
        if led not in (None, suit):
            over = higher * (1 - holds_any(out[led], unseen, size))
            return prod([1 - over * eager for eager in later])
        lower = holds_any(out[suit] - above, unseen, size)
        cuts = 0.0
        if trump and trump != suit:
            cuts = 1 - holds_any(out[suit], unseen, size)
            cuts *= holds_any(out[trump], unseen, size)
        return prod([1 - beats(eager, cuts, higher, lower) for eager in later])


def _worth_a_look(held: Sequence[Play], level: float) -> Collection[int]:
    """The places of the lowest and the highest card, and of those next to what must be beaten."""
    last = len(held) - 1
    if not last:
        return (0,)
    if held[0].power > level or held[last].power < level:
        return (0, last)
    place = 1
    while held[place].power < level:
        place += 1
    return {0, place - 1, place, last}

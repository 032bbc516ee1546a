"""Samples deals that fit what a seat knows; hands are in order of play, cards are codes.

A card that a seat took in public stays in its hand until it is played.  A partner's signs are
believed: a signed trump is in the partner's hand until it is played, and a better one can only have
been drawn later.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Final

from audiogames.cards.sides import side_of
from audiogames.cards.tricks import finished
from audiogames.core.events import Seat
from audiogames.games.briscola import model as m
from audiogames.games.briscola.bots.codes import Codes
from audiogames.games.briscola.bots.playout import OpenDeal
from audiogames.games.briscola.bots.signs import is_believable
from audiogames.games.briscola.rules import known_hands, unseen

TRIES: Final = 12
"""How many deals are drawn to find one that agrees with the partner's signs, which may be
untrue."""


class Sampler:
    """Samples deals that are consistent with the view of a seat that is to act."""

    def __init__(self, view: m.BriscolaView) -> None:
        assert view.seat is not None
        assert view.briscola is not None
        seats, laid = len(view.hand_sizes), len(view.on_table)
        self.view = view
        self.codes = Codes(view.briscola)
        self.order = [Seat((view.seat + laid - place) % seats) for place in range(seats)]
        """The seats in order of play of this trick.  The seat to act is at index `laid`."""
        self.trick = self.codes.all_of(card for _, card in view.on_table)
        self._known = [self.codes.all_of(hand) for hand in known_hands(view)]
        self._hidden = self.codes.all_of(unseen(view))
        self._turned = [self.codes.of(view.turned)] if view.turned else []

    @cached_property
    def ours(self) -> list[bool]:
        """One flag per seat in order of play: True on the side of the seat to act."""
        side = side_of(self.view.seat, len(self.order))
        return [seat in side for seat in self.order]

    @cached_property
    def ahead(self) -> int:
        """The acting side's lead in points over all others, from finished tricks."""
        view, ahead = self.view, 0
        for trick in finished(view):
            points = sum(m.PLAYS[card].points for _, card in trick)
            taker = m.best_of(trick, view.briscola)[0]
            ahead += points if self.ours[self.order.index(taker)] else -points
        return ahead

    @cached_property
    def is_open(self) -> bool:
        """Whether the seat knows the position of every card."""
        return not self.view.stock and sum(size > 0 for size in self.lacking) < 2

    @cached_property
    def lacking(self) -> list[int]:
        """The number of unknown cards in each hand, in order of play."""
        return [self.view.hand_sizes[seat] - len(self._known[seat]) for seat in self.order]

    def deals(self, rng: Random) -> Iterator[OpenDeal]:
        """Yield sampled deals without end, or the only possible deal once."""
        yield self._drawn(rng)
        while not self.is_open:
            yield self._drawn(rng)

    def _drawn(self, rng: Random) -> OpenDeal:
        for _ in range(TRIES):
            deal = self._at_random(rng)
            if self._is_believable(deal):
                break
        return deal

    def _at_random(self, rng: Random) -> OpenDeal:
        hidden = self._hidden[:]
        rng.shuffle(hidden)
        hands = []
        for seat, size in zip(self.order, self.lacking, strict=True):
            hands.append([*self._known[seat], *(hidden.pop() for _ in range(size))])
        return OpenDeal(hands, (*hidden, *self._turned), self.trick)

    def _is_believable(self, deal: OpenDeal) -> bool:
        partners = [one for one in self.view.signs if one.seat != self.view.seat]
        if not partners:
            return True
        last = partners[-1]
        held = [self.codes.card(code) for code in deal.hands[self.order.index(last.seat)]]
        return is_believable(last, held, self.view)

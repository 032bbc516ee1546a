"""Worlds that a seat cannot rule out: the hidden cards, dealt again.

Before any reshuffle every unseen card may be anywhere.
A reshuffle tells more: the stock was then empty, so the hands held just the cards that were not
among the discards.  Since then each card that was played came either from what its player held at
that moment (*old*) or from what he drew after it (*new*).  With one pack the card itself says
which; with two packs some cards may be either, and one consistent reading is chosen at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from audiogames.cards.card import Card
from audiogames.games.novantanove.model import NovantanoveView

Hands = list[list[Card]]

STEPS: Final = 500_000
"""Sightings that a search for a reading looks at, at most: with two packs a true match may need
some 20,000."""


def worlds_hands(
    view: NovantanoveView, pack: Sequence[Card], rng: Random
) -> tuple[Hands, list[Card]]:
    """All hands, the seat's own as it is, and the stock with its top card last."""
    if view.round == 0:
        return [[] for _ in view.tokens], []
    if view.reshuffled:
        return _after_reshuffle(view, pack, rng)
    seen = Counter(view.hand) + Counter(card for _, card in view.history if card is not None)
    unseen = _shuffled(Counter(pack) - seen, rng)
    hands = [
        _own(view) if seat == view.seat else _take(unseen, size)
        for seat, size in enumerate(view.hand_sizes)
    ]
    return hands, unseen


def _own(view: NovantanoveView) -> list[Card]:
    return list(view.hand)


def _take(cards: list[Card], count: int) -> list[Card]:
    return [cards.pop() for _ in range(count)]


def _shuffled(cards: Counter[Card], rng: Random) -> list[Card]:
    listed = sorted(cards.elements())
    rng.shuffle(listed)
    return listed


@dataclass
class _Origins:
    """Where unseen cards can be: the two pools, and how many of each kind every seat holds."""

    pools: dict[bool, Counter[Card]]
    """The cards not yet seen, by whether they are new."""
    held: dict[bool, list[int]]
    """Cards in hand a seat, by whether they are new."""
    steps: int = STEPS
    """How far the search may still go."""

    def may_take(self, seat: int, card: Card, *, new: bool) -> bool:
        return self.held[new][seat] > 0 and self.pools[new][card] > 0

    def move(self, seat: int, card: Card, by: int, *, new: bool) -> None:
        """Take a card out of a seat's hand (`by` -1), or put it back."""
        self.held[new][seat] += by
        self.pools[new][card] += by


def _after_reshuffle(
    view: NovantanoveView, pack: Sequence[Card], rng: Random
) -> tuple[Hands, list[Card]]:
    origins = _at_reshuffle(view, pack)
    sightings = [*view.history, *((view.seat, card) for card in view.hand)]
    consistent = next(_readings(origins, sightings, 0, rng), False)
    assert consistent, "the true deal is one reading"
    pools = {new: _shuffled(+origins.pools[new], rng) for new in (False, True)}
    hands = []
    for seat in range(len(view.tokens)):
        hidden = [
            card for new in (False, True) for card in _take(pools[new], origins.held[new][seat])
        ]
        hands.append(_own(view) if seat == view.seat else hidden)
    return hands, pools[True]


def _at_reshuffle(view: NovantanoveView, pack: Sequence[Card]) -> _Origins:
    """What was where when the discards became the stock."""
    held = list(view.hand_sizes)
    for seat, card in view.history:
        held[seat] += -1 if card is None else 1
    stock = Counter(view.reshuffled)
    return _Origins(
        {False: Counter(pack) - stock, True: stock}, {False: held, True: [0] * len(held)}
    )


def _readings(
    origins: _Origins, sightings: Sequence[tuple[int | None, Card | None]], place: int, rng: Random
) -> Iterator[bool]:
    """Search the origins of all cards seen; yields with `origins` at a consistent reading."""
    if place == len(sightings):
        yield True
        return
    origins.steps -= 1
    if origins.steps < 0:
        raise ValueError("No reading of these sightings was found")
    seat, card = sightings[place]
    assert seat is not None
    if card is None:
        origins.held[True][seat] += 1
        yield from _readings(origins, sightings, place + 1, rng)
        origins.held[True][seat] -= 1
        return
    for new in rng.sample((False, True), 2):
        if origins.may_take(seat, card, new=new):
            origins.move(seat, card, -1, new=new)
            yield from _readings(origins, sightings, place + 1, rng)
            origins.move(seat, card, 1, new=new)

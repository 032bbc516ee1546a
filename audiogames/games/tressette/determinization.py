"""Determinization: counts and uniformly samples the worlds that a seat cannot rule out.

A world is one assignment of the hidden cards to the hidden hands.  Each suit with constraints
(`constraints`) is divided independently: a `_Part` counts the ways of dividing it, by how many
cards each hand gets.  All other cards form one more part.  The parts are then combined so that the
hands have their sizes; the numbers of ways multiply.

A `Key` is how many cards each hand gets, as one number.  These sizes also show which void
constraints (over several suits) a suit satisfies, and the key records that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb
from random import Random
from typing import Final

from audiogames.cards.card import ITALIAN, Card
from audiogames.core.contract import Impossible
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette.constraints import (
    SuitConstraint,
    VoidConstraint,
    constraints,
    is_empty,
    played_since,
)
from audiogames.games.tressette.model import RANKS, SEATS, SUITS, TressetteView

Cards = int
"""A set of cards with one bit for each: suit after suit, with ranks as in `declarations.Suit`."""
Key = int
"""How many cards each hidden hand gets, eight bits a hand; above them, three bits for each void
constraint that count the suits satisfying it.  So the keys of parts add up to the key of all."""
Ways = dict[Key, int]

SHIFT: Final = {suit: place * len(RANKS) for place, suit in enumerate(SUITS)}
DECK: Final = {d.BIT[card] << SHIFT[card.suit]: card for card in ITALIAN}
BITS: Final = 8
VOID_BITS: Final = 3
VOIDS_FROM: Final = BITS * SEATS
SIZES: Final = (1 << VOIDS_FROM) - 1
"""The bits of a key that are sizes."""

DIVISIONS: Final = 2048
"""The cache size for unconstrained divisions: a match needs the same few hundred repeatedly, and
the limit protects against a server that sends ever new hands."""


def set_of(cards: Iterable[Card]) -> Cards:
    """Return these cards as a set, one bit for each card."""
    return sum(d.BIT[card] << SHIFT[card.suit] for card in cards)


def cards_of(some: Cards) -> list[Card]:
    """Return the cards of a set."""
    return [card for bit, card in DECK.items() if bit & some]


# --- One part ------------------------------------------------------------------------------------


class _Part:
    """Some of the unseen cards, such as one suit, and the ways to divide them among hands.

    A hand with constraints is bound: it gets one of the sets that they allow.  The remaining cards
    are divided freely.
    """

    def __init__(
        self, unseen: Cards, room: tuple[int, ...], sets: Mapping[int, Sequence[Cards]]
    ) -> None:
        self._unseen = unseen
        self._room = room
        self._bound = sorted(sets, key=lambda hand: len(sets[hand]))
        self._free = tuple(hand for hand in range(len(room)) if hand not in sets)
        self._sets = sets

    @cached_property
    def _given(self) -> dict[Key, list[tuple[Cards, ...]]]:
        """The sets of cards that the hands with constraints may get, by the sizes of the sets.

        Only this part of the unseen cards, such as one suit, is considered.
        """
        found: dict[Key, list[tuple[Cards, ...]]] = {}
        for given in self._give(0, self._unseen):
            sizes = sum(
                cards.bit_count() << BITS * hand
                for hand, cards in zip(self._bound, given, strict=True)
            )
            found.setdefault(sizes, []).append(given)
        return found

    def _give(self, place: int, rest: Cards) -> Iterator[tuple[Cards, ...]]:
        if place == len(self._bound):
            if self._free or not rest:
                yield ()
            return
        for cards in self._sets[self._bound[place]]:
            if not cards & ~rest:
                for others in self._give(place + 1, rest & ~cards):
                    yield (cards, *others)

    @cached_property
    def ways(self) -> Ways:
        """The number of ways to divide the cards, for each combination of hand sizes."""
        found: Ways = {}
        unseen = self._unseen.bit_count()
        for sizes, given in self._given.items():
            left = unseen - sum(_size(sizes, hand) for hand in self._bound)
            for free, count in _divisions(left, self._free, self._room).items():
                found[sizes + free] = len(given) * count
        return found

    def draw(self, sizes: Key, rng: Random) -> list[Cards]:
        """Divide these unseen cards at random into hands of these sizes, and return the hands."""
        bound = sum(_size(sizes, hand) << BITS * hand for hand in self._bound)
        hands = [0] * len(self._room)
        rest = self._unseen
        for hand, cards in zip(self._bound, rng.choice(self._given[bound]), strict=True):
            hands[hand] = cards
            rest &= ~cards
        self._divide(rest, sizes, hands, rng)
        return hands

    def _divide(self, rest: Cards, sizes: Key, hands: list[Cards], rng: Random) -> None:
        cards = [card for card in DECK if card & rest]
        rng.shuffle(cards)
        for hand in self._free:
            size = _size(sizes, hand)
            hands[hand] = sum(cards[:size])
            del cards[:size]


def _size(sizes: Key, hand: int) -> int:
    return sizes >> BITS * hand & (1 << BITS) - 1


def _divisions(left: int, hands: tuple[int, ...], room: tuple[int, ...]) -> Ways:
    """Return the number of ways to divide `left` cards among hands, by the resulting hand sizes.

    Any of these hands may hold any of the cards, up to its `room`.
    """
    return _divided(left, tuple((hand, min(left, room[hand])) for hand in hands))


@lru_cache(maxsize=DIVISIONS)
def _divided(left: int, hands: tuple[tuple[int, int], ...]) -> Ways:
    """Return the number of ways to divide `left` cards among hands, by resulting hand sizes.

    Each of `hands` is a hand with its room.  The caller limits the room to the number of cards,
    so that more cases are equal and found in the cache.
    """
    if not hands:
        return {0: 1}
    (hand, room), *others = hands
    found = {}
    for size in range(0 if others else left, room + 1):
        count, rest = comb(left, size), left - size
        smaller = tuple((other, min(rest, space)) for other, space in others)
        for sizes, more in _divided(rest, smaller).items():
            found[sizes + (size << BITS * hand)] = count * more
    return found


# --- All parts ------------------------------------------------------------------------------------


class Determinizer:
    """Counts and samples the worlds that fit a view, with or without its declarations."""

    def __init__(self, view: TressetteView, *, ignore_declarations: bool = False) -> None:
        self._view = view
        self._known = [
            one
            for one in constraints(view, ignore_declarations=ignore_declarations)
            if one.seat != view.seat
        ]
        self._constrained = sorted({one.seat for one in self._known})
        self._others = [
            seat for seat in range(SEATS) if seat not in {view.seat, *self._constrained}
        ]
        """The seats without constraints, which share one hand until a world has been drawn."""
        self._own = set_of(view.hand)
        sizes = view.hand_sizes
        self._room = (
            *(sizes[seat] for seat in self._constrained),
            sum(sizes[seat] for seat in self._others),
        )
        known = [*view.hand, *(card for _, card in view.history)]
        self._unseen = {suit: d.WHOLE & ~d.ranks_of(known, suit) for suit in SUITS}
        self._of_suit: dict[str, dict[int, list[SuitConstraint]]] = {suit: {} for suit in SUITS}
        self._voids: list[VoidConstraint] = []
        for one in self._known:
            self._note(one)
        self._parts, self._ways = self._divide()
        self._before = self._combine()

    def _note(self, one: SuitConstraint | VoidConstraint) -> None:
        """Store a constraint; a void keeps only the suits that its seat has not played since."""
        if isinstance(one, SuitConstraint):
            hand = self._constrained.index(one.seat)
            self._of_suit[one.suit].setdefault(hand, []).append(one)
            return
        history = self._view.history
        suits = [suit for suit in one.suits if not played_since(history, one.seat, suit, one.at)]
        self._voids.append(VoidConstraint(one.seat, "".join(suits), one.at))

    def _divide(self) -> tuple[list[_Part], list[Ways]]:
        """Return the parts of the unseen cards, and the numbers of ways to distribute each part.

        Each suit with constraints is a part of its own; all other cards form the last part.
        """
        voided = "".join(void.suits for void in self._voids)
        known = [suit for suit in SUITS if self._of_suit[suit] or suit in voided]
        found = [self._suit(suit) for suit in known]
        found.sort(key=lambda one: len(one[1]))
        rest = sum(self._unseen[suit] << SHIFT[suit] for suit in SUITS if suit not in known)
        others = _Part(rest, self._room, {})
        found.append((others, others.ways))
        return [part for part, _ in found], [ways for _, ways in found]

    def _suit(self, suit: str) -> tuple[_Part, Ways]:
        """Return the unseen cards of one suit (a `_Part`), and the ways to deal them to the hands.

        The result has a number of ways for each `Key`.  A key records how many of these cards each
        hand gets, and which void constraints the suit then satisfies.
        """
        shift = SHIFT[suit]
        sets = {
            hand: [held << shift for held in self._fitting(suit, known)]
            for hand, known in self._of_suit[suit].items()
        }
        part = _Part(self._unseen[suit] << shift, self._room, sets)
        if not self._voids:
            return part, part.ways
        return part, {
            sizes + self._satisfied_voids(suit, sizes): count for sizes, count in part.ways.items()
        }

    def _fitting(self, suit: str, known: Sequence[SuitConstraint]) -> list[d.Suit]:
        """Return the sets of a suit's ranks that satisfy all these constraints on one hand."""
        if any(one.fits is is_empty for one in known):
            return [0]
        sets = list(d.parts(self._unseen[suit]))
        for one in known:
            since = played_since(self._view.history, one.seat, suit, one.at)
            sets = [held for held in sets if one.fits(held | since)]
        return sets

    def _satisfied_voids(self, suit: str, sizes: Key) -> Key:
        """Return a bit mask of the void constraints that a suit satisfies.

        `sizes` has the number of its cards in each constrained hand.
        """
        return sum(
            1 << VOIDS_FROM + VOID_BITS * place
            for place, void in enumerate(self._voids)
            if suit in void.suits and not _size(sizes, self._constrained.index(void.seat))
        )

    def _combine(self) -> list[Ways]:
        """For each n, count the ways to divide the first n parts of the unseen cards among hands.

        Each suit with constraints is a part, and all other cards are the last part; n is from 0
        to the number of parts.  The ways are counted separately for each `Key`, the numbers of
        cards that the hands get.
        """
        before = [{0: 1}]
        for ways in self._ways[:-1]:
            before.append(_combined_ways(before[-1], ways))
        return [*before, self._complete_ways(before[-1], self._ways[-1])]

    def _complete_ways(self, before: Ways, last: Ways) -> Ways:
        """Return the numbers of ways to deal all unseen cards, by `Key`.

        `before` has the numbers for all parts of the cards except the last, and `last` has the
        numbers for the last part.  Only ways that fit the hand sizes and all void constraints are
        returned.  The last part satisfies no void constraint: each suit with such a constraint is a
        part of its own, before the last.
        """
        sizes = sum(size << BITS * hand for hand, size in enumerate(self._room))
        found: Ways = {}
        for key, count in before.items():
            rest = sizes - (key & SIZES)
            if rest in last and self._all_fulfilled(key):
                found[key + rest] = found.get(key + rest, 0) + count * last[rest]
        return found

    def _all_fulfilled(self, key: Key) -> bool:
        return all(
            key >> VOIDS_FROM + VOID_BITS * place & (1 << VOID_BITS) - 1
            for place in range(len(self._voids))
        )

    def count(self) -> int:
        """Return the number of worlds: the possible deals of the unseen cards."""
        left, ways = self._room[-1], sum(self._before[-1].values())
        for other in self._others:
            ways *= comb(left, self._view.hand_sizes[other])
            left -= self._view.hand_sizes[other]
        return ways

    def fits(self, hands: Sequence[Iterable[Card]]) -> bool:
        """Return True if these hands, in seat order, satisfy every constraint."""
        return all(one.is_true_of(hands[one.seat], self._view.history) for one in self._known)

    def draw(self, rng: Random) -> list[list[Card]]:
        """Sample a world; return the hands in seat order, including the seat's own."""
        return [cards_of(hand) for hand in self.draw_sets(rng)]

    def draw_sets(self, rng: Random) -> tuple[Cards, ...]:
        """Sample a world; return the hands in seat order as sets of cards."""
        masks = [0] * len(self._room)
        for part, key in zip(self._parts, self._draw_keys(rng), strict=True):
            masks = [mask | more for mask, more in zip(masks, part.draw(key, rng), strict=True)]
        hands = [0] * SEATS
        if self._view.seat is not None:
            hands[self._view.seat] = self._own
        for seat, cards in zip(self._constrained, masks, strict=False):
            hands[seat] = cards
        self._share(masks[-1], hands, rng)
        return tuple(hands)

    def _share(self, rest: Cards, hands: list[Cards], rng: Random) -> None:
        """Deal the remaining cards to the seats without constraints."""
        *some, last = self._others or (None,)
        for other in some:
            cards = [card for card in DECK if card & rest]
            size = self._view.hand_sizes[other]
            hands[other] = sum(rng.sample(cards, size))
            rest &= ~hands[other]
        if last is not None:
            hands[last] = rest

    def _draw_keys(self, rng: Random) -> list[Key]:
        """Choose at random how many cards each hand gets from each part of the unseen cards.

        A part is, for example, one suit.  The numbers for one part are coded as a key.  The parts
        are handled from the last to the first.
        """
        if not self._before[-1]:
            raise Impossible("the true deal would be one of them")
        (key,) = rng.choices(list(self._before[-1]), list(self._before[-1].values()))
        found: list[Key] = []
        for place in reversed(range(len(self._parts))):
            keys, sums = self._last_keys(place, key)
            (last,) = rng.choices(keys, cum_weights=sums)
            found.insert(0, last)
            key -= last
        return found

    @cached_property
    def _tables(self) -> dict[tuple[int, Key], tuple[list[Key], list[int]]]:
        return {}

    def _last_keys(self, place: int, key: Key) -> tuple[list[Key], list[int]]:
        """Return the ways to distribute one part of the unseen cards, with cumulative counts.

        A part is, for example, one suit.  `key` codes how many cards each hidden hand gets from the
        parts up to number `place`; each returned `Key` codes how many of them may come from the
        last of these parts.  The counts are numbers of deals: the weights of a random choice.
        """
        found = self._tables.get((place, key))
        if found is None:
            before, ways = self._before[place], self._ways[place]
            keys = [one for one in ways if key - one in before]
            counts = accumulate(ways[one] * before[key - one] for one in keys)
            found = self._tables[place, key] = keys, list(counts)
        return found


def _combined_ways(some: Ways, others: Ways) -> Ways:
    """Combine the ways to deal two groups of cards into the ways to deal all of these cards.

    Keys, which hold the sizes of the hands, are added; the numbers of ways are multiplied.
    """
    found: Ways = {}
    get = found.get
    for one, count in some.items():
        for other, ways in others.items():
            key = one + other
            found[key] = get(key, 0) + count * ways
    return found

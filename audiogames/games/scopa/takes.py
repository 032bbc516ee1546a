"""What a card captures (2.2): a card of its value, otherwise cards that add up to it.

The profile of the table, which is how many cards of each value it has, determines whether there is
anything to capture, and whether there is a choice.  There are countless tables but few profiles, so
the captures of each value are computed once per profile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.cards.card import Card, Cards, cards_of
from audiogames.games.scopa.plays import OF_VALUE, UNITS, VALUES, WHOLE, Play, Profile, play

ACE: Final = 1
VALUE_BITS: Final = 0b111
MOST: Final = 1 << 15
"""The most profiles to keep."""
HIGHEST: Final = len(UNITS) - 1
BELOW: Final = tuple(sum(OF_VALUE[:value]) for value in range(len(UNITS)))
"""For each value the cards of all lower values."""

Outcome = tuple[Cards, Profile]
"""What a value captures without a choice: all cards of the table in this set, and their profile;
two zeros if it captures nothing."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What each card value captures from tables that have equal numbers of cards of each value.

    A capture is None if there is a choice.
    """

    by_value: tuple[Outcome | None, ...]
    choices: int


class KnownOutcomes(dict[Profile, Outcomes]):
    """A cache of `Outcomes` by profile; a missing one is computed on access."""

    def __init__(self, *, ace_takes_all: bool) -> None:
        self._ace_takes_all = ace_takes_all

    def __missing__(self, profile: Profile) -> Outcomes:
        if len(self) == MOST:
            self.clear()
        self[profile] = found = _worked_out(profile, ace_takes_all=self._ace_takes_all)
        return found


KNOWN: Final = {aces: KnownOutcomes(ace_takes_all=aces) for aces in (False, True)}
"""The known outcomes, by whether an ace captures all.  `functools.cache` would be slower before
every card.
"""


def _worked_out(profile: Profile, *, ace_takes_all: bool) -> Outcomes:
    counts = [profile // unit & VALUE_BITS if unit else 0 for unit in UNITS]
    sums = _sums(counts)
    found = [sums.get(value, (0, 0)) for value in range(len(UNITS))]
    for value, count in enumerate(counts):
        if count:
            found[value] = (OF_VALUE[value], UNITS[value]) if count == 1 else None
    if ace_takes_all and not counts[ACE]:
        found[ACE] = WHOLE, profile
    return Outcomes(tuple(found), found.count(None))


def _sums(counts: Sequence[int]) -> dict[int, Outcome | None]:
    """Return for each sum the set of cards that adds up to it; None if there are several."""
    sums: dict[int, Outcome | None] = {0: (0, 0)}
    for value, count in enumerate(counts):
        for total, found in tuple(sums.items()) if count else ():
            for number in range(1, min(count, (HIGHEST - total) // value) + 1):
                made = total + value * number
                # If fewer than all equal cards are needed, there is a choice too.
                if found is None or number < count or made in sums:
                    sums[made] = None
                else:
                    sums[made] = (found[0] | OF_VALUE[value], found[1] + UNITS[value] * count)
    return sums


def ways(card: Play, table: Cards, known: Outcomes) -> tuple[Play, ...]:
    """Return the moves of a card: one for each set of cards that it may capture."""
    if known.by_value[card.power] is not None:
        return (card,)
    some = table & OF_VALUE[card.power] or table & BELOW[card.power]
    return tuple([play(card.card, one) for one in _sets(card.power, cards_of(some))])


def _sets(value: int, cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return all sets of these cards with this sum, in lexicographic order."""
    found: list[tuple[Card, ...]] = []
    for place, card in enumerate(cards):
        left = value - VALUES[card]
        if not left:
            found.append((card,))
        elif left > 0:
            found += [(card, *more) for more in _sets(left, cards[place + 1 :])]
    return found

"""What a card takes (2.2): a card of its value, otherwise cards that add up to it.

Whether there is anything to take, and whether there is a choice, follows from the profile of the
table.  Tables differ without end, but few profiles come up: what each value takes is worked out
once for a profile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.cards.card import Card, Cards, cards_of
from audiogames.games.scopa import model as m
from audiogames.games.scopa.model import OF_VALUE, UNITS, VALUES, WHOLE, Play, Profile

VALUE_BITS: Final = 0b111
MOST: Final = 1 << 15
"""So many profiles are kept."""
HIGHEST: Final = len(UNITS) - 1
BELOW: Final = tuple(sum(OF_VALUE[:value]) for value in range(len(UNITS)))
"""The cards of all lower values."""

Outcome = tuple[Cards, Profile]
"""What a value takes where there is no choice: all cards on the table that are among these, and
their profile; two zeros where it takes nothing."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What each value takes on tables of one profile; None where the player must choose."""

    by_value: tuple[Outcome | None, ...]
    choices: int


class KnownOutcomes(dict[Profile, Outcomes]):
    """The outcomes for each profile, worked out when they are first asked for."""

    def __init__(self, *, ace_takes_all: bool) -> None:
        self._ace_takes_all = ace_takes_all

    def __missing__(self, profile: Profile) -> Outcomes:
        if len(self) == MOST:
            self.clear()
        self[profile] = found = _worked_out(profile, ace_takes_all=self._ace_takes_all)
        return found


KNOWN: Final = {aces: KnownOutcomes(ace_takes_all=aces) for aces in (False, True)}
"""By whether an ace takes all.  Asked before every card: a cache of the library takes longer."""


def _worked_out(profile: Profile, *, ace_takes_all: bool) -> Outcomes:
    counts = [profile // unit & VALUE_BITS if unit else 0 for unit in UNITS]
    sums = _sums(counts)
    found = [sums.get(value, (0, 0)) for value in range(len(UNITS))]
    for value, count in enumerate(counts):
        if count:
            found[value] = (OF_VALUE[value], UNITS[value]) if count == 1 else None
    if ace_takes_all and not counts[m.ACE]:
        found[m.ACE] = WHOLE, profile
    return Outcomes(tuple(found), found.count(None))


def _sums(counts: Sequence[int]) -> dict[int, Outcome | None]:
    """Of each sum the one set of cards that makes it; None where there are several."""
    sums: dict[int, Outcome | None] = {0: (0, 0)}
    for value, count in enumerate(counts):
        for total, found in tuple(sums.items()) if count else ():
            for number in range(1, min(count, (HIGHEST - total) // value) + 1):
                made = total + value * number
                # Of cards alike not all may be wanted: then there is a choice too.
                if found is None or number < count or made in sums:
                    sums[made] = None
                else:
                    sums[made] = (found[0] | OF_VALUE[value], found[1] + UNITS[value] * count)
    return sums


def ways(card: Play, table: Cards, known: Outcomes) -> tuple[Play, ...]:
    """The moves that a card can be played by: one for each set where it may take several."""
    if known.by_value[card.power] is not None:
        return (card,)
    some = table & OF_VALUE[card.power] or table & BELOW[card.power]
    return tuple([m.play(card.card, one) for one in _sets(card.power, cards_of(some))])


def _sets(value: int, cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """All sets of these cards that add up to a value, compared from left to right."""
    found: list[tuple[Card, ...]] = []
    for place, card in enumerate(cards):
        left = value - VALUES[card]
        if not left:
            found.append((card,))
        elif left > 0:
            found += [(card, *more) for more in _sets(left, cards[place + 1 :])]
    return found

"""What a card takes (2.2): a card of its value, otherwise cards that add up to it.

Whether there is anything to take, and whether there is a choice, follows from the profile of the
table.  Tables differ without end, but few profiles come up: what each value takes is worked out
once for a profile.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from audiogames.cards.card import Card
from audiogames.games.scopa import model as m
from audiogames.games.scopa.model import OF_VALUE, UNITS, VALUES, WHOLE, Cards, Play, Profile

VALUE_BITS: Final = 0b111
HIGHEST: Final = len(UNITS)

Outcome = tuple[Cards, Profile]
"""What a value takes where there is no choice: all cards on the table that are among these, and
their profile; two zeros where it takes nothing."""


class Outcomes:
    """What each value takes on tables of one profile; None where the player must choose."""

    __slots__ = ("by_value", "choices")

    def __init__(self, profile: Profile, *, ace_takes_all: bool) -> None:
        counts = [profile // unit & VALUE_BITS if unit else 0 for unit in UNITS]
        self.by_value = [_outcome(value, counts) for value in range(HIGHEST)]
        if ace_takes_all and not counts[m.ACE]:
            self.by_value[m.ACE] = WHOLE, profile
        self.choices = self.by_value.count(None)


@lru_cache(maxsize=1 << 14)
def outcomes(profile: Profile, ace_takes_all: bool) -> Outcomes:  # noqa: FBT001 - looked up by it
    """What each value takes on tables of this profile."""
    return Outcomes(profile, ace_takes_all=ace_takes_all)


def _outcome(value: int, counts: list[int]) -> Outcome | None:
    if counts[value]:
        return (OF_VALUE[value], UNITS[value]) if counts[value] == 1 else None
    sums = [(0, 0)]
    for one in range(1, value):
        sums += [
            (total + one * number, profile + UNITS[one] * number)
            for total, profile in sums
            for number in range(1, counts[one] + 1)
            if total + one * number <= value
        ]
    found = [profile for total, profile in sums if total == value]
    if not found:
        return 0, 0
    used = [one for one in range(1, value) if found[0] // UNITS[one] & VALUE_BITS]
    # Of a value that is used not all cards may be wanted: then there is a choice too.
    if len(found) > 1 or found[0] != sum(UNITS[one] * counts[one] for one in used):
        return None
    return sum(OF_VALUE[one] for one in used), found[0]


def ways(card: Play, table: Cards, known: Outcomes) -> tuple[Play, ...]:
    """The moves that a card can be played by: one for each set where it may take several."""
    if known.by_value[card.power] is not None:
        return (card,)
    same = m.cards_of(table & OF_VALUE[card.power])
    found = sorted(_sets(card.power, table)) if not same else [(one,) for one in same]
    return tuple(m.play(card.card, one) for one in found)


def _sets(value: int, table: Cards) -> list[tuple[Card, ...]]:
    """All sets of cards of this table that add up to a value."""
    sums: list[tuple[int, tuple[Card, ...]]] = [(0, ())]
    for card in m.cards_of(table):
        more = VALUES[card]
        sums += [(total + more, (*cards, card)) for total, cards in sums if total + more <= value]
    return [cards for total, cards in sums if total == value]

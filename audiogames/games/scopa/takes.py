"""What a card captures (2.2): a card of its value, otherwise cards that add up to it.

Theory of operation
-------------------
The *profile* of a table is how many of its cards have each value.  It determines what each value
captures, whether there is a choice, and the profile after the card.  There are countless tables but
few profiles.  So there is one `Outcomes` object for each profile, computed on first use, and each
has references to those that follow it: a match goes from one to the next without looking them up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audiogames.cards.card import Cards
from audiogames.games.scopa.plays import OF_VALUE, UNITS, VALUE_AT, WHOLE, Play, Profile

ACE: Final = 1
VALUE_BITS: Final = 0b111
MOST: Final = 1 << 15
"""The most profiles to keep."""
HIGHEST: Final = len(UNITS) - 1
BELOW: Final[tuple[Cards, ...]] = tuple(sum(OF_VALUE[:value]) for value in range(len(UNITS)))
"""For each value the cards of all lower values."""


class Outcomes:
    """The captures that each value makes from tables of one profile.

    A profile is the number of cards of each value on a table.  `by_value` has a set of cards for
    each value: a card of that value captures all cards of the table that are in the set.  The
    set is empty (0) if the value captures nothing or has a choice, and `choices` has a bit for
    each value with a choice.
    """

    __slots__ = ("_after", "_known", "by_value", "choices", "profile")

    def __init__(self, profile: Profile, known: KnownOutcomes, *, ace_takes_all: bool) -> None:
        self.profile = profile
        self._known = known
        counts = [profile // unit & VALUE_BITS if unit else 0 for unit in UNITS]
        captures = _captures(counts, ace_takes_all=ace_takes_all)
        self.by_value: tuple[Cards, ...] = tuple([cards or 0 for cards in captures])
        self.choices: int = sum(
            [1 << value for value, cards in enumerate(captures) if cards is None]
        )
        self._after: list[Outcomes | None] = [None] * len(UNITS)

    def after(self, value: int) -> Outcomes:
        """Return the outcomes after a card of this value is played.

        The card must not have a choice of captures.
        """
        found = self._after[value]
        if found is None:
            captured = self.by_value[value]
            counted = VALUE_BITS * sum(
                [unit for other, unit in enumerate(UNITS) if OF_VALUE[other] & captured]
            )
            left = self.profile & ~counted if captured else self.profile + UNITS[value]
            found = self._after[value] = self._known[left]
        return found

    def without(self, profile: Profile) -> Outcomes:
        """Return the captures that remain possible after the player's own capture.

        `profile` counts the cards of each value that the player has captured.
        """
        return self._known[self.profile - profile]


class KnownOutcomes(dict[Profile, Outcomes]):
    """A cache of `Outcomes` by profile: how many cards of each value the table has.

    A missing entry is computed on access.
    """

    def __init__(self, *, ace_takes_all: bool) -> None:
        self._ace_takes_all = ace_takes_all

    def __missing__(self, profile: Profile) -> Outcomes:
        if len(self) == MOST:
            self.clear()
        self[profile] = found = Outcomes(profile, self, ace_takes_all=self._ace_takes_all)
        return found


KNOWN: Final = {aces: KnownOutcomes(ace_takes_all=aces) for aces in (False, True)}
"""The known outcomes, by whether an ace captures all."""


def _captures(counts: Sequence[int], *, ace_takes_all: bool) -> list[Cards | None]:
    """Return the capture of each card value, given the number of cards of each value.

    `counts` are the cards on the table.  The result is None for a value that has a choice of
    captures.
    """
    sums = _sums(counts)
    found = [sums.get(value, 0) for value in range(len(UNITS))]
    for value, count in enumerate(counts):
        if count:
            found[value] = OF_VALUE[value] if count == 1 else None
    if ace_takes_all and not counts[ACE]:
        found[ACE] = WHOLE if any(counts) else 0
    return found


def _sums(counts: Sequence[int]) -> dict[int, Cards | None]:
    """Return for each sum the set of cards that adds up to it; None if there are several."""
    sums: dict[int, Cards | None] = {0: 0}
    for value, count in enumerate(counts):
        for total, found in tuple(sums.items()) if count else ():
            for number in range(1, min(count, (HIGHEST - total) // value) + 1):
                made = total + value * number
                # If fewer than all equal cards are needed, there is a choice too.
                if found is None or number < count or made in sums:
                    sums[made] = None
                else:
                    sums[made] = found | OF_VALUE[value]
    return sums


def moves_of(hand: Sequence[Play], table: Cards, known: Outcomes) -> Sequence[Play]:
    """Return the moves of these cards: one for each card, or for each set that it may capture."""
    if not known.choices:
        return hand
    moves: list[Play] = []
    for card in hand:
        if known.choices >> card.power & 1:
            moves += ways(card, table)
        else:
            moves.append(card)
    return moves


def ways(play: Play, table: Cards) -> list[Play]:
    """Return the moves of a card that has a choice: one for each set that it may capture."""
    value = play.power
    some = table & OF_VALUE[value] or table & BELOW[value]
    return [play.choosing(one) for one in _sets(value, some)]


def _sets(value: int, cards: Cards) -> list[Cards]:
    """Return all sets of these cards with this sum, in lexicographic order."""
    found: list[Cards] = []
    while cards:
        card = cards & -cards
        cards ^= card
        left = value - VALUE_AT[card.bit_length()]
        if not left:
            found.append(card)
        elif left > 0:
            found += [card | more for more in _sets(left, cards)]
    return found

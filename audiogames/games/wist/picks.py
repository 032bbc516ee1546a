"""Which card of a hand serves a purpose: to take a trick, to stay below, to be thrown off.

Hands are sorted from the lowest card of each suit.  A level is the power that counts so far in a
trick, of a trump `CUT` more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from audiogames.games.wist.model import Play

CUT: Final = 20
"""What a trump counts more than a card of the suit led."""
NOTHING: Final = -1
"""Below every card."""
MANY: Final = 99.0

# What a card weighs when it is thrown off: fitted by matches of habit against habit.

SAVED: Final = 0.5
"""A low card makes a suit safe by so much of its power."""
LENGTH: Final = 0.3

Held = Mapping[str, Sequence[Play]]


def take(own: Held, held: Sequence[Play], level: int, trump: str | None) -> Play:
    """The cheapest card that should stand; else the one that is missed least."""
    for play in held:
        if play.power > level:
            return play
    if held:
        return held[0]
    for play in own[trump] if trump else ():
        if play.power + CUT > level:
            return play
    return poorest(own, trump)


def poorest(own: Held, trump: str | None) -> Play:
    """The lowest card, rather of a long suit; a trump only where there is nothing else."""
    found, least = None, MANY
    for suit, held in own.items():
        if held and suit != trump:
            weight = held[0].power - LENGTH * len(held)
            if weight < least:
                found, least = held[0], weight
    return found or own[trump or ""][0]


def duck(held: Sequence[Play], level: int, *, last: bool) -> Play:
    """The highest card below; where there is none, the lowest, but the last gives his highest."""
    for play in reversed(held):
        if play.power < level:
            return play
    return held[-1] if last else held[0]


def throw(own: Held, level: int, trump: str | None) -> Play:
    """A trump that is beaten already; else the card that threatens most to take a trick."""
    for play in reversed(own[trump]) if trump else ():
        if play.power + CUT < level:
            return play
    worst, most = None, -MANY
    for suit, held in own.items():
        if held and suit != trump:
            weight = held[-1].power - SAVED * held[0].power - LENGTH * len(held)
            if weight > most:
                worst, most = held[-1], weight
    return worst or own[trump or ""][0]

"""The dealer's moves that name all their cards.  This module runs interpreted or compiled."""

from __future__ import annotations

from typing import ClassVar

from audiogames.cards.card import Card
from audiogames.core.native import mypyc_attr
from audiogames.core.state import Move


@mypyc_attr(allow_interpreted_subclasses=True)
class PackMove(Move):
    """A move of the dealer that lists cards in their order; its text form begins with `verb`."""

    __slots__ = ("cards",)
    verb: ClassVar[str]

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards

    def __str__(self) -> str:
        return " ".join((type(self).verb, *map(str, self.cards)))

    def __repr__(self) -> str:
        return f"<{self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PackMove):
            return NotImplemented
        return type(self) is type(other) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(self.cards)

    def __reduce__(self) -> tuple[object, tuple[tuple[Card, ...]]]:
        return type(self), (self.cards,)


class Deal(PackMove):
    """`deal Kc 7h ...`: the whole pack in order.

    The first packet is for seat 0, the next for seat 1, and so on; eliminated seats receive none.
    The rest is the stock, top first.
    """

    __slots__ = ()
    verb = "deal"


class Reshuffle(PackMove):
    """`reshuffle 4d Jh ...`: the new stock, top first."""

    __slots__ = ()
    verb = "reshuffle"

"""A card, and the two packs.

The same card of two packs is the same object: equality is identity, which is several times
faster than comparing fields, and copying or pickling keeps it.
"""

from __future__ import annotations

from typing import Final

from audiogames.core.text import Notation


class Card(Notation):
    """A card: `rank` and `suit` are the letters of its text form.

    `pack` is "french" or "italian".
    """

    __slots__ = ("order", "pack", "rank", "suit")
    _known: Final[dict[str, dict[str, Card]]] = {"french": {}, "italian": {}}

    def __init__(self, rank: str, suit: str, pack: str) -> None:
        self.rank = rank
        self.suit = suit
        self.pack = pack
        self.order = len(self._known[pack])
        self._known[pack][rank + suit] = self

    @classmethod
    def read(cls, text: str, pack: str) -> Card:
        """The card with this text form.  Raises `KeyError`."""
        return cls._known[pack][text]

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"<{self.pack} {self}>"

    def __lt__(self, other: Card) -> bool:
        return self.order < other.order

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, _memo: object) -> Card:
        return self

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return Card.read, (str(self), self.pack)


def _pack(name: str, ranks: str, suits: str) -> tuple[Card, ...]:
    return tuple(Card(rank, suit, name) for suit in suits for rank in ranks)


FRENCH: Final = _pack("french", "A23456789TJQK", "cdhs")
"""52 cards: clubs, diamonds, hearts, spades."""

ITALIAN: Final = _pack("italian", "1234567FCR", "cdsb")
"""40 cards: coppe, denari, spade, bastoni; asso to sette, fante, cavallo, re."""

"""Cards as moves, and the total after each play.  This module runs interpreted or compiled."""

from __future__ import annotations

from typing import Final

from audiogames.cards.card import FRENCH, Card
from audiogames.core.state import Move

HALVES_ABOVE: Final = 49
LIMITS: Final = {33: 1, 66: 1, 99: 2}
"""The tokens that each limit costs: the others if a player reaches it from below, the player who
passes it.
"""
PASSING_FROM_THE_LIMIT: Final = False
"""Whether going up from exactly 33 or 66 passes it.  No: the limit was already reached."""
_ASCENDING: Final[tuple[int, ...]] = tuple(LIMITS)
_NEVER: Final = 1 << 60
POINTS: Final = {"3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 0, "J": 10, "Q": 10, "K": 10}
CHOICES: Final = {"A": (1, 11), "T": (10, -10)}


class Play(Move):
    """Play a card, with a chosen value if it has two: `7c`, `As=11`, `Th=-10`.

    Equal plays are one object.
    """

    __slots__ = ("card", "doubles", "points", "value")

    def __init__(self, card: Card, value: int | None) -> None:
        self.card: Card = card
        self.value: int | None = value
        self.doubles = card.rank == "2"
        self.points = POINTS.get(card.rank, 0) if value is None else value

    def __str__(self) -> str:
        if self.value is None:
            return str(self.card)
        return (
            f"{self.card}={self.value:+d}" if self.card.rank == "T" else f"{self.card}={self.value}"
        )

    def __repr__(self) -> str:
        return f"<play {self}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return read_play, (str(self),)

    def __copy__(self) -> Play:
        return self

    def __deepcopy__(self, _memo: object) -> Play:
        return self


class Draw(Move):
    """`draw`: take a card from the stock.  There is one object, `DRAW`."""

    __slots__ = ()

    def __str__(self) -> str:
        return "draw"

    def __repr__(self) -> str:
        return "<draw>"

    def __reduce__(self) -> str:
        return "DRAW"


DRAW: Final = Draw()

PLAYS: Final[dict[Card, tuple[Play, ...]]] = {
    card: tuple(Play(card, value) for value in CHOICES.get(card.rank, (None,))) for card in FRENCH
}
"""The ways to play each card."""
PLAYS_AT: Final[tuple[tuple[Play, ...], ...]] = tuple(PLAYS.values())
"""The same by `Card.order`."""

_PLAY_OF: Final = {str(play): play for plays in PLAYS.values() for play in plays}


def read_play(text: str) -> Play:
    """Return the play with this text form.  Raises `KeyError`."""
    return _PLAY_OF[text]


def total_after(total: int, play: Play, *, min_zero: bool = False) -> int:
    """Return the total after this play: a two halves even totals above 49 and otherwise doubles."""
    if not play.doubles:
        new = total + play.points
    elif total > HALVES_ABOVE and total % 2 == 0:
        new = total // 2
    else:
        new = total * 2
    return 0 if min_zero and new < 0 else new


def next_limit(total: int) -> int:
    """Return the first limit that an increase from this total can reach or pass."""
    for limit in _ASCENDING:
        if total < limit or (PASSING_FROM_THE_LIMIT and total == limit):
            return limit
    return _NEVER

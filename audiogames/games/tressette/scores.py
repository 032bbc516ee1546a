"""The points of a deal and the end of a match (B.1): thirds, the last trick, buongioco, target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.games.tressette.model import (
    HONOURS,
    SUITS,
    Accuse,
    Announced,
    TressetteView,
    best_of,
    side,
)

LAST_TRICK: Final = 1
POINTS: Final = 11
"""The points of every deal: ten for 32 thirds, however they are divided, and the last trick."""

NAPOLETANA: Final = "napoletana"
ACCUSE_POINTS: Final = {NAPOLETANA: 3, "tre": 3, "quattro": 4}
"""The points of each accusa, by the first word of its announcement."""


def deal_points(thirds: Sequence[int], last: Seat) -> tuple[int, int]:
    """Return the points of each side: its thirds rounded down, and the last trick."""
    ours, theirs = thirds
    taker = side(last)
    return ours // 3 + LAST_TRICK * (taker == 0), theirs // 3 + LAST_TRICK * (taker == 1)


def cappotto(points: Sequence[int]) -> int | None:
    """Return the side that made all points of the deal, or None."""
    return points.index(POINTS) if POINTS in points else None


def accuse_points(
    announced: Iterable[Announced], points: Sequence[int], *, kept: bool
) -> tuple[int, int]:
    """Return each side's points for accuse.

    A side that has no other points scores none for accuse either, unless `kept`.
    """
    counted = [0, 0]
    for one in announced:
        if kept or points[side(one.seat)]:
            counted[side(one.seat)] += worth(one.accuse)
    return counted[0], counted[1]


def counted(view: TressetteView) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return each side's points and accuse in the deal that has just ended; None during a deal."""
    if not view.last_trick or not isinstance(view.to_act, Turn):
        return None
    points = deal_points(view.thirds, best_of(view.last_trick)[0])
    return points, accuse_points(view.accuse, points, kept=view.options.accuse_kept)


def winner(score: Sequence[int], target: int) -> int | None:
    """Return the side that has reached the target and leads, or None if there is none yet."""
    ours, theirs = score
    if max(score) < target or ours == theirs:
        return None
    return 0 if ours > theirs else 1


# --- Accuse ---------------------------------------------------------------------------------------


def worth(accuse: Accuse) -> int:
    """Return the points of an accusa."""
    return ACCUSE_POINTS[accuse.name.partition("-")[0]]


def _needs(accuse: Accuse) -> frozenset[Card]:
    """Return the cards that a hand must have for this accusa."""
    if accuse.name == NAPOLETANA:
        return frozenset(_card(rank, accuse.suit) for rank in HONOURS)
    rank = accuse.name[-1]
    return frozenset(_card(rank, suit) for suit in SUITS if suit != accuse.suit)


def _lacks(accuse: Accuse) -> frozenset[Card]:
    """Return the card that a hand with this accusa does not have, if any."""
    if accuse.name == NAPOLETANA or accuse.suit is None:
        return frozenset()
    return frozenset({_card(accuse.name[-1], accuse.suit)})


def _card(rank: str, suit: str | None) -> Card:
    return Card.read(f"{rank}{suit}", "italian")


def _all() -> Iterable[Accuse]:
    for suit in SUITS:
        yield Accuse(NAPOLETANA, suit)
    for rank in HONOURS:
        yield Accuse(f"quattro-{rank}")
        for suit in SUITS:
            yield Accuse(f"tre-{rank}", suit)


NEEDS: Final = {accuse: _needs(accuse) for accuse in _all()}
"""The cards that each accusa proves to be held."""
LACKS: Final = {accuse: _lacks(accuse) for accuse in NEEDS}
"""The cards that each accusa proves not to be held."""


def accuse_of(hand: Iterable[Card]) -> list[Accuse]:
    """Return all accuse that a hand may announce; a card may count in several."""
    held = frozenset(hand)
    return [one for one in NEEDS if NEEDS[one] <= held and not LACKS[one] & held]

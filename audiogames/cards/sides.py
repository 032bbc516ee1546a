"""Partnerships: four seats play in two pairs, otherwise each seat is alone; and words about sides.

A side is a number: the seat number modulo the number of sides.  A message about a side has several
ids in a game's catalogue: `ID` and `ID-you` for a player alone, `ID-ours` for the listener's pair,
`ID-theirs` for the other pair, and for spectators `ID-pair` with the names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from audiogames.core.board import Standing
from audiogames.core.contract import View
from audiogames.core.controls import Cell, Sheet
from audiogames.core.cues import Argument, Msg, Name, Say, msg, reply, say
from audiogames.core.events import Seat
from audiogames.core.telling import from_me, who

PAIRS: Final = 4
"""The number of seats that play in two pairs."""


@cache
def sides(seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of each side, in side order."""
    many = 2 if seats == PAIRS else seats
    return tuple(tuple(map(Seat, range(side, seats, many))) for side in range(many))


def side_of(seat: Seat | None, seats: int) -> tuple[Seat, ...]:
    """Return the seats on a seat's side, itself included; none for a spectator."""
    return () if seat is None else sides(seats)[seat % len(sides(seats))]


def side_number(view: View, seat: Seat) -> int:
    """Return the side of a seat."""
    return seat % len(sides(len(view.hand_sizes)))


def partner(seat: int) -> Seat:
    """Return the opposite seat, which is the partner if four seats play in pairs."""
    return Seat((seat + 2) % PAIRS)


def most(numbers: Sequence[int | None]) -> int | None:
    """Return the side with the highest number; None if several sides have it."""
    has = [number or 0 for number in numbers]
    best = max(has)
    return has.index(best) if has.count(best) == 1 else None


def is_ours(view: View, seat: Seat) -> bool:
    """Return True if this seat is on the listener's side, or if the listener is a spectator."""
    return view.seat is None or seat in side_of(view.seat, len(view.hand_sizes))


def from_mine(view: View) -> list[int]:
    """Return the sides in announcement order: the listener's own first."""
    many = len(sides(len(view.hand_sizes)))
    return [((view.seat or 0) + more) % many for more in range(many)]


def sided(view: View, id_: str, side: int, **args: Argument) -> Msg:
    """Build a phrase about a side; the listener's own side has another variant of the message.

    In variants for a pair, the field `pair` holds the names of the two players.
    """
    seats = sides(len(view.hand_sizes))[side]
    if len(seats) == 1:
        return who(view, seats[0], id_, **args)
    pair = tuple(map(Name, seats))
    if view.seat is None:
        return msg(f"{id_}-pair", pair=pair, **args)
    return msg(f"{id_}-ours" if view.seat in seats else f"{id_}-theirs", pair=pair, **args)


def of_side(view: View, id_: str, side: int, count: int | None = None, **args: Argument) -> Msg:
    """Build a phrase from the message `id_`, with the name of the side in its field `side`."""
    return msg(id_, count, side=sided(view, "who", side), **args)


def each_side(view: View, numbers: Sequence[object]) -> tuple[Msg, ...]:
    """Return phrases that name each side with its number, such as "you 72, Ada 48".

    Sides whose number is None are omitted.
    """
    return tuple(
        of_side(view, "side-number", side, number=numbers[side])
        for side in from_mine(view)
        if numbers[side] is not None
    )


def ranked_sides(view: View, numbers: Sequence[int | None]) -> tuple[Standing, ...]:
    """Return the ranking of the sides by these numbers, at the end of a match or a deal.

    Sides whose number is None are omitted.
    """
    return tuple(
        Standing(of_side(view, "side-number", side, number=number), number)
        for side, number in enumerate(numbers)
        if number is not None
    )


def match_begun(view: View, **args: Argument) -> Say:
    """Announce a new match and its partnerships; a spectator hears both pairs by name."""
    if len(view.hand_sizes) != PAIRS:
        return say("match-begun", **args)
    if view.seat is None:
        first, second = (tuple(map(Name, pair)) for pair in sides(PAIRS))
        return say("match-begun-pairs", first=first, second=second, **args)
    ours = side_of(view.seat, PAIRS)
    others = from_me(view, (Seat(seat) for seat in range(PAIRS) if seat not in ours))
    mate, against = Name(partner(view.seat)), tuple(map(Name, others))
    return say("match-begun-with", partner=mate, others=against, **args)


def score(view: Any) -> Iterator[Say]:
    """Answer key S: the score of each side, and the target of the match."""
    yield reply("score", score=each_side(view, view.score), target=view.options.target)


def summary(view: Any) -> Msg:
    """Return the score and the target, in a few words."""
    return msg("summary", score=each_side(view, view.score), target=view.options.target)


def side_sheet(
    view: View, columns: Sequence[tuple[Msg, Sequence[Msg | None]]], current: int = 0
) -> Sheet:
    """Build a score sheet with a row for each side, the listener's first.

    Each of `columns` is a heading and its cells in side order.
    """
    order = from_mine(view)
    return Sheet(
        tuple(head for head, _ in columns),
        tuple(sided(view, "who", side) for side in order),
        tuple(tuple(Cell(column[side]) for _, column in columns) for side in order),
        current,
    )

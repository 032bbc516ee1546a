"""Duplicate contests, as in duplicate bridge: the same cards for every seating.

Theory of operation
-------------------
A contest has numbered deals; where the match is the unit, a deal is a whole match.
Two players meet, and only their play is compared: the tested one holds one side, the other one all
the rest.
Each deal is played once for every side that the tested one can hold, and for every opening that the
contest names, such as either dealer, always with the same cards and the same lots for each seat.
The deal is the observation: what it tells is the mean over all these plays.

Points are whole numbers or fractions until the end, so that a player against itself, whose gains in
one seating are its losses in the others, has a margin of exactly 0.

A `Player` is given the state, since those that measure from above see all cards; `blind` makes one
of a bot, which sees its view alone.  No level of any game is made of anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from audiogames.core.contract import Bot, Move, State, Turn, Window
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.spec import no_window
from audiogames.search.arena import BUDGET, Deal, never

Anything = State[Any, Any]
Player = Callable[[Anything, Seat, Random], Move]
Side = tuple[Seat, ...]
Points = Sequence[int | Fraction]
"""What each side has made."""


def blind(bot: Bot[Any, Any], budget: int = BUDGET) -> Player:
    """A player that sees what its seat sees."""

    def choose(state: Anything, seat: Seat, lot: Random) -> Move:
        move = bot.choose(state.view(seat), lot, budget, never)
        assert isinstance(move, Move)
        return move

    return choose


@dataclass(frozen=True)
class Contest:
    """What is played, and what it brings."""

    sides: tuple[Side, ...]
    openings: Callable[[str], Iterable[Anything]]
    """The states in which the deal of this lot begins."""
    dealer: Callable[[str], Deal]
    """Whoever makes the dealer's moves in one play of the deal of this lot."""
    over: Callable[[Any], bool]
    points: Callable[[Any], Points]
    """What each side has made when it is over."""
    window: Callable[[Any], Window | None] = no_window
    emit: Emit = drop
    """Where the events of all plays go."""


@dataclass(frozen=True)
class Observation:
    """What one deal tells, as means over its plays.

    `margin` is what the tested side made less the mean of the others, `points` what it made.
    """

    margin: float
    points: float
    plays: int


def observe(contest: Contest, tested: Player, rest: Player, lot: str) -> Observation:
    """Play the deal of this lot in every seating."""
    made = list(_plays(contest, tested, rest, lot))
    own = sum((Fraction(points[side]) for side, points in made), Fraction())
    margin = sum((_margin(points, side) for side, points in made), Fraction())
    return Observation(float(margin / len(made)), float(own / len(made)), len(made))


def _plays(
    contest: Contest, tested: Player, rest: Player, lot: str
) -> Iterator[tuple[int, Points]]:
    """Each play of a deal: the side of the tested player, and what all sides made."""
    for opening in contest.openings(lot):
        for number, side in enumerate(contest.sides):
            players = [rest] * sum(map(len, contest.sides))
            for seat in side:
                players[seat] = tested
            yield number, play(contest, opening.copy(), players, lot)


def _margin(points: Points, side: int) -> Fraction:
    """What one side made less the mean of the others."""
    others = Fraction(sum(points) - points[side]) / (len(points) - 1)
    return points[side] - others


def play(contest: Contest, state: Anything, players: Sequence[Player], lot: str) -> Points:
    """Play on from a state until the contest says that it is over.

    Each seat has a lot of its own, so that another's luck does not change with who sits where.
    """
    dealer = contest.dealer(lot)
    lots = [Random(f"{lot} seat {seat}") for seat in range(len(players))]
    emit, window = contest.emit, contest.window
    while not contest.over(state):
        seat = state.to_act
        if isinstance(seat, Turn):
            state.apply(None, dealer(state), emit)
            continue
        state.apply(seat, players[seat](state, seat, lots[seat]), emit)
        if opened := window(state):
            state.apply(opened.seat, opened.move, emit)
    return contest.points(state)

"""Duplicate contests, as in duplicate bridge: every seating plays the same cards.

Theory of operation
-------------------
A contest has numbered deals; in games scored by the match, a deal is a whole match. Two players are
compared: the tested player holds one side, the other player holds all other sides. Each deal is
played once for every side that the tested player can hold, and for every opening that the contest
names, such as either dealer, always with the same cards and the same random seeds for each seat.
The deal is one observation: its value is the mean over all these plays.

Points stay whole numbers or fractions until the end, so that a player against itself, whose gains
in one seating are its losses in the others, has a margin of exactly 0.

A `Player` receives the state, because reference players that give upper bounds see all cards;
`blind` wraps a bot, which sees only its view.  Every level of every game is wrapped with `blind`.
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
"""The points of each side."""


def blind(bot: Bot[Any, Any], budget: int = BUDGET) -> Player:
    """Turn a bot into a `Player` of contests that sees only its seat's view."""

    def choose(state: Anything, seat: Seat, lot: Random) -> Move:
        move = bot.choose(state.view(seat), lot, budget, never)
        assert isinstance(move, Move)
        return move

    return choose


@dataclass(frozen=True)
class Contest:
    """The rules of a contest: its sides, its deals, and how points are counted."""

    sides: tuple[Side, ...]
    openings: Callable[[str], Iterable[Anything]]
    """The initial states of the deal with this seed."""
    dealer: Callable[[str], Deal]
    """The dealer for one play of the deal with this seed."""
    over: Callable[[Any], bool]
    points: Callable[[Any], Points]
    """The points of each side when the play is over."""
    window: Callable[[Any], Window | None] = no_window
    emit: Emit = drop
    """Receives the events of all plays."""


@dataclass(frozen=True)
class Observation:
    """The result of one deal, averaged over all its plays.

    `points` are the tested side's own points, and `margin` is their difference from the mean of the
    other sides' points.
    """

    margin: float
    points: float
    plays: int


def observe(contest: Contest, tested: Player, rest: Player, lot: str) -> Observation:
    """Play the deal with the seed `lot` in every seating, and return the averaged result."""
    made = list(_plays(contest, tested, rest, lot))
    own = sum((Fraction(points[side]) for side, points in made), Fraction())
    margin = sum((_margin(points, side) for side, points in made), Fraction())
    return Observation(float(margin / len(made)), float(own / len(made)), len(made))


def _plays(
    contest: Contest, tested: Player, rest: Player, lot: str
) -> Iterator[tuple[int, Points]]:
    """Play the deal in every seating; yield the tested player's side and the sides' points."""
    for opening in contest.openings(lot):
        for number, side in enumerate(contest.sides):
            players = [rest] * sum(map(len, contest.sides))
            for seat in side:
                players[seat] = tested
            yield number, play(contest, opening.copy(), players, lot)


def _margin(points: Points, side: int) -> Fraction:
    """Return one side's points minus the mean of the other sides' points."""
    others = Fraction(sum(points) - points[side]) / (len(points) - 1)
    return points[side] - others


def play(contest: Contest, state: Anything, players: Sequence[Player], lot: str) -> Points:
    """Continue the match from `state` until the contest is over, and return the points.

    Each seat has its own random generator, so that its random numbers do not depend on the other
    players.
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

"""Every choice of a tree: where it stands in a full table and in what is kept in a file."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from audiogames.games.invido import strategy as s
from audiogames.games.invido import tree as t
from audiogames.solver.invido.walk import evenly, evenly_answers

Array = Any
"""numpy's arrays: their types are no part of the checks."""


class Choice(NamedTuple):
    """Planes that begin at `full` in a table and at `kept` in a file.

    `even` are even chances by plane and hand, 0 where a plane is no card of that hand.
    """

    full: int
    kept: int
    even: Array
    width: int
    player: int
    stake: int

    def shape(self) -> tuple[int, int, int]:
        """Planes, hands, lanes."""
        planes, hands = self.even.shape
        return planes, hands, self.width

    def view(self, table: Array) -> Array:
        """Its planes in a table."""
        planes, hands, lanes = self.shape()
        return table[self.full : self.full + planes * hands * lanes].reshape(planes, hands, lanes)

    def view_kept(self, table: Array) -> Array:
        """Its planes in what is kept: all but the last."""
        planes, hands, lanes = self.shape()
        end = self.kept + (planes - 1) * hands * lanes
        return table[self.kept : end].reshape(planes - 1, hands, lanes)


@cache
def choices() -> tuple[Choice, ...]:
    """All choices of the whole ladder."""
    pairs = zip(t.build().turns, t.build(kept=True).turns, strict=True)
    return tuple(choice for full, kept in pairs for choice in _of_turn(full, kept))


def _of_turn(full: t.Turn, kept: t.Turn) -> Iterator[Choice]:
    owner, width = full.player, full.width
    for calls in range(full.calls + 1):
        stake = full.stake + calls
        if full.plays[calls] != t.NOBODY:
            called = 1 if calls == 0 and full.calls else 0
            chances = evenly(full.size, called, np.float32)
            yield Choice(full.plays[calls], kept.plays[calls], chances, width, owner, stake)
        if calls < full.calls:
            who = 1 - full.caller(calls + 1)
            chances = evenly_answers(full.answer_planes(calls + 1), full.hands_of(who), np.float32)
            yield Choice(full.answers[calls], kept.answers[calls], chances, width, who, stake + 1)
    for calls, at in enumerate(full.lasts):
        if at != t.NOBODY:
            chances, stake = evenly_answers(2, t.RANKS, np.float32), full.stake + calls
            yield Choice(at, kept.lasts[calls], chances, width, 1 - owner, stake)
            yield Choice(full.meets[calls], kept.meets[calls], chances, width, owner, stake + 1)


def unpacked(strategy: s.Strategy, plan: int) -> Array:
    """A plan of a file as what is kept of a tree."""
    out: Array = np.empty(t.build(kept=True).size, np.uint8)
    opening = np.frombuffer(strategy.block(plan, 0), np.uint8)
    done = 0
    for low, high in s.openings():
        out[low:high] = opening[done : done + high - low]
        done += high - low
    for number, turn in enumerate(s.blocks(), 1):
        out[turn.plays[0] : turn.end] = np.frombuffer(strategy.block(plan, number), np.uint8)
    return out


def table(kept: Array) -> Array:
    """What was kept as a full table of chances; nothing where a choice was dropped."""
    out: Array = np.zeros(t.build().size, np.float32)
    for choice in choices():
        planes = choice.view_kept(kept).astype(np.float32)
        full = choice.view(out)
        full[:-1] = planes
        full[-1] = s.UNIT - planes.sum(axis=0)
        full[:, planes[0] == s.DROPPED] = 0
    return out

"""Bots of many tables, thought in several processes at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from audiogames.core.game import Move
from audiogames.core.registry import game
from audiogames.search.bots import RANDOM, bot
from audiogames.shell.thinker import Thinker, Thought
from audiogames.table.table import Wanted

MOST: Final = 4


def usual_workers() -> int:
    """A process for each core but the one that serves, four at most."""
    return max(1, min(MOST, (os.cpu_count() or 2) - 1))


class Bots:
    """Hands out what is to be thought.  `wake` is called from other threads."""

    def __init__(
        self, wake: Callable[[], None], failed: Callable[[str], None], workers: int
    ) -> None:
        self._thinkers = [Thinker(wake) for _ in range(workers)]
        self._asked = dict.fromkeys(range(workers), 0)
        self._tables: dict[int, tuple[int, Wanted, int]] = {}
        """What is being thought, by its identity: which table, and by whom."""
        self._failed = failed

    def think(self, table: int, wanted: Wanted) -> None:
        """Ask whoever has least to do."""
        worker = min(self._asked, key=self._asked.__getitem__)
        self._asked[worker] += 1
        self._tables[id(wanted)] = table, wanted, worker
        self._thinkers[worker].think(wanted)

    def answers(self) -> Iterator[tuple[int, Wanted, Move]]:
        """What has been thought: for which table, what was asked, and the move."""
        for thinker in self._thinkers:
            for thought in thinker.answers():
                table, wanted, worker = self._tables.pop(id(thought.wanted))
                self._asked[worker] -= 1
                yield table, wanted, thought.move or self._any_move(thought)

    def _any_move(self, thought: Thought) -> Move:
        """A bot that fails must not hold up a table."""
        self._failed(f"A bot failed: {thought.failure}")
        wanted = thought.wanted
        spare = bot(game(wanted.game), RANDOM)
        move = spare.choose(wanted.view, Random(wanted.seed), 0, lambda: False)
        assert isinstance(move, Move)
        return move

    def close(self) -> None:
        """End the processes."""
        for thinker in self._thinkers:
            thinker.close()

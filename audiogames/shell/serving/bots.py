"""Bots of many tables, thought in several processes at once, by turns of addresses and tables.

A table waits for one thought at a time.  Each process has one to think of, and all others wait
here, so that many tables of one address do not keep the bots of others waiting.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from audiogames.core.game import Move
from audiogames.core.registry import game
from audiogames.net.fair import Fair
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
        self._idle = list(self._thinkers)
        self._waiting: Fair[tuple[int, Wanted]] = Fair()
        self._tables: dict[int, tuple[int, Wanted]] = {}
        """What is being thought, by its identity, and for which table."""
        self._failed = failed

    def think(self, table: int, wanted: Wanted, address: str = "") -> None:
        """Ask whoever has nothing to do, or wait for it."""
        self._waiting.put(address or table, (table, wanted))
        self._share_out()

    def answers(self) -> Iterator[tuple[int, Wanted, Move]]:
        """What has been thought: for which table, what was asked, and the move."""
        for thinker in self._thinkers:
            for thought in thinker.answers():
                self._idle.append(thinker)
                self._share_out()
                table, wanted = self._tables.pop(id(thought.wanted))
                yield table, wanted, thought.move or self._any_move(thought)

    def _share_out(self) -> None:
        while self._idle and (asked := self._waiting.next()) is not None:
            self._tables[id(asked[1])] = asked
            self._idle.pop(0).think(asked[1])

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

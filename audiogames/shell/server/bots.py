"""Bots of many askers, thought in several processes at once, by turns of addresses and askers.

An asker is a table, by its number, or a session of the page.  Each waits for one thought at a time.
Each process has one to think of, and all others wait here, so that many tables of one address do
not keep the bots of others waiting.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import Final

from audiogames.core.contract import Move
from audiogames.core.log import LogError
from audiogames.core.registry import game
from audiogames.core.review import Hindsight
from audiogames.net.server.queues import FairQueue
from audiogames.search.arena import RANDOM, bot
from audiogames.shell.playouts import Playouts
from audiogames.shell.thinker import BotReply, Thinker
from audiogames.table.protocol import (
    Answer,
    DayPlayed,
    DayRequest,
    JournalRequest,
    JudgeRequest,
    Question,
)

MOST: Final = 4


def usual_workers() -> int:
    """A process for each core but the one that serves, four at most."""
    return max(1, min(MOST, (os.cpu_count() or 2) - 1))


class Bots:
    """Hands out what is to be thought.  `wake` is called from other threads."""

    def __init__(
        self,
        wake: Callable[[], object],
        report: Callable[[Exception], object],
        workers: int,
        playouts: Playouts | None = None,
    ) -> None:
        self._thinkers = [Thinker(wake, playouts=playouts) for _ in range(workers)]
        self._idle = list(self._thinkers)
        self._waiting: FairQueue[tuple[Hashable, Question]] = FairQueue()
        self._thought: dict[Thinker, tuple[Hashable, Question]] = {}
        """What each that is busy thinks of, and for whom."""
        self._report = report
        self._failed: set[str] = set()
        """Games in which a look back has failed: a journal that a guest made up fails at each."""

    def think(self, asker: Hashable, wanted: Question, address: str = "") -> None:
        """Ask a worker that has nothing to do, or wait for one."""
        self._waiting.put(address or asker, (asker, wanted))
        self._share_out()

    def prepare(self, game_id: str) -> None:
        """Have a game and its bots loaded wherever they may be asked for."""
        for thinker in self._thinkers:
            thinker.prepare(game_id)

    def cancel(self, asker: Hashable, address: str = "") -> None:
        """Nothing that was asked for here is wanted any more."""
        self._waiting.drop(address or asker, lambda asked: asked[0] == asker)
        for thinker, (asking, _) in list(self._thought.items()):
            if asking == asker:
                thinker.cancel()
                self._leave(thinker)
        self._share_out()

    def answers(self) -> Iterator[tuple[Hashable, Question, Answer]]:
        """What has been thought: for whom, what was asked, and the answer."""
        for thinker in self._thinkers:
            for thought in thinker.answers():
                asker, wanted = self._leave(thinker)
                self._share_out()
                yield asker, wanted, thought.answer or self._any_answer(thought)

    def _share_out(self) -> None:
        while self._idle and (asked := self._waiting.next()) is not None:
            thinker = self._idle.pop(0)
            self._thought[thinker] = asked
            thinker.think(asked[1])

    def _leave(self, thinker: Thinker) -> tuple[Hashable, Question]:
        """It has nothing to do any more; what it was at, and for whom."""
        self._idle.append(thinker)
        return self._thought.pop(thinker)

    def _any_answer(self, thought: BotReply) -> Answer:
        """A bot that fails must not hold up a table; of look backs one a game is reported."""
        wanted = thought.wanted
        is_foreign = isinstance(wanted, JudgeRequest | JournalRequest | DayRequest)
        if thought.failure is not None and not (is_foreign and wanted.game in self._failed):
            self._report(thought.failure)
        if is_foreign:
            self._failed.add(wanted.game)
        if isinstance(wanted, JournalRequest):
            return LogError("log-foreign")
        if isinstance(wanted, JudgeRequest):
            return Hindsight()
        if isinstance(wanted, DayRequest):
            return DayPlayed(())
        spare = bot(game(wanted.game), RANDOM)
        move = spare.choose(wanted.view, Random(wanted.seed), 0, lambda: False)
        assert isinstance(move, Move)
        return move

    def close(self) -> None:
        """End the processes."""
        for thinker in self._thinkers:
            thinker.close()

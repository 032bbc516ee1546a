"""Bots of many askers, computed in several processes, with address blocks and askers taking turns.

An asker is a table, by its number, or a session of the page.  Each has one request at a time. Each
process computes one request; the others are queued here, so that many tables of one address do not
delay the bots of others.
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
    """Return the default number of processes: one for each other core, four at most."""
    return max(1, min(MOST, (os.cpu_count() or 2) - 1))


class Bots:
    """Distributes bot requests.  `wake` is called from other threads."""

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
        """The request of each busy process, with its asker."""
        self._report = report
        self._failed: set[str] = set()
        """Games whose review has failed: an invented journal of a guest fails at each request."""

    def think(self, asker: Hashable, wanted: Question, address: str = "") -> None:
        """Queue a request for an idle process."""
        self._waiting.put(address or asker, (asker, wanted))
        self._share_out()

    def prepare(self, game_id: str) -> None:
        """Load a game and its bots in every process."""
        for thinker in self._thinkers:
            thinker.prepare(game_id)

    def cancel(self, asker: Hashable, address: str = "") -> None:
        """Cancel an asker's requests."""
        self._waiting.drop(address or asker, lambda asked: asked[0] == asker)
        for thinker, (asking, _) in list(self._thought.items()):
            if asking == asker:
                thinker.cancel()
                self._leave(thinker)
        self._share_out()

    def answers(self) -> Iterator[tuple[Hashable, Question, Answer]]:
        """Yield the finished requests: asker, request, answer."""
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
        """Mark a process as idle; return its request and asker."""
        self._idle.append(thinker)
        return self._thought.pop(thinker)

    def _any_answer(self, thought: BotReply) -> Answer:
        """Return a fallback answer for a failed bot; failed reviews are reported once a game."""
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

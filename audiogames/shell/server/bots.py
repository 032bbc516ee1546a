"""Distributes bot requests over several processes, fairly among addresses and tables.

The asker of a request is a table or a deal of the day; each asker has at most one request
at a time.  Each process computes one request while the others wait in a queue, in which
address blocks take turns, so that the tables of one address do not delay the bots of
others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import Final

from audiogames.core.contract import Move
from audiogames.core.registry import game
from audiogames.net.server.queues import FairQueue
from audiogames.search.arena import RANDOM, bot
from audiogames.shell.playouts import Playouts
from audiogames.shell.thinker import BotReply, Thinker
from audiogames.table.protocol import BotRequest, DayPlayed, DayRequest

Request = BotRequest | DayRequest

MOST: Final = 4


def usual_workers() -> int:
    """Return the default number of bot processes: one per core except one, at most four."""
    return max(1, min(MOST, (os.cpu_count() or 2) - 1))


class Bots:
    """Distributes bot requests over processes.  `wake` is called from other threads."""

    def __init__(
        self,
        wake: Callable[[], object],
        report: Callable[[Exception], object],
        workers: int,
        playouts: Playouts | None = None,
    ) -> None:
        self._thinkers = [Thinker(wake, playouts=playouts) for _ in range(workers)]
        self._idle = list(self._thinkers)
        self._waiting: FairQueue[tuple[Hashable, Request]] = FairQueue()
        self._thought: dict[Thinker, tuple[Hashable, Request]] = {}
        """The request of each busy process, with its asker."""
        self._report = report

    def think(self, asker: Hashable, wanted: Request, address: str = "") -> None:
        """Queue a bot request, which is computed when a process is idle."""
        self._waiting.put(address or asker, (asker, wanted))
        self._share_out()

    def answers(self) -> Iterator[tuple[Hashable, Request, Move | DayPlayed]]:
        """Yield the answers since the last call: asker, request, and the move or the result."""
        for thinker in self._thinkers:
            for thought in thinker.answers():
                asker, wanted = self._thought.pop(thinker)
                self._idle.append(thinker)
                self._share_out()
                answer = thought.answer
                if not isinstance(answer, Move | DayPlayed):
                    answer = self._replacement_answer(thought)
                yield asker, wanted, answer

    def _share_out(self) -> None:
        """Send queued requests to idle processes."""
        while self._idle and (asked := self._waiting.next()) is not None:
            thinker = self._idle.pop(0)
            self._thought[thinker] = asked
            thinker.think(asked[1])

    def _replacement_answer(self, thought: BotReply) -> Move | DayPlayed:
        """Return a replacement for a missing answer.

        It is a random move or, for a deal of the day, an empty result.  If the bot failed, its
        exception is reported.
        """
        wanted = thought.wanted
        if thought.failure is not None:
            self._report(thought.failure)
        if isinstance(wanted, DayRequest):
            return DayPlayed(())
        assert isinstance(wanted, BotRequest)
        spare = bot(game(wanted.game), RANDOM)
        move = spare.choose(wanted.view, Random(wanted.seed), 0, lambda: False)
        assert isinstance(move, Move)
        return move

    def close(self) -> None:
        """End the processes."""
        for thinker in self._thinkers:
            thinker.close()

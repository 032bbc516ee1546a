"""Bots think in a process of their own, so that a key is answered at once meanwhile.

Theory of operation: a thread takes one request after the other, hands it to the worker process
through a pipe and waits there for the answer; the main loop is woken when there is one.  The
process is started by that thread at the first request, so that no key press pays for it.  The
worker ends when its pipe does, however this program ends.
"""

from __future__ import annotations

import os
import queue
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from audiogames.core.game import Move
from audiogames.core.registry import game
from audiogames.search.arena import BUDGET
from audiogames.search.bots import bot
from audiogames.table.table import Wanted

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

WORKERS: Final = 2
"""One, and one in its place should it be lost."""

JOIN_SECONDS: Final = 2.0


def choose(wanted: Wanted) -> Move:
    """The move of the bot that is asked for."""
    chosen = bot(game(wanted.game), wanted.level)
    move = chosen.choose(wanted.view, Random(wanted.seed), BUDGET, _never)
    assert isinstance(move, Move)
    return move


def _never() -> bool:
    return False


class WorkerLost(Exception):
    """The worker process has ended before it answered."""


class BotFailed(Exception):
    """A bot raised something; the text is its traceback, since not every exception can travel."""


class Worker(Protocol):
    """Something that thinks: a process, or for tests a function."""

    def think(self, wanted: Wanted) -> Move:
        """The move.  Raises `WorkerLost`, `BotFailed`."""
        ...

    def close(self) -> None:
        """End at once, also in the middle of a thought."""
        ...


class ProcessWorker:
    """A worker process.  It knows bots and games; pygame, speech and files are not loaded in it."""

    def __init__(self) -> None:
        import multiprocessing  # only now: the first sentence need not wait for it

        # Not forked: a fork of a program with threads and a sound device may hang.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def think(self, wanted: Wanted) -> Move:
        """The move that the process answers."""
        try:
            self._pipe.send(wanted)
            answer = self._pipe.recv()
        except (OSError, EOFError):
            raise WorkerLost from None
        if isinstance(answer, BotFailed):
            raise answer
        assert isinstance(answer, Move)
        return answer

    def close(self) -> None:
        """Kill it: it holds nothing that could be lost."""
        self._process.kill()
        self._process.join(JOIN_SECONDS)


def _work(pipe: Connection) -> None:
    """The whole life of the worker process."""
    import signal

    # Ctrl+C reaches every program of the terminal; ours decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            wanted = pipe.recv()
            pipe.send(_answer(wanted))
        except Exception:  # noqa: BLE001 - the pipe's end; the other side sees it too
            return


def _end_with_parent() -> None:
    """End also in the middle of a thought, when the program is gone and could not say so."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


def _answer(wanted: Wanted) -> Move | BotFailed:
    try:
        return choose(wanted)
    except Exception as failure:  # noqa: BLE001 - told where somebody can report it
        return BotFailed("".join(traceback.format_exception(failure)))


@dataclass(frozen=True)
class Thought:
    """What came of a request: a move, or the failure of the bot."""

    wanted: Wanted
    move: Move | None
    failure: Exception | None = None


@dataclass(frozen=True)
class _Request:
    wanted: Wanted
    generation: int


class Thinker:
    """Has bots' moves thought.  `wake` is called from another thread when there is an answer."""

    def __init__(
        self, wake: Callable[[], None], start: Callable[[], Worker] = ProcessWorker
    ) -> None:
        self._wake = wake
        self._start = start
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[Thought, int]] = queue.SimpleQueue()
        self._generation = 0
        self._worker: Worker | None = None
        self._lost = 0
        self._closed = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def think(self, wanted: Wanted) -> None:
        """Ask for a move; returns at once."""
        self._requests.put(_Request(wanted, self._generation))
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="thinker", daemon=True)
            self._thread.start()

    def cancel(self) -> None:
        """Whatever was asked for is no longer wanted."""
        self._generation += 1

    def answers(self) -> list[Thought]:
        """What has been thought since the last call and is still wanted."""
        found = []
        while not self._answers.empty():
            thought, generation = self._answers.get()
            if generation == self._generation:
                found.append(thought)
        return found

    def close(self) -> None:
        """End the worker process and the thread."""
        self.cancel()
        with self._lock:
            self._closed = True
            if self._worker is not None:
                self._worker.close()
        self._requests.put(None)
        if self._thread is not None:
            self._thread.join(JOIN_SECONDS)

    # In the thread

    def _serve(self) -> None:
        while (request := self._requests.get()) is not None:
            if self._closed:
                return
            if request.generation == self._generation:
                self._answers.put((self._thought(request.wanted), request.generation))
                if not self._closed:
                    self._wake()

    def _thought(self, wanted: Wanted) -> Thought:
        try:
            return Thought(wanted, self._move(wanted))
        except Exception as failure:  # noqa: BLE001 - raised again in the main loop
            return Thought(wanted, None, failure)

    def _move(self, wanted: Wanted) -> Move:
        """A lost worker is replaced once; after that this very thread thinks."""
        while self._lost < WORKERS:
            try:
                return self._ready_worker().think(wanted)
            except (WorkerLost, OSError):
                if self._closed:
                    raise
                self._lost += 1
                self._drop_worker()
        return choose(wanted)

    def _ready_worker(self) -> Worker:
        with self._lock:
            if self._closed:
                raise WorkerLost
            if self._worker is None:
                self._worker = self._start()
            return self._worker

    def _drop_worker(self) -> None:
        with self._lock:
            if self._worker is not None and not self._closed:
                self._worker.close()
            self._worker = None

"""Bots think in a process of their own, so that a key is answered at once meanwhile.

Theory of operation: a thread takes one request after the other, hands it to the worker process
through a pipe and waits there for the answer; the main loop is woken when there is one.  The
process is started by that thread at the first request, or when a table is set up, so that no key
press pays for it; `prepare` has it load the game and its bots before the first decision.

What is cancelled is not thought to its end: a number in shared memory tells the worker which
requests are still wanted, and bots ask it every few milliseconds.  The worker ends when its pipe
does, however this program ends.
"""

from __future__ import annotations

import os
import queue
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from audiogames.core.contract import Move
from audiogames.core.log import LogError
from audiogames.core.registry import game
from audiogames.search.arena import BUDGET, bot, levels
from audiogames.search.judging import look_back
from audiogames.shell.playouts import Playouts, settle
from audiogames.table.daily import played_by_bots
from audiogames.table.journal import Journal, parse_journal
from audiogames.table.protocol import (
    Answer,
    BotRequest,
    DayRequest,
    JournalRequest,
    JudgeRequest,
    Question,
)

if TYPE_CHECKING:
    from ctypes import c_int, c_ulonglong
    from multiprocessing.connection import Connection

WORKERS: Final = 2
"""One, and one in its place should it be lost."""

JOIN_SECONDS: Final = 2.0

GIVES_WAY: Final = 5
"""By how much the worker's priority is lower than that of the program, which answers keys."""


def _never() -> bool:
    return False


def choose(wanted: BotRequest, stop: Callable[[], bool] = _never, playouts: int = BUDGET) -> Move:
    """The move of the bot that is asked for; when `stop` says so, any that it has by then."""
    chosen = bot(game(wanted.game), wanted.level, wanted.character)
    move = chosen.choose(wanted.view, Random(wanted.seed), wanted.budget or playouts, stop)
    assert isinstance(move, Move)
    return move


def think(wanted: Question, stop: Callable[[], bool] = _never, playouts: int = BUDGET) -> Answer:
    """The answer to any question: a move, what a look back found, a journal, a day's points.

    A look back takes the usual number of playouts on every machine: nobody waits at a table for it.
    """
    if isinstance(wanted, JournalRequest):
        return _read(wanted.text)
    if isinstance(wanted, JudgeRequest):
        return look_back(game(wanted.game), wanted, stop)
    if isinstance(wanted, DayRequest):
        return played_by_bots(wanted, partial(choose, stop=stop), stop)
    return choose(wanted, stop, playouts)


def _read(text: str) -> Journal | LogError:
    try:
        return parse_journal(text)
    except LogError as error:
        return error


def load(game_id: str) -> None:
    """Load a game, its bots, and what they read from files."""
    spec = game(game_id)
    for level in levels(spec):
        bot(spec, level)


class WorkerLost(Exception):
    """The worker process has ended before it answered."""


class BotFailed(Exception):
    """A bot raised something; the text is its traceback, since not every exception can travel."""


class Worker(Protocol):
    """Something that thinks: a process, or for tests a function."""

    def think(self, wanted: Question, generation: int) -> Answer:
        """The answer.  Raises `WorkerLost`, `BotFailed`."""
        ...

    def load(self, game_id: str) -> None:
        """Load a game and its bots meanwhile."""
        ...

    def cancel(self, generation: int) -> None:
        """What is thought for an earlier generation is no longer wanted."""
        ...

    def close(self) -> None:
        """End at once, also in the middle of a thought."""
        ...


class ProcessWorker:
    """A worker process.  It knows bots and games; pygame, speech and files are not loaded in it."""

    def __init__(self, playouts: Playouts | None = None) -> None:
        """Start it; bots take the usual number of playouts unless another is given."""
        import multiprocessing  # only now: the first sentence need not wait for it

        # Not forked: a fork of a program with threads and a sound device may hang.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._wanted: c_ulonglong = context.RawValue("Q", 0)
        """The oldest generation that is still wanted."""
        given = (theirs, self._wanted, (playouts or Playouts(BUDGET)).shared())
        self._process = context.Process(target=_work, args=given, daemon=True)
        self._process.start()
        theirs.close()

    def think(self, wanted: Question, generation: int) -> Answer:
        """What the process answers."""
        try:
            self._pipe.send((wanted, generation))
            answer = self._pipe.recv()
        except (OSError, EOFError):
            raise WorkerLost from None
        if isinstance(answer, BotFailed):
            raise answer
        assert isinstance(answer, Answer)
        return answer

    def load(self, game_id: str) -> None:
        """Nothing is answered; what cannot be loaded shows when it is asked for a move."""
        try:
            self._pipe.send(game_id)
        except OSError:
            raise WorkerLost from None

    def cancel(self, generation: int) -> None:
        """The process sees it at once."""
        self._wanted.value = generation

    def close(self) -> None:
        """Kill it: it holds nothing that could be lost."""
        self._process.kill()
        self._process.join(JOIN_SECONDS)


def _work(pipe: Connection, oldest: c_ulonglong, playouts: c_int) -> None:
    """The whole life of the worker process."""
    import signal

    # Ctrl+C reaches every program of the terminal; ours decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    settle(playouts)
    while True:
        try:
            asked = pipe.recv()
            if isinstance(asked, str):
                _load_quietly(asked)
            else:
                wanted, generation = asked
                stop = partial(_is_cancelled, oldest, generation)
                pipe.send(_answer(wanted, stop, playouts.value))
        except (OSError, EOFError):  # the pipe's end; the other side sees it too
            return


def _end_with_parent() -> None:
    """End also in the middle of a thought, when the program is gone and could not say so."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


def _is_cancelled(oldest: c_ulonglong, generation: int) -> bool:
    return oldest.value > generation


def _load_quietly(game_id: str) -> None:
    """What fails here fails again when a move is asked for, and is told then."""
    with suppress(Exception):
        load(game_id)


def _answer(wanted: Question, stop: Callable[[], bool], playouts: int) -> Answer | BotFailed:
    try:
        return think(wanted, stop, playouts)
    except Exception as failure:  # the program reports it
        return BotFailed("".join(traceback.format_exception(failure)))


@dataclass(frozen=True)
class BotReply:
    """The answer to a question, or the failure of the bot."""

    wanted: Question
    answer: Answer | None
    failure: Exception | None = None


class Replies:
    """The replies that a host has not taken yet; `wake` is called at each."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._waiting: list[BotReply] = []

    def put(self, reply: BotReply) -> None:
        """A bot has thought."""
        self._waiting.append(reply)
        self._wake()

    def take(self) -> list[BotReply]:
        """All of them; none waits any more."""
        found, self._waiting = self._waiting, []
        return found


@dataclass(frozen=True)
class _Request:
    """A question, or a game to be loaded."""

    wanted: Question | str
    generation: int


class Thinker:
    """Has bots' moves thought.  `wake` is called from another thread when there is an answer."""

    def __init__(
        self,
        wake: Callable[[], object],
        start: Callable[[], Worker] | None = None,
        playouts: Playouts | None = None,
    ) -> None:
        """`start` makes a worker: else a process, whose bots take so many `playouts`."""
        self._playouts = playouts or Playouts(BUDGET)
        self._wake = wake
        self._start = start or partial(ProcessWorker, self._playouts)
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[BotReply, int]] = queue.SimpleQueue()
        self._generation = 0
        self._worker: Worker | None = None
        self._lost = 0
        self._closed = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def think(self, wanted: Question) -> None:
        """Ask something of a bot; returns at once."""
        self._ask(wanted)

    def prepare(self, game_id: str) -> None:
        """Have a game and its bots loaded, so that the first move takes no longer; at once."""
        self._ask(game_id)

    def cancel(self) -> None:
        """Whatever was asked for is no longer wanted."""
        self._generation += 1
        if (worker := self._worker) is not None:
            worker.cancel(self._generation)

    def answers(self) -> list[BotReply]:
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

    def _ask(self, wanted: Question | str) -> None:
        self._requests.put(_Request(wanted, self._generation))
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="thinker", daemon=True)
            self._thread.start()

    # In the thread

    def _serve(self) -> None:
        while (request := self._requests.get()) is not None:
            if self._closed:
                return
            if isinstance(request.wanted, str):
                self._load(request.wanted)
            elif request.generation == self._generation:
                thought = self._thought(request.wanted, request.generation)
                self._answers.put((thought, request.generation))
                if not self._closed:
                    self._wake()

    def _load(self, game_id: str) -> None:
        """A worker that is lost here is replaced when a move is asked for."""
        with suppress(WorkerLost, OSError):
            self._ready_worker().load(game_id)

    def _thought(self, wanted: Question, generation: int) -> BotReply:
        try:
            return BotReply(wanted, self._answer(wanted, generation))
        except Exception as failure:  # the host reports it
            return BotReply(wanted, None, failure)

    def _answer(self, wanted: Question, generation: int) -> Answer:
        """A lost worker is replaced once; after that this very thread thinks."""
        while self._lost < WORKERS:
            try:
                return self._ready_worker().think(wanted, generation)
            except (WorkerLost, OSError):
                if self._closed:
                    raise
                self._lost += 1
                self._drop_worker()
        return think(wanted, lambda: self._generation > generation, self._playouts.number)

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

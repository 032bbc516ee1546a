"""Runs bots in a worker process, so that keys are handled while bots think.

Theory of operation: a thread takes one request after another, sends it to the worker process
through a pipe and waits there for the answer; when it arrives, the main loop is woken.  That thread
starts the process at the first request, or when a table is set up, so that no key press waits for
it; `prepare` makes it import the game and its bots before the first decision.

Cancelled requests are not computed to the end: a number in shared memory says which requests are
still wanted, and bots check it every few milliseconds.  The worker ends when its pipe is closed,
even if this program ends by a crash.
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
from audiogames.shell.children import end_with_parent
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
"""The number of workers: the first one, and one replacement if it is lost."""

JOIN_SECONDS: Final = 2.0

GIVES_WAY: Final = 5
"""How much lower the worker's priority is than that of the program, which must answer keys."""


def _never() -> bool:
    """Return False: the default for computations that are never stopped."""
    return False


def choose(wanted: BotRequest, stop: Callable[[], bool] = _never, playouts: int = BUDGET) -> Move:
    """Return the requested bot's move.

    When `stop` returns True, the bot returns the best move that it has found so far.
    """
    chosen = bot(game(wanted.game), wanted.level, wanted.character)
    move = chosen.choose(wanted.view, Random(wanted.seed), wanted.budget or playouts, stop)
    assert isinstance(move, Move)
    return move


def think(wanted: Question, stop: Callable[[], bool] = _never, playouts: int = BUDGET) -> Answer:
    """Answer any request: for a move, a review, a journal, or the points of a deal of the day.

    A review uses the default number of rollouts on every machine, since no table waits for it.
    """
    if isinstance(wanted, JournalRequest):
        return _read(wanted.text)
    if isinstance(wanted, JudgeRequest):
        return look_back(game(wanted.game), wanted, stop)
    if isinstance(wanted, DayRequest):
        return played_by_bots(wanted, partial(choose, stop=stop), stop)
    return choose(wanted, stop, playouts)


def _read(text: str) -> Journal | LogError:
    """Parse a journal; return the error if it is invalid."""
    try:
        return parse_journal(text)
    except LogError as error:
        return error


def load(game_id: str) -> None:
    """Load a game, its bots, and their files."""
    spec = game(game_id)
    for level in levels(spec):
        bot(spec, level)


class WorkerLost(Exception):
    """The worker process has ended before it answered a request."""


class BotFailed(Exception):
    """A bot raised an exception, whose traceback is passed as text, because text can be pickled."""


class Worker(Protocol):
    """Computes answers to requests, in a process of its own or, in tests, by a function."""

    def think(self, wanted: Question, generation: int) -> Answer:
        """Return the answer.  Raises `WorkerLost` or `BotFailed`."""
        ...

    def load(self, game_id: str) -> None:
        """Load a game and its bots in the background."""
        ...

    def cancel(self, generation: int) -> None:
        """Cancel all requests whose generation number is lower than this one."""
        ...

    def close(self) -> None:
        """End immediately, even during a computation."""
        ...


class ProcessWorker:
    """A worker process, which loads games and bots, but not pygame, speech and files."""

    def __init__(self, playouts: Playouts | None = None) -> None:
        """Start the process; `playouts` is the number of rollouts that bots may make."""
        import multiprocessing  # imported late: the first sentence need not wait for it

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
        """Send a request to the process, and return its answer."""
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
        """Have the worker load a game and its bots; errors are reported with the first move."""
        try:
            self._pipe.send(game_id)
        except OSError:
            raise WorkerLost from None

    def cancel(self, generation: int) -> None:
        """Cancel the requests of earlier generations, through a number that the process reads."""
        self._wanted.value = generation

    def close(self) -> None:
        """Kill the process, which has nothing to save."""
        self._process.kill()
        self._process.join(JOIN_SECONDS)


def _work(pipe: Connection, oldest: c_ulonglong, playouts: c_int) -> None:
    """The main function of the worker process."""
    import signal

    # Ctrl+C reaches every process of the terminal; the program handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    end_with_parent()
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
        except (OSError, EOFError):  # the pipe is closed; the other side notices too
            return


def _is_cancelled(oldest: c_ulonglong, generation: int) -> bool:
    """Return whether the requests of a generation were cancelled."""
    return oldest.value > generation


def _load_quietly(game_id: str) -> None:
    """Load a game and ignore errors, which are reported when a move is requested."""
    with suppress(Exception):
        load(game_id)


def _answer(wanted: Question, stop: Callable[[], bool], playouts: int) -> Answer | BotFailed:
    """Return the answer to a request, or the failure of a bot."""
    try:
        return think(wanted, stop, playouts)
    except Exception as failure:  # the program reports it
        return BotFailed("".join(traceback.format_exception(failure)))


@dataclass(frozen=True)
class BotReply:
    """The answer to a request for a bot, or the exception that the bot raised."""

    wanted: Question
    answer: Answer | None
    failure: Exception | None = None


class Replies:
    """The replies that a host has not taken yet; `wake` is called for each new reply."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._waiting: list[BotReply] = []

    def put(self, reply: BotReply) -> None:
        """Add a bot's reply, and notify the host."""
        self._waiting.append(reply)
        self._wake()

    def take(self) -> list[BotReply]:
        """Return and clear the replies."""
        found, self._waiting = self._waiting, []
        return found


@dataclass(frozen=True)
class _Request:
    """A request for the worker: a question for a bot, or the id of a game to load."""

    wanted: Question | str
    generation: int


class Thinker:
    """Requests answers from bots.  `wake` is called from another thread when an answer arrives."""

    def __init__(
        self,
        wake: Callable[[], object],
        start: Callable[[], Worker] | None = None,
        playouts: Playouts | None = None,
    ) -> None:
        """`start` creates a worker; the default is a process whose bots use `playouts`."""
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
        """Send a request, without waiting."""
        self._ask(wanted)

    def prepare(self, game_id: str) -> None:
        """Load a game and its bots, without waiting, so that the first move is not delayed."""
        self._ask(game_id)

    def cancel(self) -> None:
        """Cancel all requests."""
        self._generation += 1
        if (worker := self._worker) is not None:
            worker.cancel(self._generation)

    def answers(self) -> list[BotReply]:
        """Return the replies since the last call, except those to cancelled requests."""
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
        """Queue a request or the id of a game to load; start the thread if necessary."""
        self._requests.put(_Request(wanted, self._generation))
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="thinker", daemon=True)
            self._thread.start()

    # In the thread

    def _serve(self) -> None:
        """Handle queued requests for bots' moves, in a thread of their own, until closed."""
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
        """Have the worker load a game; a lost worker is replaced only when a move is requested."""
        with suppress(WorkerLost, OSError):
            self._ready_worker().load(game_id)

    def _thought(self, wanted: Question, generation: int) -> BotReply:
        """Return the reply to a request; if there is no answer, the reply has the exception."""
        try:
            return BotReply(wanted, self._answer(wanted, generation))
        except Exception as failure:  # the host reports it
            return BotReply(wanted, None, failure)

    def _answer(self, wanted: Question, generation: int) -> Answer:
        """Return the worker's answer to a request; a lost worker is replaced.

        If too many workers are lost, the answer is computed in this thread.
        """
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
        """Return the worker, which is started if necessary.  Raises `WorkerLost` after closing."""
        with self._lock:
            if self._closed:
                raise WorkerLost
            if self._worker is None:
                self._worker = self._start()
            return self._worker

    def _drop_worker(self) -> None:
        """Close the lost worker; the next request starts another one."""
        with self._lock:
            if self._worker is not None and not self._closed:
                self._worker.close()
            self._worker = None

"""Runs the bots of a page in a second web worker, so that keys are handled while bots think.

Requests and answers are pickled: both sides run the same version of this program.  A cancelled
request is computed to the end, since the workers share no memory, and its answer is ignored.
"""

from __future__ import annotations

import asyncio
import pickle
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import replace

from audiogames.core.character import EVEN
from audiogames.core.registry import game
from audiogames.search.arena import BUDGET, bot, levels
from audiogames.shell.playouts import PAGE_PATIENCE, measured
from audiogames.shell.thinker import BotFailed, BotReply, Replies, think
from audiogames.table.protocol import Answer, BotRequest, JournalRequest, Question


class OwnBots:
    """Manages the bots' worker: `ask` sends it a message, `begin` starts a new worker.

    The first worker starts with the first request, or some seconds after the first screen was
    shown: on a slow device starting both at once doubles the time until the first screen.

    A browser may end a worker when memory is short, without always reporting it.  A worker is
    replaced if its lock is free (`bots.js`), or if it does not answer for long.  The new worker
    gets the open requests again.
    """

    def __init__(self, ask: Callable[[bytes], None], begin: Callable[[], None]) -> None:
        self._ask = ask
        self._begin = begin
        self._thinker: BotsWorker | None = None
        self._has_begun = False
        self._waits: asyncio.TimerHandle | None = None

    def thinker(self, wake: Callable[[], None]) -> BotsWorker:
        """Create the object through which the page's session requests bots' moves."""
        self._thinker = BotsWorker(self._send_request, wake)
        asyncio.get_running_loop().call_later(BEGIN_SECONDS, self._start_first_worker)
        return self._thinker

    def _start_first_worker(self) -> None:
        """Start the first worker, unless it was started already."""
        if not self._has_begun:
            self._has_begun = True
            self._begin()

    def _send_request(self, data: bytes) -> None:
        """Send a request to the worker; start the worker if necessary."""
        self._start_first_worker()
        self._ask(data)
        self._wait()

    def _wait(self) -> None:
        """Set a timer that replaces the worker if it does not answer an open request in time."""
        if self._waits is not None:
            self._waits.cancel()
        awaits = self._thinker is not None and self._thinker.awaits
        loop = asyncio.get_running_loop()
        self._waits = loop.call_later(LOST_SECONDS, self.lost) if awaits else None

    def lost(self) -> None:
        """Replace a lost worker, and repeat the open requests."""
        if self._thinker is not None:
            self._begin()
            for data in self._thinker.again():
                self._ask(data)
            self._wait()

    def take(self, data: bytes) -> None:
        """Pass an answer from the bots' worker to the object that requested it (`BotsWorker`)."""
        if self._thinker is not None:
            number, answer = pickle.loads(data)  # noqa: S301 - our own, from this page
            self._thinker.take(number, answer)
            self._wait()


class BotsWorker:
    """Sends the session's bot requests to the worker; answers to cancelled requests are dropped."""

    def __init__(self, ask: Callable[[bytes], None], wake: Callable[[], None]) -> None:
        self._ask = ask
        self._replies = Replies(wake)
        self._number = 0
        self._asked: dict[int, Question] = {}

    def think(self, wanted: Question) -> None:
        """Send a request to the worker."""
        self._number += 1
        self._asked[self._number] = wanted
        self._ask(pickle.dumps((self._number, wanted)))

    @property
    def awaits(self) -> bool:
        """Whether a request has not been answered yet."""
        return bool(self._asked)

    def again(self) -> list[bytes]:
        """Return the open requests, pickled, to be sent to a new worker."""
        return [pickle.dumps(asked) for asked in self._asked.items()]

    def prepare(self, game_id: str) -> None:
        """Have the worker load a game and its bots."""
        self._ask(pickle.dumps((0, game_id)))

    def cancel(self) -> None:
        """Cancel all requests."""
        self._asked.clear()
        self._replies.take()

    def take(self, number: int, answer: Answer | BotFailed) -> None:
        """Handle an answer, unless its request was cancelled."""
        wanted = self._asked.pop(number, None)
        if wanted is None:
            return
        if isinstance(answer, BotFailed):
            self._replies.put(BotReply(wanted, None, answer))
        else:
            self._replies.put(BotReply(wanted, answer))

    def answers(self) -> list[BotReply]:
        """Return the replies that have arrived since the last call."""
        return self._replies.take()

    def close(self) -> None:
        """Cancel all requests at the end of the session."""
        self.cancel()


BEGIN_SECONDS = 2.0
"""Seconds after the program's start when the bots' worker starts, if no request starts it before.
"""

LOST_SECONDS = 120.0
"""Seconds without an answer after which the worker counts as lost; on a slow phone decisions take
seconds.
"""

_fetches: dict[str, Awaitable[bool]] = {}
"""Running downloads by game; without this reference the event loop might drop them."""


def playouts_here(fixed: int, is_seeded: bool) -> int:  # noqa: FBT001 - called by JavaScript
    """In the worker: return the number of rollouts that bots may make.

    The number is `fixed` if that is not 0, the default if the shuffles are seeded, and otherwise
    measured.
    """
    return fixed or (BUDGET if is_seeded else measured(PAGE_PATIENCE))


async def answered(
    data: bytes, fetch: Callable[[str], Awaitable[bool]], playouts: int
) -> bytes | None:
    """In the worker: return the answer to a message; None if the message needs no answer.

    `fetch` downloads the files that a game's bots read, and returns whether it succeeded.  The
    files are large and needed only by the strongest bots: they are downloaded when the game is
    opened, and only those bots wait for them.
    """
    number, wanted = pickle.loads(data)  # noqa: S301 - our own, from this page
    if isinstance(wanted, str):
        game(wanted)
        _fetches[wanted] = asyncio.ensure_future(fetch(wanted))
        return None
    return pickle.dumps((number, await _answer(wanted, fetch, playouts)))


async def _answer(
    wanted: Question, fetch: Callable[[str], Awaitable[bool]], playouts: int
) -> Answer | BotFailed:
    """Compute an answer, after downloading the files that it needs; return the failure, if any."""
    if not _has_files(wanted) and not await fetch(wanted.game):
        wanted = _weaker(wanted)
    try:
        return think(wanted, playouts=playouts)
    except Exception:  # noqa: BLE001 - the program reports it
        return BotFailed(traceback.format_exc())


def _has_files(wanted: Question) -> bool:
    """Return whether the files that a request needs are loaded.

    A bot's move needs that bot's files; a review or a deal of the day needs the files of all bots.
    """
    if isinstance(wanted, JournalRequest):
        return True
    spec = game(wanted.game)
    try:
        if isinstance(wanted, BotRequest):
            return not bot(spec, wanted.level, wanted.character).lacks_files
        return not any(bot(spec, level).lacks_files for level in levels(spec))
    except Exception:  # noqa: BLE001 - some bots cannot be built without their files
        return False


def _weaker(wanted: Question) -> Question:
    """Replace the bot of a bot request by the default bot, which reads no files."""
    if not isinstance(wanted, BotRequest):
        return wanted
    bots = game(wanted.game).bots
    return replace(wanted, level=bots.default, character=EVEN)

"""Bots of a page think in a worker of their own, so that keys are answered meanwhile.

What is asked and answered travels pickled: both ends are this program, in the same version.  What
is cancelled is thought to its end in vain, since no memory is shared with the page; its answer is
not waited for.
"""

from __future__ import annotations

import asyncio
import pickle
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import replace

from audiogames.core.character import EVEN
from audiogames.core.registry import game
from audiogames.shell.playouts import PAGE_PATIENCE, measured
from audiogames.shell.thinker import BotFailed, BotReply, Replies, think
from audiogames.table.protocol import Answer, BotRequest, Question


class OwnBots:
    """The worker as the page's program sees it; `ask` hands it a message, `begin` makes a new one.

    A browser may end a worker where memory is short, and does not always say so: one that does not
    answer for long is replaced, and asked again.
    """

    def __init__(self, ask: Callable[[bytes], None], begin: Callable[[], None]) -> None:
        self._ask = ask
        self._begin = begin
        self._thinker: BotsWorker | None = None
        self._waits: asyncio.TimerHandle | None = None

    def thinker(self, wake: Callable[[], None], address: str = "") -> BotsWorker:
        """What the page's session asks for moves."""
        del address
        self._thinker = BotsWorker(self._hand_over, wake)
        return self._thinker

    def _hand_over(self, data: bytes) -> None:
        self._ask(data)
        self._wait()

    def _wait(self) -> None:
        """Watch for an answer for as long as one is awaited."""
        if self._waits is not None:
            self._waits.cancel()
        awaits = self._thinker is not None and self._thinker.awaits
        loop = asyncio.get_running_loop()
        self._waits = loop.call_later(LOST_SECONDS, self.lost) if awaits else None

    def lost(self) -> None:
        """The worker has gone: another one is asked what is still awaited."""
        if self._thinker is not None:
            self._begin()
            for data in self._thinker.again():
                self._ask(data)
            self._wait()

    def take(self, data: bytes) -> None:
        """The worker has answered."""
        if self._thinker is not None:
            number, answer = pickle.loads(data)  # noqa: S301 - our own, from this page
            self._thinker.take(number, answer)
            self._wait()


class BotsWorker:
    """What the session asks of the worker; what it cancels it hears no answer to."""

    def __init__(self, ask: Callable[[bytes], None], wake: Callable[[], None]) -> None:
        self._ask = ask
        self._replies = Replies(wake)
        self._number = 0
        self._asked: dict[int, Question] = {}

    def think(self, wanted: Question) -> None:
        """Ask something of a bot."""
        self._number += 1
        self._asked[self._number] = wanted
        self._ask(pickle.dumps((self._number, wanted)))

    @property
    def awaits(self) -> bool:
        """Whether an answer is awaited."""
        return bool(self._asked)

    def again(self) -> list[bytes]:
        """Return what is still awaited, as it was asked."""
        return [pickle.dumps(asked) for asked in self._asked.items()]

    def prepare(self, game_id: str) -> None:
        """Have a game and its bots loaded."""
        self._ask(pickle.dumps((0, game_id)))

    def cancel(self) -> None:
        """Nothing that was asked for is wanted any more."""
        self._asked.clear()
        self._replies.take()

    def take(self, number: int, answer: Answer | BotFailed) -> None:
        """A bot has thought."""
        wanted = self._asked.pop(number, None)
        if wanted is None:
            return
        if isinstance(answer, BotFailed):
            self._replies.put(BotReply(wanted, None, answer))
        else:
            self._replies.put(BotReply(wanted, answer))

    def answers(self) -> list[BotReply]:
        """What has been thought since the last call."""
        return self._replies.take()

    def close(self) -> None:
        """The session ends."""
        self.cancel()


LOST_SECONDS = 120.0
"""After so long without an answer the worker has gone: a decision takes seconds on a slow phone."""

_fetches: dict[str, Awaitable[bool]] = {}
"""What is being fetched, by game: the event loop alone would not keep it."""


def playouts_here(fixed: int) -> int:
    """In the worker: how many playouts bots take, as asked for or as fast as this browser is."""
    return fixed or measured(PAGE_PATIENCE)


async def answered(
    data: bytes, fetch: Callable[[str], Awaitable[bool]], playouts: int
) -> bytes | None:
    """In the worker: the answer to a message, or nothing where none is wanted.

    `fetch` brings the files that the bots of a game read, and says whether it could.  They are
    large, and wanted by the strongest bots alone: so they are fetched once the game is opened, and
    only those who want them wait for them.
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
    try:
        return think(wanted, playouts=playouts)
    except Exception:  # noqa: BLE001 - its files may not be here yet
        is_complete = await fetch(wanted.game)
    try:
        return think(wanted if is_complete else _weaker(wanted), playouts=playouts)
    except Exception:  # noqa: BLE001 - the program reports it
        return BotFailed(traceback.format_exc())


def _weaker(wanted: Question) -> Question:
    """The same of the usual bot, which reads no files."""
    if not isinstance(wanted, BotRequest):
        return wanted
    bots = game(wanted.game).bots
    return replace(wanted, level=bots.default, character=EVEN)

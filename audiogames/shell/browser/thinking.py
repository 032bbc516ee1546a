"""Bots of a page in a worker of their own, so that keys are answered meanwhile.

Questions and answers are pickled: both ends are this program, in the same version.  A cancelled
question is computed to the end, since no memory is shared with the page; its answer is ignored.
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
    """The worker as the page's program sees it; `ask` sends it a message, `begin` starts a new one.

    The first one starts at the first question, or else when the first screen has been shown for a
    while: both at once would take a slow device twice as long to the first screen.

    A browser may end a worker if memory is short, and does not always report it: one whose lock is
    free (`bots.js`), or that does not answer for long, is replaced, and asked again.
    """

    def __init__(self, ask: Callable[[bytes], None], begin: Callable[[], None]) -> None:
        self._ask = ask
        self._begin = begin
        self._thinker: BotsWorker | None = None
        self._has_begun = False
        self._waits: asyncio.TimerHandle | None = None

    def thinker(self, wake: Callable[[], None]) -> BotsWorker:
        """Return the thinker of the page's session."""
        self._thinker = BotsWorker(self._hand_over, wake)
        asyncio.get_running_loop().call_later(BEGIN_SECONDS, self._begin_first)
        return self._thinker

    def _begin_first(self) -> None:
        if not self._has_begun:
            self._has_begun = True
            self._begin()

    def _hand_over(self, data: bytes) -> None:
        self._begin_first()
        self._ask(data)
        self._wait()

    def _wait(self) -> None:
        """Watch for the answer while one is awaited."""
        if self._waits is not None:
            self._waits.cancel()
        awaits = self._thinker is not None and self._thinker.awaits
        loop = asyncio.get_running_loop()
        self._waits = loop.call_later(LOST_SECONDS, self.lost) if awaits else None

    def lost(self) -> None:
        """Replace a lost worker, and repeat the open questions."""
        if self._thinker is not None:
            self._begin()
            for data in self._thinker.again():
                self._ask(data)
            self._wait()

    def take(self, data: bytes) -> None:
        """Take the worker's answer."""
        if self._thinker is not None:
            number, answer = pickle.loads(data)  # noqa: S301 - our own, from this page
            self._thinker.take(number, answer)
            self._wait()


class BotsWorker:
    """The session's questions to the worker; cancelled ones get no answer."""

    def __init__(self, ask: Callable[[bytes], None], wake: Callable[[], None]) -> None:
        self._ask = ask
        self._replies = Replies(wake)
        self._number = 0
        self._asked: dict[int, Question] = {}

    def think(self, wanted: Question) -> None:
        """Ask a bot."""
        self._number += 1
        self._asked[self._number] = wanted
        self._ask(pickle.dumps((self._number, wanted)))

    @property
    def awaits(self) -> bool:
        """Whether an answer is awaited."""
        return bool(self._asked)

    def again(self) -> list[bytes]:
        """Return the open questions, pickled."""
        return [pickle.dumps(asked) for asked in self._asked.items()]

    def prepare(self, game_id: str) -> None:
        """Load a game and its bots."""
        self._ask(pickle.dumps((0, game_id)))

    def cancel(self) -> None:
        """Cancel all questions."""
        self._asked.clear()
        self._replies.take()

    def take(self, number: int, answer: Answer | BotFailed) -> None:
        """Take an answer."""
        wanted = self._asked.pop(number, None)
        if wanted is None:
            return
        if isinstance(answer, BotFailed):
            self._replies.put(BotReply(wanted, None, answer))
        else:
            self._replies.put(BotReply(wanted, answer))

    def answers(self) -> list[BotReply]:
        """Return the replies since the last call."""
        return self._replies.take()

    def close(self) -> None:
        """End the session's questions."""
        self.cancel()


BEGIN_SECONDS = 2.0
"""How long after the program's start the bots' worker starts if nothing is asked of it."""

LOST_SECONDS = 120.0
"""Seconds without an answer after which the worker is lost: decisions take seconds on a slow
phone."""

_fetches: dict[str, Awaitable[bool]] = {}
"""Running downloads by game: the event loop alone would not keep a reference."""


def playouts_here(fixed: int, is_seeded: bool) -> int:  # noqa: FBT001 - called by JavaScript
    """In the worker: return the number of rollouts, as given, as usual with a seed, or measured."""
    return fixed or (BUDGET if is_seeded else measured(PAGE_PATIENCE))


async def answered(
    data: bytes, fetch: Callable[[str], Awaitable[bool]], playouts: int
) -> bytes | None:
    """In the worker: return the answer to a message, or None if it needs none.

    `fetch` downloads the files that a game's bots read, and returns whether it could.  They are
    large and needed by the strongest bots alone: so they are fetched once the game is opened, and
    only those bots wait for them.
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
    if not _has_files(wanted) and not await fetch(wanted.game):
        wanted = _weaker(wanted)
    try:
        return think(wanted, playouts=playouts)
    except Exception:  # noqa: BLE001 - the program reports it
        return BotFailed(traceback.format_exc())


def _has_files(wanted: Question) -> bool:
    """Return whether the files that the answer depends on are here.

    A move depends on those of its bot; a review and a deal of the day on those of all bots.
    """
    if isinstance(wanted, JournalRequest):
        return True
    spec = game(wanted.game)
    try:
        if isinstance(wanted, BotRequest):
            return not bot(spec, wanted.level, wanted.character).lacks_files
        return not any(bot(spec, level).lacks_files for level in levels(spec))
    except Exception:  # noqa: BLE001 - a bot that cannot even be built without them
        return False


def _weaker(wanted: Question) -> Question:
    """Return the same question for the default bot, which reads no files."""
    if not isinstance(wanted, BotRequest):
        return wanted
    bots = game(wanted.game).bots
    return replace(wanted, level=bots.default, character=EVEN)

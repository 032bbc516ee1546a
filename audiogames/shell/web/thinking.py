"""Bots of all sessions think in the same few processes; each session waits for its own answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count
from typing import Final

from audiogames.shell.server.bots import Bots
from audiogames.shell.thinker import BotReply, Replies
from audiogames.table.protocol import Answer, Question

Asker = tuple[str, int]
"""A session, as the processes know it; tables of a server are known by their numbers alone."""

SESSION: Final = "session"


class SharedBots:
    """The processes and who has asked them.  The loop that `bots` wakes calls `hand_out`.

    Where a server's tables ask the same processes, that server hands out with `take`.
    """

    def __init__(self, bots: Bots) -> None:
        self._bots = bots
        self._numbers = count(1)
        self._asking: dict[Hashable, SessionThinker] = {}

    def thinker(self, wake: Callable[[], None], address: str = "") -> SessionThinker:
        """The part of one session, which `wake` tells of its answers; addresses take turns."""
        asker = (SESSION, next(self._numbers))
        thinker = SessionThinker(self._bots, asker, address, wake, self._leave)
        self._asking[asker] = thinker
        return thinker

    def hand_out(self) -> None:
        """Give each session what was thought for it."""
        for asker, wanted, answer in self._bots.answers():
            self.take(asker, wanted, answer)

    def take(self, asker: Hashable, wanted: Question, answer: Answer) -> None:
        """Give a session what was thought for it; one that is over wants it no more."""
        thinker = self._asking.get(asker)
        if thinker is not None:
            thinker.take(BotReply(wanted, answer))

    def close(self) -> None:
        """End the processes."""
        self._bots.close()

    def _leave(self, asker: Asker) -> None:
        self._asking.pop(asker, None)


class SessionThinker:
    """What a host asks for bots' moves."""

    def __init__(
        self,
        bots: Bots,
        asker: Asker,
        address: str,
        wake: Callable[[], None],
        leave: Callable[[Asker], None],
    ) -> None:
        self._bots = bots
        self._asker = asker
        self._address = address
        self._leave = leave
        self._replies = Replies(wake)

    def think(self, wanted: Question) -> None:
        """Ask something of a bot."""
        self._bots.think(self._asker, wanted, self._address)

    def prepare(self, game_id: str) -> None:
        """Have a game and its bots loaded."""
        self._bots.prepare(game_id)

    def cancel(self) -> None:
        """Whatever was asked for is no longer wanted."""
        self._replies.take()
        self._bots.cancel(self._asker, self._address)

    def take(self, reply: BotReply) -> None:
        """A bot has thought."""
        self._replies.put(reply)

    def answers(self) -> list[BotReply]:
        """What has been thought since the last call."""
        return self._replies.take()

    def close(self) -> None:
        """The session ends."""
        self.cancel()
        self._leave(self._asker)

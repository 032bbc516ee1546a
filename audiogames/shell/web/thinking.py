"""Bots of all sessions, computed in the same few processes; each session gets its own answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count
from typing import Final

from audiogames.shell.server.bots import Bots
from audiogames.shell.thinker import BotReply, Replies
from audiogames.table.protocol import Answer, Question

Asker = tuple[str, int]
"""A session as an asker; a server's tables are known by their numbers alone."""

SESSION: Final = "session"


class SharedBots:
    """Distributes the processes' answers to sessions.  The loop that `bots` wakes calls `hand_out`.

    Where a server's tables use the same processes, that server calls `take` instead.
    """

    def __init__(self, bots: Bots) -> None:
        self._bots = bots
        self._numbers = count(1)
        self._asking: dict[Hashable, SessionThinker] = {}

    def thinker(self, wake: Callable[[], None], address: str = "") -> SessionThinker:
        """Return a session's thinker, which calls `wake` with each answer; addresses take turns."""
        asker = (SESSION, next(self._numbers))
        thinker = SessionThinker(self._bots, asker, address, wake, self._leave)
        self._asking[asker] = thinker
        return thinker

    def hand_out(self) -> None:
        """Pass all answers to their sessions."""
        for asker, wanted, answer in self._bots.answers():
            self.take(asker, wanted, answer)

    def take(self, asker: Hashable, wanted: Question, answer: Answer) -> None:
        """Pass an answer to its session, unless that has ended."""
        thinker = self._asking.get(asker)
        if thinker is not None:
            thinker.take(BotReply(wanted, answer))

    def close(self) -> None:
        """End the processes."""
        self._bots.close()

    def _leave(self, asker: Asker) -> None:
        self._asking.pop(asker, None)


class SessionThinker:
    """One session's access to the bots."""

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
        """Ask a bot."""
        self._bots.think(self._asker, wanted, self._address)

    def prepare(self, game_id: str) -> None:
        """Load a game and its bots."""
        self._bots.prepare(game_id)

    def cancel(self) -> None:
        """Cancel all requests."""
        self._replies.take()
        self._bots.cancel(self._asker, self._address)

    def take(self, reply: BotReply) -> None:
        """Take a bot's reply."""
        self._replies.put(reply)

    def answers(self) -> list[BotReply]:
        """Return the replies since the last call."""
        return self._replies.take()

    def close(self) -> None:
        """End the session's requests."""
        self.cancel()
        self._leave(self._asker)

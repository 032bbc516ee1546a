"""Bots of all sessions think in the same few processes; each session waits for its own answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from audiogames.shell.server.bots import Bots
from audiogames.shell.thinker import BotReply
from audiogames.table.protocol import BotRequest


class SharedBots:
    """The processes and who has asked them.  The loop that `bots` wakes calls `hand_out`."""

    def __init__(self, bots: Bots) -> None:
        self._bots = bots
        self._numbers = count(1)
        self._asking: dict[int, SessionThinker] = {}

    def thinker(self, wake: Callable[[], None]) -> SessionThinker:
        """The part of one session, which `wake` tells of its answers."""
        number = next(self._numbers)
        thinker = SessionThinker(self._bots, number, wake, self._leave)
        self._asking[number] = thinker
        return thinker

    def hand_out(self) -> None:
        """Give each session what was thought for it."""
        for number, wanted, move in self._bots.answers():
            thinker = self._asking.get(number)
            if thinker is not None:
                thinker.take(BotReply(wanted, move))

    def close(self) -> None:
        """End the processes."""
        self._bots.close()

    def _leave(self, number: int) -> None:
        self._asking.pop(number, None)


class SessionThinker:
    """What a host asks for bots' moves."""

    def __init__(
        self, bots: Bots, number: int, wake: Callable[[], None], leave: Callable[[int], None]
    ) -> None:
        self._bots = bots
        self._number = number
        self._wake = wake
        self._leave = leave
        self._answers: list[BotReply] = []

    def think(self, wanted: BotRequest) -> None:
        """Ask for a move."""
        self._bots.think(self._number, wanted)

    def prepare(self, game_id: str) -> None:
        """Have a game and its bots loaded."""
        self._bots.prepare(game_id)

    def cancel(self) -> None:
        """Whatever was asked for is no longer wanted."""
        self._answers.clear()
        self._bots.cancel(self._number)

    def take(self, reply: BotReply) -> None:
        """A bot has thought."""
        self._answers.append(reply)
        self._wake()

    def answers(self) -> list[BotReply]:
        """What has been thought since the last call."""
        found, self._answers = self._answers, []
        return found

    def close(self) -> None:
        """The session ends."""
        self.cancel()
        self._leave(self._number)

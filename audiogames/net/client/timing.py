"""Timeouts of a connection: silence, opening, and retries.

A pulled cable raises no error, so silence is timed: after `QUIET` the client pings, and after
`DEAD` the connection counts as lost.  Both are shorter where the server has other processes, since
one of them can take over.  The server times silence too, so a client that only listens pings now
and then.
"""

from __future__ import annotations

from typing import Final

RETRIES: Final = (0.0, 1.0, 2.0, 3.0, 5.0)
"""Seconds before each attempt to reconnect; the last one is repeated."""

CONNECTING: Final = 10.0
"""Seconds for the connection to open, and for the greeting to be answered."""

CONNECTING_OF_MANY: Final = 4.0
"""Like `CONNECTING`, for a reconnection to a server with another process that can be tried next."""

LONGEST_PLEA: Final = 300.0
"""Seconds that a server may make a player wait for a vote of the table."""

QUIET: Final = 5.0
"""Seconds of silence before a ping."""

DEAD: Final = 10.0
"""Seconds of silence after which the connection counts as lost."""

MUTE: Final = 30.0
"""Seconds without a request before a ping; the server disconnects after 75."""
QUIET_OF_MANY: Final = 2.0
DEAD_OF_MANY: Final = 5.0
"""Like `DEAD`, for a server with other processes."""


class LineTiming:
    """The timers of one connection.  `of_many` is true for a server with several processes."""

    def __init__(self) -> None:
        self.retry_at: float | None = None
        """When to reconnect; None if the connection is not lost."""
        self._since = 0.0
        """When this state began, or the last message arrived."""
        self._spoke = 0.0
        """When the last request was sent."""
        self._asked_at: float | None = None
        """When a ping was sent in the current silence."""
        self._attempts = 0
        self._patience = CONNECTING
        """Seconds allowed for opening and greeting."""

    # Events

    def enter(self) -> None:
        """Reset the number of connection attempts for a new server."""
        self._attempts = 0

    def connect(self, now: float, *, of_many: bool) -> None:
        """Start timing the opening of a connection."""
        self._since, self.retry_at = now, None
        self._attempts += 1
        self._patience = CONNECTING_OF_MANY if of_many else CONNECTING

    def greet(self, now: float) -> None:
        """Start timing the server's answer to the greeting, because the connection is open."""
        self._since = now

    def plead(self, seconds: float) -> None:
        """Allow more time for the answer to the greeting, while a table votes on the seat."""
        self._patience = CONNECTING + max(0.0, min(seconds, LONGEST_PLEA))

    def welcome(self, now: float) -> None:
        """Reset the number of attempts: the server has accepted the client."""
        self._attempts = 0
        self._spoke = now

    def speak(self, now: float) -> None:
        """Record that a request was sent."""
        self._spoke = now

    def hear(self, now: float) -> None:
        """Record that a message arrived."""
        self._since, self._asked_at = now, None

    def lose(self, now: float, places: int) -> None:
        """Schedule the next attempt to connect.  `places` counts the addresses of the server."""
        self._asked_at = None
        rounds = self._attempts // max(1, places)
        self.retry_at = now + RETRIES[min(rounds, len(RETRIES) - 1)]

    # Derived times

    @property
    def gives_up_at(self) -> float:
        """The time at which an unopened connection or an unanswered greeting counts as failed."""
        return self._since + self._patience

    def looks_at(self, *, of_many: bool) -> float:
        """Return the time at which to check next whether the server is silent."""
        quiet, dead = _silence(of_many=of_many)
        asks_at = self._since + quiet
        return min(
            asks_at if self._asked_at is None else self._asked_at + dead - quiet,
            self._spoke + MUTE,
        )

    def is_dead(self, now: float, *, of_many: bool) -> bool:
        """Return True if the server's silence counts as a lost connection.

        A ping is always sent first, because after the computer was suspended, messages may be
        waiting unread.
        """
        quiet, dead = _silence(of_many=of_many)
        return self._asked_at is not None and now >= self._asked_at + dead - quiet

    def asks(self, now: float, *, of_many: bool) -> bool:
        """Return True if a ping is due.  Each silence of the server causes one ping."""
        if now >= self._since + _silence(of_many=of_many)[0] and self._asked_at is None:
            self._asked_at = now
            return True
        return now >= self._spoke + MUTE


def _silence(*, of_many: bool) -> tuple[float, float]:
    """Return the seconds of silence before a ping, and before the connection counts as lost."""
    return (QUIET_OF_MANY, DEAD_OF_MANY) if of_many else (QUIET, DEAD)

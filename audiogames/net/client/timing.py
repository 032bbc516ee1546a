"""How long a line may be silent, how long it may take to come about, and when it is tried again.

No error tells of a pulled cable, so silence is timed: after a while of it the server is asked
whether it is there, and after twice as long the line counts as lost; sooner where the server has
other processes, since one of them can go on.  The server times silence too, so that who only
listens says now and then that they are here.
"""

from __future__ import annotations

from typing import Final

RETRIES: Final = (0.0, 1.0, 2.0, 3.0, 5.0)
"""Seconds before each attempt to come back; the last one counts for all that follow."""

CONNECTING: Final = 10.0
"""Seconds that a line may take to come about, and a greeting to be answered."""

CONNECTING_OF_MANY: Final = 4.0
"""The same for who comes back, where another process of the server can be tried next."""

LONGEST_PLEA: Final = 300.0
"""Seconds that a server may have a player wait for what others at a table say."""

QUIET: Final = 5.0
"""After so many seconds of silence the server is asked whether it is there."""

DEAD: Final = 10.0
"""After so many the line counts as lost."""

MUTE: Final = 30.0
"""After so many seconds without a word of ours the server is asked too: it lets go after 75."""
QUIET_OF_MANY: Final = 2.0
DEAD_OF_MANY: Final = 5.0
"""The same where the server has other processes."""


class LineTiming:
    """The times of one line.  `of_many` is whether the server has other processes."""

    def __init__(self) -> None:
        self.retry_at: float | None = None
        """When a lost line is tried again; None while there is no such line."""
        self._since = 0.0
        """When this state of the line began, or it was heard from last."""
        self._spoke = 0.0
        """When something was asked last."""
        self._asked_at: float | None = None
        """When the server was asked in this silence whether it is there."""
        self._attempts = 0
        self._patience = CONNECTING
        """How long the line and the greeting may take."""

    # What happens on the line

    def enter(self) -> None:
        """A line to another server is wanted: none was tried yet."""
        self._attempts = 0

    def connect(self, now: float, *, of_many: bool) -> None:
        """A line was asked for."""
        self._since, self.retry_at = now, None
        self._attempts += 1
        self._patience = CONNECTING_OF_MANY if of_many else CONNECTING

    def greet(self, now: float) -> None:
        """The line is there, and a greeting was sent."""
        self._since = now

    def plead(self, seconds: float) -> None:
        """The greeting is answered once others at a table have been asked."""
        self._patience = CONNECTING + max(0.0, min(seconds, LONGEST_PLEA))

    def welcome(self, now: float) -> None:
        """The server has let us in."""
        self._attempts = 0
        self._spoke = now

    def speak(self, now: float) -> None:
        """Something was asked."""
        self._spoke = now

    def hear(self, now: float) -> None:
        """Something came."""
        self._since, self._asked_at = now, None

    def lose(self, now: float, places: int) -> None:
        """The line is lost; the server can be tried at so many places."""
        self._asked_at = None
        rounds = self._attempts // max(1, places)
        self.retry_at = now + RETRIES[min(rounds, len(RETRIES) - 1)]

    # What follows from it

    @property
    def gives_up_at(self) -> float:
        """When a line that does not come about, or a greeting without answer, is given up."""
        return self._since + self._patience

    def looks_at(self, *, of_many: bool) -> float:
        """When to look again whether anybody is there."""
        quiet, dead = _silence(of_many=of_many)
        asks_at = self._since + quiet
        return min(
            asks_at if self._asked_at is None else self._asked_at + dead - quiet,
            self._spoke + MUTE,
        )

    def is_dead(self, now: float, *, of_many: bool) -> bool:
        """Whether it has been silent for so long that the line counts as lost.

        A program that was held up itself asks first: what came meanwhile may not have been read.
        """
        quiet, dead = _silence(of_many=of_many)
        return self._asked_at is not None and now >= self._asked_at + dead - quiet

    def asks(self, now: float, *, of_many: bool) -> bool:
        """Whether the server is to be asked if it is there; of one silence True once."""
        if now >= self._since + _silence(of_many=of_many)[0] and self._asked_at is None:
            self._asked_at = now
            return True
        return now >= self._spoke + MUTE


def _silence(*, of_many: bool) -> tuple[float, float]:
    """Seconds of it after which the server is asked, and after which the line is lost."""
    return (QUIET_OF_MANY, DEAD_OF_MANY) if of_many else (QUIET, DEAD)

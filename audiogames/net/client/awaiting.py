"""What was asked of a server: by which numbers, and which answers are long in coming."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from typing import Final

from audiogames.net.wire import (
    AddBot,
    Agree,
    Arrange,
    AskContests,
    AskRatings,
    AskStanding,
    AskView,
    Chat,
    Extend,
    InContest,
    Join,
    ListPeople,
    ListTables,
    MakeMove,
    Open,
    OpenContest,
    Ping,
    RemoveBot,
    Request,
    StartMatch,
    Watch,
)

SLOW: Final = 1.0
"""After so many seconds the player is told that the answer is awaited."""

REMEMBERED: Final = 64
"""Requests whose answers are still recognised."""

ANSWERED: Final = (
    AddBot, Agree, Arrange, AskContests, AskRatings, AskStanding, AskView, Chat, Extend, InContest,
    Join, ListPeople, ListTables, MakeMove, Open, OpenContest, Ping, RemoveBot, StartMatch, Watch,
)  # fmt: skip
"""Requests that a player waits for."""


class SentRequests:
    """The last requests of one program, numbered from 1."""

    def __init__(self) -> None:
        self._last = 0
        self._sent: OrderedDict[int, Request] = OrderedDict()
        self._awaited: dict[int, float] = {}
        """Since when answers are awaited."""

    def new_number(self) -> int:
        """The number of the next request."""
        self._last += 1
        return self._last

    def remember(self, request: Request) -> None:
        """It is being sent: its answer will be recognised."""
        self._sent[request.id] = request
        while len(self._sent) > REMEMBERED:
            self._sent.popitem(last=False)

    def wait_for(self, request: Request, now: float) -> None:
        """Its answer is awaited from now on."""
        self._awaited[request.id] = now

    def find(self, number: int) -> Request | None:
        """What was asked by this number; None where it is not known any more, or is 0."""
        return self._sent.get(number)

    def answered(self, number: int) -> None:
        """An answer to this one has come."""
        self._awaited.pop(number, None)

    def take_slow(self, now: float) -> list[Request]:
        """Those whose answers are long in coming, each once."""
        slow = [number for number, since in self._awaited.items() if now >= since + SLOW]
        for number in slow:
            del self._awaited[number]
        return [self._sent[number] for number in slow if number in self._sent]

    @property
    def slow_at(self) -> Collection[float]:
        """When each answer that is awaited will be long in coming."""
        return [since + SLOW for since in self._awaited.values()]

    def forget(self) -> None:
        """The line is no more: nothing of this will be answered."""
        self._awaited.clear()
        self._sent.clear()

"""Tracks the requests that a client has sent, by number, and finds overdue answers."""

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
    PlayDay,
    RemoveBot,
    Request,
    StartMatch,
    Watch,
)

SLOW: Final = 1.0
"""Seconds after which the player hears that the answer is awaited."""

REMEMBERED: Final = 64
"""The number of latest requests whose answers are recognised."""

ANSWERED: Final = (
    AddBot, Agree, Arrange, AskContests, AskRatings, AskStanding, AskView, Chat, Extend, InContest,
    Join, ListPeople, ListTables, MakeMove, Open, OpenContest, Ping, PlayDay, RemoveBot,
    StartMatch, Watch,
)  # fmt: skip
"""Requests whose answer the player waits for."""


class SentRequests:
    """The latest requests that one client has sent, numbered from 1, and the awaited answers."""

    def __init__(self) -> None:
        self._last = 0
        self._sent: OrderedDict[int, Request] = OrderedDict()
        self._awaited: dict[int, float] = {}
        """The time at which each awaited request was sent."""

    def new_number(self) -> int:
        """Return a new request number."""
        self._last += 1
        return self._last

    def remember(self, request: Request) -> None:
        """Store a sent request, so that its answer can be matched to it."""
        self._sent[request.id] = request
        while len(self._sent) > REMEMBERED:
            self._sent.popitem(last=False)

    def wait_for(self, request: Request, now: float) -> None:
        """Start waiting for this request's answer."""
        self._awaited[request.id] = now

    def find(self, number: int) -> Request | None:
        """Return the request with this number, or None if it is no longer stored."""
        return self._sent.get(number)

    def answered(self, number: int) -> None:
        """Stop waiting for the answer to this request: it has arrived."""
        self._awaited.pop(number, None)

    def take_slow(self, now: float) -> list[Request]:
        """Return each request with an overdue answer once, and stop waiting for its answer."""
        slow = [number for number, since in self._awaited.items() if now >= since + SLOW]
        for number in slow:
            del self._awaited[number]
        return [self._sent[number] for number in slow if number in self._sent]

    @property
    def slow_at(self) -> Collection[float]:
        """The times at which the awaited answers become overdue."""
        return [since + SLOW for since in self._awaited.values()]

    def forget(self) -> None:
        """Forget all requests of a lost connection."""
        self._awaited.clear()
        self._sent.clear()

"""Scheduling: alarms by time, and a fair queue in which heavy users do not delay others.

`Alarms` finds the earliest of many deadlines.  `FairQueue` serves next the owner whose last
service was longest ago.
"""

from __future__ import annotations

import heapq
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from itertools import count
from typing import Final, Generic, TypeVar

T = TypeVar("T")

REMEMBERED: Final = 10_000
"""The number of owners whose last service is remembered."""


class Alarms:
    """One deadline for each key, and the earliest of all.

    A changed deadline stays in the heap until it is popped.
    """

    def __init__(self) -> None:
        self._times: dict[Hashable, float] = {}
        self._heap: list[tuple[float, int, Hashable]] = []
        self._order = count()

    def set(self, key: Hashable, at: float | None) -> None:
        """Set the key's deadline, or clear it with None."""
        if at is None:
            self._times.pop(key, None)
        elif self._times.get(key) != at:
            self._times[key] = at
            heapq.heappush(self._heap, (at, next(self._order), key))

    def due(self, now: float) -> Iterator[Hashable]:
        """Remove and yield the keys that are due, the earliest first."""
        while self.deadline is not None and self._heap[0][0] <= now:
            key = heapq.heappop(self._heap)[2]
            del self._times[key]
            yield key

    @property
    def deadline(self) -> float | None:
        """The earliest deadline; None if there is none."""
        while self._heap and self._times.get(self._heap[0][2]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None


class FairQueue(Generic[T]):
    """A queue of items with owners, limited for each owner and in total.

    Owners are served in turn, however many items they have queued.
    """

    def __init__(self, most_each: int | None = None, most: int | None = None) -> None:
        self._most_each = most_each
        self._most = most
        self._waiting: dict[Hashable, deque[T]] = {}
        self._many = 0
        self._served: OrderedDict[Hashable, int] = OrderedDict()
        self._times = count(1)

    def __len__(self) -> int:
        return self._many

    def put(self, who: Hashable, what: T) -> T | None:
        """Queue an item of the owner `who`.

        If the queue is full, return the item that is rejected, which may be this one.
        """
        own = len(self._waiting.get(who, ()))
        if self._most_each is not None and own >= self._most_each:
            return what
        given_way = None
        if self._most is not None and self._many >= self._most:
            greediest = max(self._waiting, key=self._greed)
            if self._greed(greediest) <= (own + 1, self._served.get(who, 0)):
                return what
            given_way = self._waiting[greediest].pop()
            self._took(greediest)
        self._waiting.setdefault(who, deque()).append(what)
        self._many += 1
        return given_way

    def next(self) -> T | None:
        """Return the next item, from the owner who was served least recently."""
        if not self._waiting:
            return None
        who = min(self._waiting, key=lambda one: self._served.get(one, 0))
        what = self._waiting[who].popleft()
        self._took(who)
        self._served[who] = next(self._times)
        self._served.move_to_end(who)
        if len(self._served) > REMEMBERED:
            self._served.popitem(last=False)
        return what

    def drop(self, who: Hashable, unwanted: Callable[[T], bool]) -> None:
        """Remove the unwanted items of an owner: those for which `unwanted` returns True."""
        waiting = self._waiting.get(who)
        if waiting is None:
            return
        kept = deque(one for one in waiting if not unwanted(one))
        self._many -= len(waiting) - len(kept)
        waiting.clear()
        waiting.extend(kept)
        if not kept:
            del self._waiting[who]

    def _greed(self, who: Hashable) -> tuple[int, int]:
        """Return how many items an owner has queued, and when they were last served."""
        return len(self._waiting[who]), self._served.get(who, 0)

    def _took(self, who: Hashable) -> None:
        """Update the number of queued items, after an item of the owner `who` was removed."""
        self._many -= 1
        if not self._waiting[who]:
            del self._waiting[who]

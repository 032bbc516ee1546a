"""Which times something waits for, with the next one at hand however many there are."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator
from itertools import count


class Alarms:
    """One time a key.  A time that was changed stays in the heap until it comes up."""

    def __init__(self) -> None:
        self._times: dict[Hashable, float] = {}
        self._heap: list[tuple[float, int, Hashable]] = []
        self._order = count()

    def set(self, key: Hashable, at: float | None) -> None:
        """Wake for this key then, or not at all."""
        if at is None:
            self._times.pop(key, None)
        elif self._times.get(key) != at:
            self._times[key] = at
            heapq.heappush(self._heap, (at, next(self._order), key))

    def due(self, now: float) -> Iterator[Hashable]:
        """The keys whose time has come, each once, the earliest first; they are set no more."""
        while self.deadline is not None and self._heap[0][0] <= now:
            key = heapq.heappop(self._heap)[2]
            del self._times[key]
            yield key

    @property
    def deadline(self) -> float | None:
        """The next time."""
        while self._heap and self._times.get(self._heap[0][2]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

"""Scheduling of the pages' work: after the tables', with a budget for each address and for all.

Theory of operation.  A key at a page costs the loop one to four milliseconds, a move at a table a
quarter of one.  Pieces of page work are queued here.  One is done at a time, of the address that
has used the least time so far, and then the loop is left to the tables for as long as the piece
took.  So all pages together use half of a processor at most, and a move waits for one piece, not
for a queue.  An address that has used up its budget waits until it is refilled.

An address that was idle starts where the busy ones are, so that waiting saves up no time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from time import thread_time
from typing import Final, TypeVar

from audiogames.net.server import limits
from audiogames.net.server.limits import Bucket, is_this_machine, neighbourhood

T = TypeVar("T")

LEFT_TO_TABLES: Final = 1.0
"""Time left to the tables after a piece of work, as a multiple of its duration."""

FORGOTTEN: Final = 1000
"""Above so many addresses, idle ones with full budgets are forgotten."""


@dataclass
class _Address:
    """An address with pages."""

    budget: Bucket
    used: float = 0.0
    """Seconds of work, counted on from where the busy ones were."""
    waiting: deque[Callable[[], None]] = field(default_factory=deque)


class WorkBehindTables:
    """The scheduler of page work on a server with tables."""

    def __init__(self, now: Callable[[], float], spent: Callable[[], float] = thread_time) -> None:
        self._now = now
        self._spent = spent
        self._addresses: dict[str, _Address] = {}
        self._expected: set[Hashable] = set()
        self._busiest = 0.0
        """The used time of the address served last."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._free_at = 0.0
        """When the tables have had their share."""

    async def run(self, address: str, do: Callable[[], T]) -> T:
        """Run this in its turn and return its result.  Raises what it raises."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(do())
            except Exception as error:  # noqa: BLE001 - raised again for the awaiting caller
                done.set_exception(error)

        self._put(address, work)
        return await done

    def soon(self, key: Hashable, address: str, do: Callable[[], None]) -> None:
        """Run this in its turn, once for each key."""
        if key in self._expected:
            return
        self._expected.add(key)

        def work() -> None:
            self._expected.discard(key)
            do()

        self._put(address, work)

    def _put(self, address: str, work: Callable[[], None]) -> None:
        address = neighbourhood(address)
        known = self._addresses.get(address)
        if known is None:
            known = self._addresses[address] = _Address(self._new_budget(address))
            self._forget_idle()
        if not known.waiting:
            known.used = max(known.used, self._busiest)
        known.waiting.append(work)
        self._set_timer()

    def _new_budget(self, address: str) -> Bucket:
        rate = limits.PAGE_WORK_OF_AN_ADDRESS
        if is_this_machine(address):  # this machine sets its own limits
            rate = 1.0
        return Bucket.full(rate, limits.PAGE_WORK_AT_ONCE, self._now())

    def _set_timer(self) -> None:
        at = self._now() + max(0.0, self._wait())
        if self._timer is not None and self._timer_at <= at:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = at
        self._timer = asyncio.get_running_loop().call_later(at - self._now(), self._next)

    def _wait(self) -> float:
        """Return the seconds until the next piece may be done."""
        now = self._now()
        due = min((_due_in(one, now) for one in self._addresses.values() if one.waiting), default=0)
        return max(due, self._free_at - now)

    def _next(self) -> None:
        """Do one piece of the address that has used the least, among those with budget left."""
        self._timer = None
        now = self._now()
        able = [one for one in self._addresses.values() if one.waiting and _due_in(one, now) <= 0]
        if able:
            self._do(min(able, key=lambda one: one.used))
        if any(one.waiting for one in self._addresses.values()):
            self._set_timer()

    def _do(self, address: _Address) -> None:
        work = address.waiting.popleft()
        began = self._spent()
        try:
            work()
        finally:
            took = self._spent() - began
            self._busiest = address.used
            address.used += took
            address.budget.left -= took
            self._free_at = self._now() + LEFT_TO_TABLES * took

    def _forget_idle(self) -> None:
        if len(self._addresses) > FORGOTTEN:
            now = self._now()
            for name, one in [*self._addresses.items()]:
                one.budget.refill(now)
                if not one.waiting and one.budget.left >= one.budget.size:
                    del self._addresses[name]


def _due_in(address: _Address, now: float) -> float:
    """Return the seconds until this address has budget left."""
    address.budget.refill(now)
    return -address.budget.left / address.budget.rate

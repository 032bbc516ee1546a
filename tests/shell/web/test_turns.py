"""Work of pages is done behind tables, fairly by addresses, and within budgets."""

import asyncio

import pytest

from audiogames.net.server import limits
from audiogames.shell.web.turns import WorkBehindTables

ONE, OTHER = "203.0.113.5", "198.51.100.7"


class Machine:
    """A clock that moves by what is done."""

    def __init__(self):
        self.now = 0.0
        self.spent = 0.0
        self.done = []
        self.work = WorkBehindTables(lambda: self.now, lambda: self.spent)

    def piece(self, name, took):
        def do():
            self.now += took
            self.spent += took
            self.done.append((name, round(self.now, 3)))

        return do

    async def settle(self):
        """Let time pass until nothing waits any more."""
        while any(one.waiting for one in self.work._addresses.values()):
            await asyncio.sleep(0)
            self.now = max(self.now, self.work._timer_at)
            self.work._timer.cancel()
            self.work._next()


@pytest.fixture
def machine():
    return Machine()


def order(machine):
    return "".join(name for name, _ in machine.done)


def test_tables_get_the_event_loop_for_as_long_as_each_piece_took(machine):
    async def scenario():
        for name in "ab":
            machine.work.soon(name, ONE, machine.piece(name, 0.1))
        await machine.settle()

    asyncio.run(scenario())
    assert machine.done == [("a", 0.1), ("b", pytest.approx(0.3))]


def test_address_that_has_used_the_least_time_is_next(machine):
    async def scenario():
        for number in range(4):
            machine.work.soon(f"long {number}", ONE, machine.piece("L", 0.1))
        for number in range(4):
            machine.work.soon(f"short {number}", OTHER, machine.piece("s", 0.01))
        await machine.settle()

    asyncio.run(scenario())
    assert order(machine) == "LssssLLL"


def test_idle_address_saves_up_no_time(machine):
    async def scenario():
        for number in range(5):
            machine.work.soon(number, ONE, machine.piece("a", 0.1))
        await machine.settle()
        for number in range(3):
            machine.work.soon(f"a {number}", ONE, machine.piece("a", 0.1))
            machine.work.soon(f"b {number}", OTHER, machine.piece("b", 0.1))
        await machine.settle()

    asyncio.run(scenario())
    assert order(machine)[5:] in {"bababa", "babbaa", "bbabaa"}


def test_address_over_its_budget_waits_and_others_go_on(machine):
    async def scenario():
        for number in range(3):
            machine.work.soon(number, ONE, machine.piece("L", limits.PAGE_WORK_AT_ONCE))
        await machine.settle()
        machine.work.soon("l", ONE, machine.piece("l", 0.01))
        machine.work.soon("o", OTHER, machine.piece("o", 0.01))
        await machine.settle()

    asyncio.run(scenario())
    assert order(machine) == "LLLol"
    budget = limits.PAGE_WORK_AT_ONCE / limits.PAGE_WORK_OF_AN_ADDRESS
    assert machine.done[-1][1] - machine.done[-2][1] > budget / 2


def test_waiting_wake_is_not_queued_twice(machine):
    async def scenario():
        for _ in range(3):
            machine.work.soon("session", ONE, machine.piece("w", 0.01))
        await machine.settle()
        machine.work.soon("session", ONE, machine.piece("w", 0.01))
        await machine.settle()

    asyncio.run(scenario())
    assert order(machine) == "ww"


def test_failed_piece_raises_for_its_waiter_and_the_next_runs():
    async def scenario():
        behind = WorkBehindTables(asyncio.get_running_loop().time)

        def fails():
            raise ValueError("ours")

        with pytest.raises(ValueError, match="ours"):
            await behind.run(ONE, fails)
        assert await behind.run(ONE, lambda: 7) == 7

    asyncio.run(scenario())

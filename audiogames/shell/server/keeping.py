"""Write-ahead storage: rows are on disk before any message that depends on them is sent.

Theory of operation.  A `Write` closes the gate: it and all later outputs wait.  The
keeper's task takes all waiting outputs at once, lets the store commit their rows, and then
sends their messages.  Meanwhile the next group of outputs gathers, so that an output waits
at most for one commit and for the time `gathers`, during which the store gathers outputs.

The server's core (`ServerCore`) is notified of refused rows, which another process owns,
and of rows whose commit is uncertain.  The core drops its state of these rows, and the
keeper discards them: their outputs are neither stored nor sent, in this group and in the
waiting one.

While the store does not answer, the gate stays closed.  The core is notified, so
that it pauses play and informs the players: messages that need no row bypass the
gate (`Send.at_once`).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, Protocol

from audiogames.net.server import limits
from audiogames.net.server.contests.rows import RatingQuestion, RatingRow
from audiogames.net.server.outputs import DiscardOutputs, Drop, PostMail, Send, Write
from audiogames.net.server.people.member import Conn
from audiogames.net.server.store import (
    Found,
    Mail,
    Row,
    Shelf,
    Shown,
    Store,
    StoredRows,
    Unit,
    unit_of,
)
from audiogames.shell.server.database import StoreError
from audiogames.shell.server.watching import ServerCounts

STALLED: Final = 2.0
"""Seconds without an answer to a commit after which the store counts as unavailable."""

TIDY: Final = 6 * 3600.0
"""Seconds between two removals of expired rows."""


KEPT_IN_ORDER: Final = (Send, Drop, Write, PostMail)
"""The outputs that pass through the keeper; a union of types would be built again for each
output."""


class Uncertain(Exception):
    """It is unknown whether the rows of a commit were stored."""


class WaitedStore(Protocol):
    """A `Store` whose methods are coroutines."""

    gathers: float
    """Seconds for which writes are gathered in a group.

    A commit costs the same for any number of rows: a longer time makes each move cheaper, but
    delays it.
    """

    async def commit(self, rows: Sequence[Row]) -> Collection[Unit]:
        """Store the rows; return the units that were refused.

        Raises `Uncertain`, and the store's errors.
        """
        ...

    async def find(self, names: Collection[str]) -> list[Found]:
        """Return the rows with these names."""
        ...

    async def claim(self, tables: Collection[int]) -> dict[int, StoredRows]:
        """Claim tables for this process, and return their rows."""
        ...

    async def take(self, member: str) -> StoredRows:
        """Take over a member for this process, and return the rows of that member."""
        ...

    async def adopt(self) -> StoredRows:
        """Take over the tournaments that no live process runs, together with their tables."""
        ...

    async def redeem(self, ticket: str, member: str) -> str:
        """Redeem a ticket; return the address from which its owner first connected."""
        ...

    async def meet(self, text: str) -> list[Shown]:
        """Publish a text to the other processes; return the texts that they publish."""
        ...

    async def post(self, mail: Sequence[Mail]) -> None:
        """Deliver mail to other processes."""

    async def collect(self) -> list[Mail]:
        """Return and remove the mail for this process."""
        ...

    async def shelf(self, shelf: Shelf) -> dict[str, str]:
        """Return all rows of this kind, by key, including those that other processes own."""
        ...

    async def mark(self) -> object:
        """Return a value that changes when moderation rulings may have been stored."""
        ...

    async def ratings(self, question: RatingQuestion) -> list[RatingRow]:
        """Return the ratings that match a query."""
        ...

    async def tidy(self, now: float) -> None:
        """Delete expired rows."""

    async def close(self) -> None:
        """Close the store."""


class ThreadedStore(WaitedStore):
    """Runs a synchronous store in a thread, so that the event loop never waits for the disk."""

    gathers = 0.008
    """Seconds for which writes are gathered: a commit costs 0.2 ms of processor time, and a group
    then takes well under 20 ms."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, "store")

    async def commit(self, rows: Sequence[Row]) -> Collection[Unit]:
        """Store the rows; return the units that were refused."""
        refused: Collection[Unit] = await self._do(self._store.commit, rows)
        return refused

    async def find(self, names: Collection[str]) -> list[Found]:
        """Return the rows with these names."""
        found: list[Found] = await self._do(self._store.find, names)
        return found

    async def claim(self, tables: Collection[int]) -> dict[int, StoredRows]:
        """Claim tables, and return their rows."""
        rows: dict[int, StoredRows] = await self._do(self._store.claim, tables)
        return rows

    async def take(self, member: str) -> StoredRows:
        """Take over a member for this process, and return the rows of that member."""
        rows: StoredRows = await self._do(self._store.take, member)
        return rows

    async def adopt(self) -> StoredRows:
        """Take over the tournaments of failed processes, and their tables."""
        rows: StoredRows = await self._do(self._store.adopt)
        return rows

    async def redeem(self, ticket: str, member: str) -> str:
        """Redeem a ticket; return the address from which its owner first connected."""
        return str(await self._do(self._store.redeem, ticket, member))

    async def meet(self, text: str) -> list[Shown]:
        """Publish a text to the other processes, and return theirs."""
        shown: list[Shown] = await self._do(self._store.meet, text)
        return shown

    async def post(self, mail: Sequence[Mail]) -> None:
        """Deliver mail."""
        await self._do(self._store.post, mail)

    async def collect(self) -> list[Mail]:
        """Return the mail that has arrived for this process."""
        mail: list[Mail] = await self._do(self._store.collect)
        return mail

    async def shelf(self, shelf: Shelf) -> dict[str, str]:
        """Return all rows of this kind, by key."""
        rows: dict[str, str] = await self._do(self._store.shelf, shelf)
        return rows

    async def mark(self) -> object:
        """Return a value that changes when moderation rulings may have been stored."""
        return await self._do(self._store.mark)

    async def ratings(self, question: RatingQuestion) -> list[RatingRow]:
        """Return the ratings that match a query."""
        lines: list[RatingRow] = await self._do(self._store.ratings, question)
        return lines

    async def tidy(self, now: float) -> None:
        """Delete expired rows."""
        await self._do(self._store.tidy, now)

    async def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()

    async def _do(self, what: Callable[..., Any], *given: Any) -> Any:
        """Call a method of the store in the store's own thread, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, what, *given)


class RowKeeper:
    """Delays outputs until the rows of the preceding `Write` outputs are stored."""

    def __init__(
        self,
        store: WaitedStore,
        send: Callable[[Send | Drop | PostMail], None],
        too_slow: Callable[[Conn], None],
        refused: Callable[[Collection[Unit], bool], None],
        away: Callable[[bool], None],
    ) -> None:
        """`refused` is called with units that were not stored, before their group is sent.

        A group is the outputs that wait for one commit of the store.  The second argument of
        `refused` is True if the units may nevertheless have been stored.  `away` is called with
        True when the store has not answered for `STALLED` seconds, and with False when it answers
        again.
        """
        self._away = away
        self.counts = ServerCounts()
        self._is_away = False
        self._store = store
        self._send = send
        self._too_slow = too_slow
        self._refused = refused
        self._group: list[Send | Drop | Write | PostMail] = []
        """The group being committed, with the outputs that wait for it."""
        self._waiting: list[Send | Drop | Write | PostMail] = []
        """The next group."""
        self._held: defaultdict[Conn, int] = defaultdict(int)
        """The number of bytes held back for each connection."""
        self._gate = asyncio.Event()
        self._keeping = False
        self._ending = False

    def take(self, output: Send | Drop | Write | PostMail) -> None:
        """Send an output, or queue it until the rows of all earlier outputs are stored."""
        if isinstance(output, Send) and output.at_once:
            self._send(output)
        elif isinstance(output, Write) or self._waiting or self._keeping:
            self._hold(output)
        else:
            self._send(output)

    def _hold(self, output: Send | Drop | Write | PostMail) -> None:
        """Queue an output; report a connection for which too many bytes are queued."""
        self._waiting.append(output)
        self._gate.set()
        if isinstance(output, Send):
            self._held[output.conn] += len(output.data)
            if self._held[output.conn] > limits.BACKLOG:
                loop = asyncio.get_running_loop()
                loop.call_soon(self._too_slow, output.conn)

    def discard(self, what: DiscardOutputs) -> None:
        """Remove the queued outputs of these units and connections."""
        wanted = partial(_is_wanted, what)
        self._group = list(filter(wanted, self._group))
        self._waiting = list(filter(wanted, self._waiting))

    def end(self) -> None:
        """Make `run` return as soon as no output is queued."""
        self._ending = True
        self._gate.set()

    async def run(self) -> None:
        """Commit each group of rows and then send its messages, until `end` is called.

        Raises the store's exceptions; after one of them nothing more is sent.
        """
        while not (self._ending and not self._waiting):
            await self._gate.wait()
            await asyncio.sleep(self._store.gathers)
            self._group, self._waiting = self._waiting, []
            self._held.clear()
            self._gate.clear()
            if self._ending:
                self._gate.set()
            self._keeping = True
            await self._keep_group()
            self._keeping = False
            for output in self._group:
                if not isinstance(output, Write):
                    self._send(output)
            self._group = []
            if self._is_away:
                self._is_away = False
                self._away(False)

    def _report_stall(self) -> None:
        """Report that the store has not answered for too long."""
        self._is_away = True
        self._away(True)

    async def _keep_group(self) -> None:
        """Commit the rows of the current group, and report the rows or tables that were refused."""
        rows = [output.row for output in self._group if isinstance(output, Write)]
        if not rows:
            return
        loop = asyncio.get_running_loop()
        late, begun = loop.call_later(STALLED, self._report_stall), loop.time()
        try:
            refused = await self._store.commit(rows)
        except Uncertain:
            self._refused({unit_of(row) for row in rows}, True)  # uncertain
            return
        finally:
            late.cancel()
            self.counts.commits += 1
            self.counts.rows += len(rows)
            self.counts.commit_seconds += loop.time() - begun
        if refused:
            self._refused(refused, False)


def _is_wanted(discarded: DiscardOutputs, output: Send | Drop | Write | PostMail) -> bool:
    """Return True unless the output belongs to a discarded unit or connection."""
    if isinstance(output, Write):
        return unit_of(output.row) not in discarded.units
    if isinstance(output, PostMail):
        return output.unit not in discarded.units
    return output.conn not in discarded.conns


async def tidy_for_ever(
    store: WaitedStore, now: Callable[[], float], note: Callable[[str], None]
) -> None:
    """Delete expired rows periodically, since a server may run for years."""
    while True:
        await asyncio.sleep(TIDY)
        try:
            await store.tidy(now())
        except StoreError as error:
            note(f"The store cannot be tidied: {error.message.args.get('text', '')}")

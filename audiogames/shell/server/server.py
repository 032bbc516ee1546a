"""The server's event loop: receives messages, stores rows, and calls the core at its deadlines.

Theory of operation.  Everything runs on one event loop.  Each event is one call of the core, and
its outputs are performed in order, unless the keeper (`keeping`) delays them.  The core's queries
of the store are answered in the background (`asking`).
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Final, Protocol

from websockets.asyncio.server import Server as SocketServer
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from audiogames.core.contract import Move
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.contests.rows import RatingRow
from audiogames.net.server.core import ServerCore
from audiogames.net.server.outputs import (
    AskRatingLines,
    AskStore,
    CheckPassword,
    DiscardOutputs,
    Drop,
    FaultFound,
    Note,
    Output,
    PostMail,
    RequestBotMove,
    RequestDay,
    Send,
    Stop,
)
from audiogames.net.server.people.member import Conn
from audiogames.net.server.store import Shelf, Unit
from audiogames.search.arena import BUDGET
from audiogames.shell.playouts import Playouts
from audiogames.shell.server.bots import Bots
from audiogames.shell.server.callers import Callers, GuardedLine, calls_tables, guarded
from audiogames.shell.server.database import StoreError
from audiogames.shell.server.door import QUEUE, Door, door_at
from audiogames.shell.server.keeping import (
    KEPT_IN_ORDER,
    RowKeeper,
    WaitedStore,
    tidy_for_ever,
)
from audiogames.shell.server.lines import OuterLine, ServedLine
from audiogames.shell.server.listening import CannotListen, Listening
from audiogames.shell.server.logs import LOGS, Logs
from audiogames.shell.server.loop import Turns, calm_memory, end_on, report_unforeseen
from audiogames.shell.server.secrecy import Passwords
from audiogames.shell.server.site import SitePage
from audiogames.table.protocol import DayPlayed, DayRequest

_noise = logging.getLogger(f"{__name__}.noise")
"""Port scanners send invalid requests, which need no log line."""
_noise.setLevel(logging.CRITICAL + 1)

PING: Final = 15.0
"""Seconds between two WebSocket pings, and until one must be answered."""

DAY: Final = "day"
"""The first part of the asker of a deal of the day, which is played by bots alone."""

RULINGS: Final = 1.0
"""Seconds between two checks for new rulings."""

LAST: Final = 20.0
"""Seconds for which an ending server waits for an unavailable store; systemd kills it after 90."""

CLOSING: Final = 2.0
"""Seconds for the closing handshakes when the server closes."""


@dataclass(frozen=True)
class Means:
    """The resources of a server besides core and store: clock, bots, logs and rollouts."""

    now: Callable[[], float]
    workers: int = 1
    logs: Logs = LOGS
    playouts: Playouts = field(default_factory=lambda: Playouts(BUDGET))
    """The rollouts that bots spend on a decision."""


class Link(Protocol):
    """A server's connection to other processes that share its store (`shell/cluster`)."""

    async def run(self) -> None:
        """Exchange messages with the other processes until cancelled."""

    def take(self, output: AskStore | PostMail) -> None:
        """Perform an output: query the store, or send mail to another process."""

    def refused(self, units: Collection[Unit], *, uncertain: bool) -> list[Output]:
        """Drop the state of units (tables or other rows) that the store has refused.

        With `uncertain`, the store may have stored them.
        """

    def hand_over(self) -> list[Output]:
        """Release all tables to other processes when this process ends."""

    def close(self) -> None:
        """Cancel the pending lookups."""


class TableServer:
    """A server of tables: its sockets, store, bots and core."""

    def __init__(
        self,
        core: ServerCore,
        store: WaitedStore,
        place: Listening,
        means: Means,
    ) -> None:
        now = means.now
        self.core = core
        self.logs = means.logs
        self.link: Link | None = None
        """The link to other processes that share the store; set before `run`."""
        self._store = store
        self._place = place
        self._now = self.now = now
        self.on_open: list[Callable[[], None]] = []
        """Functions called when the server is open; those of `on_end` are called when it ends."""
        self.on_end: list[Callable[[], None]] = []
        self._store_away = False
        self.bots = Bots(self._wake, means.logs.report, means.workers, means.playouts)
        self.callers = Callers(place, now)
        self.turns = Turns()
        self.page: SitePage | None = None
        """The page, if the server also serves it; set before `run`."""
        self._lines: dict[Conn, ServedLine] = {}
        self._numbers = count(1)
        self._keeper = self._make_keeper(store)
        self.counts = self._keeper.counts
        self._ending = asyncio.Event()
        self.starts_again = False
        """Whether the server has ended for a planned restart."""
        self._door: Door | None = None
        self._is_open = False
        self._failure: Exception | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at: float | None = None
        self._passwords = Passwords()
        self.port = place.port
        """The port on which the server listens; the actual port if 0 was requested."""

    def _make_keeper(self, store: WaitedStore) -> RowKeeper:
        """Create the keeper, which stores this server's rows."""
        return RowKeeper(
            store,
            self._send,
            self._too_slow,
            self._refused,
            self._store_is_away,
        )

    async def run(self, opened: Callable[[], None]) -> None:
        """Run the server until `end` is called or a signal arrives.

        Raises `CannotListen`, and errors of the store: `StoreError` or an unexpected exception.
        """
        self._loop = asyncio.get_running_loop()
        report_unforeseen(self.logs.report)
        try:
            sockets = await self._listen()
        except OSError as error:
            raise CannotListen(error.errno) from error
        with end_on((signal.SIGINT, signal.SIGTERM), self.end):
            await self._serve(sockets, opened)
        if self._failure is not None:
            raise self._failure

    async def _serve(self, sockets: SocketServer, opened: Callable[[], None]) -> None:
        """Run the open server with its background tasks until `end` is called."""
        keeping = asyncio.create_task(self._keep())
        beside = [
            asyncio.create_task(tidy_for_ever(self._store, self._now, self.logs.note)),
            asyncio.create_task(self._follow_rulings()),
        ]
        if self.link is not None:
            beside.append(asyncio.create_task(self.link.run()))
        self.do(self.core.begin())
        self._set_timer()
        opened()
        self._is_open = True
        for call in self.on_open:
            call()
        try:
            async with calm_memory():
                await self._ending.wait()
        finally:
            for task in beside:
                task.cancel()
            await self._close(sockets, keeping)

    @property
    def is_ready(self) -> bool:
        """Whether the server is open and its store answers."""
        return self._is_open and not (self._store_away or self._ending.is_set())

    @property
    def is_ending(self) -> bool:
        """Whether `end` was called."""
        return self._ending.is_set()

    def end(self) -> None:
        """Make `run` notify all clients, store all pending rows, and return."""
        self._ending.set()

    async def _listen(self) -> SocketServer:
        """Open the server's sockets; if the system supports it, a `Door` admits the connections."""
        place = self._place
        self._door = door = await door_at(place.host, place.port)
        where = {"sock": door.doorway} if door else {"host": place.host, "port": place.port}
        sockets = await serve(
            self._line,
            **where,
            ssl=place.tls,
            ssl_handshake_timeout=limits.HANDSHAKE_SECONDS if place.tls else None,
            process_request=self._response_to,
            create_connection=guarded(self.turns, door, self.logs.report),
            backlog=1 if door else QUEUE,
            open_timeout=None,  # `GuardedLine` limits it, and gives large files longer
            compression=None,  # its buffers would need more memory than the whole connection
            max_size=2 * wire.LARGEST,  # messages above `LARGEST` get an answer that says so
            ping_interval=PING,
            ping_timeout=PING,
            close_timeout=CLOSING,
            server_header=None,
            logger=_noise,
        )
        self.port = door.port if door else sockets.sockets[0].getsockname()[1]
        return sockets

    async def _close(self, sockets: SocketServer, keeping: asyncio.Task[None]) -> None:
        """Notify the clients, wait until all rows are stored, and close everything."""
        self._ending.set()
        for call in self.on_end:
            call()
        if self.link is not None:
            self.do(self.link.hand_over())
        self.do(self.core.end())
        self._keeper.end()
        await self._kept(keeping)
        if self._door is not None:
            self._door.close()
        sockets.close()
        await sockets.wait_closed()
        if self._timer is not None:
            self._timer.cancel()
        self.bots.close()
        if self.link is not None:
            self.link.close()
        await self._store.close()
        self._passwords.close()

    async def _kept(self, keeping: asyncio.Task[None]) -> None:
        """Wait until all rows are stored; give up if the store is unavailable.

        No acknowledged move is lost: the rows that are given up were never confirmed to a client.
        """
        while not (await asyncio.wait([keeping], timeout=LAST))[0]:
            if self._store_away:
                self.logs.note("The store is still away; what it did not confirm is given up.")
                keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping

    # Connections

    def _response_to(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the response to a file request or a refused connection; None to admit it."""
        if self.page is not None and not calls_tables(request):
            return self.page.answer(connection, request)
        return self.callers.refusal(connection, request)

    async def _line(self, connection: ServerConnection) -> None:
        """Serve one connection until it ends."""
        assert isinstance(connection, GuardedLine)
        if self._ending.is_set():
            return
        request = connection.request
        address = self.callers.address(connection, request)
        conn = self._add(OuterLine(connection))
        connection.answer_at_once = partial(self.hear, conn)
        try:
            self.do(self.core.connected(conn, address, self._now()))
            async for message in connection.in_turn():
                self.hear(conn, message)
                connection.is_known = self.core.knows(conn)
        except ConnectionClosed:
            pass
        except Exception as error:  # noqa: BLE001 - this connection ends, and its seat waits
            self.logs.report(error)
        finally:
            self.go(conn)

    def _add(self, line: ServedLine) -> Conn:
        """Register a connection, and return its number."""
        conn = next(self._numbers)
        self._lines[conn] = line
        return conn

    def report(self, error: Exception) -> None:
        """Report an unexpected exception."""
        self.logs.report(error)

    def hear(self, conn: Conn, data: bytes | str) -> None:
        """Pass a client's message to the core."""
        self.counts.messages += 1
        self.do(self.core.received(conn, data, self._now()))

    def go(self, conn: Conn) -> None:
        """Unregister a connection that has ended."""
        del self._lines[conn]
        if not self._ending.is_set():
            self.do(self.core.closed(conn, self._now()))

    # Outputs

    def do(self, outputs: Sequence[Output]) -> None:
        """Perform outputs of the core in order, then set the timer for its deadline."""
        for output in outputs:
            if isinstance(output, KEPT_IN_ORDER):
                self._keeper.take(output)
            else:
                self._perform_now(output)
        self._set_timer()

    def _perform_now(
        self,
        output: (
            RequestBotMove
            | RequestDay
            | CheckPassword
            | AskStore
            | AskRatingLines
            | DiscardOutputs
            | Note
            | FaultFound
            | Stop
        ),
    ) -> None:
        """Perform an output that need not wait for rows to be stored, such as a bot request."""
        match output:
            case RequestBotMove(table, wanted, address):
                self.bots.think(table, wanted, address)
            case RequestDay(wanted):
                self.bots.think((DAY, wanted.game, wanted.date), wanted)
            case CheckPassword(conn, password, hashed):
                checking = self._loop.create_task(self._passwords.check(password, hashed))
                checking.add_done_callback(partial(self._pass_password_result, conn))
            case AskRatingLines():
                asking = self._loop.create_task(self._store.ratings(output.question))
                asking.add_done_callback(partial(self._rated, output))
            case AskStore():
                assert self.link is not None  # only a core with other processes asks
                self.link.take(output)
            case DiscardOutputs():
                self._keeper.discard(output)
            case Note(text):
                self.logs.note(text)
            case FaultFound(error):
                self.counts.faults += 1
                self.logs.report(error)
            case Stop():
                self.starts_again = True
                self.end()

    def _pass_password_result(self, conn: Conn, done: asyncio.Future[str | None]) -> None:
        """Pass the result of a password check to the core."""
        if done.cancelled() or self._ending.is_set():
            return
        error = done.exception()
        if isinstance(error, Exception):
            self.logs.report(error)
            self.do(self.core.unverified(conn, self._now()))
        else:
            self.do(self.core.verified(conn, done.result(), self._now()))

    def _rated(self, asked: AskRatingLines, done: asyncio.Future[list[RatingRow]]) -> None:
        """Pass the found ratings to the core; pass none if the query failed."""
        if done.cancelled() or self._ending.is_set():
            return
        error = done.exception()
        if error is not None and not isinstance(error, StoreError):
            assert isinstance(error, Exception)
            self.logs.report(error)
        lines = done.result() if error is None else []
        self.do(self.core.ratings_found(asked.conn, asked.request, lines, self._now()))

    def _send(self, output: Send | Drop | PostMail) -> None:
        """Send a message to a client, close its connection, or send mail to a process."""
        if isinstance(output, PostMail):
            assert self.link is not None  # only a core with other processes writes letters
            self.link.take(output)
            return
        line = self._lines.get(output.conn)
        if line is None or not line.is_open:
            return
        if isinstance(output, Drop):
            line.close()
        elif not line.send(output.data):
            self._loop.call_soon(self._too_slow, output.conn)

    def _too_slow(self, conn: Conn) -> None:
        """Abort a connection whose client reads too slowly."""
        line = self._lines.get(conn)
        if line is not None:
            self.do(self.core.slow(conn, self._now()))
            line.abort()

    # The store

    async def _keep(self) -> None:
        """Run the keeper of rows; an unexpected exception ends the server."""
        try:
            await self._keeper.run()
        except Exception as error:  # noqa: BLE001 - the program ends with it, and reports it
            # Nothing may be sent that was not kept: after a restart the last stored move counts.
            self._failure = error
            self.end()

    async def _follow_rulings(self) -> None:
        """Apply moderation rulings of other processes and of `admin`, until cancelled."""
        seen: object = None
        while True:
            try:
                mark = await self._store.mark()
                if mark != seen:
                    rows = await self._store.shelf(Shelf.MODERATION)
                    self.do(self.core.learn_rulings(rows, self._now()))
                seen = mark
            except StoreError:  # the keeper reports a store that is away
                seen = None
            except Exception as error:  # noqa: BLE001 - later rulings must still be applied
                self.logs.report(error)
            await asyncio.sleep(RULINGS)

    def _refused(self, units: Collection[Unit], uncertain: bool) -> None:  # noqa: FBT001 - the same
        """Report to the core the units that the store has refused."""
        assert self.link is not None  # a store of one process refuses nothing
        self.do(self.link.refused(units, uncertain=uncertain))

    def _store_is_away(self, away: bool) -> None:  # noqa: FBT001 - as the keeper calls it
        """Report to the core that the store is unavailable, or available again."""
        self._store_away = away
        self.do(self.core.store_is_away(self._now(), away=away))

    # Time

    def _wake(self) -> None:
        """Schedule the handling of bots' answers on the event loop; called from another thread."""
        self._loop.call_soon_threadsafe(self._pass_bot_answers)

    def _pass_bot_answers(self) -> None:
        """Pass the bots' answers to the core."""
        for asker, wanted, answer in self.bots.answers():
            if isinstance(wanted, DayRequest):
                assert isinstance(answer, DayPlayed)
                self.do(self.core.day_played(wanted, answer))
            else:
                assert isinstance(asker, int)  # the number of a table
                assert isinstance(answer, Move)
                self.do(self.core.thought(asker, wanted, answer, self._now()))

    def _set_timer(self) -> None:
        """Set the timer for the core's deadline."""
        at = self.core.deadline
        if at == self._timer_at:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = at
        self._timer = None
        if at is not None:
            self._timer = self._loop.call_later(max(0.0, at - self._now()), self._tick)

    def _tick(self) -> None:
        """Call the core at its deadline."""
        self._timer_at = self._timer = None
        if not self._ending.is_set():
            self.do(self.core.tick(self._now()))

"""The door: whoever has connected waits here until they speak, and comes in one at a time.

Theory of operation.  A line costs the loop dozens of small calls before it is open, and a move
that comes in a burst of new lines would wait for all of them, in each of its turns.  So the door
listens itself.  Somebody who has connected is a socket in a table, no more, and nothing is read of
what they send; once there is something to read they stand in a queue, by turns of addresses.  The
first of it is handed to the loop's own server through the `Doorway`, and the next when that one's
handshake has its answer, or is slow about it.  Whoever goes away before costs no line at all.

The silent are few, and the one that came first gives way, of the address that has most of them;
so a flood of them keeps nobody out who speaks at once.  While many wait who have spoken, nobody
more is taken from the system, which lets `QUEUE` wait.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from audiogames.net.server import limits
from audiogames.net.server.limits import neighbourhood
from audiogames.net.server.queues import FairQueue

QUEUE: Final = 512
"""Connections that wait in the system."""

PATIENCE: Final = 0.005
"""Seconds that a handshake has before the next is begun: who is slow keeps nobody waiting."""

LOOK: Final = 0.1
AT_ONCE: Final = 10
"""Seconds between two looks for those who have been silent for too long, and how many of them are
turned away then: to close two hundred takes some thousandths of a second."""

AGAIN: Final = 1.0
"""Seconds until the door opens again where the system had no room for another connection."""


@dataclass(eq=False, slots=True, frozen=True)
class Newcomer:
    """Somebody who has connected: from where, whose household, and when by the loop's clock."""

    sock: socket.socket
    address: Any
    household: str
    at: float


class Doorway(socket.socket):
    """A socket that seems to listen: what it accepts are those whom the door lets through.

    The loop waits until a socket can be read, and then calls `accept`; so a byte rings for each.
    """

    def __init__(self) -> None:
        end, self._bell = socket.socketpair()
        super().__init__(end.family, end.type, end.proto, end.detach())
        self._coming: deque[Newcomer] = deque()

    def let_through(self, newcomer: Newcomer) -> None:
        """Have the loop take this one."""
        self._coming.append(newcomer)
        self._bell.send(b"\0")

    def accept(self) -> tuple[socket.socket, Any]:
        """The next and their address.  Raises `BlockingIOError` where there is none."""
        if not self._coming:
            raise BlockingIOError
        self.recv(1)
        newcomer = self._coming.popleft()
        return newcomer.sock, newcomer.address

    def listen(self, backlog: int = 0, /) -> None:
        """It is the door that listens."""

    def close(self) -> None:
        """Close it to those who were to be taken too."""
        for newcomer in self._coming:
            newcomer.sock.close()
        self._coming.clear()
        self._bell.close()
        super().close()


class Silent:
    """Those who have connected and said nothing, by household; each as they came."""

    def __init__(self) -> None:
        self._households: dict[str, dict[Newcomer, None]] = {}
        self._many = 0

    def __len__(self) -> int:
        return self._many

    def add(self, newcomer: Newcomer) -> Newcomer | None:
        """One more, and who must give way for them."""
        self._households.setdefault(newcomer.household, {})[newcomer] = None
        self._many += 1
        if self._many <= limits.HALF_OPEN:
            return None
        most = max(self._households, key=lambda one: len(self._households[one]))
        first = next(iter(self._households[most]))
        self.remove(first)
        return first

    def remove(self, newcomer: Newcomer) -> None:
        """Silent no more."""
        household = self._households[newcomer.household]
        del household[newcomer]
        self._many -= 1
        if not household:
            del self._households[newcomer.household]

    def since(self, at: float) -> list[Newcomer]:
        """Who has been silent since then or longer."""
        return [one for household in self._households.values() for one in household if one.at <= at]


class Door:
    """Takes connections from listening sockets and lets them in through its `doorway`."""

    def __init__(self, listening: Sequence[socket.socket]) -> None:
        self.doorway = Doorway()
        self._listening = listening
        self._loop = asyncio.get_running_loop()
        self._silent = Silent()
        self._spoken: FairQueue[Newcomer] = FairQueue()
        self._entering: Newcomer | None = None
        self._impatience: asyncio.TimerHandle | None = None
        self._looking: asyncio.TimerHandle | None = None
        self._reopening: asyncio.TimerHandle | None = None
        self._is_open = self._is_over = False
        self._open()

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._listening[0].getsockname()[1]
        return port

    def close(self) -> None:
        """Nobody comes in any more, nor those who wait here; who has the doorway closes it."""
        self._is_over = True
        self._shut()
        for timer in (self._impatience, self._looking, self._reopening):
            if timer is not None:
                timer.cancel()
        for sock in self._listening:
            sock.close()
        for newcomer in self._silent.since(self._loop.time()):
            self._turn_away(newcomer)
        while (waiting := self._spoken.next()) is not None:
            waiting.sock.close()

    def answered(self, address: Any) -> None:
        """The handshake of whoever called from there is over, so the next may come in."""
        if self._entering is not None and self._entering.address == address:
            self._go_on()

    # The listening sockets

    def _open(self) -> None:
        self._is_open, self._reopening = True, None
        for sock in self._listening:
            self._loop.add_reader(sock, self._accept, sock)

    def _shut(self) -> None:
        if self._is_open:
            self._is_open = False
            for sock in self._listening:
                self._loop.remove_reader(sock)

    def _accept(self, listening: socket.socket) -> None:
        """One in a turn of the loop."""
        try:
            sock, address = listening.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError:  # too many files are open, or memory is short: that may pass
            self._shut()
            self._reopening = self._loop.call_later(AGAIN, self._open)
            return
        sock.setblocking(False)
        newcomer = Newcomer(sock, address, neighbourhood(str(address[0])), self._loop.time())
        gives_way = self._silent.add(newcomer)
        self._loop.add_reader(sock, self._hear, newcomer)
        if gives_way is not None:
            self._close(gives_way)
        if self._looking is None:
            self._looking = self._loop.call_later(LOOK, self._look)

    # The silent

    def _hear(self, newcomer: Newcomer) -> None:
        """They have spoken, or gone away."""
        try:
            there = newcomer.sock.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            there = b""
        if not there:
            self._turn_away(newcomer)
            return
        self._loop.remove_reader(newcomer.sock)
        self._silent.remove(newcomer)
        self._spoken.put(newcomer.household, newcomer)
        if len(self._spoken) >= limits.AT_THE_DOOR:
            self._shut()
        if self._entering is None:
            self._go_on()

    def _look(self) -> None:
        """Turn away who has been silent for too long."""
        late = self._silent.since(self._loop.time() - limits.HANDSHAKE_SECONDS)
        for newcomer in late[:AT_ONCE]:
            self._turn_away(newcomer)
        self._looking = self._loop.call_later(LOOK, self._look) if self._silent else None

    def _turn_away(self, newcomer: Newcomer) -> None:
        self._silent.remove(newcomer)
        self._close(newcomer)

    def _close(self, newcomer: Newcomer) -> None:
        self._loop.remove_reader(newcomer.sock)
        newcomer.sock.close()

    # Who has spoken

    def _go_on(self) -> None:
        """Let the next in."""
        if self._impatience is not None:
            self._impatience.cancel()
            self._impatience = None
        self._entering = self._spoken.next()
        if self._entering is not None:
            self._impatience = self._loop.call_later(PATIENCE, self._go_on)
            self.doorway.let_through(self._entering)
        stays = self._is_open or self._is_over or self._reopening is not None
        if not stays and len(self._spoken) < limits.AT_THE_DOOR:
            self._open()


async def door_at(host: str | None, port: int) -> Door | None:
    """A door that listens there.  Raises `OSError`.

    None where the loop cannot tell when a socket may be read, as that of Windows: there the
    system hands over one connection at a time by itself.
    """
    loop = asyncio.get_running_loop()
    if not isinstance(loop, asyncio.SelectorEventLoop):
        return None
    bound = await loop.create_server(asyncio.Protocol, host, port, start_serving=False)
    listening = [sock.dup() for sock in bound.sockets]
    bound.close()
    try:
        for sock in listening:
            sock.setblocking(False)
            sock.listen(QUEUE)
        return Door(listening)
    except OSError:
        for sock in listening:
            with suppress(OSError):
                sock.close()
        raise

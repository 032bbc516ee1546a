"""A minimal WebSocket client, for measurements of a server.

It masks its messages with four zeros, which leaves them unchanged.
"""

from __future__ import annotations

import asyncio
import base64
import struct
from collections.abc import Callable
from typing import Final

TEXT: Final = 0x81
PING: Final = 0x89
PONG: Final = 0x8A
CLOSE: Final = 0x88
MASK: Final = b"\0\0\0\0"


class RawLine(asyncio.Protocol):
    """A WebSocket connection to a local server.

    It calls `hears` with each message, and `ended` when the connection ends.
    """

    def __init__(
        self, hears: Callable[[bytes], None], ended: Callable[[], None] = lambda: None
    ) -> None:
        self._hears = hears
        self._ended = ended
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] | None = None
        self.carried = 0
        """Bytes in both directions."""

    async def open(self, port: int, address: str, path: str = "/", *more: str) -> None:
        """Connect from this address and shake hands, with additional headers.  Raises `OSError`.

        Addresses outside this machine are sent in X-Forwarded-For, as a proxy sends them.
        """
        transport = await self.call(port, address)
        headers = "".join(f"{one}\r\n" for one in more)
        key = base64.b64encode(b"measure the line").decode()
        self._opened = asyncio.get_running_loop().create_future()
        transport.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\nX-Forwarded-For: {address}\r\n"
            f"{headers}\r\n".encode()
        )
        await self._opened

    async def call(self, port: int, address: str) -> asyncio.Transport:
        """Open a TCP connection without sending anything yet.  Raises `OSError`."""
        own = (address, 0) if address.startswith("127.") else None
        self._transport, _ = await asyncio.get_running_loop().create_connection(
            lambda: self, "127.0.0.1", port, local_addr=own
        )
        return self._transport

    def drop(self) -> None:
        """Abort the connection without a closing handshake."""
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end of the connection, also if the handshake was not finished."""
        del exc
        if self._opened is not None and not self._opened.done():
            self._opened.set_exception(ConnectionResetError("the line was closed"))
        self._ended()

    def send(self, data: bytes, kind: int = TEXT) -> None:
        """Send a message, or a control frame of another `kind`."""
        assert self._transport is not None
        size = len(data)
        head = (
            struct.pack("!BB", kind, 0x80 | size)
            if size < 126
            else struct.pack("!BBH", kind, 0x80 | 126, size)
        )
        if not self._transport.is_closing():
            self._transport.write(head + MASK + data)
            self.carried += len(head) + len(MASK) + size

    def data_received(self, data: bytes) -> None:
        """Finish the handshake, then read frames; an incomplete last frame is read later."""
        self.carried += len(data)
        data = self._rest + data
        if self._opened is not None and not self._opened.done():
            answer, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = answer
                return
            if b" 101 " not in answer.partition(b"\r\n")[0]:
                self._opened.set_exception(ConnectionRefusedError(answer[:40].decode("latin-1")))
                self.drop()
                return
            self._opened.set_result(None)
        place = 0
        while (frame := _frame(data, place)) is not None:
            kind, begin, place = frame
            self._take(kind, data[begin:place])
        self._rest = data[place:]

    def _take(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            self._hears(data)
        elif kind == PING:
            self.send(data, PONG)
        elif kind == CLOSE and self._transport is not None:
            self._transport.close()


def _frame(data: bytes, place: int) -> tuple[int, int, int] | None:
    """Return kind, start and end of the frame at this position, or None if it is incomplete."""
    if len(data) < place + 2:
        return None
    kind, size, begin = data[place], data[place + 1], place + 2
    if size == 126:
        if len(data) < place + 4:
            return None
        size, begin = int.from_bytes(data[place + 2 : place + 4]), place + 4
    elif size == 127:
        if len(data) < place + 10:
            return None
        size, begin = int.from_bytes(data[place + 2 : place + 10]), place + 10
    return (kind, begin, begin + size) if len(data) >= begin + size else None

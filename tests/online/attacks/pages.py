"""Foreign web pages: connections whose `Origin` is not the server's own."""

from __future__ import annotations

import asyncio
import base64
from typing import Final

from tests.online.attacks import Outcome, Target

ORIGINS: Final = (
    "https://evil.example",
    "http://evil.example:{port}",
    "http://127.0.0.1.evil.example:{port}",
    "null",
    "file://",
    "",
)


async def attack(target: Target) -> Outcome:
    """Open a connection from each of the foreign pages."""
    let_in = [origin for origin in ORIGINS if await _opens(target.port, origin)]
    refused = len(ORIGINS) - len(let_in)
    return Outcome(f"{refused} of {len(ORIGINS)} pages refused", ", ".join(map(repr, let_in)))


async def _opens(port: int, origin: str) -> bool:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(b"a page of others").decode()
    writer.write(
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {origin.format(port=port)}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = await reader.readline()
    writer.close()
    return b" 101 " in answer

"""Server processes that tests kill, stop and restart during play."""

from __future__ import annotations

import asyncio
import re
import sys
from contextlib import suppress
from signal import SIGKILL, Signals
from typing import Final

from audiogames.net.address import PORT, Address, read_address

PATIENCE: Final = 180.0
"""Seconds for events that should happen at once, long because the machine may be very busy."""

PROGRAM: Final = ("-m", "audiogames")

SERVE: Final = (
    "--lang", "en", "--speech", "none", "--braille", "off", "serve",
    "--host", "127.0.0.1", "--public",
)  # fmt: skip


class Lost(Exception):
    """An error that must never occur, such as the loss of a move."""


class Server:
    """A server process that can be killed and restarted; `where` are the options of its store."""

    def __init__(self, *where: str) -> None:
        self._where = where
        self.port = 0
        self.program = PROGRAM
        self._is_open = False
        self.process: asyncio.subprocess.Process | None = None

    @property
    def is_up(self) -> bool:
        """Return True if the process has started and still runs."""
        return self._is_open and self.process is not None and self.process.returncode is None

    @property
    def address(self) -> Address:
        """Return the address on which the process listens."""
        return read_address(f"ws://127.0.0.1:{self.port}")

    async def start(self) -> None:
        """Start the process and wait until it has printed its address."""
        self._is_open = False
        command = [sys.executable, *self.program, *SERVE, "--port", str(self.port), *self._where]
        self.process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE
        )
        assert self.process.stdout is not None
        line = (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).decode()
        found = re.search(r"127\.0\.0\.1(?::(\d+))?", line)
        if found is None:
            raise Lost(f"A server did not start: {line!r}")
        self.port = int(found[1] or PORT)
        self._is_open = True

    def signal(self, number: Signals) -> None:
        """Send the process a signal, if it was ever started."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(number)

    async def kill(self) -> None:
        """Kill the process by SIGKILL, and wait for its end."""
        self.signal(SIGKILL)
        if self.process is not None:
            await self.process.wait()

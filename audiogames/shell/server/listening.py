"""Settings of a server's listening sockets, and its clock."""

from __future__ import annotations

import ssl
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Listening:
    """The address, port and encryption of a server's listening sockets.

    Without `tls` only the local network is admitted.  With `proxy` a reverse proxy has checked that
    already, and forwards the client's address.
    """

    host: str | None
    port: int
    tls: ssl.SSLContext | None = None
    proxy: bool = False
    origins: frozenset[str] = frozenset()
    """Origins of other pages that may connect to the tables, such as "https://cards.example.org".
    """


class SteadyTime:
    """A clock of seconds since 1970 that never jumps, because it reads the wall clock only once."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()  # noqa: TID251 - told nowhere else

    def __call__(self) -> float:
        return time.monotonic() + self._ahead


class CannotListen(Exception):
    """The server cannot listen on a port; `errno` is the system's reason.

    `port` is the number of that port, or None for the port to which players connect.
    """

    def __init__(self, errno: int | None, port: int | None = None) -> None:
        super().__init__(errno)
        self.errno = errno
        self.port = port

"""Where a server listens, and by which clock it lives."""

from __future__ import annotations

import ssl
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Listening:
    """Where and how to listen.

    Without `tls` only the own network is let in; with `proxy` the proxy before this server
    has seen to that, and says from where a line comes.
    """

    host: str | None
    port: int
    tls: ssl.SSLContext | None = None
    proxy: bool = False
    origins: frozenset[str] = frozenset()
    """Other pages that may open lines to the tables, as "https://cards.example.org"."""


class SteadyTime:
    """Seconds since 1970 that never jump: the clock on the wall is read once."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()  # noqa: TID251 - told nowhere else

    def __call__(self) -> float:
        return time.monotonic() + self._ahead


class CannotListen(Exception):
    """The system lets nobody listen there; `errno` is its reason.

    `port` is another than that of the tables.
    """

    def __init__(self, errno: int | None, port: int | None = None) -> None:
        super().__init__(errno)
        self.errno = errno
        self.port = port

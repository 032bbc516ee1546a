"""A server's listening address and its clock."""

from __future__ import annotations

import ssl
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Listening:
    """Where and how to listen.

    Without `tls` only the local network is admitted; with `proxy` the proxy before this server has
    checked that, and forwards the client's address.
    """

    host: str | None
    port: int
    tls: ssl.SSLContext | None = None
    proxy: bool = False
    origins: frozenset[str] = frozenset()
    """Origins of other pages that may connect to the tables, as "https://cards.example.org"."""


class SteadyTime:
    """Seconds since 1970 that never jump: the wall clock is read once."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()  # noqa: TID251 - told nowhere else

    def __call__(self) -> float:
        return time.monotonic() + self._ahead


class CannotListen(Exception):
    """The system refuses to listen there; `errno` is its reason.

    `port` is given if it is not that of the tables.
    """

    def __init__(self, errno: int | None, port: int | None = None) -> None:
        super().__init__(errno)
        self.errno = errno
        self.port = port

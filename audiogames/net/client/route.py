"""The addresses of a server's processes, and the choice of the next one to connect to.

A server may redirect a client to another of its processes, whose addresses it sends.  It may not
redirect from an encrypted connection to a plain one, nor from the internet into the player's local
network.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from zlib import crc32

from audiogames.net.address import Address, AddressError, is_local, read_address

HOPS: Final = 3
"""Redirects allowed before the server accepts the client."""


REMEMBERED: Final = 8
"""Other addresses remembered at once."""


class Route:
    """The known addresses of one server's processes, and the address in use."""

    def __init__(self, home: Address) -> None:
        self._home = home
        self._others: list[Address] = []
        self._named: list[Address] = []
        """The addresses that the server listed last; empty once one of them was tried."""
        self._hops = 0
        self.address = home
        """The address in use, or to be tried next."""

    @property
    def places(self) -> list[Address]:
        """All known addresses, the current one first."""
        known = [self.address, *self._others, self._home]
        return list(dict.fromkeys(known))

    def settle(self, others: Iterable[str]) -> None:
        """Store the addresses of the server's other processes.

        Addresses that the server no longer lists are kept after the listed ones, because a process
        that has just restarted is missing from the list for a moment.
        """
        read = [one for one in map(self._read, others) if one is not None]
        self._others = list(dict.fromkeys([*read, *self._others]))[:REMEMBERED]
        self._named = read
        self._hops = 0

    def go(self, text: str) -> bool:
        """Follow a redirect if it is allowed; return False if it is not."""
        address = self._read(text)
        self._hops += 1
        if address is None or self._hops > HOPS:
            return False
        self._others = [one for one in self.places if one != address]
        self.address = address
        return True

    def turn(self, table: int) -> None:
        """Choose the address for the next attempt to connect.  A single address is tried again.

        The first choice depends on the table number, so that all people of a table reconnect to the
        same process, while the tables of a failed process are spread over all others.
        """
        first, *rest = self.places
        if not rest:
            return
        named, self._named = [one for one in self._named if one != first], []
        self.address = named[crc32(str(table).encode()) % len(named)] if named else rest[0]
        self._others = [*(one for one in rest if one != self.address), first]

    def _read(self, text: str) -> Address | None:
        """Parse a process address sent by the server; None if it is invalid or not allowed."""
        try:
            address = read_address(text)
        except AddressError:
            return None
        home = self._home
        steps_down = home.secure and not address.secure
        goes_inside = is_local(address.host) and not is_local(home.host)
        return None if steps_down or goes_inside else address

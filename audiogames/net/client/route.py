"""Where a server of several processes is reached: now, after a lost line, and when it sends one on.

A server may send a program on to another of its processes, and says where those are.  It may not
send it from an encrypted line to a plain one, nor from the open network into the player's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from zlib import crc32

from audiogames.net.address import HERE, Address, AddressError, is_local, read_address

HOPS: Final = 3
"""How often a server may send a program on before it has let it in."""


REMEMBERED: Final = 8
"""Other places that are known at once."""


class Route:
    """The addresses of one server, and which is tried."""

    def __init__(self, home: Address) -> None:
        self._home = home
        self._others: list[Address] = []
        self._named: list[Address] = []
        """Those of them that the server named last, until one was tried."""
        self._hops = 0
        self.address = home
        """Where the line is, or is to be."""

    @property
    def places(self) -> list[Address]:
        """Where the server may be reached, the present place first."""
        known = [self.address, *self._others, self._home]
        return list(dict.fromkeys(known))

    def settle(self, others: Iterable[str]) -> None:
        """The server says where else it can be reached.

        Places that it no longer names stay known, after those: a process that has just been
        started again is not named for a moment.
        """
        read = [one for one in map(self._read, others) if one is not None]
        self._others = list(dict.fromkeys([*read, *self._others]))[:REMEMBERED]
        self._named = read
        self._hops = 0

    def go(self, text: str) -> bool:
        """The server sends us on; whether we go."""
        address = self._read(text)
        self._hops += 1
        if address is None or self._hops > HOPS:
            return False
        self._others = [one for one in self.places if one != address]
        self.address = address
        return True

    def turn(self, table: int) -> None:
        """Try the next of them; where there is one place alone, that one again.

        The first one goes by the table: its people meet at one place, and those of the many tables
        of a process that has died do not all go to the same one.
        """
        first, *rest = self.places
        if not rest:
            return
        named, self._named = [one for one in self._named if one != first], []
        self.address = named[crc32(str(table).encode()) % len(named)] if named else rest[0]
        self._others = [*(one for one in rest if one != self.address), first]

    def _read(self, text: str) -> Address | None:
        try:
            address = read_address(text)
        except AddressError:
            return None
        home = self._home
        steps_down = home.secure and not address.secure
        goes_inside = is_local(address.host) and not is_local(home.host)
        return None if home != HERE and (steps_down or goes_inside) else address

"""Which web pages may call this server: none but its own.

A browser lets every page open a line to any machine that it can reach, one in the own network
too, and says in the header `Origin` whose page it is.  Programs that are no browser send none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import SplitResult, urlsplit

from audiogames.net.limits import is_address

PORTS: Final = {"http": 80, "https": 443}


def may_call(origins: Sequence[str], host: str, *, named: bool) -> bool:
    """Whether a line with these `Origin` headers may be opened to what `Host` calls this server.

    `named` says that something vouches for the name in `Host`: a certificate, or a proxy.  Without
    it only addresses and names of the own network count: whoever owns any other name can let it
    point at this machine, and their page would then pass for ours.
    """
    if not origins:
        return True
    try:
        page, here = urlsplit(origins[0]), urlsplit(f"//{host}")
        same = page.hostname == here.hostname and _same_port(page, here, named=named)
    except ValueError:  # a port or an address that is none
        return False
    known = named or _is_of_the_own_network(here.hostname or "")
    web = page.scheme in PORTS and bool(page.hostname)
    return len(origins) == 1 and web and same and known


def _same_port(page: SplitResult, here: SplitResult, *, named: bool) -> bool:
    """A proxy may have left the port out; without one, another port is another server."""
    usual = PORTS.get(page.scheme)
    if here.port is None and named:
        return True
    return (page.port or usual) == (here.port or usual)


def _is_of_the_own_network(name: str) -> bool:
    return is_address(name) or "." not in name or name.endswith(".local")

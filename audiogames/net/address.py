"""Where a server is: what a player types, and whether the line to it is encrypted."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Final

from audiogames.net.wire import PORT

LONGEST: Final = 253
"""Letters that the name of a host may have."""

LOCAL_NAMES: Final = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localhost")
"""Ends of names that stand for machines of the own network."""

_HOST: Final = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)


class AddressError(ValueError):
    """A text that names no server."""


@dataclass(frozen=True)
class Address:
    """A server.  `secure` is TLS: its name is checked against its certificate."""

    host: str
    port: int = PORT
    secure: bool = False

    @property
    def url(self) -> str:
        """As sockets want it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'wss' if self.secure else 'ws'}://{host}:{self.port}/"

    @property
    def is_open_to_all(self) -> bool:
        """Whether anybody on the way could read what is sent: plain text beyond the own network."""
        return not (self.secure or is_local(self.host))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        scheme = "" if self.secure is not is_local(self.host) else self.url.partition(":")[0]
        prefix = f"{scheme}://" if scheme else ""
        return f"{prefix}{host}" if self.port == PORT else f"{prefix}{host}:{self.port}"


HERE: Final = Address("here")
"""The tables of the very server whose page the player is at."""


def read_address(text: str) -> Address:
    """The server that a text names, as "192.168.1.5", "cards.example.org:8000", "ws://[::1]".

    Without a scheme the own network is spoken to plainly and everything else encrypted.
    Raises `AddressError`.
    """
    scheme, separator, rest = text.strip().rpartition("://")
    if separator and scheme.lower() not in {"ws", "wss"}:
        raise AddressError(text)
    host, port = _parts(rest.rstrip("/"))
    secure = scheme.lower() == "wss" if separator else not is_local(host)
    return Address(host, port, secure)


def is_local(host: str) -> bool:
    """Whether this is the own machine or network."""
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        name = host.lower()
        return "." not in name or name.endswith(LOCAL_NAMES)
    return number.is_private or number.is_loopback or number.is_link_local


def _parts(text: str) -> tuple[str, int]:
    """Host and port; a numeric address of the sixth version stands in brackets, or has no port."""
    bracketed = re.fullmatch(r"\[(.+)\](?::(\d+))?", text)
    if bracketed:
        return _sixth(bracketed[1]), _port(bracketed[2])
    if text.count(":") > 1:
        return _sixth(text), PORT
    host, colon, port = text.partition(":")
    if len(host) > LONGEST or not _HOST.fullmatch(host) or (colon and not port):
        raise AddressError(text)
    return host, _port(port or None)


def _sixth(text: str) -> str:
    try:
        return str(ipaddress.IPv6Address(text))
    except ValueError:
        raise AddressError(text) from None


def _port(text: str | None) -> int:
    if text is None:
        return PORT
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 0 < int(text) < 65536):
        raise AddressError(text)
    return int(text)

"""Server addresses: parsing what a player types, and choosing between TLS and plain text."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Final

PORT: Final = 7499
"""The default port of servers and clients."""

LONGEST: Final = 253
"""Characters of a host name."""

LOCAL_NAMES: Final = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localhost")
"""Suffixes of host names in the local network."""

_HOST: Final = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)


class AddressError(ValueError):
    """Raised for a text that is not a server address."""


@dataclass(frozen=True)
class Address:
    """The address of a server. `secure` means TLS, with the certificate checked."""

    host: str
    port: int = PORT
    secure: bool = False

    @property
    def url(self) -> str:
        """The WebSocket URL."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'wss' if self.secure else 'ws'}://{host}:{self.port}/"

    @property
    def is_open_to_all(self) -> bool:
        """Whether others can read the traffic, as it is unencrypted outside the local network."""
        return not (self.secure or is_local(self.host))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        scheme = "" if self.secure is not is_local(self.host) else self.url.partition(":")[0]
        prefix = f"{scheme}://" if scheme else ""
        return f"{prefix}{host}" if self.port == PORT else f"{prefix}{host}:{self.port}"


def read_address(text: str) -> Address:
    """Parse a server address such as "192.168.1.5", "cards.example.org:8000" or "ws://[::1]".

    An address without a scheme uses plain text in the local network, and TLS outside of it.  Raises
    `AddressError`.
    """
    scheme, separator, rest = text.strip().rpartition("://")
    if separator and scheme.lower() not in {"ws", "wss"}:
        raise AddressError(text)
    host, port = _host_and_port(rest.rstrip("/"))
    secure = scheme.lower() == "wss" if separator else not is_local(host)
    return Address(host, port, secure)


def is_local(host: str) -> bool:
    """Return whether the host is this machine or in the local network."""
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        name = host.lower()
        return "." not in name or name.endswith(LOCAL_NAMES)
    return number.is_private or number.is_loopback or number.is_link_local


def _host_and_port(text: str) -> tuple[str, int]:
    """Split a server address into host and port.  IPv6 addresses with a port need brackets."""
    bracketed = re.fullmatch(r"\[(.+)\](?::(\d+))?", text)
    if bracketed:
        return _short_ipv6(bracketed[1]), _port(bracketed[2])
    if text.count(":") > 1:
        return _short_ipv6(text), PORT
    host, colon, port = text.partition(":")
    if len(host) > LONGEST or not _HOST.fullmatch(host) or (colon and not port):
        raise AddressError(text)
    return host, _port(port or None)


def _short_ipv6(text: str) -> str:
    """Return an IPv6 address in its shortest form.  Raises `AddressError`."""
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

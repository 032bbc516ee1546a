"""Orders of a client core to its socket, and the states that the socket reports.

They are separate from the wire messages, so that an offline program need not load those.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audiogames.net.address import Address


class LineStatus(Enum):
    """The states that a socket reports.  Each has the message `online-line-<value>`."""

    OPEN = "open"
    LOST = "lost"
    """An open connection broke."""
    NO_HOST = "no-host"
    """The host name is unknown."""
    NO_ANSWER = "no-answer"
    """The connection failed, or the server did not answer in time."""
    NO_SERVER = "no-server"
    """The peer does not speak this protocol."""
    CERTIFICATE = "certificate"
    """The TLS certificate is invalid: another name, expired, or self-signed."""
    MIXED = "mixed"
    """The browser forbids a plain connection from a page loaded by TLS."""
    FLOOD = "flood"
    """The server sent too much and was disconnected."""
    RESTED = "rested"
    """The connection was closed while the player was away; the player has returned."""


@dataclass(frozen=True)
class Connect:
    """Open a connection to this server, replacing any other connection."""

    address: Address


@dataclass(frozen=True)
class Transmit:
    """Send this message."""

    data: bytes


@dataclass(frozen=True)
class Disconnect:
    """Close the connection after sending the pending messages."""


SocketOrder = Connect | Transmit | Disconnect

"""What passes between a client and its socket: orders to it, and what has become of the line.

It stands apart from the messages themselves, so that a program that is on no server loads none.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audiogames.net.address import Address


class LineStatus(Enum):
    """What a socket can report.  The words are the message `online-line-<value>`."""

    OPEN = "open"
    LOST = "lost"
    """It was there and is not any more."""
    NO_HOST = "no-host"
    """Nobody knows this name."""
    NO_ANSWER = "no-answer"
    """Nobody is there, or nobody answers in time."""
    NO_SERVER = "no-server"
    """Somebody is there who speaks another language."""
    CERTIFICATE = "certificate"
    """The encryption proves nothing: the certificate is not of that name, old, or home-made."""
    MIXED = "mixed"
    """A page that came encrypted may open no plain line: the browser forbids it."""
    FLOOD = "flood"
    """It was there, and so much came that it was given up."""
    RESTED = "rested"
    """It was let go while nobody was at the program, who is back now."""


@dataclass(frozen=True)
class Connect:
    """Open a line to this server, in the place of any other."""

    address: Address


@dataclass(frozen=True)
class Transmit:
    """Send this message."""

    data: bytes


@dataclass(frozen=True)
class Disconnect:
    """Close the line, after what was to be sent."""


SocketOrder = Connect | Transmit | Disconnect

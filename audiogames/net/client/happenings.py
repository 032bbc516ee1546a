"""The events that a client core reports to its program.

Texts of a server are cleaned for speech (`tidied`): names and chat lines may come from anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from audiogames.net.address import Address
from audiogames.net.client.orders import LineStatus
from audiogames.net.names import clean
from audiogames.net.wire import VERSION, Hello, MatchUpdate, Request, ServerMessage


@dataclass(frozen=True)
class Arrived:
    """A message from the server, and the request that it answers, if any."""

    message: ServerMessage
    request: Request | None = None


@dataclass(frozen=True)
class Dropped:
    """The connection broke, and the client is reconnecting.

    `quietly` is true if the connection was closed while the player was away.  Then nothing is
    announced to the player.
    """

    quietly: bool = False


@dataclass(frozen=True)
class Failed:
    """The connection failed, and the client does not try again."""

    why: LineStatus


@dataclass(frozen=True)
class Nonsense:
    """The server sent an invalid message and was disconnected.  `why` is for programmers."""

    why: str


@dataclass(frozen=True)
class Slow:
    """The answer to a request is overdue; reported once for each request."""

    request: Request


Happening = Arrived | Dropped | Failed | Nonsense | Slow


@dataclass(frozen=True)
class Login:
    """The server to log in to, and the player's name or account.

    Three fields serve to get a seat back: `token`, `own` (the seat code) and `plead` (a vote of the
    table).
    """

    address: Address
    name: str
    gender: str = ""
    code: str = ""
    password: str = ""
    register: bool = False
    token: str = ""
    own: str = ""
    plead: bool = False
    recovery: str = ""

    def hello(self, number: int) -> Hello:
        """Return the first message to the server, for a new player or one who returns to a seat."""
        return Hello(
            number,
            VERSION,
            self.name,
            self.gender,
            self.code,
            self.password,
            self.register,
            self.token,
            -1 if self.token else 0,
            self.own,
            self.plead,
            recovery=self.recovery,
        )


# --- Cleaning for speech --------------------------------------------------------------------------

SECRET: Final = frozenset({"token", "reason", "what", "game", "level", "gender"})
"""Fields that are never spoken: they are compared, or sent back unchanged."""

Field = str | int


def tidied(message: ServerMessage) -> ServerMessage:
    """Return the message with its texts cleaned for speech.

    A match update is returned unchanged, because it is validated elsewhere.
    """
    if isinstance(message, MatchUpdate):
        return message
    message_read: ServerMessage = _struct(message)
    return message_read


def fields(args: dict[str, Any]) -> dict[str, Field]:
    """Return the numbers and texts among a message's arguments, with the texts cleaned for speech.

    Values of other types are left out, because catalogue messages may not use them.
    """
    kept = {name: value for name, value in args.items() if type(value) in {str, int}}
    return {name: clean(one) if isinstance(one, str) else one for name, one in kept.items()}


def _struct(value: Any) -> Any:
    """Return a copy of a message or a part of it, with all texts cleaned except `SECRET` ones."""
    changes = {
        name: _tidied(getattr(value, name))
        for name in value.__struct_fields__
        if name not in SECRET
    }
    return msgspec.structs.replace(value, **changes)


def _tidied(value: Any) -> Any:
    """Return a value with all texts in it cleaned for speech."""
    match value:
        case str():
            return clean(value)
        case list():
            return [_tidied(one) for one in value]
        case msgspec.Struct():
            return _struct(value)
    return value

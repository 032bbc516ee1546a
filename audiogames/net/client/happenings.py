"""What a client's core tells its program: what has happened, and at which server.

What a server tells is made safe to say (`tidied`): names and lines may come from anybody.
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
    """A message of the server; `request` is the one that it answers, where it answers one."""

    message: ServerMessage
    request: Request | None = None


@dataclass(frozen=True)
class Dropped:
    """The line broke; it is being tried again.

    `quietly` where it was let go while nobody was here, who need not be told of it.
    """

    quietly: bool = False


@dataclass(frozen=True)
class Failed:
    """There is no line, and none is tried any more."""

    why: LineStatus


@dataclass(frozen=True)
class Nonsense:
    """The server sent what is no message: the line was closed.  `why` is for programmers."""

    why: str


@dataclass(frozen=True)
class Slow:
    """A request has waited long for its answer; told once for each."""

    request: Request


Happening = Arrived | Dropped | Failed | Nonsense | Slow


@dataclass(frozen=True)
class Login:
    """Where to go and as whom; `token`, `own` and `plead` are ways back to a seat."""

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
        """The greeting of who comes for the first time, or back by what they noted."""
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


# --- Made safe to say ----------------------------------------------------------------------------

SECRET: Final = frozenset({"token", "reason", "what", "game", "level", "gender"})
"""Fields that nobody hears: they are compared, or sent back as they are."""

Field = str | int


def tidied(message: ServerMessage) -> ServerMessage:
    """The same with every text that may be spoken cleaned; an update is read by its types."""
    if isinstance(message, MatchUpdate):
        return message
    told: ServerMessage = _struct(message)
    return told


def fields(args: dict[str, Any]) -> dict[str, Field]:
    """The fields of a message that may be filled in: numbers and texts, and nothing else."""
    kept = {name: value for name, value in args.items() if type(value) in {str, int}}
    return {name: clean(one) if isinstance(one, str) else one for name, one in kept.items()}


def _struct(value: Any) -> Any:
    changes = {
        name: _tidied(getattr(value, name))
        for name in value.__struct_fields__
        if name not in SECRET
    }
    return msgspec.structs.replace(value, **changes)


def _tidied(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case list():
            return [_tidied(one) for one in value]
        case msgspec.Struct():
            return _struct(value)
    return value

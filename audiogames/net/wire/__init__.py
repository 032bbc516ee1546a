"""The wire format: every message that a client and a server may send each other.

One message is one JSON object in one WebSocket text frame.  Its `type` says which class it is; an
unknown type, an unknown field or a value of another type is an error, on both sides.  A field that
has its default value is omitted.

- A client numbers its requests (`id`, rising from 1).  An answer repeats the number in `re`; other
  messages have `re` 0.
- A server numbers its messages to a member (`n`, rising from 1 for the life of a token).  A client
  that reconnects sends the last `n` it received, and receives everything after it.
- During a match a client receives a whole view when its connection is new, and changes after that
  (`MatchChange`); if one does not fit, it requests a whole view.
- No message contains a state, a log, a seed or a sentence.  Events and views are sent as
  `table.codec` writes them, reasons and news as the id of a message with its fields, and each
  client makes the sentences in its player's own language.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from audiogames.net.wire.answers import *  # noqa: F403 - `wire` is the one name for all of it
from audiogames.net.wire.answers import FromServer, ServerMessage
from audiogames.net.wire.bounds import FEW as FEW
from audiogames.net.wire.bounds import LARGEST as LARGEST
from audiogames.net.wire.bounds import VERSION as VERSION
from audiogames.net.wire.requests import *  # noqa: F403 - the same
from audiogames.net.wire.requests import ClientMessage, Request
from audiogames.net.wire.steward import *  # noqa: F403 - the same


class WireError(ValueError):
    """Raised for bytes that are not a valid message.

    The text gives the reason in English, for logs and for the sender.
    """


_ENCODER: Final = msgspec.json.Encoder()
_REQUESTS: Final = msgspec.json.Decoder(ClientMessage)
_ANSWERS: Final = msgspec.json.Decoder(ServerMessage)


def encode(message: Request | FromServer) -> bytes:
    """Encode a message."""
    return _ENCODER.encode(message)


def part(value: msgspec.Struct | list[Any] | dict[str, Any]) -> Any:
    """Encode a part of a message once, so that several messages can include it."""
    return msgspec.Raw(_ENCODER.encode(value))


def read_request(data: bytes | str) -> ClientMessage:
    """Parse a client's message.  Raises `WireError`."""
    request: ClientMessage = _read(_REQUESTS, data)
    return request


def read_message(data: bytes | str) -> ServerMessage:
    """Parse a server's message.  Raises `WireError`."""
    message: ServerMessage = _read(_ANSWERS, data)
    return message


def _read(decoder: msgspec.json.Decoder[Any], data: bytes | str) -> Any:
    if len(data) > LARGEST:
        raise WireError("too large")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WireError(str(error)) from None

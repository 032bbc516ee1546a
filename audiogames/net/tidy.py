"""What a server tells, made safe to say: names and lines may come from anybody."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from audiogames.net.names import clean
from audiogames.net.wire import ServerMessage, Update

SECRET: Final = frozenset({"token", "reason", "what", "game", "level", "gender"})
"""Fields that nobody hears: they are compared, or sent back as they are."""

Field = str | int


def tidied(message: ServerMessage) -> ServerMessage:
    """The same with every text that may be spoken cleaned; an update is read by its types."""
    if isinstance(message, Update):
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

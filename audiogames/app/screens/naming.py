"""Validation of typed names, with the same rules at one keyboard and online."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from audiogames.app.screens.editing import TextRules
from audiogames.core.contract import Refused
from audiogames.core.cues import msg
from audiogames.net.names import name_letters, read_name, sound_of
from audiogames.net.server.limits import NAME_LENGTH

NAME: Final = TextRules(NAME_LENGTH, name_letters)


def checked_name(text: str, others: Iterable[str] = ()) -> str:
    """Return the cleaned name.

    Raises `Refused` if it is invalid, or sounds like one of the `others`.
    """
    name = read_name(text)
    if name is None:
        raise Refused("bad-name", msg("entrance-bad-name"))
    for other in others:
        if sound_of(other) == sound_of(name):
            raise Refused("name-taken", msg("name-taken", name=other))
    return name

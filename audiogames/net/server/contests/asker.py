"""A person who makes a request about a tournament, at this process or another."""

from __future__ import annotations

import msgspec

from audiogames.net.server.people.member import Correspondent


class Asker(msgspec.Struct, frozen=True):
    """What a tournament needs to know about a person."""

    key: str
    name: str
    account: bool = False


def asker_of(person: Correspondent) -> Asker:
    """Return what a tournament needs to know about a person."""
    return Asker(person.key, person.name, person.account)

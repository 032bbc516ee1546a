"""A person who asks something of a tournament, connected to this process or to another."""

from __future__ import annotations

import msgspec

from audiogames.net.server.people.member import Correspondent


class Asker(msgspec.Struct, frozen=True):
    """What a tournament needs to know of a person."""

    key: str
    name: str
    account: bool = False


def asker_of(person: Correspondent) -> Asker:
    """Return what a tournament needs to know of this person."""
    return Asker(person.key, person.name, person.account)

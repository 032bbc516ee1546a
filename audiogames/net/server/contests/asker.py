"""A person who makes a request about a tournament, at this process or another."""

from __future__ import annotations

import msgspec

from audiogames.net.server.people.member import Correspondent


class Asker(msgspec.Struct, frozen=True):
    """The person who makes a request about a tournament, and whether they have an account."""

    key: str
    name: str
    account: bool = False


def asker_of(person: Correspondent) -> Asker:
    """Return a person as the sender of a request about a tournament.

    The result has the person's key and name, and whether they have an account.
    """
    return Asker(person.key, person.name, person.account)

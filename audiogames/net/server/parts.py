"""The shared objects of a server, as one record."""

from __future__ import annotations

from dataclasses import dataclass

from audiogames.net.server.connections import Connections
from audiogames.net.server.moderation.desk import ModerationDesk
from audiogames.net.server.others import OtherProcesses
from audiogames.net.server.outputs import Outgoing
from audiogames.net.server.people.claims import Claims
from audiogames.net.server.people.registry import People, Secrets
from audiogames.net.server.tables.lobby import Lobby
from audiogames.net.server.tables.seating import Seating


@dataclass(frozen=True)
class ServerParts:
    """The objects that several modules of the server use, created once by `ServerCore`."""

    people: People
    lobby: Lobby
    connections: Connections
    claims: Claims
    seating: Seating
    outgoing: Outgoing
    secrets: Secrets
    others: OtherProcesses
    desk: ModerationDesk

"""Request handling: parsing, rate limits, and the choice of each request's handler."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.connections import ClientConnection
from audiogames.net.server.contests.ratings import Ratings
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.parting import Parting
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.admission import Admission
from audiogames.net.server.people.member import PACED, Member
from audiogames.net.server.people.presence import Presence
from audiogames.net.server.people.talking import Talking
from audiogames.net.server.tables.hosting import Hosting
from audiogames.net.server.tables.lists import Lists
from audiogames.net.server.tables.playing import Playing
from audiogames.net.wire import WireError

Handler = Callable[[Member, Any, float], None]
"""A function that handles a request.  It may raise `Refusal` before anything has changed."""


def request_handlers(
    parts: ServerParts,
    lists: Lists,
    entrance: Admission,
    talking: Talking,
) -> dict[type[wire.Request], Handler]:
    """Return the handler of each request type, except those added by `ServerCore`."""
    seating = parts.seating
    hosting = Hosting(parts, talking)
    playing = Playing(parts.lobby, parts.outgoing)
    return {
        wire.ListTables: lists.tables,
        wire.ListPeople: lists.online,
        wire.Open: hosting.open_table,
        wire.Join: seating.join,
        wire.AskStanding: seating.standing,
        wire.Leave: seating.leave,
        wire.Watch: hosting.watch,
        wire.AddBot: hosting.add_bot,
        wire.RemoveBot: hosting.remove_bot,
        wire.Arrange: hosting.arrange,
        wire.Agree: entrance.agree,
        wire.StartMatch: hosting.start,
        wire.PassHost: hosting.pass_host,
        wire.Kick: hosting.kick,
        wire.VotePause: playing.pause,
        wire.MakeMove: playing.move,
        wire.Ready: playing.ready,
        wire.AskView: playing.view,
        wire.Extend: playing.extend,
        wire.Heard: playing.heard,
        wire.TellWishes: playing.wishes,
        wire.Here: playing.here,
        wire.Chat: talking.chat,
        wire.BlockPerson: talking.block,
        wire.Privacy: talking.privacy,
        wire.Befriend: talking.befriend,
        wire.Invite: talking.invite,
        wire.ReportPerson: talking.report,
        wire.AskRatings: Ratings(parts.outgoing, parts.people.names).ask,
    }


class Handling:
    """Parses each client's requests, and handles or refuses them."""

    def __init__(
        self,
        parts: ServerParts,
        handlers: dict[type[wire.Request], Handler],
        entrance: Admission,
        presence: Presence,
        parting: Parting,
    ) -> None:
        self._handlers = handlers
        self._entrance = entrance
        self._presence = presence
        self._parting = parting
        self._outgoing = parts.outgoing
        self._others = parts.others

    def read(self, connection: ClientConnection, data: bytes | str, now: float) -> None:
        """Parse a client's message and handle the request in it.  Raises `Refusal`."""
        self._outgoing.serve(None, 0)
        try:
            request = wire.read_request(data)
        except WireError as error:
            reason = "net-too-large" if len(data) > wire.LARGEST else "net-malformed"
            self._parting.lose(connection, reason, now, text=str(error)[:200])
            return
        self._outgoing.serve(connection.member, request.id)
        cost = limits.COSTS.get(type(request), 1) + len(data) // limits.BYTES_A_REQUEST
        if not connection.pace.take(now, cost):
            self._hold_back(connection, now)
            return
        self.answer(connection, request, now)

    def answer(self, connection: ClientConnection, request: Any, now: float) -> None:
        """Handle a request, or first query the store or redirect the client.  Raises `Refusal`."""
        handle = partial(self._handle, connection, request, now)
        self._others.answer(connection, request, handle, now)

    def _hold_back(self, connection: ClientConnection, now: float) -> None:
        """Refuse a request that exceeds the rate limit, or disconnect the client.

        A member is disconnected only after many such requests.
        """
        if connection.member is not None and connection.patience.take(now):
            raise Refusal("net-too-fast")
        self._parting.lose(connection, "net-too-fast", now)

    def _handle(self, connection: ClientConnection, request: Any, now: float) -> None:
        match request:
            case wire.Hello(version=version) if version != wire.VERSION:
                self._parting.lose(connection, "net-other-version", now, version=wire.VERSION)
            case wire.Hello(token="") if self._outgoing.is_blocked:
                self._refuse_at_once(connection, request)
            case wire.Hello():
                connection.heard_at = now
                self._entrance.greet(connection, request, now)
            case wire.Ping():
                self._outgoing.answer_at_once(connection.conn, request.id, wire.Pong())
            case wire.Goodbye():
                self._presence.goodbye(connection, now)
            case _ if connection.member is None:
                raise Refusal("net-say-hello")
            case _ if self._outgoing.is_blocked and not isinstance(request, wire.Heard):
                self._refuse_at_once(connection, request)
            case _:
                self._serve(connection, connection.member, request, now)

    def _refuse_at_once(self, connection: ClientConnection, request: wire.Request) -> None:
        """Refuse a request, even while the store is unavailable and other answers must wait."""
        no = wire.No(reason="net-store-away")
        self._outgoing.answer_at_once(connection.conn, request.id, no)

    def _serve(
        self, connection: ClientConnection, member: Member, request: Any, now: float
    ) -> None:
        """Handle a member's request, and answer `Done` if nothing else was sent."""
        pace = PACED.get(type(request))
        is_anew = self._others.repeats  # the limits counted the request the first time
        if pace is not None and not is_anew and not member.may(pace, now):
            raise Refusal("net-too-fast")
        self._handlers[type(request)](member, request, now)
        if not (self._outgoing.answered or isinstance(request, wire.Heard)):
            self._outgoing.answer(connection.conn, wire.Done())

"""Claims to a seat by people without its token: proof by digits, or a vote of the table.

A name and the code of a table prove nothing: everybody at the table knows both.  A
claimant gets a seat by knowing its owner's digits or, when the owner has been away for a
while, by the consent of all other seated people who are connected.  At least two people
must vote: a single voter would be the host, who plays against the seat.  The seat of an
account needs its password.
"""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest

from audiogames.net import wire
from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.connections import ClientConnection, Connections
from audiogames.net.server.guesses import DigitGuesses
from audiogames.net.server.others import OtherProcesses
from audiogames.net.server.outputs import Outgoing, Refusal
from audiogames.net.server.people.member import Member
from audiogames.net.server.tables.match import GivenUp
from audiogames.net.server.tables.table import OnlineTable, SeatRequest


@dataclass(frozen=True)
class Claim:
    """A client's claim to the seat that the player `name` left at the time `left`."""

    connection: ClientConnection
    table: OnlineTable
    name: str
    left: float

    @property
    def seat(self) -> str:
        """The claimed seat's key, under which wrong guesses of the owner's digits are counted.

        The digits are a short code by which an owner without a token proves who they are.
        """
        return _seat(self.table, self.name)


class Claims:
    """Decides claims to seats: by the seat's secret digits, or by a vote of the other players."""

    def __init__(
        self, connections: Connections, outgoing: Outgoing, others: OtherProcesses
    ) -> None:
        self._connections = connections
        self._outgoing = outgoing
        self._guesses = guesses = DigitGuesses()
        # A table may move to another process, and so may a person who guesses.
        self._wrong = others.share("digits", guesses.wrong)
        self._shut = others.share("seats-shut", guesses.shut)

    def prove_or_ask(
        self, claim: Claim, owner: GivenUp, request: wire.Hello | wire.Join, now: float
    ) -> bool:
        """Return True if the claimant has sent the digits, a short code known to the seat's owner.

        Return False after starting a vote instead.  Raises `Refusal` for missing or wrong digits,
        or if a vote is not possible.
        """
        if request.plead and not owner.account:
            self.plead(claim, request, now)
            return False
        self.check_digits(claim, owner.own, request.own, now)
        return True

    def check_digits(self, claim: Claim, right: str, given: str, now: float) -> None:
        """Raise `Refusal` if the claimant's digits are missing or wrong, or guesses are blocked.

        The digits are a short code known to the seat's owner; the claimant has sent `given`.
        """
        address = claim.connection.address
        if not given:
            raise Refusal("net-own-wanted", name=claim.name)
        if not self._guesses.may(claim.seat, address, now):
            raise Refusal("net-own-blocked")
        if not right or not compare_digest(right.encode(), given.encode("utf-8", "replace")):
            self._wrong(claim.seat, address, now)
            raise Refusal("net-wrong-own", name=claim.name)

    # Asking the others

    def plead(self, claim: Claim, request: wire.Hello | wire.Join, now: float) -> None:
        """Start a vote of the connected players on the claim to a seat.  Raises `Refusal`."""
        connection, table = claim.connection, claim.table
        asked = _asked(table, claim.name)
        if now < claim.left + limits.GRACE:
            raise Refusal("net-asks-too-soon")
        if len(asked) < limits.CONSENTS:
            raise Refusal("net-nobody-to-ask")
        if not self._guesses.may(claim.seat, connection.address, now):
            raise Refusal("net-own-blocked")
        if table.plea is not None or connection.pleads is not None:
            raise Refusal("net-asked-already")
        # Until all have agreed the plea counts as a failed attempt, which limits repetition.
        self._wrong(claim.seat, connection.address, now)
        until = now + limits.PLEA_SECONDS
        table.plea = SeatRequest(connection.conn, request, claim.name, until)
        connection.pleads = table
        self._connections.wake(connection, until)
        self._outgoing.answer(connection.conn, wire.Asked(seconds=limits.PLEA_SECONDS))
        self._outgoing.tell_all(asked, wire.News(what="asks-seat", name=claim.name))

    def answer(
        self, table: OnlineTable, member: Member, request: wire.Agree, now: float
    ) -> SeatRequest | None:
        """Record a vote; return the request for the seat once all have agreed, else None.

        Raises `Refusal`.
        """
        plea = table.plea
        if plea is None or key_of(plea.name) != key_of(request.name):
            raise Refusal("net-nobody-asks")
        asked = _asked(table, plea.name)
        if member not in asked:
            raise Refusal("net-you-watch")
        if request.no:
            address = self._connections.by_conn[plea.conn].address
            self._shut(_seat(table, plea.name), address, now)
            self._outgoing.tell_all(asked, wire.News(what="seat-refused", name=plea.name))
            self.end(table, "net-not-agreed")
            return None
        plea.agreed.add(member.id)
        agreed = {one.id for one in asked} <= plea.agreed and len(plea.agreed) >= limits.CONSENTS
        return plea if agreed else None

    def end(self, table: OnlineTable, reason: str) -> None:
        """End a table's vote, and send the reason to the claimant."""
        plea, table.plea = table.plea, None
        connection = None if plea is None else self._connections.by_conn.get(plea.conn)
        if plea is not None and connection is not None:
            connection.pleads = None
            self._outgoing.answer_to(plea.conn, plea.request.id, wire.No(reason=reason))

    def expire(self, connection: ClientConnection, now: float) -> None:
        """End this client's vote if its time is up."""
        table = connection.pleads
        if table is not None and table.plea is not None and now >= table.plea.until:
            self.end(table, "net-not-answered")


def _seat(table: OnlineTable, name: str) -> str:
    """Return the key under which wrong guesses of a seat's code are counted."""
    return f"{table.id} {key_of(name)}"


def _asked(table: OnlineTable, name: str) -> list[Member]:
    """Return the players who vote on a claim to a seat.

    They are the connected players, except the owner of the seat (`name`), who has left it.
    """
    return [one for one in table.seated if one.here and one.key != key_of(name)]

"""Sending private lines, invitations and tournament requests to another process.

The sender's process checks what the store knows: who has blocked whom, and who accepts messages.
The receiver's process checks what only it knows, such as its rate limits, delivers the message and
returns a receipt.  The sender's client is informed that the line was sent only after the receipt.

A request about a tournament is sent the same way to the process that runs the tournament, and the
receipt contains the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Final

import msgspec

from audiogames.net import wire
from audiogames.net.cluster.letters import (
    ContestLetter,
    InvitationLetter,
    Letter,
    LineLetter,
    PersonalLetter,
    Receipt,
)
from audiogames.net.server import limits
from audiogames.net.server.connections import ClientConnection
from audiogames.net.server.contests.desk import ContestDesk
from audiogames.net.server.outputs import PostMail, Refusal
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import Conn, FarPerson, row_of
from audiogames.net.server.people.talking import Talking
from audiogames.net.server.queues import Alarms
from audiogames.net.server.store import Mail

LETTER: Final = "letter"
"""The alarm kind of letters."""


@dataclass(frozen=True)
class SentLetter:
    """A letter whose receipt is awaited, and the client's request that caused the letter."""

    conn: Conn
    request: int
    letter: PersonalLetter


class Correspondence:
    """Sends personal letters to other processes, awaits receipts, and delivers arriving letters."""

    def __init__(
        self, parts: ServerParts, talking: Talking, contests: ContestDesk, alarms: Alarms
    ) -> None:
        self._people = parts.people
        self._talking = talking
        self._contests = contests
        self._connections = parts.connections
        self._outgoing = parts.outgoing
        self._alarms = alarms
        self._numbers = count(1)
        self._awaited: dict[int, SentLetter] = {}

    def send(
        self,
        connection: ClientConnection,
        request: wire.Request,
        to: FarPerson,
        letter: PersonalLetter,
        now: float,
    ) -> None:
        """Send a letter to the process of its receiver.

        Raises `Refusal` if no live process has the receiver.
        """
        if not to.process:
            raise Refusal("net-not-reached", name=to.name)
        letter = msgspec.structs.replace(letter, number=next(self._numbers))
        self._awaited[letter.number] = SentLetter(connection.conn, request.id, letter)
        self._alarms.set((LETTER, letter.number), now + limits.LETTER_SECONDS)
        self._post(to.process, letter)

    def expire(self, number: int, now: float) -> None:
        """Report to the sender that no receipt arrived in time."""
        del now
        sent = self._awaited.pop(number, None)
        if sent is not None:
            self._refuse(sent, wire.No(reason="net-not-reached", args={"name": sent.letter.to}))

    def take(self, process: int, letter: PersonalLetter, now: float) -> None:
        """Deliver a letter from another process, and return a receipt."""
        answer = ""
        try:
            if isinstance(letter, ContestLetter):
                answer = self._ask(letter, now)
            else:
                sender = FarPerson(letter.sender, process, self._people.names.key(letter.sender))
                self._deliver(sender, letter, now)
        except Refusal as refusal:
            receipt = Receipt(number=letter.number, reason=refusal.reason, args=refusal.args_)
        else:
            receipt = Receipt(number=letter.number, answer=answer)
        self._post(process, receipt)

    def _ask(self, letter: ContestLetter, now: float) -> str:
        """Handle a request about a tournament; return its encoded answer, if it has one."""
        try:
            request = wire.read_request(letter.request)
        except wire.WireError:  # of another version
            raise Refusal("net-malformed") from None
        assert isinstance(request, wire.AskContests | wire.InContest)
        told = self._contests.answer(letter.asker, letter.partner, request, now)
        return "" if told is None else wire.encode(told).decode()

    def _deliver(self, sender: FarPerson, letter: PersonalLetter, now: float) -> None:
        to = self._people.named(letter.to)
        if to is None:
            raise Refusal("net-not-reached", name=letter.to)
        match letter:
            case LineLetter(text=text):
                self._talking.hand_line(sender, to, text, now)
            case InvitationLetter(code=code, game=game):
                self._talking.hand_invitation(sender, to, code, game, now)

    def received(self, receipt: Receipt, now: float) -> None:
        """Report the result of a letter to the sender's client."""
        sent = self._awaited.pop(receipt.number, None)
        if sent is None:
            return
        self._alarms.set((LETTER, receipt.number), None)
        if receipt.reason:
            self._refuse(sent, wire.No(reason=receipt.reason, args=receipt.args))
            return
        connection = self._connections.by_conn.get(sent.conn)
        if connection is None or connection.member is None:
            return
        self._outgoing.serve(connection.member, sent.request)
        if receipt.answer:
            self._outgoing.answer(sent.conn, wire.read_message(receipt.answer))
        elif isinstance(sent.letter, LineLetter):
            self._talking.echo(connection.member, sent.letter.to, sent.letter.text)
        else:
            self._outgoing.answer(sent.conn, wire.Done())

    def _refuse(self, sent: SentLetter, refusal: wire.No) -> None:
        """Send a refusal to the sender's client, if it is still connected."""
        if sent.conn in self._connections.by_conn:
            self._outgoing.answer_to(sent.conn, sent.request, refusal)

    def _post(self, process: int, letter: Letter) -> None:
        self._outgoing.add(PostMail(Mail(process, row_of(letter))))

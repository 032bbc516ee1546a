"""Outputs of a server core to its shell, in order, and `Outgoing`, which collects them.

Every message to a client passes through `Outgoing`, so that it is numbered, kept for members who
are away, and ordered after the `Write`s before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.contests.rows import RatingQuestion
from audiogames.net.server.limits import Bucket
from audiogames.net.server.people.member import Conn, Member, row_of
from audiogames.net.server.store import Mail, ModerationRow, Row, StoreQuestion, Unit
from audiogames.net.wire import FromServer
from audiogames.table.protocol import BotRequest, DayRequest


class Send(msgspec.Struct, frozen=True):
    """Send these bytes once every earlier `Write` is on disk.

    A message that reveals no stored change is sent immediately (`at_once`).
    """

    conn: Conn
    data: bytes
    at_once: bool = False


class Drop(msgspec.Struct, frozen=True):
    """Close the connection after sending everything before this output."""

    conn: Conn


class Write(msgspec.Struct, frozen=True):
    """Store this row; messages after this output are sent only when the row is stored."""

    row: Row


class RequestBotMove(msgspec.Struct, frozen=True):
    """Compute a bot's move and pass it to `ServerCore.thought`."""

    table: int
    wanted: BotRequest
    address: str = ""
    """The address that opened the table; requests alternate between addresses."""


class RequestDay(msgspec.Struct, frozen=True):
    """Have bots play a deal of the day, and pass the result to `ServerCore.day_played`."""

    wanted: DayRequest


WEAK: Final = ""
"""The value instead of a hash if the new password is too easy to guess."""


class CheckPassword(msgspec.Struct, frozen=True):
    """Check a password against its hash, or hash it if there is no hash yet.

    The result is passed to `ServerCore.verified`.
    """

    conn: Conn
    password: str
    hashed: str


class AskStore(msgspec.Struct, frozen=True):
    """Look up in the store the rows that a request needs.

    The answer is passed to `ClusterProcess.answered`.
    """

    conn: Conn
    question: StoreQuestion


class AskRatingLines(msgspec.Struct, frozen=True):
    """Query the store for ratings.  The answer is passed to `ServerCore.ratings_found`."""

    conn: Conn
    request: int
    question: RatingQuestion


class PostMail(msgspec.Struct, frozen=True):
    """Deliver mail to another process once every earlier `Write` is on disk.

    If the store refuses the row of `unit`, the mail is discarded.
    """

    mail: Mail
    unit: Unit | None = None


class DiscardOutputs(msgspec.Struct, frozen=True):
    """Discard the waiting outputs of these units and connections.

    Another process owns the units, or their state in the store is uncertain.
    """

    units: frozenset[Unit]
    conns: frozenset[Conn]


class Note(msgspec.Struct, frozen=True):
    """Write a line to the operator's log, in English."""

    text: str


class FaultFound(msgspec.Struct, frozen=True):
    """Report an unexpected exception."""

    error: Exception


class Stop(msgspec.Struct, frozen=True):
    """End the server; its supervisor starts it again."""


Output = (
    Send | Drop | Write | RequestBotMove | RequestDay | CheckPassword | AskStore
    | AskRatingLines | PostMail | DiscardOutputs | Note | FaultFound | Stop
)  # fmt: skip


class Refusal(Exception):
    """Raised to refuse a request, with the id and fields of the message that gives the reason."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.args_: dict[str, Any] = args

    def as_answer(self) -> wire.No:
        """Return the refusal as a wire message."""
        return wire.No(reason=self.reason, args=self.args_)


class Outgoing:
    """Collects outputs in order, and knows which request is being answered."""

    def __init__(self) -> None:
        self._outputs: list[Output] = []
        self.request = 0
        """The number of the current request."""
        self._asker: Member | None = None
        self.answered = False
        """Whether the member who made the current request was sent anything."""
        self.is_blocked = False
        """Whether the store is unavailable, so that nothing may change."""
        self._moderation: Bucket | None = None
        """Bytes left in the moderation log's daily allowance."""
        self.may_log: Callable[[str, float], bool] = self._use_log
        """Reserve this number of bytes of the moderation log; False if the allowance is used up."""

    def take(self) -> list[Output]:
        """Return and clear the collected outputs."""
        outputs, self._outputs = self._outputs, []
        return outputs

    def add(self, output: Output) -> None:
        """Append an output."""
        self._outputs.append(output)

    def write(self, row: Row) -> None:
        """Store a row before any later message is sent."""
        self._outputs.append(Write(row))

    def note(self, text: str) -> None:
        """Log a line for the operator."""
        self._outputs.append(Note(text))

    def moderated(self, now: float, **what: Any) -> bool:
        """Write a line to the moderation log; return False if today's limit is reached."""
        row = row_of(what)
        if not self.may_log(str(len(row.encode())), now):
            return False
        self.write(ModerationRow(now, row))
        return True

    def _use_log(self, size: str, now: float) -> bool:
        """Count bytes towards the moderation log's limit for today; return False if it is reached.

        `size` is a text because the limits that processes share have texts as keys (`Ledger`).
        """
        if self._moderation is None:
            most = limits.MODERATION_BYTES
            self._moderation = Bucket.full(most / limits.DAY, most, now)
        return self._moderation.take(now, float(size))

    # Messages

    def serve(self, member: Member | None, request: int) -> None:
        """Begin to answer a request: messages to this member now carry the request's number."""
        self._asker, self.request, self.answered = member, request, False

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Within this context, messages do not count as answers to the current request."""
        served = self._asker, self.request, self.answered
        self.serve(None, 0)
        try:
            yield
        finally:
            self._asker, self.request, self.answered = served

    def answer(self, conn: Conn, message: FromServer) -> None:
        """Send an answer to the current request; it is dropped if the member is away."""
        self.answered = True
        self.answer_to(conn, self.request, message)

    def answer_to(self, conn: Conn, request: int, message: FromServer) -> None:
        """Send an answer to the request with this number."""
        self._outputs.append(Send(conn, wire.encode(msgspec.structs.replace(message, re=request))))

    def answer_at_once(self, conn: Conn, request: int, message: FromServer) -> None:
        """Send an answer at once, even before earlier rows are stored.

        So the answer must not reveal anything that these rows change.
        """
        self.answered = True
        data = wire.encode(msgspec.structs.replace(message, re=request))
        self._outputs.append(Send(conn, data, at_once=True))

    def tell(self, member: Member, message: FromServer) -> None:
        """Send a message to a member; if they are away, they receive it when they return."""
        number = member.outbox.next()
        request = 0
        if member is self._asker:
            request, self.answered = self.request, True
        data = wire.encode(msgspec.structs.replace(message, n=number, re=request))
        member.outbox.keep(number, data, here=member.here)
        if member.conn is not None:
            self._outputs.append(Send(member.conn, data))

    def tell_all(self, members: Iterable[Member], message: FromServer) -> None:
        """Send the same message to several members."""
        for member in members:
            self.tell(member, message)

    def resend(self, conn: Conn, messages: Iterable[bytes]) -> None:
        """Send kept messages again after a reconnection."""
        self._outputs += [Send(conn, message) for message in messages]

"""What a server core asks of its shell, in one order, and how it tells people anything.

Whatever is told goes through `Outgoing`, so that it is numbered, kept for those who are away, and
stands after what must be on disk before it.
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
from audiogames.table.protocol import BotRequest


class Send(msgspec.Struct, frozen=True):
    """Send these bytes, once every `Write` before it is on disk.

    Or `at_once`, where they tell nothing that is to be kept.
    """

    conn: Conn
    data: bytes
    at_once: bool = False


class Drop(msgspec.Struct, frozen=True):
    """Close the connection, once what was sent before has gone."""

    conn: Conn


class Write(msgspec.Struct, frozen=True):
    """Keep this: whatever follows must not be told before."""

    row: Row


class RequestBotMove(msgspec.Struct, frozen=True):
    """Have a bot's move thought, and bring it to `ServerCore.thought`."""

    table: int
    wanted: BotRequest
    address: str = ""
    """Where the table was opened from: addresses take turns."""


WEAK: Final = ""
"""In the place of a hash: the new password is too easy to guess."""


class CheckPassword(msgspec.Struct, frozen=True):
    """Compare a password with its hash, or make a hash where there is none yet.

    The answer goes to `ServerCore.verified`.
    """

    conn: Conn
    password: str
    hashed: str


class AskStore(msgspec.Struct, frozen=True):
    """Ask the store what a request is about.  The answer goes to `ClusterProcess.answered`."""

    conn: Conn
    question: StoreQuestion


class AskRatingLines(msgspec.Struct, frozen=True):
    """Ask the store about ratings.  The answer goes to `ServerCore.ratings_found`."""

    conn: Conn
    request: int
    question: RatingQuestion


class PostMail(msgspec.Struct, frozen=True):
    """Have this delivered to another process."""

    mail: Mail


class Forsake(msgspec.Struct, frozen=True):
    """What waits of this must neither be kept nor sent: it is another process's, or uncertain."""

    units: frozenset[Unit]
    conns: frozenset[Conn]


class Note(msgspec.Struct, frozen=True):
    """A line for the server's operator, in English."""

    text: str


class FaultFound(msgspec.Struct, frozen=True):
    """Report an error that nobody foresaw."""

    error: Exception


class Stop(msgspec.Struct, frozen=True):
    """End the server, to be started again by whatever watches it."""


Output = (
    Send | Drop | Write | RequestBotMove | CheckPassword | AskStore | AskRatingLines | PostMail
    | Forsake | Note | FaultFound | Stop
)  # fmt: skip


class Refusal(Exception):
    """A request is refused: the id of a message, and its fields."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.args_: dict[str, Any] = args

    def told(self) -> wire.No:
        """As it travels."""
        return wire.No(reason=self.reason, args=self.args_)


class Outgoing:
    """The outputs since the last call, and whose request they answer."""

    def __init__(self) -> None:
        self._outputs: list[Output] = []
        self.request = 0
        """The number of the request that is being answered."""
        self._asker: Member | None = None
        self.answered = False
        """Whether the member who asked was told anything."""
        self.is_blocked = False
        """Whether nothing can be kept for the time being, so that nothing new may happen."""
        self._moderation: Bucket | None = None
        """Bytes that may still be kept in the moderation log."""
        self.may_log: Callable[[str, float], bool] = self._use_log
        """Whether so many bytes may be kept in it now; they are used up then."""

    def take(self) -> list[Output]:
        """What has come together since the last call."""
        outputs, self._outputs = self._outputs, []
        return outputs

    def add(self, output: Output) -> None:
        """One more."""
        self._outputs.append(output)

    def write(self, row: Row) -> None:
        """Keep this before anything that follows is told."""
        self._outputs.append(Write(row))

    def note(self, text: str) -> None:
        """A line for the server's operator."""
        self._outputs.append(Note(text))

    def moderated(self, now: float, **what: Any) -> bool:
        """A line of the moderation log; whether there was room for it today."""
        row = row_of(what)
        if not self.may_log(str(len(row.encode())), now):
            return False
        self.write(ModerationRow(now, row))
        return True

    def _use_log(self, size: str, now: float) -> bool:
        if self._moderation is None:
            most = limits.MODERATION_BYTES
            self._moderation = Bucket.full(most / limits.DAY, most, now)
        return self._moderation.take(now, float(size))

    # Telling

    def serve(self, member: Member | None, request: int) -> None:
        """What is told to this member from now on answers this request."""
        self._asker, self.request, self.answered = member, request, False

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Whatever is told meanwhile answers no request, and the one that is served still waits."""
        served = self._asker, self.request, self.answered
        self.serve(None, 0)
        try:
            yield
        finally:
            self._asker, self.request, self.answered = served

    def answer(self, conn: Conn, told: FromServer) -> None:
        """Answer the request on this connection; an answer is not kept."""
        self.answered = True
        self.answer_to(conn, self.request, told)

    def answer_to(self, conn: Conn, request: int, told: FromServer) -> None:
        """Answer a request that was made a while ago."""
        self._outputs.append(Send(conn, wire.encode(msgspec.structs.replace(told, re=request))))

    def answer_at_once(self, conn: Conn, request: int, told: FromServer) -> None:
        """The same with what says nothing that is to be kept: it waits for no `Write`."""
        self.answered = True
        data = wire.encode(msgspec.structs.replace(told, re=request))
        self._outputs.append(Send(conn, data, at_once=True))

    def tell(self, member: Member, told: FromServer) -> None:
        """Tell a member something; they will get it after an absence too."""
        number = member.outbox.next()
        request = 0
        if member is self._asker:
            request, self.answered = self.request, True
        message = wire.encode(msgspec.structs.replace(told, n=number, re=request))
        member.outbox.keep(number, message, here=member.here)
        if member.conn is not None:
            self._outputs.append(Send(member.conn, message))

    def tell_all(self, members: Iterable[Member], told: FromServer) -> None:
        """Tell several the same."""
        for member in members:
            self.tell(member, told)

    def resend(self, conn: Conn, messages: Iterable[bytes]) -> None:
        """Send what was kept."""
        self._outputs += [Send(conn, message) for message in messages]

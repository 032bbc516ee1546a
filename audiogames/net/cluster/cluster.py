"""One of several processes that serve a room together and share its store.

Each process has some of the tables and of the people.  A request that is about somebody or
something that may be elsewhere is broken off (`_Unanswered`) before it has changed anything; the
store is asked, and the request is read once more with the answer at hand.  If what it is about
turns out to be at another process, the person goes there (`_Elsewhere`), or a letter does for them
(`_Posted`).  What all show one another and write comes in by `know` and `hear`.

The three exceptions never leave this module: the core raises them by calling `see`, `person`,
`write` and `invite`, deep in a request, and they end at `answer`, which it was called through.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NoReturn, TypeVar

import msgspec

from audiogames.net import wire
from audiogames.net.cluster.addresses import unsealed
from audiogames.net.cluster.correspondence import LETTER, Correspondence
from audiogames.net.cluster.forsaking import Forsaking
from audiogames.net.cluster.ledger import Ledger
from audiogames.net.cluster.letters import (
    CallLetter,
    InvitationLetter,
    LimitsUsed,
    LineLetter,
    PersonalLetter,
    Receipt,
    read_letter,
)
from audiogames.net.cluster.lookups import StoreAnswer
from audiogames.net.cluster.own_part import PartMaker, known_rules
from audiogames.net.cluster.room import Room
from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.connections import ClientConnection
from audiogames.net.server.core import ServerCore
from audiogames.net.server.others import OtherProcesses
from audiogames.net.server.outputs import AskStore, FaultFound, Output, PostMail, Refusal
from audiogames.net.server.people.member import Conn, FarPerson, Member, row_of
from audiogames.net.server.store import Mail, Shelf, Shown, StoredRows, StoreQuestion, Unit

T = TypeVar("T")


class _Unanswered(Exception):
    """The store must be asked this first; nothing has changed."""

    def __init__(self, question: StoreQuestion) -> None:
        super().__init__(question)
        self.question = question


class _Elsewhere(Exception):
    """Another process has it; nothing has changed."""

    def __init__(self, address: str, table: int) -> None:
        super().__init__(address)
        self.address = address
        self.table = table


class _Posted(Exception):
    """Another process is asked by a letter, and its receipt is the answer."""

    def __init__(self, to: FarPerson, letter: PersonalLetter) -> None:
        super().__init__(letter)
        self.to = to
        self.letter = letter


class ClusterProcess(OtherProcesses):
    """What a core asks about the other processes, and what they and the store bring.

    It is made before its core, and joined to it by `join`; calls that return outputs return them as
    those of the core do.
    """

    def __init__(self, process: int, salt: str = "") -> None:
        """`process` is its number among those that share the store.

        `salt` is what all of them mix into the marks of addresses.
        """
        self.process = process
        self.addresses: tuple[str, ...] = ()
        self._salt = salt
        self._room = Room(process, salt)
        self._ledger = Ledger()
        self._answer: StoreAnswer | None = None
        """What the store says about the request that is being read once more."""

    def join(self, core: ServerCore) -> None:
        """Serve together with this core, which was made with this as its `others`."""
        parts = core.parts
        self._core = core
        self._outgoing = parts.outgoing
        self._forsaking = Forsaking(parts)
        self._letters = Correspondence(
            parts.people, core.talking, parts.connections, parts.outgoing, core.alarms
        )
        self._own_part = PartMaker(
            parts.people, parts.lobby, core.lists, parts.connections, self._salt
        )
        core.ring[LETTER] = self._letters.expire

    # What the core asks

    @property
    def blocked(self) -> frozenset[str]:  # type: ignore[override] # a protocol cannot say read-only
        """The keys of all whom anybody elsewhere has blocked."""
        return self._room.blocked

    @property
    def version(self) -> int:  # type: ignore[override] # the same
        """Rises whenever the others show anything else."""
        return self._room.version

    @property
    def repeats(self) -> bool:  # type: ignore[override] # the same
        """Whether a request is being read once more."""
        return self._answer is not None

    def share(self, name: str, use: Callable[..., T]) -> Callable[..., T]:
        """The same limit, of which the others are told whenever something is used up."""
        return self._ledger.share(name, use)

    def answer(
        self,
        connection: ClientConnection,
        request: wire.Request,
        handle: Callable[[], None],
        now: float,
    ) -> None:
        """Have a request handled, here or where it belongs.  Raises `Refusal`."""
        try:
            handle()
        except _Unanswered as asked:
            is_member = connection.member is not None
            dear = is_member and not connection.pace.take(now, limits.DEAR)
            if connection.held is not None or dear:
                raise Refusal("net-too-fast") from None
            connection.held = request
            self._outgoing.add(AskStore(connection.conn, asked.question))
        except _Posted as posted:
            self._letters.send(connection, request, posted.to, posted.letter, now)
        except _Elsewhere as there:
            self._forsaking.send_on(connection, request, there.address, there.table)

    def see(self, question: StoreQuestion) -> None:
        """Have the store asked, unless its answer is at hand.

        Raises `Refusal` where the answer is no.
        """
        answer = self._answer
        if answer is None:
            raise _Unanswered(question)
        if answer.address:
            raise _Elsewhere(answer.address, answer.table)
        if answer.refusal:
            raise Refusal(answer.refusal, name=question.name)

    def person(self, name: str) -> FarPerson:
        """Somebody of this name who is not here.  Raises `Refusal` where there is none."""
        self.see(StoreQuestion(whose=key_of(name[: 4 * limits.NAME_LENGTH])))
        found = None if self._answer is None else self._answer.person
        if found is None:
            raise Refusal("net-nobody-called", name=name[: limits.NAME_LENGTH])
        return found

    def write(self, sender: Member, to: FarPerson, text: str) -> NoReturn:
        """A private line for somebody at another process, which judges and answers it."""
        raise _Posted(to, LineLetter(sender=sender.name, to=to.name, text=text))

    def invite(self, sender: Member, to: FarPerson, code: str, game: str) -> NoReturn:
        """An invitation for somebody at another process, which judges and answers it."""
        raise _Posted(to, InvitationLetter(sender=sender.name, to=to.name, code=code, game=game))

    def call_for_players(self, host: Member, game: str, table: int) -> None:
        """Have those at the others hear that somebody waits at a public table."""
        letter = CallLetter(
            sender=host.name, blocked=[*host.manners.blocked], game=game, table=table
        )
        self._outgoing.add(PostMail(Mail(0, row_of(letter))))

    def lines_from(self, address: str) -> int:
        """How many lines an address has to the others."""
        return self._room.lines_from(address)

    def tables_from(self, address: str) -> int:
        """How many tables with people the others have that were opened from there."""
        return self._room.tables_from(address)

    def tables(
        self, here: Iterable[wire.TableLine], asker: Member | None, known: Container[int]
    ) -> Iterable[wire.TableLine]:
        """The public tables of all, by turns."""
        return self._room.by_turns(
            here, lambda part: part.tables_for(asker, known), lambda line: line.table
        )

    def people(
        self, here: Iterable[wire.Person], asker: Member | None, known: Container[str]
    ) -> Iterable[wire.Person]:
        """The people of all, by turns."""
        return self._room.by_turns(
            here, lambda part: part.people_for(asker, known), lambda person: person.name
        )

    # What a look at the store asks (`AskingProcess`)

    def has_table(self, number: int) -> bool:
        """Whether this table is played here."""
        return number in self._core.lobby.tables

    def place_for(self, rules: str) -> str | None:
        """Where tables with these rules are played: empty for here, None where nowhere."""
        is_known = not rules or rules in known_rules()
        return "" if is_known else self._room.place_for(rules)

    # What the store says

    def answered(self, conn: Conn, answer: StoreAnswer, now: float) -> list[Output]:
        """What the store knows: the request that waited for it is read once more."""
        core, connections = self._core, self._core.connections
        core.restoration.add(answer.rows, now)
        connection = connections.by_conn.get(conn)
        if connection is not None and connection.held is not None:
            request, connection.held = connection.held, None
            if answer.caller and isinstance(request, wire.Hello):
                caller = unsealed(answer.caller, request.ticket)
                connections.move(connection, caller or connection.address)
            with self._having(answer):
                self._outgoing.serve(connection.member, request.id)
                again = partial(core.handling.answer, connection, request, now)
                core.parting.for_connection(connection, again, now)
        return self._outgoing.take()

    @contextmanager
    def _having(self, answer: StoreAnswer) -> Iterator[None]:
        self._answer = answer
        try:
            yield
        finally:
            self._answer = None

    def refused(
        self, units: Collection[Unit], now: float, *, uncertain: bool = False
    ) -> list[Output]:
        """These were not kept, or where that is uncertain, perhaps not."""
        self._outgoing.serve(None, 0)
        for shelf, key in units:
            if shelf is Shelf.CONTESTS and not uncertain:
                self._core.contests.forget(int(key))
        self._forsaking.refused(units, now, uncertain=uncertain)
        return self._outgoing.take()

    def adopted(self, rows: StoredRows, now: float) -> list[Output]:
        """Tournaments of a process that has died go on here, with their tables."""
        self._outgoing.serve(None, 0)
        self._core.restoration.add(rows, now)
        self._core.contests.restore(rows.rows[Shelf.CONTESTS], now)
        return self._outgoing.take()

    def hand_over(self, number: int) -> list[Output]:
        """Let another process have a table, as this one ends."""
        self._outgoing.serve(None, 0)
        self._forsaking.hand_over(self._core.lobby.tables[number])
        return self._outgoing.take()

    # What the others show and write

    def shown(self) -> str:
        """What the others are to see of this one."""
        return self._own_part.text()

    def know_addresses(self, addresses: Sequence[str]) -> list[Output]:
        """Where people reach the others: everybody is told what changes."""
        if self.addresses != (*addresses,):
            self.addresses = (*addresses,)
            told = wire.Others(others=[*addresses])
            for connection in self._core.connections.by_conn.values():
                if connection.member is not None:
                    self._outgoing.answer_to(connection.conn, 0, told)
        return self._outgoing.take()

    def know(self, shown: Iterable[Shown]) -> list[Output]:
        """What the others show; they are told what was used up here since the last time."""
        for one in self._room.know(shown):
            self._outgoing.note(f"What process {one.process} shows is of another version")
        used = self._ledger.take()
        if used and self._room.others:
            self._outgoing.add(PostMail(Mail(0, row_of(LimitsUsed(used=used)))))
        return self._outgoing.take()

    def hear(self, mail: Mail, now: float) -> list[Output]:
        """Another process has written."""
        self._outgoing.serve(None, 0)
        try:
            self._read(mail, now)
        except (msgspec.DecodeError, UnicodeError):
            self._outgoing.note(f"A letter of process {mail.process} is of another version")
        except Exception as error:  # noqa: BLE001 - one letter's fault ends nobody's game
            self._outgoing.add(FaultFound(error))
        return self._outgoing.take()

    def _read(self, mail: Mail, now: float) -> None:
        match read_letter(mail.text):
            case PersonalLetter() as letter:
                self._letters.take(mail.process, letter, now)
            case Receipt() as receipt:
                self._letters.received(receipt, now)
            case CallLetter() as call:
                self._core.talking.call(call.sender, call.blocked, call.game, call.table)
            case LimitsUsed(used=used):
                self._ledger.count(used, now)

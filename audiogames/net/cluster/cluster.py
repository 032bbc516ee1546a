"""One of several processes that serve a card room together and share its store.

Each process owns some of the tables and people.  A request about a person or table that may be
elsewhere is broken off (`_Unanswered`) before it has changed anything; the store is queried, and
the request is handled again with the result.  If another process owns its subject, the client is
redirected (`_Elsewhere`) or a letter is sent instead (`_Posted`).  `know` receives what processes
publish, and `hear` their letters.

The three exceptions never leave this module.  The core calls `see`, `person`, `write` and `invite`
deep in a request, and these raise them; `answer`, which called the request, catches them.
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
from audiogames.net.cluster.ledger import Ledger
from audiogames.net.cluster.letters import (
    CallLetter,
    ContestLetter,
    ContestNews,
    EntrantGone,
    InvitationLetter,
    Letter,
    LimitsUsed,
    LineLetter,
    PersonalLetter,
    Receipt,
    TableCall,
    read_letter,
)
from audiogames.net.cluster.lookups import StoreAnswer
from audiogames.net.cluster.own_part import PartMaker, known_rules
from audiogames.net.cluster.release import TableRelease
from audiogames.net.cluster.room import Room
from audiogames.net.server import limits
from audiogames.net.server.connections import ClientConnection
from audiogames.net.server.contests.asker import Asker
from audiogames.net.server.contests.showing import ShownContest
from audiogames.net.server.core import ServerCore
from audiogames.net.server.others import OtherProcesses
from audiogames.net.server.outputs import AskStore, FaultFound, Output, PostMail, Refusal
from audiogames.net.server.people.member import Conn, FarPerson, Member, row_of
from audiogames.net.server.store import Mail, Shelf, Shown, StoredRows, StoreQuestion, Unit

T = TypeVar("T")


class _Unanswered(Exception):
    """Raised to end a request that needs a lookup in the store first.  Nothing has changed yet."""

    def __init__(self, question: StoreQuestion) -> None:
        super().__init__(question)
        self.question = question


class _Elsewhere(Exception):
    """Raised to redirect the client to the owner of a table or person; nothing has changed."""

    def __init__(self, address: str, table: int) -> None:
        super().__init__(address)
        self.address = address
        self.table = table


class _Posted(Exception):
    """Raised to stop handling a request that was passed on to another process by letter."""

    def __init__(self, to: FarPerson, letter: PersonalLetter) -> None:
        super().__init__(letter)
        self.to = to
        self.letter = letter


class ClusterProcess(OtherProcesses):
    """The access of one server process to the other processes and to the shared store.

    It is created before its core and connected to it by `join`.  The outputs that a method
    returns must be performed in their order, like the core's outputs.
    """

    def __init__(self, process: int, salt: str = "") -> None:
        """`process` is the number of this process among those that share the store.

        All of them use the same `salt` to hash addresses.
        """
        self.process = process
        self.addresses: tuple[str, ...] = ()
        self._salt = salt
        self._room = Room(process, salt, self._account)
        self._ledger = Ledger()
        self._answer: StoreAnswer | None = None
        """The store's answer for the request that is being handled again."""

    def join(self, core: ServerCore) -> None:
        """Connect this object to the server's core, which already has it as its `others`."""
        parts = core.parts
        self._core = core
        self._outgoing = parts.outgoing
        self._release = TableRelease(parts)
        self._letters = Correspondence(parts, core.talking, core.contests, core.alarms)
        self._own_part = PartMaker(parts, core.lists, core.contests, self._salt)
        core.ring[LETTER] = self._letters.expire

    # Called by the core

    @property
    def blocked(self) -> frozenset[str]:  # type: ignore[override] # a protocol cannot say read-only
        """The name keys of all people whom a member at another process has blocked."""
        return self._room.blocked

    @property
    def contestants(self) -> frozenset[str]:  # type: ignore[override] # the same
        """The name keys of the people in tournaments that other processes run."""
        return self._room.contestants

    @property
    def version(self) -> int:  # type: ignore[override] # the same
        """A number that rises with every change in the data published by the other processes."""
        return self._room.version

    @property
    def repeats(self) -> bool:  # type: ignore[override] # the same
        """Whether the current request is being handled again."""
        return self._answer is not None

    def share(self, name: str, use: Callable[..., T]) -> Callable[..., T]:
        """Wrap a function that counts towards a limit; other processes count each call too."""
        return self._ledger.share(name, use)

    def answer(
        self,
        connection: ClientConnection,
        request: wire.Request,
        handle: Callable[[], None],
        now: float,
    ) -> None:
        """Handle a request or, if it needs the store or another process, pass it on.

        It is passed on by a store lookup, a letter to the process, or a redirect of the client.
        Raises `Refusal`.
        """
        try:
            handle()
        except _Unanswered as asked:
            is_member = connection.member is not None
            dear = is_member and not connection.pace.take(now, limits.EXPENSIVE)
            if connection.held is not None or dear:
                raise Refusal("net-too-fast") from None
            connection.held = request
            self._outgoing.add(AskStore(connection.conn, asked.question))
        except _Posted as posted:
            self._letters.send(connection, request, posted.to, posted.letter, now)
        except _Elsewhere as there:
            self._release.send_on(connection, request.id, there.address, there.table)

    def see(self, question: StoreQuestion) -> None:
        """Look up a question in the store for the current request, unless its answer has arrived.

        Raises `Refusal` if the store's answer forbids the request.
        """
        answer = self._answer
        if answer is None:
            raise _Unanswered(question)
        if answer.address:
            raise _Elsewhere(answer.address, answer.table)
        if answer.refusal:
            raise Refusal(answer.refusal, name=question.name)

    def person(self, name: str) -> FarPerson:
        """Return a person of this name at another process.  Raises `Refusal` if there is none."""
        self.see(StoreQuestion(whose=self._core.people.names.key(name[: 4 * limits.NAME_LENGTH])))
        found = None if self._answer is None else self._answer.person
        if found is None:
            raise Refusal("net-nobody-called", name=name[: limits.NAME_LENGTH])
        return found

    def write(self, sender: Member, to: FarPerson, text: str) -> NoReturn:
        """Send a private line to a person at another process, which checks it and replies."""
        raise _Posted(to, LineLetter(sender=sender.name, to=to.name, text=text))

    def invite(self, sender: Member, to: FarPerson, code: str, game: str) -> NoReturn:
        """Send an invitation to a person at another process, which checks it and replies."""
        raise _Posted(to, InvitationLetter(sender=sender.name, to=to.name, code=code, game=game))

    def call_for_players(self, host: Member, game: str, table: int) -> None:
        """Announce at the other processes that a public table is looking for players."""
        blocked = [*host.manners.blocked]
        self._post_all(CallLetter(sender=host.name, blocked=blocked, game=game, table=table))

    def contests(self) -> Iterable[ShownContest]:
        """Return the tournaments of the other processes."""
        return self._room.contests()

    def ask_contest(
        self, asker: Asker, partner: Asker | None, request: wire.AskContests | wire.InContest
    ) -> NoReturn:
        """Send a request about a tournament to the process that runs the tournament.

        Raises `Refusal` if there is no such tournament.
        """
        found = self._room.contest(request.contest)
        if found is None:
            raise Refusal("net-no-contest")
        process, shown = found
        name, text = shown.line.name, wire.encode(request).decode()
        letter = ContestLetter(
            sender=asker.name, to=name, asker=asker, partner=partner, request=text
        )
        raise _Posted(FarPerson(name, process, key=""), letter)

    def announce(self, contest: int, keys: list[str], news: wire.News) -> None:
        """Announce news of a tournament to people with these keys at the other processes."""
        self._post_all(ContestNews(keys=keys, news=news), contest)

    def call_to_table(self, contest: int, key: str, table: int) -> None:
        """Redirect a person at another process to their tournament table at this one."""
        self._post_all(TableCall(key=key, table=table), contest)

    def forget_entrant(self, key: str) -> None:
        """Have the other processes remove a deleted account from their tournaments."""
        self._post_all(EntrantGone(key=key))

    def _post_all(self, letter: Letter, contest: int = 0) -> None:
        """Send a message (a `Letter`) to all other processes.

        A message about a tournament is sent only if that tournament's row was stored.
        """
        unit = (Shelf.CONTESTS, str(contest)) if contest else None
        self._outgoing.add(PostMail(Mail(0, row_of(letter)), unit))

    def lines_from(self, address: str) -> int:
        """Return the number of connections from an address to the other processes."""
        return self._room.lines_from(address)

    def tables_from(self, address: str) -> int:
        """Return how many tables with people at other processes were opened from this address."""
        return self._room.tables_from(address)

    def tables(
        self, here: Iterable[wire.TableLine], asker: Member | None, known: Container[int]
    ) -> Iterable[wire.TableLine]:
        """Return all public tables, taking one from each process in turn."""
        return self._room.by_turns(
            here, lambda part: part.tables_for(asker, known), lambda line: line.table
        )

    def people(
        self, here: Iterable[wire.Person], asker: Member | None, known: Container[str]
    ) -> Iterable[wire.Person]:
        """Return all people, taking one from each process in turn."""
        return self._room.by_turns(
            here, lambda part: part.people_for(asker, known), lambda person: person.name
        )

    def _account(self, key: str) -> str:
        """Return the name key of a person's account, given the key of any of their names."""
        return self._core.people.names.account(key)

    # Called by a store lookup (`AskingProcess`)

    def has_table(self, number: int) -> bool:
        """Return whether this process runs the table."""
        return number in self._core.lobby.tables

    def place_for(self, rules: str) -> str | None:
        """Return the address of a process that can run these rules, or None.

        The address is empty if it is this process.
        """
        is_known = not rules or rules in known_rules()
        return "" if is_known else self._room.place_for(rules)

    def adopt(self, rows: StoredRows, now: float) -> None:
        """Restore tournaments and tables from these rows during a store lookup.

        The resulting outputs are not returned here, but by `answered` when the lookup ends.
        """
        self._outgoing.serve(None, 0)
        # First the tournaments: the match of a restored table may end at once.
        self._core.contests.restore(rows.rows[Shelf.CONTESTS], now)
        self._core.restoration.add(rows, now)

    # Called with answers of the store

    def answered(self, conn: Conn, answer: StoreAnswer, now: float) -> list[Output]:
        """Handle a request again, now that the store's answer for it has arrived."""
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
        """Provide the store's answer to a request that is repeated within this context.

        The request was held until the store had answered.
        """
        self._answer = answer
        try:
            yield
        finally:
            self._answer = None

    def refused(
        self, units: Collection[Unit], now: float, *, uncertain: bool = False
    ) -> list[Output]:
        """Remove from memory the units that the store has refused.

        With `uncertain`, the store may have stored them.
        """
        self._outgoing.serve(None, 0)
        for shelf, key in units:
            if shelf is Shelf.CONTESTS and not uncertain:
                self._core.contests.forget(int(key))
            if shelf is Shelf.ACCOUNTS:
                self._core.renaming.undo(key, now)
        self._release.refused(units, now, uncertain=uncertain)
        return self._outgoing.take()

    def adopted(self, rows: StoredRows, now: float) -> list[Output]:
        """Restore tournaments that no live process ran, together with their tables."""
        self.adopt(rows, now)
        return self._outgoing.take()

    def wanted(self) -> list[int]:
        """Return the missing tables of this process's tournaments.

        They must be read from the store again.
        """
        return self._core.contests.wanted()

    def hand_over_contests(self) -> list[Output]:
        """Release all tournaments to other processes, because this process ends."""
        self._core.contests.hand_over()
        return self._outgoing.take()

    def hand_over(self, number: int) -> list[Output]:
        """Release a table to another process, because this process ends."""
        self._outgoing.serve(None, 0)
        self._release.hand_over(self._core.lobby.tables[number])
        return self._outgoing.take()

    # Called with what the others publish and write

    def shown(self) -> str:
        """Return the data that this process publishes to the others, as JSON text."""
        return self._own_part.text()

    def know_addresses(self, addresses: Sequence[str]) -> list[Output]:
        """Store the addresses of the other processes, and send changed addresses to all clients."""
        if self.addresses != (*addresses,):
            self.addresses = (*addresses,)
            message = wire.Others(others=[*addresses])
            for connection in self._core.connections.by_conn.values():
                if connection.member is not None:
                    self._outgoing.answer_to(connection.conn, 0, message)
        return self._outgoing.take()

    def know(self, shown: Iterable[Shown]) -> list[Output]:
        """Store the published data of other processes; send them this process's use of limits."""
        for one in self._room.know(shown):
            self._outgoing.note(f"What process {one.process} shows is of another version")
        used = self._ledger.take()
        if used and self._room.others:
            self._outgoing.add(PostMail(Mail(0, row_of(LimitsUsed(used=used)))))
        return self._outgoing.take()

    def hear(self, mail: Mail, now: float) -> list[Output]:
        """Handle a letter from another process."""
        self._outgoing.serve(None, 0)
        try:
            self._read(mail, now)
        except (msgspec.DecodeError, UnicodeError):
            self._outgoing.note(f"A letter of process {mail.process} is of another version")
        except Exception as error:  # noqa: BLE001 - one letter's fault ends nobody's game
            self._outgoing.add(FaultFound(error))
        return self._outgoing.take()

    def _read(self, mail: Mail, now: float) -> None:
        """Parse a letter, and handle it by its type."""
        match read_letter(mail.text):
            case PersonalLetter() as letter:
                self._letters.take(mail.process, letter, now)
            case Receipt() as receipt:
                self._letters.received(receipt, now)
            case CallLetter() as call:
                self._core.talking.call(call.sender, call.blocked, call.game, call.table)
            case ContestNews(keys=keys, news=news):
                self._core.contests.herald.tell_here(keys, news)
            case TableCall(key=key, table=table):
                self._call(mail.process, key, table, now)
            case EntrantGone(key=key):
                self._core.contests.forget_person(key, now)
            case LimitsUsed(used=used):
                self._ledger.count(used, now)

    def _call(self, process: int, key: str, table: int, now: float) -> None:
        """Redirect a person to a table at another process, if they are connected here and free."""
        member, address = self._core.people.by_key.get(key), self._room.address_of(process)
        if member is not None and address:
            self._release.call(member, address, table, now)

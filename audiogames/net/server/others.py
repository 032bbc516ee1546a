"""The core's interface to other processes that share its store.

Most servers are one process, and use `Alone`.  `audiogames/net/cluster` implements the interface
for several processes, and nothing here imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol, TypeVar

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.outputs import Refusal

if TYPE_CHECKING:
    from audiogames.net.server.connections import ClientConnection
    from audiogames.net.server.contests.asker import Asker
    from audiogames.net.server.contests.showing import ShownContest
    from audiogames.net.server.people.member import FarPerson, Member
    from audiogames.net.server.store import StoreQuestion

NUMBERS: Final = 24
"""The low bits of the numbers of tables, people and tournaments; above them is the number of the
process.
"""

T = TypeVar("T")


class OtherProcesses(Protocol):
    """The core's view of the other processes, implemented by `Alone` and `ClusterProcess`."""

    process: int
    """The number of this process; 0 if it is the only one."""
    addresses: tuple[str, ...]
    """The public addresses of the live processes."""
    blocked: frozenset[str]
    """The name keys of all people blocked by a member at another process."""
    contestants: frozenset[str]
    """The keys of the people in tournaments that other processes run."""
    version: int
    """A number that rises with every change in what the other processes publish."""
    repeats: bool
    """Whether the current request was broken off before and is being handled again."""

    def share(self, name: str, use: Callable[..., T]) -> Callable[..., T]:
        """Wrap a function that counts towards a limit; other processes count each call too.

        `use` is called with the key of the limit, as texts, and the time.  If it returns False, the
        call is refused and not counted.
        """
        ...

    def answer(
        self,
        connection: ClientConnection,
        request: wire.Request,
        handle: Callable[[], None],
        now: float,
    ) -> None:
        """Handle a request, or instead start a store lookup, send a letter or redirect the client.

        Raises `Refusal`.
        """
        ...

    def see(self, question: StoreQuestion) -> None:
        """Load the rows that a request refers to, or redirect the client to their owner."""
        ...

    def person(self, name: str) -> FarPerson:
        """Return a person of this name at another process.  Raises `Refusal` if there is none."""
        ...

    def write(self, sender: Member, to: FarPerson, text: str) -> NoReturn:
        """Send a private line to a person at another process, which checks it and replies."""
        ...

    def invite(self, sender: Member, to: FarPerson, code: str, game: str) -> NoReturn:
        """Send an invitation to a person at another process, which checks it and replies."""
        ...

    def call_for_players(self, host: Member, game: str, table: int) -> None:
        """Announce at the other processes that a public table is looking for players."""

    def contests(self) -> Iterable[ShownContest]:
        """Return the tournaments of the other processes."""
        ...

    def ask_contest(
        self, asker: Asker, partner: Asker | None, request: wire.AskContests | wire.InContest
    ) -> NoReturn:
        """Send a request about a tournament to the process that runs the tournament.

        Raises `Refusal` if there is no such tournament.
        """
        ...

    def announce(self, contest: int, keys: list[str], news: wire.News) -> None:
        """Announce news of a tournament to people with these name keys at the other processes."""

    def call_to_table(self, contest: int, key: str, table: int) -> None:
        """Redirect a person from another process to this one, where their tournament table is."""

    def forget_entrant(self, key: str) -> None:
        """Have the other processes remove a deleted account from their tournaments."""

    def lines_from(self, address: str) -> int:
        """Return the number of connections from an address to the other processes."""
        ...

    def tables_from(self, address: str) -> int:
        """Return how many tables with people at other processes were opened from this address."""
        ...

    def tables(
        self, here: Iterable[wire.TableLine], asker: Member | None, known: Container[int]
    ) -> Iterable[wire.TableLine]:
        """Return all public tables, taking one from each process in turn.

        `known` has the numbers of the tables at this process.
        """
        ...

    def people(
        self, here: Iterable[wire.Person], asker: Member | None, known: Container[str]
    ) -> Iterable[wire.Person]:
        """Return all people, taking one from each process in turn.

        `known` has the name keys of the people at this process.
        """
        ...


class Alone(OtherProcesses):
    """The `OtherProcesses` of a server that has only one process."""

    process = 0
    addresses = ()
    blocked = frozenset()
    contestants = frozenset()
    version = 0
    repeats = False

    def share(self, name: str, use: Callable[..., T]) -> Callable[..., T]:
        """Return the function unchanged, because no other process shares the limit."""
        del name
        return use

    def answer(
        self,
        connection: ClientConnection,
        request: wire.Request,
        handle: Callable[[], None],
        now: float,
    ) -> None:
        """Handle every request at this process."""
        del connection, request, now
        handle()

    def see(self, question: StoreQuestion) -> None:
        """Do nothing: this process knows everything in the store."""

    def person(self, name: str) -> FarPerson:
        """Raise `Refusal`: there is no other process."""
        raise Refusal("net-nobody-called", name=name[: limits.NAME_LENGTH])

    def write(self, *_given: Any) -> NoReturn:
        """Never called: there is no other process."""
        raise AssertionError("a far person at a server of one process")

    def invite(self, *_given: Any) -> NoReturn:
        """Never called: a server of one process has nobody to invite at another process."""
        raise AssertionError("a far person at a server of one process")

    def call_for_players(self, host: Member, game: str, table: int) -> None:
        """Do nothing: there is no other process."""

    def contests(self) -> Iterable[ShownContest]:
        """Return no tournaments: there is no other process."""
        return ()

    def ask_contest(self, *_given: Any) -> NoReturn:
        """Refuse: there is no other process."""
        raise Refusal("net-no-contest")

    def announce(self, contest: int, keys: list[str], news: wire.News) -> None:
        """Do nothing: there is no other process."""

    def call_to_table(self, contest: int, key: str, table: int) -> None:
        """Do nothing: there is no other process."""

    def forget_entrant(self, key: str) -> None:
        """Do nothing: there is no other process."""

    def lines_from(self, address: str) -> int:
        """Return 0: there is no other process."""
        del address
        return 0

    def tables_from(self, address: str) -> int:
        """Return 0: there is no other process."""
        del address
        return 0

    def tables(
        self, here: Iterable[wire.TableLine], asker: Member | None, known: Container[int]
    ) -> Iterable[wire.TableLine]:
        """Return the local tables."""
        del asker, known
        return here

    def people(
        self, here: Iterable[wire.Person], asker: Member | None, known: Container[str]
    ) -> Iterable[wire.Person]:
        """Return `here` unchanged: there is no other process."""
        del asker, known
        return here


ALONE = Alone()

"""What a server asks about other processes that share its store.

Most servers are one process, and `Alone` answers for them: nobody and nothing is anywhere else.
`audiogames/net/cluster` answers where there are several; nothing here knows of it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol, TypeVar

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.outputs import Refusal

if TYPE_CHECKING:
    from audiogames.net.server.connections import ClientConnection
    from audiogames.net.server.people.member import FarPerson, Member
    from audiogames.net.server.store import StoreQuestion

NUMBERS: Final = 24
"""Bits of the numbers that one process gives to tables, people and tournaments; its own number is
above."""

T = TypeVar("T")


class OtherProcesses(Protocol):
    """The other processes, as the core asks about them."""

    process: int
    """The number of this process among them; 0 where there are no others."""
    addresses: tuple[str, ...]
    """Where people reach those that live."""
    blocked: frozenset[str]
    """The keys of all whom anybody elsewhere has blocked."""
    version: int
    """Rises whenever they show anything else."""
    repeats: bool
    """Whether the request that is being answered was broken off before, and is read once more."""

    def share(self, name: str, use: Callable[..., T]) -> Callable[..., T]:
        """The same limit, of which the others are told whenever something is used up.

        `use` is given what is counted by, as texts, and the time; False is a refusal, which uses
        nothing up.
        """
        ...

    def answer(
        self,
        connection: ClientConnection,
        request: wire.Request,
        handle: Callable[[], None],
        now: float,
    ) -> None:
        """Have a request handled, here or where it belongs.  Raises `Refusal`."""
        ...

    def see(self, question: StoreQuestion) -> None:
        """Have here what a request names, or send the request to where that is."""
        ...

    def person(self, name: str) -> FarPerson:
        """Somebody of this name who is not here.  Raises `Refusal` where there is none."""
        ...

    def write(self, sender: Member, to: FarPerson, text: str) -> NoReturn:
        """A private line for somebody at another process, which judges and answers it."""
        ...

    def invite(self, sender: Member, to: FarPerson, code: str, game: str) -> NoReturn:
        """An invitation for somebody at another process, which judges and answers it."""
        ...

    def call_for_players(self, host: Member, game: str, table: int) -> None:
        """Have those at the others hear that somebody waits at a public table."""

    def lines_from(self, address: str) -> int:
        """How many lines an address has to the others."""
        ...

    def tables_from(self, address: str) -> int:
        """How many tables with people the others have that were opened from there."""
        ...

    def tables(
        self, here: Iterable[wire.TableLine], asker: Member | None, known: Container[int]
    ) -> Iterable[wire.TableLine]:
        """The public tables of all, by turns; `known` are the numbers of those that are here."""
        ...

    def people(
        self, here: Iterable[wire.Person], asker: Member | None, known: Container[str]
    ) -> Iterable[wire.Person]:
        """The people of all, by turns; `known` are the keys of those who are here."""
        ...


class Alone(OtherProcesses):
    """A server of one process."""

    process = 0
    addresses = ()
    blocked = frozenset()
    version = 0
    repeats = False

    def share(self, name: str, use: Callable[..., T]) -> Callable[..., T]:
        """A limit counts here alone."""
        del name
        return use

    def answer(
        self,
        connection: ClientConnection,
        request: wire.Request,
        handle: Callable[[], None],
        now: float,
    ) -> None:
        """Every request is handled here."""
        del connection, request, now
        handle()

    def see(self, question: StoreQuestion) -> None:
        """What is not here is nowhere."""

    def person(self, name: str) -> FarPerson:
        """Nobody is anywhere else."""
        raise Refusal("net-nobody-called", name=name[: limits.NAME_LENGTH])

    def write(self, *_given: Any) -> NoReturn:
        """Nobody is anywhere else."""
        raise AssertionError("a far person at a server of one process")

    def invite(self, *_given: Any) -> NoReturn:
        """Nobody is anywhere else."""
        raise AssertionError("a far person at a server of one process")

    def call_for_players(self, host: Member, game: str, table: int) -> None:
        """There are none."""

    def lines_from(self, address: str) -> int:
        """There are none."""
        del address
        return 0

    def tables_from(self, address: str) -> int:
        """There are none."""
        del address
        return 0

    def tables(
        self, here: Iterable[wire.TableLine], asker: Member | None, known: Container[int]
    ) -> Iterable[wire.TableLine]:
        """Those that are here."""
        del asker, known
        return here

    def people(
        self, here: Iterable[wire.Person], asker: Member | None, known: Container[str]
    ) -> Iterable[wire.Person]:
        """Those who are here."""
        del asker, known
        return here


ALONE = Alone()

"""Sharing a store with other processes: requests wait for what the store knows.

A request that is about somebody or something that may be elsewhere is broken off (`Unanswered`)
before it has changed anything.  The shell asks the store, and the request is read once more with
the answer at hand.  A server that shares its store with nobody knows everything and asks nothing.

What must be judged by another process, since whom it is about is there, goes to it by a letter
(`Posted`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.lookups import StoreAnswer, StoreQuestion
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.people.member import FarPerson
from audiogames.net.server.room.ledger import Ledger
from audiogames.net.server.room.letters import PersonalLetter
from audiogames.net.server.room.parts import Room


class Unanswered(Exception):
    """The store must be asked this first; nothing has changed."""

    def __init__(self, question: StoreQuestion) -> None:
        super().__init__(question)
        self.question = question


class Elsewhere(Exception):
    """Another process has it; nothing has changed."""

    def __init__(self, address: str, table: int) -> None:
        super().__init__(address)
        self.address = address
        self.table = table


class Posted(Exception):
    """Another process is asked by a letter, and its receipt is the answer."""

    def __init__(self, to: FarPerson, letter: PersonalLetter) -> None:
        super().__init__(letter)
        self.to = to
        self.letter = letter


class Knowledge:
    """What is known of other processes, and what the store says about the request being read."""

    def __init__(self, process: int, salt: str = "") -> None:
        self.shared = process > 0
        """Whether there may be other processes."""
        self.room = Room(process, salt)
        self.ledger = Ledger(shared=self.shared)
        self.others: tuple[str, ...] = ()
        """Where people reach the other processes that live."""
        self._answer: StoreAnswer | None = None

    @property
    def is_at_hand(self) -> bool:
        """Whether a request is being read once more."""
        return self._answer is not None

    @contextmanager
    def having(self, answer: StoreAnswer) -> Iterator[None]:
        """A request is read once more, with this answer."""
        self._answer = answer
        try:
            yield
        finally:
            self._answer = None

    def see(self, question: StoreQuestion) -> None:
        """Have the store asked, unless its answer is at hand.

        Raises `Unanswered`, `Elsewhere`, and `Refusal` where the answer is no.
        """
        if not self.shared:
            return
        answer = self._answer
        if answer is None:
            raise Unanswered(question)
        if answer.address:
            raise Elsewhere(answer.address, answer.table)
        if answer.refusal:
            raise Refusal(answer.refusal, name=question.name)

    def person(self, name: str) -> FarPerson:
        """Somebody of this name who is not here.  Raises `Unanswered`, and `Refusal`."""
        self.see(StoreQuestion(whose=key_of(name[: 4 * limits.NAME_LENGTH])))
        found = None if self._answer is None else self._answer.person
        if found is None:
            raise Refusal("net-nobody-called", name=name[: limits.NAME_LENGTH])
        return found

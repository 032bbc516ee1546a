"""Store lookups for requests about people and tables that may be at any process.

Several processes share a store, and each owns some of the tables and people.  A greeting or
a code may refer to any of them.  So the store is queried before such a request is handled
(`StoreQuestion`).  If no live process owns the table or person, this one claims it, and
handles the request as if it had always owned it.  If another process owns it, the answer is
that process's address.

Before a table without an owner is claimed, all tournaments without an owner are claimed,
each with all its tables: otherwise the tables of one round and their tournament could be at
different processes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

import msgspec

from audiogames.net.server import limits
from audiogames.net.server.naming import (
    account_name,
    code_name,
    device_name,
    person_name,
    sound_name,
    table_name,
    token_name,
)
from audiogames.net.server.people.member import FarPerson, Registered
from audiogames.net.server.store import Found, Shelf, StoredRows, StoreQuestion

TRIES: Final = 3
"""Attempts before giving up because other processes have claimed first each time."""


@dataclass
class StoreAnswer:
    """The result of a lookup: rows taken over, the address of another process, or a refusal."""

    rows: StoredRows = field(default_factory=StoredRows)
    """Rows that this process owns from now on."""
    address: str = ""
    """The address of the process that owns the subject."""
    table: int = 0
    """The number of the table at that process."""
    refusal: str = ""
    """The reason of a `No`, if the request must be refused."""
    is_open: bool = False
    """Whether to retry in a moment, because it is not known yet whether a process is alive."""
    caller: str = ""
    """The sealed address from which the ticket's owner first connected."""
    person: FarPerson | None = None
    """The person who was looked up."""


Step = Callable[[Any], Any]
"""A call of the store, which the shell may make asynchronously."""

Steps = Generator[Step, Any, StoreAnswer]


class AskingProcess(Protocol):
    """The methods that a lookup calls on the process that performs it."""

    def has_table(self, number: int) -> bool:
        """Return whether this process runs the table already."""
        ...

    def adopt(self, rows: StoredRows, now: float) -> None:
        """Take over tournaments that no live process ran, with their tables."""

    def place_for(self, rules: str) -> str | None:
        """Return the address of a process that can run these rules, or None.

        The address is empty if it is this process.
        """
        ...


def names_of(question: StoreQuestion) -> list[str]:
    """Return the row names to look up in the store for a question's person or table."""
    code = question.code
    named = {
        token_name(question.token): question.token,
        device_name(question.token): question.token,
        person_name(question.name): question.name,
        person_name(question.whose): question.whose,
        sound_name(question.sound): question.sound,
        account_name(question.account): question.account,
        code_name(code): code if code.isdigit() and code.isascii() else "",
        table_name(question.table): question.table,
    }
    return [name for name, value in named.items() if value]


def look_up(question: StoreQuestion, me: int, now: float, here: AskingProcess) -> Steps:
    """Yield the store calls of a lookup one by one, and return its answer.

    `me` is the number of this process.
    """
    for _ in range(TRIES):
        found = yield from _find(question)
        account = found.get(person_name(question.name or question.whose))
        if account is not None and account.shelf is Shelf.ACCOUNTS:
            question = _of_account(question, account)
            found = yield from _find(question)
        looking = _LookupAttempt(question, me, now, found, here)
        answer = yield from looking.answer()
        if answer is not None:
            return answer
    return StoreAnswer(refusal="net-table-moves")


def _find(question: StoreQuestion) -> Generator[Step, Any, dict[str, Found]]:
    """Ask the store for the rows that a question may refer to; return them by name."""
    found = yield lambda store: store.find(names_of(question))
    return {one.name: one for one in found}


class _LookupAttempt:
    """One attempt at a lookup, with the rows that the store found for the queried names."""

    def __init__(
        self,
        question: StoreQuestion,
        me: int,
        now: float,
        found: dict[str, Found],
        here: AskingProcess,
    ) -> None:
        self._question = question
        self._me = me
        self._now = now
        self._found = found
        self._here = here
        self._answer = StoreAnswer()

    def answer(self) -> Generator[Step, Any, StoreAnswer | None]:
        """Return the result, or None if another process claimed the person or table first."""
        asked, found, answer = self._question, self._found, self._answer
        person = found.get(token_name(asked.token))
        table = found.get(code_name(asked.code)) or found.get(table_name(asked.table))
        account = found.get(account_name(asked.account))
        if asked.whose:
            answer.person = _far(asked.whose, found.get(person_name(asked.whose)))
            return answer
        device = found.get(device_name(asked.token))
        if device is not None and (person is not None or device.key == asked.name):
            account = device
            asked = self._question = replace(asked, proves=True)
        if account is not None:
            answer.rows.rows[Shelf.ACCOUNTS][account.key] = account.text
        for one in (person, table):
            if one is not None and self._is_elsewhere(one):
                answer.is_open = one.is_late
                answer.address, answer.table = one.address, one.table
                return answer
            if one is not None and self._cannot_play(one):
                return answer
            if one is not None and not (yield from self._claim(one)):
                return None
        if asked.ticket and person is not None:
            answer.caller = yield lambda store: store.redeem(asked.ticket, person.key)
        if person is not None:
            return answer
        return (yield from self._look_up_name())

    def _look_up_name(self) -> Generator[Step, Any, StoreAnswer | None]:
        """Claim the row with the newcomer's name, or refuse a name that another person has."""
        asked, answer = self._question, self._answer
        named = self._found.get(person_name(asked.name))
        alike = self._found.get(sound_name(asked.sound))
        for one, refusal in ((named, "net-name-taken"), (alike, "net-name-alike")):
            if one is None or not self._is_held(one):
                if one is not None and self._cannot_play(one):
                    return answer
                if one is not None and not (yield from self._claim(one)):
                    return None
            elif not asked.proves:
                answer.refusal = refusal
                return answer
            elif one is named and one.table:
                answer.address, answer.table = one.address, one.table
                return answer
            elif one is named and not (yield from self._claim(one)):
                return None
        return answer

    def _is_elsewhere(self, one: Found) -> bool:
        """Whether another process owns the table at which a found person sits.

        A person at no table can be taken over by this process.
        """
        return one.table != 0 and one.owner not in {0, self._me}

    def _cannot_play(self, one: Found) -> bool:
        """Whether the table needs rules that this process lacks.

        If so, set the answer to the address of a process that has them, or to a refusal.
        """
        place = self._here.place_for(one.needs) if one.table else ""
        if place == "":
            return False
        if place is None:
            self._answer.refusal = "net-other-rules"
        else:
            self._answer.address, self._answer.table = place, one.table
        return True

    def _is_held(self, one: Found) -> bool:
        """Whether the person in this row is at another live process, so their name is taken."""
        if one.owner in {0, self._me}:
            return False
        registered = _registered(one)
        gone = registered.away and self._now >= registered.away + limits.GRACE
        return bool(one.table or registered.account or not gone)

    def _claim(self, one: Found) -> Generator[Step, Any, bool]:
        """Claim a row for this process; return whether that succeeded."""
        if one.table and one.owner == self._me and self._here.has_table(one.table):
            return True
        if one.table and one.owner == 0:
            adopted = yield lambda store: store.adopt()
            self._here.adopt(adopted, self._now)
            if self._here.has_table(one.table):
                return True
        if one.table:
            claimed = yield lambda store: store.claim([one.table])
            rows = claimed.get(one.table, StoredRows())
        else:
            rows = yield lambda store: store.take(one.key)
        self._answer.rows.add([rows])
        return one.key in rows.rows[one.shelf]


def _registered(one: Found) -> Registered:
    return msgspec.json.decode(one.text, type=Registered)


def _of_account(question: StoreQuestion, account: Found) -> StoreQuestion:
    """Return the question, with a former name in it replaced by the account's key."""
    if question.whose:
        return replace(question, whose=account.key)
    return replace(question, name=account.key)


def _far(key: str, one: Found | None) -> FarPerson | None:
    """Return the person in a stored row as a `FarPerson`; None if there is no row."""
    if one is None:
        return None
    registered = _registered(one)
    return FarPerson(registered.name, one.owner, key, registered.manners, registered.account)

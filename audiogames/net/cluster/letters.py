"""The letters that the processes of a server send each other through the store."""

from __future__ import annotations

from typing import Any

import msgspec

from audiogames.net import wire
from audiogames.net.server.contests.asker import Asker


class Letter(msgspec.Struct, tag_field="type", frozen=True, kw_only=True):
    """A letter from one process to another."""


class PersonalLetter(Letter, frozen=True, kw_only=True):
    """A letter from one person to another, by name; a `Receipt` with its number answers it."""

    number: int = 0
    sender: str
    to: str


class LineLetter(PersonalLetter, tag="line", frozen=True, kw_only=True):
    """A private chat line for a person at another process."""

    text: str


class InvitationLetter(PersonalLetter, tag="invitation", frozen=True, kw_only=True):
    """An invitation of a person at another process to a table."""

    code: str
    game: str


class ContestLetter(PersonalLetter, tag="contest", frozen=True, kw_only=True):
    """A person's request about a tournament, sent to the process that runs it.

    `to` is the tournament's name.
    """

    asker: Asker
    partner: Asker | None = None
    request: str
    """The request as the client sent it."""


class Receipt(Letter, tag="receipt", frozen=True, kw_only=True):
    """The result of the letter with this number: delivered or, with a reason, refused."""

    number: int
    reason: str = ""
    args: dict[str, Any] = {}
    answer: str = ""
    """The encoded message that answers the request; empty for a plain `Done`."""


class LimitsUsed(Letter, tag="used", frozen=True, kw_only=True):
    """Reports the latest uses of shared limits at the sending process.

    Each use has the limit's name and its key, such as an address or an account.
    """

    used: list[tuple[str, list[str]]]


class CallLetter(Letter, tag="call", frozen=True, kw_only=True):
    """Tells people who are at no table that a public table is looking for players."""

    sender: str
    blocked: list[str]
    """Name keys of people who must not receive the announcement."""
    game: str
    table: int


class ContestNews(Letter, tag="contest-news", frozen=True, kw_only=True):
    """News of a tournament for the people with these name keys."""

    keys: list[str]
    news: wire.News


class TableCall(Letter, tag="table-call", frozen=True, kw_only=True):
    """A call to a person to come to their tournament table at the sending process.

    `key` is the name key of the person.
    """

    key: str
    table: int


class EntrantGone(Letter, tag="entrant-gone", frozen=True, kw_only=True):
    """The news that an account was deleted: its name must disappear from all tournaments."""

    key: str


AnyLetter = (
    LineLetter | InvitationLetter | ContestLetter | Receipt | LimitsUsed | CallLetter
    | ContestNews | TableCall | EntrantGone
)  # fmt: skip


def read_letter(text: str) -> AnyLetter:
    """Parse a letter.  Raises `msgspec.DecodeError`, also for a letter of another version."""
    letter: AnyLetter = msgspec.json.decode(text, type=AnyLetter)
    return letter

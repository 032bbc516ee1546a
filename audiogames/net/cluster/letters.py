"""Letters between processes."""

from __future__ import annotations

from typing import Any

import msgspec

from audiogames.net import wire
from audiogames.net.server.contests.asker import Asker


class Letter(msgspec.Struct, tag_field="type", frozen=True, kw_only=True):
    """A letter from one process to another."""


class PersonalLetter(Letter, frozen=True, kw_only=True):
    """A message from one person to another, by name; a `Receipt` with its number answers it."""

    number: int = 0
    sender: str
    to: str


class LineLetter(PersonalLetter, tag="line", frozen=True, kw_only=True):
    """A private line."""

    text: str


class InvitationLetter(PersonalLetter, tag="invitation", frozen=True, kw_only=True):
    """An invitation to a table."""

    code: str
    game: str


class ContestLetter(PersonalLetter, tag="contest", frozen=True, kw_only=True):
    """A request about a tournament, to the process that runs it; `to` is the tournament's name."""

    asker: Asker
    partner: Asker | None = None
    request: str
    """The request as the client sent it."""


class Receipt(Letter, tag="receipt", frozen=True, kw_only=True):
    """The letter with this number was delivered or, with the reason of a `No`, refused."""

    number: int
    reason: str = ""
    args: dict[str, Any] = {}
    answer: str = ""
    """The encoded message that answers the request; empty for a plain `Done`."""


class LimitsUsed(Letter, tag="used", frozen=True, kw_only=True):
    """Uses of shared limits: the name of each limit, and its key."""

    used: list[tuple[str, list[str]]]


class CallLetter(Letter, tag="call", frozen=True, kw_only=True):
    """A public table is looking for players: announce that to people who are at no table."""

    sender: str
    blocked: list[str]
    """Name keys of people who must not receive the announcement."""
    game: str
    table: int


class ContestNews(Letter, tag="contest-news", frozen=True, kw_only=True):
    """News of a tournament for the people with these keys."""

    keys: list[str]
    news: wire.News


class TableCall(Letter, tag="table-call", frozen=True, kw_only=True):
    """The tournament table with this number, at the sending process, waits for this person."""

    key: str
    table: int


class EntrantGone(Letter, tag="entrant-gone", frozen=True, kw_only=True):
    """The account with this key is deleted: remove its name from all tournaments."""

    key: str


AnyLetter = (
    LineLetter | InvitationLetter | ContestLetter | Receipt | LimitsUsed | CallLetter
    | ContestNews | TableCall | EntrantGone
)  # fmt: skip


def read_letter(text: str) -> AnyLetter:
    """Parse a letter.  Raises `msgspec.DecodeError`, also for a letter of another version."""
    letter: AnyLetter = msgspec.json.decode(text, type=AnyLetter)
    return letter

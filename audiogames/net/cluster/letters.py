"""Letters between processes."""

from __future__ import annotations

from typing import Any

import msgspec


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


class Receipt(Letter, tag="receipt", frozen=True, kw_only=True):
    """The letter was delivered or, with the reason of a `No`, refused."""

    number: int
    reason: str = ""
    args: dict[str, Any] = {}


class LimitsUsed(Letter, tag="used", frozen=True, kw_only=True):
    """Uses of shared limits: the limit's name and its key."""

    used: list[tuple[str, list[str]]]


class CallLetter(Letter, tag="call", frozen=True, kw_only=True):
    """A public table wants players: announce it to people at no table."""

    sender: str
    blocked: list[str]
    """Name keys of people who must not hear it."""
    game: str
    table: int


AnyLetter = LineLetter | InvitationLetter | Receipt | LimitsUsed | CallLetter


def read_letter(text: str) -> AnyLetter:
    """Parse a letter.  Raises `msgspec.DecodeError`, also for one of another version."""
    letter: AnyLetter = msgspec.json.decode(text, type=AnyLetter)
    return letter

"""What processes write to one another about people."""

from __future__ import annotations

from typing import Any

import msgspec


class Letter(msgspec.Struct, tag_field="type", frozen=True, kw_only=True):
    """What one process writes to another."""


class PersonalLetter(Letter, frozen=True, kw_only=True):
    """What one person has for another, by name; a `Receipt` with its number answers it."""

    number: int = 0
    sender: str
    to: str


class LineLetter(PersonalLetter, tag="line", frozen=True, kw_only=True):
    """A private line."""

    text: str


class InvitationLetter(PersonalLetter, tag="invitation", frozen=True, kw_only=True):
    """Come to this table."""

    code: str
    game: str


class Receipt(Letter, tag="receipt", frozen=True, kw_only=True):
    """The letter was taken; with a reason, as of a `No`, it was not."""

    number: int
    reason: str = ""
    args: dict[str, Any] = {}


class LimitsUsed(Letter, tag="used", frozen=True, kw_only=True):
    """What was used up of the limits that all processes share: which limit, and of whom."""

    used: list[tuple[str, list[str]]]


class CallLetter(Letter, tag="call", frozen=True, kw_only=True):
    """Somebody waits at a public table: those who are at none hear it."""

    sender: str
    blocked: list[str]
    """Keys of people who are not to hear it."""
    game: str
    table: int


AnyLetter = LineLetter | InvitationLetter | Receipt | LimitsUsed | CallLetter


def read_letter(text: str) -> AnyLetter:
    """A letter that has come.  Raises `msgspec.DecodeError`, as for one of another version."""
    letter: AnyLetter = msgspec.json.decode(text, type=AnyLetter)
    return letter

"""The commands of the engine protocol, one class each."""

from __future__ import annotations

from typing import Any, Final

import msgspec


class EngineCommand(msgspec.Struct, tag_field="cmd", frozen=True, forbid_unknown_fields=True):
    """A command, which is one line of input.  Unknown fields are errors, never ignored."""


class StartCommand(EngineCommand, tag="start", frozen=True):
    """Start a match with this number of seats."""

    seats: int
    options: dict[str, Any] = {}


class Make(EngineCommand, tag="move", frozen=True):
    """Make a move for a seat; without a seat, for the dealer or the clock."""

    move: str
    seat: int | None = None


class Chance(EngineCommand, tag="chance", frozen=True):
    """Make a random move of the dealer, by the given seed or the engine's own generator."""

    seed: int | None = None


class Legal(EngineCommand, tag="legal", frozen=True):
    """Return the legal moves of a seat."""

    seat: int | None = None


class ViewCommand(EngineCommand, tag="view", frozen=True):
    """Return the view of a seat or of a spectator."""

    seat: int | None = None


class ResultCommand(EngineCommand, tag="result", frozen=True):
    """Return the result of the match; null before it has ended."""


class Advise(EngineCommand, tag="bot", frozen=True):
    """Return the move that a bot would make."""

    seat: int
    level: str
    seed: int | None = None


class Speak(EngineCommand, tag="say", frozen=True):
    """Return the spoken and the braille text with which an event is announced to a seat."""

    event: dict[str, Any]
    seat: int | None = None
    lang: str | None = None


class Save(EngineCommand, tag="save", frozen=True):
    """Return the log of the match."""


class Load(EngineCommand, tag="load", frozen=True):
    """Restore a match from a log, and continue it."""

    log: str


Command = (
    StartCommand
    | Make
    | Chance
    | Legal
    | ViewCommand
    | ResultCommand
    | Advise
    | Speak
    | Save
    | Load
)

COMMANDS: Final = msgspec.json.Decoder(Command)

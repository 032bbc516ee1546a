"""The lines that the engine protocol understands, one class a command."""

from __future__ import annotations

from typing import Any, Final

import msgspec


class EngineCommand(msgspec.Struct, tag_field="cmd", frozen=True, forbid_unknown_fields=True):
    """One line of input; a field that a command does not have is an error, never ignored."""


class StartCommand(EngineCommand, tag="start", frozen=True):
    """Begin a match."""

    seats: int
    options: dict[str, Any] = {}


class Make(EngineCommand, tag="move", frozen=True):
    """Make a move; no seat is the dealer and the clock."""

    move: str
    seat: int | None = None


class Chance(EngineCommand, tag="chance", frozen=True):
    """Let the dealer move, by a seed or by the engine's own lot."""

    seed: int | None = None


class Legal(EngineCommand, tag="legal", frozen=True):
    """Ask what a seat may do."""

    seat: int | None = None


class ViewCommand(EngineCommand, tag="view", frozen=True):
    """Ask what a seat, or a spectator, knows."""

    seat: int | None = None


class ResultCommand(EngineCommand, tag="result", frozen=True):
    """Ask whether and how the match is over."""


class Advise(EngineCommand, tag="bot", frozen=True):
    """Ask what a bot would do."""

    seat: int
    level: str
    seed: int | None = None


class Speak(EngineCommand, tag="say", frozen=True):
    """Ask what a seat hears of an event."""

    event: dict[str, Any]
    seat: int | None = None
    lang: str | None = None


class Save(EngineCommand, tag="save", frozen=True):
    """Ask for the log."""


class Load(EngineCommand, tag="load", frozen=True):
    """Go on with a log."""

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

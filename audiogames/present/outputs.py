"""What the shells have to do: frozen orders, performed in their order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from audiogames.core.cues import Priority


@dataclass(frozen=True)
class Part:
    """A stretch of an announcement, and the seat that it is about, where it is about one.

    `pan` is that seat's side, from -1 (left) to 1 (right), `gender` its player's: "f", "m" or "".
    """

    text: str
    seat: int | None = None
    pan: float = 0.0
    gender: str = ""


@dataclass(frozen=True)
class Announcement:
    """Speak `text` and write `braille`: always two calls.

    `at` is in seconds of the program's clock; `message` and `args` are those of the first message
    that it was made of, for the transcript.
    """

    at: float
    priority: Priority
    interrupt: bool
    text: str
    braille: str
    lang: str
    message: str
    args: dict[str, Any] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    """The same as `text`, for players with a voice for each seat; empty where it is about none."""
    spoken: bool = True
    """False where automatic reading is off: then it is brailled only."""
    tells_facts: bool = False
    """Whether facts are in it, which are said again by themselves where they were cut off."""
    tells_cards: bool = False
    """Whether cards are in it, of which the table may allow only the newest to be looked up."""


@dataclass(frozen=True)
class PlaySound:
    """Play a sound; `pan` goes from -1 (left) to 1 (right); `channel` is "game" or "notices".

    Without a `folder` it is the sound of the game that is on, or else of all games.
    """

    sound: str
    pan: float
    channel: str
    folder: str | None = None


@dataclass(frozen=True)
class Hush:
    """Silence our own voice now."""


@dataclass(frozen=True)
class StopSounds:
    """Stop all sounds now."""

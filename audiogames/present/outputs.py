"""What the shells have to do: frozen orders, performed in their order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from audiogames.core.cues import Priority


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
    seat: int | None = None
    """The seat that it is about, where a voice of its own may speak it."""
    spoken: bool = True
    """False where automatic reading is off: then it is brailled only."""


@dataclass(frozen=True)
class Play:
    """Play a sound; `pan` goes from -1 (left) to 1 (right); `channel` is "game" or "notices"."""

    sound: str
    pan: float
    channel: str


@dataclass(frozen=True)
class Hush:
    """Silence our own voice now."""


@dataclass(frozen=True)
class StopSounds:
    """Stop all sounds now."""

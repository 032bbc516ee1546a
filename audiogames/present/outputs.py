"""Commands to the shell: announce, play a sound, stop speech, stop sounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from audiogames.core.cues import Priority


@dataclass(frozen=True)
class Part:
    """A part of an announcement's text, and the seat that it names, if any.

    `pan` is the stereo position of that seat, from -1 (left) to 1 (right).  `gender` is the
    gender of its player: "f", "m" or "".
    """

    text: str
    seat: int | None = None
    pan: float = 0.0
    gender: str = ""


@dataclass(frozen=True)
class Announcement:
    """The command to speak `text` and to show `braille` on the braille line.

    `at` is in seconds of the program's clock; `message` and `args` are the id and the arguments of
    its first message, for the transcript.
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
    """The same text in parts, for players with one voice per seat; empty if it names no seat."""
    spoken: bool = True
    """False if automatic reading is off: then it is brailled only."""
    tells_facts: bool = False
    """Whether it contains facts, which are repeated separately if they are cut short."""
    tells_cards: bool = False
    """Whether it announces cards; a table may let players look up only the newest ones."""


@dataclass(frozen=True)
class PlaySound:
    """Play a sound; `pan` is from -1 (left) to 1 (right); `channel` is "game" or "notices".

    Without a `folder`, the current game's own sounds are searched first, then the common ones.
    """

    sound: str
    pan: float
    channel: str
    folder: str | None = None


@dataclass(frozen=True)
class Hush:
    """Stop the program's own speech now."""


@dataclass(frozen=True)
class StopSounds:
    """Stop all sounds now."""

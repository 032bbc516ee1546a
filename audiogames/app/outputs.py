"""What the app asks of its shell, beside what `present` puts out."""

from __future__ import annotations

from dataclasses import dataclass

from audiogames.net.client_core import Connect, Disconnect, Transmit
from audiogames.present.outputs import Announcement, Hush, Play, StopSounds
from audiogames.table.table import Wanted


@dataclass(frozen=True)
class Think:
    """Have a bot think about this away from the main loop, and give `App.thought` the answer."""

    wanted: Wanted


@dataclass(frozen=True)
class Prepare:
    """A table of this game is set up: its bots will be asked soon."""

    game_id: str


@dataclass(frozen=True)
class Forget:
    """The match is left: stop thinking."""


@dataclass(frozen=True)
class ChangeHands:
    """Another person takes the keyboard: nothing that was brailled may be brought back."""


@dataclass(frozen=True)
class Configure:
    """Settings changed: `App.settings` holds them; set volumes, voice and output accordingly."""


@dataclass(frozen=True)
class Keep:
    """Settings are to be saved: call `App.keep` once all else is done, since disks may be slow."""


@dataclass(frozen=True)
class Copy:
    """Put this text on the clipboard."""

    text: str


@dataclass(frozen=True)
class Suspend:
    """Give the terminal back to the shell that waits there, until it brings the program back.

    Call `App.suspending` before and `App.resumed` after it.
    """


@dataclass(frozen=True)
class Quit:
    """End the program with this exit code."""

    code: int = 0


Online = Connect | Transmit | Disconnect
"""Orders to the line to a server."""

Output = (
    Announcement
    | Play
    | Hush
    | StopSounds
    | Think
    | Prepare
    | Forget
    | ChangeHands
    | Configure
    | Keep
    | Copy
    | Suspend
    | Quit
    | Online
)

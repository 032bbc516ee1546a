"""What the app asks of its shell beside what `present` puts out; what the shell speaks through."""

from __future__ import annotations

from dataclasses import dataclass

from audiogames.net.client.orders import Connect, Disconnect, Transmit
from audiogames.present.outputs import Announcement, Hush, PlaySound, StopSounds
from audiogames.table.protocol import Question


@dataclass(frozen=True)
class SpeechOutput:
    """What speaks: the name of the output, and whether there is a braille line."""

    name: str = "text"
    braille: bool = False


@dataclass(frozen=True)
class AskBot:
    """Have a bot think about this away from the main loop, and tell `App.bot_replied`."""

    wanted: Question


@dataclass(frozen=True)
class Prepare:
    """A table of this game is set up: its bots will be asked soon."""

    game_id: str


@dataclass(frozen=True)
class StopThinking:
    """The match is left: stop thinking."""


@dataclass(frozen=True)
class ChangeHands:
    """Another person takes the keyboard: nothing of the one before may be found any more.

    Not on the braille line, in a terminal, on the page or on the clipboard.
    """


@dataclass(frozen=True)
class LookForNewest:
    """Fetch the small file at this address away from the main loop, and tell `App.newest_came`.

    Where nothing comes, nothing is told.
    """

    address: str


@dataclass(frozen=True)
class OpenPage:
    """Open this page in the browser, and tell `App.page_opened` whether that was possible."""

    page: str


@dataclass(frozen=True)
class Configure:
    """Settings changed: `App.settings` holds them; set volumes, voice and output accordingly."""


@dataclass(frozen=True)
class SaveSettings:
    """Settings are to be saved: call `App.keep` once all else is done, since disks may be slow."""


@dataclass(frozen=True)
class Copy:
    """Put this text on the clipboard; one that `shares` is for the other apps of a phone."""

    text: str
    shares: bool = False


@dataclass(frozen=True)
class PickFile:
    """Have the player choose a text file, and tell `App.file_picked`."""


@dataclass(frozen=True)
class ReadClipboard:
    """Read the clipboard and tell `App.clipboard_read`."""


@dataclass(frozen=True)
class Suspend:
    """Give the terminal back to the shell that waits there, until it brings the program back.

    Call `App.suspending` before and `App.resumed` after it.
    """


@dataclass(frozen=True)
class FillScreen:
    """Let the window fill the screen, or have its own size again; then call `App.screen_filled`."""


@dataclass(frozen=True)
class Quit:
    """End the program with this exit code."""

    code: int = 0


Online = Connect | Transmit | Disconnect
"""Orders to the line to a server."""

Output = (
    Announcement
    | PlaySound
    | Hush
    | StopSounds
    | AskBot
    | Prepare
    | StopThinking
    | ChangeHands
    | Configure
    | SaveSettings
    | LookForNewest
    | OpenPage
    | Copy
    | PickFile
    | ReadClipboard
    | Suspend
    | FillScreen
    | Quit
    | Online
)

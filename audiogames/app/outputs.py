"""Commands of the app to its shell, in addition to those in `audiogames/present/outputs.py`."""

from __future__ import annotations

from dataclasses import dataclass

from audiogames.net.client.orders import Connect, Disconnect, Transmit
from audiogames.present.outputs import Announcement, Hush, PlaySound, StopSounds
from audiogames.table.protocol import Question


@dataclass(frozen=True)
class SpeechOutput:
    """The name of the speech output in use, and whether there is a braille line."""

    name: str = "text"
    braille: bool = False


@dataclass(frozen=True)
class AskBot:
    """Ask a bot in another process, and pass its answer to `App.bot_replied`."""

    wanted: Question


@dataclass(frozen=True)
class Prepare:
    """Load this game and its bots in advance, because its table is being set up."""

    game_id: str


@dataclass(frozen=True)
class StopThinking:
    """Cancel the thinking of all bots, because the match was left."""


@dataclass(frozen=True)
class ChangeHands:
    """Clear all texts of the previous player, because another player takes the keyboard.

    They may be on the braille line, in a terminal, on the page or on the clipboard.
    """


@dataclass(frozen=True)
class LookForNewest:
    """Fetch the file at this address in the background, and pass it to `App.newest_came`.

    A failure is not reported.
    """

    address: str


@dataclass(frozen=True)
class OpenPage:
    """Open this web page in the browser, and report to `App.page_opened` whether that succeeded."""

    page: str


@dataclass(frozen=True)
class Configure:
    """Apply the changed settings in `App.settings`: volumes, voice and output."""


@dataclass(frozen=True)
class SaveSettings:
    """Save the settings by calling `App.keep`.

    This comes after all other outputs, since disks may be slow.
    """


@dataclass(frozen=True)
class Copy:
    """Copy this text to the clipboard; with `shares`, open a phone's menu for sharing it."""

    text: str
    shares: bool = False


@dataclass(frozen=True)
class PickFile:
    """Have the player choose a text file, and pass it to `App.file_picked`."""


@dataclass(frozen=True)
class ReadClipboard:
    """Read the clipboard, and pass it to `App.clipboard_read`."""


@dataclass(frozen=True)
class Suspend:
    """Suspend the program and return to the terminal's command line.

    Call `App.suspending` before and `App.resumed` after it.
    """


@dataclass(frozen=True)
class FillScreen:
    """Switch the window to full screen or back; then call `App.screen_filled`."""


@dataclass(frozen=True)
class Quit:
    """End the program with this exit code."""

    code: int = 0


Online = Connect | Transmit | Disconnect
"""Orders to the connection to a server."""

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

"""What a host performs with: a voice, sounds, bots that think, a line to a server of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from audiogames.present.outputs import Announcement
from audiogames.shell.connection import NoLines

if TYPE_CHECKING:
    from audiogames.app.settings import Settings
    from audiogames.net.address import Address
    from audiogames.shell.connection import Arrival
    from audiogames.shell.mixer import ChannelName, VolumeName
    from audiogames.shell.speech.base import VoiceStyle
    from audiogames.shell.thinker import BotReply
    from audiogames.table.protocol import Question


class HostSpeaker(Protocol):
    """A voice that never fails: `Chain`, or the page's."""

    @property
    def name(self) -> str: ...
    @property
    def has_braille(self) -> bool: ...
    @property
    def has_styles(self) -> bool: ...
    @property
    def wakes(self) -> bool: ...
    def say(
        self, text: str, *, interrupt: bool, lang: str, style: VoiceStyle | None = None
    ) -> None: ...
    def unended(self) -> int | None: ...
    def braille(self, text: str) -> bool: ...
    def silence(self) -> None: ...
    def forget(self) -> None: ...
    def blur(self) -> None: ...
    def refresh(self, now: float) -> None: ...
    def close(self) -> None: ...


class HostMixer(Protocol):
    """Sounds: `Mixer`, `SilentMixer`, or the page's."""

    def set_volume(self, name: VolumeName, percent: int) -> None: ...
    def play(
        self, sound_id: str, *, game: str | None, pan: float, channel: ChannelName
    ) -> None: ...
    def stop_all(self) -> None: ...
    def close(self) -> None: ...


class HostThinker(Protocol):
    """Bots: `Thinker`, or one session's part of what is shared."""

    def think(self, wanted: Question) -> None: ...
    def prepare(self, game_id: str) -> None: ...
    def cancel(self) -> None: ...
    def answers(self) -> list[BotReply]: ...
    def close(self) -> None: ...


class HostNewest(Protocol):
    """The file that names the newest version: `NewestFile`."""

    def look(self, address: str) -> None: ...
    def take(self) -> bytes | None: ...


class HostLine(Protocol):
    """The line to a server of tables: `Connection`, `NoLines`, or one within that server."""

    def connect(self, address: Address) -> None: ...
    def transmit(self, data: bytes) -> None: ...
    def disconnect(self) -> None: ...
    def arrival(self) -> Arrival | None: ...
    @property
    def has_more(self) -> bool: ...
    def close(self) -> None: ...


S = TypeVar("S", bound=HostSpeaker)


@dataclass
class Services(Generic[S]):
    """What the host performs with.  `revoice` makes the speaker that changed settings ask for."""

    speaker: S
    mixer: HostMixer
    thinker: HostThinker
    revoice: Callable[[S, Settings], S] = lambda speaker, _settings: speaker
    record: Callable[[Announcement], None] = lambda _announcement: None
    """Writes the transcript."""
    report: Callable[[Exception, Iterable[Announcement]], str] = lambda _failure, _said: ""
    """Writes a report about an error and returns where it is."""
    line: HostLine = field(default_factory=NoLines)
    """The line to a server of tables."""
    suspend: Callable[[Callable[[], None]], bool] | None = None
    """Returns when the program was stopped in its terminal and goes on again, and says whether
    that was possible; what it is given is called before it stops.  A window has none."""
    fill_screen: Callable[[], bool] | None = None
    """Lets the window fill the screen, or no longer, and says which; a terminal has none."""
    clear: Callable[[], None] = lambda: None
    """Removes what was printed, where that stays to be read."""
    read_clipboard: Callable[[], str] | None = None
    """Return the text on the clipboard, empty if there is none.  A terminal lets nobody read it."""
    share: Callable[[str], None] | None = None
    """Offers a text to the other apps of a phone, or copies it; then `Host.copied` is called."""
    pick_file: Callable[[], None] = lambda: None
    """Has the player choose a file; `Host.file_picked` is called with it."""
    device_changed: Callable[..., None] = lambda *, came: None  # noqa: ARG005 - no device here
    """Is told that the sound device in use has gone, or that another one `came`."""
    newest: HostNewest | None = None
    """Fetches the file that names the newest version; not where a browser shows the program."""
    open_page: Callable[[str], bool] | None = None
    """Opens a page in the browser; a terminal has none that could be trusted to come up."""

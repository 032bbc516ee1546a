"""The services that a host needs: a voice, sounds, bots, and a connection to a server of tables."""

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
    """Speaks for a host: by a chain of speech outputs (`Chain`), or by a page in a browser.

    Its methods raise no exceptions.
    """

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
    """The mixer that a host uses: `Mixer`, `SilentMixer`, or the mixer of a page."""

    def set_volume(self, name: VolumeName, percent: int) -> None: ...
    def play(
        self, sound_id: str, *, game: str | None, pan: float, channel: ChannelName
    ) -> None: ...
    def stop_all(self) -> None: ...
    def close(self) -> None: ...


class HostThinker(Protocol):
    """The interface through which a host runs bots.

    `Thinker` implements it, and in a page `BotsWorker`.
    """

    def think(self, wanted: Question) -> None: ...
    def prepare(self, game_id: str) -> None: ...
    def cancel(self) -> None: ...
    def answers(self) -> list[BotReply]: ...
    def close(self) -> None: ...


class HostNewest(Protocol):
    """The host's downloader of the file with the newest version's number: `NewestFile`."""

    def look(self, address: str) -> None: ...
    def take(self) -> bytes | None: ...


class HostLine(Protocol):
    """A host's connection to a server of tables: `Connection`, `NoLines`, or `BrowserLine`."""

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
    """The services that a host needs from its shell: speech, sound, bots, files, clipboard.

    `revoice` returns the speaker to use after the settings have changed.
    """

    speaker: S
    mixer: HostMixer
    thinker: HostThinker
    revoice: Callable[[S, Settings], S] = lambda speaker, _settings: speaker
    record: Callable[[Announcement], None] = lambda _announcement: None
    """Writes the transcript."""
    report: Callable[[Exception, Iterable[Announcement]], str] = lambda _failure, _said: ""
    """Writes a report about an error and returns its path."""
    line: HostLine = field(default_factory=NoLines)
    """The connection to a server of tables."""
    suspend: Callable[[Callable[[], None]], bool] | None = None
    """Suspends the program in its terminal and returns after resuming; None in a window.

    It calls its argument before suspending, and returns whether suspending was possible.
    """
    fill_screen: Callable[[], bool] | None = None
    """Toggles the full screen and returns whether it is on; a terminal has none."""
    clear: Callable[[], None] = lambda: None
    """Clears printed text that would remain readable."""
    read_clipboard: Callable[[], str] | None = None
    """Returns the clipboard's text, empty if there is none.  A terminal cannot read it."""
    share: Callable[[str], None] | None = None
    """Offers a text to the other apps of a phone, or copies it; then `Host.copied` is called."""
    pick_file: Callable[[], None] = lambda: None
    """Lets the player choose a file; then `Host.file_picked` is called."""
    device_changed: Callable[..., None] = lambda *, came: None  # noqa: ARG005 - no device here
    """Called when the sound device was lost, or when another one `came`."""
    newest: HostNewest | None = None
    """Fetches the file about the newest version; None for a page in a browser."""
    open_page: Callable[[str], bool] | None = None
    """Opens a page in the browser; a terminal cannot rely on one."""

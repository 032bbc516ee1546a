"""A host's services for a player at a page: voice and sounds become messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from audiogames.shell.browser.messages import (
    ForgetAll,
    PlayFile,
    SilenceSounds,
    SilenceVoice,
    ToPage,
)
from audiogames.shell.mixer import DEFAULT_VOLUMES, ChannelName, SoundFiles, VolumeName

if TYPE_CHECKING:
    from pathlib import Path

    from audiogames.app.settings import Settings
    from audiogames.shell.speech.base import VoiceStyle

Send = Callable[[ToPage], None]

READER: Final = "reader"
BROWSER: Final = "browser"
NOBODY: Final = "none"
VOICES: Final = {"builtin": BROWSER, "none": NOBODY}
"""The page's voice by the speech setting; for all others the player's screen reader."""


def sound_url(path: Path) -> str:
    """Return a sound's address relative to the page."""
    return f"sounds/{path.parent.name}/{path.name}"


def page_voice(settings: Settings) -> str:
    """Return which voice speaks on the page."""
    return VOICES.get(settings.speech, READER)


class PageSpeaker:
    """A voice that speaks on the page.

    Announcements are sent whole, as the host shows them: only silencing is sent from here.
    """

    has_braille = True
    """The screen reader shows the page's status line."""
    has_styles = False
    wakes = True
    """The page reports when the browser's voice has ended."""

    def __init__(self, send: Send, silenced: Callable[[], None], voice: str) -> None:
        self._send = send
        self._silenced = silenced
        self.name = voice
        self._unended = 0
        self._tells_end = False
        """Whether the browser's voice has ever reported an end: not every browser does."""

    def say(
        self, text: str, *, interrupt: bool, lang: str, style: VoiceStyle | None = None
    ) -> None:
        """Note that an announcement is being sent."""
        self._unended = 1

    def ended(self) -> None:
        """The browser's voice has spoken everything it was sent."""
        self._unended, self._tells_end = 0, True

    def unended(self) -> int | None:
        """Return whether the browser's voice is speaking, as 0 or 1; None for a screen reader."""
        return self._unended if self.name == BROWSER and self._tells_end else None

    def braille(self, text: str) -> bool:
        """Return True: announcements carry their braille."""
        return True

    def silence(self) -> None:
        """Drop what the page has not spoken."""
        self._unended = 0
        self._silenced()
        self._send(SilenceVoice())

    def forget(self) -> None:
        """Clear the page's announcements for another player."""
        self._send(ForgetAll())

    def blur(self) -> None:
        """Do nothing: the page has no braille line to release."""

    def refresh(self, now: float) -> None:
        """Do nothing: there is no device to look for."""

    def close(self) -> None:
        """Do nothing: nothing is open."""


class PageMixer:
    """Sounds that the page plays."""

    def __init__(self, send: Send, sounds: SoundFiles) -> None:
        self._send = send
        self._sounds = sounds
        self._volumes = dict(DEFAULT_VOLUMES)

    def set_volume(self, name: VolumeName, percent: int) -> None:
        """Set the volume of one kind of sounds, in percent."""
        self._volumes[name] = percent

    def play(self, sound_id: str, *, game: str | None, pan: float, channel: ChannelName) -> None:
        """Play a sound, if it has a file."""
        path = self._sounds.next_variant(sound_id, game)
        if path is not None:
            volume = self._volumes[channel] / 100
            self._send(PlayFile(sound_url(path), pan, volume))

    def stop_all(self) -> None:
        """Stop all sounds."""
        self._send(SilenceSounds())

    def close(self) -> None:
        """Do nothing: nothing is open."""

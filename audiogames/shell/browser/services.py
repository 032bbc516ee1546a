"""Voice and sounds for the host of a page, which are sent to the page as messages."""

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
"""The page's voice for each speech setting; with all others the screen reader speaks."""


def sound_url(path: Path) -> str:
    """Return a sound's address relative to the page."""
    return f"sounds/{path.parent.name}/{path.name}"


def page_voice(settings: Settings) -> str:
    """Return the name of the output for speech: the screen reader or the browser's voice."""
    return VOICES.get(settings.speech, READER)


class PageSpeaker:
    """A voice that speaks on the page.

    The session itself sends announcements; this class only silences or clears them.
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
        """Record that the browser's voice has something to speak; the session sends the text."""
        self._unended = 1

    def ended(self) -> None:
        """Record that the browser's voice has finished."""
        self._unended, self._tells_end = 0, True

    def unended(self) -> int | None:
        """Return 1 while the browser's voice speaks, otherwise 0; None if that is unknown.

        That is unknown with a screen reader, and until a browser's voice first reports its end.
        """
        return self._unended if self.name == BROWSER and self._tells_end else None

    def braille(self, text: str) -> bool:
        """Return True: every announcement is sent with its braille text."""
        return True

    def silence(self) -> None:
        """Make the page drop everything that it has not spoken yet."""
        self._unended = 0
        self._silenced()
        self._send(SilenceVoice())

    def forget(self) -> None:
        """Clear the page's announcements before another player takes the keyboard."""
        self._send(ForgetAll())

    def blur(self) -> None:
        """Do nothing: the page has no braille line to release."""

    def refresh(self, now: float) -> None:
        """Do nothing: a page has no devices that could be connected later."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class PageMixer:
    """Plays sounds by sending messages to the page."""

    def __init__(self, send: Send, sounds: SoundFiles) -> None:
        self._send = send
        self._sounds = sounds
        self._volumes = dict(DEFAULT_VOLUMES)

    def set_volume(self, name: VolumeName, percent: int) -> None:
        """Set the volume of one kind of sound, in percent."""
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
        """Do nothing: there is nothing to close."""

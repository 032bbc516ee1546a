"""What a host performs with where its player sits at a page: voice and sounds become messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from audiogames.shell.mixer import DEFAULT_VOLUMES, ChannelName, SoundFiles, VolumeName
from audiogames.shell.web.messages import (
    ForgetAll,
    PlayFile,
    SilenceSounds,
    SilenceVoice,
    ToPage,
)

if TYPE_CHECKING:
    from pathlib import Path

    from audiogames.app.settings import Settings
    from audiogames.shell.speech.base import VoiceStyle

Send = Callable[[ToPage], None]

READER: Final = "reader"
BROWSER: Final = "browser"
NOBODY: Final = "none"
VOICES: Final = {"builtin": BROWSER, "none": NOBODY}
"""Who speaks on a page, by the setting of speech; for all others the player's screen reader."""


def sound_url(path: Path) -> str:
    """Where the page finds this sound, beside itself."""
    return f"sounds/{path.parent.name}/{path.name}"


def page_voice(settings: Settings) -> str:
    """Who speaks on the page."""
    return VOICES.get(settings.speech, READER)


class PageSpeaker:
    """A voice on the other side of a line.

    Announcements travel whole, as the host shows them: here only what silences them is sent.
    """

    has_braille = True
    """A reader shows the page's status line."""
    has_styles = False
    wakes = True
    """The page says when the browser's voice has ended."""

    def __init__(self, send: Send, silenced: Callable[[], None], voice: str) -> None:
        self._send = send
        self._silenced = silenced
        self.name = voice
        self._unended = 0
        self._tells_end = False
        """Whether the browser's voice was heard to end: not every browser says so."""

    def say(
        self, text: str, *, interrupt: bool, lang: str, style: VoiceStyle | None = None
    ) -> None:
        """The announcement is on its way."""
        self._unended = 1

    def ended(self) -> None:
        """The browser's voice has spoken all that it was sent."""
        self._unended, self._tells_end = 0, True

    def unended(self) -> int | None:
        """Return whether the browser's voice speaks, as 0 or 1; a screen reader does not tell."""
        return self._unended if self.name == BROWSER and self._tells_end else None

    def braille(self, text: str) -> bool:
        """It has its braille with it."""
        return True

    def silence(self) -> None:
        """What the page has not said need not be said."""
        self._unended = 0
        self._silenced()
        self._send(SilenceVoice())

    def forget(self) -> None:
        """Another person reads now."""
        self._send(ForgetAll())

    def blur(self) -> None:
        """The page has no braille line to let go of."""

    def refresh(self, now: float) -> None:
        """Nothing is to be looked for."""

    def close(self) -> None:
        """Nothing is open."""


class PageMixer:
    """Sounds that the page plays."""

    def __init__(self, send: Send, sounds: SoundFiles) -> None:
        self._send = send
        self._sounds = sounds
        self._volumes = dict(DEFAULT_VOLUMES)

    def set_volume(self, name: VolumeName, percent: int) -> None:
        """How loud one kind of sounds is from now on."""
        self._volumes[name] = percent

    def play(self, sound_id: str, *, game: str | None, pan: float, channel: ChannelName) -> None:
        """Have a sound played; one that has no file is none."""
        path = self._sounds.next_variant(sound_id, game)
        if path is not None:
            volume = self._volumes[channel] / 100
            self._send(PlayFile(sound_url(path), pan, volume))

    def stop_all(self) -> None:
        """Have all sounds stopped."""
        self._send(SilenceSounds())

    def close(self) -> None:
        """Nothing is open."""

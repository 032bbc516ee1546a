"""The chain of speakers that the settings ask for, made anew when they change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from audiogames.app.settings import Settings
from audiogames.shell.host import Voice
from audiogames.shell.speakers.aside import Patience
from audiogames.shell.speakers.builtin import VoiceOutput
from audiogames.shell.speakers.espeak import Prosody
from audiogames.shell.speakers.sources import open_chain

PLAIN: Final = "plain"
"""The setting of eSpeak NG's own voice."""


@dataclass(frozen=True)
class Wish:
    """How to speak: a preference of the chain, and whether to braille."""

    speech: str
    braille: bool


class Speech:
    """Opens speakers.  What the command line asked for holds until that setting is changed."""

    def __init__(self, mixer: VoiceOutput, speech: str | None, braille: str | None) -> None:
        self._mixer = mixer
        self._asked = {"speech": speech, "braille": braille}
        self._settings: Settings | None = None
        self._wish: Wish | None = None
        self._prosody = Prosody()

    def open(self, settings: Settings) -> Voice:
        """Speakers for these settings; they connect to nothing before their first `refresh`."""
        # Only at the start is there time: later a key waits for what is chosen.
        patience = None if self._wish is None else Patience()
        self._wish = wish = self._wished(settings)
        return open_chain(
            wish.speech,
            self._mixer,
            prosody=lambda: self._prosody,
            braille=wish.braille,
            patience=patience,
        )

    def revoice(self, speaker: Voice, settings: Settings) -> Voice:
        """The same speakers where they still do, else others in their place.

        How our own voice sounds changes without either.
        """
        if self._wished(settings) == self._wish:
            return speaker
        speaker.close()
        return self.open(settings)

    def _wished(self, settings: Settings) -> Wish:
        before, self._settings = self._settings or settings, settings
        self._prosody = wished_prosody(settings)
        for name in self._asked:
            if getattr(settings, name) != getattr(before, name):
                self._asked[name] = None
        return Wish(
            self._asked["speech"] or settings.speech,
            (self._asked["braille"] or settings.braille) != "off",
        )


def wished_prosody(settings: Settings) -> Prosody:
    """How our own voice sounds; the mixer sees to its volume."""
    variant = "" if settings.voice == PLAIN else settings.voice
    return Prosody(settings.voice_rate, settings.voice_pitch, variant=variant)

"""Creates the chain of speakers for the current settings, and replaces it when they change."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from audiogames.app.settings import Settings
from audiogames.shell.speech.ao2 import Ao2Speaker
from audiogames.shell.speech.aside import FIRST_SECONDS, Aside, Patience
from audiogames.shell.speech.base import Speaker
from audiogames.shell.speech.brlapi import BrailleLine
from audiogames.shell.speech.builtin import BuiltinSpeaker, VoiceOutput
from audiogames.shell.speech.chain import Chain, Report, Source
from audiogames.shell.speech.espeak import Prosody
from audiogames.shell.speech.prism import PrismSpeaker

PLAIN: Final = "plain"
"""The setting for eSpeak NG's default voice."""


@dataclass(frozen=True)
class SpeechChoice:
    """The speech output that the player has chosen, and whether to use braille."""

    speech: str
    braille: bool


class Speech:
    """Creates the program's speakers from settings and command line.

    A choice on the command line is valid until the player changes that setting.
    """

    def __init__(
        self,
        mixer: VoiceOutput,
        speech: str | None,
        braille: str | None,
        report: Report | None = None,
    ) -> None:
        """`report` is called with unexpected exceptions of speakers."""
        self._mixer = mixer
        self._report = report
        self._asked = {"speech": speech, "braille": braille}
        self._settings: Settings | None = None
        self._wish: SpeechChoice | None = None
        self._prosody = Prosody()

    def open(self, settings: Settings) -> Chain:
        """Return the chain of speakers for these settings; it connects at its first `refresh`."""
        # Only at the start: later a key would wait for the check.
        patience = None if self._wish is None else Patience()
        self._wish = wish = self._wanted_choice(settings)
        chain = open_chain(
            wish.speech,
            self._mixer,
            prosody=lambda: self._prosody,
            braille=wish.braille,
            patience=patience,
        )
        chain.report = self._report
        return chain

    def revoice(self, speaker: Chain, settings: Settings) -> Chain:
        """Return `speaker` if it matches the settings; otherwise close it and return a new chain.

        A change of the built-in voice's sound needs no new chain.
        """
        if self._wanted_choice(settings) == self._wish:
            return speaker
        speaker.close()
        return self.open(settings)

    def _wanted_choice(self, settings: Settings) -> SpeechChoice:
        """Return the wanted speech output, and whether braille is wanted.

        The command line takes precedence over the settings, but a setting that the player changes
        overrides it from then on.
        """
        before, self._settings = self._settings or settings, settings
        self._prosody = wished_prosody(settings)
        for name in self._asked:
            if getattr(settings, name) != getattr(before, name):
                self._asked[name] = None
        return SpeechChoice(
            self._asked["speech"] or settings.speech,
            (self._asked["braille"] or settings.braille) != "off",
        )


def wished_prosody(settings: Settings) -> Prosody:
    """Return the built-in voice's rate, pitch and variant; its volume is set in the mixer."""
    variant = "" if settings.voice == PLAIN else settings.voice
    return Prosody(settings.voice_rate, settings.voice_pitch, variant=variant)


def open_chain(
    preference: str,
    mixer: VoiceOutput,
    *,
    prosody: Callable[[], Prosody] = Prosody,
    braille: bool = True,
    patience: Patience | None = None,
) -> Chain:
    """Return the standard chain: accessible-output2, Prism, the built-in voice, text.

    It connects at the first `refresh`.  `braille` False switches braille off; `prosody` returns the
    current sound of the built-in voice.  `patience` limits the waiting for Linux daemons; its
    default is the longer time that is allowed at the program's start.
    """
    linux = sys.platform.startswith("linux")
    patience = patience or Patience(first=FIRST_SECONDS)

    def library(make: Callable[[], Speaker]) -> Callable[[], Speaker]:
        # Elsewhere no daemon can hang, and COM binds outputs to the main thread.
        return (lambda: Aside(make(), patience)) if linux else make

    sources = [
        # On Linux accessible-output2 has no braille; BrlAPI provides it.
        Source("ao2", library(Ao2Speaker), brailles=braille and not linux),
        Source("prism", library(PrismSpeaker), brailles=braille and not linux),
        Source("builtin", lambda: BuiltinSpeaker(mixer, prosody)),
    ]
    line = BrailleLine(patience=patience) if braille and linux else None
    return Chain(preference, sources, line=line)

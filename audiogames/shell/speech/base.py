"""The protocols that speakers implement, and the speaker without speech."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from audiogames.present.outputs import Part


class SpeakerFailed(Exception):
    """The speaker could not speak or show a text; the caller must use another speaker."""


class SpeakerHangs(SpeakerFailed):
    """The speaker does not respond, so the caller should not try it a second time."""


class _Caller(threading.local):
    """Data of a speaker's thread: whether the caller has stopped waiting for the current call."""

    has_gone: Callable[[], bool] = staticmethod(lambda: False)
    """Whether another speaker has taken over the text, so that it must not be spoken."""


caller = _Caller()


class Speaker(Protocol):
    """A speech output.

    Speaking and braille are two calls, because no library does both reliably.  All calls come from
    one thread and return immediately, without waiting for the voice.
    """

    @property
    def name(self) -> str:
        """The speaker's name, such as "NVDA", which may change while the program runs."""

    @property
    def has_braille(self) -> bool:
        """Whether `braille` can reach a braille line at the moment."""

    @property
    def is_reader(self) -> bool:
        """Whether the speaker is a screen reader, which has priority over a synthesiser."""

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Speak `text` after the current text or, with `interrupt`, instead of it.

        `lang` is a language code such as "it".  Raises SpeakerFailed.
        """

    def braille(self, text: str) -> bool:
        """Show `text` in braille; return False if there is no braille.  Raises SpeakerFailed."""

    def silence(self) -> None:
        """Stop speaking and drop waiting texts.  Raises nothing."""

    def alive(self) -> bool:
        """Return whether the output can speak, reconnecting if necessary.  Raises nothing."""

    def close(self) -> None:
        """Close threads and connections, without raising exceptions."""


@dataclass(frozen=True)
class VoiceStyle:
    """The difference between the voice for a seat's announcements and the player's own voice.

    `pan` is from -1 (left) to 1 (right).  `variant` is one of eSpeak NG's, such as "f2", or
    empty for the voice that the player chose.
    """

    pan: float = 0.0
    variant: str = ""


@runtime_checkable
class StyledSpeaker(Protocol):
    """A speaker whose voice can be panned and varied."""

    def say_as(self, text: str, style: VoiceStyle, *, interrupt: bool, lang: str) -> None:
        """Speak like `Speaker.say`, in the given style."""


@runtime_checkable
class EndingSpeaker(Protocol):
    """A speaker that reports when its voice has finished."""

    def unended(self) -> int | None:
        """Return the number of unfinished utterances; None if unknown.

        May be called from any thread.  Raises nothing.
        """


@runtime_checkable
class OwnVoice(Protocol):
    """A speaker whose voice may run in this process, so that it stops when the program ends."""

    def is_speaking(self) -> bool | None:
        """Return whether the voice is speaking; None if it runs in another process."""


class NullSpeaker:
    """The fallback without speech: texts are only shown in the window or terminal.

    Its name is "text", or "none" if speech is switched off.
    """

    has_braille = False
    is_reader = False

    def __init__(self, name: str = "text") -> None:
        self.name = name

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Do nothing: the shell shows every text anyway."""

    def braille(self, text: str) -> bool:
        """Return False: there is no braille."""
        return False

    def silence(self) -> None:
        """Do nothing: there is no speech."""

    def alive(self) -> bool:
        """Return True: a text can always be shown."""
        return True

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def speakable(text: str) -> str:
    """Remove characters that break speech libraries: NULs and lone surrogates.

    speech-dispatcher would receive only a part of such a text, and its later replies would not
    match the commands.
    """
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


VOICES: Final = {
    "f": ("f2", "f3", "f5", "f1", "f4"),
    "m": ("m2", "m7", "m1", "m5", "m3"),
    "": ("f2", "m7", "f3", "m2", "f5", "m1"),
}
"""Variants by the gender of the player's name; neighbours in the list differ most."""


def seat_style(part: Part, own: str) -> VoiceStyle | None:
    """Return the voice style for a part of an utterance that is about a seat; otherwise None.

    `own` is the voice variant that the player has chosen; it is not used for any seat.
    """
    if part.seat is None:
        return None
    voices = [variant for variant in VOICES[part.gender] if variant != own]
    return VoiceStyle(part.pan, voices[part.seat % len(voices)])

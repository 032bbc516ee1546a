"""What every way of speaking has in common."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from audiogames.present.outputs import Part


class SpeakerFailed(Exception):
    """An utterance or a braille message did not get out; somebody else must carry it."""


class SpeakerHangs(SpeakerFailed):
    """Nobody answers, so that trying once more would only take longer."""


class _Caller(threading.local):
    """Whoever made the call that this thread is at."""

    has_gone: Callable[[], bool] = staticmethod(lambda: False)
    """Whether the caller has had the text said by somebody else, so that it must not be said."""


caller = _Caller()


class Speaker(Protocol):
    """One way of speaking.

    Speaking and braille are two calls, because no library does both dependably.
    All calls come from one thread and return at once; none waits for the voice.
    """

    @property
    def name(self) -> str:
        """What the player is told: "NVDA", "Speech Dispatcher"; it may change while playing."""

    @property
    def has_braille(self) -> bool:
        """Whether `braille` can reach a braille line just now."""

    @property
    def is_reader(self) -> bool:
        """Whether a screen reader speaks, which wins over any bare synthesiser."""

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Speak `text`, after what is being said or, with `interrupt`, instead of it.

        `lang` is a language code such as "it".  Raises SpeakerFailed.
        """

    def braille(self, text: str) -> bool:
        """Show `text`; False where there is no braille.  Raises SpeakerFailed."""

    def silence(self) -> None:
        """Stop speaking and forget what waits.  Raises nothing."""

    def alive(self) -> bool:
        """Look again whether this can speak, reconnecting where it must.  Raises nothing."""

    def close(self) -> None:
        """Let go of threads and connections.  Raises nothing."""


@dataclass(frozen=True)
class VoiceStyle:
    """How one seat's voice differs.

    `pan` runs from -1 (left) to 1 (right); `variant` is one of eSpeak NG's, such as "f2", and
    empty for the voice that the player chose.
    """

    pan: float = 0.0
    variant: str = ""


@runtime_checkable
class StyledSpeaker(Protocol):
    """A speaker with a voice of its own, which can be placed and varied."""

    def say_as(self, text: str, style: VoiceStyle, *, interrupt: bool, lang: str) -> None:
        """As `Speaker.say`, in the given style."""


@runtime_checkable
class EndingSpeaker(Protocol):
    """A speaker that knows when its voice has ended."""

    def unended(self) -> int | None:
        """Return how many utterances have not ended; None where that is not known just now.

        May be called from any thread.  Raises nothing.
        """


@runtime_checkable
class OwnVoice(Protocol):
    """A speaker whose voice may be one of this process, and then falls silent when that ends."""

    def is_speaking(self) -> bool | None:
        """Return whether such a voice speaks; None where another process does.  Raises nothing."""


class NullSpeaker:
    """The last resort: the text stands in the window or terminal and nothing is spoken.

    Its name is "text", or "none" where nobody wants to be spoken to.
    """

    has_braille = False
    is_reader = False

    def __init__(self, name: str = "text") -> None:
        self.name = name

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Do nothing: the shell shows every line anyway."""

    def braille(self, text: str) -> bool:
        """There is no braille here."""
        return False

    def silence(self) -> None:
        """Nothing speaks."""

    def alive(self) -> bool:
        """Text is always there."""
        return True

    def close(self) -> None:
        """Nothing is open."""


def speakable(text: str) -> str:
    """The same text without what breaks speech libraries: NULs and lone surrogates.

    A half-sent utterance leaves speech-dispatcher's connection out of step, so this comes first.
    """
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


VOICES: Final = {
    "f": ("f2", "f3", "f5", "f1", "f4"),
    "m": ("m2", "m7", "m1", "m5", "m3"),
    "": ("f2", "m7", "f3", "m2", "f5", "m1"),
}
"""Variants by the gender of the player's name; neighbours in a row are the least alike."""


def seat_style(part: Part, own: str) -> VoiceStyle | None:
    """How a part that is about a seat is spoken; None where it is about none.

    `own` is the variant of the player's own voice, which no seat is given.
    """
    if part.seat is None:
        return None
    voices = [variant for variant in VOICES[part.gender] if variant != own]
    return VoiceStyle(part.pan, voices[part.seat % len(voices)])

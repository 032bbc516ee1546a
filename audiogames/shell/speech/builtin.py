"""The built-in voice: eSpeak NG, played by the program's own mixer, with a variant for each seat.

`say` only queues the text.  A worker thread synthesises and plays one utterance after the other.
Every interruption starts a new generation; utterances of older generations are dropped, aborted or
never played.
"""

from __future__ import annotations

import logging
import re
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from audiogames.shell.speech.base import SpeakerFailed, VoiceStyle
from audiogames.shell.speech.espeak import Espeak, Prosody, load_espeak
from audiogames.shell.speech.italian import with_italian

log = logging.getLogger(__name__)

#: Seconds between the worker's checks whether a clip has ended; only while one plays.
POLL_SECONDS = 0.01
#: Longest wait for the worker to end at `close`, in seconds.
JOIN_SECONDS = 1.0

#: A long text is spoken sentence by sentence, so that it starts at once.
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")


class VoiceOutput(Protocol):
    """The methods of the mixer that the built-in voice needs."""

    @property
    def available(self) -> bool:
        """Whether there is a sound device."""

    def voice_clip(self, samples: bytes, rate: int) -> Any:
        """Convert samples into a clip."""

    def play_clip(self, clip: Any, pan: float = 0.0) -> None:
        """Play a clip on the voice's channel."""

    def voice_busy(self) -> bool:
        """Return whether a clip is playing."""

    def stop_voice(self) -> None:
        """Stop the clip that is playing."""


@dataclass(frozen=True)
class _Utterance:
    """A text to be spoken; dropped if its `generation` is not the current one any more."""

    text: str
    lang: str
    style: VoiceStyle
    generation: int


class BuiltinSpeaker:
    """A speaker that needs no installed software besides this program.

    `prosody` is called for each sentence, so that a change has effect immediately.
    """

    name = "eSpeak NG"
    has_braille = False
    is_reader = False

    def __init__(
        self,
        output: VoiceOutput,
        prosody: Callable[[], Prosody] = Prosody,
        load: Callable[[], Espeak | None] = load_espeak,
    ) -> None:
        self._prosody = prosody
        self._output = output
        self._load = load
        self._espeak: Espeak | None = None
        self._queue: deque[_Utterance] = deque()
        self._generation = 0
        self._closed = False
        self._is_making = False
        """Whether an utterance was taken from the queue but is not playing yet."""
        self._changed = threading.Condition()
        self._worker: threading.Thread | None = None

    def alive(self) -> bool:
        """Return whether eSpeak NG, its voices and a sound device are available."""
        if self._espeak is None and self._output.available and not self._closed:
            self._espeak = self._load()
            if self._espeak is not None:
                self._start()  # here rather than at the first word, which would wait for it
        return self._espeak is not None and self._output.available and not self._closed

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Queue `text` for the player's own voice, without panning.  Raises SpeakerFailed."""
        self.say_as(text, VoiceStyle(), interrupt=interrupt, lang=lang)

    def say_as(self, text: str, style: VoiceStyle, *, interrupt: bool, lang: str) -> None:
        """Queue `text` in the style of a seat.  Raises SpeakerFailed."""
        if not self.alive():
            raise SpeakerFailed("the built-in voice is not available")
        if interrupt:
            self.silence()
        with self._changed:
            for sentence in filter(None, _SENTENCE_END.split(text.strip())):
                self._queue.append(_Utterance(sentence, lang, style, self._generation))
            self._changed.notify()

    def unended(self) -> int | None:
        """Return the number of utterances that are queued, being synthesised or playing."""
        with self._changed:
            return len(self._queue) + (self._is_making or self._output.voice_busy())

    def is_speaking(self) -> bool:
        """Return whether any utterance is unfinished."""
        return bool(self.unended())

    def braille(self, text: str) -> bool:
        """Return False: there is no braille."""
        return False

    def silence(self) -> None:
        """Stop speaking, abort the synthesis and clear the queue."""
        with self._changed:
            self._generation += 1
            self._queue.clear()
            self._output.stop_voice()
            self._changed.notify()

    def close(self) -> None:
        """Stop speaking and end the worker."""
        self._closed = True
        self.silence()
        if self._worker is not None:
            self._worker.join(JOIN_SECONDS)

    def _start(self) -> None:
        """Start the worker thread."""
        self._worker = threading.Thread(target=self._work, name="built-in voice", daemon=True)
        self._worker.start()

    def _work(self) -> None:
        """Speak queued utterances until the speaker is closed."""
        while (utterance := self._next()) is not None:
            try:
                self._speak(utterance)
            except Exception:  # a device unplugged during a word: the next one may play again
                log.info("the built-in voice did not speak", exc_info=True)
            self._is_making = False

    def _next(self) -> _Utterance | None:
        """Wait for an utterance and return it; None when the speaker is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closed)
            if self._closed:
                return None
            self._is_making = True
            return self._queue.popleft()

    def _speak(self, utterance: _Utterance) -> None:
        """Synthesise an utterance while the previous one is playing, then play it."""
        clip = self._make(utterance)
        with self._changed:
            while self._wanted(utterance) and self._output.voice_busy():
                self._changed.wait(POLL_SECONDS)
            if clip is not None and self._wanted(utterance):
                self._output.play_clip(clip, utterance.style.pan)

    def _make(self, utterance: _Utterance) -> Any:
        """Synthesise an utterance and return its clip; None if it was interrupted."""
        if self._espeak is None:
            return None
        prosody = self._prosody()
        variant = utterance.style.variant or prosody.variant
        marked = with_italian(utterance.text, utterance.lang, variant)
        samples = self._espeak.synthesise(
            utterance.text if marked is None else marked,
            lang=utterance.lang,
            prosody=replace(prosody, variant=variant),
            stopped=lambda: not self._wanted(utterance),
            is_ssml=marked is not None,
        )
        return self._output.voice_clip(samples, self._espeak.sample_rate) if samples else None

    def _wanted(self, utterance: _Utterance) -> bool:
        """Return whether an utterance must still be spoken: it has not been interrupted."""
        return utterance.generation == self._generation

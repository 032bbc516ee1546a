"""Combines several speakers: when one fails, the next one speaks.

The choice is made while the program runs.  With the preference "auto" a running screen reader has
priority, otherwise the first working speaker in order.  An utterance that fails on one output is
repeated through the next, and the failed output is retried later.

Braille is chosen separately: it is sent to any braille line, even without speech.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from audiogames.shell.speech.base import (
    EndingSpeaker,
    NullSpeaker,
    OwnVoice,
    Speaker,
    SpeakerFailed,
    StyledSpeaker,
    VoiceStyle,
    speakable,
)

if TYPE_CHECKING:
    from audiogames.shell.speech.brlapi import BrailleLine

log = logging.getLogger(__name__)

#: Seconds before an output that failed is retried; doubled at each failure in a row.
RETRY_SECONDS = 3.0
LONGEST_RETRY_SECONDS = 60.0

PREFERENCES = ("auto", "ao2", "prism", "builtin", "none")

OnChange = Callable[[str, str], None]
Report = Callable[[Exception], object]


@dataclass(frozen=True)
class Source:
    """A speech output in the chain: its name in the settings, and `make`, which creates a speaker.

    `make` does not connect.  `brailles` says whether to use the speaker's braille, if it has any.
    """

    name: str
    make: Callable[[], Speaker | None]
    brailles: bool = False


class _Slot:
    """One possible source of speech: its speaker, once created, and whether the speaker works."""

    def __init__(self, source: Source, note: Callable[[str, Exception], None]) -> None:
        self.source = source
        self._note = note
        self.speaker: Speaker | None = None
        self.alive = False
        self.delay = RETRY_SECONDS
        self.retry_at = float("-inf")

    def probe(self, now: float) -> bool:
        """Check the speaker and return whether it works; after a recent failure return False."""
        if now >= self.retry_at:
            try:
                if self.speaker is None:
                    self.speaker = self.source.make()
                self.alive = self.speaker is not None and self.speaker.alive()
            except Exception as failure:  # whatever a speech library does, the game goes on
                log.info("%s cannot be used", self.source.name, exc_info=True)
                self._note(self.source.name, failure)
                self.alive = False
        return self.alive

    def failed(self, now: float) -> None:
        """Disable the speaker for a time that doubles with each consecutive failure."""
        self.alive = False
        self.retry_at = now + self.delay
        self.delay = min(2 * self.delay, LONGEST_RETRY_SECONDS)


class Chain:
    """The speaker that the program uses; its `say` and `braille` never raise an exception.

    `preference` is one of PREFERENCES: a name other than "auto" puts that output first, even before
    a screen reader, and "none" switches speech off.  `on_change` gets the old and the new name when
    another output takes over.  Call `refresh` at the start, when the window gets the focus, and
    every three seconds; times are seconds of any monotonic clock.
    """

    wakes = False
    """Whether the end of speech wakes the shell; otherwise the shell polls."""

    def __init__(
        self,
        preference: str,
        sources: Sequence[Source],
        *,
        line: BrailleLine | None = None,
        on_change: OnChange | None = None,
    ) -> None:
        if preference not in PREFERENCES:
            raise ValueError(f"no such speech: {preference}")
        self.report: Report | None = None
        """Called with a speaker's unexpected exceptions, once for each source."""
        self._reported: set[str] = set()
        self._slots = [_Slot(source, self._note) for source in sources]
        self._slots.sort(key=lambda slot: slot.source.name != preference)  # stable: the rest stays
        self._preference = preference
        self._line = line
        self._on_change = on_change
        self._null: Speaker = NullSpeaker("none" if preference == "none" else "text")
        self._current: _Slot | None = None
        self._name = self._null.name
        self._now = 0.0
        self._line_found = False

    @property
    def name(self) -> str:
        """The current speaker's name, such as "NVDA".

        Without speech it is "text", and "none" if speech is switched off.
        """
        return self._speaker().name

    @property
    def is_reader(self) -> bool:
        """Whether the current speaker is a screen reader."""
        return self._speaker().is_reader

    @property
    def has_styles(self) -> bool:
        """Whether the current speaker can pan and vary its voice."""
        return isinstance(self._speaker(), StyledSpeaker)

    def unended(self) -> int | None:
        """Return the number of unfinished utterances; None if the speaker does not report it."""
        speaker = self._speaker()
        return speaker.unended() if isinstance(speaker, EndingSpeaker) else None

    def is_speaking(self) -> bool | None:
        """Return whether a voice of this process is speaking; None if another process speaks."""
        speaker = self._speaker()
        return speaker.is_speaking() if isinstance(speaker, OwnVoice) else None

    @property
    def has_braille(self) -> bool:
        """Whether a braille line was found by the last `refresh`."""
        return self._line_found or self._braille_slot() is not None

    def refresh(self, now: float) -> None:
        """Check every output, and choose the best one."""
        self._now = now
        if self._preference != "none":
            self._current = self._best(now)
        for slot in self._slots:
            if slot.source.brailles and slot is not self._current:
                slot.probe(now)
        if self._line is not None and self._braille_slot() is None:
            self._line_found = self._line.refresh(now)
        self._report_change()

    def say(
        self, text: str, *, interrupt: bool, lang: str, style: VoiceStyle | None = None
    ) -> None:
        """Speak through the best working output; `style` is only used by the built-in voice."""
        text = speakable(text)
        for slot in self._candidates():
            try:
                _say(slot, text, style, interrupt=interrupt, lang=lang)
            except Exception as failure:
                self._failed(slot, failure)
            else:
                slot.delay = RETRY_SECONDS
                self._current = slot
                break
        else:
            self._current = None
        self._report_change()

    def braille(self, text: str) -> bool:
        """Show a text in braille: by the first speaker that supports it, otherwise by BrlAPI."""
        text = speakable(text)
        slot = self._braille_slot()
        if slot is not None and slot.speaker is not None:
            try:
                if slot.speaker.braille(text):
                    return True
            except Exception as failure:
                log.info("%s did not braille: %s", slot.source.name, failure)
                self._note(slot.source.name, failure)
        return self._line is not None and self._line.write(text)

    def silence(self) -> None:
        """Stop speaking."""
        try:
            self._speaker().silence()
        except Exception as failure:
            if self._current is not None:
                self._note(self._current.source.name, failure)

    def forget(self) -> None:
        """Forget earlier braille texts, before another player takes the keyboard."""
        if self._line is not None:
            self._line.forget()

    def blur(self) -> None:
        """Release the braille line to other programs, because the window has lost the focus."""
        if self._line is not None:
            self._line.release()

    def alive(self) -> bool:
        """Return whether any speech output works; otherwise texts are only shown."""
        return self._current is not None

    def close(self) -> None:
        """Close all speakers and the braille line."""
        for slot in self._slots:
            if slot.speaker is not None:
                try:
                    slot.speaker.close()
                except Exception as failure:
                    self._note(slot.source.name, failure)
        if self._line is not None:
            self._line.close()

    def _speaker(self) -> Speaker:
        """Return the current speaker, or `NullSpeaker` if none works."""
        if self._current is None or self._current.speaker is None:
            return self._null
        return self._current.speaker

    def _best(self, now: float) -> _Slot | None:
        """Return the preferred output, or the first screen reader, or the first that works.

        Outputs after the first screen reader are not checked: loading an unused library would delay
        the start.
        """
        spare = None
        for slot in self._slots:
            if not slot.probe(now) or slot.speaker is None:
                continue
            if slot.speaker.is_reader or slot.source.name == self._preference:
                return slot
            spare = spare or slot
        return spare

    def _candidates(self) -> Iterator[_Slot]:
        """Yield the current output, then the other outputs that work.

        Each output is checked only when the caller asks for the next one.
        """
        if self._preference == "none":
            return
        current = self._current
        if current is not None:
            yield current
        for slot in self._slots:
            if slot is not current and slot.probe(self._now):
                yield slot

    def _failed(self, slot: _Slot, failure: Exception) -> None:
        """Record that an output has failed, so that it is not used for a while."""
        log.info("%s did not speak: %s", slot.source.name, failure)
        self._note(slot.source.name, failure)
        slot.failed(self._now)

    def _note(self, name: str, failure: Exception) -> None:
        """Report the first unexpected exception of an output; its later ones are ignored."""
        if self.report is None or name in self._reported or isinstance(failure, SpeakerFailed):
            return
        self._reported.add(name)
        failure.add_note(f"The speaker was {name}.")
        self.report(failure)

    def _braille_slot(self) -> _Slot | None:
        """Return the first working output that has braille."""
        for slot in self._slots:
            if not (slot.source.brailles and slot.alive) or slot.speaker is None:
                continue
            if slot.speaker.has_braille:
                return slot
        return None

    def _report_change(self) -> None:
        """Call `on_change` if another speaker is used now; the callback may speak through it."""
        old, self._name = self._name, self.name
        if old != self._name and self._on_change is not None:
            self._on_change(old, self._name)


def _say(slot: _Slot, text: str, style: VoiceStyle | None, *, interrupt: bool, lang: str) -> None:
    """Speak through an output, in this style if it supports styles."""
    if slot.speaker is None:
        raise SpeakerFailed(slot.source.name)
    if style is not None and isinstance(slot.speaker, StyledSpeaker):
        slot.speaker.say_as(text, style, interrupt=interrupt, lang=lang)
    else:
        slot.speaker.say(text, interrupt=interrupt, lang=lang)

"""A speaker for tests that records its calls."""

from __future__ import annotations

from dataclasses import dataclass

from audiogames.shell.speech.base import SpeakerFailed


@dataclass(frozen=True)
class Record:
    """A recorded call of a speaker: `kind` is "say", "braille" or "silence"."""

    kind: str
    text: str = ""
    interrupt: bool = False
    lang: str = ""


class RecordingSpeaker:
    """A speaker that records every call in `records`.

    Set `failing` or `running` to test failures or absence.
    """

    def __init__(
        self, name: str = "recording", *, has_braille: bool = True, is_reader: bool = False
    ) -> None:
        self.name = name
        self.has_braille = has_braille
        self.is_reader = is_reader
        self.failing = False
        self.running = True
        self.closed = False
        self.records: list[Record] = []

    @property
    def said(self) -> list[str]:
        """The texts spoken so far, oldest first."""
        return [record.text for record in self.records if record.kind == "say"]

    @property
    def brailled(self) -> list[str]:
        """The texts brailled so far, oldest first."""
        return [record.text for record in self.records if record.kind == "braille"]

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Record a spoken text, or raise SpeakerFailed if `failing`."""
        self._keep(Record("say", text, interrupt, lang))

    def braille(self, text: str) -> bool:
        """Record a braille text, or raise SpeakerFailed if `failing`."""
        if self.has_braille:
            self._keep(Record("braille", text))
        return self.has_braille

    def silence(self) -> None:
        """Record that speech was silenced."""
        self.records.append(Record("silence"))

    def alive(self) -> bool:
        """Return True unless a test has set `running` to False, to simulate a missing output."""
        return self.running

    def close(self) -> None:
        """Record that the speaker was closed."""
        self.closed = True

    def _keep(self, record: Record) -> None:
        """Record a call, or raise SpeakerFailed if `failing`."""
        if self.failing:
            raise SpeakerFailed(self.name)
        self.records.append(record)

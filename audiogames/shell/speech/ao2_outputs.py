"""Adapters that work around the bugs of accessible-output2's outputs.

`adapt` returns the adapter of an output.  Each adapter calls `speak` or `braille` of the
concrete output, never `output`: this method omits braille, and with speech-dispatcher it
speaks and then raises an exception.
"""

from __future__ import annotations

from locale import windows_locale
from typing import Any

from audiogames.shell.speech.base import SpeakerFailed
from audiogames.shell.speech.nvda import waited_speech

#: Never used: no code path makes the first two active, and the third reads every
#: language with one voice, which the built-in voice does better.
UNUSABLE = frozenset({"SystemAccess", "Dolphin", "ESpeak"})

FRIENDLY_NAMES = {
    "Linux Speech Dispatcher": "Speech Dispatcher",
    "jaws": "JAWS",
    "sapi5": "SAPI 5",
}


#: The events by which speech-dispatcher reports that an utterance is over.
ENDINGS = ("end", "cancel")

PRIMARY = 0x3FF
"""The bits of Windows' locale identifiers for the language, without the country."""

LANGUAGE_IDS = {name.partition("_")[0]: id_ & PRIMARY for id_, name in windows_locale.items()}
"""Windows' primary language identifiers by language code."""

#: Milliseconds that SAPI may take to answer whether it has finished.
LOOK_MILLISECONDS = 10


class Ao2Voice:
    """Adapter of an output whose language and rate are set by the screen reader itself."""

    is_reader = True
    has_braille = False

    def __init__(self, output: Any) -> None:
        self.output = output
        name = str(output.name)
        self.name = FRIENDLY_NAMES.get(name, name)

    def active(self) -> bool:
        """Return whether the screen reader is running; False on any error."""
        try:
            return bool(self.output.is_active())
        except Exception:  # ctypes, COM and AppleScript errors have no common ancestor
            return False

    def connected(self) -> bool:
        """Return whether the output could be created; if not, it is retried later."""
        return True

    def say(self, text: str, interrupt: bool, lang: str) -> None:
        """Speak.  Raises any exception of the library."""
        self.output.speak(text, interrupt=interrupt)

    def braille(self, text: str) -> None:
        """Show a text on the braille line.  Raises any exception of the library."""
        self.output.braille(text)

    def unended(self) -> int | None:
        """Return the number of unfinished utterances; None if the output does not report it."""
        return None

    def is_speaking(self) -> bool | None:
        """Return whether the output is speaking; None if its voice is in another process."""
        return None

    def silence(self) -> None:
        """Stop speaking, if the output supports it."""
        stop = getattr(self.output, "silence", None)
        if stop is not None:
            stop()

    def close(self) -> None:
        """Close the connection, if there is one."""
        shut = getattr(self.output, "close", None)
        if shut is not None:
            shut()


class DispatcherVoice(Ao2Voice):
    """Adapter of speech-dispatcher, which reads everything as English unless a language is set.

    It counts as a screen reader: its voice is the one that the player, or Orca, has set for all
    programs.  Its events report when an utterance has finished or was cancelled.  Some of its
    modules send none: until the first event, the number of unfinished utterances is unknown.
    """

    def __init__(self, output: Any) -> None:
        super().__init__(output)
        self._lang = ""
        self._said = self._ended = 0
        """The number of utterances sent, and how many of them have finished, in order."""
        self._sends_events = False

    def connected(self) -> bool:
        """Return whether the output has a client; if not, the daemon has refused to connect."""
        return self.output._client is not None

    def say(self, text: str, interrupt: bool, lang: str) -> None:
        """Speak in language `lang`, which is sent to the daemon only when it changes."""
        if lang != self._lang:
            self.output._client.set_language(lang)
            self._lang = lang
        if interrupt:
            self.silence()
        self._said += 1
        number = self._said

        def ended(_event: str) -> None:
            """Count utterances up to this one as finished; called in the client's thread.

            An event may be missing, so the event of a later utterance also counts for earlier ones.
            """
            self._ended = max(self._ended, number)
            self._sends_events = True

        self.output._client.speak(text, callback=ended, event_types=ENDINGS)

    def unended(self) -> int | None:
        """Return the number of unfinished utterances; None if no event has arrived yet."""
        return max(0, self._said - self._ended) if self._sends_events else None

    def silence(self) -> None:
        """Stop speaking; all utterances then count as finished."""
        super().silence()
        self._ended = self._said

    def close(self) -> None:
        """Close the connection, unless it was never opened."""
        if self.connected():
            super().close()


class NvdaVoice(Ao2Voice):
    """Adapter of NVDA; since client version 2024.1 it reports the end of each text."""

    has_braille = True

    def __init__(self, output: Any) -> None:
        super().__init__(output)
        self._waited = waited_speech(output)

    def say(self, text: str, interrupt: bool, lang: str) -> None:
        """Speak a text and, if NVDA can report its end, count it as unfinished."""
        if self._waited is None:
            super().say(text, interrupt, lang)
            return
        if interrupt:
            self.silence()
        self._waited.say(text)

    def unended(self) -> int | None:
        """Return the number of unfinished texts; None if NVDA has never reported an end."""
        return None if self._waited is None else self._waited.unended()

    def silence(self) -> None:
        """Stop speaking and drop waiting texts."""
        if self._waited is not None:
            self._waited.drop()
        super().silence()

    def close(self) -> None:
        """End the thread that waits for NVDA, if it was started."""
        if self._waited is not None:
            self._waited.close()
        super().close()


class JawsVoice(Ao2Voice):
    """Adapter of JAWS, which is called directly: the library adds six spaces and ignores errors."""

    has_braille = True

    def say(self, text: str, interrupt: bool, lang: str) -> None:
        """Speak; raises SpeakerFailed when JAWS refuses."""
        if self.output.object.SayString(text, interrupt) is False:
            raise SpeakerFailed("JAWS did not take the text")


class VoiceOverVoice(Ao2Voice):
    """Adapter of VoiceOver, which must be stopped explicitly before a new text."""

    def say(self, text: str, interrupt: bool, lang: str) -> None:
        """Speak; the library ignores `interrupt`."""
        if interrupt:
            self.silence()
        super().say(text, interrupt, lang)


class SapiVoice(Ao2Voice):
    """Adapter of SAPI 5, a synthesiser that is used when no screen reader runs."""

    is_reader = False

    def __init__(self, output: Any) -> None:
        super().__init__(output)
        self._lang = ""

    def say(self, text: str, interrupt: bool, lang: str) -> None:
        """Speak with a voice of that language, if one is installed.

        The text is sent as XML, of which the library escapes only "<".
        """
        if lang != self._lang:
            self._choose_voice(lang)
            self._lang = lang
        super().say(text.replace("&", "&amp;"), interrupt, lang)

    def is_speaking(self) -> bool:
        """Return whether a text is being spoken or is about to start; False on any error."""
        try:
            return not self.output.object.WaitUntilDone(LOOK_MILLISECONDS)
        except Exception:  # COM errors have no common ancestor to name here
            return False

    def _choose_voice(self, lang: str) -> None:
        """Choose the first installed voice of a language; without one, do nothing."""
        for name, token in self.output._voices.items():
            if LANGUAGE_IDS.get(lang.partition("-")[0]) in _languages(token):
                self.output.set_voice(name)
                return


def _languages(token: Any) -> set[int]:
    """Return the language codes of a SAPI voice, which lists them as "410" or "409;9"."""
    locales = str(token.GetAttribute("Language")).split(";")
    return {int(locale, 16) & PRIMARY for locale in locales}


ADAPTERS: dict[str, type[Ao2Voice]] = {
    "SpeechDispatcher": DispatcherVoice,
    "NVDA": NvdaVoice,
    "Jaws": JawsVoice,
    "VoiceOver": VoiceOverVoice,
    "SAPI5": SapiVoice,
}


def adapt(output: Any) -> Ao2Voice:
    """Wrap an output of the library accessible-output2 in the adapter class for its type."""
    return ADAPTERS.get(type(output).__name__, Ao2Voice)(output)

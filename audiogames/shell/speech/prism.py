"""Speech through Prism (the optional package `prismatoid`).

Prism's own choice of the best backend is not used: some backends claim to work everywhere,
and its speech-dispatcher backend starts an inaudible daemon, which takes more than a
second.  Instead backends are tried by priority, asked whether they are supported, and
checked at every call of `alive`.
"""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Callable, Iterator
from typing import Any

from audiogames.shell.speech import dispatcher
from audiogames.shell.speech.base import SpeakerFailed

log = logging.getLogger(__name__)

#: Backends that are synthesisers, by Prism's constant names.
SYNTHESISERS = frozenset({"SAPI", "ONE_CORE", "AV_SPEECH", "SPIEL"})


def narrator_runs() -> bool:
    """Return whether Windows Narrator is running, from its entry in the registry."""
    if sys.platform != "win32":
        return False
    try:
        import winreg

        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\Microsoft\Narrator\NoRoam") as key:
            return bool(winreg.QueryValueEx(key, "RunningState")[0])
    except OSError:
        return False


#: Backends that must not be used unless this is true, by Prism's constant names.
CONDITIONS: dict[str, Callable[[], bool]] = {
    "SPEECH_DISPATCHER": dispatcher.reachable,
    "UIA": narrator_runs,
}


class PrismSpeaker:
    """Speaks with the best running backend of Prism; imports nothing before the first `alive`.

    `rate` is on Prism's own scale, 0 to 1; None keeps the backend's.  Screen readers keep their
    rate.
    """

    def __init__(self, rate: float | None = None) -> None:
        self._rate = rate
        self._context: Any = None
        self._absent = False
        self._backend: Any = None
        self._key = ""
        self._lang = ""

    @property
    def name(self) -> str:
        """The name of the current backend, or of the library if there is none."""
        return str(self._backend.name) if self._backend is not None else "Prism"

    @property
    def has_braille(self) -> bool:
        """Whether the current backend supports braille."""
        return self._backend is not None and self._backend.features.supports_braille

    @property
    def is_reader(self) -> bool:
        """Whether the current backend is a screen reader."""
        return self._backend is not None and self._key not in SYNTHESISERS

    def alive(self) -> bool:
        """Choose the first backend that works; return whether there is one."""
        try:
            if self._open():
                self._choose()
        except Exception:  # a native library may raise any exception
            log.info("Prism cannot be used", exc_info=True)
            self._backend = None
        return self._backend is not None

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Speak; an empty text, which Prism refuses, is skipped.  Raises SpeakerFailed."""
        if not text:
            return
        try:
            self._set_language(lang)
            self._using().speak(text, interrupt)
        except Exception as failure:
            self._backend = None
            raise SpeakerFailed(str(failure)) from failure

    def braille(self, text: str) -> bool:
        """Show a text on the backend's braille line.  Raises SpeakerFailed."""
        if not self.has_braille or not text:
            return False
        try:
            self._using().braille(text)
        except Exception as failure:
            raise SpeakerFailed(str(failure)) from failure
        return True

    def is_speaking(self) -> bool | None:
        """Return whether the backend is speaking; None if its voice is in another process.

        Prism runs synthesisers in this process.
        """
        backend = self._backend
        if backend is None or self.is_reader or not backend.features.supports_is_speaking:
            return None
        try:
            return bool(backend.speaking)
        except Exception:
            log.debug("Prism does not tell whether it speaks", exc_info=True)
            return False

    def silence(self) -> None:
        """Stop speaking, if the backend supports it."""
        try:
            if self._backend is not None and self._backend.features.supports_stop:
                self._backend.stop()
        except Exception:
            # "Not speaking" is an error to some backends; real ones appear at the next `say`.
            log.debug("Prism did not stop", exc_info=True)

    def close(self) -> None:
        """Free the backend, then the context, by dropping the references."""
        self._backend = None
        self._context = None

    def _open(self) -> bool:
        """Import the library and open its context if necessary; return whether it is open."""
        if self._context is None and not self._absent:
            try:
                self._prism = importlib.import_module("prism")
            except Exception:  # not installed, or built for another system
                self._absent = True
                return False
            self._context = self._prism.Context()
        return self._context is not None

    def _choose(self) -> None:
        """Choose the first backend that works; the current backend is not created again."""
        for backend_id, key in self._by_priority():
            if key == self._key and self._still_runs():
                return
            backend = self._create(backend_id, key)
            if backend is not None:
                self._use(backend, key)
                return
        self._backend = None

    def _by_priority(self) -> Iterator[tuple[Any, str]]:
        """Return the backends, each with its name, those of highest priority first."""
        context = self._context
        ids = [context.id_of(index) for index in range(context.backends_count)]
        # The UI Automation backend cannot interrupt: it comes last.
        ids.sort(key=lambda each: (each.name == "UIA", -context.priority_of(each)))
        return ((each, each.name) for each in ids)

    def _still_runs(self) -> bool:
        """Return whether the current backend still works."""
        return (
            self._backend is not None
            and CONDITIONS.get(self._key, lambda: True)()
            and self._backend.features.is_supported_at_runtime
        )

    def _create(self, backend_id: Any, key: str) -> Any:
        """Create a backend; return None if it does not run or cannot speak."""
        if not CONDITIONS.get(key, lambda: True)():
            return None
        try:
            backend = self._context.create(backend_id)
        except Exception:  # usual for a screen reader that does not run
            return None
        features = backend.features
        return backend if features.is_supported_at_runtime and features.supports_speak else None

    def _use(self, backend: Any, key: str) -> None:
        """Make this backend the current one, and set its rate."""
        self._backend, self._key, self._lang = backend, key, ""
        if self._rate is not None and backend.features.supports_set_rate:
            backend.rate = self._rate

    def _using(self) -> Any:
        """Return the current backend.  Raises SpeakerFailed if there is none."""
        if self._backend is None:
            raise SpeakerFailed("Prism has no backend that runs")
        return self._backend

    def _set_language(self, lang: str) -> None:
        """Choose a voice for the language; screen readers keep the voice that their user chose."""
        if lang == self._lang or self._backend is None:
            return
        self._lang = lang
        if self._key in SYNTHESISERS or self._key == "SPEECH_DISPATCHER":
            self._choose_voice(lang)

    def _choose_voice(self, lang: str) -> None:
        """Choose the backend's first voice of a language, if it has one."""
        backend = self._backend
        if not (backend.features.supports_set_voice and backend.features.supports_count_voices):
            return
        for index in range(backend.voices_count):
            if backend.get_voice_language(index).lower().startswith(lang.lower()):
                backend.voice = index
                return

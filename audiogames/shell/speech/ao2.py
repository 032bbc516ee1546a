"""Speech through accessible-output2, with workarounds for its bugs.

The library's own `Auto` is not used: one output that fails to initialise makes it fail, an output
that stops is never created again, it prints on standard output, and it reports silence as success.
Here each output is created separately, checked at every `alive`, and recreated after a failure.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import sys
import threading
from typing import Any

from audiogames.shell.speech import dispatcher
from audiogames.shell.speech.ao2_outputs import UNUSABLE, Ao2Voice, adapt
from audiogames.shell.speech.base import SpeakerFailed, SpeakerHangs

log = logging.getLogger(__name__)


class Ao2Speaker:
    """Speaks with the running screen reader or, without one, with the system's synthesiser.

    Nothing is imported or connected before the first call of `alive`.
    """

    def __init__(self, *, platform: str = sys.platform) -> None:
        self._platform = platform
        self._classes: list[Any] | None = None
        self._voices: dict[Any, Ao2Voice] = {}
        self._current: Ao2Voice | None = None
        self._may_spawn = True

    @property
    def name(self) -> str:
        """The name of the current output, or of the library if there is none."""
        return self._current.name if self._current else "accessible-output2"

    @property
    def has_braille(self) -> bool:
        """Whether the current output supports braille, as NVDA and JAWS do."""
        return self._current is not None and self._current.has_braille

    @property
    def is_reader(self) -> bool:
        """Whether the current output is a screen reader rather than a synthesiser."""
        return self._current is not None and self._current.is_reader

    def alive(self) -> bool:
        """Create missing outputs and choose one; return whether there is one.

        Screen readers are preferred to synthesisers.
        """
        if self._classes is None:
            self._classes = self._load_classes()
        for output_class in self._classes:
            if output_class not in self._voices:
                self._build(output_class)
        self._choose()
        return self._current is not None

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Speak; after a failure retry once with a new output.  Raises SpeakerFailed."""
        try:
            self._running().say(text, interrupt, lang)
        except SpeakerHangs:
            self._drop_current()
            raise
        except Exception as failure:
            log.info("speech failed, trying a fresh output: %s", failure)
            self._drop_current()
            self._retry_saying(text, interrupt, lang)

    def _retry_saying(self, text: str, interrupt: bool, lang: str) -> None:
        """Speak with a new output, after the current one has failed.  Raises SpeakerFailed."""
        self.alive()
        try:
            self._running().say(text, interrupt, lang)
        except Exception as failure:
            self._drop_current()
            raise SpeakerFailed(str(failure)) from failure

    def braille(self, text: str) -> bool:
        """Show a text on the screen reader's braille line.  Raises SpeakerFailed."""
        if not self.has_braille:
            return False
        try:
            self._running().braille(text)
        except Exception as failure:
            raise SpeakerFailed(str(failure)) from failure
        return True

    def unended(self) -> int | None:
        """Return the number of unfinished utterances; None if the output does not report it."""
        current = self._current
        return None if current is None else current.unended()

    def is_speaking(self) -> bool | None:
        """Return whether the output is speaking; None if its voice is in another process."""
        return None if self._current is None else self._current.is_speaking()

    def silence(self) -> None:
        """Stop speaking; errors are ignored, since a lost output is silent already."""
        if self._current is None:
            return
        try:
            self._current.silence()
        except Exception as failure:
            log.info("speech could not be stopped: %s", failure)
            self._drop_current()

    def close(self) -> None:
        """Close the connections of all outputs."""
        for voice in self._voices.values():
            with contextlib.suppress(Exception):
                voice.close()
        self._voices.clear()
        self._current = None

    def _load_classes(self) -> list[Any]:
        """Return the usable output classes of the library; none if it cannot be imported."""
        with _muted():
            try:
                if self._platform.startswith("linux"):
                    dispatcher.load_client()
                classes = importlib.import_module("accessible_output2").get_output_classes()
            except Exception:  # a missing system library raises any exception at import
                log.info("accessible-output2 cannot be used", exc_info=True)
                return []
        return [each for each in classes if each.__name__ not in UNUSABLE]

    def _build(self, output_class: Any) -> None:
        """Create an output of this class, if that is possible."""
        if output_class.__name__ == "SpeechDispatcher" and not self._daemon_answers():
            return
        with _muted():
            try:
                voice = adapt(output_class())
            except Exception as failure:  # ImportError, OSError, COM errors
                log.debug("%s cannot be used: %s", output_class.__name__, failure)
                return
        if voice.connected():
            self._voices[output_class] = voice

    def _daemon_answers(self) -> bool:
        """Return whether speech-dispatcher can be used; start its daemon once if necessary."""
        if dispatcher.reachable():
            return True
        first, self._may_spawn = self._may_spawn, False
        return first and dispatcher.may_spawn() and dispatcher.spawn()

    def _choose(self) -> None:
        """Choose the first output that runs, preferably a screen reader."""
        voices = sorted(self._voices.values(), key=lambda voice: not voice.is_reader)
        self._current = next((voice for voice in voices if voice.active()), None)

    def _running(self) -> Ao2Voice:
        """Return the current output if it still runs, otherwise another one.

        Raises SpeakerFailed if there is none.
        """
        if self._current is None or not self._current.active():
            self._choose()
        if self._current is None:
            raise SpeakerFailed("no screen reader and no synthesiser runs")
        return self._current

    def _drop_current(self) -> None:
        """Close the current output, so that it is created again later."""
        dropped, self._current = self._current, None
        for output_class, voice in list(self._voices.items()):
            if voice is dropped:
                del self._voices[output_class]
                with contextlib.suppress(Exception):
                    voice.close()


class _Muted:
    """A replacement of standard output that drops what one thread writes, and prints the rest."""

    def __init__(self, out: Any) -> None:
        self._out = out
        self._thread = threading.get_ident()

    def write(self, text: str) -> Any:
        """Write the text to the real stream, or drop it if the calling thread is muted."""
        return len(text) if threading.get_ident() == self._thread else self._out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)


def _muted() -> contextlib.AbstractContextManager[Any]:
    """Return a context in which the library cannot print: its errors would disturb the game."""
    out: Any = sys.stdout  # None without a standard output, which prints nothing anyway
    if out is None:
        return contextlib.nullcontext()
    return contextlib.redirect_stdout(_Muted(out))

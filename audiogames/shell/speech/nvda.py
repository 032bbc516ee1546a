"""NVDA's controller client of 2024.1 and later, which reports when a text has been spoken.

Theory of operation: `nvdaController_speakSsml`, called synchronously, returns when NVDA has spoken
the text or was interrupted.  So it is called in a thread, one text after another; texts silenced
before they start are skipped, and the current one is ended by `nvdaController_cancelSpeech`.

Clients of earlier versions lack the function, and an earlier NVDA refuses the call.  From then on
texts are spoken without a report of their end.
"""

from __future__ import annotations

import ctypes
import html
import queue
import threading
from collections.abc import Callable
from typing import Any, Final

FUNCTION: Final = "nvdaController_speakSsml"

SPOKEN: Final = 0
CUT_OFF: Final = 1223
"""The error of an interrupted text: ERROR_CANCELLED of winerror.h."""

SYMBOLS_UNCHANGED: Final = -1
NORMAL: Final = 0
WAITING: Final = 0
"""The symbol level, priority and mode of nvdaController.h."""


class WaitedSpeech:
    """Speaks texts through NVDA in a thread, and counts those that are not finished.

    Once NVDA has refused a call, the function `speak` is called for each text instead.
    """

    def __init__(self, function: Callable[..., int], speak: Callable[[str], None]) -> None:
        self._function = function
        self._speak = speak
        self._said = self._over = 0
        """The number of texts passed to NVDA, and how many of them have finished, in order."""
        self._is_refused = False
        self._has_reported = False
        """Whether the end of a text was ever reported."""
        self._waiting: queue.SimpleQueue[tuple[int, str] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._live, name="nvda", daemon=True)

    def say(self, text: str) -> None:
        """Queue a text, without waiting."""
        if not self._said:
            self._thread.start()
        self._said += 1
        self._waiting.put((self._said, text))

    def drop(self) -> None:
        """Mark all queued texts as dropped, including the current one."""
        self._over = self._said

    def unended(self) -> int | None:
        """Return the number of unfinished texts; None if NVDA has reported no end."""
        return self._said - self._over if self._has_reported and not self._is_refused else None

    def close(self) -> None:
        """End the thread after the current text."""
        self._waiting.put(None)

    def _live(self) -> None:
        """Speak queued texts until closed; skip those that were dropped."""
        while (asked := self._waiting.get()) is not None:
            number, text = asked
            if number > self._over:
                self._speak_and_wait(text)
                self._over = max(self._over, number)

    def _speak_and_wait(self, text: str) -> None:
        """Speak a text and wait for its end; if NVDA refuses such calls, only speak it."""
        if not self._is_refused:
            ssml = f"<speak>{html.escape(text, quote=False)}</speak>"
            answer = self._function(ssml, SYMBOLS_UNCHANGED, NORMAL, WAITING)
            self._has_reported = self._has_reported or answer == SPOKEN
            self._is_refused = answer not in {SPOKEN, CUT_OFF}
        if self._is_refused:
            self._speak(text)


def waited_speech(output: Any) -> WaitedSpeech | None:
    """Return a `WaitedSpeech` for NVDA's client; None if the client is older than 2024.1."""
    function = getattr(getattr(output, "lib", None), FUNCTION, None)
    if function is None:
        return None
    function.argtypes = ctypes.c_wchar_p, ctypes.c_int, ctypes.c_int, ctypes.c_int
    return WaitedSpeech(function, lambda text: output.speak(text, interrupt=False))

"""Converts text to sound samples with eSpeak NG, through the library in `espeakng-loader`.

The library has global state: a process has one instance, and makes one call at a time.
Names and numbers are taken from eSpeak NG's `speak_lib.h`.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

log = logging.getLogger(__name__)

AUDIO_OUTPUT_SYNCHRONOUS = 2
INITIALIZE_DONT_EXIT = 0x8000
CHARS_UTF8 = 1
SSML = 0x10
POS_CHARACTER = 1
RATE, VOLUME, PITCH = 1, 2, 3

_LONGEST_SHORT_PATH = 520

#: The voice for languages that eSpeak NG lacks.
FALLBACK = "en"

_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


@dataclass(frozen=True)
class Prosody:
    """The voice's settings: `rate` in words a minute (80 to 450), `pitch` and `volume` 0 to 100.

    The default volume leaves headroom: at 100 the voice clips when sounds play too.  `variant` is
    one of eSpeak NG's, such as "f2": another voice of the same language.
    """

    rate: int = 200
    pitch: int = 50
    volume: int = 80
    variant: str = ""


class Espeak:
    """eSpeak NG's loaded library, which `load_espeak` returns."""

    def __init__(self, library: Any, data_path: str) -> None:
        self._library = library
        self._lock = threading.Lock()
        _declare(library)
        #: Samples a second of everything that `synthesise` returns.
        self.sample_rate: int = library.espeak_Initialize(
            AUDIO_OUTPUT_SYNCHRONOUS, 0, narrow_path(data_path), INITIALIZE_DONT_EXIT
        )
        if self.sample_rate <= 0:
            raise OSError("eSpeak NG has no voices")

    def synthesise(
        self,
        text: str,
        *,
        lang: str,
        prosody: Prosody,
        stopped: Callable[[], bool],
        is_ssml: bool = False,
    ) -> bytes:
        """Return 16-bit mono samples of `text`; stop early when `stopped` returns True.

        With `is_ssml`, the text contains tags of SSML, the Speech Synthesis Markup Language.
        """
        chunks: list[bytes] = []

        def collect(wave: Any, count: int, _events: Any) -> int:
            if wave and count > 0:
                chunks.append(ctypes.string_at(wave, 2 * count))
            return int(stopped())

        callback = _CALLBACK(collect)
        with self._lock:
            self._prepare(lang, prosody)
            self._library.espeak_SetSynthCallback(callback)
            encoded, flags = text.encode("utf-8"), CHARS_UTF8 | (SSML if is_ssml else 0)
            self._library.espeak_Synth(
                encoded, len(encoded) + 1, 0, POS_CHARACTER, 0, flags, None, None
            )
        return b"".join(chunks)

    def _prepare(self, lang: str, prosody: Prosody) -> None:
        """Set voice, rate, pitch and volume."""
        self._choose_voice(lang, prosody.variant)
        library = self._library
        library.espeak_SetParameter(RATE, max(80, min(450, prosody.rate)), 0)
        library.espeak_SetParameter(PITCH, max(0, min(100, prosody.pitch)), 0)
        library.espeak_SetParameter(VOLUME, max(0, min(100, prosody.volume)), 0)

    def _choose_voice(self, voice: str, variant: str) -> None:
        """Choose a voice and a variant by name.

        An unknown variant is replaced by the plain voice, an unknown language by English.
        """
        voice = voice.lower()
        names = [f"{voice}+{variant}"] if variant else []
        for name in (*names, voice, FALLBACK):
            if self._library.espeak_SetVoiceByName(name.encode("ascii", "replace")) == 0:
                return


class ForeignPathError(OSError):
    """A path has characters outside Windows' code page, and no short name without them."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def narrow_path(path: str) -> bytes:
    """Return a path as bytes for a C library that takes no wide characters.

    On Windows such a library uses the ANSI code page.  On most drives a path with other characters
    has a short form in ASCII.  Raises `ForeignPathError` if it has none.
    """
    if sys.platform != "win32":
        return os.fsencode(path)
    try:
        return path.encode("mbcs", "strict")
    except UnicodeEncodeError:
        short = ctypes.create_unicode_buffer(_LONGEST_SHORT_PATH)
        ctypes.windll.kernel32.GetShortPathNameW(path, short, _LONGEST_SHORT_PATH)
        try:
            return short.value.encode("mbcs", "strict")
        except UnicodeEncodeError as error:
            raise ForeignPathError(path) from error


def _declare(library: Any) -> None:
    """Declare the signatures of the library's functions."""
    library.espeak_Initialize.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_int)
    library.espeak_SetSynthCallback.argtypes = (_CALLBACK,)
    library.espeak_SetSynthCallback.restype = None
    library.espeak_SetVoiceByName.argtypes = (ctypes.c_char_p,)
    library.espeak_SetParameter.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int)
    library.espeak_Synth.argtypes = (
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_uint,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.c_uint,
        ctypes.c_void_p,
        ctypes.c_void_p,
    )


def load_espeak() -> Espeak | None:
    """Return this process's instance of `Espeak`; None if the library or its voices are missing."""
    loaded = _load_once()
    return loaded if isinstance(loaded, Espeak) else None


def why_no_espeak() -> Exception | None:
    """Return the error that occurred when eSpeak NG was loaded; None if it was loaded."""
    loaded = _load_once()
    return loaded if isinstance(loaded, Exception) else None


@functools.cache
def _load_once() -> Espeak | Exception:
    """Load the library once; return the error if it cannot be loaded."""
    try:
        loader = importlib.import_module("espeakng_loader")
        return Espeak(ctypes.CDLL(loader.get_library_path()), loader.get_data_path())
    except Exception as failure:  # not installed, wrong architecture, no data
        log.info("no built-in voice: %s", failure)
        return failure

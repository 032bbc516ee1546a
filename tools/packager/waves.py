"""Converts sounds to WAV, for browsers that cannot play Ogg."""

from __future__ import annotations

import importlib
import io
import os
import wave
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

RATE: Final = 44_100
WIDTH: Final = 2
"""Bytes of a sample."""


@cache
def as_wave(path: Path) -> bytes | None:
    """Return a sound file as WAV, or None if pygame or its decoder is missing.

    All sounds together are 4 MB as WAV, and converting one takes some milliseconds.
    """
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")  # a server needs no sound device
    try:
        mixer = importlib.import_module("pygame.mixer")
    except ImportError:
        return None
    is_open = mixer.get_init() is not None
    try:
        if not is_open:
            mixer.init(RATE, -8 * WIDTH, 1, allowedchanges=0)
        rate, _format, channels = mixer.get_init()
        samples = mixer.Sound(str(path)).get_raw()
    except importlib.import_module("pygame").error:
        return None
    finally:
        if not is_open:
            mixer.quit()
    told = io.BytesIO()
    with wave.open(told, "wb") as written:
        written.setnchannels(channels)
        written.setsampwidth(WIDTH)
        written.setframerate(rate)
        written.writeframes(samples)
    return told.getvalue()

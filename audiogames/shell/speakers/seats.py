"""A voice for each seat: variants of eSpeak NG, which speak the language that is spoken anyway."""

from __future__ import annotations

from typing import Final

from audiogames.present.outputs import Part
from audiogames.shell.speakers.base import VoiceStyle

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

"""Building blocks of sound recipes: envelopes, tones, noise, and their arrangement in time.

`note` and `glide` make tones, `hiss` makes noise; `tune`, `repeat` and `mix` arrange parts in time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tools.sounds.voices import Voice

Wave: TypeAlias = NDArray[np.float64]

RATE = 44100  # samples a second
TOP = 15000.0  # hertz; partials above are left out


@dataclass(frozen=True)
class Take:
    """The inputs of one rendering of a recipe: a pitch factor and a random generator for noise."""

    pitch: float
    noise: np.random.Generator


Recipe: TypeAlias = Callable[[Take], Wave]
Envelope: TypeAlias = Callable[[Wave], Wave]
"""From seconds since the start to gains."""


# Envelopes


def clock(length: float) -> Wave:
    """Return the time in seconds of each sample of a sound of `length` seconds."""
    return np.arange(round(length * RATE), dtype=np.float64) / RATE


def hit(decay: float, attack: float = 0.001) -> Envelope:
    """Return an envelope that rises in `attack` seconds and falls by 1/e every `decay` seconds."""
    return lambda t: np.minimum(t / attack, 1.0) * np.exp(-t / decay)


def swell(*points: tuple[float, float]) -> Envelope:
    """Return an envelope of straight lines through (seconds, gain) points."""
    seconds, gains = zip(*points, strict=True)
    return lambda t: np.interp(t, seconds, gains)


def rough(envelope: Envelope, beat: float) -> Envelope:
    """Return an envelope whose gain rises and falls `beat` times a second, like a pen on paper."""
    return lambda t: envelope(t) * (0.55 + 0.45 * np.sin(2 * np.pi * beat * t))


# Parts


def glide(voice: Voice, start: float, end: float, length: float) -> Recipe:
    """Return a recipe for a tone that slides from `start` to `end` hertz in `length` seconds."""

    def recipe(take: Take) -> Wave:
        t = clock(length)
        vibrato = 1 + voice.wobble * np.sin(2 * np.pi * voice.beat * t)
        path = take.pitch * start * (end / start) ** (t / length) * vibrato
        turn = 2 * np.pi * np.cumsum(path) / RATE
        return sum_partials(voice, turn, t, float(path.max()))

    return recipe


def sum_partials(voice: Voice, turn: Wave, t: Wave, highest: float) -> Wave:
    """Return the sum of a voice's partials over the phase `turn`, in radians."""
    total = np.zeros_like(t)
    for ratio, gain in voice.partials:
        if ratio * highest < TOP:
            fading = hit(voice.decay / ratio**voice.damping, voice.attack)
            total += gain * fading(t) * np.sin(ratio * turn)
    return released(total, 0.012)


def note(voice: Voice, pitch: float, length: float) -> Recipe:
    """Return a recipe for a tone of constant pitch."""
    return glide(voice, pitch, pitch, length)


def hiss(path: Sequence[float], width: float, length: float, envelope: Envelope) -> Recipe:
    """Return a recipe for noise `width` hertz wide, centred on pitches along `path`."""

    def recipe(take: Take) -> Wave:
        t = clock(length)
        stops = np.linspace(0.0, length, len(path))
        middle = take.pitch * np.exp(np.interp(t, stops, np.log(path)))
        turn = 2 * np.pi * np.cumsum(middle) / RATE
        even, odd = rumble(take, t.size, width), rumble(take, t.size, width)
        return released((even * np.cos(turn) + odd * np.sin(turn)) * envelope(t), 0.004)

    return recipe


def rumble(take: Take, size: int, width: float) -> Wave:
    """Return low-pass noise of unit power, with a bell-shaped spectrum."""
    spectrum = np.fft.rfft(take.noise.standard_normal(size))
    pitches = np.fft.rfftfreq(size, 1 / RATE)
    slow = np.fft.irfft(spectrum * np.exp(-((3 * pitches / width) ** 2)), size)
    return np.asarray(slow / max(float(slow.std()), 1e-9), dtype=np.float64)


def released(wave: Wave, seconds: float) -> Wave:
    """Fade out the end, so that no sound ends with a click."""
    size = min(round(seconds * RATE), wave.size // 2)
    ramp = np.cos(np.linspace(0.0, np.pi / 2, size)) ** 2
    return np.concatenate([wave[: wave.size - size], wave[wave.size - size :] * ramp])


def mix(*parts: tuple[float, float, Recipe]) -> Recipe:
    """Return a recipe that adds parts, given as (start in seconds, gain, recipe)."""

    def recipe(take: Take) -> Wave:
        waves = [(round(start * RATE), gain * part(take)) for start, gain, part in parts]
        total = np.zeros(max(at + wave.size for at, wave in waves))
        for at, wave in waves:
            total[at : at + wave.size] += wave
        return total

    return recipe


def repeat(part: Recipe, starts: Sequence[float], gains: Sequence[float] = ()) -> Recipe:
    """Return a recipe that plays a part at each of `starts`, with different noise each time."""
    return mix(*zip(starts, gains or [1.0] * len(starts), [part] * len(starts), strict=True))


def tune(voice: Voice, notes: str, step: float, ring: float) -> Recipe:
    """Return a recipe of notes `step` seconds apart, each `ring` seconds long.

    With step 0 it is a chord.
    """
    pitches = [hertz(name) for name in notes.split()]
    return mix(*((i * step, 1.0, note(voice, pitch, ring)) for i, pitch in enumerate(pitches)))


def hertz(name: str) -> float:
    """Return the frequency of a note name such as A4 or Eb5."""
    semitone = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}[name[0]]
    semitone += name.count("#") - name.count("b")
    return float(440.0 * 2 ** (int(name[-1]) - 4 + semitone / 12))


def spread(first: float, last: float, count: int, curve: float = 1.0) -> list[float]:
    """Return `count` start times, accelerating if `curve` is below 1, slowing down above."""
    return [first + (last - first) * (i / (count - 1)) ** curve for i in range(count)]

"""Masters every sound: sets loudness and peak, and removes clicks at both ends."""

from __future__ import annotations

import numpy as np

from tools.sounds.parts import RATE, Wave, clock

CEILING = 10 ** (-4.5 / 20)  # 1.5 dB under the -3 dBFS allowed: Vorbis moves peaks a little
WINDOW = RATE // 10  # loudness is taken over the loudest 100 ms


def mastered(wave: Wave, level: float) -> Wave:
    """Return the sound with a loudness of `level` dBFS, limited peaks and mean 0."""
    goal = 10 ** (level / 20)
    done = centred(eased(wave))
    gain = goal / loudness(done)
    for _ in range(8):
        limited = softened(done * gain)
        gain *= goal / loudness(limited)
    return centred(softened(done * gain))


def eased(wave: Wave) -> Wave:
    """Fade in over the first half millisecond, so that no sound starts with a click."""
    return np.minimum(clock(wave.size / RATE) / 0.0005, 1.0) * wave


def centred(wave: Wave) -> Wave:
    """Subtract the mean as a smooth curve that is 0 at both ends, so that no step results."""
    hump = np.hanning(wave.size)
    return np.asarray(wave - hump * (wave.mean() / hump.mean()), dtype=np.float64)


def softened(wave: Wave) -> Wave:
    """Limit peaks above the ceiling smoothly."""
    if float(np.abs(wave).max()) <= CEILING:
        return wave
    return np.asarray(CEILING * np.tanh(wave / CEILING), dtype=np.float64)


def loudness(wave: Wave) -> float:
    """Return the root mean square of the loudest window.

    A sound shorter than a window is padded to the length of a window.
    """
    padded = np.pad(wave, (0, max(0, WINDOW - wave.size)))
    energy = np.concatenate([[0.0], np.cumsum(padded**2)])
    return float(np.sqrt((energy[WINDOW:] - energy[:-WINDOW]).max() / WINDOW))

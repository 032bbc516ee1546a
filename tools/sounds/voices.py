"""The instruments (voices) on which recipes play tones."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp


@dataclass(frozen=True)
class Voice:
    """An instrument: partials as (frequency ratio, gain), and their decay.

    `decay` is in seconds for ratio 1; a partial of ratio r lasts `decay / r ** damping`.
    """

    partials: tuple[tuple[float, float], ...]
    decay: float
    damping: float = 0.5
    attack: float = 0.002
    wobble: float = 0.0  # depth of the vibrato, as a share of the frequency
    beat: float = 6.0  # vibrato cycles a second


WOOD = Voice(((1, 1.0), (3.93, 0.35), (9.2, 0.12)), decay=0.035, damping=0.8, attack=0.0008)
BLOCK = Voice(((1, 1.0), (1.47, 0.6), (2.56, 0.5), (4.1, 0.2)), decay=0.022, attack=0.0006)
BELL = Voice(((1, 1.0), (2.0, 0.35), (2.76, 0.3), (5.4, 0.12)), decay=0.28, attack=0.002)
GLASS = Voice(((1, 1.0), (2.0, 0.2), (3.01, 0.22), (4.9, 0.1)), decay=0.2, attack=0.001)
GONG = Voice(((1, 0.8), (1.51, 0.6), (1.98, 0.7), (2.67, 0.5), (3.4, 0.3)), decay=0.45)
METAL = Voice(((1, 1.0), (1.42, 0.7), (2.09, 0.4), (2.83, 0.25)), decay=0.06, attack=0.0005)
HARP = Voice(tuple((n, 1 / n**1.1) for n in range(1, 9)), decay=0.22, damping=0.9, attack=0.001)
REED = Voice(tuple((n, 1 / n) for n in range(1, 12, 2)), decay=9.0, attack=0.006)
MOTOR = Voice(tuple((n, 1 / n**1.2) for n in range(1, 9)), decay=9.0, attack=0.006)
BRASS = Voice(tuple((n, 1 / n**0.9) for n in range(1, 10)), decay=0.9, damping=0.7, attack=0.012)
BUZZ = Voice(tuple((n, 1 / n**0.7) for n in range(1, 16)), decay=9.0, attack=0.004)
BOW = Voice(tuple((n, 1 / n**1.1) for n in range(1, 13)), 0.7, 0.2, 0.012, wobble=0.006, beat=5)
FLUTE = Voice(((1, 1.0), (2, 0.15), (3, 0.06)), decay=9.0, attack=0.01)
WHISTLE = Voice(((1, 1.0), (2, 0.25), (3, 0.1)), decay=9.0, attack=0.005, wobble=0.03, beat=11.0)
SPRING = Voice(((1, 1.0), (2, 0.5), (3, 0.4), (5, 0.2)), decay=0.16, wobble=0.09, beat=28.0)
DRUM = Voice(((1, 1.0), (1.59, 0.5), (2.14, 0.35), (2.9, 0.2)), decay=0.11, attack=0.001)
PIP = Voice(((1, 1.0), (2, 0.5), (4, 0.4), (8, 0.15)), decay=0.05, damping=0.2, attack=0.001)
MALLET = Voice(((1, 1.0), (3.98, 0.4), (9.6, 0.1)), decay=0.16, damping=0.9, attack=0.001)
STEEL = Voice(((1, 1.0), (1.31, 0.8), (1.73, 0.5)), decay=0.04, damping=0.4, attack=0.0004)
LUTE = Voice(tuple((n, 1 / n**0.9) for n in range(1, 12)), decay=0.045, damping=0.4, attack=0.001)
HORN = Voice(tuple((n, 1 / n**1.7) for n in range(1, 8)), decay=0.6, damping=0.5, attack=0.009)


def sung(pitch: float, *formants: tuple[float, float]) -> Voice:
    """Return the voice of a singer with one vowel, at about `pitch` hertz.

    Its formants are (hertz, gain).
    """

    def gain(partial: float) -> float:
        return sum(loud * exp(-(((partial - middle) / 170) ** 2)) for middle, loud in formants)

    partials = ((n, gain(n * pitch) + 0.15 / n**1.5) for n in range(1, 14))
    return Voice(tuple(partials), decay=0.5, damping=0.0, attack=0.014, wobble=0.008, beat=5.5)


AH = sung(262, (300, 0.5), (720, 1.0), (1150, 0.7), (2600, 0.2))
EH = sung(330, (330, 0.3), (560, 1.0), (1850, 0.8), (2600, 0.4))
MM = sung(262, (270, 1.0), (1000, 0.12))

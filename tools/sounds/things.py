"""Recipes for noises of objects and hands on a table, shared by several sounds."""

from __future__ import annotations

from tools.sounds.parts import glide, hiss, hit, mix, note, rough, swell
from tools.sounds.voices import BLOCK, DRUM, METAL, STEEL

THUD = mix(
    (0, 1.0, glide(DRUM, 240, 150, 0.1)),
    (0, 0.25, hiss([380], 500, 0.03, hit(0.008))),
)
TAP = mix(
    (0, 0.5, glide(DRUM, 330, 220, 0.06)),
    (0, 0.5, hiss([1600], 2200, 0.03, hit(0.006, 0.0006))),
)
FLICK = hiss([3600, 2000], 3000, 0.1, hit(0.018, 0.0006))
LEAF = hiss([4200], 3600, 0.02, hit(0.0045, 0.0005))
SLIDE = hiss([1500, 4200], 1800, 0.2, swell((0, 0.35), (0.11, 1), (0.16, 0.5), (0.2, 0)))
COIN = note(METAL, 2750, 0.2)
KNOCK = mix(
    (0, 1.0, glide(DRUM, 460, 330, 0.09)),
    (0, 0.5, note(BLOCK, 690, 0.05)),
    (0, 0.3, hiss([1900], 1800, 0.02, hit(0.004, 0.0006))),
)
SWEEP = hiss([700, 2400, 900], 900, 0.34, swell((0, 0.5), (0.14, 1), (0.24, 0.5), (0.34, 0)))
STROKE = hiss(
    [2300, 3300], 1500, 0.065, rough(swell((0, 0.5), (0.012, 1), (0.05, 0.7), (0.065, 0)), 170)
)
CRACKLE = hiss([2900], 4200, 0.014, hit(0.0025, 0.0004))
SNIP = mix(
    (0, 0.7, note(STEEL, 2300, 0.07)),
    (0, 0.5, hiss([2400, 5200], 1200, 0.085, swell((0, 0.5), (0.07, 0.8), (0.085, 0)))),
    (0.08, 1.2, note(STEEL, 3100, 0.14)),
    (0.08, 1.0, hiss([4200], 3000, 0.02, hit(0.004, 0.0004))),
)
SLAP = mix(
    (0, 1.0, hiss([1300], 2400, 0.08, hit(0.014, 0.0006))),
    (0, 0.7, glide(DRUM, 300, 190, 0.12)),
)

"""The sounds of Scopa: cards taken from the table, and a table that is swept bare."""

from __future__ import annotations

from tools.sounds.parts import hiss, mix, rough, swell, tune
from tools.sounds.sound import Sound
from tools.sounds.things import LEAF, TAP
from tools.sounds.voices import BRASS, HARP

PLACE = 50

BROOM = hiss([900, 2600], 900, 0.16, rough(swell((0, 0.2), (0.09, 1), (0.16, 0)), 90))

SOUNDS = (
    Sound("take", "Somebody took cards from the table.",
          mix((0, 0.8, LEAF), (0.03, 1, hiss([2400, 1200], 900, 0.09,
                                             swell((0, 0.5), (0.05, 1), (0.09, 0)))),
              (0.09, 0.8, TAP)), -20),
    Sound("scopa", "Somebody took all that lay on the table.",
          mix((0, 1, TAP), (0, 0.9, BROOM), (0.1, 1, tune(HARP, "C5 G5", 0.06, 0.2)),
              (0.16, 0.8, tune(BRASS, "C5 G5", 0.06, 0.18))), -18),
)  # fmt: skip

"""The sounds of Briscola: drawn cards, and the signs of partners."""

from __future__ import annotations

from tools.sounds.parts import mix, note
from tools.sounds.sound import Sound
from tools.sounds.things import SLIDE
from tools.sounds.voices import WOOD

PLACE = 50

SOUNDS = (
    Sound("draw", "A card was drawn from the stock.", SLIDE, -22, takes=4),
    Sound("sign", "A player gave their partner a sign.",
          mix((0, 0.7, note(WOOD, 523, 0.08)), (0.09, 1, note(WOOD, 784, 0.12))), -21),
)  # fmt: skip

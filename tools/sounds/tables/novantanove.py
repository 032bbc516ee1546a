"""The sounds of Novantanove: cards, the total and its limits, tokens."""

from __future__ import annotations

from tools.sounds.parts import glide, hiss, hit, mix, note, repeat, spread, swell, tune
from tools.sounds.sound import Sound
from tools.sounds.things import COIN, LEAF, SLIDE, TAP
from tools.sounds.voices import BELL, FLUTE, GLASS, GONG, HARP, SPRING, WHISTLE, WOOD

PLACE = 10

SOUNDS = (
    Sound("draw", "A card was drawn.", SLIDE, -22, takes=4),
    Sound("limit-hit", "The total reached exactly 33 or 66.",
          tune(GLASS, "C6 E6 G6", 0.07, 0.4), -19),
    Sound("limit-passed", "The total went past 33 or 66.", glide(WHISTLE, 1250, 480, 0.42), -20),
    Sound("ninety-nine-hit", "The total reached exactly 99.",
          mix((0, 0.6, tune(GLASS, "C5 D5 E5 G5 A5 C6 D6 E6 G6 A6", 0.04, 0.25)),
              (0.4, 1, tune(BELL, "C6 G6 C7", 0, 0.6)),
              (0.4, 0.5, repeat(note(GLASS, 2093, 0.2), spread(0, 0.36, 7)))), -18),
    Sound("ninety-nine-passed", "The total went past 99.",
          mix((0, 1, glide(WHISTLE, 1500, 260, 0.5)), (0.48, 0.7, glide(GONG, 196, 150, 0.42)),
              (0.48, 0.4, hiss([900, 300], 1000, 0.35, hit(0.09)))), -17),
    Sound("token-lost", "A player lost a token.",
          repeat(COIN, [0, 0.13, 0.22, 0.28], [1, 0.8, 0.6, 0.4]), -21, takes=4),
    Sound("reverse", "The direction of play turned round.",
          hiss([500, 2800, 500], 320, 0.5, swell((0, 0.3), (0.2, 1), (0.3, 1), (0.5, 0))), -20),
    Sound("skip", "A player is skipped.",
          mix((0, 0.7, glide(SPRING, 260, 620, 0.2)), (0.19, 1, glide(SPRING, 330, 880, 0.26))),
          -19),
    Sound("halve", "The total was halved.",
          mix((0, 0.6, tune(HARP, "D5 D6", 0, 0.2)), (0.2, 1, note(HARP, 293.66, 0.4))), -19),
    Sound("double", "The total was doubled.",
          mix((0, 1, note(HARP, 293.66, 0.2)), (0.2, 0.6, tune(HARP, "D5 D6", 0, 0.4))), -19),
    Sound("draw-missed", "A card was not drawn in time.",
          mix((0, 0.9, hiss([3600, 1100], 1400, 0.14, swell((0, 0.6), (0.05, 1), (0.14, 0)))),
              (0.16, 1.3, note(WOOD, 392, 0.1)), (0.27, 1.3, note(WOOD, 277, 0.14))), -20),
    Sound("hand-empty", "A player has no cards left.",
          mix((0, 1, note(FLUTE, 523, 0.36)), (0, 0.5, hiss([523], 130, 0.4, hit(0.2, 0.01))),
              (0, 0.3, hiss([2600], 2600, 0.12, hit(0.035)))), -20),
    Sound("reshuffle", "The played cards are shuffled into a new pack.",
          mix((0, 0.8, hiss([2600, 700], 1100, 0.22, swell((0, 0.4), (0.1, 1), (0.22, 0)))),
              (0.22, 1.4, TAP), (0.32, 1.4, TAP),
              (0.42, 1, repeat(LEAF, spread(0, 0.34, 20, 1.3)))), -20),
)  # fmt: skip

"""The sounds of Invido: knocks for calls, a sweep for "a monte", tricks and deals."""

from __future__ import annotations

from tools.sounds.parts import glide, mix, note, repeat, spread, tune
from tools.sounds.sound import Sound
from tools.sounds.things import FLICK, KNOCK, LEAF, SWEEP, TAP, THUD
from tools.sounds.voices import BOW, BRASS, FLUTE, GLASS, GONG, HARP

PLACE = 20

SOUNDS = (
    # Cards are put down harder than elsewhere
    Sound("card", "A card was laid on the table.",
          mix((0, 0.7, FLICK), (0.004, 1.3, TAP), (0.01, 0.5, THUD)), -19, takes=4),
    # Calls knock: two knocks ask, three knocks ask for more
    Sound("call", "A player called a stake, which must be answered.",
          mix((0, 1, repeat(KNOCK, [0, 0.11])), (0.22, 0.9, glide(BOW, 294, 440, 0.3))), -18),
    Sound("raise", "A player answered a call with a higher one.",
          mix((0, 1, repeat(KNOCK, [0, 0.09, 0.18])), (0.28, 0.9, glide(BOW, 440, 784, 0.34))),
          -17),
    Sound("accept", "A call was accepted.",
          mix((0, 1, KNOCK), (0.1, 0.7, tune(BOW, "D4 A4", 0, 0.34))), -19),
    Sound("fold", "A player gave up the deal.",
          mix((0, 0.9, glide(BOW, 392, 196, 0.34)), (0.3, 0.8, FLICK), (0.38, 0.6, FLICK)), -19),
    # A monte sweeps the cards together
    Sound("monte", "A player asked to annul the deal, which must be answered.",
          mix((0, 0.9, SWEEP), (0.26, 0.8, glide(FLUTE, 440, 660, 0.3))), -20),
    Sound("monte-accepted", "The deal was annulled.",
          mix((0, 0.8, SWEEP), (0.26, 1, repeat(LEAF, spread(0, 0.26, 18, 0.8))), (0.56, 1.3, TAP)),
          -20),
    Sound("monte-refused", "Annulling the deal was refused.",
          mix((0, 1, glide(FLUTE, 440, 311, 0.16)), (0.17, 1.2, KNOCK), (0.3, 1.2, THUD)), -19),
    # Tricks and deals: up is yours, down is not, level is nobody's
    Sound("trick-won", "You won the trick.",
          mix((0, 1, note(HARP, 392, 0.12)), (0.11, 1, note(HARP, 587.33, 0.36))), -19),
    Sound("trick-lost", "You lost the trick.",
          mix((0, 1, note(HARP, 587.33, 0.12)), (0.11, 1, note(HARP, 392, 0.36))), -19),
    Sound("trick-tied", "Nobody won the trick.",
          mix((0, 1, note(HARP, 440, 0.12)), (0.11, 1, note(HARP, 440, 0.36))), -19),
    Sound("deal-won", "You won the deal.", tune(BRASS, "G4 B4 D5", 0.13, 0.4), -18),
    Sound("deal-lost", "You lost the deal.", tune(BRASS, "D5 Bb4 G4", 0.13, 0.4), -18),
    Sound("deal-tied", "Nobody won the deal.", tune(BRASS, "A4 A4 A4", 0.13, 0.34), -18),
    Sound("reset", "Both scores went back to zero.",
          mix((0, 0.7, tune(GLASS, "C7 A6 G6 E6 D6 C6 A5 G5 E5 D5", 0.04, 0.16)),
              (0.42, 1, note(GONG, 262, 0.36))), -19),
)  # fmt: skip

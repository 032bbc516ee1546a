"""The sounds of Tressette: sung declarations, tricks, and deals of two pairs."""

from __future__ import annotations

from tools.sounds.parts import glide, hiss, mix, note, repeat, rough, spread, swell, tune
from tools.sounds.sound import Sound
from tools.sounds.things import KNOCK, LEAF, SLAP, STROKE, TAP
from tools.sounds.voices import AH, BRASS, DRUM, EH, HARP, HORN, LUTE, MM, PIP

PLACE = 30

RUB = hiss([1500, 900], 700, 0.06, rough(swell((0, 0.4), (0.02, 1), (0.06, 0)), 140))

SOUNDS = (
    # Cards
    Sound("card", "A card was played on the table.",
          mix((0, 0.6, hiss([1600, 3000], 1300, 0.06, swell((0, 0.4), (0.045, 1), (0.06, 0)))),
              (0.05, 1, LEAF), (0.052, 1.3, TAP)), -19, takes=4),
    # Declarations are sung: a chord that is certain, one voice that is not, a hum for none
    Sound("declared", "A declaration is announced.",
          mix((0, 0.8, KNOCK), (0.08, 0.6, tune(AH, "G3 D4", 0, 0.16)),
              (0.2, 0.6, tune(AH, "C4 E4 G4", 0, 0.28))), -18),
    Sound("hearsay", "A declaration was made by hand, and nobody verified it.",
          mix((0, 1, note(AH, 262, 0.14)), (0.15, 1, note(AH, 330, 0.22))), -20),
    Sound("no-declaration", "There is no declaration, and only you are told.",
          mix((0, 1, note(MM, 294, 0.11)), (0.15, 1, glide(MM, 247, 220, 0.17))), -22),
    Sound("accuse", "A buongioco was announced.",
          mix((0, 1, SLAP), (0.09, 0.7, note(EH, 330, 0.12)),
              (0.2, 0.9, glide(EH, 415, 494, 0.26))), -17),
    # A box is ticked with the pencil
    Sound("box-on", "The box is ticked.",
          mix((0, 0.8, STROKE), (0.07, 1, glide(PIP, 880, 1480, 0.1))), -21),
    Sound("box-off", "The box is no longer ticked.",
          mix((0, 0.8, repeat(RUB, [0, 0.055])), (0.1, 1, glide(PIP, 700, 440, 0.09))), -21),
    # Tricks and deals: up is ours, down is theirs, level is nobody's
    Sound("trick-ours", "Your pair took the trick.",
          mix((0, 1, tune(LUTE, "D4 D5", 0, 0.1)), (0.06, 1, tune(HARP, "G4 G5", 0, 0.18))), -19),
    Sound("trick-theirs", "The other pair took the trick.",
          mix((0, 1, tune(LUTE, "F4", 0, 0.1)), (0.07, 1, tune(LUTE, "C4", 0, 0.12))), -22),
    Sound("deal-won", "Your pair scored more in this deal.",
          mix((0, 1, tune(HORN, "F4 F4 C5", 0.12, 0.12)), (0.24, 1, tune(HORN, "C5 C6", 0, 0.5))),
          -18),
    Sound("deal-lost", "The other pair scored more in this deal.",
          mix((0, 1, tune(HORN, "C5 Ab4", 0.2, 0.22)), (0.4, 1, tune(HORN, "F4", 0, 0.45))), -18),
    Sound("deal-tied", "Both pairs scored the same in this deal.",
          repeat(tune(HORN, "F4 C5", 0, 0.3), (0, 0.3)), -18),
    Sound("cappotto", "One pair made every point.",
          mix((0, 1.4, repeat(glide(DRUM, 300, 240, 0.08), spread(0, 0.3, 9, 0.85),
                              [0.4 + 0.07 * i for i in range(9)])),
              (0.34, 1, tune(BRASS, "C4 G4 C5 E5", 0, 0.54)), (0.34, 1.2, SLAP),
              (0.38, 0.6, tune(HARP, "C5 E5 G5 C6 E6", 0.045, 0.3))), -17),
)  # fmt: skip

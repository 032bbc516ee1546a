"""The sounds of Wist: bids and tickets, trumps, tricks, and whether a bid was made."""

from __future__ import annotations

from tools.sounds.parts import glide, hiss, mix, note, repeat, spread, swell, tune
from tools.sounds.sound import Sound
from tools.sounds.things import (
    CRACKLE,
    FLICK,
    KNOCK,
    LEAF,
    SNIP,
    STROKE,
    TAP,
    THUD,
)
from tools.sounds.voices import BLOCK, FLUTE, HARP, MALLET

PLACE = 40

FLIP = hiss([900, 4600], 1500, 0.1, swell((0, 0.4), (0.07, 1), (0.1, 0)))

SOUNDS = (
    # Cards are put down lightly: many come in a round
    Sound("card", "A card was played to the trick.",
          mix((0, 0.8, LEAF), (0.014, 1, FLICK), (0.03, 0.5, TAP)), -20, takes=4),
    Sound("cut", "A card trumped the trick.", SNIP, -19),
    # Bids knock once and are said in wood, or are written
    Sound("bid", "A player said their bid.",
          mix((0, 1, KNOCK), (0.1, 0.9, note(MALLET, 392, 0.26))), -19),
    Sound("ticket", "A player wrote their bid, which nobody sees yet.",
          mix(*((at, gain, STROKE)
                for at, gain in ((0, 1.0), (0.085, 0.7), (0.15, 1.0), (0.27, 0.8), (0.35, 1.0)))),
          -22),
    Sound("reveal", "The bids that were written are opened.",
          mix((0, 1, repeat(CRACKLE, (0, 0.018, 0.05, 0.064, 0.1, 0.128, 0.141))),
              (0, 0.5, hiss([1200, 3400], 1400, 0.17, swell((0, 0.3), (0.12, 1), (0.17, 0)))),
              (0.22, 1, repeat(CRACKLE, (0, 0.012, 0.04, 0.075, 0.087, 0.13, 0.16))),
              (0.22, 0.6, hiss([1600, 5000], 1600, 0.22, swell((0, 0.3), (0.15, 1), (0.22, 0))))),
          -20),
    # Before the round
    Sound("trump-turned", "The trump card is turned up.",
          mix((0, 0.8, FLIP), (0.1, 1.3, TAP), (0.12, 0.7, tune(HARP, "D4 A4 D5 A5", 0.03, 0.27))),
          -19),
    Sound("cards-drawn", "Cards are drawn to find the dealer.",
          repeat(mix((0, 0.5, FLIP), (0.085, 1.4, TAP), (0.085, 0.6, THUD)), [0, 0.14, 0.28]), -20),
    Sound("seats-drawn", "Places at the table are drawn by lot.",
          mix(*((at, gain, note(BLOCK, pitch, 0.06)) for at, gain, pitch in (
              (0, 0.7, 620), (0.035, 0.5, 910), (0.08, 0.8, 540), (0.125, 0.5, 820),
              (0.16, 0.7, 700), (0.2, 0.4, 980), (0.32, 1.2, 460), (0.38, 0.5, 470),
              (0.42, 0.25, 480)))), -20),
    Sound("hands-up", "The hand may be looked at, at last.",
          mix((0, 1, repeat(LEAF, spread(0, 0.2, 9, 1.2))),
              (0.02, 0.5, glide(FLUTE, 523, 1047, 0.3)),
              (0.02, 0.5, glide(FLUTE, 659, 1319, 0.4))), -20),
    # The end of the round uses the wood of the bids.
    Sound("contract-made", "You took as many tricks as you had bid.",
          mix((0, 1, tune(MALLET, "G4 C5 E5", 0.085, 0.3)),
              (0.255, 0.8, tune(MALLET, "C5 E5 G5", 0.0, 0.5))), -18),
    Sound("contract-missed", "You did not take as many tricks as you had bid.",
          mix((0, 1, note(MALLET, 392, 0.3)), (0.2, 1, note(MALLET, 311, 0.3)),
              (0.42, 0.8, glide(MALLET, 220, 196, 0.3)), (0.42, 1, THUD)), -18),
)  # fmt: skip

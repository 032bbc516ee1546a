"""The sounds of menus, of online tables and their people, of time limits, and of notices."""

from __future__ import annotations

from tools.sounds.parts import glide, hiss, mix, note, repeat, spread, swell, tune
from tools.sounds.sound import Sound
from tools.sounds.things import FLICK, LEAF, TAP, THUD
from tools.sounds.voices import (
    BELL,
    BLOCK,
    BOW,
    BRASS,
    BUZZ,
    DRUM,
    FLUTE,
    GLASS,
    GONG,
    HARP,
    LUTE,
    MOTOR,
    PIP,
    REED,
    WOOD,
)

PLACE = 0

SOUNDS = (
    # Menus: wood, a tenth of a second
    Sound("menu-move", "You moved to another item of a menu or list.",
          mix((0, 1, note(WOOD, 1500, 0.03)), (0, 0.3, LEAF)), -26, takes=4),
    Sound("menu-edge", "There is nothing further this way.", THUD, -17),
    Sound("menu-open", "A menu opened.", tune(WOOD, "E5 B5", 0.045, 0.07), -20),
    Sound("menu-back", "You went back one step.", tune(WOOD, "B5 E5", 0.045, 0.07), -20),
    Sound("menu-choose", "You chose this item.",
          mix((0, 0.8, LEAF), (0, 1, note(PIP, 1046.5, 0.11)), (0, 0.7, note(PIP, 1568, 0.11))),
          -20),
    Sound("refused", "That cannot be done; the reason follows.",
          repeat(note(BUZZ, 156, 0.08), [0, 0.12]), -19),
    # Turns and time
    Sound("your-turn", "It is your turn.", tune(BELL, "G5 C6", 0.17, 0.6), -18),
    Sound("tick", "Five or four seconds are left.", note(BLOCK, 780, 0.09), -21),
    Sound("tick-urgent", "Three, two or one second is left.",
          repeat(note(BLOCK, 1480, 0.08), [0, 0.085]), -19),
    Sound("time-warning", "Your time is running short.",
          repeat(note(REED, 784, 0.11), [0, 0.17]), -22),
    Sound("time-up", "The time is over.",
          mix((0, 1, note(REED, 587, 0.13)), (0.15, 1, note(REED, 587, 0.13)),
              (0.3, 1, glide(REED, 440, 392, 0.42))), -20),
    # The table and the people at it
    Sound("sit-down", "Someone sat down at the table.",
          mix((0, 0.7, hiss([900, 350], 260, 0.16, swell((0, 0.4), (0.06, 1), (0.16, 0)))),
              (0.15, 1.2, THUD), (0.27, 0.8, THUD)), -18),
    Sound("stand-up", "Someone left the table.",
          mix((0, 0.9, THUD), (0.07, 0.8, hiss([350, 1500], 260, 0.26,
              swell((0, 0.3), (0.16, 1), (0.26, 0))))), -18),
    # Cards and tricks, for games that have no sounds of their own for them
    Sound("card", "A card was played.", mix((0, 1, FLICK), (0.012, 0.9, TAP)), -19, takes=4,
          noise="novantanove/card"),
    # Tricks: up is yours; those of others are many, and hardly more than a touch
    Sound("trick-won", "You took the trick.",
          mix((0, 1, note(HARP, 349.23, 0.09)), (0.065, 1, note(HARP, 523.25, 0.17)),
              (0.065, 0.5, note(HARP, 1046.5, 0.17))), -19,
          noise="wist/trick-won"),
    Sound("trick-lost", "Another player took the trick.",
          mix((0, 1, glide(LUTE, 392, 277, 0.1)),
              (0, 0.4, hiss([1900, 1000], 700, 0.14, swell((0, 0.3), (0.06, 1), (0.14, 0))))),
          -23.5,
          noise="wist/trick-lost"),
    Sound("deal", "The cards are dealt.", repeat(FLICK, spread(0, 0.6, 6)), -21),
    Sound("shuffle", "The pack is shuffled.",
          mix((0, 1, repeat(LEAF, spread(0, 0.52, 34, 0.75))),
              (0.53, 0.7, hiss([900, 2600], 1500, 0.2, swell((0, 0.2), (0.13, 1), (0.2, 0)))),
              (0.72, 1.5, TAP)), -20),
    Sound("eliminated", "A player is out of the game.",
          mix(*((i * 0.14, 1.0, glide(DRUM, pitch, pitch * 0.7, 0.3))
                for i, pitch in enumerate((520, 400, 300))),
              (0.46, 0.8, glide(GONG, 208, 175, 0.5))), -16),
    # The course of a match
    Sound("round-end", "The round is over.",
          mix(*((start, 1.0, note(GONG, 415, 0.8 - start)) for start in (0.0, 0.14, 0.28))), -19),
    Sound("match-won", "The match is over and you won.",
          mix((0, 1, tune(BRASS, "C5 E5 G5", 0.14, 0.17)), (0.42, 0.7, note(BRASS, 784, 0.14)),
              (0.56, 0.6, tune(BRASS, "C5 E5 G5 C6", 0, 1.2)),
              (0.56, 0.5, tune(BELL, "C6 E6 G6 C7", 0.09, 1.0))), -17),
    Sound("match-lost", "The match is over and you did not win.",
          mix((0, 1, tune(BOW, "G4 Eb4 D4", 0.3, 0.42)),
              (0.9, 1, tune(BOW, "C4 Eb4 G3", 0, 0.95))), -18),
    Sound("saved", "The match was saved.", tune(GLASS, "C5 G5 E6", 0.03, 0.45), -20),
    Sound("pause", "The game is paused.", glide(MOTOR, 440, 130, 0.4), -19),
    Sound("resume", "The game goes on.", glide(MOTOR, 130, 440, 0.4), -19),
    # News and help
    Sound("message", "A message arrived.",
          mix((0, 1, glide(FLUTE, 620, 1500, 0.07)), (0.1, 1, glide(FLUTE, 780, 1900, 0.07))),
          -20),
    Sound("describer-on", "The key describer is on: keys are explained and do nothing else.",
          tune(PIP, "A4 A4 E5", 0.075, 0.1), -20),
    Sound("describer-off", "The key describer is off: keys work again.",
          tune(PIP, "E5 E5 A4", 0.075, 0.1), -20),
    Sound("error", "Something went wrong in the program; the words follow.",
          mix((0, 1, tune(REED, "B5 F5 B4", 0.09, 0.1)),
              (0.27, 1, tune(REED, "F4 Gb4", 0, 0.3))), -20),
)  # fmt: skip

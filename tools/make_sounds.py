"""Make every sound of the program, and the list of what each one means.

Run `python tools/make_sounds.py`; it needs numpy and soundfile, which playing never does.
A sound is a row of `SOUNDS`: its name, its meaning in words, and a recipe.
Recipes are built from a few parts: `note` and `glide` (pitched), `hiss` (unpitched),
`tune`, `repeat` and `mix` (which put sounds in time).
Each family keeps one voice, so that a new sound is half known when first heard:
wood for menus, reeds for time, bells for turns and limits, paper for cards, metal for tokens,
knuckles on the table and a voice after them for calls, harp for tricks, brass for deals.
Most energy lies between 200 and 5000 Hz: small loudspeakers and older ears miss the rest.
The noise is seeded by the name, so a new row leaves all the other files as they were.
"""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import soundfile
from numpy.typing import NDArray

Wave: TypeAlias = NDArray[np.float64]

ROOT = Path(__file__).resolve().parent.parent / "sounds"
RATE = 44100  # samples a second
SEED = 99
CEILING = 10 ** (-4.5 / 20)  # 1.5 dB under the -3 dBFS allowed: Vorbis moves peaks a little
WINDOW = RATE // 10  # loudness is taken over the loudest 100 ms
TOP = 15000.0  # hertz; partials above are left out
TAKES = ((0.97, -0.6), (1.01, 0.0), (0.99, -1.2), (1.03, 0.5))  # pitch factor, decibels


@dataclass(frozen=True)
class Take:
    """One rendering of a recipe: a pitch factor and a source of noise."""

    pitch: float
    noise: np.random.Generator


Recipe: TypeAlias = Callable[[Take], Wave]
Envelope: TypeAlias = Callable[[Wave], Wave]
"""From seconds since the start to gains."""


# Envelopes


def clock(length: float) -> Wave:
    """Give the time in seconds of each sample of a sound of `length` seconds."""
    return np.arange(round(length * RATE), dtype=np.float64) / RATE


def hit(decay: float, attack: float = 0.001) -> Envelope:
    """Rise in `attack` seconds and fall by 1/e each `decay` seconds."""
    return lambda t: np.minimum(t / attack, 1.0) * np.exp(-t / decay)


def swell(*points: tuple[float, float]) -> Envelope:
    """Follow straight lines through (seconds, gain) points."""
    seconds, gains = zip(*points, strict=True)
    return lambda t: np.interp(t, seconds, gains)


# Voices


@dataclass(frozen=True)
class Voice:
    """An instrument: partials as (frequency ratio, gain), and how they die away.

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


# Parts of recipes


def glide(voice: Voice, start: float, end: float, length: float) -> Recipe:
    """Play one note sliding from `start` to `end` hertz in `length` seconds."""

    def recipe(take: Take) -> Wave:
        t = clock(length)
        vibrato = 1 + voice.wobble * np.sin(2 * np.pi * voice.beat * t)
        path = take.pitch * start * (end / start) ** (t / length) * vibrato
        turn = 2 * np.pi * np.cumsum(path) / RATE
        return sum_partials(voice, turn, t, float(path.max()))

    return recipe


def sum_partials(voice: Voice, turn: Wave, t: Wave, highest: float) -> Wave:
    """Add up the partials of a voice over the phase `turn`, in radians."""
    total = np.zeros_like(t)
    for ratio, gain in voice.partials:
        if ratio * highest < TOP:
            fading = hit(voice.decay / ratio**voice.damping, voice.attack)
            total += gain * fading(t) * np.sin(ratio * turn)
    return released(total, 0.012)


def note(voice: Voice, pitch: float, length: float) -> Recipe:
    """Play one steady note."""
    return glide(voice, pitch, pitch, length)


def hiss(path: Sequence[float], width: float, length: float, envelope: Envelope) -> Recipe:
    """Make noise `width` hertz wide, its middle moving evenly through the pitches of `path`."""

    def recipe(take: Take) -> Wave:
        t = clock(length)
        stops = np.linspace(0.0, length, len(path))
        middle = take.pitch * np.exp(np.interp(t, stops, np.log(path)))
        turn = 2 * np.pi * np.cumsum(middle) / RATE
        even, odd = rumble(take, t.size, width), rumble(take, t.size, width)
        return released((even * np.cos(turn) + odd * np.sin(turn)) * envelope(t), 0.004)

    return recipe


def rumble(take: Take, size: int, width: float) -> Wave:
    """Make low noise of unit power whose spectrum is a bell `width` hertz wide at its foot."""
    spectrum = np.fft.rfft(take.noise.standard_normal(size))
    pitches = np.fft.rfftfreq(size, 1 / RATE)
    slow = np.fft.irfft(spectrum * np.exp(-((3 * pitches / width) ** 2)), size)
    return np.asarray(slow / max(float(slow.std()), 1e-9), dtype=np.float64)


def released(wave: Wave, seconds: float) -> Wave:
    """Fade the end out, so that no sound stops with a click."""
    size = min(round(seconds * RATE), wave.size // 2)
    ramp = np.cos(np.linspace(0.0, np.pi / 2, size)) ** 2
    return np.concatenate([wave[: wave.size - size], wave[wave.size - size :] * ramp])


def mix(*parts: tuple[float, float, Recipe]) -> Recipe:
    """Put (start in seconds, gain, recipe) parts on top of one another."""

    def recipe(take: Take) -> Wave:
        waves = [(round(start * RATE), gain * part(take)) for start, gain, part in parts]
        total = np.zeros(max(at + wave.size for at, wave in waves))
        for at, wave in waves:
            total[at : at + wave.size] += wave
        return total

    return recipe


def repeat(part: Recipe, starts: Sequence[float], gains: Sequence[float] = ()) -> Recipe:
    """Play the same part at each of `starts`; noise differs each time."""
    return mix(*zip(starts, gains or [1.0] * len(starts), [part] * len(starts), strict=True))


def tune(voice: Voice, notes: str, step: float, ring: float) -> Recipe:
    """Play named notes `step` seconds apart, each ringing `ring` seconds; step 0 is a chord."""
    pitches = [hertz(name) for name in notes.split()]
    return mix(*((i * step, 1.0, note(voice, pitch, ring)) for i, pitch in enumerate(pitches)))


def hertz(name: str) -> float:
    """Give the frequency of a note name such as A4 or Eb5."""
    semitone = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}[name[0]]
    semitone += name.count("#") - name.count("b")
    return float(440.0 * 2 ** (int(name[-1]) - 4 + semitone / 12))


def spread(first: float, last: float, count: int, curve: float = 1.0) -> list[float]:
    """Give `count` starts in seconds; a curve under 1 gets faster, over 1 slower."""
    return [first + (last - first) * (i / (count - 1)) ** curve for i in range(count)]


# Things on a table, used by several rows

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


@dataclass(frozen=True)
class Sound:
    """A row of the table: where it goes, what it tells, and how it is made."""

    folder: str
    id: str
    meaning: str
    recipe: Recipe
    level: float = -19.0  # dBFS, over the loudest 100 ms
    takes: int = 1

    def files(self) -> Iterator[tuple[Path, Wave]]:
        """Give each file with its finished samples."""
        if self.takes == 1:
            yield self.file(self.id, 1.0, 0.0)
            return
        for number, (pitch, extra) in enumerate(TAKES[: self.takes], 1):
            yield self.file(f"{self.id}-{number}", pitch, extra)

    def file(self, name: str, pitch: float, extra: float) -> tuple[Path, Wave]:
        """Give one file with its finished samples, `extra` decibels over the level."""
        seed = [SEED, zlib.crc32(f"{self.folder}/{name}".encode())]
        wave = self.recipe(Take(pitch, np.random.default_rng(seed)))
        return ROOT / self.folder / f"{name}.ogg", mastered(wave, self.level + extra)


C, N, V = "common", "novantanove", "invido"
FOLDERS = (C, N, V)

SOUNDS = (
    # Menus: wood, a tenth of a second
    Sound(C, "menu-move", "You moved to another item of a menu or list.",
          mix((0, 1, note(WOOD, 1500, 0.03)), (0, 0.3, LEAF)), -26, takes=4),
    Sound(C, "menu-edge", "There is nothing further this way.", THUD, -17),
    Sound(C, "menu-open", "A menu opened.", tune(WOOD, "E5 B5", 0.045, 0.07), -20),
    Sound(C, "menu-back", "You went back one step.", tune(WOOD, "B5 E5", 0.045, 0.07), -20),
    Sound(C, "menu-choose", "You chose this item.",
          mix((0, 0.8, LEAF), (0, 1, note(PIP, 1046.5, 0.11)), (0, 0.7, note(PIP, 1568, 0.11))),
          -20),
    Sound(C, "refused", "That cannot be done; the reason follows.",
          repeat(note(BUZZ, 156, 0.08), [0, 0.12]), -19),
    # Turns and time
    Sound(C, "your-turn", "It is your turn.", tune(BELL, "G5 C6", 0.17, 0.6), -18),
    Sound(C, "tick", "Five or four seconds are left.", note(BLOCK, 780, 0.09), -21),
    Sound(C, "tick-urgent", "Three, two or one second is left.",
          repeat(note(BLOCK, 1480, 0.08), [0, 0.085]), -19),
    Sound(C, "time-warning", "Your time is running short.",
          repeat(note(REED, 784, 0.11), [0, 0.17]), -22),
    Sound(C, "time-up", "The time is over.",
          mix((0, 1, note(REED, 587, 0.13)), (0.15, 1, note(REED, 587, 0.13)),
              (0.3, 1, glide(REED, 440, 392, 0.42))), -20),
    # The table and the people at it
    Sound(C, "sit-down", "Someone sat down at the table.",
          mix((0, 0.7, hiss([900, 350], 260, 0.16, swell((0, 0.4), (0.06, 1), (0.16, 0)))),
              (0.15, 1.2, THUD), (0.27, 0.8, THUD)), -18),
    Sound(C, "stand-up", "Someone left the table.",
          mix((0, 0.9, THUD), (0.07, 0.8, hiss([350, 1500], 260, 0.26,
              swell((0, 0.3), (0.16, 1), (0.26, 0))))), -18),
    Sound(C, "deal", "The cards are dealt.", repeat(FLICK, spread(0, 0.6, 6)), -21),
    Sound(C, "shuffle", "The pack is shuffled.",
          mix((0, 1, repeat(LEAF, spread(0, 0.52, 34, 0.75))),
              (0.53, 0.7, hiss([900, 2600], 1500, 0.2, swell((0, 0.2), (0.13, 1), (0.2, 0)))),
              (0.72, 1.5, TAP)), -20),
    Sound(C, "eliminated", "A player is out of the game.",
          mix(*((i * 0.14, 1.0, glide(DRUM, pitch, pitch * 0.7, 0.3))
                for i, pitch in enumerate((520, 400, 300))),
              (0.46, 0.8, glide(GONG, 208, 175, 0.5))), -16),
    # The course of a match
    Sound(C, "round-end", "The round is over.",
          mix(*((start, 1.0, note(GONG, 415, 0.8 - start)) for start in (0.0, 0.14, 0.28))), -19),
    Sound(C, "match-won", "The match is over and you won.",
          mix((0, 1, tune(BRASS, "C5 E5 G5", 0.14, 0.17)), (0.42, 0.7, note(BRASS, 784, 0.14)),
              (0.56, 0.6, tune(BRASS, "C5 E5 G5 C6", 0, 1.2)),
              (0.56, 0.5, tune(BELL, "C6 E6 G6 C7", 0.09, 1.0))), -17),
    Sound(C, "match-lost", "The match is over and you did not win.",
          mix((0, 1, tune(BOW, "G4 Eb4 D4", 0.3, 0.42)),
              (0.9, 1, tune(BOW, "C4 Eb4 G3", 0, 0.95))), -18),
    Sound(C, "saved", "The game was saved.", tune(GLASS, "C5 G5 E6", 0.03, 0.45), -20),
    Sound(C, "pause", "The game is paused.", glide(MOTOR, 440, 130, 0.4), -19),
    Sound(C, "resume", "The game goes on.", glide(MOTOR, 130, 440, 0.4), -19),
    # News and help
    Sound(C, "message", "A message arrived.",
          mix((0, 1, glide(FLUTE, 620, 1500, 0.07)), (0.1, 1, glide(FLUTE, 780, 1900, 0.07))),
          -20),
    Sound(C, "describer-on", "The key describer is on: keys are explained and do nothing else.",
          tune(PIP, "A4 A4 E5", 0.075, 0.1), -20),
    Sound(C, "describer-off", "The key describer is off: keys work again.",
          tune(PIP, "E5 E5 A4", 0.075, 0.1), -20),
    Sound(C, "error", "Something went wrong in the program; the words follow.",
          mix((0, 1, tune(REED, "B5 F5 B4", 0.09, 0.1)),
              (0.27, 1, tune(REED, "F4 Gb4", 0, 0.3))), -20),
    # Novantanove
    Sound(N, "card", "A card was played.", mix((0, 1, FLICK), (0.012, 0.9, TAP)), -19, takes=4),
    Sound(N, "draw", "A card was drawn.", SLIDE, -22, takes=4),
    Sound(N, "limit-hit", "The total reached exactly 33 or 66.",
          tune(GLASS, "C6 E6 G6", 0.07, 0.4), -19),
    Sound(N, "limit-passed", "The total went past 33 or 66.", glide(WHISTLE, 1250, 480, 0.42), -20),
    Sound(N, "ninety-nine-hit", "The total reached exactly 99.",
          mix((0, 0.6, tune(GLASS, "C5 D5 E5 G5 A5 C6 D6 E6 G6 A6", 0.04, 0.25)),
              (0.4, 1, tune(BELL, "C6 G6 C7", 0, 0.6)),
              (0.4, 0.5, repeat(note(GLASS, 2093, 0.2), spread(0, 0.36, 7)))), -18),
    Sound(N, "ninety-nine-passed", "The total went past 99.",
          mix((0, 1, glide(WHISTLE, 1500, 260, 0.5)), (0.48, 0.7, glide(GONG, 196, 150, 0.42)),
              (0.48, 0.4, hiss([900, 300], 1000, 0.35, hit(0.09)))), -17),
    Sound(N, "token-lost", "A player lost a token.",
          repeat(COIN, [0, 0.13, 0.22, 0.28], [1, 0.8, 0.6, 0.4]), -21, takes=4),
    Sound(N, "reverse", "The direction of play turned round.",
          hiss([500, 2800, 500], 320, 0.5, swell((0, 0.3), (0.2, 1), (0.3, 1), (0.5, 0))), -20),
    Sound(N, "skip", "A player is skipped.",
          mix((0, 0.7, glide(SPRING, 260, 620, 0.2)), (0.19, 1, glide(SPRING, 330, 880, 0.26))),
          -19),
    Sound(N, "halve", "The total was halved.",
          mix((0, 0.6, tune(HARP, "D5 D6", 0, 0.2)), (0.2, 1, note(HARP, 293.66, 0.4))), -19),
    Sound(N, "double", "The total was doubled.",
          mix((0, 1, note(HARP, 293.66, 0.2)), (0.2, 0.6, tune(HARP, "D5 D6", 0, 0.4))), -19),
    Sound(N, "draw-missed", "A card was not drawn in time.",
          mix((0, 0.9, hiss([3600, 1100], 1400, 0.14, swell((0, 0.6), (0.05, 1), (0.14, 0)))),
              (0.16, 1.3, note(WOOD, 392, 0.1)), (0.27, 1.3, note(WOOD, 277, 0.14))), -20),
    Sound(N, "hand-empty", "A player has no cards left.",
          mix((0, 1, note(FLUTE, 523, 0.36)), (0, 0.5, hiss([523], 130, 0.4, hit(0.2, 0.01))),
              (0, 0.3, hiss([2600], 2600, 0.12, hit(0.035)))), -20),
    Sound(N, "reshuffle", "The played cards are shuffled into a new pack.",
          mix((0, 0.8, hiss([2600, 700], 1100, 0.22, swell((0, 0.4), (0.1, 1), (0.22, 0)))),
              (0.22, 1.4, TAP), (0.32, 1.4, TAP),
              (0.42, 1, repeat(LEAF, spread(0, 0.34, 20, 1.3)))), -20),
    # Invido: cards are put down harder than elsewhere
    Sound(V, "card", "A card was laid on the table.",
          mix((0, 0.7, FLICK), (0.004, 1.3, TAP), (0.01, 0.5, THUD)), -19, takes=4),
    # Calls knock: two knocks ask, three knocks ask for more
    Sound(V, "call", "A player called a stake, which must be answered.",
          mix((0, 1, repeat(KNOCK, [0, 0.11])), (0.22, 0.9, glide(BOW, 294, 440, 0.3))), -18),
    Sound(V, "raise", "A player answered a call with a higher one.",
          mix((0, 1, repeat(KNOCK, [0, 0.09, 0.18])), (0.28, 0.9, glide(BOW, 440, 784, 0.34))),
          -17),
    Sound(V, "accept", "A call was accepted.",
          mix((0, 1, KNOCK), (0.1, 0.7, tune(BOW, "D4 A4", 0, 0.34))), -19),
    Sound(V, "fold", "A player gave up the deal.",
          mix((0, 0.9, glide(BOW, 392, 196, 0.34)), (0.3, 0.8, FLICK), (0.38, 0.6, FLICK)), -19),
    # A monte sweeps the cards together
    Sound(V, "monte", "A player asked to annul the deal, which must be answered.",
          mix((0, 0.9, SWEEP), (0.26, 0.8, glide(FLUTE, 440, 660, 0.3))), -20),
    Sound(V, "monte-accepted", "The deal was annulled.",
          mix((0, 0.8, SWEEP), (0.26, 1, repeat(LEAF, spread(0, 0.26, 18, 0.8))), (0.56, 1.3, TAP)),
          -20),
    Sound(V, "monte-refused", "Annulling the deal was refused.",
          mix((0, 1, glide(FLUTE, 440, 311, 0.16)), (0.17, 1.2, KNOCK), (0.3, 1.2, THUD)), -19),
    # Tricks and deals: up is yours, down is not, level is nobody's
    Sound(V, "trick-won", "You won the trick.",
          mix((0, 1, note(HARP, 392, 0.12)), (0.11, 1, note(HARP, 587.33, 0.36))), -19),
    Sound(V, "trick-lost", "You lost the trick.",
          mix((0, 1, note(HARP, 587.33, 0.12)), (0.11, 1, note(HARP, 392, 0.36))), -19),
    Sound(V, "trick-tied", "Nobody won the trick.",
          mix((0, 1, note(HARP, 440, 0.12)), (0.11, 1, note(HARP, 440, 0.36))), -19),
    Sound(V, "deal-won", "You won the deal.", tune(BRASS, "G4 B4 D5", 0.13, 0.4), -18),
    Sound(V, "deal-lost", "You lost the deal.", tune(BRASS, "D5 Bb4 G4", 0.13, 0.4), -18),
    Sound(V, "deal-tied", "Nobody won the deal.", tune(BRASS, "A4 A4 A4", 0.13, 0.34), -18),
    Sound(V, "reset", "Both scores went back to zero.",
          mix((0, 0.7, tune(GLASS, "C7 A6 G6 E6 D6 C6 A5 G5 E5 D5", 0.04, 0.16)),
              (0.42, 1, note(GONG, 262, 0.36))), -19),
)  # fmt: skip


# Finishing


def mastered(wave: Wave, level: float) -> Wave:
    """Bring a sound to its loudness, in dBFS, with no peak over the ceiling and no offset."""
    goal = 10 ** (level / 20)
    done = centred(eased(wave))
    gain = goal / loudness(done)
    for _ in range(8):
        limited = softened(done * gain)
        gain *= goal / loudness(limited)
    return centred(softened(done * gain))


def eased(wave: Wave) -> Wave:
    """Take the first half millisecond from zero, so that no sound starts with a click."""
    return np.minimum(clock(wave.size / RATE) / 0.0005, 1.0) * wave


def centred(wave: Wave) -> Wave:
    """Take the mean away with a hump that is zero at both ends, so that no step appears."""
    hump = np.hanning(wave.size)
    return np.asarray(wave - hump * (wave.mean() / hump.mean()), dtype=np.float64)


def softened(wave: Wave) -> Wave:
    """Round off the peaks, only where there are any over the ceiling."""
    if float(np.abs(wave).max()) <= CEILING:
        return wave
    return np.asarray(CEILING * np.tanh(wave / CEILING), dtype=np.float64)


def loudness(wave: Wave) -> float:
    """Give the root mean square of the loudest window; a shorter sound is padded to it."""
    padded = np.pad(wave, (0, max(0, WINDOW - wave.size)))
    energy = np.concatenate([[0.0], np.cumsum(padded**2)])
    return float(np.sqrt((energy[WINDOW:] - energy[:-WINDOW]).max() / WINDOW))


# Files


def encoded(wave: Wave, serial: int) -> bytes:
    """Encode as Ogg Vorbis, the same bytes at each run.

    The encoder draws the number of the stream at random, so it is written over here.
    """
    buffer = io.BytesIO()
    soundfile.write(buffer, wave, RATE, format="OGG", subtype="VORBIS")
    return b"".join(renumbered(page, serial) for page in pages(buffer.getvalue()))


def pages(stream: bytes) -> Iterator[bytes]:
    """Cut an Ogg stream into pages (RFC 3533, section 6)."""
    start = 0
    while start < len(stream):
        body = start + 27 + stream[start + 26]
        end = body + sum(stream[start + 27 : body])
        yield stream[start:end]
        start = end


def renumbered(page: bytes, serial: int) -> bytes:
    """Give a page another stream number, and the checksum that goes with it."""
    blank = page[:14] + serial.to_bytes(4, "little") + page[18:22] + bytes(4) + page[26:]
    return blank[:22] + checksum(blank).to_bytes(4, "little") + blank[26:]


def checksum(page: bytes) -> int:
    """Compute the checksum of Ogg: polynomial 04C11DB7, highest bit first, from zero."""
    value = 0
    for byte in page:
        value = (value << 8 & 0xFFFFFFFF) ^ REMAINDERS[value >> 24 ^ byte]
    return value


def remainder(byte: int) -> int:
    """Compute the checksum of one byte."""
    value = byte << 24
    for _ in range(8):
        value = (value << 1) ^ (0x104C11DB7 if value & 0x80000000 else 0)
    return value


REMAINDERS = tuple(remainder(byte) for byte in range(256))

CREDITS = """\
# Sounds

All sounds were made for this project by `tools/make_sounds.py`, which also writes this page.
They are in the public domain under CC0 1.0: https://creativecommons.org/publicdomain/zero/1.0/
No recording and no part of another collection is in them.
They are mono, 44.1 kHz, Ogg Vorbis.
A frequent sound has 4 takes, `-1` to `-4`, so that the same one need not play twice running.
"""


def credits_page() -> str:
    """Write the list of sounds and meanings."""
    return CREDITS + "".join(section(folder) for folder in FOLDERS)


def section(folder: str) -> str:
    """Write the table of one folder."""
    head = f"\n## {folder}\n\n| sound | takes | meaning |\n|---|---|---|\n"
    rows = (s for s in SOUNDS if s.folder == folder)
    return head + "".join(f"| {s.id} | {s.takes} | {s.meaning} |\n" for s in rows)


def main() -> None:
    """Write every file; those of sounds no longer in the table are deleted."""
    waves = dict(file for sound in SOUNDS for file in sound.files())
    made = {path: encoded(wave, zlib.crc32(path.stem.encode())) for path, wave in waves.items()}
    for old in set(ROOT.glob("*/*.ogg")) - set(made):
        old.unlink()
    for path, stream in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(stream)
    (ROOT / "CREDITS.md").write_text(credits_page(), encoding="utf-8")
    sys.stdout.write(f"{len(made)} files, {len(SOUNDS)} sounds\n")


if __name__ == "__main__":
    main()

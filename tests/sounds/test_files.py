"""Tests of every sound file: format, loudness, length and difference from other sounds."""

from __future__ import annotations

import hashlib
import os
import re
import struct
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, combinations, pairwise, zip_longest
from math import log2, log10
from pathlib import Path
from typing import TypeVar

import pytest

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2] / "sounds"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("**/*.ogg"))
RATE = 44100
FULL = 32768  # the loudest possible sample
START = RATE * 5 // 1000  # a sound later than 5 ms lags behind its key
WINDOW = RATE // 10
FRAME = RATE // 50
DIFFERENT = 0.5  # takes of one card differ by 0.35 at most

LONGEST = {"card": 0.25, "draw": 0.25, "match-won": 2.0, "match-lost": 2.0}
LONGEST_MENU, LONGEST_OTHER = 0.12, 1.0
# For games of many tricks and many declarations
LONGEST_TRICK, LONGEST_EVENT, LONGEST_END = 0.25, 0.5, 0.9
ENDS = {"contract-made", "contract-missed", "deal-won", "deal-lost", "deal-tied", "cappotto"}
LOUDNESS = {"menu-move": (-30.0, -18.0)}
LOUDNESS_OTHER = (-24.0, -14.0)


def sound_id(name: str) -> str:
    """Return the id of a sound file: its name without folder, suffix and number of the take."""
    return re.sub(r"-[1-4]$", "", Path(name).stem)


def decibels(ratio: float) -> float:
    return 20 * log10(max(ratio, 1e-9))


def loudest(samples: array[int]) -> float:
    """Return the loudness of the loudest 100 ms (root mean square, as a fraction of full scale)."""
    padding = max(0, WINDOW - len(samples))
    sums = [0, *accumulate(x * x for x in samples), *[0] * padding]
    sums[len(samples) + 1 :] = [sums[len(samples)]] * padding
    starts = range(0, len(sums) - WINDOW, 44)
    return (max(sums[i + WINDOW] - sums[i] for i in starts) / WINDOW) ** 0.5 / FULL


@pytest.fixture(scope="module")
def decoded() -> Iterator[dict[str, array[int]]]:
    """Yield the samples of every file by name, decoded by the mixer, which is then restored."""
    before = pygame.mixer.get_init()
    pygame.mixer.quit()
    pygame.mixer.init(RATE, -16, 1, allowedchanges=0)
    yield {name: array("h", pygame.mixer.Sound(str(ROOT / name)).get_raw()) for name in FILES}
    pygame.mixer.quit()
    if before:
        pygame.mixer.init(*before)


def failing(sounds: Mapping[str, T], is_right: Callable[[str, T], bool]) -> list[str]:
    """Return the names of the sounds that fail a condition."""
    return [name for name, sound in sounds.items() if not is_right(name, sound)]


def test_every_sound_folder_has_files():
    assert {name.split("/")[0] for name in FILES} >= {"common", "novantanove", *OF_GAMES}


OF_GAMES = {
    "invido": {
        "card": 4, "call": 1, "raise": 1, "accept": 1, "fold": 1,
        "monte": 1, "monte-accepted": 1, "monte-refused": 1,
        "trick-won": 1, "trick-lost": 1, "trick-tied": 1,
        "deal-won": 1, "deal-lost": 1, "deal-tied": 1, "reset": 1,
    },
    "tressette": {
        "card": 4, "declared": 1, "hearsay": 1, "no-declaration": 1, "accuse": 1,
        "box-on": 1, "box-off": 1, "trick-ours": 1, "trick-theirs": 1,
        "deal-won": 1, "deal-lost": 1, "deal-tied": 1, "cappotto": 1,
    },
    "wist": {
        "card": 4, "cut": 1, "bid": 1, "ticket": 1, "reveal": 1,
        "trump-turned": 1, "cards-drawn": 1, "seats-drawn": 1, "hands-up": 1,
        "contract-made": 1, "contract-missed": 1,
    },
}  # fmt: skip


@pytest.mark.parametrize(("game", "facts"), OF_GAMES.items())
def test_game_has_the_expected_sounds(game: str, facts: dict[str, int]):
    names = [name for name in FILES if name.startswith(f"{game}/")]
    assert Counter(map(sound_id, names)) == facts


# A win ends higher than it starts, a loss ends lower, and a call ends higher, like a question.
# (name, seconds until the first note ends, seconds of the last note, direction)
WAYS = [
    ("invido/trick-won.ogg", 0.1, 0.16, 1),
    ("invido/trick-lost.ogg", 0.1, 0.16, -1),
    ("invido/trick-tied.ogg", 0.1, 0.16, 0),
    ("invido/deal-won.ogg", 0.12, 0.16, 1),
    ("invido/deal-lost.ogg", 0.12, 0.16, -1),
    ("invido/deal-tied.ogg", 0.12, 0.16, 0),
    ("tressette/trick-ours.ogg", 0.06, 0.16, 1),
    ("tressette/trick-theirs.ogg", 0.07, 0.1, -1),
    ("tressette/deal-won.ogg", 0.12, 0.3, 1),
    ("tressette/deal-lost.ogg", 0.2, 0.3, -1),
    ("common/trick-won.ogg", 0.065, 0.15, 1),
    ("common/trick-lost.ogg", 0.07, 0.085, -1),
    ("wist/contract-missed.ogg", 0.2, 0.5, -1),
]


def pitch(samples: array[int]) -> float:
    """Return the pitch in hertz, found by autocorrelation."""
    part = samples[: RATE // 20]

    def likeness(lag: int) -> float:
        return sum(a * b for a, b in zip(part[: -lag or None], part[lag:], strict=False)) / (
            len(part) - lag
        )

    lags = range(RATE // 900, RATE // 180)
    best = max(map(likeness, lags))
    return RATE / next(lag for lag in lags if likeness(lag) > best * 0.95)


@pytest.mark.parametrize(("name", "first", "last", "way"), WAYS)
def test_winning_sounds_rise_and_losing_sounds_fall(
    decoded: dict[str, array[int]], name: str, first: float, last: float, way: int
):
    samples = decoded[name]
    start = pitch(samples[round(RATE * 0.02) : round(RATE * first)])
    end = pitch(samples[-round(RATE * last) :])
    assert (end > start * 1.1) == (way > 0)
    assert (end < start * 0.9) == (way < 0)


def is_mono_44100_vorbis(_name: str, stream: bytes) -> bool:
    at = stream.find(b"\x01vorbis")
    known = stream.startswith(b"OggS") and at > 0
    return known and struct.unpack_from("<BI", stream, at + 11) == (1, RATE)


def test_every_sound_is_mono_44100_vorbis():
    streams = {name: (ROOT / name).read_bytes() for name in FILES}
    assert failing(streams, is_mono_44100_vorbis) == []


def test_peak_of_every_sound_is_at_least_3_decibels_below_full_scale(
    decoded: dict[str, array[int]],
):
    peak = {name: max(map(abs, samples)) / FULL for name, samples in decoded.items()}
    assert failing(peak, lambda _name, share: decibels(share) <= -3.0) == []


def is_as_loud_as_others(name: str, samples: array[int]) -> bool:
    quietest, most = LOUDNESS.get(sound_id(name), LOUDNESS_OTHER)
    return quietest <= decibels(loudest(samples)) <= most


@pytest.mark.slow
def test_every_sound_has_about_the_same_loudness(decoded: dict[str, array[int]]):
    assert failing(decoded, is_as_loud_as_others) == []


def longest(name: str) -> float:
    """Return the greatest allowed length of a sound, in seconds."""
    folder, one = name.partition("/")[0], sound_id(name)
    if one in LONGEST:
        return LONGEST[one]
    if one.startswith("menu-"):
        return LONGEST_MENU
    if folder not in {"tressette", "wist"}:
        return LONGEST_OTHER
    if one.startswith("trick-"):
        return LONGEST_TRICK
    return LONGEST_END if one in ENDS else LONGEST_EVENT


def test_no_sound_exceeds_its_maximum_length(decoded: dict[str, array[int]]):
    lasts = {name: len(samples) / RATE for name, samples in decoded.items()}
    assert failing(lasts, lambda name, seconds: 0.02 <= seconds <= longest(name)) == []


def starts_at_once(_name: str, samples: array[int]) -> bool:
    heard = max(map(abs, samples)) / 10  # 20 dB under the peak
    return any(abs(x) >= heard for x in samples[:START])


def test_every_sound_starts_without_initial_silence(decoded: dict[str, array[int]]):
    assert failing(decoded, starts_at_once) == []


def has_no_click(_name: str, samples: array[int]) -> bool:
    return abs(samples[0]) < FULL * 0.06 and max(map(abs, samples[-10:])) < FULL * 0.02


def test_every_sound_starts_and_ends_without_a_click(decoded: dict[str, array[int]]):
    assert failing(decoded, has_no_click) == []


def test_no_sound_has_a_dc_offset(decoded: dict[str, array[int]]):
    mean = {name: sum(samples) / len(samples) for name, samples in decoded.items()}
    assert failing(mean, lambda _name, offset: abs(offset) < FULL * 0.001) == []


def test_most_sounds_are_shorter_than_eight_tenths_of_a_second(decoded: dict[str, array[int]]):
    brief = sum(len(samples) <= RATE * 0.8 for samples in decoded.values())
    assert brief >= len(decoded) * 0.9


def test_no_two_sound_files_are_the_same(decoded: dict[str, array[int]]):
    prints = {hashlib.sha256(samples.tobytes()).digest() for samples in decoded.values()}
    assert len(prints) == len(FILES)


def course(samples: array[int]) -> list[tuple[float, float]]:
    """Return loudness and brightness of each 20 ms of a sound, to compare sounds.

    Both are 0 where the sound is 30 dB below its peak.
    """
    frames = [samples[at : at + FRAME] for at in range(0, len(samples), FRAME)]
    powers = [(sum(x * x for x in frame) / FRAME) ** 0.5 for frame in frames]
    loud = [max(0.0, 1 + decibels(power / max(powers)) / 30) for power in powers]
    turns = [sum((a < 0) != (b < 0) for a, b in pairwise(frame)) / FRAME for frame in frames]
    return [(one, one * log2(1 + turn * 500)) for one, turn in zip(loud, turns, strict=True)]


def distance(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> float:
    pairs = list(zip_longest(one, other, fillvalue=(0.0, 0.0)))
    return (sum((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in pairs) / len(pairs)) ** 0.5


@pytest.mark.parametrize("game", ["novantanove", *OF_GAMES])
def test_sounds_of_one_game_differ_in_more_than_one_note(decoded: dict[str, array[int]], game: str):
    """Each sound of the game is compared with its other sounds and with the common sounds.

    Sounds whose ids have the same first word, such as variants of a sound, are not compared.
    """
    own = {sound_id(name) for name in FILES if name.startswith(f"{game}/")}
    common = [name for name in FILES if name.startswith("common/") and sound_id(name) not in own]
    heard = [*common, *(name for name in FILES if name.startswith(f"{game}/"))]
    courses = {name: course(decoded[name]) for name in heard}
    alike = [
        (one, other)
        for one, other in combinations(heard, 2)
        if sound_id(one).split("-")[0] != sound_id(other).split("-")[0]
        and distance(courses[one], courses[other]) < DIFFERENT
    ]
    assert not alike


def credited() -> dict[tuple[str, str], tuple[int, str]]:
    """Return the number of variants and the meaning of each credited sound, by (folder, id)."""
    table = {}
    for page in ROOT.glob("*/CREDITS.md"):
        text = page.read_text(encoding="utf-8")
        for row in re.finditer(r"^\| ([a-z-]+) \| (\d) \| (.+) \|$", text, re.MULTILINE):
            table[page.parent.name, row[1]] = (int(row[2]), row[3])
    return table


def test_credits_name_every_sound_and_no_other():
    takes: dict[tuple[str, str], int] = {}
    for name in FILES:
        key = (name.split("/")[0], sound_id(name))
        takes[key] = takes.get(key, 0) + 1
    assert {key: number for key, (number, _) in credited().items()} == takes


def test_each_sound_has_its_own_meaning_in_one_sentence():
    meanings = [meaning for _, meaning in credited().values()]
    assert len(set(meanings)) == len(meanings)
    assert all(re.fullmatch(r"[A-Z][^.]+\.", meaning) for meaning in meanings)

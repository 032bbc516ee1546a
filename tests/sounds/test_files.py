"""Every committed sound file is what the program and its players count on."""

from __future__ import annotations

import hashlib
import os
import re
import struct
from array import array
from collections.abc import Iterator
from itertools import accumulate
from math import log10
from pathlib import Path

import pytest

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

ROOT = Path(__file__).resolve().parents[2] / "sounds"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("**/*.ogg"))
RATE = 44100
FULL = 32768  # the loudest sample there can be
START = RATE * 5 // 1000  # a sound later than 5 ms lags behind its key
WINDOW = RATE // 10

LONGEST = {"card": 0.25, "draw": 0.25, "match-won": 2.0, "match-lost": 2.0}
LONGEST_MENU, LONGEST_OTHER = 0.12, 1.0
LOUDNESS = {"menu-move": (-30.0, -18.0)}
LOUDNESS_OTHER = (-24.0, -14.0)


def sound_id(name: str) -> str:
    """Strip folder, ending and the number of the take."""
    return re.sub(r"-[1-4]$", "", Path(name).stem)


def decibels(ratio: float) -> float:
    return 20 * log10(max(ratio, 1e-9))


def loudest(samples: array[int]) -> float:
    """The root mean square of the loudest 100 ms, as a share of full scale."""
    padding = max(0, WINDOW - len(samples))
    sums = [0, *accumulate(x * x for x in samples), *[0] * padding]
    sums[len(samples) + 1 :] = [sums[len(samples)]] * padding
    starts = range(0, len(sums) - WINDOW, 44)
    return (max(sums[i + WINDOW] - sums[i] for i in starts) / WINDOW) ** 0.5 / FULL


@pytest.fixture(scope="module")
def decoded() -> Iterator[dict[str, array[int]]]:
    """Every file as the mixer plays it; a mixer that was open before is opened again."""
    before = pygame.mixer.get_init()
    pygame.mixer.quit()
    pygame.mixer.init(RATE, -16, 1, allowedchanges=0)
    yield {name: array("h", pygame.mixer.Sound(str(ROOT / name)).get_raw()) for name in FILES}
    pygame.mixer.quit()
    if before:
        pygame.mixer.init(*before)


@pytest.fixture(params=FILES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def samples(decoded: dict[str, array[int]], name: str) -> array[int]:
    return decoded[name]


def test_there_are_files_for_each_folder():
    assert {name.split("/")[0] for name in FILES} >= {"common", "novantanove", "invido"}


INVIDO = {
    "card": 4, "call": 1, "raise": 1, "accept": 1, "fold": 1,
    "monte": 1, "monte-accepted": 1, "monte-refused": 1,
    "trick-won": 1, "trick-lost": 1, "trick-tied": 1,
    "deal-won": 1, "deal-lost": 1, "deal-tied": 1, "reset": 1,
}  # fmt: skip


def test_invido_has_a_sound_for_each_of_its_facts():
    names = [name for name in FILES if name.startswith("invido/")]
    assert {sound_id(name) for name in names} == set(INVIDO)
    assert {one: sum(sound_id(name) == one for name in names) for one in INVIDO} == INVIDO


# What is won sounds higher at its end than at its start, what is lost lower, a call asks upwards
WAYS = [
    ("invido/trick-won.ogg", 0.1, 1),
    ("invido/trick-lost.ogg", 0.1, -1),
    ("invido/trick-tied.ogg", 0.1, 0),
    ("invido/deal-won.ogg", 0.12, 1),
    ("invido/deal-lost.ogg", 0.12, -1),
    ("invido/deal-tied.ogg", 0.12, 0),
]


def pitch(samples: array[int]) -> float:
    """The pitch in hertz at which the samples are most like themselves a period later."""
    part = samples[: RATE // 20]

    def likeness(lag: int) -> float:
        return sum(a * b for a, b in zip(part[: -lag or None], part[lag:], strict=False)) / (
            len(part) - lag
        )

    lags = range(RATE // 900, RATE // 180)
    best = max(map(likeness, lags))
    return RATE / next(lag for lag in lags if likeness(lag) > best * 0.95)


@pytest.mark.parametrize(("name", "first", "way"), WAYS)
def test_up_is_won_and_down_is_lost(
    decoded: dict[str, array[int]], name: str, first: float, way: int
):
    samples = decoded[name]
    start = pitch(samples[round(RATE * 0.02) : round(RATE * first)])
    end = pitch(samples[-RATE // 6 :])
    assert (end > start * 1.1) == (way > 0)
    assert (end < start * 0.9) == (way < 0)


def test_it_is_mono_44100_vorbis(name: str):
    stream = (ROOT / name).read_bytes()
    assert stream.startswith(b"OggS")
    channels, rate = struct.unpack_from("<BI", stream, stream.index(b"\x01vorbis") + 11)
    assert (channels, rate) == (1, RATE)


def test_its_peak_leaves_room_for_speech(samples: array[int]):
    assert decibels(max(map(abs, samples)) / FULL) <= -3.0


def test_it_is_as_loud_as_the_others(name: str, samples: array[int]):
    quietest, most = LOUDNESS.get(sound_id(name), LOUDNESS_OTHER)
    assert quietest <= decibels(loudest(samples)) <= most


def test_it_is_short(name: str, samples: array[int]):
    otherwise = LONGEST_MENU if "/menu-" in name else LONGEST_OTHER
    limit = LONGEST.get(sound_id(name), otherwise)
    assert 0.02 <= len(samples) / RATE <= limit


def test_it_starts_at_once(samples: array[int]):
    heard = max(map(abs, samples)) / 10  # 20 dB under the peak
    assert any(abs(x) >= heard for x in samples[:START])


def test_it_starts_and_ends_without_a_click(samples: array[int]):
    assert abs(samples[0]) < FULL * 0.06
    assert max(map(abs, samples[-10:])) < FULL * 0.02


def test_it_has_no_offset(samples: array[int]):
    assert abs(sum(samples) / len(samples)) < FULL * 0.001


def test_most_sounds_are_under_eight_tenths_of_a_second(decoded: dict[str, array[int]]):
    brief = sum(len(samples) <= RATE * 0.8 for samples in decoded.values())
    assert brief >= len(decoded) * 0.9


def test_no_two_files_are_the_same(decoded: dict[str, array[int]]):
    prints = {hashlib.sha256(samples.tobytes()).digest() for samples in decoded.values()}
    assert len(prints) == len(FILES)


def credited() -> dict[tuple[str, str], tuple[int, str]]:
    """The tables of the credits: (folder, id) to number of takes and meaning."""
    page = (ROOT / "CREDITS.md").read_text(encoding="utf-8")
    table = {}
    for part in page.split("\n## ")[1:]:
        for row in re.finditer(r"^\| ([a-z-]+) \| (\d) \| (.+) \|$", part, re.MULTILINE):
            table[part.split("\n")[0], row[1]] = (int(row[2]), row[3])
    return table


def test_the_credits_name_every_sound_and_no_other():
    takes: dict[tuple[str, str], int] = {}
    for name in FILES:
        key = (name.split("/")[0], sound_id(name))
        takes[key] = takes.get(key, 0) + 1
    assert {key: number for key, (number, _) in credited().items()} == takes


def test_every_meaning_is_one_sentence_of_its_own():
    meanings = [meaning for _, meaning in credited().values()]
    assert len(set(meanings)) == len(meanings)
    assert all(re.fullmatch(r"[A-Z][^.]+\.", meaning) for meaning in meanings)

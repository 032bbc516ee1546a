"""Classes for a sound and a folder of sounds, and the functions that find all folders."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

import numpy as np

from tools.sounds.mastering import mastered
from tools.sounds.parts import Recipe, Take, Wave

TABLES = "tools.sounds.tables"
SEED = 99
TAKES = ((0.97, -0.6), (1.01, 0.0), (0.99, -1.2), (1.03, 0.5))  # pitch factor, decibels


@dataclass(frozen=True)
class Sound:
    """A sound of a table: its id, meaning, recipe and loudness."""

    id: str
    meaning: str
    recipe: Recipe
    level: float = -19.0  # dBFS, over the loudest 100 ms
    takes: int = 1
    noise: str = ""  # the seed of its noise: its original path, if it was moved

    def files(self, folder: str) -> Iterator[tuple[str, Wave]]:
        """Yield the file name (without suffix) and the finished samples of each take."""
        path = self.noise or f"{folder}/{self.id}"
        if self.takes == 1:
            yield self.id, self.wave(path, 1.0, 0.0)
            return
        for number, (pitch, extra) in enumerate(TAKES[: self.takes], 1):
            yield f"{self.id}-{number}", self.wave(f"{path}-{number}", pitch, extra)

    def wave(self, path: str, pitch: float, extra: float) -> Wave:
        """Return the finished samples of one file, `extra` decibels above the sound's level."""
        seed = [SEED, zlib.crc32(path.encode())]
        wave = self.recipe(Take(pitch, np.random.default_rng(seed)))
        return mastered(wave, self.level + extra)


@dataclass(frozen=True)
class Folder:
    """A folder of sounds: those of one game, or those common to all games."""

    name: str
    place: int  # order in the credits
    sounds: tuple[Sound, ...]

    def files(self) -> Iterator[tuple[str, Wave]]:
        """Yield the name (without suffix) and the samples of each file in the folder."""
        for sound in self.sounds:
            yield from sound.files(self.name)


def folders() -> list[Folder]:
    """Return the folders of sounds, one per module in `tables`, in the order of the credits."""
    found = [folder(module.name) for module in iter_modules(import_module(TABLES).__path__)]
    return sorted(found, key=lambda one: (one.place, one.name))


def folder(name: str) -> Folder:
    """Return the sound folder that the module `tables.<name>` defines."""
    table = import_module(f"{TABLES}.{name}")
    return Folder(name, table.PLACE, table.SOUNDS)

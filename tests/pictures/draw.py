"""Draws every game in every size, scale and theme, and checks the layout of each picture.

    python -m tests.pictures.draw FOLDER [--window] [--game wist] [--theme dark] [--lang it]

Writes each picture to a PNG file and prints its faults; the exit code is 1 if there are
any.  With `--window` the pictures are drawn by the program's own window, on an
invisible screen.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from audiogames.core.registry import own_ids
from audiogames.present.frame import Frame
from audiogames.shell.window.canvas import Appearance, Canvas
from audiogames.shell.window.themes import THEMES
from tests.pictures.judge import faults, ruler_of
from tests.pictures.scenes import KINDS, key_name, scenes
from tests.pictures.window import shown
from tools.compile_catalogues import compile_all

SIZES: Final = ((800, 600), (1280, 800), (2560, 1440))
SCALES: Final = (100, 200, 400)


@dataclass(frozen=True)
class Picture:
    """A picture to draw: a scene of a game, with the window's size, scale and theme."""

    game: str
    kind: str
    size: tuple[int, int]
    look: Appearance
    lang: str

    @property
    def name(self) -> str:
        """Return the name of the picture's file, without suffix."""
        width, height = self.size
        return f"{self.game}-{self.kind}-{width}x{height}-{self.look.scale}-{self.look.theme}"

    @property
    def frame(self) -> Frame:
        """Return the frame to be drawn."""
        frame: Frame = scenes(self.game, self.lang)[self.kind]
        return frame

    def draw(self, path: Path) -> Sequence[str]:
        """Draw the picture into a file, and return its faults."""
        canvas = Canvas(pygame.Surface(self.size), self.look, partial(key_name, lang=self.lang))
        canvas.draw(self.frame)
        pygame.image.save(canvas.surface, path)
        return tuple(faults(self.frame, ruler_of(self.size, self.look.scale), canvas.boxes))


def drawn(pictures: Sequence[Picture], folder: Path) -> Iterator[tuple[Picture, str]]:
    """Draw the pictures into files without a window; yield each picture's faults."""
    without_screen()
    for picture in pictures:
        for fault in picture.draw(folder / f"{picture.name}.png"):
            yield picture, fault


def without_screen() -> None:
    """Initialise pygame's fonts, which need no screen."""
    pygame.font.init()


def wanted(asked: argparse.Namespace) -> list[Picture]:
    """Return the pictures that the command line asks for, ordered by size."""
    return [
        Picture(game, kind, size, Appearance(scale, theme), asked.lang)
        for size, game, kind, scale, theme in product(
            asked.size or SIZES,
            asked.game or own_ids(),
            asked.kind or KINDS,
            asked.scale or SCALES,
            asked.theme or THEMES,
        )
    ]


def arguments() -> argparse.Namespace:
    """Parse the command line; an option that is omitted means all its values."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--window", action="store_true", help="in a real window")
    parser.add_argument("--game", nargs="+", choices=own_ids())
    parser.add_argument("--kind", nargs="+", choices=KINDS)
    parser.add_argument("--size", nargs="+", type=size_of, help="such as 800x600")
    parser.add_argument("--scale", nargs="+", type=int, choices=SCALES)
    parser.add_argument("--theme", nargs="+", choices=THEMES)
    parser.add_argument("--lang", choices=("en", "it"), default="it")
    return parser.parse_args()


def size_of(text: str) -> tuple[int, int]:
    """Parse a window size such as "800x600"."""
    width, height = map(int, text.split("x"))
    return width, height


def main() -> int:
    """Draw all requested pictures."""
    asked = arguments()
    compile_all()
    asked.folder.mkdir(parents=True, exist_ok=True)
    pictures = wanted(asked)
    wrong = 0
    for picture, fault in (shown if asked.window else drawn)(pictures, asked.folder):
        wrong += 1
        print(f"{picture.name}: {fault}")
    print(f"{len(pictures)} pictures, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

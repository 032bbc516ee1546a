"""Pictures of every game in every size, scale and theme, judged in numbers.

    python -m tools.pictures.draw FOLDER [--game wist] [--theme dark] [--lang it]

Writes a PNG file for each and prints what is wrong with it; exits with 1 where anything is.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from audiogames.core.registry import game_ids
from audiogames.shell.window.canvas import Appearance, Canvas
from audiogames.shell.window.themes import THEMES
from tests.pictures.judge import faults, ruler_of
from tests.pictures.scenes import KINDS, key_name, scenes
from tools.compile_catalogues import compile_all

SIZES: Final = ((800, 600), (1280, 800), (2560, 1440))
SCALES: Final = (100, 200, 400)


@dataclass(frozen=True)
class Picture:
    """A scene of a game as somebody sees it in whose window it is drawn."""

    game: str
    kind: str
    size: tuple[int, int]
    look: Appearance
    lang: str

    @property
    def name(self) -> str:
        """Of its file."""
        width, height = self.size
        return f"{self.game}-{self.kind}-{width}x{height}-{self.look.scale}-{self.look.theme}"

    def draw(self, path: Path) -> Sequence[str]:
        """Write it; what is wrong with it."""
        frame = scenes(self.game, self.lang)[self.kind]
        canvas = Canvas(pygame.Surface(self.size), self.look, partial(key_name, lang=self.lang))
        canvas.draw(frame)
        pygame.image.save(canvas.surface, path)
        return tuple(faults(frame, ruler_of(self.size, self.look.scale), canvas.boxes))


def without_screen() -> None:
    """Have letters drawn where nobody looks on."""
    pygame.font.init()


def main() -> int:
    """Draw all that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=game_ids())
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--theme", choices=THEMES)
    parser.add_argument("--lang", choices=("en", "it"), default="it")
    asked = parser.parse_args()
    compile_all()
    without_screen()
    asked.folder.mkdir(parents=True, exist_ok=True)
    games = [asked.game] if asked.game else game_ids()
    kinds = [asked.kind] if asked.kind else KINDS
    themes = [asked.theme] if asked.theme else THEMES
    wrong = 0
    for game, kind, size, scale, theme in product(games, kinds, SIZES, SCALES, themes):
        picture = Picture(game, kind, size, Appearance(scale, theme), asked.lang)
        for fault in picture.draw(asked.folder / f"{picture.name}.png"):
            wrong += 1
            print(f"{picture.name}: {fault}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

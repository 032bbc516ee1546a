"""Redraws the screenshots in the documents.

    python -m tools.pictures.album

It writes the files of `docs/pictures`; the README there, which describes each picture, is written
by hand. It needs ImageMagick, which compresses the files.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from audiogames.shell.window.canvas import Appearance
from tests.pictures.draw import Picture, without_screen
from tools.compile_catalogues import compile_all

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SIZE: Final = (1280, 800)
COLOURS: Final = 64

ALBUM: Final = (
    ("wist", "own", 100, "dark"),
    ("novantanove", "own", 100, "light"),
    ("tressette", "call", 100, "black-on-white"),
    ("invido", "call", 100, "yellow-on-black"),
    ("wist", "list", 200, "dark"),
    ("wist", "own", 400, "dark"),
    ("novantanove", "list", 200, "light"),
    ("wist", "result", 100, "dark"),
)
"""Game, scene, scale and theme; the first one is at the top of the README."""


def main() -> int:
    """Draw all pictures."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    compile_all()
    without_screen()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for game, kind, scale, theme in ALBUM:
            large = Path(folder) / "picture.png"
            Picture(game, kind, SIZE, Appearance(scale, theme), "en").draw(large)
            small = FOLDER / f"{game}-{kind}-{scale}-{theme}.png"
            how = ("-strip", "-colors", str(COLOURS), "-define", "png:compression-level=9")
            subprocess.run(("convert", large, *how, f"PNG8:{small}"), check=True)
            print(f"{small.name}: {small.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Redraws the icons of the web page from the window's icon.

    python -m tools.pictures.icons

It needs ImageMagick, which compresses the files.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from typing import Final

import pygame

from audiogames.shell.window.icon import icon
from tests.pictures.draw import without_screen
from tools.packager.site import PAGE

GROUND: Final = "#0b3d24"
COLOURS: Final = 48
FINEST: Final = 512

ICONS: Final = (
    ("icon-192.png", 192, 0.8),
    ("icon-512.png", 512, 0.8),
    ("icon-mask-512.png", 512, 0.58),
)
"""File, side in pixels, and the fraction of the side that the cards fill.

Systems crop the last icon to a shape: its cards are within a circle of four fifths.
"""


def main() -> int:
    """Draw the icons."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    without_screen()
    for name, side, share in ICONS:
        picture = pygame.Surface((side, side))
        picture.fill(GROUND)
        cards = pygame.transform.smoothscale(icon(FINEST), 2 * [round(side * share)])
        picture.blit(cards, cards.get_rect(center=picture.get_rect().center))
        with tempfile.NamedTemporaryFile(suffix=".png") as large:
            pygame.image.save(picture, large.name)
            how = ("-strip", "-colors", str(COLOURS), "-define", "png:compression-level=9")
            subprocess.run(("convert", large.name, *how, f"PNG8:{PAGE / name}"), check=True)
        print(f"{name}: {(PAGE / name).stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

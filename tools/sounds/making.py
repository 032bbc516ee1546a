"""Writes all sound files, and the pages with their credits."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

from tools.sounds.encoding import encoded
from tools.sounds.page import HEAD, section
from tools.sounds.sound import Folder, folders


def make(root: Path) -> None:
    """Write all sound files and credits, and delete sound files that no table contains any more."""
    tables = folders()
    made = {
        root / folder.name / f"{name}.ogg": encoded(wave, zlib.crc32(name.encode()))
        for folder in tables
        for name, wave in folder.files()
    }
    for old in set(root.glob("*/*.ogg")) - set(made):
        old.unlink()
    for path, stream in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(stream)
    write_credits(root, tables)
    sounds = sum(len(folder.sounds) for folder in tables)
    sys.stdout.write(f"{len(made)} files, {sounds} sounds\n")


def write_credits(root: Path, tables: Iterable[Folder]) -> None:
    """Write the general page of credits, and one in each folder of sounds."""
    (root / "CREDITS.md").write_text(HEAD, encoding="utf-8")
    for folder in tables:
        (root / folder.name / "CREDITS.md").write_text(section(folder), encoding="utf-8")

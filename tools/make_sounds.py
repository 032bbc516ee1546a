"""Make every sound of the program, and the list of what each one means.

Run `python tools/make_sounds.py`; it needs numpy and soundfile, which playing never does.
Each module in `tools/sounds/tables` is a folder of sounds and is found by itself.
In it `PLACE` says where the folder stands in the credits, and a sound is a row of `SOUNDS`:
its name, its meaning in words, and a recipe, which is built from `tools/sounds/parts.py`.
Each family keeps one voice, so that a new sound is half known when first heard:
wood for menus, reeds for time, bells for turns and limits, paper for cards, metal for tokens,
knuckles on the table and a voice after them for calls, harp for tricks, brass for deals,
a pencil for what is written or ticked, mallets for bids and for what became of them.
Most energy lies between 200 and 5000 Hz: small loudspeakers and older ears miss the rest.
The noise is seeded by the name, so a new row leaves all the other files as they were.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

# Run as a program, a file has only its own folder to import from.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.sounds.encoding import encoded
from tools.sounds.page import HEAD, section
from tools.sounds.sound import Folder, folders

ROOT = Path(__file__).resolve().parent.parent / "sounds"


def main() -> None:
    """Write every file; those of sounds no longer in a table are deleted."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    tables = folders()
    made = {
        ROOT / folder.name / f"{name}.ogg": encoded(wave, zlib.crc32(name.encode()))
        for folder in tables
        for name, wave in folder.files()
    }
    for old in set(ROOT.glob("*/*.ogg")) - set(made):
        old.unlink()
    for path, stream in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(stream)
    write_credits(tables)
    sounds = sum(len(folder.sounds) for folder in tables)
    sys.stdout.write(f"{len(made)} files, {sounds} sounds\n")


def write_credits(tables: Iterable[Folder]) -> None:
    """The page of all sounds, which never changes with a table, and that of each folder."""
    (ROOT / "CREDITS.md").write_text(HEAD, encoding="utf-8")
    for folder in tables:
        (ROOT / folder.name / "CREDITS.md").write_text(section(folder), encoding="utf-8")


if __name__ == "__main__":
    main()

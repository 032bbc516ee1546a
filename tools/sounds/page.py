"""The page of credits, which says what each sound means."""

from __future__ import annotations

from collections.abc import Iterable

from tools.sounds.sound import Folder

HEAD = """\
# Sounds

All sounds were made for this project by `tools/make_sounds.py`, which also writes this page.
They are in the public domain under CC0 1.0: https://creativecommons.org/publicdomain/zero/1.0/
No recording and no part of another collection is in them.
They are mono, 44.1 kHz, Ogg Vorbis.
A frequent sound has 4 takes, `-1` to `-4`, so that the same one need not play twice running.
"""


def credits_page(folders: Iterable[Folder]) -> str:
    """Write the list of sounds and meanings."""
    return HEAD + "".join(section(folder) for folder in folders)


def section(folder: Folder) -> str:
    """Write the table of one folder."""
    head = f"\n## {folder.name}\n\n| sound | takes | meaning |\n|---|---|---|\n"
    return head + "".join(f"| {s.id} | {s.takes} | {s.meaning} |\n" for s in folder.sounds)

"""Writes the page with the credits and the meaning of each sound."""

from __future__ import annotations

from tools.sounds.sound import Folder

HEAD = """\
# Sounds

All sounds were made for this project by `tools/make_sounds.py`, which also writes this page.
They are in the public domain under CC0 1.0: https://creativecommons.org/publicdomain/zero/1.0/
No recording and no part of another collection is in them.
They are mono, 44.1 kHz, Ogg Vorbis.
A frequent sound has 4 takes, `-1` to `-4`, so that the same one need not play twice running.

Each folder has a page, `CREDITS.md`, that says what its sounds mean.
"""


def section(folder: Folder) -> str:
    """Return the section of one folder: its sounds and their meanings."""
    head = f"# Sounds: {folder.name}\n\n| sound | takes | meaning |\n|---|---|---|\n"
    return head + "".join(f"| {s.id} | {s.takes} | {s.meaning} |\n" for s in folder.sounds)

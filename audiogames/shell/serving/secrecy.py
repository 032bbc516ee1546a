"""Files for the server alone: hands, and hashes of passwords, are nobody else's to read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER: Final = 0o700
FILE: Final = 0o600


def keep_to_oneself(folder: Path, names: Iterable[str]) -> None:
    """Make the folder and its files, or take from others the right to what is there already.

    SQLite gives the files that it puts beside one of its own the rights of that one.  A folder that
    holds other things as well stays as it is: somebody else may need it.  On Windows such rights
    say nothing; there a folder of one's own is closed to others as it is.  Raises `OSError`.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    names = set(names)
    if all(_is_ours(path.name, names) for path in folder.iterdir()):
        _limit(folder, FOLDER)
    for name in names:
        os.close(os.open(folder / name, os.O_CREAT | os.O_RDWR, FILE))
    for path in folder.iterdir():
        if _is_ours(path.name, names):
            _limit(path, FILE)


def _is_ours(name: str, names: set[str]) -> bool:
    return any(name == one or name.startswith(f"{one}-") for one in names)


def _limit(path: Path, mode: int) -> None:
    """Who does not own it cannot; whoever does has decided who reads it."""
    with suppress(PermissionError):
        path.chmod(mode)

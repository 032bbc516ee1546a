"""`backup` and `restore`: copy a server's data into one file, and back."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from types import ModuleType

from audiogames.cli.serve import FOLDER, store_address
from audiogames.cli.words import Failure, sentence
from audiogames.core.cues import msg
from audiogames.shell.files import resources, user_paths
from audiogames.shell.server.backup import backup_file, restore_file
from audiogames.shell.server.database import StoreError


def back_up(given: Namespace, lang: str) -> int:
    """Copy a server's data into a file, even while the server runs.  Raises `Failure`."""
    try:
        if given.store is None:
            backup_file(_data(given), given.file)
        else:
            _shared().backup_database(store_address(given), given.file)
    except StoreError as error:
        raise Failure(error.message) from None
    _say("backup-done", given.file, lang)
    return 0


def restore(given: Namespace, lang: str) -> int:
    """Restore a server's data from a file into an empty store.  Raises `Failure`."""
    try:
        if given.store is None:
            restore_file(given.file, _data(given))
        else:
            _shared().restore_database(given.file, store_address(given))
    except StoreError as error:
        raise Failure(error.message) from None
    _say("restore-done", given.file, lang)
    return 0


def _data(given: Namespace) -> Path:
    """Return the folder with the server's data."""
    return given.data or user_paths().data / FOLDER


def _shared() -> ModuleType:
    """Import the module for shared databases.  Raises `Failure` if the driver is missing."""
    try:
        from audiogames.shell.cluster import backup
    except ImportError:
        raise Failure(msg("cli-store-driver")) from None
    return backup


def _say(id_: str, path: Path, lang: str) -> None:
    """Print a message about a file."""
    print(sentence(msg(id_, path=str(path)), resources() / "locales", lang), flush=True)

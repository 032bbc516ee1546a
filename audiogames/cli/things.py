"""`export` and `import`: copy all stored data into one file, and back."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from audiogames.app.bundle import LARGEST, BundleError, bundle_name, bundle_of, take_in
from audiogames.app.storage import StorageError
from audiogames.cli.opening import locales
from audiogames.cli.words import Failure, sentence
from audiogames.core.cues import Msg, msg
from audiogames.present.catalogue import languages
from audiogames.shell.files import user_paths
from audiogames.shell.storage import FileStorage


def export(given: Namespace, lang: str) -> int:
    """Export all stored data to a new file, and print the path of the file.

    An existing file is never overwritten.
    """
    storage = FileStorage(user_paths())
    path = given.file or Path(bundle_name(storage.stamp()))
    text, left_out = bundle_of(storage)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Failure(msg("things-there", file=str(path))) from None
    except OSError:
        raise Failure(msg("cannot-save-file")) from None
    saved = msg("file-saved", where=str(path))
    _tell(msg("things-left-out", left_out, saved=saved) if left_out else saved, lang)
    return 0


def import_(given: Namespace, lang: str) -> int:
    """Import a file of exported data; the language setting is not changed."""
    storage = FileStorage(user_paths())
    try:
        taken = take_in(storage, _text(given.file), languages(locales()))
        if taken.settings is not None:
            before = storage.load_settings()[0]
            storage.save_settings(replace(taken.settings, language=before.language))
    except (BundleError, StorageError) as error:
        raise Failure(error.message) from None
    _tell(taken.message, lang)
    return 0


def _text(path: Path) -> str:
    """Return the text of a file.

    Raises `BundleError` if the file is too large, `Failure` if it cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(2 * LARGEST + 1)
    except OSError:
        raise Failure(msg("things-no-file", file=str(path))) from None
    if len(data) > 2 * LARGEST:
        raise BundleError(msg("things-too-large"))
    return data.decode("utf-8", errors="replace")


def _tell(message: Msg, lang: str) -> None:
    """Print a message."""
    print(sentence(message, locales(), lang))

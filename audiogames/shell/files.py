"""Paths of the player's and the program's files, and locks on open files."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

HOME = "AUDIOGAMES_HOME"
"""The environment variable that names one folder for all of the player's files.

It serves for a memory stick, and for tests.
"""


@dataclass(frozen=True)
class Paths:
    """The player's folders, which may not exist yet.

    `own` is True if only this program uses them; a folder named by AUDIOGAMES_HOME may hold other
    files.
    """

    config: Path
    data: Path
    state: Path
    own: bool = False

    @property
    def settings(self) -> Path:
        """The path of the settings, a file that can be edited by hand."""
        return self.config / "settings.json"

    @property
    def matches(self) -> Path:
        """The folder of matches, one file each; finished ones are in a subfolder."""
        return self.data / "matches"

    @property
    def site(self) -> Path:
        """The folder of the built page, if this machine serves it."""
        return self.data / "site"

    @property
    def reports(self) -> Path:
        """The folder of reports of errors, for developers."""
        return self.state / "reports"


def user_paths() -> Paths:
    """Return this system's standard folders, or the one that AUDIOGAMES_HOME names."""
    home = os.environ.get(HOME)
    if home:
        return Paths(Path(home), Path(home), Path(home))
    from platformdirs import PlatformDirs

    folders = PlatformDirs("audiogames", appauthor=False)
    return Paths(
        folders.user_config_path, folders.user_data_path, folders.user_state_path, own=True
    )


def resources() -> Path:
    """Return the folder with `sounds` and `locales`: in the package or in the checkout."""
    package = Path(__file__).resolve().parents[1]
    packed = package / "_data"
    return packed if packed.is_dir() else package.parent


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # a locked byte is unreadable on Windows, so one beyond the end of any match

    def lock(descriptor: int, *, shared: bool = False) -> bool:
        """Lock the file; return True if that succeeded.  `shared` has no effect on Windows."""
        del shared
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock(descriptor: int, *, shared: bool = False) -> bool:
        """Lock the file, exclusively unless `shared`; return True if that succeeded.

        A file system without locks counts as success: playing is more important.
        """
        try:
            kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True


HELD: Final = frozenset({5, 32, 33})
"""Windows' errors for a file in use by another program: denied, sharing violation, locked."""

HOLDING_SECONDS: Final = 0.5
"""Seconds for which a virus scanner, a backup or an index may use a file that was just written."""

RETRY_SECONDS: Final = 0.02


def patiently(
    act: Callable[[], T],
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> T:
    """Open, move or remove a file, retrying while another program uses it.

    Only Windows locks files in this way.  Raises `OSError` if the file is still in use after half a
    second.
    """
    end = clock() + HOLDING_SECONDS
    while True:
        try:
            return act()
        except OSError as error:
            if getattr(error, "winerror", None) not in HELD or clock() >= end:
                raise
        sleep(RETRY_SECONDS)


def file_above(path: Path) -> Path | None:
    """Return the nearest parent of `path` that is a file instead of a folder, or None.

    Windows reports such a path only as not found.
    """
    return next((one for one in path.parents if one.exists() and not one.is_dir()), None)


FOLDER: Final = 0o700
FILE: Final = 0o600
"""Permissions of private files."""


def keep_to_oneself(folder: Path, names: Iterable[str]) -> None:
    """Create the folder and its files with private permissions, or make existing ones private.

    SQLite gives its companion files the permissions of the main file.  A folder that also holds
    other files is unchanged, since other users may need it.  On Windows these permissions have no
    effect, and a user's folders are private anyway.  Raises `OSError`.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    names = set(names)
    if all(_is_ours(path.name, names) for path in folder.iterdir()):
        _limit(folder, FOLDER)
    for name in names:
        os.close(patiently(partial(os.open, folder / name, os.O_CREAT | os.O_RDWR, FILE)))
    for path in folder.iterdir():
        if _is_ours(path.name, names):
            _limit(path, FILE)


def _is_ours(name: str, names: set[str]) -> bool:
    """Return whether a file has one of these names, or is SQLite's companion of such a file."""
    return any(name == one or name.startswith(f"{one}-") for one in names)


def _limit(path: Path, mode: int) -> None:
    """Restrict a file's permissions, if this user owns it."""
    with suppress(PermissionError):
        path.chmod(mode)

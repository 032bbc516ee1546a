"""Where files are, the player's own and those of the program, and locks on open files."""

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
"""Set to a folder, everything of the player's is kept in it: for a memory stick, and for tests."""


@dataclass(frozen=True)
class Paths:
    """The player's folders; none need exist yet.

    `own`: they are the program's alone; a folder that AUDIOGAMES_HOME names may hold anything.
    """

    config: Path
    data: Path
    state: Path
    own: bool = False

    @property
    def settings(self) -> Path:
        """The settings, one file that can be read and mended by hand."""
        return self.config / "settings.json"

    @property
    def matches(self) -> Path:
        """One file a match; finished ones in a folder of their own."""
        return self.data / "matches"

    @property
    def page(self) -> Path:
        """Where a second start finds the page that is being served: for its owner alone."""
        return self.state / "page.json"

    @property
    def reports(self) -> Path:
        """What went wrong, for whoever can mend it."""
        return self.state / "reports"


def user_paths() -> Paths:
    """The folders that this system means for such files, unless AUDIOGAMES_HOME names one."""
    home = os.environ.get(HOME)
    if home:
        return Paths(Path(home), Path(home), Path(home))
    from platformdirs import PlatformDirs

    folders = PlatformDirs("audiogames", appauthor=False)
    return Paths(
        folders.user_config_path, folders.user_data_path, folders.user_state_path, own=True
    )


def resources() -> Path:
    """The folder that holds `sounds` and `locales`: in an installed package, or in the checkout."""
    package = Path(__file__).resolve().parents[1]
    packed = package / "_data"
    return packed if packed.is_dir() else package.parent


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # there a locked byte cannot be read, so one that no match reaches

    def lock(descriptor: int, *, shared: bool = False) -> bool:
        """Whether the file is now ours alone; there is no sharing here."""
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
        """Whether the file is now ours alone or, `shared`, nobody's alone.

        Where a file system knows no locks, playing goes before protecting.
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
"""What Windows calls it when another program holds a file: denied, shared by nobody, locked."""

HOLDING_SECONDS: Final = 0.5
"""How long a virus scanner, a backup or an index may hold a file that was just written."""

RETRY_SECONDS: Final = 0.02


def patiently(
    act: Callable[[], T],
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> T:
    """Open, move or remove a file, again and again while another program holds it.

    Only Windows lets programs hold files like that.  Raises `OSError`, after half a second where
    the file is still held.
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
    """Return the file that stands where this path needs a folder, or None.

    Windows tells of such a path only that nothing is there.
    """
    return next((one for one in path.parents if one.exists() and not one.is_dir()), None)


FOLDER: Final = 0o700
FILE: Final = 0o600
"""The rights of what others must not read."""


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
        os.close(patiently(partial(os.open, folder / name, os.O_CREAT | os.O_RDWR, FILE)))
    for path in folder.iterdir():
        if _is_ours(path.name, names):
            _limit(path, FILE)


def _is_ours(name: str, names: set[str]) -> bool:
    return any(name == one or name.startswith(f"{one}-") for one in names)


def _limit(path: Path, mode: int) -> None:
    """Others than the owner cannot; the owner has decided who reads it."""
    with suppress(PermissionError):
        path.chmod(mode)

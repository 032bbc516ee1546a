"""Finds the folder of the built page, or builds the page from the sources."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from audiogames.core.cues import Msg, msg
from audiogames.shell.files import resources
from audiogames.shell.web.files import PARTS, is_site

BUILDER: Final = "tools/packager/site.py"
"""The program that builds the page; only a checkout has it."""

SOURCES: Final = ("audiogames", "locales", "sounds", "tools/packager")


class NoSite(Exception):
    """The page was not built; `message` tells the player what to do."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


def find_site(named: Path | None, usual: Path, tell: Callable[[Msg], None]) -> Path:
    """Return the folder of the page: the `named` one if given, otherwise the `usual` one.

    In a checkout the page is first built there if it is missing or older than the sources; `tell`
    announces that.  Raises `NoSite`.
    """
    if named is not None:
        if not is_site(named):
            raise NoSite(msg("cli-no-site-there", folder=str(named)))
        return named
    root = resources()
    if (root / BUILDER).is_file():
        if not is_site(usual) or _is_older(usual / PARTS, root):
            tell(msg("cli-site-building"))
            _build(root, usual)
    elif not is_site(usual):
        raise NoSite(msg("cli-no-site", folder=str(usual)))
    return usual


def _build(root: Path, folder: Path) -> None:
    """Build the page in another process.  Raises `NoSite`."""
    command = [sys.executable, "-m", "tools.packager.site", str(folder)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 - our own builder
    if done.returncode or not is_site(folder):
        why = (done.stderr.strip().splitlines() or [str(folder)])[-1]
        raise NoSite(msg("cli-site-not-built", why=why))


def _is_older(built: Path, root: Path) -> bool:
    """Return whether any source is newer than the built file."""
    at = built.stat().st_mtime
    return any(path.stat().st_mtime > at for path in _sources(root))


def _sources(root: Path) -> Iterator[Path]:
    """Yield the source files of the page."""
    for name in SOURCES:
        paths = (path for path in (root / name).rglob("*") if path.suffix not in {".mo", ".pyc"})
        yield from (path for path in paths if path.is_file())

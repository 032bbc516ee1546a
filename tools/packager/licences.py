"""Puts the licence of everything that is in the packaged program beside it."""

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Final

from tools.packager.contents import NAME, needed

NOTICES: Final = Path(__file__).parent / "notices"
"""For what brings no licence file of its own, and the long texts that those refer to."""

COMMON: Final = ("GPL-3.txt", "LGPL-2.1.txt")
LICENCE: Final = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
PACKAGE: Final = re.compile(r"^(?P<package>[^ :,]+)(?::\w+)?: (?P<path>/.*)$", re.MULTILINE)
"""A line of dpkg-query: whose file it is, and the file."""


def write_licences(folder: Path, libraries: Iterable[Path]) -> None:
    """Fill `folder`; `libraries` are those that were taken from the system.

    Whatever brings no licence and has no notice here ends the build in a sentence.
    """
    folder.mkdir(exist_ok=True)
    for name in sorted(needed() - {NAME}):
        if not _copy_of_distribution(name, folder):
            sys.exit(f"{name} brings no licence. Write what is known in {NOTICES / name}.txt")
    _copy_of_distribution("pyinstaller", folder)
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    if python.is_file():
        _copy(python, folder / "python.txt")
    for name in COMMON:
        _copy(NOTICES / name, folder / name)
    _write_of_system(folder, sorted(libraries))


def _copy_of_distribution(name: str, folder: Path) -> bool:
    distribution = metadata.distribution(name)
    files = [one for one in distribution.files or () if LICENCE.match(one.name)]
    sources = [Path(str(distribution.locate_file(one))) for one in files]
    sources = [one for one in sources if one.is_file() and one.suffix != ".py"]
    notice = NOTICES / f"{name.removesuffix('-ce')}.txt"
    if notice.is_file():
        sources.append(notice)
    for place, source in enumerate(sources):
        _copy(source, folder / (f"{name}.txt" if not place else f"{name}-{place + 1}.txt"))
    return bool(sources)


def _copy(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)  # without the rights: some are read-only at their source


def _write_of_system(folder: Path, libraries: list[Path]) -> None:
    """Debian and its kin know whose file a library is, and keep the licence in one place."""
    lines = []
    for library in libraries:
        package = _package_of(library)
        lines.append(f"{library.name}: {package or 'unknown'}")
        text = Path(f"/usr/share/doc/{package}/copyright")
        if package and text.is_file():
            _copy(text, folder / f"system-{package}.txt")
    if lines:
        head = "Libraries of the system on which this was built, and the package of each:"
        (folder / "system.txt").write_text("\n".join([head, *lines, ""]), encoding="utf-8")


def _package_of(library: Path) -> str | None:
    query = shutil.which("dpkg-query")
    if query is None:
        return None
    done = subprocess.run(
        [query, "-S", *_paths_of(library)], capture_output=True, text=True, check=False
    )
    found = PACKAGE.search(done.stdout)
    return found["package"] if found else None


def _paths_of(library: Path) -> list[str]:
    """/lib may be a link to /usr/lib, and the system's list knows a file by one path only."""
    paths = [library, library.resolve()]
    paths += [Path("/") / one.relative_to("/usr") for one in paths if one.is_relative_to("/usr")]
    return [str(one) for one in paths]

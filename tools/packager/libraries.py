"""Fills and compiles site-packages of the packaged program.

The packages are unpacked from wheels or copied from the running Python's installation.
"""

import compileall
import shutil
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path, PurePosixPath
from py_compile import PycInvalidationMode

from tools.packager.contents import is_needed


def unpack_wheel(wheel: Path, site_packages: Path) -> None:
    """Unpack a wheel into site-packages, without files that the program does not need."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            place = _place_in_site_packages(name)
            if place is not None and not name.endswith("/"):
                target = site_packages / place
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(name))


def _place_in_site_packages(name: str) -> str | None:
    """Return where to install this file of a wheel, or None if the program does not need it."""
    head, _, rest = name.partition(".data/")
    if rest and "/" not in head:
        kind, _, name = rest.partition("/")
        if kind not in {"purelib", "platlib"}:
            return None
    return name if is_needed(name) else None


def copy_installed(name: str, site_packages: Path) -> None:
    """Copy an installed package to site-packages, without files that the program does not need."""
    distribution = metadata.distribution(name)
    for path in distribution.files or ():
        place = PurePosixPath(path.as_posix())
        source = Path(str(distribution.locate_file(path)))
        if ".." not in place.parts and is_needed(str(place)) and source.is_file():
            target = site_packages / place
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def compile_all(folders: Iterable[Path], top: Path) -> None:
    """Compile every module, because the installed folder is read-only.

    Compiled files are never checked against their sources, so copying does not make them stale.
    """
    for folder in folders:
        compileall.compile_dir(
            folder,
            quiet=2,
            stripdir=str(top),
            maxlevels=30,
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )


def size(folder: Path) -> int:
    """Return the size in bytes of all files below a folder, without symbolic links."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)

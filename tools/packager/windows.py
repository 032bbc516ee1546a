"""What only the Windows build has.  Written from documents, and not run on the machines here."""

import re
import sys
from pathlib import Path
from typing import Final

from audiogames import __version__
from tools.packager import jaws
from tools.packager.contents import NAME

HERE: Final = sys.platform == "win32"
KEY_MAP: Final = f"{NAME}.jkm"
"""JAWS looks for a key map by the name of the executable."""

LANGUAGE: Final = "040904B0"
"""American English, in Unicode."""


def version_file(folder: Path) -> str:
    """Write what Explorer shows under Properties; the path, for PyInstaller."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "version.txt"
    path.write_text(version_resource(__version__), encoding="utf-8")
    return str(path)


def version_resource(version: str) -> str:
    """The version in the form that PyInstaller reads: an expression."""
    numbers = tuple(([int(part) for part in re.findall(r"\d+", version)] + [0] * 4)[:4])
    names = {
        "CompanyName": "the audiogames authors",
        "FileDescription": "Audiogames",
        "FileVersion": version,
        "InternalName": NAME,
        "LegalCopyright": "MIT licence",
        "OriginalFilename": f"{NAME}.exe",
        "ProductName": "Audiogames",
        "ProductVersion": version,
    }
    strings = ", ".join(f"StringStruct({name!r}, {value!r})" for name, value in names.items())
    return (
        f"VSVersionInfo(\n"
        f"  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}),\n"
        f"  kids=[StringFileInfo([StringTable({LANGUAGE!r}, [{strings}])]),\n"
        f"    VarFileInfo([VarStruct('Translation', [0x409, 1200])])])\n"
    )


def add_key_map(folder: Path) -> None:
    """Put the key map for JAWS into the program's folder; the installer takes it from there."""
    (folder / KEY_MAP).write_bytes(jaws.key_map().encode("ascii"))

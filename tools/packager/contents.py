"""Decides which files of the program, Python and the libraries belong in the packaged program."""

import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NAME: Final = "audiogames"
"""The name of the program and of its executable, which never changes: screen readers store settings
by it.
"""

CONSOLE: Final = "audiogames-console"
"""The executable for the console on Windows, for `doctor` and for use by other programs."""

RUNTIME: Final = "runtime"
"""The folder beside the executable with Python and the libraries."""

OPTIONAL: Final = ("prismatoid",)
"""Packaged if installed: a player without Python cannot add them later."""

EXTRAS: Final = ("contests", "hosting", "postgres")
"""The program's extras in the Linux folder, which can also run servers."""

NOT_NEEDED: Final = re.compile(
    r"""
    (^|/)( __pycache__ | tests? | examples | docs | demos | Demos | include | libs | HTML ) /
    | ^( cffi | pycparser | _distutils_hack | adodbapi | isapi | pythonwin | win32comext ) /
    | \.chm$ | \.h$ | \.lib$ | \.pyi$ | \.exe$ | ^[^/]+\.data/
    """,
    re.VERBOSE,
)
"""Paths below site-packages that no part of the program imports."""

NOT_NEEDED_OF_PYTHON: Final = re.compile(
    r"""
    (^|/)( __pycache__ | tests? | idle_test ) /
    | ^( config-[^/]+ | curses | dbm | distutils | ensurepip | idlelib | lib2to3 | pydoc_data
       | site-packages | tkinter | turtledemo | unittest | venv ) /
    | ^( turtle\.py | LICENSE\.txt )$
    | (^|/)( _tkinter | _msi | _ctypes_test | _test\w+ | _xx\w+ | xxlimited\w* | nis | ossaudiodev
       | spwd | _crypt | _curses\w* | readline ) \. [^/]* $
    | \.exe$
    """,
    re.VERBOSE,
)
"""Paths below Python's standard library that no part of the program imports."""


def is_needed(path: str) -> bool:
    """Return True if the packaged program needs this file of site-packages."""
    return NOT_NEEDED.search(path) is None


def is_needed_of_python(path: str) -> bool:
    """Return True if the program needs this file of Python's standard library."""
    return NOT_NEEDED_OF_PYTHON.search(path) is None


def needed() -> set[str]:
    """Return the names of the distributions to package: the program and all its dependencies."""
    found: set[tuple[str, str]] = set()
    waiting = [(NAME, extra) for extra in ("", *EXTRAS)]
    waiting += [(name, "") for name in OPTIONAL if _installed(name)]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += _required(*one)
    return {name for name, _ in found}


def _required(name: str, extra: str) -> Iterator[tuple[str, str]]:
    """Yield the requirements of a distribution with this extra, as pairs of name and extra.

    A requirement with extras is also yielded without an extra.
    """
    for line in metadata.requires(name) or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            for wanted in ("", *requirement.extras):
                yield str(canonicalize_name(requirement.name)), wanted


def _installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def is_useful_on_linux(path: str) -> bool:
    """Return False if this file of a library is for Windows, or a duplicate."""
    name = Path(path).name
    if name.endswith(".dll"):
        return False  # accessible-output2 has those of Windows on every system
    if name.startswith("libespeak-ng."):
        return name == "libespeak-ng.so"  # included three times, under three names
    return True


def is_of_system(library: Path) -> bool:
    """Return True if a library belongs to the system rather than to Python or its packages."""
    places = (sys.prefix, sys.base_prefix, sys.exec_prefix)
    return not any(library.is_relative_to(place) for place in places)

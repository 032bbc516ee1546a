"""What belongs to the packaged program, and what of the environment does not."""

import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NAME: Final = "audiogames"
"""Of the executable too, and never changed: screen readers keep their settings by it."""

CONSOLE: Final = "audiogames-console"
"""On Windows, the same program for the console: for `doctor`, and for other programs."""

WHOLE: Final = ("espeakng_loader", "fontpkg_atkinson_hyperlegible", "prism")
"""Libraries with files of their own, taken along as they are where they are installed."""

OPTIONAL: Final = ("prismatoid",)
"""Taken along where they are installed: whoever has no Python cannot add them later."""

FOR_SPEECHD: Final = ("os", "socket", "subprocess", "sys", "tempfile", "threading", "time")
"""What the distribution's client of speech-dispatcher imports when the program borrows it."""

NOT_USED: Final = ("OpenGL", "tkinter", "unittest", "pydoc_data")
"""Of the standard library or of no library at all; somebody mentions them, nobody needs them."""


def needed() -> set[str]:
    """The names of all distributions that the program needs here, its own among them."""
    found: set[str] = set()
    waiting = [NAME, *(name for name in OPTIONAL if _installed(name))]
    while waiting:
        name = str(canonicalize_name(waiting.pop()))
        if name not in found:
            found.add(name)
            waiting += _required(name)
    return found


def _required(name: str) -> Iterator[str]:
    for line in metadata.requires(name) or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement.name


def _installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def left_out() -> list[str]:
    """Modules of this environment that are tools of ours, not parts of the program."""
    wanted = needed()
    foreign = {
        module
        for module, owners in metadata.packages_distributions().items()
        if not any(canonicalize_name(owner) in wanted for owner in owners)
    }
    return sorted((foreign - sys.stdlib_module_names) | set(NOT_USED))


def whole() -> list[str]:
    """Libraries that are taken along with all their files."""
    present = metadata.packages_distributions()
    return [name for name in WHOLE if name in present]


def hidden() -> list[str]:
    """Modules to be taken along although no import statement names them."""
    return ["accessible_output2", *FOR_SPEECHD]


def belongs(place: str) -> bool:
    """Whether a file is of use on this system; `place` is where it would be in the program."""
    name = Path(place).name
    if sys.platform != "win32" and name.endswith(".dll"):
        return False  # accessible-output2 brings those of Windows everywhere
    if name.startswith("libespeak-ng."):
        return name == f"libespeak-ng{Path(name).suffix}"  # there thrice, by three names
    return ".dist-info" not in place


def is_of_system(library: Path) -> bool:
    """Whether a library is neither Python's nor of one of its packages."""
    places = (sys.prefix, sys.base_prefix, sys.exec_prefix)
    return not any(library.is_relative_to(place) for place in places)

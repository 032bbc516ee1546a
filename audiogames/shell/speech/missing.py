"""Finds components that voices need and that Windows lacks: C runtimes, packages and libraries.

The program runs without them; only this module reports why a voice is missing.
"""

from __future__ import annotations

import ctypes
import importlib
import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from audiogames.core.cues import Msg, msg
from audiogames.shell.speech.espeak import ForeignPathError, why_no_espeak

log = logging.getLogger(__name__)

RUNTIMES: Final = ("MSVCP140.dll", "VCRUNTIME140.dll", "VCRUNTIME140_1.dll")
"""Microsoft's C++ runtime: eSpeak NG and pywin32 are linked to it."""

PACKAGES: Final = {"platform_utils": "platform_utils", "libloader": "libloader"}
"""The imported module of each distribution."""

ON_RUNTIMES: Final = {"pywin32": "win32com.client"}
"""The imported module of each distribution that needs Microsoft's runtime."""

ON_PACKAGES: Final = {"accessible_output2": "accessible_output2"}
"""The imported module of each distribution that needs `PACKAGES`."""

NVDA: Final = Path("lib", "nvdaControllerClient64.dll")


def _load_library(name: str) -> object:
    """Load a system library.  Raises `OSError`."""
    return ctypes.CDLL(name)


def missing_parts(
    *,
    platform: str = sys.platform,
    load_library: Callable[[str], object] = _load_library,
    load_package: Callable[[str], object] = importlib.import_module,
    why_no_voice: Callable[[], Exception | None] = why_no_espeak,
) -> Iterator[Msg]:
    """Yield a message for each component that is missing on Windows or fails to load there.

    A component that fails only because another one is missing is not reported.
    """
    if platform != "win32":
        return
    runtimes = [name for name in RUNTIMES if not _works(load_library, name)]
    yield from (msg("doctor-no-runtime", name=name) for name in runtimes)

    wanted = PACKAGES if runtimes else {**PACKAGES, **ON_RUNTIMES}
    packages = _broken(wanted, load_package)
    if not runtimes and not packages:
        packages = _broken(ON_PACKAGES, load_package)
    yield from (msg("doctor-no-package", name=name) for name in packages)

    nvda = _nvda_library()
    if nvda is not None and not _works(load_library, str(nvda)):
        yield msg("doctor-no-nvda-library", path=str(nvda))
    failure = None if runtimes else why_no_voice()
    if isinstance(failure, ForeignPathError):
        yield msg("doctor-foreign-path", path=failure.path)
    elif failure is not None:
        yield msg("doctor-no-builtin-voice")


def _broken(packages: Mapping[str, str], load: Callable[[str], object]) -> list[str]:
    """Return the names of the packages that cannot be loaded."""
    return [name for name, module in packages.items() if not _works(load, module)]


def _works(load: Callable[[str], object], name: str) -> bool:
    """Return whether a package or library can be loaded."""
    try:
        load(name)
    except Exception:  # damaged packages raise any exception
        log.info("%s cannot be loaded", name, exc_info=True)
        return False
    return True


def _nvda_library() -> Path | None:
    """Return the path of NVDA's library in the package accessible-output2, if it is installed."""
    found = find_spec("accessible_output2")
    return None if found is None or found.origin is None else Path(found.origin).parent / NVDA

"""A part of the test suite, run by the Python of the Windows program.

The whole suite was never run to its end there: one of its tests stands still, and those that drive
terminals, sockets or other programs cannot run.  What runs here touches files, keys and speech
libraries of Windows, or is the foundation of all else.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

NEEDED = (
    *("pytest", "pluggy", "iniconfig", "packaging", "pygments", "colorama"),
    *("pytest-randomly", "hypothesis", "sortedcontainers", "babel"),
)
"""The packages that the tests stand on; colorama is pytest's on Windows alone."""

PARTS = (
    *("tests/core", "tests/table", "tests/cards", "tests/shell/speech/test_missing.py"),
    *(f"tests/shell/test_{name}.py" for name in ("storage", "files", "records", "keys", "report")),
)

LEFT_OUT = ("test_another_program_holds_a_match_until_it_ends",)
"""Starts another Python by its name, and the Windows program has none."""

RUN = """
import os, sys
sys.path.insert(0, {packages!r})
sys.path.append({library!r})
os.chdir({root!r})
sys.path.insert(0, os.getcwd())
import pytest
sys.exit(pytest.main({arguments!r}))
"""


def fetch(folder: Path) -> Path:
    """Unpack the packages for Windows into a folder, in the versions that run here; return it."""
    wheels, packages = folder / "wheels", folder / "packages"
    wanted = [_wanted(name) for name in NEEDED]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", wheels]
    command += ["--only-binary", ":all:", "--platform", "win_amd64", "--implementation", "cp"]
    minor = "{}.{}".format(*sys.version_info)
    subprocess.run([*command, "--python-version", minor, *wanted], check=True)
    for wheel in wheels.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(packages)
    return packages


def _wanted(name: str) -> str:
    return name if name == "colorama" else f"{name}=={version(name)}"


def code(packages: Path) -> str:
    """What the Windows Python is to run."""
    choice = "not slow and not e2e and not speech and not window"
    arguments = ["-q", "-p", "no:cacheprovider", "--hypothesis-profile=fixed", "-m", choice]
    arguments += ["-k", " and ".join(f"not {name}" for name in LEFT_OUT), *PARTS]
    return RUN.format(
        packages=_on_drive_z(packages),
        library=_on_drive_z(Path(sysconfig.get_path("stdlib"))),  # what the program leaves out
        root=_on_drive_z(ROOT),
        arguments=arguments,
    )


def _on_drive_z(path: Path) -> str:
    """A path of this system as Wine's programs know it."""
    return "Z:" + str(path).replace("/", "\\")

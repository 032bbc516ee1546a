"""The test suite, run by the Python of the Windows program.

The full check runs a sample: what touches files, keys and speech libraries of Windows, or is the
foundation of all else.  `./check --long` runs everything that can be run there.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

NEEDED = (
    *("pytest", "pluggy", "iniconfig", "packaging", "pygments", "colorama"),
    *("pytest-randomly", "hypothesis", "sortedcontainers", "babel"),
)
"""The packages that the tests stand on; colorama is pytest's on Windows alone."""

SAMPLE = (
    *("tests/core", "tests/table", "tests/cards", "tests/shell/speech/test_missing.py"),
    *(f"tests/shell/test_{name}.py" for name in ("storage", "files", "records", "keys", "report")),
)
QUICK = "not slow and not e2e and not speech and not window"

WHOLE = tuple(
    f"tests/{name}"
    for name in (
        *("app", "bench", "cards", "cli", "contract", "core", "games", "net", "perft", "pilot"),
        *("present", "replays", "search", "shell", "solver", "sounds", "table"),
    )
)
"""Without the tests of the repository, its tools and its pictures, which players never get."""
INSIDE = "not e2e and not speech and not window and not browser"

SOURCES = "tests/shell/speech/test_sources.py"
NOT_ON_WINDOWS: Mapping[str, Sequence[str]] = {
    "starts another Python by its name, and the Windows program has none": (
        "tests/bench/test_server.py::test_tables_are_played_and_told",
        "tests/cli/test_serve.py::test_it_says_where_it_is_and_ends_when_told_to",
        "tests/cli/test_serve.py::test_with_the_page_it_says_so_and_answers_by_it",
        "tests/cli/test_web.py::test_it_says_where_the_page_is_and_ends_when_told_to",
        "tests/cli/test_progress.py::test_a_bar_draws_itself_where_it_is_asked_for",
        "tests/shell/speech/test_builtin.py::test_it_is_heard_and_from_its_side",
        "tests/shell/speech/test_seats.py::test_a_seat_is_heard_from_its_side",
        f"{SOURCES}::test_opening_the_chain_loads_no_library",
        "tests/shell/test_connection.py::test_nothing_is_loaded_for_it_before_the_first_line",
        "tests/shell/test_mixer.py::test_a_card_is_heard_from_its_seat",
        "tests/shell/test_thinker.py::test_the_worker_ends_with_the_program",
        "tests/shell/test_thinker.py::test_the_worker_loads_no_screen_and_speech_missing",
        "tests/shell/test_storage.py::test_another_program_holds_a_match_until_it_ends",
    ),
    "shows what only Linux has: its speech daemon, its sound server, its signals": (
        "tests/cli/test_serve.py::test_nobody_reads_its_last_line_and_the_address_is_not_to_blame",
        "tests/shell/speech/test_dispatcher.py",
        f"{SOURCES}::test_next_voice_speaks_within_two_seconds_where_a_daemon_never_answers",
        "tests/shell/test_mixer.py::test_sound_device_that_answers_late_is_used_from_then_on",
        "tests/shell/test_mixer.py::test_sound_server_that_never_answers_does_not_hold_the_program",
        "tests/shell/test_thinker.py::test_closing_ends_the_process_also_in_mid_thought",
    ),
    "drives a terminal of Linux, or a window of X": (
        "tests/shell/test_terminal.py",
        "tests/shell/test_window.py",
    ),
    "needs PostgreSQL, numpy or the limits of a Linux process": (
        "tests/app/test_online_hostile.py",
        *(f"tests/bench/test_{name}.py" for name in ("cluster", "commits", "moves", "players")),
        "tests/bench/test_exploiting.py",
        "tests/net/test_attacks.py",
        "tests/shell/cluster",
        "tests/shell/server",
        *(f"tests/solver/invido/test_{name}.py" for name in ("bot", "punishing", "small_board")),
    ),
}
"""What cannot run there, by the reason."""

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


def code(packages: Path, parts: Sequence[str], kinds: str) -> str:
    """What the Windows Python is to run: these parts, of these kinds, but for what cannot run."""
    arguments = ["-q", "-p", "no:cacheprovider", "--hypothesis-profile=fixed", "-m", kinds]
    arguments += ["-o", "faulthandler_timeout=300", "-o", "faulthandler_exit_on_timeout=true"]
    for name in chain.from_iterable(NOT_ON_WINDOWS.values()):
        arguments += [f"--deselect={name}"] if "::" in name else [f"--ignore={name}"]
    return RUN.format(
        packages=_on_drive_z(packages),
        library=_on_drive_z(Path(sysconfig.get_path("stdlib"))),  # what the program leaves out
        root=_on_drive_z(ROOT),
        arguments=[*arguments, *parts],
    )


def _on_drive_z(path: Path) -> str:
    """A path of this system as Wine's programs know it."""
    return "Z:" + str(path).replace("/", "\\")

"""The test suite, run by the Windows program's Python.

The full check runs a sample: tests of files, keys and speech libraries of Windows, and of the basic
modules.  `./check --long` runs everything that can be run there.
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
"""The packages that the tests need; pytest needs colorama only on Windows."""

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
"""The folders of tests, except the repository, its tools and its pictures: players do not have
them."""
INSIDE = "not e2e and not speech and not window and not browser"

SOURCES = "tests/shell/speech/test_sources.py"
NOT_ON_WINDOWS: Mapping[str, Sequence[str]] = {
    "starts another Python by its name, and the Windows program has none": (
        "tests/bench/test_server.py::test_server_bench_plays_tables_and_reports",
        "tests/cli/test_serve.py::test_serve_command_prints_its_address_and_stops_on_a_signal",
        "tests/cli/test_serve.py::test_serve_with_the_page_option_serves_the_page",
        "tests/cli/test_web.py::test_web_command_prints_the_address_of_the_page_and_stops_on_request",
        "tests/cli/test_progress.py::test_progress_bar_is_drawn_on_request",
        "tests/shell/speech/test_builtin.py::test_builtin_voice_panned_to_the_left_is_louder_on_the_left",
        "tests/shell/speech/test_seats.py::test_seat_voice_is_panned_to_its_side",
        f"{SOURCES}::test_opening_the_speech_chain_imports_no_speech_library",
        "tests/shell/test_connection.py::test_connection_libraries_are_loaded_at_the_first_connection",
        "tests/shell/test_mixer.py::test_card_sound_is_panned_to_its_seat",
        "tests/shell/test_thinker.py::test_bot_process_ends_with_the_program",
        "tests/shell/test_thinker.py::test_bot_process_imports_no_screen_or_speech_module",
        "tests/shell/test_storage.py::test_match_is_locked_while_another_program_has_it_open",
    ),
    "shows what only Linux has: its speech daemon, its sound server, its signals": (
        "tests/cli/test_serve.py::test_serve_with_closed_output_reports_no_error_about_its_address",
        "tests/shell/speech/test_dispatcher.py",
        f"{SOURCES}::test_next_voice_speaks_within_two_seconds_if_a_daemon_hangs",
        "tests/shell/test_mixer.py::test_sound_device_that_answers_late_is_used_as_soon_as_it_answers",
        "tests/shell/test_mixer.py::test_sound_server_that_never_answers_does_not_block",
        "tests/shell/test_thinker.py::test_closing_the_thinker_ends_the_bot_process",
    ),
    "drives a terminal of Linux, or a window of X": (
        "tests/shell/test_terminal.py",
        "tests/shell/test_window.py",
    ),
    "needs PostgreSQL, numpy or the limits of a Linux process": (
        "tests/app/test_online_hostile.py",
        *(f"tests/bench/test_{name}.py" for name in ("cluster", "moves")),
        "tests/bench/test_exploiting.py",
        "tests/net/test_attacks.py",
        "tests/shell/cluster",
        "tests/shell/server",
        *(f"tests/solver/invido/test_{name}.py" for name in ("bot", "punishing", "small_board")),
    ),
}
"""Tests that cannot run on Windows, by the reason."""

RUN = """
import os, sys
{first}
sys.path.insert(0, {packages!r})
sys.path.append({library!r})
os.chdir({root!r})
sys.path.insert(0, os.getcwd())
{code}
"""


def fetch(folder: Path) -> Path:
    """Download and unpack the Windows packages of the tests' requirements; return their folder."""
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
    """Return Python code that runs the tests in these folders that have these markers.

    The code runs under Windows, so tests that cannot run there are excluded.
    """
    arguments = ["-q", "-p", "no:cacheprovider", "--hypothesis-profile=fixed", "-m", kinds]
    arguments += ["-o", "faulthandler_timeout=300", "-o", "faulthandler_exit_on_timeout=true"]
    for name in chain.from_iterable(NOT_ON_WINDOWS.values()):
        arguments += [f"--deselect={name}"] if "::" in name else [f"--ignore={name}"]
    return run(packages, f"import pytest; sys.exit(pytest.main({[*arguments, *parts]!r}))")


def run(packages: Path, code: str, *, packaged: bool = False) -> str:
    """Return a script for the Windows Python that runs `code` with the tests' packages.

    With `packaged` it imports the program from its folder instead of the checkout.
    """
    return RUN.format(
        first="import audiogames" if packaged else "",
        packages=_on_drive_z(packages),
        library=_on_drive_z(Path(sysconfig.get_path("stdlib"))),  # not in the program
        root=_on_drive_z(ROOT),
        code=code,
    )


def _on_drive_z(path: Path) -> str:
    """Return the path by which programs under Wine see this path."""
    return "Z:" + str(path).replace("/", "\\")

"""Tests of the second example, a game without tricks, installed as a wheel."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.kit.programs.terminal import ROOT
from tests.kit.waiting import require

pytestmark = [pytest.mark.e2e]

EXAMPLE = ROOT / "examples" / "audiogames-settemezzo"
GAME = "settemezzo"


def run(*command, environ=None):
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    built = importlib.util.find_spec("hatchling")
    require(None if built else "not installed: hatchling, which ./check installs")
    place = tmp_path_factory.mktemp("settemezzo")
    source = shutil.copytree(EXAMPLE, place / "source")
    alone = ("--no-index", "--no-build-isolation", "--no-deps", "--no-compile", "--quiet")
    run("pip", "install", *alone, "--target", place / "site", source)
    return place / "site"


@pytest.fixture
def installed(site, environ):
    outside = os.environ.get("PYTHONPATH", "")
    return {**environ, "PYTHONPATH": os.pathsep.join([str(site), *filter(None, [outside])])}


@pytest.mark.parametrize(
    ("folders", "least"),
    [
        (("tests/contract",), 70),
        (("tests/app/test_online_games.py", "tests/app/test_told_before_it_counts.py"), 2),
        (("tests/net/test_remote.py", "tests/net/test_restoring.py"), 3),
    ],
    ids=["contract", "in the program", "between server and client"],
)
def test_second_example_game_passes_the_tests_for_every_game(installed, folders, least):
    said = run(
        "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-k", GAME, *folders, environ=installed
    )
    assert int(re.search(r"(\d+) passed", said)[1]) > least


def test_bots_play_the_second_example_to_its_end(installed):
    texts = ("--lang", "it", "--terminal", "--speech", "none")
    said = run("audiogames", "demo", GAME, *texts, environ=installed)
    assert re.search(r"vince con|Vittoria divisa", said)
    assert "sette e mezzo reale" in said or "sballa" in said


def test_repository_tests_pass_with_an_installed_game(installed):
    """The repository's tests of the built-in games are not affected by an installed game."""
    run(
        "pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/cli/test_help.py",
        "tests/games/test_luck.py", "tests/pictures/test_scenes.py", "tests/repo/test_quotes.py",
        "-m", "not slow", environ=installed,
    )  # fmt: skip

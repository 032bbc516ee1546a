"""Tests of imports: games need no screen or speech, and the core only the standard library."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from audiogames.app.settings import VERBOSITIES
from audiogames.core.registry import game, own_ids

ROOT = Path(__file__).resolve().parents[2]
ABOVE_THE_GAMES = ("app", "cli", "engine", "net", "present", "search", "shell", "table")
OUTER_WORLD = {"accessible_output2", "espeakng_loader", "prism", "pygame", "websockets"}

IMPORT_ALL_GAMES = """
import importlib, pkgutil, sys
import audiogames.games as games
for module in pkgutil.walk_packages(games.__path__, "audiogames.games."):
    importlib.import_module(module.name)
print(*sys.modules)
"""


@pytest.mark.slow
def test_games_load_without_screen_or_speech():
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL_GAMES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert OUTER_WORLD & set(done.stdout.split()) == set()


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module


def test_core_imports_only_the_standard_library():
    foreign = {
        f"{path.relative_to(ROOT)}: {module}"
        for path in (ROOT / "audiogames" / "core").rglob("*.py")
        for module in imported(path)
        if module.split(".")[0] not in {*sys.stdlib_module_names, "audiogames"}
    }
    assert foreign == {"audiogames/core/native.py: mypy_extensions"}, "the compiler sees it alone"


def names_of_games_and_levels():
    """Return the names of games and levels, except those that are also verbosity names."""
    levels = {level for spec in map(game, own_ids()) for level in spec.bots.levels}
    return {*own_ids(), *levels} - set(VERBOSITIES)


@pytest.mark.parametrize("folder", ABOVE_THE_GAMES)
def test_code_outside_the_games_mentions_no_game_and_no_bot_level(folder):
    names = names_of_games_and_levels()
    found = {
        (path.name, node.value)
        for path in (ROOT / "audiogames" / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert found == set()

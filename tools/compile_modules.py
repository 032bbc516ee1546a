"""Compiles the rules, the search and the bots with mypyc, from the same sources.

    python tools/compile_modules.py FOLDER

makes a copy of the package in FOLDER, with the compiled modules beside their sources. The build
hook does the same for a wheel if the environment variable AUDIOGAMES_COMPILED is 1, and
`tools/packager/cross.py` for the Windows folder. Compiling needs mypy, setuptools and a C compiler;
running the program needs none of them.
"""

import argparse
import contextlib
import logging
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
SWITCH: Final = "AUDIOGAMES_COMPILED"
REQUIREMENTS: Final = ("mypy>=1.18", "setuptools>=65")
"""The packages that a compiling build needs."""
GROUP: Final = "audiogames_compiled"
"""The library with all compiled modules; each module also has a small library beside it."""

MODULES: Final = (
    "core/state.py",
    "core/text.py",
    "cards/card.py",
    "cards/course.py",
    "cards/dealt.py",
    "cards/pack_moves.py",
    "cards/sides.py",
    "games/briscola/bots/codes.py",
    "games/briscola/bots/endgame.py",
    "games/briscola/bots/habits.py",
    "games/briscola/bots/playout.py",
    "games/briscola/bots/sampling.py",
    "games/briscola/plays.py",
    "games/briscola/state.py",
    "games/invido/bots/belief.py",
    "games/invido/bots/evaluation.py",
    "games/invido/bots/history.py",
    "games/invido/plays.py",
    "games/invido/state.py",
    "games/novantanove/bots/abstraction.py",
    "games/novantanove/bots/duel.py",
    "games/novantanove/bots/lookahead.py",
    "games/novantanove/bots/opponent_model.py",
    "games/novantanove/bots/value_tables.py",
    "games/novantanove/plays.py",
    "games/novantanove/state.py",
    "games/scopa/bots/rollout.py",
    "games/scopa/bots/values.py",
    "games/scopa/plays.py",
    "games/scopa/scores.py",
    "games/scopa/state.py",
    "games/scopa/takes.py",
    "games/tressette/bots/candidates.py",
    "games/tressette/bots/endgame.py",
    "games/tressette/bots/features.py",
    "games/tressette/bots/fitted.py",
    "games/tressette/bots/likelihood.py",
    "games/tressette/bots/match_equity.py",
    "games/tressette/bots/rollout.py",
    "games/tressette/constraints.py",
    "games/tressette/determinization.py",
    "games/tressette/plays.py",
    "games/tressette/scores.py",
    "games/tressette/state.py",
    "games/wist/bots/belief.py",
    "games/wist/bots/hand_evaluation.py",
    "games/wist/bots/likelihood.py",
    "games/wist/bots/open_policy.py",
    "games/wist/bots/opponents.py",
    "games/wist/bots/rollout_policy.py",
    "games/wist/plays.py",
    "games/wist/scores.py",
    "games/wist/state.py",
    "search/estimates.py",
    "search/judging.py",
)
"""Paths in the package.  Base classes are included: a compiled class needs a compiled base."""


def wanted() -> bool:
    """Return True if the environment variable that requests compiled modules is set to 1."""
    return os.environ.get(SWITCH) == "1"


def translate(root: Path, target: Path, *, effort: str = "3") -> list[Any]:
    """Translate the modules to C in a folder; return setuptools' description of each library."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only compiling builds have it

    logging.getLogger().setLevel(logging.WARNING)
    target.mkdir(parents=True, exist_ok=True)
    with contextlib.chdir(root), contextlib.redirect_stdout(sys.stderr):
        libraries: list[Any] = mypycify(
            ["--config-file", "pyproject.toml", *(f"audiogames/{path}" for path in MODULES)],
            opt_level=effort,
            debug_level="0",
            target_dir=str(target / "c"),
            group_name=GROUP,
        )
    return libraries


def compile_modules(root: Path, target: Path, *, effort: str = "3") -> list[tuple[Path, str]]:
    """Compile into a folder; return each library with its path relative to the package.

    `effort` is the C compiler's optimisation level, from 0 to 3.
    """
    from setuptools import Distribution  # noqa: PLC0415 - only compiling builds have it
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415 - the same

    extensions = translate(root, target, effort=effort)
    with contextlib.chdir(root), contextlib.redirect_stdout(sys.stderr):
        command = build_ext(Distribution({"name": "audiogames", "ext_modules": extensions}))
        command.build_lib = str(target / "lib")
        command.build_temp = str(target / "temp")
        command.ensure_finalized()
        command.run()
    made = sorted((target / "lib").rglob("*.so")) + sorted((target / "lib").rglob("*.pyd"))
    return [(path, path.relative_to(target / "lib").as_posix()) for path in made]


def main() -> int:
    """Copy the package and compile it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--quick", action="store_true", help="compile in less time, to slower code: for tests"
    )
    given = parser.parse_args()
    folder = given.folder.resolve()
    made = compile_modules(ROOT, folder / "build", effort="0" if given.quick else "3")
    shutil.copytree(ROOT / "audiogames", folder / "audiogames", dirs_exist_ok=True)
    for path, place in made:
        shutil.copyfile(path, folder / place)
    print(f"{len(made)} libraries, {sum(path.stat().st_size for path, _ in made):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

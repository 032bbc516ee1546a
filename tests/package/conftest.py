"""Fixture that builds the packaged program once for all test processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 300


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Return the folder that `tools/package` has built."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only the Linux build is made and started here")
    import fcntl

    place = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent  # the folder of all workers of this run
    place /= "packaged"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "said").exists():
            said = build(place)
            (place / "said").write_text(said, "utf-8")
    said = (place / "said").read_text("utf-8")
    assert said.startswith(f"Built {place / 'audiogames'}, "), said
    return place / "audiogames"


def build(place):
    """Run the build in this folder; return its output."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.packager.build", "--to", place],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.fixture
def packaged(built, tmp_path):
    from tests.package.kit import Packaged

    (tmp_path / "home").mkdir()
    return Packaged(built, tmp_path)

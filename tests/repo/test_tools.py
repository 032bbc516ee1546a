"""Every tool says what it is for when it is asked."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

WITHOUT = {
    "bench.sampled": "hands its arguments to the program that it watches",
    "tools.online.turns": "hands its arguments to the program that it watches",
    "tools.online.fuzz": "needs atheris, which no environment of ours has",
    "tools.make_sounds": "needs soundfile, which no test needs",
}


def tools():
    """The modules of tools and bench that can be started."""
    for folder in ("tools", "bench"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if '__name__ == "__main__"' in path.read_text("utf-8"):
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield name.removesuffix(".__main__")


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.parametrize("name", sorted({*tools()} - WITHOUT.keys()))
def test_tool_answers_a_call_for_help(name):
    command = [sys.executable, "-m", name, "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage:" in done.stdout

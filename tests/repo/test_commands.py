"""Tests of the scripts that a newcomer starts, and of the rules that `./check` enforces."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = ROOT / "pyproject.toml"


@pytest.mark.parametrize("command", ["play", "check", ".ci/run", "tools/package"])
def test_every_script_that_a_developer_starts_is_executable(command):
    assert os.access(ROOT / command, os.X_OK)


@pytest.mark.parametrize("command", ["play", "check", "tools/venv.sh", "tools/package"])
def test_script_is_valid_for_posix_sh(command):
    subprocess.run(["sh", "-n", ROOT / command], check=True)


def test_windows_script_has_windows_line_endings():
    lines = (ROOT / "play.cmd").read_bytes().splitlines(keepends=True)
    assert all(line.endswith(b"\r\n") for line in lines)


def ignored_rules():
    lint = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    return {*lint["ignore"]}.union(*lint["per-file-ignores"].values())


@pytest.mark.parametrize("rule", sorted(ignored_rules()))
def test_ignored_lint_rule_has_a_comment_with_the_reason(rule):
    lines = re.findall(rf'^.*"{rule}".*$', PYPROJECT.read_text(encoding="utf-8"), re.MULTILINE)
    assert lines
    assert all(re.search(rf'^ +"{rule}", # \S', line) for line in lines)


# --- A speech or window test that skips where nothing may be missing --------------------------

SKIPPING = """
import pytest

@pytest.mark.speech
def test_speech():
    pytest.skip("no voice")

def test_other():
    pytest.skip("not today")
"""
SKIPPING_MODULE = "import pytest\npytest.skip('no screen', allow_module_level=True)"


def outcome(tmp_path, source, *, required):
    (tmp_path / "test_it.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-c", PYPROJECT, "--rootdir", ROOT]
    command += ["-p", "tests.conftest", "-p", "no:cacheprovider", tmp_path / "test_it.py"]
    env = {**os.environ, "AUDIOGAMES_REQUIRE_SYSTEM": "1" if required else ""}
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "required", "expected"),
    [
        (SKIPPING, False, "2 skipped"),
        (SKIPPING, True, "1 failed, 1 skipped"),
        (SKIPPING_MODULE, False, "1 skipped"),
        (SKIPPING_MODULE, True, "1 error"),
    ],
)
def test_skipped_test_fails_if_a_full_system_is_required(tmp_path, source, required, expected):
    assert expected in outcome(tmp_path, source, required=required)


# --- A run that ignores signals, as one under nohup does -----------------------------------------

STARTING = """
import os
import signal
import subprocess
import sys

ASKED = "import signal; print(repr(signal.getsignal({sent})))"

def test_it():
    os.kill(os.getpid(), {sent})
    said = subprocess.check_output([sys.executable, "-c", ASKED], text=True)
    assert "SIG_IGN" not in said
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGHUP", "SIGINT"])
def test_programs_started_by_tests_obey_signals_that_the_test_run_ignores(tmp_path, name):
    sent = getattr(signal, name)
    before = signal.signal(sent, signal.SIG_IGN)
    try:
        source = STARTING.replace("{sent}", str(int(sent)))
        assert "1 passed" in outcome(tmp_path, source, required=False)
    finally:
        signal.signal(sent, before)

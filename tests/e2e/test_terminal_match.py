"""Tests of a match in a terminal: played, left, resumed, killed and resumed again."""

import signal
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

from audiogames.core.log import read_log
from tests.kit.programs.processes import children, is_running
from tests.kit.programs.terminal import TerminalRun
from tests.kit.waiting import wait_until

pytestmark = pytest.mark.e2e

MY_TURN = "tocca a te"
ENTER, SPACE, DOWN, F1, CTRL_C = "\r", " ", "\x1b[B", "\x1bOP", "\x03"


@pytest.fixture
def start(home, environ):
    """Return a function that starts the program; at the end, kill programs that still run."""
    runs = []

    def start(*arguments):
        options = ("--terminal", "--transcript", home / "transcript")
        runs.append(TerminalRun("audiogames", *arguments, *options, environ=environ))
        return runs[-1]

    yield start
    for run in runs:
        run.__exit__()


def play(start):
    return start("play", "novantanove", "--players", "2", "--bot", "easy", "--seed", "3")


def kept(home):
    """Return the logs of all matches that can be resumed."""
    return [read_log(path.read_text("utf-8")) for path in (home / "matches").glob("*.jsonl")]


def play_a_card(run, heard):
    """Try to play three cards in turn, one of which is legal, and then draw."""
    heard.waits_for(MY_TURN)
    moves = len(heard.texts())
    for _ in range(3):
        run.press(DOWN)
        run.press(ENTER)
    wait_until(lambda: len(heard.texts()) >= moves + 3, "keys being answered")
    run.press(SPACE)


def test_bot_answers_in_a_real_terminal(start, heard, home):
    run = play(start)
    play_a_card(run, heard)
    heard.waits_for("Ada, ")
    run.press(CTRL_C)
    assert run.code() == 0
    (log,) = kept(home)
    assert {0, 1} <= {entry.seat for entry in log.entries}
    assert "Traceback" not in run.text


def test_match_resumes_at_the_position_where_the_player_left(start, heard, home):
    run = play(start)
    heard.waits_for(MY_TURN)
    run.press(CTRL_C)
    assert run.code() == 0
    (before,) = kept(home)
    again = start("resume")
    heard.waits_for(MY_TURN)
    again.press("q\x03")
    assert again.code() == 0
    (after,) = kept(home)
    assert after.header == before.header
    assert after.entries[: len(before.entries)] == before.entries


def test_killed_program_loses_no_move(start, heard, home):
    run = play(start)
    heard.waits_for(MY_TURN)
    run.process.send_signal(signal.SIGKILL)
    run.code()
    (log,) = kept(home)
    assert [entry.move.split()[0] for entry in log.entries][:2] == ["dealer", "deal"]
    again = start("resume")
    heard.waits_for(MY_TURN)
    again.press(CTRL_C)
    assert again.code() == 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc to look into")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_process_remains_after_the_program_ends(start, heard, end):
    run = play(start)
    play_a_card(run, heard)
    heard.waits_for("Ada, ")
    started = children(run.process.pid)
    assert started
    run.process.send_signal(end)
    run.code()
    wait_until(lambda: not any(map(is_running, started)), "the end of all its processes")


def test_two_programs_cannot_play_the_same_match(start, heard, home):
    play(start)
    heard.waits_for(MY_TURN)
    (path,) = (home / "matches").glob("*.jsonl")
    other = start("resume", path)
    other.saw("è aperta")
    other.press(CTRL_C)
    assert other.code() in {0, 1}


def test_match_can_be_played_without_a_writable_home(start, heard, home):
    (home / "matches").write_text("in the way", "utf-8")
    run = play(start)
    heard.waits_for(MY_TURN)
    run.press("h")
    heard.waits_for("Hai ")
    run.press(CTRL_C)
    assert run.code() == 0
    assert any("salv" in text for text in heard.texts())

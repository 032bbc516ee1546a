"""Tests of the program in a real pseudo-terminal, which is restored however the program ends."""

import json
import os
import signal
import subprocess
import sys
import termios
import time
from contextlib import suppress
from itertools import groupby
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

from tests.kit.programs.terminal import ROOT, TerminalRun
from tests.kit.waiting import wait_until

pytestmark = pytest.mark.e2e

PROGRAM = "tests.kit.programs.program"


@pytest.fixture
def run(tmp_path):
    with TerminalRun(PROGRAM, "terminal", tmp_path) as run:
        run.saw("Hello\n")
        wait_until(run.reads_single_keys, "the terminal sending each key at once")
        yield run


def left_as_found(run):
    return run.attributes() == run.before


def test_each_key_in_the_terminal_is_answered_with_one_line(run):
    run.press("a")
    run.saw("Key a\n")
    run.press("\x1b[1;5A")
    run.saw("Key ctrl+up\n")
    assert run.text == "Hello\nKey a\nKey ctrl+up\n"


def test_escape_key_in_the_terminal_is_handled_without_another_key(run):
    run.press("\x1b")
    run.saw("Key escape\n")


@pytest.mark.parametrize(
    ("sent", "key"), [("\x13", "ctrl+s"), ("\x11", "ctrl+q"), ("\x1a", "ctrl+z"), ("\r", "enter")]
)
def test_keys_that_terminals_usually_reserve_reach_the_program(run, sent, key):
    run.press(sent)
    run.saw(f"Key {key}\n")


@pytest.mark.parametrize(
    "sent", ["\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1bP1$rx\x1b\\", "\x1b_q\x1b\\"], ids=repr
)
def test_answers_of_the_terminal_to_queries_are_not_keys(run, sent):
    for part in (sent[:5], sent[5:]):
        run.press(part)
    run.press("a")
    run.saw("Key a\n")
    assert run.text == "Hello\nKey a\n"


def test_copied_text_goes_to_the_clipboard_of_the_terminal(run):
    run.press("\x16")
    run.saw("Clipboard None\n")


def test_terminal_paste_arrives_as_one_text(run):
    run.press("\x1b[200~hello\rx\r\x1b[201~a")
    run.saw("Paste 'hello\\rx\\r'\nKey a\n")


def test_bracketed_paste_is_enabled_until_the_end(tmp_path):
    environ = {**os.environ, "TERM": "xterm"}
    with TerminalRun(PROGRAM, "terminal", tmp_path, environ=environ) as run:
        run.saw("Hello\n")
        assert run.sent.startswith("\x1b[?2004h")
        run.press("q")
        run.saw("left False\n")
        assert [part[:1] for part in run.sent.split("\x1b[?2004")[1:]] == ["h", "l"]


def test_terminal_is_cleared_between_players(tmp_path):
    environ = {**os.environ, "TERM": "xterm"}
    with TerminalRun(PROGRAM, "terminal", tmp_path, environ=environ) as run:
        run.saw("Hello\n")
        run.press("h\x1bc")
        run.saw("Curtain\n")
        before, erased, after = run.sent.partition("\x1b[H\x1b[2J\x1b[3J")
        assert erased
        assert "Key h" in before
        assert after == "Curtain\r\n"


@pytest.mark.parametrize("kind", ["dumb", None])
def test_dumb_terminal_gets_no_control_sequences(tmp_path, kind):
    environ = {name: value for name, value in os.environ.items() if name != "TERM"}
    environ |= {"TERM": kind} if kind else {}
    with TerminalRun(PROGRAM, "terminal", tmp_path, environ=environ) as run:
        run.saw("Hello\n")
        assert "\x1b" not in run.sent


def test_terminal_distinguishes_held_and_repeated_keys(run):
    run.press("aaa")
    run.saw("Key a\nAgain a\nAgain a\n")
    run.press("b")
    run.saw("Key b\n")
    came = time.monotonic()
    wait_until(lambda: time.monotonic() > came + 0.1, "a moment between two presses")
    run.press("b")
    run.saw("Key b\n")


def test_characters_typed_into_a_text_field_of_the_terminal_run_no_commands(run):
    run.press("tè \x1b[D")
    run.saw("Key t\nText è\nText  \n".replace("Text  ", "Text"))
    run.saw("Key left\n")
    run.press("\ra")
    run.saw("Key enter\nKey a\n")


def test_terminal_is_restored_at_the_end(run):
    run.press("q")
    run.saw("left False\n")
    assert run.code() == 7
    assert left_as_found(run)


def test_ctrl_c_in_the_terminal_saves_the_match_and_ends(run):
    run.press("\x03")
    run.saw("left True\n")
    assert run.code() == 0
    assert left_as_found(run)


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal_saves_the_match_and_restores_the_terminal(run, sent):
    run.process.send_signal(sent)
    run.saw("left True\n")
    assert run.code() == 0
    assert left_as_found(run)


def test_full_screen_is_unavailable_in_a_terminal(run):
    run.press("\x1b\r")
    run.saw("Fills the screen: None\n")


def test_terminal_cannot_be_suspended_without_a_shell(run):
    run.press("\x1bz")
    run.saw("Cannot stop\n")
    assert "Suspended" not in run.text
    assert run.reads_single_keys()
    run.press("a")
    run.saw("Key a\n")


@pytest.mark.slow
@pytest.mark.parametrize("back", ["fg", "kill -CONT %1; fg"])
def test_suspended_terminal_is_given_to_the_shell_and_taken_back(tmp_path, back):
    environ = {**os.environ, "TERM": "xterm"}
    with TerminalRun("tests.kit.programs.jobshell", environ=environ) as shell:
        shell.saw("$ ")
        shell.press(f"{sys.executable} -m {PROGRAM} terminal {tmp_path}\r")
        shell.saw("Hello\n")
        for _ in range(2):
            wait_until(shell.reads_single_keys, "the terminal sending each key at once")
            shell.press("\x1bz")
            shell.saw("Suspended\n")
            shell.saw("$ ")
            shell.press("stty -a; echo co''ming\r")
            shell.saw(" icanon")
            shell.saw("coming\n")
            shell.press(f"{back}\r")
            shell.saw("Back\n")
        wait_until(shell.reads_single_keys, "the terminal sending each key at once")
        shell.press("\x1a")
        shell.saw("Key ctrl+z\n")
        shell.press("q")
        shell.saw("left False\n")
        shell.press("exit\r")
        assert shell.code() == 7
        marks = [part[:1] for part in shell.sent.split("\x1b[?2004")[1:]]
        # Each continuing requests them again, since the shell may have set the terminal: `fg` after
        # `kill -CONT` is a second one.
        runs = [mark for mark, _ in groupby(marks)]
        assert runs == ["h", "l"] * 3, "pastes are marked only while the program runs"


def test_raw_terminal_mode_is_restored_when_a_stopped_program_resumes(tmp_path):
    with TerminalRun("tests.kit.programs.jobshell") as shell:
        shell.saw("$ ")
        shell.press(f"{sys.executable} -m {PROGRAM} terminal {tmp_path} & echo id=$!; fg\r")
        shell.saw("id=")
        shell.saw("Hello\n")
        wait_until(shell.reads_single_keys, "the terminal sending each key at once")
        id_ = int(shell.text.rpartition("id=")[2].split()[0])
        os.kill(id_, signal.SIGSTOP)
        shell.saw("$ ")
        shell.press("stty sane; echo typed; fg\n")  # the program could not restore the terminal
        shell.saw("typed\n")
        wait_until(shell.reads_single_keys, "the terminal sending each key at once")
        shell.press("a")
        shell.saw("Key a\n")


@pytest.mark.slow
def test_error_in_the_terminal_prints_one_sentence_and_restores_the_terminal(run, tmp_path):
    run.press("x")
    run.saw(f"Told in {tmp_path}")
    run.saw("left True\n")
    assert run.code() == 1
    assert left_as_found(run)
    assert "Traceback" not in run.text
    assert len(list((tmp_path / "reports").iterdir())) == 1


@pytest.mark.slow
def test_closed_terminal_ends_the_program(run, tmp_path):
    run.hang_up()
    assert run.code() == 0
    lines = (tmp_path / "transcript").read_text("utf-8").splitlines()
    assert json.loads(lines[-1])["text"] == "Left"


def piped(tmp_path, mode, sent):
    return subprocess.run(
        [sys.executable, "-m", PROGRAM, mode, str(tmp_path)],
        cwd=ROOT,
        input=sent,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_end_of_input_saves_the_match(tmp_path):
    done = piped(tmp_path, "terminal", b"ab")
    assert done.stdout.decode().split("\n") == [
        "Hello", "Key a", "Key b", "Left", "left True", "",
    ]  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_closed_output_ends_the_program(tmp_path):
    command = f"{sys.executable} -m {PROGRAM} terminal {tmp_path} 2>{tmp_path}/errors | head -n 1"
    pipe = subprocess.PIPE
    # Unbuffered: an unread key must not be sent again when the pipe is closed.
    with subprocess.Popen(
        ["sh", "-c", command], cwd=ROOT, stdin=pipe, stdout=pipe, bufsize=0
    ) as writer:
        assert writer.stdout.readline() == b"Hello\n"
        wait_until(lambda: has_closed_input(writer), "the end of the pipe")
    transcript = (tmp_path / "transcript").read_text("utf-8")
    assert '"Left"' in transcript
    assert "Traceback" not in Path(tmp_path / "errors").read_text("utf-8")


def has_closed_input(writer):
    """Press a key; return True if the program has ended or no longer reads keys."""
    if writer.poll() is None:
        try:
            writer.stdin.write(b"a")
        except BrokenPipeError:
            return True
    return writer.poll() is not None


def test_start_without_screen_or_terminal_is_refused(tmp_path, monkeypatch):
    from audiogames.shell import start
    from audiogames.shell.files import Paths

    monkeypatch.setattr(start, "has_screen", lambda: False)
    monkeypatch.setattr(start, "has_terminal", lambda: False)
    wishes = start.StartOptions(Paths(tmp_path, tmp_path, tmp_path))
    assert start.run(lambda: pytest.fail("made an app"), wishes) == start.NOWHERE


@pytest.mark.slow
def test_unusable_display_falls_back_to_the_terminal(tmp_path):
    away = {"SDL_VIDEODRIVER", "WAYLAND_DISPLAY"}
    environ = {name: value for name, value in os.environ.items() if name not in away}
    environ |= {"DISPLAY": ":987654", "SDL_AUDIODRIVER": "dummy"}
    with TerminalRun(PROGRAM, "auto", tmp_path, environ=environ) as run:
        run.saw("Hello\n")
        run.press("q")
        assert run.code() == 7


@pytest.mark.slow
def test_window_without_a_display_is_refused(tmp_path):
    environ = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
    environ["DISPLAY"] = ":987654"
    done = subprocess.run(
        [sys.executable, "-m", PROGRAM, "window", str(tmp_path)],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.decode().strip().endswith("cannot start: no-window")


def test_unwritable_transcript_is_refused_at_start(tmp_path):
    (tmp_path / "transcript").mkdir()
    done = piped(tmp_path, "terminal", b"")
    assert done.returncode == 1
    assert done.stderr.decode() == "cannot start: cannot-write-transcript\n"


def test_terminal_mode_is_restored_after_an_exception():
    from audiogames.shell.terminal.jobs import KeyMode

    master, slave = os.openpty()
    before = termios.tcgetattr(slave)
    with suppress(ZeroDivisionError), KeyMode(slave):
        changed = termios.tcgetattr(slave)
        raise ZeroDivisionError
    assert changed != before
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)

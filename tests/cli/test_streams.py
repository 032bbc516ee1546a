"""Tests that closed streams, Ctrl+C and unexpected errors never print a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from audiogames.cli.words import sentence
from audiogames.core.cues import msg
from tests.cli.kit import LANGUAGES, LOCALES, PATIENCE, ROOT, environ, finished, in_turn
from tests.cli.test_saves import LOG

SIMULATE = ("simulate", "novantanove", "--games")
ENGINE = ("engine", "novantanove")
DEMO = ("demo", "--speech", "none")

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")


@pytest.fixture
def match(home):
    path = home / "match.jsonl"
    path.write_text(LOG.text(), "utf-8")
    return path


def in_shell(home, program, arguments, redirect):
    """Run the program in a shell that closes or redirects its streams."""
    command = " ".join(["exec", *(f"'{word}'" for word in program.command(*arguments)), redirect])
    done = subprocess.run(
        ["sh", "-c", command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        cwd=ROOT,
        env=environ(home),
    )
    return finished(done.returncode, done.stdout, done.stderr)


CLOSED_INPUT = {
    "the room": ((), 0, "cli-nowhere"),
    "the room in a terminal": (("--terminal",), 1, "no-terminal"),
    "the room in a window": (("--window",), 1, "no-window"),
    "play": (("play", "novantanove"), 0, "cli-nowhere"),
    "resume": (("resume",), 1, "cli-nothing-to-resume"),
    "demo": (DEMO, 0, None),
    "demo with a voice": (("demo",), 0, "cli-nowhere"),
    "simulate": ((*SIMULATE, "1"), 0, None),
    "engine": (ENGINE, 0, None),
    "doctor": (("doctor", "--speech", "none"), 0, None),
    "forget": (("forget",), 0, None),
    "help": (("--help",), 0, None),
}


@needs_posix
@pytest.mark.parametrize("way", CLOSED_INPUT)
def test_every_command_ends_cleanly_with_closed_input(program, home, way):
    arguments, code, message = CLOSED_INPUT[way]
    lang = LANGUAGES[len(way) % 2]
    done = in_shell(home, program, ("--lang", lang, *arguments), "<&-")
    said = sentence(msg(message), LOCALES, lang) + "\n" if message else ""
    assert (done.code, done.err) == (code, said)


@needs_posix
def test_replay_works_with_closed_input(program, home, match):
    done = in_shell(home, program, ("replay", match), "<&-")
    assert (done.code, done.err) == (0, "")
    assert done.out


@needs_posix
@pytest.mark.parametrize("arguments", [DEMO, (*SIMULATE, "1"), ENGINE, ("doctor", "--speech=none")])
def test_command_with_closed_output_ends_silently(program, home, arguments):
    done = in_shell(home, program, arguments, ">&-")
    assert (done.code, done.err) == (0, "")


@needs_posix
@pytest.mark.parametrize("command", ["demo", "simulate", "replay", "engine"])
def test_command_ends_silently_when_its_output_is_no_longer_read(program, match, command):
    arguments = {
        "demo": DEMO,
        "simulate": (*SIMULATE, "1"),
        "replay": ("replay", match),
        "engine": ENGINE,
    }[command]
    unread, out = os.pipe()
    os.close(unread)
    done = subprocess.run(
        program.command("--lang", "en", *arguments),
        input=b'{"cmd":"result"}\n',
        stdout=out,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
        cwd=ROOT,
        env=environ(program.home),
    )
    os.close(out)
    assert (done.returncode, done.stderr) == (1, b"")


@needs_posix
@pytest.mark.parametrize(("command", "lang"), in_turn(["simulate", "engine", "demo"]))
def test_ctrl_c_ends_with_one_sentence(program, command, lang):
    arguments = {
        "simulate": (*SIMULATE, "100000000", "--transcript", "never"),
        "engine": ENGINE,
        "demo": DEMO,
    }[command]
    with program.running("--lang", lang, *arguments) as process:
        if command == "engine":
            process.stdin.write(b'{"cmd":"result"}\n')
            process.stdin.flush()
        if command == "simulate":
            wait_until_it_simulates(process)
        else:
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        err = process.stderr.read()
        code = process.wait(PATIENCE)
        finished(code, process.stdout.read(), err)
    interrupted = sentence(msg("cli-interrupted"), LOCALES, lang) + "\n"
    ended_by_itself = command == "demo" and (code, err) == (0, b"")
    assert ended_by_itself or (code, err.decode()) == (1, interrupted)


def wait_until_it_simulates(process):
    """Wait until the program uses processor time, the only sign that it simulates."""
    tick = os.sysconf("SC_CLK_TCK")
    while True:
        told = Path(f"/proc/{process.pid}/stat").read_text("utf-8")
        used = int(told.rpartition(")")[2].split()[11])
        if used / tick > 0.5:
            return


@needs_posix
def test_ctrl_c_while_loading_prints_no_traceback(program):
    """Interrupt the program at many moments; only Python's first milliseconds are exempt."""
    wrapper = (
        "import sys, os, signal, audiogames.cli\n"
        "class Strike:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == sys.argv[1]: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Strike())\n"
        "sys.exit(audiogames.cli.main())\n"
    )
    for module in ("audiogames.cli.main", "audiogames.cli.words", "audiogames.core.log"):
        done = program(module, wrapper=wrapper)
        assert (done.code, done.out, done.err) == (1, "", "")


FAULTS = {
    "the list of games": "import audiogames.core.registry as r\nr.iter_modules = fault\n",
    "the settings": "import audiogames.shell.texts as s\ns.read_settings = fault\n",
    "the rules": (
        "from audiogames.games.novantanove.rules import NovantanoveRules as r\nr.start = fault\n"
    ),
}


@pytest.mark.parametrize(("where", "lang"), in_turn(FAULTS))
def test_unexpected_fault_ends_with_one_sentence_and_a_report(program, home, where, lang):
    (home / "settings.json").write_text("{}", "utf-8")
    wrapper = (
        "import sys\n"
        "def fault(*_, **__): raise ZeroDivisionError('nobody foresaw this')\n"
        f"{FAULTS[where]}"
        "from audiogames.cli import main\n"
        "sys.exit(main())\n"
    )
    done = (
        program("--lang", lang, *SIMULATE, "1", wrapper=wrapper)
        if where != "the settings"
        else (program(*SIMULATE, "1", wrapper=wrapper, LC_ALL=f"{lang}.UTF-8"))
    )
    (report,) = (home / "reports").iterdir()
    assert done.err == sentence(msg("fault", path=str(report)), LOCALES, lang) + "\n"
    assert (done.code, done.out) == (1, "")
    kept = report.read_text("utf-8")
    assert "ZeroDivisionError: nobody foresaw this" in kept
    assert "Traceback" in kept


def test_fault_is_announced_even_if_no_report_can_be_written(program, home):
    home.rmdir()
    home.write_text("in the way", "utf-8")
    wrapper = (
        "import sys\n"
        "import audiogames.core.registry as r\n"
        "r.iter_modules = None\n"
        "from audiogames.cli import main\n"
        "sys.exit(main())\n"
    )
    done = program("--lang", "it", *SIMULATE, "1", wrapper=wrapper)
    done.says(msg("fault-unreported"), "it", 1)


def test_ascii_output_writes_accents_as_apostrophes(program):
    done = program("--lang", "it", "dance", PYTHONIOENCODING="ascii")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Non c'e' ")

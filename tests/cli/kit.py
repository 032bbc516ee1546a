"""Helpers to run the command line, in a new process or in this one, and to check its output."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from audiogames.cli.main import main
from audiogames.cli.words import sentence
from audiogames.core.cues import Msg

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "locales"
PATIENCE = 60
LANGUAGES = ("it", "en")
AWAY = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR", "LC_ALL", "LANG")


def in_turn(cases):
    """Pair each case with a language in rotation, for tests whose language does not matter."""
    return [(case, LANGUAGES[number % 2]) for number, case in enumerate(cases)]


def environ(home, **more):
    """Return environment variables for a program without screen or sound, with this home folder."""
    here = {name: value for name, value in os.environ.items() if name not in AWAY}
    ours = {"AUDIOGAMES_HOME": str(home), "SDL_AUDIODRIVER": "dummy", "LC_ALL": "C.UTF-8"}
    return {**here, **ours, **more}


@dataclass(frozen=True)
class Done:
    """The exit code and output of a program that has ended."""

    code: int
    out: str
    err: str

    def says(self, message: Msg, lang: str, code: int) -> None:
        """Check that the program printed only this error message, and ended with this code."""
        assert self.err == sentence(message, LOCALES, lang) + "\n"
        assert (self.code, self.out) == (code, "")


@dataclass
class Program:
    """A runner of `audiogames` in a process of its own, with a home folder."""

    home: Path
    environ: dict = field(default_factory=dict)

    def __call__(self, *arguments, stdin=b"", wrapper=None, **more):
        """Run the program to its end.  `wrapper` is code to run instead of `-m audiogames`."""
        given = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
        done = subprocess.run(
            self.command(*arguments, wrapper=wrapper),
            **given,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd=ROOT,
            env=environ(self.home, **self.environ, **more),
        )
        return finished(done.returncode, done.stdout, done.stderr)

    @staticmethod
    def command(*arguments, wrapper=None):
        program = ("-m", "audiogames") if wrapper is None else ("-c", wrapper)
        return [sys.executable, *program, *map(str, arguments)]

    @contextmanager
    def running(self, *arguments, **more):
        """Start the program and yield its process; kill it at the end if it is still running."""
        process = subprocess.Popen(
            self.command(*arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=environ(self.home, **self.environ),
            **more,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def files(self):
        """Return the content of every file in the home folder, by relative path."""
        return {
            path.relative_to(self.home).as_posix(): path.read_bytes()
            for path in sorted(self.home.rglob("*"))
            if path.is_file()
        }


class Inside(Program):
    """Runs the program in the process of the test, which is quicker than starting a new process."""

    def __call__(self, *arguments, stdin=b"", **more):
        given = io.TextIOWrapper(io.BytesIO(stdin or b""), "utf-8", "replace")
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            for name in AWAY:
                patch.delenv(name, raising=False)
            for name, value in environ(self.home, **self.environ, **more).items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", given)
            code = main([*map(str, arguments)])
        for stream in (out, err):
            stream.flush()
        return finished(code, out.buffer.getvalue(), err.buffer.getvalue())


def finished(code, out, err):
    """Return the result of a program, after checking that it printed no traceback."""
    done = Done(
        code, out.decode().replace(os.linesep, "\n"), err.decode().replace(os.linesep, "\n")
    )
    assert "Traceback" not in done.out + done.err, done
    assert "Exception ignored" not in done.err, done
    return done

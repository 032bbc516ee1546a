"""Runs the packaged program as on a machine without Python and without the repository."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.cli.kit import PATIENCE, finished
from tests.kit.programs.terminal import TerminalRun


@dataclass(frozen=True)
class Packaged:
    """The packaged program, with a working folder outside its own folder and the repository."""

    folder: Path
    elsewhere: Path

    @property
    def executable(self):
        return self.folder / "audiogames"

    @property
    def home(self):
        return self.elsewhere / "kept"

    def environ(self, **more):
        """Return environment variables without PATH and without any for Python."""
        alone = {"HOME": str(self.elsewhere / "home"), "AUDIOGAMES_HOME": str(self.home)}
        return {**alone, "SDL_AUDIODRIVER": "dummy", **more}

    def __call__(self, *arguments, stdin=b"", **more):
        """Run the program to its end; return its exit code and output."""
        done = subprocess.run(
            [self.executable, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd=self.elsewhere,
            env=self.environ(**more),
        )
        return finished(done.returncode, done.stdout, done.stderr)

    def in_terminal(self, *arguments):
        """Run the program in its own pseudo-terminal."""
        return TerminalRun(
            *arguments,
            program=(self.executable,),
            folder=self.elsewhere,
            environ=self.environ(TERM="xterm"),
        )


def command_of(process):
    """Return the command line of a process."""
    return Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")


def libraries_of(process):
    """Return the libraries that a process has loaded."""
    maps = Path(f"/proc/{process}/maps").read_text("utf-8").splitlines()
    paths = {Path(line.split(maxsplit=5)[5]) for line in maps if ".so" in line}
    return {path for path in paths if ".so" in path.name}


def is_running(process):
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"

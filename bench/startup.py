"""Measures the time until the program's first sentence, compared with a bare pygame window.

Both are started as processes in turn, so that a busy machine slows both. The clock starts before
the process is created. It stops when this program reads one of these lines through a pipe:

- for Audiogames the first line of its transcript, which is written after the first sentence was
  passed to the speaker and to the braille line (the voice's own delay is not included);
- for the bare window a line that it writes after `import pygame`, opening the mixer with the same
  parameters and opening a window of the same size.

The bare window is measured twice: `plain` imports pygame in the usual way, which loads numpy and
pkg_resources if they are installed; `lean` hides these two, as Audiogames does.

    python -m bench.startup [--rounds N] [--screens dummy,xvfb] [--speech daemon,none]
                            [--python PROGRAM]

Run it from the top folder of the project. `--python` names the Python of another environment, such
as one without the test tools, in which both are started. The speech output is chosen automatically:
`daemon` is a private speech-dispatcher, `none` a system without one, where the built-in voice
speaks. The window is opened with SDL's dummy driver or in a private Xvfb; the sound device is SDL's
dummy.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, sleep

from audiogames.shell.mixer import BUFFER, RATE
from audiogames.shell.start import SLOW_AND_UNUSED
from tests.kit.speech_daemon import SpeechSystem, speech_missing
from tests.kit.waiting import POLL_SECONDS

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30.0
"""Seconds after which a start has failed."""

BARE = f"""
import os, sys
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
for name in sys.argv[2:]:
    sys.modules[name] = None
import pygame
pygame.mixer.init({RATE}, -16, 2, {BUFFER}, allowedchanges=0)
pygame.display.init()
width, height = pygame.display.get_desktop_sizes()[0]
pygame.display.set_mode((min(1280, width), min(800, height)), pygame.RESIZABLE)
with open(sys.argv[1], "a") as pipe:
    pipe.write("open\\n")
"""

PROGRAMS = ("audiogames", "plain", "lean")
HOMES: Mapping[str, Mapping[str, str] | None] = {
    "language chosen": {"language": "it"},
    "first run": None,
}


@dataclass
class Place:
    """An environment in which programs are started, with the measured start times."""

    name: str
    environ: Mapping[str, str]
    settings: Mapping[str, str] | None
    seconds: dict[str, list[float]] = field(default_factory=lambda: {one: [] for one in PROGRAMS})
    system: SpeechSystem | None = None
    """The private speech daemon, if there is one."""
    heard: str = ""
    """The first sentence."""
    given: int = 0
    """The number of starts in which the daemon received the first sentence."""


def start(python: str, program: str, place: Place) -> None:
    """Start a program with an empty home folder, and record how long it took."""
    logged = len(place.system.log()) if place.system else 0
    with tempfile.TemporaryDirectory(prefix="startup-") as name:
        home = Path(name)
        if place.settings is not None:
            (home / "settings.json").write_text(json.dumps(place.settings), "utf-8")
        pipe = home / "first"
        os.mkfifo(pipe)
        environ = {**place.environ, "AUDIOGAMES_HOME": name}
        words = (python, *command(program, pipe))
        with first_line(words, pipe, environ) as (seconds, line):
            place.seconds[program].append(seconds)
            if program == "audiogames":
                place.heard = json.loads(line)["text"]
                place.given += reached_the_daemon(place, logged)


def command(program: str, pipe: Path) -> Sequence[str]:
    """Return the arguments for Python that run this program."""
    if program == "audiogames":
        return "-m", "audiogames", "--window", "--transcript", str(pipe)
    hidden = SLOW_AND_UNUSED if program == "lean" else ()
    return "-c", BARE, str(pipe), *hidden


def reached_the_daemon(place: Place, logged: int) -> bool:
    """Wait for the first sentence in the speech daemon's log; return False if it does not arrive.

    `logged` is the number of characters in the daemon's log before the start.
    """
    if place.system is None:
        return False
    end = perf_counter() + PATIENCE
    while f"|{place.heard}|" not in place.system.log()[logged:]:
        if perf_counter() > end:
            return False
        sleep(POLL_SECONDS)
    return True


@contextmanager
def first_line(
    words: Sequence[str], pipe: Path, environ: Mapping[str, str]
) -> Iterator[tuple[float, str]]:
    """Run a process; yield the seconds until the first line in the pipe, and that line."""
    reading = os.open(pipe, os.O_RDWR)  # for writing too, so that no process waits to open it
    try:
        began = perf_counter()
        with subprocess.Popen(words, env=environ, cwd=ROOT) as process:
            ready, _, _ = select.select([reading], [], [], PATIENCE)
            seconds = perf_counter() - began
            try:
                if not ready:
                    sys.exit(f"Nothing was said in {PATIENCE:g} seconds by: {' '.join(words)}")
                yield seconds, os.read(reading, 1 << 16).decode("utf-8").splitlines()[0]
            finally:
                process.terminate()
    finally:
        os.close(reading)


# --- Screens and voices --------------------------------------------------------------------------


@contextmanager
def screen(name: str) -> Iterator[dict[str, str]]:
    """Yield the environment of an invisible screen."""
    if name == "dummy":
        yield {"SDL_VIDEODRIVER": "dummy"}
        return
    read, write = os.pipe()
    words = ("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
    with subprocess.Popen(words, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        try:
            yield {"DISPLAY": f":{number}"}
        finally:
            server.terminate()


@contextmanager
def voice(name: str) -> Iterator[tuple[dict[str, str], SpeechSystem | None]]:
    """Yield an environment with a private speech daemon, or with none if `name` is "none"."""
    if name == "none":
        with tempfile.TemporaryDirectory(prefix="startup-") as empty:
            yield {"XDG_RUNTIME_DIR": empty}, None
        return
    missing = speech_missing()
    if missing is not None:
        sys.exit(missing)
    with SpeechSystem() as system:
        yield system.environ, system


def quiet_environ(bytecode: str) -> dict[str, str]:
    """Return the environment without the user's screen, sound and speech.

    `bytecode` is a folder for compiled modules, which is filled by the starts that are not counted.
    """
    theirs = (
        *("SDL_", "SPEECHD_", "PULSE_", "XDG_", "DISPLAY", "WAYLAND_DISPLAY"),
        *("AUDIOGAMES_", "PYTHON"),
    )
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(theirs)},
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONPYCACHEPREFIX": bytecode,
    }


# --- Output ---------------------------------------------------------------------------------------


def tell(place: Place) -> None:
    """Print each program's start-up times, and the ratios of Audiogames' times to theirs."""
    print(f"{place.name}: “{place.heard}”")
    for program, seconds in place.seconds.items():
        print(f"  {program}: {spread([1000 * one for one in seconds], '.0f')} ms")
    ours = place.seconds["audiogames"]
    for program in PROGRAMS[1:]:
        ratios = [our / bare for our, bare in zip(ours, place.seconds[program], strict=True)]
        print(f"  audiogames / {program}: {spread(ratios, '.2f')}")


def spread(values: Sequence[float], form: str) -> str:
    """Return a text with the median, minimum and maximum."""
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"median {middle:{form}} (from {least:{form}} to {most:{form}})"


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="starts of each program")
    parser.add_argument("--screens", default="dummy,xvfb")
    parser.add_argument("--speech", default="daemon,none")
    parser.add_argument("--python", default=sys.executable, help="the Python that is started")
    return parser.parse_args()


def main() -> int:
    """Measure all combinations of screen and speech."""
    asked = arguments()
    for screen_name in asked.screens.split(","):
        for voice_name in asked.speech.split(","):
            with ExitStack() as around:
                bytecode = around.enter_context(tempfile.TemporaryDirectory(prefix="startup-"))
                environ = quiet_environ(bytecode) | around.enter_context(screen(screen_name))
                leading, system = around.enter_context(voice(voice_name))
                for home, settings in HOMES.items():
                    name = f"{screen_name}, speech daemon: {voice_name}, {home}"
                    place = Place(name, environ | leading, settings, system=system)
                    measure(place, asked.rounds, asked.python)
    return 0


def measure(place: Place, rounds: int, python: str) -> None:
    """Start each program `rounds` times, after one start that is not counted."""
    for program in PROGRAMS:
        start(python, program, place)
        place.seconds[program].clear()
    place.given = 0
    for _ in range(rounds):
        for program in PROGRAMS:
            start(python, program, place)
    tell(place)
    if place.system is not None:
        print(f"  the daemon was given the sentence in {place.given} of {rounds} starts")


if __name__ == "__main__":
    sys.exit(main())

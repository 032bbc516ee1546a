"""Runs Windows programs under Wine, on a drive of their own and with a fake NVDA library."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from tests.kit.programs import screen as screens
from tests.kit.programs.manager import reason_unmanaged
from tests.kit.waiting import wait_until

COMPILER = "x86_64-w64-mingw32-gcc"
PROGRAMS = ("wine", "wineboot", "wineserver", "makensis", COMPILER)
PATIENCE = 120
CODE_PAGE = "cp1252"
"""The code page in which programs of this Windows write to a pipe."""
CONTROLLER = "runtime/Lib/site-packages/accessible_output2/lib/nvdaControllerClient64.dll"
NATIVE = ("msvcp140", "vcruntime140", "vcruntime140_1")
"""Files of the C runtime: Wine's own would hide that the program lacks them."""


def reason_missing():
    """Return why Windows programs cannot run on this machine, or None."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    return (
        f"not installed: {', '.join(missing)}"
        if missing
        else screens.reason_missing() or reason_unmanaged()
    )


class Windows:
    """A Windows environment of Wine with a drive C of its own and windows on `screen`."""

    def __init__(self, folder, screen):
        self.drive = folder / "drive_c"
        self._started = []
        overrides = ["mscoree=d", "mshtml=d", *(f"{name}=n" for name in NATIVE)]
        self.environ = {
            **screen.environ,
            "WINEPREFIX": str(folder),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": ";".join(overrides),
            "LC_ALL": "C.UTF-8",
            "AUDIOGAMES_HOME": "C:\\kept",
            "FAKE_NVDA": "C:\\nvda.log",
            "FAKE_NVDA_OFF": "C:\\nvda.off",
        }
        self.run("wineboot", "--init")

    def end_programs(self):
        """End all programs of this Windows environment, including those left by a failed test."""
        subprocess.run(["wineserver", "--kill"], env=self.environ, check=False)
        self.wait_until_idle()

    def wait_until_idle(self):
        """Wait until no program runs in this Windows environment."""
        subprocess.run(["wineserver", "--wait"], env=self.environ, check=True, timeout=PATIENCE)
        while self._started:
            self._started.pop().wait(PATIENCE)

    def run(self, *command, patience=PATIENCE):
        """Run a program, for at most `patience` seconds; return its exit code and output."""
        done = subprocess.run(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # warnings of Wine itself, about sound cards for example
            env=self.environ,
            check=False,
            timeout=patience,
        )
        return done.returncode, done.stdout.decode(CODE_PAGE)

    def install(self, setup, folder=None):
        """Run a setup silently and return its exit code; `folder` is on drive C, without spaces."""
        place = () if folder is None else (f"/D=C:\\{folder}",)
        return self.run("wine", setup, "/S", *place)[0]

    def start(self, *command):
        """Start a program without waiting for it; return its process."""
        process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self.environ,
        )
        self._started.append(process)
        return process


class Installed:
    """The program in a folder of the Windows environment, with a fake of NVDA's library."""

    def __init__(self, windows, name):
        self.windows = windows
        self.folder = windows.drive / name
        self.kept = windows.drive / "kept"
        self.log = windows.drive / "nvda.log"
        self.off = windows.drive / "nvda.off"

    def put_stand_in(self, library):
        """Replace NVDA's library with the fake; this is needed after each installation."""
        shutil.copyfile(library, self.folder / CONTROLLER)

    def console(self, *arguments):
        """Run the console program and return its exit code and output."""
        return self.windows.run("wine", self.folder / "audiogames-console.exe", *arguments)

    def at_terminal(self, words, keys, *arguments):
        """Run the program in a terminal; type `keys` after `words`; return exit code and output."""
        child, terminal = pty.fork()
        if child == 0:
            command = ["wine", str(self.folder / "audiogames-console.exe"), *arguments]
            os.execvpe(command[0], command, self.windows.environ)  # noqa: S606 - our own program
        said, typed, end = b"", False, time.monotonic() + PATIENCE
        with suppress(OSError):  # on Linux this means that the other end is closed
            while select.select([terminal], [], [], end - time.monotonic())[0]:
                said += os.read(terminal, 4096)
                if not typed and words.encode() in said:
                    typed = bool(os.write(terminal, keys))
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said.decode()

    def open(self, *arguments):
        """Start the program in a window."""
        return self.windows.start("wine", self.folder / "audiogames.exe", *arguments)

    def spoken(self):
        """Return the calls that the fake NVDA received, as pairs of kind and text."""
        if not self.log.exists():
            return []
        lines = self.log.read_text("utf-8").splitlines()
        return [tuple(line.split("\t")) for line in lines]

    def wait_for(self, words):
        """Wait until the fake NVDA received a sentence with these words."""
        wait_until(
            lambda: any(words in text for kind, text in self.spoken() if kind == "speak"),
            f"{words!r} being spoken by NVDA",
            PATIENCE,
        )


def build_program(target: Path) -> None:
    """Build the Windows program and its release files, as `tools/package --windows` does."""
    from tools.packager import build

    words = sys.argv
    sys.argv = ["tools/package", "--windows", str(target), "--compiled", "--quick"]
    sys.argv += ["--compressor", "zlib"]
    try:
        build.main()
    finally:
        sys.argv = words


def build_stand_in(target: Path, *features: str) -> Path:
    """Compile the fake NVDA library with these features; return its path."""
    library = target / "nvdaControllerClient64.dll"
    command = [COMPILER, "-O1", "-s", "-shared", "-Wall", "-Werror", "-o", str(library)]
    command += [f"-D{feature}" for feature in features]
    subprocess.run([*command, str(Path(__file__).with_name("fake_nvda.c"))], check=True)
    return library


def expected(lines):
    """Return the calls to NVDA that correspond to the lines of a transcript."""
    calls = []
    for line in lines:
        if line["interrupt"]:
            calls.append(("cancel", ""))
        calls += [("speak", line["text"]), ("braille", line["braille"])]
    return calls

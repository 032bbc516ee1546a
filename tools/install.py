"""Makes .venv and installs the project there, for ./play and, with --dev, for ./check.

It is silent and quick if nothing has changed since the last time; otherwise it prints one line,
installs, and prints progress about every ten seconds. Errors are reported in plain sentences on
standard error, with exit code 1. It runs before anything is installed, so it needs only the
standard library.
"""

import argparse
import hashlib
import importlib.util
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOG = VENV / "install.log"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

EVERY = 10.0
"""Seconds between two progress lines."""

FOUND = ("Collecting ", "Processing ")
LAST_STEP = "Installing collected packages:"
"""The beginnings of pip's output lines."""


def fail(*sentences: str) -> NoReturn:
    """Print why the installation failed, and exit with code 1."""
    print(*sentences, sep="\n", file=sys.stderr)
    sys.exit(1)


def fingerprint() -> str:
    """Return a hash of everything that can make the installation out of date.

    It covers the path of the checkout, the version of Python, and the sources that are copied.
    It does not cover the project's own modules, which are read from the checkout.
    """
    digest = hashlib.sha256(f"{ROOT} {sys.version}".encode())
    sources = [ROOT / "pyproject.toml", ROOT / "hatch_build.py", ROOT / "audiogames/__init__.py"]
    for path in [*sources, *sorted((ROOT / "locales").glob("*/LC_MESSAGES/*.po"))]:
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_current(stamp: Path, now: str) -> bool:
    """Return True if nothing has changed since the installation that wrote this stamp."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == now


def works(python: Path) -> bool:
    """Return True if the environment's Python starts, has pip, and is of the running version."""
    code = f"import sys, pip; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def run(command: list[str], trouble: str, begun: float | None = None) -> None:
    """Run a command and print progress; if it fails, save its output and exit with `trouble`.

    The seconds in the progress lines are counted from `begun` (`time.monotonic`), or from the
    start of the command.
    """
    begun = time.monotonic() if begun is None else begun
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said"
        with said.open("wb") as out:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
            )
        while (code := waited(process)) is None:
            seconds = round(time.monotonic() - begun)
            print(how_far(seconds, text_of(said)), file=sys.stderr, flush=True)
        output = text_of(said)
    if code:
        VENV.mkdir(exist_ok=True)
        LOG.write_text(output, encoding="utf-8")
        lines = [line.strip() for line in output.splitlines()]
        reasons = [line for line in lines if line.startswith("ERROR:")]
        fail(trouble, *reasons[-1:], f"All that was said is in the file {LOG}")


def waited(process: subprocess.Popen[bytes]) -> int | None:
    """Wait `EVERY` seconds for a process; return its exit code, or None if it still runs."""
    try:
        return process.wait(EVERY)
    except subprocess.TimeoutExpired:
        return None
    except BaseException:  # nothing else would end it
        process.kill()
        process.wait()
        raise


def text_of(said: Path) -> str:
    """Return the output of a process, from the file it was written to."""
    return said.read_text(encoding="utf-8", errors="replace")


def how_far(seconds: int, said: str) -> str:
    """Return a progress line, derived from pip's output and the seconds passed."""
    found = [line for line in said.splitlines() if line.startswith(FOUND)]
    _, last, names = said.partition(LAST_STEP)
    if last:
        return f"{seconds} seconds, the last step: writing {packages(names.count(',') + 1)}."
    if found:
        return f"{seconds} seconds, {packages(len(found))} found so far."
    return f"{seconds} seconds, still preparing."


def packages(count: int) -> str:
    """Return a phrase such as "1 package" or "5 packages"."""
    return "1 package" if count == 1 else f"{count} packages"


def make_environment(begun: float) -> None:
    """Create a new .venv, replacing an old one."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        fail(
            "Python's venv module is missing.",
            "On Debian and Ubuntu, this installs it: sudo apt install python3-venv",
        )
    make = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    run(make, "The folder .venv, with all that the program needs, could not be made.", begun)


def install(*, dev: bool) -> None:
    """Install the project into .venv, in editable form."""
    begun = time.monotonic()
    if not works(PYTHON):
        make_environment(begun)
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install"]
    wanted = f"{ROOT}[dev]" if dev else str(ROOT)
    run([*pip, "--editable", wanted], "The installation failed. It needs the network.", begun)


def main() -> None:
    """Install the project if necessary, and write the stamp file that marks it as up to date."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dev", action="store_true", help="with what the tests need")
    dev = parser.parse_args().dev
    now = fingerprint()
    stamps = [VENV / "installed", VENV / "installed-dev"][: 2 if dev else 1]
    if PYTHON.exists() and all(is_current(stamp, now) for stamp in stamps):
        return
    print("Installing audiogames; this can take a few minutes.", file=sys.stderr, flush=True)
    try:
        install(dev=dev)
        for stamp in stamps:
            stamp.write_text(now, encoding="utf-8")
    except OSError as error:
        fail(f"The installation could not write in the folder {ROOT}: {error.strerror}.")
    except KeyboardInterrupt:
        fail("Stopped. The installation goes on the next time.")


if __name__ == "__main__":
    main()

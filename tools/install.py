"""Makes .venv and installs the project there, for ./play and, with --dev, for ./check.

Silent and quick when nothing has changed since the last time; else it says one line and does
it. What goes wrong is told in plain sentences on standard error, with exit code 1.
It runs before anything is installed, so it needs only the standard library.
"""

import hashlib
import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOG = VENV / "install.log"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def fail(*sentences: str) -> NoReturn:
    """Say why it does not go on, and end."""
    print(*sentences, sep="\n", file=sys.stderr)
    sys.exit(1)


def fingerprint() -> str:
    """Changes when what is installed would be stale: with its place, Python or sources.

    The program's own modules are not in it: they are read from where they stand.
    """
    digest = hashlib.sha256(f"{ROOT} {sys.version}".encode())
    sources = [ROOT / "pyproject.toml", ROOT / "hatch_build.py", ROOT / "audiogames/__init__.py"]
    for path in [*sources, *sorted((ROOT / "locales").glob("*/LC_MESSAGES/*.po"))]:
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_current(stamp: Path, now: str) -> bool:
    """Whether the stamp of the last installation is that of what stands here now."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == now


def works(python: Path) -> bool:
    """Whether this environment's Python runs, is of our version and has pip."""
    code = f"import sys, pip; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def run(command: list[str], trouble: str) -> None:
    """Run a command quietly; where it fails, keep what it said and end with a sentence."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        VENV.mkdir(exist_ok=True)
        LOG.write_text(done.stdout, encoding="utf-8")
        lines = [line.strip() for line in done.stdout.splitlines()]
        reasons = [line for line in lines if line.startswith("ERROR:")]
        fail(trouble, *reasons[-1:], f"All that was said is in the file {LOG}")


def make_environment() -> None:
    """A fresh .venv, in the place of whatever stands there."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        fail(
            "Python's venv module is missing.",
            "On Debian and Ubuntu, this installs it: sudo apt install python3-venv",
        )
    make = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    run(make, "The folder .venv, with all that the program needs, could not be made.")


def install(*, dev: bool) -> None:
    """Install the project in .venv, from where it stands."""
    if not works(PYTHON):
        make_environment()
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    wanted = f"{ROOT}[dev]" if dev else str(ROOT)
    run([*pip, "--editable", wanted], "The installation failed. It needs the network.")


def main() -> None:
    """Do what is needed, and remember what was done."""
    dev = "--dev" in sys.argv[1:]
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

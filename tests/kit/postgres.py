"""A PostgreSQL server for tests and benchmarks, in a folder that is removed afterwards.

It listens only on a socket in that folder.  PostgreSQL refuses to run as root; for root it is run
as the user postgres, or nobody.  It ends with the program that started it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

USER: Final = "audiogames"
LOOK: Final = 0.02
"""Seconds between two checks whether the database answers."""
PATIENCE: Final = 120.0
"""Seconds within which it must answer, long because the machine may be very busy."""

CAREFREE: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Options for tests that do not cut the power: a killed database still keeps what it acknowledged.
"""

ALWAYS: Final = (
    "listen_addresses=",
    "max_connections=100",
    "shared_buffers=32MB",
    "autovacuum=off",
    "logging_collector=off",
)


def binaries() -> Path | None:
    """Return the folder with initdb and postgres, or None if they are not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), reverse=True)
    if found:
        return found[0].parent
    program = shutil.which("postgres")
    return None if program is None else Path(program).parent


class Cluster:
    """A PostgreSQL server with its own folder."""

    def __init__(self, folder: Path, settings: tuple[str, ...] = CAREFREE) -> None:
        programs = binaries()
        assert programs is not None, "PostgreSQL is not installed"
        self._programs = programs
        self._folder = folder
        self._data = folder / "data"
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def address(self, base: str, *others: Cluster) -> str:
        """Return the address of a database on this server, or on any of several servers."""
        folders = [str(one._folder) for one in (self, *others)]
        return f"postgresql://{USER}@/{base}?host={','.join(folders)}"

    @property
    def pid(self) -> int:
        """Return the process id of the server's main process."""
        assert self._process is not None
        return self._process.pid

    def make(self) -> None:
        """Create the server's data folder."""
        self._give_folder()
        given = ["-D", self._data, "-A", "trust", "-U", USER, "-E", "UTF8", "--no-locale"]
        self._run("initdb", *given, "--no-sync")

    def copy(self, primary: Cluster) -> None:
        """Create the data folder of a standby, as a copy of the primary."""
        self._give_folder()
        given = ["-D", self._data, "-h", primary._folder, "-U", USER, "-R", "-c", "fast"]
        self._run("pg_basebackup", *given, "--no-sync")

    def _give_folder(self) -> None:
        if os.getuid() == 0:
            owner = pwd.getpwnam(_user())
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)

    def promote(self) -> None:
        """Promote this standby to primary, and wait until it accepts writes."""
        self.ask("postgres", "SELECT pg_promote()")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = [one for name in (*ALWAYS, *self._settings) for one in ("-c", name)]
        command = [str(self._programs / "postgres"), "-D", str(self._data), *settings]
        command += ["-k", str(self._folder)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*_as_user(), *command], stdout=log, stderr=log, start_new_session=True
            )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError((self._folder / "log").read_text("utf-8", "replace"))
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LOOK)  # a dead process is noticed at once

    def kill(self) -> None:
        """Kill the server and all processes of its connections."""
        self._signal(signal.SIGQUIT)

    def crash(self) -> None:
        """Kill the server with SIGKILL, so that it cannot clean up."""
        assert self._process is not None
        ours = f"/proc/{self._process.pid}/task/{self._process.pid}/children"
        children = [int(one) for one in Path(ours).read_text("ascii").split()]
        self._signal(signal.SIGKILL)
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{one}").exists() for one in children) and time.monotonic() < until:
            time.sleep(LOOK)

    def stop(self) -> None:
        """Shut the server down cleanly, with all connections."""
        self._signal(signal.SIGINT)

    def make_base(self, name: str) -> str:
        """Create a database and return its address."""
        self._run("createdb", "-h", self._folder, "-U", USER, name)
        return self.address(name)

    def ask(self, base: str, query: str) -> str:
        """Return the result of a query, as psql writes it."""
        given = ["-h", self._folder, "-U", USER, "-d", base, "-Atc", query]
        return self._run("psql", *given)

    def _answers(self) -> bool:
        given = ["-q", "-h", str(self._folder), "-U", USER, "-d", "postgres"]
        command = [str(self._programs / "pg_isready"), *given]
        return subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 0

    def _signal(self, number: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.send_signal(number)
            process.wait()

    def _run(self, program: str, *given: object) -> str:
        command = [*_as_user(), str(self._programs / program), *map(str, given)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd="/")
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr}")
        return done.stdout.strip()


@contextmanager
def cluster(settings: tuple[str, ...] = CAREFREE) -> Iterator[Cluster]:
    """Run a PostgreSQL server within this context, and yield it."""
    folder = Path(tempfile.mkdtemp(prefix="audiogames-pg-"))
    made = Cluster(folder, settings)
    try:
        made.make()
        made.start()
        yield made
    finally:
        made.kill()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def standby_of(primary: Cluster) -> Iterator[Cluster]:
    """Run a synchronous standby of this primary within this context, and yield it."""
    folder = Path(tempfile.mkdtemp(prefix="audiogames-pg-"))
    made = Cluster(folder, ())
    try:
        made.copy(primary)
        made.start()
        primary.ask("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.ask("postgres", "SELECT pg_reload_conf()")
        yield made
    finally:
        made.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> str:
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        return "nobody"
    return "postgres"


def _as_user() -> list[str]:
    """Return a command prefix that drops root's rights.

    It also makes the command end when this program ends.
    """
    if shutil.which("setpriv") is None:
        return []
    ending = ["setpriv", "--pdeathsig", "QUIT"]
    if os.getuid() != 0:
        return ending
    owner = pwd.getpwnam(_user())
    return [*ending, f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]

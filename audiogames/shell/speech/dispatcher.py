"""Finds speech-dispatcher: its address, whether it responds, and its Python client.

speech-dispatcher speaks for Linux desktops.  Its Python client `speechd` is not on any package
index, so an isolated environment imports the distribution's copy: only that package, since the
packages beside it were built for another Python.  A daemon is started only if it would be audible:
see `may_spawn`.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from audiogames.shell.speech.base import SpeakerHangs, caller

log = logging.getLogger(__name__)

#: Longest wait for the daemon to take a connection, in seconds; a local one takes under 1 ms.
CONNECT_SECONDS = 0.2
#: Longest wait for one answer, in slices between which a lost connection is noticed.
REPLY_SLICES, SLICE_SECONDS = 20, 0.1
#: Longest wait for a daemon being started; about 0.2 s is usual.
SPAWN_SECONDS = 1.5

#: Sent to a hanging daemon before the connection is closed: it reads this once it resumes.  The
#: full stop ends a text that it may be waiting for; no earlier text is spoken then.
PARTING = b".\r\nCANCEL self\r\n"

CLIENT_PLACES = ("lib/python3/dist-packages", "lib/python3*/site-packages")
DEFAULT_PORT = 6560


def load_client(roots: Iterable[Path] = (Path("/usr"), Path("/usr/local"))) -> ModuleType | None:
    """Import the `speechd` module from this environment or the distribution; None without one."""
    if (loaded := sys.modules.get("speechd")) is not None:
        return loaded
    try:
        module = _import_client(roots)
    except Exception:
        # Another version, a half-installed package: the next speaker takes over.
        log.info("the speechd client cannot be used", exc_info=True)
        sys.modules.pop("speechd", None)
        return None
    if module is not None:
        with suppress(AttributeError):  # another version: better unrepaired than unused
            _patch_client(module)
    return module


def _import_client(roots: Iterable[Path]) -> ModuleType | None:
    """Import the client from this environment or from the distribution's folders."""
    if importlib.util.find_spec("speechd") is not None:
        return importlib.import_module("speechd")
    for root in roots:
        for place in CLIENT_PLACES:
            for folder in sorted(root.glob(f"{place}/speechd")):
                return _import_from(folder)
    return None


def _import_from(folder: Path) -> ModuleType:
    """Import the client from this folder, without making other packages there importable."""
    spec = importlib.util.spec_from_file_location(
        "speechd", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no speechd in {folder}")
    module = importlib.util.module_from_spec(spec)
    sys.modules["speechd"] = module
    spec.loader.exec_module(module)
    return module


def _patch_client(speechd: ModuleType) -> None:
    """Patch the client so that it raises an error if the daemon hangs or ends.

    The original client waits forever, and the game with it.  The exception that ends its listening
    thread is also caught, so that no traceback is printed on the player's terminal.
    """
    lost = speechd.client.SSIPCommunicationError
    connection = speechd.client._SSIP_Connection
    listen = connection._communication

    def receive(self: Any) -> Any:
        for _ in range(REPLY_SLICES):
            came = self._ssip_reply_semaphore.acquire(timeout=SLICE_SECONDS)
            if caller.has_gone():
                break
            if came:
                return self._com_buffer.pop(0)
            if not self._communication_thread.is_alive():
                raise lost("speech-dispatcher is gone")
        with suppress(OSError):
            self._socket.send(PARTING)
        raise SpeakerHangs("speech-dispatcher does not answer")

    def communicate(self: Any) -> None:
        with suppress(Exception, SystemExit):
            listen(self)

    connection._recv_response = receive
    connection._communication = communicate


def address(environ: Mapping[str, str] = os.environ) -> Path | tuple[str, int]:
    """Return the daemon's socket, or its host and port, from the environment.

    The rules are the same as in speech-dispatcher's own client library.
    """
    method, _, rest = environ.get("SPEECHD_ADDRESS", "").partition(":")
    if method == "inet_socket":
        host, _, port = rest.partition(":")
        return host or "127.0.0.1", int(port) if port.isdecimal() else DEFAULT_PORT
    if method == "unix_socket" and rest:
        return Path(rest)
    if not method and (named := environ.get("SPEECHD_SOCKET")):
        return Path(named)
    cache = environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(environ.get("XDG_RUNTIME_DIR") or cache) / "speech-dispatcher" / "speechd.sock"


def reachable(environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether a daemon accepts connections.

    The check takes less than 1 ms locally, and CONNECT_SECONDS at most.
    """
    where = address(environ)
    try:
        if isinstance(where, tuple):
            socket.create_connection(where, CONNECT_SECONDS).close()
        else:
            _connect(where)
    except (OSError, AttributeError):  # AttributeError: a system without Unix sockets
        return False
    return True


def _connect(path: Path) -> None:
    """Connect to the daemon's socket, and close the connection.  Raises `OSError`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(CONNECT_SECONDS)
        probe.connect(str(path))


def may_spawn(environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether the program should start the daemon itself.

    The daemon must be installed, and no address of it may be in the environment: an address
    means that it is started by other means.  Without a sound server in the user's session a new
    daemon would be silent, and the built-in voice is better.
    """
    if environ.get("SPEECHD_ADDRESS") or environ.get("SPEECHD_SOCKET"):
        return False
    runtime = environ.get("XDG_RUNTIME_DIR")
    if not runtime or shutil.which("speech-dispatcher", path=environ.get("PATH")) is None:
        return False
    sockets = (Path(runtime) / "pulse" / "native", Path(runtime) / "pipewire-0")
    return bool(environ.get("PULSE_SERVER")) or any(path.exists() for path in sockets)


def spawn() -> bool:
    """Start the daemon as its own client does; return whether it has started.

    The call waits SPAWN_SECONDS at most.
    """
    program = shutil.which("speech-dispatcher")
    if program is None:
        return False
    try:
        done = subprocess.run(  # noqa: S603 - the program is the system's own
            [program, "--spawn"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SPAWN_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0

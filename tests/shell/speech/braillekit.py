"""A simulated BrlAPI library, and a real brltty with a simulated braille display."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import threading
from contextlib import suppress
from pathlib import Path

from audiogames.shell.speech.brlapi_session import COMMAND, ROUTE, load_library
from tests.kit.waiting import READY_SECONDS, wait_until

#: BrlAPI servers are numbered from this port on.
FIRST_PORT = 4101
UP, DOWN, PAN_LEFT, PAN_RIGHT = (COMMAND | number for number in (1, 2, 23, 24))
OVER_A_CELL = ROUTE | 7
SHOWN = re.compile(r'Visual "((?:[^"\\]|\\.)*)"')


class Library:
    """A simulated libbrlapi; `server` says whether BrlAPI runs, `line` is the connected display.

    Every new connection discards the keys pressed before.
    """

    def __init__(self):
        self.server = True
        self.line = b"Virtual"
        self.cells = 40
        self.knows_terminal = False
        self.calls = []
        self.keys = []
        self._ours, self.theirs = socket.socketpair()

    @property
    def shown(self):
        """Return the texts written so far."""
        return [call for call in self.calls if call.startswith("=")]

    def press(self, *keys):
        """Simulate a press of these keys of the braille display."""
        self.keys += keys
        self.theirs.send(b"." * len(keys))

    def die(self):
        """Simulate that the BrlAPI server ends."""
        self.server = False
        self.theirs.send(b".")

    def close(self):
        self._ours.close()
        self.theirs.close()

    def brlapi_openConnection(self, desired, actual):  # noqa: N802 - the library's name
        self.calls.append("open")
        return self._ours.fileno() if self.server else -1

    def brlapi_setExceptionHandler(self, handler):  # noqa: N802 - the library's name
        self.calls.append("handler")

    def brlapi_getDriverName(self, buffer, size):  # noqa: N802 - the library's name
        if self.server:
            buffer.value = self.line
        return len(self.line) + 1 if self.server else -1

    def brlapi_getDisplaySize(self, columns, rows):  # noqa: N802 - the library's name
        columns._obj.value, rows._obj.value = self.cells, 1
        return 0

    def brlapi_enterTtyMode(self, tty, driver):  # noqa: N802 - the library's name
        return 1 if self.knows_terminal else -1

    def brlapi_enterTtyModeWithPath(self, path, count, driver):  # noqa: N802 - the library's name
        self.calls.append("screen")
        return 0

    def brlapi_ignoreKeys(self, kind, keys, count):  # noqa: N802 - the library's name
        self.calls.append("keys")

    def brlapi_acceptKeys(self, kind, keys, count):  # noqa: N802 - the library's name
        self.calls.append(f"{count} keys")

    def brlapi_readKey(self, wait, code):  # noqa: N802 - the library's name
        if not self.server:
            return -1
        if not self.keys:
            return 0
        self._ours.recv(1)
        code._obj.value = self.keys.pop(0)
        return 1

    def brlapi_writeWText(self, cursor, text):  # noqa: N802 - the library's name
        self.calls.append(f"={text}")
        return 0 if self.server else -1

    def brlapi_leaveTtyMode(self):  # noqa: N802 - the library's name
        self.calls.append("leave")

    def brlapi_closeConnection(self):  # noqa: N802 - the library's name
        self.calls.append("close")


def reason_missing() -> str | None:
    """Return the reason why brltty cannot be used here, or None."""
    if shutil.which("brltty") is None:
        return "not installed: brltty"
    return "not installed: libbrlapi0.8" if load_library() is None else None


class Display:
    """A simulated display, which brltty drives with its driver "vr" over a socket."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(READY_SECONDS)
        self._line: socket.socket | None = None
        self._received = b""

    @property
    def device(self) -> str:
        """Return the address by which brltty finds the display."""
        return f"client:127.0.0.1:{self._listener.getsockname()[1]}"

    @property
    def shown(self) -> list[str]:
        """Return all texts shown since the display was plugged in, without trailing blanks."""
        texts = SHOWN.findall(self._received.decode("utf-8", "replace"))
        return [re.sub(r"\\(.)", r"\1", text).rstrip() for text in texts]

    def plug_in(self, cells: int) -> None:
        """Wait for brltty, and report this number of cells."""
        self.unplug()
        self._line, _ = self._listener.accept()
        self._received = b""
        self._line.sendall(f"cells {cells}\n".encode())
        self._reader = threading.Thread(target=self._read, args=(self._line,))
        self._reader.start()

    def press(self, command: str) -> None:
        """Press a key, named as brltty's command.

        Wait for the effect of a key before pressing another: the driver may delay the second.
        """
        assert self._line is not None
        self._line.sendall(f"{command}\n".encode())

    def wait_for(self, text: str) -> None:
        """Wait until the display shows this text, which it must not have shown before."""
        wait_until(lambda: self.shown[-1:] == [text], f"the line showing: {text}")

    def unplug(self) -> None:
        """Unplug the display."""
        if self._line is not None:
            with suppress(OSError):  # brltty was killed
                self._line.shutdown(socket.SHUT_RDWR)
            self._reader.join()
            self._line.close()
            self._line = None

    def close(self) -> None:
        self.unplug()
        self._listener.close()

    def _read(self, line: socket.socket) -> None:
        with suppress(ConnectionResetError):  # brltty was killed
            while received := line.recv(4096):
                self._received += received


class Brltty:
    """A brltty process with its own display and port; it needs no special rights."""

    def __init__(self, folder: Path, display: Display):
        self.host = f"127.0.0.1:{_free_port() - FIRST_PORT}"
        self._display = display
        self._command = [
            *("brltty", "-n", "-q", "-f", "/dev/null", "-x", "no", "-s", "no"),
            # The greeting stays for 10 ms; by default it would precede every text for four seconds.
            *("-M", "1", "-b", "vr", "-d", display.device),
            *("-A", f"host={self.host},auth=none"),
            *("-P", f"{folder}/pid", "-W", str(folder), "-U", str(folder)),
        ]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        """Return True if the process was started and has not ended."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """Return the process id, for signals."""
        assert self._process is not None
        return self._process.pid

    def start(self, cells: int = 40) -> None:
        """Start brltty with a display of this many cells."""
        nowhere = subprocess.DEVNULL
        self._process = subprocess.Popen(
            self._command, stdin=nowhere, stdout=nowhere, stderr=nowhere
        )
        self._display.plug_in(cells)

    def kill(self) -> None:
        """Kill the process, as a crash would end it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def _free_port() -> int:
    while True:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            if (port := probe.getsockname()[1]) > FIRST_PORT:
                return int(port)

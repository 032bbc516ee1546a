"""The braille line, with a library that plays BrlAPI and with a real server."""

import os
import shutil
import socket
import subprocess
import threading
from pathlib import Path

import pytest

from audiogames.shell.speakers.brlapi import RETRY_SECONDS, BrailleLine, load_library
from tests import speechkit

#: BrlAPI servers are numbered from this port on.
FIRST_PORT = 4101


class Library:
    """libbrlapi; `server` and `line` say what is there."""

    def __init__(self):
        self.server = True
        self.line = b"Virtual"
        self.cells = 40
        self.knows_terminal = False
        self.calls = []

    def brlapi_openConnection(self, desired, actual):  # noqa: N802 - the library's name
        self.calls.append("open")
        return 5 if self.server else -1

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

    def brlapi_writeWText(self, cursor, text):  # noqa: N802 - the library's name
        self.calls.append(text)
        return 0 if self.server else -1

    def brlapi_leaveTtyMode(self):  # noqa: N802 - the library's name
        self.calls.append("leave")

    def brlapi_closeConnection(self):  # noqa: N802 - the library's name
        self.calls.append("close")


@pytest.fixture
def library():
    return Library()


@pytest.fixture
def line(library):
    line = BrailleLine(lambda: library)
    line.refresh(0.0)
    library.calls.clear()
    return line


def test_our_handler_comes_after_opening_since_the_librarys_own_aborts(library):
    BrailleLine(lambda: library).refresh(0.0)
    assert library.calls == ["open", "handler"]


def test_the_line_is_taken_at_the_first_message_and_kept(library, line):
    assert line.write("36 7c")
    assert line.write("42 Re")
    assert library.calls == ["screen", "keys", "36 7c", "42 Re"]


def test_in_a_known_terminal_only_that_terminals_line_is_taken(library, line):
    library.knows_terminal = True
    assert line.write("36 7c")
    assert library.calls == ["keys", "36 7c"]


def test_the_line_is_given_back_and_taken_again(library, line):
    line.release()
    line.write("36 7c")
    line.release()
    assert line.write("42 Re")
    assert library.calls == ["screen", "keys", "36 7c", "leave", "screen", "keys", "42 Re"]


def test_no_library_is_no_line():
    line = BrailleLine(lambda: None)
    assert not line.refresh(0.0)
    assert not line.write("36 7c")
    line.release()
    line.close()


def test_no_server_is_no_line_and_is_asked_for_again_later(library):
    library.server = False
    line = BrailleLine(lambda: library)
    assert not line.refresh(0.0)
    assert not line.write("36 7c")
    library.server = True
    assert not line.refresh(RETRY_SECONDS - 1)
    assert line.refresh(RETRY_SECONDS)


def test_a_server_without_a_line_is_no_line_until_one_is_plugged_in(library):
    library.line = b"NoBraille"
    line = BrailleLine(lambda: library)
    assert not line.refresh(0.0)
    assert not line.write("36 7c")
    library.line = b"Virtual"
    assert line.refresh(RETRY_SECONDS)
    assert library.calls == ["open", "handler", "close", "open", "handler"]


def test_a_line_that_is_still_starting_is_no_line(library):
    library.cells = 0
    line = BrailleLine(lambda: library)
    assert not line.refresh(0.0)
    library.cells = 40
    assert line.refresh(RETRY_SECONDS)


def test_a_server_that_died_is_noticed_by_the_write(library, line):
    library.server = False
    assert not line.write("36 7c")
    assert not line.found
    library.server = True
    assert line.refresh(RETRY_SECONDS)
    assert line.write("36 7c")


def test_a_server_that_died_is_noticed_by_the_look(library, line):
    library.server = False
    assert not line.refresh(RETRY_SECONDS)
    assert library.calls == ["close", "open"]


class Brltty:
    """A real brltty whose braille line is a socket of ours."""

    def __init__(self, folder: Path):
        self.shown = b""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(speechkit.READY_SECONDS)
        self.host = f"127.0.0.1:{free_port() - FIRST_PORT}"
        device = f"client:127.0.0.1:{self._listener.getsockname()[1]}"
        self._process = subprocess.Popen(
            [
                *("brltty", "-n", "-f", "/dev/null", "-x", "no", "-s", "no"),
                *("-b", "vr", "-d", device, "-A", f"host={self.host},auth=none"),
                *("-P", f"{folder}/pid", "-W", str(folder), "-U", str(folder)),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._line: socket.socket | None = None

    def plug_in(self):
        self._line, _ = self._listener.accept()
        self._line.sendall(b"cells 40\n")
        self._reader = threading.Thread(target=self._read, args=(self._line,))
        self._reader.start()

    def _read(self, line):
        while received := line.recv(4096):
            self.shown += received

    def close(self):
        self._process.kill()
        self._process.wait()
        self._listener.close()
        if self._line is not None:
            self._line.shutdown(socket.SHUT_RDWR)
            self._reader.join()
            self._line.close()


def free_port():
    while True:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            if (port := probe.getsockname()[1]) > FIRST_PORT:
                return port


@pytest.fixture
def brltty(tmp_path, monkeypatch):
    if load_library() is None or shutil.which("brltty") is None:
        pytest.skip("not installed: brltty, libbrlapi")
    if os.geteuid() != 0:
        pytest.skip("brltty starts only as root")
    server = Brltty(tmp_path)
    monkeypatch.setenv("BRLAPI_HOST", server.host)
    for name in ("WINDOWID", "WINDOWPATH", "CONTROLVT", "XDG_VTNR"):
        monkeypatch.delenv(name, raising=False)
    yield server
    server.close()


def test_a_real_server_shows_the_message(brltty):
    line = BrailleLine()
    clock = iter(range(0, 100000, 10))
    brltty.plug_in()
    speechkit.wait_until(lambda: line.refresh(next(clock)), "brltty having a line")
    # It shows its own greeting for some seconds first.
    speechkit.wait_until(
        lambda: line.write("36 7c è") and b'"36 7c \xc3\xa8 ' in brltty.shown, "the message"
    )
    line.close()

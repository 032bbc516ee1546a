"""Tests of the command `web`, which serves the page and prints its address."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from urllib.request import urlopen

import pytest

from audiogames.cli.words import sentence
from audiogames.core.cues import msg
from audiogames.shell.web import opening
from audiogames.shell.web.opening import Showing, show_page
from tests.cli.kit import LOCALES, environ
from tests.kit.programs.host import StaticHost


class Screen:
    """A pseudo-terminal: reads the program's output and sends keys."""

    def __init__(self, descriptor):
        self._descriptor = descriptor
        self._written = b""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        with suppress(OSError):  # the program has ended
            while data := os.read(self._descriptor, 4096):
                self._written += data

    def type(self, keys):
        os.write(self._descriptor, keys.encode())

    def text(self):
        return self._written.decode()


@contextmanager
def on_a_terminal(command, world):
    """Run the command in the foreground of a pseudo-terminal; yield process and terminal."""
    import pty

    process, terminal = pty.fork()
    if process == 0:
        os.execve(command[0], command, world)  # noqa: S606 - our own program
    program = Child(process)
    try:
        yield program, Screen(terminal)
    finally:
        program.kill()


class Child:
    """A forked child process, with the interface of `Popen` that the tests need."""

    def __init__(self, process):
        self._process = process
        self._code = None

    def wait(self, seconds):
        until(self._has_ended, seconds)
        return self._code

    def _has_ended(self):
        process, status = os.waitpid(self._process, os.WNOHANG)
        if process:
            self._code = os.waitstatus_to_exitcode(status)
        return process != 0

    def kill(self):
        if self._code is None:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)


def until(holds, seconds=60):
    """Poll until a condition is true, for at most this many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def site(tmp_path):
    """Return a minimal folder that the command accepts as a built page."""
    folder = tmp_path / "site"
    (folder / "python").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Audiogames</title>", "utf-8")
    (folder / "python" / "parts.json").write_text("{}", "utf-8")
    return folder


@pytest.mark.slow
def test_web_command_prints_the_address_of_the_page_and_stops_on_request(home, site):
    command = [sys.executable, "-m", "audiogames", "--lang", "it", "web", "--site", str(site)]
    with subprocess.Popen(
        [*command, "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ(home),
        text=True,
        encoding="utf-8",
    ) as server:
        first = server.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", first)[0]
        assert first.strip() == sentence(msg("cli-web-open", address=address), LOCALES, "it")
        with urlopen(f"{address}healthz", timeout=20) as answer:  # noqa: S310 - our own address
            assert answer.read() == b"ok\n"
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
    assert (server.returncode, out, err) == (0, "", "")


def test_web_command_refuses_a_taken_or_invalid_port(inside, site):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = inside(
            "--lang", "en", "web", "--site", str(site), "--no-browser", "--port", str(port)
        )
    assert done.code == 1
    assert done.err.strip() == sentence(msg("cli-serve-port-taken", port=port), LOCALES, "en")
    done = inside("--lang", "en", "web", "--port", "many")
    allowed = msg("cli-bad-value", name="--port", value="many", allowed="1-65535")
    assert (done.code, done.err.strip()) == (2, sentence(allowed, LOCALES, "en"))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="terminals are of another kind there")
def test_web_command_reopens_the_page_on_enter_and_ends_on_escape(home, site, tmp_path):
    log, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {log}\n', "utf-8")
    browser.chmod(0o755)
    command = [sys.executable, "-m", "audiogames", "--lang", "en", "web", "--site", str(site)]
    world = environ(home) | {"DISPLAY": ":99", "BROWSER": str(browser)}

    def opened(times):
        until(lambda: log.exists() and len(log.read_text("utf-8").splitlines()) == times)
        return log.read_text("utf-8").splitlines()[-1]

    with on_a_terminal([*command, "--port", "0"], world) as (program, screen):
        first = opened(1)
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", first)
        screen.type("\r")
        assert opened(2) == first
        screen.type("\x1b")
        assert program.wait(30) == 0
    assert "Enter opens the page again. Escape closes the card room." in screen.text()


def test_second_web_command_opens_the_page_already_served(site, monkeypatch):
    said, shown = [], []
    with StaticHost(site) as host:
        monkeypatch.setattr(opening, "PAGE_PORT", host.port)
        monkeypatch.setattr(opening, "has_screen", lambda: True)
        monkeypatch.setattr(opening, "browse", lambda address, _failed: shown.append(address))
        (site.parent / "python").symlink_to(site / "python")  # this host serves the parent folder
        show_page(Showing(site), said.append)
    assert [one.id for one in said] == ["cli-web-again"]
    assert shown == [f"http://127.0.0.1:{host.port}/"]


def test_second_web_command_without_a_browser_prints_only_the_address(site, monkeypatch):
    said = []
    with StaticHost(site) as host:
        monkeypatch.setattr(opening, "PAGE_PORT", host.port)
        (site.parent / "python").symlink_to(site / "python")  # this host serves the parent folder
        show_page(Showing(site, browses=False), said.append)
    assert [one.id for one in said] == ["cli-web-there"]

"""The page of this machine: its keys, the files with them, and how often its owner gets in."""

import json
import os
import re
import sys
import threading
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from audiogames.shell.keys import QUIT, Press
from audiogames.shell.web import opening
from audiogames.shell.web.access import (
    LAUNCH,
    PageKeys,
    RunningPage,
    claim,
    launch_folders,
    remove_launches,
    write_launch,
)
from audiogames.shell.web.console import ConsoleKeys, typed_by
from audiogames.shell.web.opening import PageProgram, Showing, show_page
from tests.kit.pilot import MemoryStorage
from tests.shell.web.kit import played, program, serving, visiting

ADDRESS = "http://127.0.0.1:7500/#a.b"


# --- Keys -----------------------------------------------------------------------------------------


def test_page_key_is_valid_once_and_only_with_its_secret():
    keys = PageKeys()
    key = keys.new()
    assert len(key) <= 64
    assert keys.is_good(key)
    keys.use(key)
    assert not keys.is_good(key)
    assert not PageKeys().is_good(keys.new())
    assert PageKeys(keys.secret).is_good(keys.new())
    for other in ("", ".", "a.b", keys.new()[:-1], "\ud800.é"):
        assert not keys.is_good(other)


def test_owner_returns_to_the_session_with_a_new_key(
    tmp_path,
):
    async def scenario():
        async with serving(tmp_path, is_of_one=True) as server:
            async with visiting(server) as page:
                token = (await page.until("welcome"))["token"]
                async with visiting(server) as again:
                    assert (await again.until("welcome"))["token"] == token
                    await page.until("end")
            async with visiting(server) as after:
                assert (await after.until("welcome"))["token"] == token
            async with visiting(server, key="a.b") as stranger:
                assert "Invio" in (await stranger.until("end"))["text"]
            assert len(server.sessions) == 1

    played(scenario())


# --- Files ----------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="rights say nothing there")
def test_launch_file_opens_the_page_and_is_private(tmp_path):
    before = os.umask(0)
    try:
        path = write_launch([tmp_path / "missing", tmp_path], ADDRESS)
    finally:
        os.umask(before)
    assert path == tmp_path / LAUNCH
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text("utf-8").count(ADDRESS) == 2
    assert write_launch([tmp_path / "missing"], ADDRESS) is None


def test_launch_file_does_not_follow_a_planted_link(tmp_path):
    (tmp_path / "victim").write_text("mine", "utf-8")
    (tmp_path / LAUNCH).symlink_to(tmp_path / "victim")
    assert not write_launch([tmp_path], ADDRESS).is_symlink()
    assert (tmp_path / "victim").read_text("utf-8") == "mine"


def test_old_launch_file_is_removed(tmp_path):
    path = write_launch([tmp_path], ADDRESS)
    remove_launches([tmp_path], 60)
    assert path.exists()
    os.utime(path, (0, 0))
    remove_launches([tmp_path], 60)
    assert not path.exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="snaps are of Linux")
def test_launch_file_is_readable_by_snap_browsers(tmp_path):
    folders = launch_folders(tmp_path / ".hidden")
    first = folders[0].relative_to(Path.home())
    assert not any(part.startswith(".") for part in first.parts)
    assert folders[-1] == tmp_path / ".hidden"


@pytest.mark.skipif(sys.platform == "win32", reason="rights say nothing there")
def test_second_start_finds_the_running_page_by_a_private_file(tmp_path):
    path = tmp_path / "state" / "page.json"
    with claim(path) as first:
        first.tell(7500, "secret")
        assert path.stat().st_mode & 0o777 == 0o600
        with claim(path) as second:
            assert second == RunningPage(7500, "secret")
    assert not path.exists()
    with claim(path) as first:
        assert not isinstance(first, RunningPage)


# --- Opening --------------------------------------------------------------------------------------


class Owner:
    """Somebody at a terminal whose browser notes what it is given to open."""

    def __init__(self, monkeypatch, tmp_path):
        self.told = []
        self.opened = []
        self.asked = threading.Event()
        self.works = True
        monkeypatch.setattr(opening, "has_screen", lambda: True)
        monkeypatch.setattr(opening.webbrowser, "open", self._open)
        self.wish = Showing(
            tmp_path / "reports", 0, access=tmp_path / "page.json", launches=[tmp_path]
        )
        self.program = PageProgram(MemoryStorage, program, lambda _announcement: None)

    def _open(self, address):
        path = Path(url2pathname(urlsplit(address).path))
        self.opened.append((address, path.read_text("utf-8")))
        self.asked.set()
        return self.works

    def start(self):
        show_page(self.wish, self.program, self.told.append)

    def key(self):
        """The key in the file that the browser was given last."""
        assert self.asked.wait(20)
        self.asked.clear()
        return re.search(r"#([^\"]+)\"", self.opened[-1][1])[1]


@pytest.fixture
def owner(monkeypatch, tmp_path):
    return Owner(monkeypatch, tmp_path)


def test_no_secret_is_on_the_browsers_command_line_or_in_the_terminal(owner, tmp_path):
    step = opening.Doorstep(owner.wish, 7500, PageKeys(), owner.told.append, owner.told.append)
    step.open("cli-web-opening")
    key = owner.key()
    assert owner.opened[0][0] == (tmp_path / LAUNCH).as_uri()
    assert [one.id for one in owner.told] == ["cli-web-opening"]
    assert key not in str(owner.told)


def test_failed_browser_or_launch_file_is_announced(owner):
    owner.works = False
    step = opening.Doorstep(owner.wish, 7500, PageKeys(), owner.told.append, owner.told.append)
    step.open("cli-web-opening")
    owner.key()
    for _ in range(1000):
        if len(owner.told) == 2:
            break
        threading.Event().wait(0.01)
    owner.wish = Showing(owner.wish.reports, launches=[Path("/nowhere")])
    opening.Doorstep(owner.wish, 7500, PageKeys(), owner.told.append, print).open("cli-web-again")
    assert [one.id for one in owner.told] == [
        "cli-web-opening",
        "cli-web-no-browser",
        "cli-web-no-file",
    ]


def test_second_start_opens_the_running_page_and_ends(owner):
    with claim(owner.wish.access) as running:
        keys = PageKeys()
        running.tell(7511, keys.secret)
        owner.start()
    assert [one.id for one in owner.told] == ["cli-web-again"]
    assert keys.is_good(owner.key())
    assert "http://127.0.0.1:7511/#" in owner.opened[0][1]


def test_served_page_is_found_by_a_second_start_and_cleans_up(owner, tmp_path, monkeypatch):
    async def serve(_self, _sessions, opened):
        opened()
        port, secret = json.loads(owner.wish.access.read_text("utf-8"))
        assert (port, PageKeys(secret).is_good(owner.key())) == (0, True)

    monkeypatch.setattr(opening.PageServer, "run", serve)
    owner.start()
    kept = [path for path in tmp_path.iterdir() if path.stat().st_size]  # Windows keeps it, empty
    assert kept == []


# --- The terminal ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("\n", "again"),
        ("\r", "again"),
        ("\x1b", "leave"),
        ("\x1b\n", "leave"),
        ("q", "leave"),
        ("q\n", "leave"),
        ("\x1b[A", "explain"),
        ("x", "explain"),
        (" ", "explain"),
    ],
)
def test_every_key_of_the_terminal_is_answered(typed, done):
    did = []
    does = {name: partial(did.append, name) for name in ("again", "leave", "explain")}
    keys = ConsoleKeys(**does)
    keys.take(typed)
    assert did == [done]


@pytest.mark.parametrize(
    ("press", "done"),
    [
        (Press("enter"), ["again"]),
        (Press("escape"), ["leave"]),
        (Press("q", "q"), ["leave"]),
        (Press(QUIT), ["leave"]),
        (Press("alt+f10"), ["explain"]),
        (Press("up"), ["explain"]),
        (Press("à", "à"), ["explain"]),
        (Press("ctrl"), []),
    ],
)
def test_every_key_of_windows_console_is_answered_once(press, done):
    did = []
    does = {name: partial(did.append, name) for name in ("again", "leave", "explain")}
    ConsoleKeys(**does).take(typed_by(press))
    assert did == done

"""Tests of the example game, a separate package: built, installed, played and removed.

Nothing is downloaded, and neither the repository nor its environment is changed.
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

from tests.kit.programs.screen import Screen, reason_missing
from tests.kit.programs.terminal import ROOT, TerminalRun
from tests.kit.programs.transcript import Heard
from tests.kit.waiting import require, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.window]

EXAMPLE = ROOT / "examples" / "audiogames-highcard"
GAME = "highcard"

SOON, PATIENCE = 2.0, 90.0
KEYS = {"home": ("Home", "\x1b[H"), "enter": ("Return", "\r"), "h": ("h", "h")}
"""Keys by their names in xdotool and by the bytes that a terminal sends."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return a folder into which pip has installed the example."""
    built = importlib.util.find_spec("hatchling")
    require(None if built else "not installed: hatchling, which ./check installs")
    place = tmp_path_factory.mktemp("example")
    source = shutil.copytree(EXAMPLE, place / "source")
    alone = ("--no-index", "--no-build-isolation", "--no-deps", "--no-compile", "--quiet")
    ends_well("pip", "install", *alone, "--target", place / "site", source, environ=os.environ)
    return place / "site"


@pytest.fixture
def installed(site, environ):
    """Return environment variables with which Python finds the installed example."""
    outside = os.environ.get("PYTHONPATH", "")
    return {**environ, "PYTHONPATH": os.pathsep.join([str(site), *filter(None, [outside])])}


def run(*command, environ, **more):
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=300, **more,
    )  # fmt: skip


def ends_well(*command, environ):
    done = run(*command, environ=environ)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Listener:
    """A player at a running program, who sends keys and reads announcements."""

    def __init__(self, home, place, send):
        self.heard = Heard(home / "transcript")
        self._place, self._send = place, send

    def press(self, *keys):
        for key in keys:
            self._send(KEYS[key][self._place])

    def cards_played(self):
        """Return the indices of the announcements of this player's own cards."""
        lines = self.heard.lines()
        return [place for place, one in enumerate(lines) if one["message"] == "card-played-you"]

    def has_heard(self, words):
        """Return True if an announcement since the player's last card matches `words`, a pattern.

        The announcement of the card itself is searched too.
        """
        last = self.cards_played()[-1:] or [0]
        return re.search(words, " ".join(self.heard.texts()[last[0] :])) is not None

    def is_asked(self):
        return self.has_heard(r"Your turn\.")

    def has_ended(self):
        return self.has_heard("wins? with|share the win")

    def plays(self):
        """Play the first card of the hand, and wait a short time for its announcement.

        A key that is pressed before the player's turn plays no card.
        """
        before, until = len(self.cards_played()), time.monotonic() + SOON
        self.press("home", "enter")
        while len(self.cards_played()) == before and time.monotonic() < until:
            time.sleep(0.05)


def home_of(folder):
    folder.mkdir()
    settings = {
        "language": "en",
        "pace": 5,
        "thought": 0,
        "rate": 900,
        "speech": "none",
        "gender": "unsaid",
    }
    (folder / "settings.json").write_text(json.dumps(settings), "utf-8")
    return folder


def test_example_game_is_small():
    files = sorted(EXAMPLE.rglob("*.py"))
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= 350


def test_files_outside_the_example_folder_do_not_name_the_example():
    folders = ("audiogames", "locales", "sounds", "tools")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    assert not [path for path in files if GAME.encode() in path.read_bytes()]


def test_example_passes_the_contract_tests(installed):
    said = ends_well(
        "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-k", GAME, ROOT / "tests" / "contract",
        environ=installed,
    )  # fmt: skip
    assert int(re.search(r"(\d+) passed", said)[1]) > 40


def test_example_bots_play_a_match_as_text(installed):
    """A game without a level called "normal" uses the default level that it declares."""
    texts = ("--lang", "it", "--terminal", "--speech", "none")
    said = ends_well("audiogames", "demo", GAME, *texts, environ=installed)
    assert re.search(r"vince con|Vittoria divisa", said)


def test_example_game_is_played_online_from_a_window_and_a_terminal(installed, tmp_path):
    """Two people play a match to its end: one in a window, one in a terminal."""
    require(reason_missing())
    data = ("--data", tmp_path / "server", "--lang", "en", "--speech", "none")
    server = subprocess.Popen(
        [sys.executable, "-m", "audiogames", "serve", "--host", "127.0.0.1", "--port", "0", *data],
        cwd=ROOT, env=installed, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with server, Screen() as screen:
        try:
            told = re.search(r":(\d+)\D*code ((?:\d ?)+)", server.stdout.readline())
            code = told[2].replace(" ", "")
            play_to_the_end(installed, tmp_path, screen, told[1], code)
        finally:
            server.terminate()
            server.communicate()  # its last line is read, so that it can end properly
    assert server.returncode == 0


def play_to_the_end(environ, folder, screen, port, code):
    homes = [home_of(folder / name) for name in ("anna", "bob")]
    join = [
        ("audiogames", "join", f"127.0.0.1:{port}", "--name", home.name.title(), "--transcript",
         home / "transcript", "--code")
        for home in homes
    ]  # fmt: skip
    environs = [{**environ, "AUDIOGAMES_HOME": str(home)} for home in homes]
    window = subprocess.Popen(
        [sys.executable, "-m", *map(str, join[0]), code, "--window"],
        cwd=ROOT, env={**environs[0], "DISPLAY": screen.name},
    )  # fmt: skip
    try:
        anna = Listener(homes[0], 0, screen.press)
        table = opens_a_table(anna)
        with TerminalRun(*join[1], table, "--terminal", environ=environs[1]) as terminal:
            bob = Listener(homes[1], 1, terminal.press)
            anna.heard.waits_for("Bob sits down")
            anna.press("enter")
            wait_until(lambda: play_if_asked([anna, bob]), "the end of the match", PATIENCE)
            assert anna.cards_played()
            assert bob.cards_played()
    finally:
        window.terminate()
        window.wait(20)


def opens_a_table(anna):
    wait_until(
        lambda: "Connected as guest Anna." in " ".join(anna.heard.texts()), "entering", PATIENCE
    )
    anna.press("enter")
    anna.heard.waits_for("Novantanove")
    anna.press("h")
    anna.heard.waits_for("High card")
    anna.press("enter")
    told = anna.heard.waits_for("Code ")
    return re.search(r"Code ((?:\d ?)+)", told)[1].replace(" ", "")


def play_if_asked(players):
    """Let the player to act play a card; return True if the match has ended for all players."""
    for player in players:
        if player.is_asked() and not player.has_ended():
            player.plays()
    return all(player.has_ended() for player in players)


def test_uninstalled_example_leaves_no_trace(installed, site, environ, home):
    """The example's finished match stays in the player's folder, and causes no error."""
    ends_well("audiogames", "simulate", GAME, "--games", "1", "--seed", "1", environ=installed)
    done = run("audiogames", "play", GAME, environ=environ)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert GAME not in done.stderr.partition(":")[2]

"""Two people at one table from two programs: a window in Italian, a terminal in English, a server.

The terminal's line goes through a cable that the test can pull.
"""

import json
import re
import subprocess
import sys
from contextlib import ExitStack
from itertools import groupby

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

from tests.e2e.kit.cable import Cable
from tests.e2e.kit.screen import Screen, reason_missing
from tests.e2e.kit.terminal import ROOT, TerminalRun
from tests.e2e.kit.transcript import Heard
from tests.speechkit import require, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.window]

KEYS = {
    "home": ("Home", "\x1b[H"),
    "down": ("Down", "\x1b[B"),
    "enter": ("Return", "\r"),
    "escape": ("Escape", "\x1b"),
    "alt+c": ("alt+c", "\x1bc"),
    "t": ("t", "t"),
    "b": ("b", "b"),
    "d": ("d", "d"),
}
"""A key as xdotool calls it, and as a terminal sends it."""

WORDS = {
    "it": {
        "turn": "Tocca a te.",
        "write": "Scrivi al tavolo.",
        "scored": "Continua, spazio.",
        "lost": "Connessione persa, provo.",
        "back": "Riconnesso. Non hai perso mosse. Tocca a te.",
    },
    "en": {
        "turn": "Your turn.",
        "write": "Write to the table.",
        "scored": "Go on, space.",
        "lost": "Connection lost, retrying.",
        "back": "Reconnected. You missed no move. Your turn.",
    },
}

TRICKS = 10
STARTING = 90.0
DECLARED = re.compile(r"\b(?:Tu|You|Anna|Bob|Ada|Bruno), ([a-z][\w ]*), [a-z]")


class Player:
    """A person at a program: keys go in, sentences come out."""

    def __init__(self, lang, home, place, send, write):
        self.words = WORDS[lang]
        self.heard = Heard(home / "transcript")
        self._place, self._send, self.write = place, send, write
        self._asked = self._answered = 0

    def press(self, *keys):
        for key in keys:
            self._send(KEYS[key][self._place])

    def waits_for(self, *texts):
        return self.heard.waits_for(*texts)

    def is_in(self, told):
        """Wait for the program to have started and entered: on a busy machine that takes long."""
        wait_until(lambda: told in " ".join(self.heard.texts()), "entering", STARTING)

    def is_asked(self):
        """Whether it has become this player's turn since he played last."""
        return self.words["turn"] in " ".join(self.heard.texts()[self._asked :])

    def plays(self):
        """The first card that the rules take, declared where the box may be ticked."""
        self._asked = len(self.heard.texts())
        self.press("d")
        wait_until(lambda: len(self.heard.texts()) > self._asked, "an answer to D", 30.0)
        self._asked = self._answered = len(self.heard.texts())  # D may have told the turn again
        self.press("home", "enter")
        while self._answer().startswith("refused"):
            self.press("down", "enter")

    def _answer(self):
        """What the last card was answered with, by its message."""
        found = []

        def look():
            lines = self.heard.lines()
            answers = [one for one in lines[self._answered :] if _answers_a_card(one)]
            if answers:
                found.append(answers[0]["message"])
                self._answered = lines.index(answers[0], self._answered) + 1
            return found

        wait_until(look, "an answer to a card", 30.0)
        return found[0]

    def has_scored(self):
        return self.words["scored"] in " ".join(self.heard.texts()[self._asked :])

    def declared(self):
        """What was declared on leading, in its order; the words are the same in all languages.

        What a key cut was told twice.
        """
        found = DECLARED.findall(" ".join(self.heard.texts()))
        return [words for words, _ in groupby(found)]


def _answers_a_card(line):
    return line["priority"] == "reply" and line["message"] != "card"


@pytest.fixture
def stack():
    with ExitStack() as stack:
        yield stack


def make_home(folder, lang):
    folder.mkdir()
    settings = {"language": lang, "rate": 900, "speech": "none", "braille": "off"}
    settings["gender"] = "unsaid"
    (folder / "settings.json").write_text(json.dumps(settings), "utf-8")
    return folder


@pytest.fixture
def served(stack, tmp_path, environ):
    """A real server: its port, and what it wants to be told."""
    command = [sys.executable, "-m", "audiogames", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", tmp_path / "server", "--speech", "none", "--lang", "en"]
    server = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    stack.callback(_ends, server)
    told = server.stdout.readline()
    address = re.search(r":(\d+)\D*code ((?:\d ?)+)", told)
    assert address, told
    return int(address[1]), address[2].replace(" ", "")


def _ends(server):
    server.terminate()
    _, errors = server.communicate(timeout=20)
    assert server.returncode == 0
    assert "Traceback" not in errors


@pytest.fixture
def cable(stack, served):
    cable = Cable(served[0])
    stack.callback(cable.close)
    return cable


def joining(port, name, code, home):
    address = ("join", f"127.0.0.1:{port}", "--name", name, "--code", code)
    return (*address, "--transcript", home / "transcript")


@pytest.fixture
def anna(stack, served, tmp_path, environ):
    """In a window, in Italian, by the server's code."""
    require(reason_missing())
    screen = stack.enter_context(Screen())
    home = make_home(tmp_path / "anna", "it")
    environ = {**environ, "DISPLAY": screen.name, "AUDIOGAMES_HOME": str(home)}
    arguments = joining(served[0], "Anna", served[1], home)
    program = subprocess.Popen(
        [sys.executable, "-m", "audiogames", *arguments, "--window"], cwd=ROOT, env=environ
    )
    stack.callback(program.wait, 20)
    stack.callback(program.terminate)
    player = Player("it", home, 0, screen.press, screen.type)
    player.is_in("Connesso come ospite Anna.")
    return player


@pytest.fixture
def bob(stack, anna, cable, tmp_path, environ):
    """In a terminal, in English, by the code of Anna's table."""
    code = opens_a_table(anna)
    home = make_home(tmp_path / "bob", "en")
    arguments = joining(cable.port, "Bob", code, home)
    run = TerminalRun(
        "audiogames", *arguments, "--terminal", environ={**environ, "AUDIOGAMES_HOME": str(home)}
    )
    stack.callback(run.__exit__)
    player = Player("en", home, 1, run.press, run.press)
    player.is_in("Connected as guest Bob.")
    return player


def opens_a_table(player):
    """A private table of Tressette; its code."""
    player.press("enter")
    player.waits_for("Novantanove")
    player.press("t")
    player.waits_for("Tressette")
    player.press("enter")
    player.waits_for("Tavolo privato.")
    found = re.search(r"Codice ((?:\d ?)+)", " ".join(player.heard.texts()))
    return found[1].replace(" ", "")


def begins(anna, bob):
    """Two bots, and the first deal."""
    anna.waits_for("Bob si siede.")
    for _ in range(2):
        anna.press("b")
        anna.waits_for("si siede")
    anna.press("enter")
    bob.waits_for("deal")


def chats(sender, hearer, text, told, heard):
    sender.press("alt+c")
    sender.waits_for(sender.words["write"])
    sender.write(text)
    sender.press("enter")
    sender.waits_for(told)
    sender.press("escape")
    hearer.waits_for(heard)


def next_asked(players):
    """Whoever is asked next."""
    asked = []

    def look():
        asked[:] = [player for player in players if player.is_asked()]
        return asked

    wait_until(look, "somebody's turn", 30.0)
    return asked[0]


def test_a_whole_deal_in_two_languages_and_a_pulled_cable(anna, bob, cable):
    begins(anna, bob)
    chats(anna, bob, "ciao", "Tu: ciao.", "Anna: ciao.")
    chats(bob, anna, "hello", "You: hello.", "Bob: hello.")
    pulled = False
    for _ in range(2 * TRICKS):
        player = next_asked((anna, bob))
        if player is bob and not pulled:
            pulled = True
            cable.pull()
            bob.waits_for(bob.words["lost"])
            cable.put_in()
            bob.waits_for(bob.words["back"])
        player.plays()
    for player in (anna, bob):
        wait_until(player.has_scored, "the deal being scored")
    assert anna.declared()
    assert anna.declared() == bob.declared()

"""Players at one online table, each with a program that gets keys and makes announcements."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import contextmanager
from itertools import groupby

from tests.kit.programs.terminal import ROOT
from tests.kit.programs.transcript import Heard
from tests.kit.waiting import wait_until

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
"""Keys by their names in xdotool and by the bytes that a terminal sends."""

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
DECLARED = re.compile(r"\b(?:Tu|You|Anna|Bob|Ada|Bruno), (?!bot,)([a-z][\w ]*), [a-z]")


TOO_SOON = ("news", "one-moment")
"""The answers to a card that was played before all news was delivered; no move was made."""


class Player:
    """A player at a running program, who sends keys and reads announcements."""

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
        """Wait until this sentence shows that the program is connected, even on a slow machine."""
        wait_until(lambda: told in " ".join(self.heard.texts()), "entering", STARTING)

    def is_asked(self):
        """Return True if this player's turn was announced since they last played."""
        return self.words["turn"] in " ".join(self.heard.texts()[self._asked :])

    def plays(self):
        """Play the first legal card, and tick a checkbox for a declaration if possible.

        If the card was pressed before all news was delivered, the program repeats the news or says
        "one moment"; then the card is played again.
        """
        self._asked = len(self.heard.texts())
        self.press("d")
        wait_until(lambda: len(self.heard.texts()) > self._asked, "an answer to D", 30.0)
        self._asked = self._answered = len(self.heard.texts())  # D may have repeated the turn
        self.press("home", "enter")
        while (answer := self._answer()).startswith(("refused", *TOO_SOON)):
            self.press(*(("enter",) if answer.startswith(TOO_SOON) else ("down", "enter")))

    def _answer(self):
        """Wait for the program's answer to the card just played; return its message id."""
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
        """Return the announced declarations, which are the same words in all languages.

        Consecutive repeats are left out, as a declaration interrupted by a key is announced again.
        """
        found = DECLARED.findall(" ".join(self.heard.texts()))
        return [words for words, _ in groupby(found)]


def _answers_a_card(line):
    return line["priority"] == "reply" and line["message"] != "card"


def make_home(folder, lang):
    folder.mkdir()
    settings = {"language": lang, "rate": 900, "speech": "none", "braille": "off"}
    settings["gender"] = "unsaid"
    (folder / "settings.json").write_text(json.dumps(settings), "utf-8")
    return folder


def joining(port, name, code, home):
    address = ("join", f"127.0.0.1:{port}", "--name", name, "--code", code)
    return (*address, "--transcript", home / "transcript")


@contextmanager
def tables(folder, environ, *more):
    """Run a real local server; yield its port and the code that it requires."""
    command = [sys.executable, "-m", "audiogames", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", folder, "--speech", "none", "--lang", "en", *more]
    server = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        told = server.stdout.readline()
        address = re.search(r":(\d+)\D*code ((?:\d ?)+)", told)
        assert address, told
        yield int(address[1]), address[2].replace(" ", "")
    finally:
        server.terminate()
        _, errors = server.communicate(timeout=20)
    assert server.returncode == 0
    assert "Traceback" not in errors

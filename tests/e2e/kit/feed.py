"""The other end of a page's line: here a test says what the program says."""

from __future__ import annotations

import json

import pytest

WORDS = {
    "again": "Di nuovo: {text}", "once-more": "Ancora: {text}", "back": "Indietro", "keys": "Tasti",
    "lost": "La linea è caduta.", "retry": "Riprova", "ask-turn": "Turno", "ask-score": "Punti",
    "ask-centre": "Tavolo",
}  # fmt: skip
WELCOME = {"t": "welcome", "token": "t", "lang": "it", "words": WORDS}


class Program:
    """The other end of the line, in the hands of a test."""

    def __init__(self, page, address):
        self.page = page
        self.lines = []
        self.heard = []
        page.page.route_web_socket("**/play", self._answer)
        page.open(address)

    def _answer(self, line):
        self.lines.append(line)
        line.on_message(self._hear)

    def _hear(self, text):
        message = json.loads(text)
        self.heard.append(message)
        if message["t"] == "hello":
            self.send(WELCOME)

    def send(self, *messages):
        for message in messages:
            self.lines[-1].send(json.dumps(message))

    def say(self, *texts, first=1, **more):
        """Announcements, all at once, numbered from the first on."""
        usual = {"lang": "it", "braille": "", "interrupt": False, "spoken": True}
        for n, text in enumerate(texts, first):
            self.send({"t": "say", "n": n, "text": text, **usual, **more})

    def placed(self):
        return [message["n"] for message in self.heard if message["t"] == "placed"]

    def waits_for(self, script, arg=None):
        self.page.page.wait_for_function(script, arg=arg)

    def waits_until_heard(self, what):
        """Until the page has sent a message of this kind."""
        for _ in range(1000):
            if any(map(what, self.heard)):
                return
            self.page.page.wait_for_timeout(20)
        pytest.fail("the page did not send it")

    def waits_until_placed(self, n):
        self.waits_until_heard(lambda message: message == {"t": "placed", "n": n})

    def draws(self, **frame):
        """Send a frame and wait until it is there: its title says so."""
        frame = {"title": "Tavolo", **frame}
        self.send({"t": "frame", "frame": frame})
        self.page.wait_for_title(frame["title"])

"""The other end of a page's line: here a test says what the program says."""

from __future__ import annotations

import json
import time

from tests.kit.programs.browser import PATIENCE

WORDS = {
    "again": "Di nuovo: {text}", "once-more": "Ancora: {text}", "back": "Indietro", "keys": "Tasti",
    "lost": "La linea è caduta.", "retry": "Riprova", "laid": "In tavola",
}  # fmt: skip
SILENCE = {"quiet": 100_000, "dead": 200_000}
"""A test says nothing for as long as it likes."""

WELCOME = {"t": "welcome", "token": "t", "lang": "it", "words": WORDS, **SILENCE}


class Program:
    """The other end of the line, in the hands of a test."""

    def __init__(self, page, address, *, stopped=False, silence=SILENCE):
        """`stopped`: the page's clock goes on only by `passes`."""
        self._welcome = {**WELCOME, **silence}
        self.page = page
        self.lines = []
        self.heard = []
        self.frames = 0
        self._stopped = stopped
        page.page.route_web_socket("**/play", self._answer)
        if stopped:
            page.page.clock.install(time=0)
        page.open(address)
        if stopped:
            page.page.clock.pause_at(60_000)

    def passes(self, milliseconds):
        """Let time go on in the page."""
        self.page.page.clock.run_for(milliseconds)

    def _answer(self, line):
        self.lines.append(line)
        line.on_message(self._hear)

    def _hear(self, text):
        message = json.loads(text)
        self.heard.append(message)
        if message["t"] == "hello":
            self.send(self._welcome)

    def send(self, *messages):
        for message in messages:
            self.lines[-1].send(json.dumps(message))

    def say(self, *texts, first=1, **more):
        """Announcements, all at once, numbered from the first on.

        Where the page's clock stands still, the page has them when this returns.
        """
        usual = {"lang": "it", "braille": "", "interrupt": False, "spoken": True}
        for n, text in enumerate(texts, first):
            self.send({"t": "say", "n": n, "text": text, **usual, **more})
        if self._stopped:
            self.draws()  # messages are taken in order

    def placed(self):
        return [message["n"] for message in self.heard if message["t"] == "placed"]

    def waits_for(self, script, arg=None):
        self.page.page.wait_for_function(script, arg=arg)

    def waits_until_heard(self, what):
        """Until the page has sent a message of this kind."""
        end = time.monotonic() + PATIENCE / 1000
        while not any(map(what, self.heard)):
            assert time.monotonic() < end, "the page did not send it"
            self.page.page.wait_for_timeout(20)

    def waits_until_placed(self, n):
        self.waits_until_heard(lambda message: message == {"t": "placed", "n": n})

    def draws(self, **frame):
        """Send a frame and wait until it is there: its status says so."""
        self.frames += 1
        frame = {"title": "Tavolo", "status": f"Frame {self.frames}.", **frame}
        if sheet := frame.get("sheet"):
            clicks = [{} for _ in sheet["names"] for _ in sheet["heads"]]
            frame["sheet"] = {"clicks": clicks, **sheet}
        self.send({"t": "frame", "frame": frame})
        self.waits_for(
            "told => document.getElementById('status').textContent === told", frame["status"]
        )


def card(rank, suit, **more):
    """A card of the French pack, as frames have it."""
    names = {"h": "cuori", "s": "picche"}
    more = {"id": f"{rank}{suit}", "letter": suit, **more}
    return {
        "rank": rank,
        "suit": suit,
        "pack": "french",
        "name": f"{rank} di {names[suit]}.",
    } | more

"""A fake of the program behind a page: the test sends its messages to the page."""

from __future__ import annotations

import json
import time

from tests.kit.programs.browser import PATIENCE

WORDS = {
    "again": "Di nuovo: {text}", "once-more": "Ancora: {text}", "back": "Indietro", "keys": "Tasti",
    "laid": "In tavola",
}  # fmt: skip

WELCOME = {"t": "welcome", "lang": "it", "words": WORDS}

WORKER = """
window.workers = [];
window.answers = true;
window.Worker = class {
  constructor() { workers.push(this); }
  postMessage(text) {
    heardByTest(text);
    const { t } = JSON.parse(text);
    if (t === "hello") queueMicrotask(() => this.onmessage({ data: WELCOME }));
    if (t === "alive" && answers) queueMicrotask(() => this.onmessage({ data: '{"t":"alive"}' }));
  }
  terminate() {}
};
"""
"""A worker without the program: the test receives its messages and sends the answers."""


class Program:
    """The fake program that the page communicates with, controlled by a test."""

    def __init__(self, page, address, *, stopped=False):
        """Open the page; if `stopped`, the page's clock advances only by `passes`."""
        self.page = page
        self.heard = []
        self.frames = 0
        page.page.expose_function("heardByTest", lambda text: self.heard.append(json.loads(text)))
        welcome = json.dumps(json.dumps(WELCOME))
        page.page.add_init_script(WORKER.replace("WELCOME", welcome))
        if stopped:
            page.page.clock.install(time=0)
        page.open(address)
        if stopped:
            page.page.clock.pause_at(60_000)
        self.send({"t": "forget"})  # the message that it was loading
        page.page.evaluate("placed.length = 0")

    def passes(self, milliseconds):
        """Advance the page's stopped clock."""
        self.page.page.clock.run_for(milliseconds)

    def send(self, *messages):
        self.page.page.evaluate(
            "texts => texts.forEach((data) => workers.at(-1).onmessage({ data }))",
            list(map(json.dumps, messages)),
        )

    def say(self, *texts, first=1, **more):
        """Send announcements together, numbered from `first` on."""
        usual = {"lang": "it", "braille": "", "interrupt": False, "spoken": True}
        numbered = enumerate(texts, first)
        self.send(*({"t": "say", "n": n, "text": text, **usual, **more} for n, text in numbered))

    def placed(self):
        return [message["n"] for message in self.heard if message["t"] == "placed"]

    def waits_for(self, script, arg=None):
        self.page.page.wait_for_function(script, arg=arg)

    def waits_until_heard(self, what):
        """Wait until the page has sent a message for which `what` returns True."""
        end = time.monotonic() + PATIENCE / 1000
        while not any(map(what, self.heard)):
            assert time.monotonic() < end, "the page did not send it"
            self.page.page.wait_for_timeout(20)

    def waits_until_placed(self, n):
        self.waits_until_heard(lambda message: message == {"t": "placed", "n": n})

    def draws(self, **frame):
        """Send a frame, and wait until the page has drawn it."""
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
    """Return a French card as it is encoded in frames."""
    names = {"h": "cuori", "s": "picche"}
    more = {"id": f"{rank}{suit}", "letter": suit, **more}
    return {
        "rank": rank,
        "suit": suit,
        "pack": "french",
        "name": f"{rank} di {names[suit]}.",
    } | more

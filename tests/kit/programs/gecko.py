"""Controls the web page in Firefox through WebDriver BiDi, for a tool outside ./check.

It has the methods that a whole match needs (`tests/kit/programs/whole_match.py`).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from websockets.sync.client import connect

from tests.kit.programs.browser import KEEP, OBSERVER, PATIENCE, TOLD, USUAL
from tests.kit.waiting import wait_until

FIREFOX = "firefox-esr"
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")

QUIET = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.tabs.warnOnClose": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "nimbus.rollouts.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
"""Settings for a browser that calls no server and asks the user nothing."""

START = "data:text/html,<title>Start</title>"
"""The first page; on a blank page the focus would be in the address field."""

CENTRE = """(selector, place) => {
  const isShown = (one) => one.getClientRects().length > 0;
  const wanted = [...document.querySelectorAll(selector)].filter(isShown)[place];
  wanted?.scrollIntoView({ block: "nearest" });
  const box = wanted?.getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2].map(Math.round) : null;
}"""


def reason_missing():
    """Return why Firefox cannot be controlled on this machine, or None."""
    return None if shutil.which(FIREFOX) else f"not installed: {FIREFOX}"


@contextmanager
def firefox(desktop=None):
    """Start Firefox with a new profile, and yield its only page.

    `desktop` is the environment of a test desktop, on whose screen Firefox is shown.  Without it,
    Firefox shows no window.
    """
    with tempfile.TemporaryDirectory(prefix="firefox-") as profile:
        lines = (f'user_pref("{name}", {json.dumps(value)});' for name, value in QUIET.items())
        (Path(profile) / "user.js").write_text("\n".join(lines), "utf-8")
        command = [FIREFOX, "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        shown = ["--kiosk"] if desktop else ["--headless"]
        environ = None if desktop is None else {**desktop, "GNOME_ACCESSIBILITY": "1"}
        told = Path(profile) / "told"
        with told.open("w") as out:
            program = subprocess.Popen(
                [*command, *shown, START], env=environ, stdout=out, stderr=out
            )
        try:
            wait_until(lambda: LISTENS.search(told.read_text("utf-8")), "Firefox", PATIENCE / 1000)
            address = LISTENS.search(told.read_text("utf-8"))[1]
            with connect(f"{address}/session", max_size=None) as line:
                yield GeckoPage(line)
        finally:
            program.terminate()
            program.wait()


class GeckoPage:
    """A page in Firefox, with the methods of `Page` that are needed to play a whole match."""

    def __init__(self, line):
        self._line, self._number = line, 0
        self._call("session.new", capabilities={})
        tree = self._call("browsingContext.getTree")
        self._place = tree["contexts"][0]["context"]
        self._before_each_page(OBSERVER)
        self._before_each_page(TOLD)

    def _before_each_page(self, script):
        self._call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def keep(self, values=MappingProxyType({}), **settings):
        """Store these texts, and settings for fast play, in the browser before the page loads."""
        texts = {"settings": json.dumps({**USUAL, **settings}), **values}
        self._before_each_page(KEEP % json.dumps(texts))

    def told(self):
        """Return the announcements that the program has sent since the page was loaded."""
        return self.evaluate("told")

    def open(self, address):
        """Load the page, and wait for the first screen."""
        self._call("browsingContext.navigate", context=self._place, url=address, wait="complete")
        self._waits_for("() => document.querySelector('#bar button') !== null")

    def evaluate(self, script, *args):
        """Evaluate an expression in the page, or call a function there; return the result."""
        called = script if "=>" in script else f"() => ({script})"
        whole = f"(given) => JSON.stringify(({called})(...JSON.parse(given)) ?? null)"
        answer = self._call(
            "script.callFunction",
            functionDeclaration=whole,
            arguments=[{"type": "string", "value": json.dumps(args)}],
            target={"context": self._place},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def pause(self, milliseconds):
        """Let the page run for this time."""
        time.sleep(milliseconds / 1000)

    def focus_table(self):
        """Move the focus into the page, to the table."""
        self._call("browsingContext.activate", context=self._place)
        self._click(1, 1)
        self.evaluate("() => document.getElementById('table').focus()")

    def click_shown(self, selector, place=0):
        """Click the visible element with index `place` among those that match `selector`.

        If the element disappears before the click, do nothing.
        """
        centre = self.evaluate(CENTRE, selector, place)
        if centre is not None:
            self._click(*centre)

    def listen(self, more_than=0):
        """Wait until more than this many announcements were shown, the last one long enough."""
        self._waits_for(
            "told => placed.length > told && performance.now() - placed.at(-1).at > 600", more_than
        )

    def placed(self):
        """Return the announcements added to the live region since the page was loaded."""
        return self.evaluate("placed")

    def _click(self, x, y):
        where = {"type": "pointerMove", "x": x, "y": y}
        press = [where, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        hand = {"type": "pointer", "id": "hand", "actions": press}
        self._call("input.performActions", context=self._place, actions=[hand])

    def _waits_for(self, script, *args):
        end = time.monotonic() + PATIENCE / 1000
        while not self.evaluate(script, *args):
            assert time.monotonic() < end, f"the page did not come to {script}"
            self.pause(50)

    def _call(self, method, **given):
        """Send a command; return its result, skipping events that arrive before it."""
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": given}))
        while (message := json.loads(self._line.recv())).get("id") != self._number:
            continue
        assert message["type"] == "success", message
        return message["result"]

"""Plays one match on the page and in a terminal, and compares the announcements.

Both programs get the same keys.
"""

from __future__ import annotations

import difflib
import re
import time

import pytest

from audiogames.app.favourites import favourite_of, written_favourites
from audiogames.core.options import read_options
from audiogames.core.registry import game
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.kit.programs.transcript import Heard
from tests.kit.programs.whole_match import SHORT
from tests.kit.waiting import wait_until

SENTENCE = re.compile(r"(?<=[.!?:]) ")

SETTLED = 0.8
"""Seconds after which the last announcement counts as delivered, in both programs."""

KEYS = {
    "enter": ("Enter", "\r"),
    "home": ("Home", "\x1b[H"),
    "down": ("ArrowDown", "\x1b[B"),
    "space": (" ", " "),
}
"""Keys by their names in browsers and by the bytes that a terminal sends; letters are equal."""

STATE = """() => {
  const isShown = (one) => one.getClientRects().length > 0;
  const all = (query) => [...document.querySelectorAll(query)].filter(isShown);
  const at = (found, is) => found.findIndex((one) => one.classList.contains(is));
  const cards = all("#hand button"), rows = all("#rows button");
  return {
    over: told.some((text) => text.includes("Ancora, spazio.")),
    asked: all("#buttons .deed")[0]?.dataset.is.split(" ").at(-1) ?? null,
    row: rows.length ? at(rows, "focused") : null,
    ready: cards.flatMap((one, place) => one.classList.contains("ready") ? [place] : []),
    focused: at(cards, "focused"),
    since: placed.at(-1)?.text.endsWith(told.at(-1)) ? performance.now() - placed.at(-1).at : 0,
  };
}"""


def short_table(game_id, level):
    """Return settings with the shortest match of this game as a favourite."""
    seats, options = SHORT[game_id]
    spec, me = game(game_id), Player("Io")
    setup = Setup(spec, read_options(spec.options, options), (me,), level=level).filled(seats)
    return {"favourites": written_favourites([favourite_of("Breve", setup, me)])}


def command(game_id, level, seed, playouts):
    """Return command line arguments that start the page's match in a terminal."""
    seats, options = SHORT[game_id]
    given = [f"--option={name}={value}" for name, value in options.items()]
    wishes = {"players": seats, "bot": level, "seed": seed, "playouts": playouts}
    return ["play", game_id, *given, *(f"--{name}={value}" for name, value in wishes.items())]


def sentences(texts):
    """Split these announcements into sentences."""
    return [one for one in SENTENCE.split(" ".join(texts)) if one]


def _next_key(state, last):
    """Return the key to press next, or None while another seat is to move."""
    if state["row"] is not None:
        return "enter" if state["row"] == 0 else "home"
    if state["asked"] and not (state["ready"] and state["asked"] == last):
        return state["asked"]
    if state["ready"] and state["focused"] not in state["ready"]:
        return "down" if 0 <= state["focused"] < state["ready"][-1] else "home"
    return "enter" if state["ready"] else None


class SideBySide:
    """A page and a program in a terminal that play the same match by the same keys."""

    def __init__(self, page, run, transcript):
        self.page = page
        self._run = run
        self._heard = Heard(transcript)
        self._first = len(page.told())
        self._own, self._own_since = [], 0.0

    def play(self, seconds):
        """Play the first legal card at each turn until the match ends, comparing announcements."""
        end, last = time.monotonic() + seconds, None
        while time.monotonic() < end:
            state = self.page.evaluate(STATE)
            if state["over"]:
                return self.agree()
            key = _next_key(state, last)
            if key and state["since"] > 1000 * SETTLED:
                self.agree()
                self._press(key)
                last = state["asked"]
            self.page.pause(50)
        raise AssertionError(f"the match has come to a stand: {self.page.told()[-5:]}")

    def _press(self, key):
        """Press a key in both programs, and wait for an announcement of each."""
        in_browser, in_terminal = KEYS.get(key, (key, key))
        told = len(self.page.told()), len(self._heard.texts())
        self.page.press(in_browser)
        self._run.press(in_terminal)
        wait_until(lambda: len(self.page.told()) > told[0], f"the page's answer to {key}")
        wait_until(lambda: len(self._heard.texts()) > told[1], f"the program's answer to {key}")

    def agree(self):
        """Wait until both programs have announced the same sentences and are silent."""
        seen = []

        def is_settled():
            self._run.drain()
            page = sentences(self.page.told()[self._first :])
            own = self._said_by_program()
            both = min(len(page), len(own))
            assert page[:both] == own[:both], _differences(page, own)
            seen[:] = [page, own]
            return page == own and time.monotonic() - self._own_since > SETTLED

        try:
            wait_until(is_settled, "both saying the same")
        except pytest.fail.Exception:
            pytest.fail(_differences(*seen), pytrace=False)

    def _said_by_program(self):
        own = sentences(self._heard.texts())
        if own != self._own:
            self._own, self._own_since = own, time.monotonic()
        return own


def _differences(page, own):
    return "\n".join(difflib.unified_diff(page, own, "page", "program", n=3, lineterm=""))

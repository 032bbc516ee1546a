"""Plays a whole match on the page by keys or buttons, and compares Orca's speech with it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from audiogames.core.registry import game
from audiogames.table.seats import BOT, Player
from tests.contract.walk import Plan, Walk
from tests.kit.programs.browser import REPEATED

SHORT = {
    "novantanove": (3, {"tokens": 2}),
    "invido": (2, {}),
    "tressette": (4, {"target": 21}),
    "wist": (4, {"form": "eight"}),
    "scopa": (2, {"points": 1}),
    "briscola": (2, {"deals": 1}),
}
"""Seats and options with which a match is as short as possible."""

NAMES = ("Eva", "Ada", "Bruno", "Carla")
ECHO = re.compile(r"^\w+ ?$")
"""The announcement by which Orca echoes a pressed key."""

STATE = """() => {
  const AGAIN = ["Ancora, spazio.", "Again, space.", "Puoi giocare ancora", "You can play again"];
  const isShown = (one) => one.getClientRects().length > 0;
  const shown = (query) => [...document.querySelectorAll(query)].find(isShown);
  const deeds = [...document.querySelectorAll("#buttons .deed")].filter(isShown);
  const [deed] = deeds;
  const cards = [...document.querySelectorAll("#hand button")];
  const focused = cards.find((one) => one.classList.contains("focused"));
  return {
    over: placed.some(({ text }) => AGAIN.some((words) => text.includes(words))),
    deed: deed ? deed.textContent : null,
    place: deeds.indexOf(deed),
    row: Boolean(shown("#rows button")),
    first: shown("#rows button")?.classList.contains("focused") ?? false,
    ready: Boolean(shown("#hand .ready")),
    last: focused === cards.at(-1),
    here: focused?.classList.contains("ready") ?? false,
    told: placed.length,
    said: placed.at(-1)?.text ?? "",
    times: placed.filter(({ text }) => text === placed.at(-1).text).length,
    quiet: placed.length > 0 && performance.now() - placed.at(-1).at > 700,
  };
}"""
PROBE = """words => {
  const told = document.createElement("p");
  told.textContent = words;
  document.getElementById("live").append(told);
  setTimeout(() => told.remove(), 3000);
}"""
BY_SPACE = ("Avanti", "Go on", "Pesca", "Draw")
"""Buttons of the table that Space presses; the page does not know their keys."""
ACCEPT = "a"
"""The key of the first button when a call in Invido waits for an answer."""
X_NAMES = {"enter": "Return", "escape": "Escape", "home": "Home", "down": "Down"}


def just_begun(game_id):
    """Return the log of a short match of this game without any moves, ready to be resumed."""
    seats, options = SHORT[game_id]
    walk = Walk(game(game_id), Plan(seats, options, (0,), 0))
    players = [Player(NAMES[0]), *(Player(name, BOT, "easy") for name in NAMES[1:seats])]
    walk.log.header.players[:] = [player.written() for player in players]
    return walk.log.text()


def lay_out(home, game_id):
    """Save a short match without moves in the home folder, so that the program can resume it."""
    (home / "matches").mkdir()
    (home / "matches" / "short.jsonl").write_text(just_begun(game_id), "utf-8")


class ByKeys:
    """A way to play by keys, which Orca receives before the page, as with a real player."""

    def __init__(self, page, orca):
        self.orca = orca

    def resume(self):
        """Resume the match from the main menu."""
        self.orca.screen.press("Return")

    def take_turn(self, state):
        key = "enter"
        if state["row"]:
            key = "enter" if state["first"] else "home"  # another answer may repeat the question
        elif state["deed"]:
            key = "space" if state["deed"].startswith(BY_SPACE) else ACCEPT
        elif state["ready"] and not state["here"]:
            key = "home" if state["last"] else "down"
        self.orca.screen.press(X_NAMES.get(key, key))


class ByButtons:
    """A way to play by clicking buttons, as a screen reader does on a touch screen."""

    def __init__(self, page, orca):
        self.page = page

    def resume(self):
        self.page.click_shown("#rows button")

    def take_turn(self, state):
        wanted = "#buttons .deed" if state["deed"] else "#hand .ready, #rows button"
        place = state["place"] if state["deed"] else 0
        self.page.click_shown(wanted, place)


def play(page, orca, way, seconds):
    """Play until the result is announced; return False if that takes more than `seconds`.

    Each key is pressed only after all announcements are spoken, as a key makes Orca drop
    the rest.
    """
    until, last = time.monotonic() + seconds, None
    while time.monotonic() < until:
        state = page.evaluate(STATE)
        if state["ready"] and state["deed"] == last:
            state["deed"] = None  # a ticked box could be unticked and ticked for ever
        if state["over"] and state["quiet"]:
            return True
        if state["quiet"] and (state["deed"] or state["row"] or state["ready"]):
            _wait_for_words(orca, state["said"], state["times"])
            way.take_turn(state)
            last = state["deed"]
            _wait_for_more(page, state["told"], until)
        page.pause(50)
    return False


def _wait_for_words(orca, words, times):
    """Wait a few seconds until Orca has spoken these words this often; it may have lost some."""
    soon = time.monotonic() + 5
    while time.monotonic() < soon and sum(words in one for one in orca.texts()) < times:
        time.sleep(0.05)


def _wait_for_more(page, told, until):
    """Wait at most five seconds for a new announcement, as some keys announce nothing."""
    soon = min(until, time.monotonic() + 5)
    while time.monotonic() < soon and page.evaluate("placed.length") <= told:
        page.pause(30)


@dataclass
class Beside:
    """The result of comparing Orca's speech with the transcript.

    It counts correct sentences and lists interrupted, lost and additional ones.  Orca's echoes
    of keys are ignored.  An interrupted sentence does not count as lost if the program repeated
    it before its answer to the interrupting key.
    """

    right: int
    cut: list[str]
    lost: list[str]
    between: list[str]


def beside(told, utterances):
    """Compare the transcript with Orca's utterances, in order."""
    missing, between, right = [], [], 0
    left = list(enumerate(told))
    for utterance in utterances:
        rest = REPEATED.sub("", utterance).strip()
        matched = _matched([line for _, line in left], rest)
        if matched is None:
            between += [] if ECHO.match(utterance) else [utterance]
            continue
        skipped, count = matched
        missing += left[:skipped]
        right += count
        left = left[skipped + count :]
    cut, lost = [], []
    for place, line in (*missing, *left):
        # If a text was announced twice, the spoken one is taken for the first.
        is_same = told[max(0, place - 1) : place] == [line]
        is_again = any(later.startswith(line) for later in told[place + 1 : place + 2])
        (cut if is_again or is_same else lost).append(line)
    return Beside(right, cut, lost, between)


def _matched(left, rest):
    """Find consecutive lines of `left` that, when they are joined, equal `rest`.

    Return how many lines precede them, and how many they are; None if there are none.
    """
    for skipped in range(len(left)):
        text, count = "", 0
        while skipped + count < len(left) and len(text) < len(rest):
            text = f"{text} {left[skipped + count]}".strip()
            count += 1
        if text == rest:
            return skipped, count
    return None


def probe_of(page):
    """Return a function that briefly puts a text into the page's empty live region."""
    return lambda words: page.evaluate(PROBE, words)

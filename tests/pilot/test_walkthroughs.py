"""Plays the walkthroughs in README and docs/play, and checks every sentence that they quote.

Each numbered step of a page has its keys here.  A step names every key that it presses, and every
sentence that it quotes must be heard by its end, in the order of the page.  Matches are started by
the command that the page names, with its seed.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from audiogames.app.screens.online.entrance import Entrance
from audiogames.cli import arguments
from audiogames.net.address import PORT
from audiogames.shell.server.opening import Serving, opening_words
from audiogames.table.setup import Setup
from tests.kit.internet import Internet, OnlinePilot
from tests.kit.online import play
from tests.kit.pilot import Pilot

ROOT = Path(__file__).resolve().parents[2]
STEP = re.compile(r"^\d+\. (.*(?:\n   .*)*)", re.MULTILINE)
QUOTE = re.compile(r'"([^"\n]+)"')
ONLINE = "docs/play/online.md"
SEEDED = re.compile(r"`\./play (play [^`]*--seed \d+)`")

LISTEN = 15.0
"""Seconds until the others have moved; a number among the keys means this wait."""

Keys = list[str | float]

FIRST_START: list[Keys] = [
    [],
    ["down"],
    ["enter"],
    [2.85, "enter"],
    ["f1", "escape"],
    ["enter"],
    ["enter"],
    ["b"],
    ["b"],
    ["alt+o", "down", "right", "left", "escape"],
    ["enter", LISTEN],
]

WALKS: dict[str, list[Keys]] = {
    "README.md": [
        ["down", "enter"],
        [2.85, "enter"],
        ["enter", "enter"],
        ["b", "b", "enter"],
        [LISTEN, "home", "down", "x", "enter"],
        ["space"],
        ["c", "s", "t", LISTEN, "e"],
        ["f1", "escape", "ctrl+f1", "escape"],
    ],
    "docs/play/briscola.md": [
        [LISTEN],
        ["h"],
        ["home", "x"],
        ["enter"],
        ["home", "enter", LISTEN],
        ["c", "l"],
        ["b", "m", "v", "s"],
        [],
    ],
    "docs/play/invido.md": [
        [LISTEN],
        ["i", LISTEN],
        ["v"],
        ["a"],
        ["home", "enter", LISTEN],
        ["w", "s", "shift+s", "t"],
        ["k"],
    ],
    "docs/play/tressette.md": [
        [LISTEN],
        ["h"],
        ["home", "x"],
        ["d", "enter", LISTEN],
        ["home", "d"],
        [],
        ["shift+d", "enter", "escape"],
        [],
    ],
    "docs/play/wist.md": [
        [LISTEN],
        [],
        ["h", "b"],
        ["4", "enter", LISTEN],
        ["right", "enter"],
        ["w", "a", "l"],
        ["shift+s"],
        [],
    ],
    "docs/play/scopa.md": [
        [LISTEN],
        ["c"],
        ["home", "x"],
        ["enter", LISTEN],
        ["l", "v", "p"],
        ["d", "m"],
        ["s"],
        [],
    ],
    "docs/play/novantanove.md": [
        *FIRST_START,
        [LISTEN],
        ["h"],
        ["home"],
        ["x"],
        ["enter"],
        ["space"],
        [LISTEN],
        ["c", "s", "t"],
        ["e"],
        ["home", "enter"],
        ["down", "up"],
        ["enter"],
        [LISTEN],
        [],
        ["escape"],
        ["end", "enter"],
        [],
    ],
}

WRITTEN = {"escape": "Esc", "space": "Space", **{key: key.title() for key in ("home", "end")}}
"""The spelling of keys in the pages, where it is not the capitalised name."""


def steps(page: str) -> list[str]:
    return STEP.findall((ROOT / page).read_text("utf-8"))


def is_named(key: str, step: str) -> bool:
    """Return True if the step names this key as a separate word."""
    written = WRITTEN.get(key, "+".join(part.title() for part in key.split("+")))
    return re.search(rf"(?<![\w+]){re.escape(written)}(?!\w)", step) is not None


def play_seeded(pilot: Pilot, command: str) -> None:
    """Start the match of the command `./play play GAME --seed N`, parsed like a command line."""
    given = arguments.read(command.split())
    spec = arguments.a_game(given.game)
    options = arguments.options(given.option, given.preset, spec)
    level, seed = arguments.level(given.bot, spec), arguments.seed(given.seed)
    setup = Setup(spec, options, (), arguments.limit(given.limit), level, seed)
    pilot.app.matches.play_now(setup, arguments.players(given.players, spec, options), pilot.now)
    pilot.drain()


class Listener:
    """Collects announcements, and finds a page's quotes in them, in order and each only once."""

    def __init__(self) -> None:
        self.text = ""
        self._place = 0

    def add(self, pilot: Pilot) -> None:
        self.text += f" {pilot.heard()}"

    def expect(self, step: str) -> None:
        for quote in QUOTE.findall(step):
            found = self.text.find(quote, self._place)
            assert found >= 0, f"{quote!r} is not in {self.text[self._place :]!r}"
            self._place = found + len(quote)


@pytest.mark.slow
@pytest.mark.parametrize("page", WALKS)
def test_every_sentence_quoted_in_a_walkthrough_is_announced(page):
    text, written = (ROOT / page).read_text("utf-8"), steps(page)
    assert len(written) == len(WALKS[page])
    is_from_the_start = "Lingua, language" in text
    pilot = Pilot(lang="en", first_run=is_from_the_start)
    command = SEEDED.search(text)
    seeded_at = len(FIRST_START) if is_from_the_start else 0
    listener = Listener()
    for number, (keys, step) in enumerate(zip(WALKS[page], written, strict=True)):
        if command is not None and number == seeded_at:
            pilot.look()
            play_seeded(pilot, command[1])
        for key in keys:
            if isinstance(key, float):
                pilot.wait(key)
            else:
                assert is_named(key, step), f"{key} is not named in: {step}"
                pilot.press(key)
        listener.add(pilot)
        listener.expect(step)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_first_minute_of_the_walkthrough_is_correct_for_every_seed(seed):
    pilot = Pilot(lang="en")
    pilot.app.rng = Random(seed)
    pilot.press("enter", "enter", "b", "b", "enter")
    pilot.wait(LISTEN)
    pilot.expect("Game on. 9 tokens each. Total 0.", "Your turn.")


def test_braille_quoted_in_the_speech_document_equals_the_braille_output():
    pilot = Pilot(lang="en")
    play_seeded(pilot, "play novantanove --players 3 --seed 209")
    pilot.wait(LISTEN)
    pilot.press("home", "enter")
    assert f'"{pilot.look()[-1].braille}"' in (ROOT / "docs/play/speech.md").read_text("utf-8")


# Online: two programs and a server with fixed digits ---------------------------------------------


class Friends:
    """The programs of Marta and Ugo, who follow the page about playing with friends."""

    def __init__(self) -> None:
        self.net = Internet(code="4271")
        self.marta = self.net.player("en", gender="unasked")
        self.ugo = self.net.player("en")
        self.listener = Listener()
        self._steps = iter(steps(ONLINE))

    def expect_next_step(self) -> None:
        self.listener.add(self.marta)
        self.listener.add(self.ugo)
        self.listener.expect(next(self._steps))


def join(pilot: OnlinePilot, address: str, name: str, code: str) -> None:
    """Connect as the command `./play join ADDRESS --name N --code C` does."""
    entrance = Entrance(pilot.app, address, name, code)
    pilot.app.push(entrance)
    entrance.enter()
    pilot.drain()
    pilot.wait(LISTEN)


@pytest.mark.slow
def test_every_sentence_quoted_in_play_with_friends_is_announced(tmp_path):
    friends = Friends()
    net, marta, ugo = friends.net, friends.marta, friends.ugo
    words = opening_words(Serving(tmp_path, tmp_path, host="192.168.1.5"), PORT, "4271")
    friends.listener.text += marta.app.announcer.localizer.text(words)
    friends.expect_next_step()
    marta.press("home", "down")
    friends.expect_next_step()
    marta.press("enter", "enter")
    marta.write("192.168.1.5")
    marta.write("Marta")
    friends.expect_next_step()
    marta.press("enter", "enter")
    marta.write("4 2 7 1")
    marta.wait(LISTEN)
    friends.expect_next_step()
    marta.press("enter", "t", "enter")
    friends.expect_next_step()
    join(ugo, "192.168.1.5", "Ugo", "141777")
    friends.expect_next_step()
    marta.press("alt+c")
    marta.write("ciao")
    marta.write("@Ugo ciao")
    marta.press("escape")
    friends.expect_next_step()
    marta.press("b", "b", "enter")
    marta.wait(LISTEN)
    friends.expect_next_step()
    marta.press("ctrl+w", "escape", "ctrl+u", "escape", "alt+p", "ctrl+m")
    friends.expect_next_step()
    net.unplug(marta)
    net.advance(85)
    play(ugo)
    net.plug(marta)
    net.advance(8)
    friends.expect_next_step()
    marta.press("ctrl+q")
    friends.expect_next_step()

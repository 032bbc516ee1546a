"""A tournament of eight pairs of Scopone: two at terminals, six of bots, and one kill.

Each pair at terminals enters with one terminal in Italian and one in English, at two processes of
the server.  They play cards in the first round; then the process of the tournament is killed.  At
the end every terminal announces and prints the same standings, and the server sends them.
"""

import asyncio
import os
import re
import sys
from contextlib import ExitStack
from random import Random

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

from audiogames.net import wire
from tests.kit.databases import address, cluster
from tests.kit.programs.online import Player, make_home
from tests.kit.programs.terminal import TerminalRun
from tests.kit.struck import Server
from tests.kit.waiting import wait_until
from tests.online.tournament import GAME, PASSWORD, QUICK, Field, make_moderator

__all__ = ["address", "cluster"]

PAIRS = 8
ROOM_LINES = 20
"""A number greater than that of the lines of the card room."""
NAME = "Coppa"
WORDS = {
    "it": {
        "item": "Tornei.",
        "reserved": "Scrivi la password",
        "in": "Connesso",
        "typed": "Sei nel torneo.",
        "over": "è finito. La tua posizione",
        "back": "Riconness",
        "standings": "Classifica di Coppa.",
        "turn": "Tocca a te.",
        "and": " e ",
        "one": "un punto",
    },
    "en": {
        "item": "Tournaments.",
        "reserved": "Type the password",
        "in": "Connected",
        "typed": "You are in.",
        "over": "is over. Your place",
        "back": "Reconnected",
        "standings": "Standings of Coppa.",
        "turn": "Your turn.",
        "and": " and ",
        "one": "one point",
    },
}
PLACE = re.compile(r"^(\d+), (.+), (\d+|un|one) (?:punt|point)")
CARDS = 4
"""The number of cards of the first round that people play before one process is killed."""


class Terminal:
    """A player at a terminal: presses keys, and reads the transcript and the screen."""

    def __init__(self, stack, folder, lang, name, port):
        self.words, self.name = WORDS[lang], name
        self._from = self._played = 0
        home = make_home(folder / name, lang)
        without_screen = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        command = ("join", f"127.0.0.1:{port}", "--name", name, "--transcript", home / "transcript")
        self.run = TerminalRun(
            "audiogames",
            *command,
            "--terminal",
            environ={**without_screen, "AUDIOGAMES_HOME": str(home)},
        )
        stack.callback(self.run.__exit__)
        self.player = Player(lang, home, 1, self.run.press, self.run.press)

    def hears(self, what, seconds=120.0):
        """Wait for a sentence; read the terminal meanwhile, as a full one blocks the program."""
        heard = self.player.heard

        def look():
            self.drain()
            texts = heard.texts()[self._from :]
            found = [at for at, text in enumerate(texts) if self.words[what] in text]
            if found:
                self._from += found[0] + 1
            return found

        wait_until(look, f"{self.name} hearing {self.words[what]!r}", seconds)

    def drain(self):
        while self.run._read(0.0):
            pass

    def write(self, text):
        self.run.press(text)
        self.run.press("\r")

    def come_in(self):
        self.hears("reserved")
        self.write(PASSWORD)
        self.hears("in")

    def contest(self):
        """Open the menu of the only tournament, from the card room."""
        self.press_until("\x1b[H", lambda _: True)
        for _ in range(ROOM_LINES):
            if self.press_until("\x1b[B", lambda _: True) == self.words["item"]:
                break
        self.press_until("\r", lambda text: text.startswith(("One tourn", "Un torneo")))
        self.press_until("\r", lambda text: text.startswith(f"{NAME}, "))

    def press_until(self, key, is_so):
        """Press a key until the answer fulfils `is_so`; return that sentence."""
        before = len(self.player.heard.texts())
        self.run.press(key)

        found = []

        def look():
            self.drain()
            found[:] = [text for text in self.player.heard.texts()[before:] if is_so(text)]
            return found

        wait_until(look, f"{self.name} pressing {key!r}", 60.0)
        return found[-1]

    def enter_with(self, partner):
        self.contest()
        self.write_at("\x1b[B\x1b[B\r", partner)
        self.hears("typed")
        self.run.press("\x1b")
        self.run.press("\x1b")

    def write_at(self, keys, text):
        for key in re.findall(r"\x1b\[B|\r", keys):
            self.run.press(key)
        self.write(text)

    def play(self):
        """Play the first card if it is this player's turn; return False if it is not."""
        self.drain()
        texts = self.player.heard.texts()
        if any(self.words["turn"] in text for text in texts[self._played :]):
            self._played = len(texts)
            self.run.press("\x1b[H")
            self.run.press("\r")
            return True
        return False

    def standings(self):
        """Read the standings line by line; return place, names and points of each pair."""
        self.contest()
        self.press_until("\r", lambda text: self.words["standings"] in text)
        for _ in range(PAIRS):
            self.run.press("\x1b[B")
        found = {}

        def look():
            self.drain()
            for text in self.player.heard.texts():
                for sentence in (text, text.removeprefix(self.words["standings"]).strip()):
                    place = PLACE.match(sentence)
                    if place is not None:
                        found[int(place[1]), place[2]] = sentence
            return len(found) == PAIRS

        wait_until(look, f"{self.name} reading the standings", 60.0)
        lines = []
        for (place, names), sentence in found.items():
            points = PLACE.match(sentence)[3]
            pair = frozenset(names.split(self.words["and"]))
            lines.append((place, pair, 1 if points in {"un", "one"} else int(points)))
            assert sentence.split(", ")[1] in " ".join(self.run.text.split()), "it is printed too"
        return sorted(lines, key=repr)


def play_cards(terminals):
    """Let the people at all terminals play until they have played some cards."""
    tried = 0

    def look():
        nonlocal tried
        tried += sum(one.play() for one in terminals)
        return tried >= CARDS

    wait_until(look, "people playing their cards")


async def in_turn(*calls):
    """Run these blocking calls in threads, so that the organiser's connection is served."""
    for call in calls:
        await asyncio.to_thread(call)


async def evening(servers, people, terminals):
    """Run the tournament; return its standings as sent, and as each terminal read them."""
    await people.until(lambda: people.organiser.is_in)
    plan = {"form": "swiss", "rounds": 2, "minutes": 1, "pairs": True}
    options = {"form": "scientifico", "points": 21}
    asked = {"name": NAME, "game": GAME, "options": options, **plan}
    is_list = lambda told: isinstance(told, wire.ContestList) and bool(told.lines)  # noqa: E731
    listed = await people.ask(people.organiser, wire.OpenContest, is_list, **asked)
    number = listed.lines[0].contest
    await in_turn(*(one.come_in for one in terminals))
    await in_turn(
        lambda: terminals[0].enter_with(terminals[1].name),
        lambda: terminals[2].enter_with(terminals[3].name),
    )
    is_done = lambda told: isinstance(told, wire.Done | wire.News)  # noqa: E731
    given = {"contest": number, "do": "bots", "table": PAIRS - 2}
    await people.ask(people.organiser, wire.InContest, is_done, **given)
    await people.ask(people.organiser, wire.InContest, is_done, contest=number, do="start")
    await asyncio.to_thread(play_cards, terminals)
    await servers[0].kill()
    await servers[0].start()
    await in_turn(*(lambda one=one: one.hears("over", 400.0) for one in terminals))
    is_table = lambda told: isinstance(told, wire.ContestTable)  # noqa: E731
    told = await people.ask(people.organiser, wire.AskContests, is_table, contest=number)
    by_wire = [
        (place.place, frozenset(place.name.split(" + ")), place.points) for place in told.lines
    ]
    read = [await asyncio.to_thread(one.standings) for one in terminals]
    return sorted(by_wire, key=repr), read


def test_evening_of_eight_pairs_has_the_same_standings_everywhere(cluster, address, tmp_path):
    async def test(stack):
        servers = [Server("--store", address) for _ in range(2)]
        people = Field(2, Random(1))
        try:
            for server in servers:
                server.program = ("-c", QUICK)
                await server.start()
            await people.register([server.address for server in servers])
            await make_moderator(people.organiser.name, ["--store", address])
            names = people.retire()
            terminals = [
                Terminal(stack, tmp_path, ("it", "en")[at % 2], name, servers[at % 2].port)
                for at, name in enumerate(names)
            ]

            by_wire, read = await evening(servers, people, terminals)
            assert len(by_wire) == PAIRS
            assert all(one == by_wire for one in read), (by_wire, read)
        finally:
            people.go()
            for server in servers:
                await server.kill()

    with ExitStack() as stack:
        asyncio.run(test(stack))

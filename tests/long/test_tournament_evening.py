"""A tournament of eight pairs at Scopone: two pairs of people, six of bots, and one killed process.

Each pair of people enters from a terminal and from a browser, one in Italian and one in English, at
two processes of the server.  In the first round they play cards, then the process of the tournament
is killed.  At the end everybody hears the same standings, row by row; a terminal prints them, a
browser shows them in the rows of its page, and the server's message says the same.
"""

import asyncio
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from random import Random

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

from audiogames.net import wire
from tests.e2e.web.conftest import built, host
from tests.kit.databases import address, cluster
from tests.kit.programs.browser import DESK, Page, chromium, reason_missing
from tests.kit.programs.online import Player, make_home
from tests.kit.programs.terminal import TerminalRun
from tests.kit.struck import PATIENCE, Server
from tests.kit.waiting import require, wait_until
from tests.online.tournament import (
    GAME,
    PASSWORD,
    QUICK,
    Field,
    is_granted,
    is_list,
    is_table,
    make_moderator,
)

__all__ = ["address", "built", "cluster", "host"]

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
        "menu": "Classifica",
        "standings": "Classifica di Coppa.",
        "turn": "Tocca a te.",
        "and": " e ",
        "tables": "Tavoli in rete",
        "server": "Indirizzo, niente",
        "connect": "Collegati",
        "sign up": "Iscriviti in coppia",
        "send": "Invia",
        "leave": "Indietro",
    },
    "en": {
        "item": "Tournaments.",
        "reserved": "Type the password",
        "in": "Connected",
        "typed": "You are in.",
        "over": "is over. Your place",
        "back": "Reconnected",
        "menu": "Standings",
        "standings": "Standings of Coppa.",
        "turn": "Your turn.",
        "and": " and ",
        "tables": "Tables online",
        "server": "Address, nothing",
        "connect": "Connect",
        "sign up": "Sign up with a partner",
        "send": "Send",
        "leave": "Back",
    },
}
ONE = re.compile("un|one")
PLACE = re.compile(r"^(\d+), (.+), (\d+|un|one) (?:punt|point)")
CARDS = 4
"""The number of cards of the first round that people play before one process is killed."""


class Terminal:
    """A player in a terminal: presses keys, and reads the transcript and the screen."""

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
        """Wait for a sentence; keep reading the terminal: a full buffer blocks the program."""
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

    def come_in(self, _):
        """Enter the account's password in a program that connects to the server at its start."""
        self.hears("reserved")
        self.write(PASSWORD)
        self.hears("in")

    def contest(self):
        """Open the menu of the tournament, from the menu of online tables."""
        self.press_until("\x1b[H", lambda _: True)
        for _ in range(ROOM_LINES):
            if self.press_until("\x1b[B", lambda _: True) == self.words["item"]:
                break
        self.press_until("\r", lambda text: text.startswith(("One tourn", "Un torneo")))
        self.press_until("\r", lambda text: text.startswith(f"{NAME}, "))

    def press_until(self, key, is_so):
        """Press a key, wait for a sentence that fulfils `is_so`, and return it."""
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
        """Play the first card if it is this player's turn; return whether a key was pressed."""
        self.drain()
        texts = self.player.heard.texts()
        if any(self.words["turn"] in text for text in texts[self._played :]):
            self._played = len(texts)
            self.run.press("\x1b[H")
            self.run.press("\r")
            return True
        return False

    def standings(self):
        """Read the standings aloud line by line; return place, names and points of each pair."""
        self.contest()
        self.press_until("\r", lambda text: self.words["standings"] in text)
        for _ in range(PAIRS):
            self.run.press("\x1b[B")

        def look():
            self.drain()
            return heard_places(self.player.heard.texts(), self.words)

        lines = wait_for_places(look, self.name)
        printed = " ".join(self.run.text.split())
        assert all(names in printed for _, names, _ in lines), "it is printed too"
        return with_pairs(lines, self.words)


class Browser:
    """A player in a browser: presses buttons, and reads rows and announcements."""

    def __init__(self, browser, stack, address, lang, name):
        self.words, self.name = WORDS[lang], name
        self._from = 0
        self.page = Page(browser.new_page(**DESK))
        stack.callback(self.page.page.context.close)
        self.page.keep(language=lang, gender="unsaid")
        self.page.open(address)

    def hears(self, what, seconds=120.0):
        def look():
            texts = self.page.told()[self._from :]
            found = [at for at, text in enumerate(texts) if self.words[what] in text]
            if found:
                self._from += found[0] + 1
            return found

        wait_until(look, f"{self.name} hearing {self.words[what]!r}", seconds)

    def click(self, name):
        exact = re.compile(rf"^{re.escape(name.removesuffix('.'))}\.?$", re.IGNORECASE)
        self.page.page.get_by_role("button", name=exact).first.click()

    def write(self, text):
        self.page.page.locator("#text").fill(text)
        self.click(self.words["send"])

    def come_in(self, port):
        self.click(self.words["tables"])
        self.click(self.words["server"])
        for text in (f"127.0.0.1:{port}", self.name):
            self.write(text)
            self.page.listen(len(self.page.placed()) - 1)
        self.click(self.words["connect"])
        self.hears("reserved")
        self.write(PASSWORD)
        self.hears("in")

    def contest(self):
        """Open the menu of the tournament, from the menu of online tables."""
        self.click(self.words["item"])
        self.page.page.locator("#rows button", has_text=f"{NAME}, ").first.click()

    def enter_with(self, partner):
        self.contest()
        self.click(self.words["sign up"])
        self.page.page.locator("#text").wait_for()
        self.write(partner)
        self.hears("typed")
        self.click(self.words["leave"])
        self.click(self.words["leave"])

    def play(self):
        """Play the first card if it is this player's turn; return whether a card was clicked."""
        from playwright.sync_api import Error

        if not self.page.page.locator("#hand .ready").count():
            return False
        try:
            self.page.click_shown("#hand .ready")
        except Error:
            return False  # the match has gone on
        return True

    def standings(self):
        """Make the page announce each row of the standings; return place, names and points.

        The page must also show these rows.
        """
        self.contest()
        self.click(self.words["menu"])
        self.hears("standings")
        self.page.page.keyboard.press("Home")
        for _ in range(PAIRS):
            self.page.page.keyboard.press("ArrowDown")
        heard = wait_for_places(lambda: heard_places(self.page.told(), self.words), self.name)
        rows = heard_places(self.page.names("#rows button"), self.words)
        assert rows == heard, "the page shows them too"
        return with_pairs(heard, self.words)


def heard_places(texts, words):
    """Find lines of the standings in these sentences; return their places, names and points."""
    found = set()
    for text in texts:
        place = PLACE.match(text.removeprefix(words["standings"]).strip())
        if place is not None:
            found.add((int(place[1]), place[2], int(ONE.sub("1", place[3]))))
    return sorted(found)


def wait_for_places(look, name):
    """Wait until a player has heard the standings of all pairs; return these lines.

    `look` returns the lines heard so far.
    """
    found = []

    def is_complete():
        found[:] = look()
        return len(found) == PAIRS

    wait_until(is_complete, f"{name} reading the standings", 60.0)
    return found


def with_pairs(lines, words):
    """Return the lines of the standings with the partners' names as sets, sorted.

    So lines in different languages can be compared.
    """
    pairs = [(place, frozenset(names.split(words["and"])), count) for place, names, count in lines]
    return sorted(pairs, key=in_order)


def in_order(line):
    place, pair, _ = line
    return place, sorted(pair)


def play_cards(players):
    """Let people play until enough cards were tried, both in terminals and in browsers."""
    tried = []

    def look():
        tried.extend(type(one) for one in players if one.play())
        return len(tried) >= CARDS and {*tried} == {Terminal, Browser}

    wait_until(look, "people playing their cards", PATIENCE)


class Hands:
    """A thread that performs all actions of players: only one thread can control a browser.

    Meanwhile the organiser's connection continues in the event loop.
    """

    def __init__(self):
        self._thread = ThreadPoolExecutor(1)

    async def do(self, call, *given):
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *given)


async def evening(servers, people, players, hands):
    """Run the tournament; return the standings of the server and of each player."""
    await people.until(lambda: people.organiser.is_in)
    plan = {"form": "swiss", "rounds": 2, "minutes": 1, "pairs": True}
    options = {"form": "scientifico", "points": 21}
    asked = {"name": NAME, "game": GAME, "options": options, **plan}
    listed = await people.ask(people.organiser, wire.OpenContest, is_list, **asked)
    number = listed.lines[0].contest
    for one, server in zip(players, 2 * servers, strict=True):
        await hands.do(one.come_in, server.port)
    for one, partner in (players[:2], players[2:]):
        await hands.do(one.enter_with, partner.name)
    is_done = partial(is_granted, known="net-contest-has-begun")
    given = {"contest": number, "do": "bots", "table": PAIRS - 2}
    await people.ask(people.organiser, wire.InContest, is_done, **given)
    await people.ask(people.organiser, wire.InContest, is_done, contest=number, do="start")
    await hands.do(play_cards, players)
    await servers[0].kill()
    await servers[0].start()
    for one in players:
        await hands.do(one.hears, "over", 400.0)
    told = await people.ask(people.organiser, wire.AskContests, is_table, contest=number)
    by_wire = [
        (place.place, frozenset(place.name.split(" + ")), place.points) for place in told.lines
    ]
    read = [await hands.do(one.standings) for one in players]
    return sorted(by_wire, key=in_order), read


def make_players(stack, folder, address, names, ports):
    """Start a terminal and a browser, in different languages, for each of two pairs."""
    browser = stack.enter_context(chromium())
    return [
        Terminal(stack, folder, "it", names[0], ports[0]),
        Browser(browser, stack, address, "en", names[1]),
        Browser(browser, stack, address, "it", names[2]),
        Terminal(stack, folder, "en", names[3], ports[1]),
    ]


def test_all_programs_show_the_same_standings_in_a_tournament_of_eight_pairs(
    cluster, address, host, tmp_path
):
    require(reason_missing())
    origin = host.address.rpartition("/cards/")[0]

    async def test():
        servers = [Server("--store", address, "--origin", origin) for _ in range(2)]
        people, stack, hands = Field(2, Random(1)), ExitStack(), Hands()
        try:
            for server in servers:
                server.program = ("-c", QUICK)
                await server.start()
            await people.register([server.address for server in servers])
            await make_moderator(people.organiser.name, ["--store", address])
            names, ports = people.retire(), [server.port for server in servers]
            players = await hands.do(make_players, stack, tmp_path, host.address, names, ports)
            by_wire, read = await evening(servers, people, players, hands)
            assert len(by_wire) == PAIRS
            assert all(one == by_wire for one in read), (by_wire, read)
        finally:
            await hands.do(stack.close)
            people.go()
            for server in servers:
                await server.kill()

    asyncio.run(test())
